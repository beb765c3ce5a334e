/**
 * The network drawn: moved and enlarged by mouse, fingers and keys; the chosen device shows its links. The list beside
 * it says the same in words.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { NetworkChanges } from "../network/changes.ts";
import { type NodeNames, nodeName } from "../network/links.ts";
import { say } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";
import { Drawing, Highlight, Labels } from "./drawing.tsx";
import type { Graph } from "./graph.ts";
import { labelsFor, lettersIn } from "./labels.ts";
import { layoutOf, type MapLayout, type MapPoint, type Size, stretched } from "./layout.ts";
import { useMapPointers } from "./pointers.ts";
import { enlarged, middleOf, moved, nextTowards, showing, type View, whole } from "./view.ts";

interface NetworkMapProps {
  readonly graph: Graph;
  readonly names: NodeNames;
  readonly changes: NetworkChanges;
  readonly missed: ReadonlySet<string>; // devices that are not reached
  readonly chosen: string | undefined;
  readonly onChoose: (mac: string | undefined) => void;
}

const STEP = 1.4; //  how much a key or a button enlarges
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

export function NetworkMap({ graph, names, changes, missed, chosen, onChoose }: NetworkMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const round = useMemo(() => layoutOf(graph), [graph]);
  const layout = useMemo(() => stretched(round, size), [round, size]);
  const shared = { graph, layout, missed };
  const drawing = useMemo(() => <Drawing {...shared} changes={changes} />, [graph, layout, missed, changes]);
  const map = useMapView(size, graph, layout, { chosen, choose: onChoose });
  const { view, unit, enlarge } = map;
  const [pointed, pointAt] = useState<string | undefined>(undefined);
  const pointers = useMapPointers({ frame, pointAt, ...map });
  const shown = pointed ?? chosen;
  const labels = useMemo(
    () =>
      labelsFor({
        ...{ nodes: graph.nodes, points: layout.points, view, unit },
        ...{ nameOf: (mac) => nodeName(names, mac), chosen: shown },
        remarkOf: (mac) => (missed.has(mac) ? say("devices.unreachable") : undefined),
      }),
    [missed, graph, layout, names, view.x, view.y, view.width, view.height, unit, shown],
  );
  return (
    <>
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
        <svg viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} aria-hidden="true" focusable="false">
          {drawing}
          {shown !== undefined && <Highlight {...shared} mac={shown} />}
          <Labels labels={labels} letters={lettersIn(view, unit)} chosen={shown} />
        </svg>
      </div>
      <div class="zg-map-bar">
        <Button icon="plus" label={say("network.map.enlarge")} onClick={() => enlarge(STEP)} />
        <Button icon="minus" label={say("network.map.shrink")} onClick={() => enlarge(1 / STEP)} />
        <Button icon="whole" label={say("network.map.whole")} onClick={map.showWhole} />
        <p id="zg-map-keys" class="zg-hidden">
          {say("network.map.keys")}
        </p>
      </div>
    </>
  );
}

type MapView = ReturnType<typeof useMapView>;

interface Choice {
  readonly chosen: string | undefined;
  readonly choose: (mac: string | undefined) => void;
}

/** Which part of the map is seen. A device that was chosen elsewhere comes into sight. */
function useMapView(size: Size, { nodes }: Graph, { points, bounds }: MapLayout, { chosen, choose }: Choice) {
  const [own, setOwn] = useState<View | undefined>(undefined); // undefined: all of it is seen
  const view = own ?? whole(bounds, size);
  const place = chosen === undefined ? undefined : points.get(chosen);
  useEffect(() => {
    if (own && place) setOwn(showing(own, place, bounds));
  }, [chosen]);
  return {
    view,
    chosen,
    choose,
    unit: view.width / size.width,
    enlarge: (factor: number, at = middleOf(view)) => setOwn(enlarged(view, factor, at, bounds)),
    move: (x: number, y: number) => setOwn(moved(view, x, y, bounds)),
    showWhole: () => setOwn(undefined),
    chooseNext: (direction: MapPoint) => {
      const isKnown = chosen !== undefined && points.has(chosen);
      const next = isKnown ? nextTowards(points, chosen, direction) : nodes[0]?.mac;
      if (next !== undefined) choose(next);
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
