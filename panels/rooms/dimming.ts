/** Dims the lights of a room together: those that are on keep their differences, and those that are off stay so. Pure. */
import { briOf } from "../../src/model/units.ts";
import { roomCommands, type SwitchedRoom } from "../home/sections.ts";
import type { ApiCommand } from "../perform.ts";

const MOST = 254;

/** `lit`: of its lights those that are on; where none is, all come on. `percent`: their mean from then on. */
export function dimCommands(
  room: string,
  section: SwitchedRoom,
  lit: SwitchedRoom["switched"],
  percent: number,
): readonly ApiCommand[] {
  if (percent === 0) return roomCommands(room, section, { on: false });
  const wanted = briOf(percent);
  const dimmed = lit.flatMap(({ address, state: { bri } }) => (typeof bri === "number" ? [{ address, bri }] : []));
  const isEven = new Set(dimmed.map(({ bri }) => bri)).size < 2;
  if (dimmed.length === 0 || (isEven && dimmed.length === section.switched.length))
    return roomCommands(room, section, { on: true, bri: wanted });
  const mean = dimmed.reduce((sum, { bri }) => sum + bri, 0) / dimmed.length;
  return dimmed.map(({ address, bri }) => ({
    ...{ method: "PUT" as const, address: `${address}/state` },
    body: { bri: Math.max(1, Math.round(levelFor(bri, mean, wanted))) },
  }));
}

/** Darker in proportion to its light, brighter in proportion to what is left to the brightest: none ends before the others. */
function levelFor(bri: number, mean: number, wanted: number): number {
  if (wanted <= mean) return mean === 0 ? wanted : (bri * wanted) / mean;
  return bri + ((MOST - bri) * (wanted - mean)) / (MOST - mean);
}
