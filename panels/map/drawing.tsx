/** The lines and points of the map. Drawn once for a network: what is pointed at is drawn over it. */

import { type Names, nameOf, strengthOf } from "../network/links.ts";
import type { Graph, Line, Point } from "./graph.ts";
import type { Layout, Spot } from "./layout.ts";

export interface DrawingProps {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly names: Names;
}

const RADIUS = { coordinator: 15, router: 10, "end-device": 6 } as const;
const LONGEST = 18; // characters of a name

export function Drawing({ graph: { points, lines }, layout, names }: DrawingProps) {
  return (
    <>
      <g>
        {lines.map((line) => (
          <LineView key={line.key} line={line} layout={layout} />
        ))}
      </g>
      <g>
        {points.map((point) => (
          <PointView key={point.mac} point={point} layout={layout} name={nameOf(names, point.mac)} />
        ))}
      </g>
    </>
  );
}

/** One point, with all of its lines and whom they lead to. */
export function Highlight({ graph: { points, lines }, layout, names, mac }: DrawingProps & { readonly mac: string }) {
  const own = lines.filter(({ ends }) => ends.includes(mac));
  const seen = new Set([mac, ...own.flatMap(({ ends }) => ends)]);
  return (
    <g class="zg-map-chosen">
      {own.map((line) => (
        <LineView key={line.key} line={line} layout={layout} />
      ))}
      {points
        .filter((point) => seen.has(point.mac))
        .map((point) => (
          <PointView
            key={point.mac}
            point={point}
            layout={layout}
            name={nameOf(names, point.mac)}
            isChosen={point.mac === mac}
          />
        ))}
    </g>
  );
}

function LineView({
  line: { ends, quality, isKin },
  layout: { spots },
}: {
  readonly line: Line;
  readonly layout: Layout;
}) {
  const [from, to] = [spots.get(ends[0]), spots.get(ends[1])];
  if (!from || !to) return null;
  return (
    <line
      class={`zg-map-line zg-link-${strengthOf(quality)}${isKin ? " zg-map-kin" : ""}`}
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
    />
  );
}

interface PointViewProps {
  readonly point: Point;
  readonly layout: Layout;
  readonly name: string;
  readonly isChosen?: boolean;
}

function PointView({ point: { mac, role }, layout: { spots }, name, isChosen }: PointViewProps) {
  const spot = spots.get(mac);
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

/** Away from whom it hangs on, so that the names around one router do not lie on each other. */
function nameAt({ side }: Spot, radius: number) {
  if (side === "left") return { x: -radius - 3, y: 3, class: "zg-map-name-left" };
  if (side === "right") return { x: radius + 3, y: 3, class: "zg-map-name-right" };
  return { y: side === "above" ? -radius - 4 : radius + 10 };
}
