/**
 * The network drawn: moved and enlarged by mouse, fingers and keys; the node under the pointer shows its links. The
 * table beside it says the same in words.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type NodeNames, nodeName, strengthOf } from "../network/links.ts";
import { say } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";
import { Drawing, Highlight } from "./drawing.tsx";
import type { Graph } from "./graph.ts";
import { layoutOf, type MapLayout, type MapPoint } from "./layout.ts";
import { useMapPointers } from "./pointers.ts";
import { enlarged, middleOf, moved, nextTowards, type Size, showing, type View, whole } from "./view.ts";

export interface NetworkMapProps {
  readonly graph: Graph;
  readonly names: NodeNames;
}

const STEP = 1.4; //  how much a key or a button enlarges
const NEAR = 0.75; // pixels of a unit: from here on all names are readable
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

export function NetworkMap({ graph, names }: NetworkMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutOf(graph), [graph]);
  const drawing = useMemo(() => <Drawing graph={graph} layout={layout} names={names} />, [graph, layout, names]);
  const map = useMapView(frame, graph, layout);
  const { view, chosen, isNear, enlarge } = map;
  const pointers = useMapPointers({ frame, ...map });
  return (
    <>
      <div class="zg-actions">
        <Button icon="pair" label={say("network.map.enlarge")} onClick={() => enlarge(STEP)} />
        <Button icon="minus" label={say("network.map.shrink")} onClick={() => enlarge(1 / STEP)} />
        <Button icon="whole" label={say("network.map.whole")} onClick={map.showWhole} />
      </div>
      <div
        ref={frame}
        class="zg-map"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        aria-label={say("network.map.title")}
        aria-describedby="zg-map-keys"
        onKeyDown={(event) => press(event, map)}
        {...pointers}
      >
        <svg
          class={isNear ? "zg-map-near" : ""}
          viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
          aria-hidden="true"
          focusable="false"
        >
          {drawing}
          {chosen !== undefined && <Highlight graph={graph} layout={layout} mac={chosen} names={names} />}
        </svg>
      </div>
      <div class="zg-map-below">
        <p id="zg-map-keys" class={chosen === undefined ? "zg-hint" : "zg-hidden"}>
          {say("network.map.keys")}
        </p>
        <MapDetails graph={graph} names={names} mac={chosen} />
      </div>
    </>
  );
}

type MapView = ReturnType<typeof useMapView>;

/** Which part of the map is seen, and which node is chosen. */
function useMapView(frame: { readonly current: HTMLElement | null }, { nodes }: Graph, { points, bounds }: MapLayout) {
  const size = useSize(frame);
  const [own, setOwn] = useState<View | undefined>(undefined); // undefined: all of it is seen
  const [chosen, choose] = useState<string | undefined>(undefined);
  const view = own ?? whole(bounds, size);
  return {
    view,
    chosen,
    choose,
    isNear: size.width / view.width >= NEAR,
    enlarge: (factor: number, at = middleOf(view)) => setOwn(enlarged(view, factor, at, bounds)),
    move: (x: number, y: number) => setOwn(moved(view, x, y, bounds)),
    showWhole: () => setOwn(undefined),
    chooseNext: (direction: MapPoint) => {
      const isKnown = chosen !== undefined && points.has(chosen);
      const next = isKnown ? nextTowards(points, chosen, direction) : nodes[0]?.mac;
      const point = next === undefined ? undefined : points.get(next);
      if (!point) return;
      choose(next);
      if (own) setOwn(showing(own, point, bounds));
    },
  };
}

function press(event: KeyboardEvent, { view, chosen, choose, enlarge, move, showWhole, chooseNext }: MapView): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = event.key in ARROWS ? ARROWS[event.key as keyof typeof ARROWS] : undefined;
  if (arrow && event.shiftKey) move((arrow.x * view.width) / 6, (arrow.y * view.height) / 6);
  else if (arrow) chooseNext(arrow);
  else if (event.key === "+" || event.key === "=") enlarge(STEP);
  else if (event.key === "-") enlarge(1 / STEP);
  else if (event.key === "0") showWhole();
  else if (event.key === "Escape" && chosen !== undefined) choose(undefined);
  else return;
  event.preventDefault();
  event.stopPropagation(); // the editor has its own use for some of them
}

function useSize(frame: { readonly current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 300, height: 300 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  return size;
}

interface MapDetailsProps {
  readonly graph: Graph;
  readonly names: NodeNames;
  readonly mac: string | undefined;
}

const MOST = 8; // links

function MapDetails({ graph: { nodes, links }, names, mac }: MapDetailsProps) {
  const point = nodes.find((each) => each.mac === mac);
  const own = point ? links.filter(({ ends }) => ends.includes(point.mac)).reverse() : [];
  return (
    <div class="zg-map-details" aria-live="polite">
      {point && (
        <>
          <strong>{nodeName(names, point.mac)}</strong> {say(`network.map.role.${point.role}`)}
          {own.length === 0 && <p class="zg-hint">{say("network.map.alone")}</p>}
          <ul>
            {own.slice(0, MOST).map(({ key, ends, heard, quality }) => {
              const isFirst = ends[0] === point.mac;
              const [hears, isHeard] = isFirst ? heard : [heard[1], heard[0]];
              const name = nodeName(names, isFirst ? ends[1] : ends[0]);
              const values = { name, hears, heard: isHeard };
              const side = hears === undefined ? "-heard" : isHeard === undefined ? "-hears" : "";
              return (
                <li key={key} class={`zg-map-detail zg-link-${strengthOf(quality)}`}>
                  {say(`network.map.link${side}`, values)}
                </li>
              );
            })}
          </ul>
          {own.length > MOST && <p class="zg-hint">{say("network.map.more", { count: own.length - MOST })}</p>}
        </>
      )}
    </div>
  );
}
