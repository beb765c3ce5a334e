/** What is known of whom somebody points at on the map: its links, the best first. */

import { strengthOf } from "../network/links.ts";
import { type Names, nameOf } from "../network/names.ts";
import { say } from "../texts.ts";
import type { Graph } from "./graph.ts";

export interface MapDetailsProps {
  readonly graph: Graph;
  readonly names: Names;
  readonly mac: string | undefined;
}

const MOST = 8; // links

export function MapDetails({ graph: { points, lines }, names, mac }: MapDetailsProps) {
  const point = points.find((each) => each.mac === mac);
  const own = point ? lines.filter(({ ends }) => ends.includes(point.mac)).reverse() : [];
  return (
    <div class="zg-map-details" aria-live="polite">
      {point && (
        <>
          <strong>{nameOf(names, point.mac)}</strong> {say(`network.map.role.${point.role}`)}
          {own.length === 0 && <p class="zg-hint">{say("network.map.alone")}</p>}
          <ul>
            {own.slice(0, MOST).map(({ key, ends, heard, quality }) => {
              const isFirst = ends[0] === point.mac;
              const [hears, isHeard] = isFirst ? heard : [heard[1], heard[0]];
              const name = nameOf(names, isFirst ? ends[1] : ends[0]);
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
