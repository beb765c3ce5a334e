/** The network as points and lines: of two who hear each other one line, and of each end device the router that it hangs on. Pure. */
import type { Answers, Known } from "../network/links.ts";

export type Role = "coordinator" | "router" | "end-device";

export interface Point {
  readonly mac: string;
  readonly role: Role;
  readonly parent?: string; // of an end device: who keeps its messages; absent: nobody told of it
}

export interface Line {
  readonly key: string;
  readonly ends: readonly [string, string]; // in order
  readonly heard: readonly [number | undefined, number | undefined]; // how well each end hears the other
  readonly quality: number; //                 of the worse direction
  readonly isKin: boolean; //                  one is the other's parent
}

export interface Graph {
  readonly points: readonly Point[]; // in order of their addresses, the coordinator first
  readonly lines: readonly Line[]; //   the weakest first, so that the good ones are drawn over them
}

export function graphOf(answers: Answers, known: Known): Graph {
  const { coordinator, devices } = known;
  const roleOf = (mac: string): Role =>
    mac === coordinator ? "coordinator" : devices[mac]?.kind === "router" ? "router" : "end-device";
  const macs = [...(coordinator ? [coordinator] : []), ...Object.keys(devices).sort()];
  const lines = linesIn(answers, new Set(macs));
  const points = macs.map((mac): Point => {
    const role = roleOf(mac);
    const parent = role === "end-device" ? parentOf(mac, lines, roleOf) : undefined;
    return { mac, role, ...(parent === undefined ? {} : { parent }) };
  });
  return { points, lines };
}

function linesIn(answers: Answers, there: ReadonlySet<string>): readonly Line[] {
  const found = new Map<string, Line>();
  for (const [from, { neighbours }] of Object.entries(answers))
    for (const { mac: to, quality, relation } of neighbours) {
      if (from === to || !there.has(from) || !there.has(to)) continue;
      const ends: [string, string] = from < to ? [from, to] : [to, from];
      const key = ends.join(" ");
      const known = found.get(key);
      const [one, other] = known?.heard ?? [];
      found.set(key, {
        key,
        ends,
        heard: from === ends[0] ? [quality, other] : [one, quality],
        quality: Math.min(quality, known?.quality ?? quality),
        isKin: known?.isKin === true || relation === "parent" || relation === "child",
      });
    }
  return [...found.values()].sort((one, other) => one.quality - other.quality || (one.key < other.key ? -1 : 1));
}

/** Who calls it a child, or else who hears it best. */
function parentOf(mac: string, lines: readonly Line[], roleOf: (mac: string) => Role): string | undefined {
  let best: { readonly mac: string; readonly worth: number } | undefined;
  for (const { ends, quality, isKin } of lines) {
    if (!ends.includes(mac)) continue;
    const other = ends[0] === mac ? ends[1] : ends[0];
    const worth = quality + (isKin ? 1_000 : 0);
    if (roleOf(other) !== "end-device" && worth > (best?.worth ?? -1)) best = { mac: other, worth };
  }
  return best?.mac;
}
