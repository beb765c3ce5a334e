/** The links and nodes of the map, drawn once for a network; the chosen node and the names are drawn over them. */
import type { LinkChange, NetworkChanges } from "../network/changes.ts";
import { strengthOf } from "../network/links.ts";
import type { Graph, MapLink, MapNode } from "./graph.ts";
import { type MapLabel, RADIUS } from "./labels.ts";
import type { MapLayout } from "./layout.ts";

interface DrawingProps {
  readonly graph: Graph;
  readonly layout: MapLayout;
  readonly changes: NetworkChanges;
  readonly missed: ReadonlySet<string>; // devices that are not reached
}

export function Drawing({ graph: { nodes, links }, layout, changes, missed }: DrawingProps) {
  const gone = [...changes.links].flatMap(([key, change]) => (change === "gone" ? [key] : []));
  return (
    <>
      <g>
        {gone.map((key) => (
          <Line key={key} ends={key.split(" ")} layout={layout} look="zg-map-gone" />
        ))}
        {links.map((link) => (
          <LinkLine key={link.key} link={link} layout={layout} change={changes.links.get(link.key)} />
        ))}
      </g>
      <g>
        {nodes.map((node) => (
          <NodeView
            key={node.mac}
            node={node}
            layout={layout}
            isNew={changes.devices.get(node.mac) === "new"}
            isMissed={missed.has(node.mac)}
          />
        ))}
      </g>
    </>
  );
}

/** One node, with all of its links and their other ends. */
export function Highlight({
  graph: { nodes, links },
  layout,
  missed,
  mac,
}: Omit<DrawingProps, "changes"> & { readonly mac: string }) {
  const own = links.filter(({ ends }) => ends.includes(mac));
  const seen = new Set([mac, ...own.flatMap(({ ends }) => ends)]);
  return (
    <g class="zg-map-chosen">
      {own.map((link) => (
        <LinkLine key={link.key} link={link} layout={layout} />
      ))}
      {nodes
        .filter((node) => seen.has(node.mac))
        .map((node) => (
          <NodeView
            key={node.mac}
            node={node}
            layout={layout}
            isChosen={node.mac === mac}
            isMissed={missed.has(node.mac)}
          />
        ))}
    </g>
  );
}

export function Labels({ labels, letters, chosen }: LabelsProps) {
  return (
    <g class="zg-map-names" style={{ fontSize: `${letters}px`, strokeWidth: letters / 4 }}>
      {labels.map(({ mac, text, x, y, anchor }) => (
        <text key={mac} x={x} y={y} text-anchor={anchor} class={mac === chosen ? "zg-map-name-chosen" : undefined}>
          {text}
        </text>
      ))}
    </g>
  );
}

interface LabelsProps {
  readonly labels: readonly MapLabel[];
  readonly letters: number; // in units of the map
  readonly chosen: string | undefined;
}

interface LinkLineProps {
  readonly link: MapLink;
  readonly layout: MapLayout;
  readonly change?: LinkChange | undefined;
}

function LinkLine({ link: { ends, quality, isParentLink }, layout, change }: LinkLineProps) {
  const look = `zg-link-${strengthOf(quality)}${isParentLink ? " zg-map-parent" : ""}${change ? " zg-map-changed" : ""}`;
  return <Line ends={ends} layout={layout} look={look} />;
}

function Line({ ends, layout: { points }, look }: LineProps) {
  const [from, to] = [points.get(ends[0] ?? ""), points.get(ends[1] ?? "")];
  if (!from || !to) return null;
  return <line class={`zg-map-line ${look}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
}

interface LineProps {
  readonly ends: readonly string[];
  readonly layout: MapLayout;
  readonly look: string;
}

interface NodeViewProps {
  readonly node: MapNode;
  readonly layout: MapLayout;
  readonly isChosen?: boolean;
  readonly isNew?: boolean;
  readonly isMissed: boolean;
}

const TOUCH = 18; // of the map: as near as a finger comes

function NodeView({ node: { mac, role }, layout: { points }, isChosen, isNew, isMissed }: NodeViewProps) {
  const spot = points.get(mac);
  if (!spot) return null;
  const states = [isChosen && "zg-map-self", isNew && "zg-map-new", isMissed && "zg-map-missed"];
  const looks = ["zg-map-point", `zg-map-${role}`, ...states];
  return (
    <g class={looks.filter(Boolean).join(" ")} data-mac={mac} transform={`translate(${spot.x} ${spot.y})`}>
      <circle class="zg-map-touch" r={TOUCH} />
      <circle class="zg-map-dot" r={RADIUS[role]} />
    </g>
  );
}
