/** The links and nodes of the map, drawn once for a network; the chosen node is drawn over them. */

import { type NodeNames, nodeName, strengthOf } from "../network/links.ts";
import type { Graph, MapLink, MapNode } from "./graph.ts";
import type { MapLayout, MapPoint } from "./layout.ts";

export interface DrawingProps {
  readonly graph: Graph;
  readonly layout: MapLayout;
  readonly names: NodeNames;
}

const RADIUS = { coordinator: 15, router: 10, "end-device": 6 } as const;
const LONGEST = 18; // characters of a name

export function Drawing({ graph: { nodes, links }, layout, names }: DrawingProps) {
  return (
    <>
      <g>
        {links.map((line) => (
          <LinkLine key={line.key} line={line} layout={layout} />
        ))}
      </g>
      <g>
        {nodes.map((point) => (
          <NodeView key={point.mac} node={point} layout={layout} name={nodeName(names, point.mac)} />
        ))}
      </g>
    </>
  );
}

/** One node, with all of its links and their other ends. */
export function Highlight({ graph: { nodes, links }, layout, names, mac }: DrawingProps & { readonly mac: string }) {
  const own = links.filter(({ ends }) => ends.includes(mac));
  const seen = new Set([mac, ...own.flatMap(({ ends }) => ends)]);
  return (
    <g class="zg-map-chosen">
      {own.map((line) => (
        <LinkLine key={line.key} line={line} layout={layout} />
      ))}
      {nodes
        .filter((point) => seen.has(point.mac))
        .map((point) => (
          <NodeView
            key={point.mac}
            node={point}
            layout={layout}
            name={nodeName(names, point.mac)}
            isChosen={point.mac === mac}
          />
        ))}
    </g>
  );
}

function LinkLine({
  line: { ends, quality, isParentLink },
  layout: { points },
}: {
  readonly line: MapLink;
  readonly layout: MapLayout;
}) {
  const [from, to] = [points.get(ends[0]), points.get(ends[1])];
  if (!from || !to) return null;
  return (
    <line
      class={`zg-map-line zg-link-${strengthOf(quality)}${isParentLink ? " zg-map-parent" : ""}`}
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
    />
  );
}

interface NodeViewProps {
  readonly node: MapNode;
  readonly layout: MapLayout;
  readonly name: string;
  readonly isChosen?: boolean;
}

function NodeView({ node: { mac, role }, layout: { points }, name, isChosen }: NodeViewProps) {
  const spot = points.get(mac);
  if (!spot) return null;
  const radius = RADIUS[role];
  return (
    <g
      class={`zg-map-point zg-map-${role}${isChosen ? " zg-map-self" : ""}`}
      data-mac={mac}
      transform={`translate(${spot.x} ${spot.y})`}
    >
      <circle r={radius} />
      <text {...nameAt(spot, radius)}>{name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name}</text>
    </g>
  );
}

/** The name stands away from the parent, so that the names around one router do not overlap. */
function nameAt({ side }: MapPoint, radius: number) {
  if (side === "left") return { x: -radius - 3, y: 3, class: "zg-map-name-left" };
  if (side === "right") return { x: radius + 3, y: 3, class: "zg-map-name-right" };
  return { y: side === "above" ? -radius - 4 : radius + 10 };
}
