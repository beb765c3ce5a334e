/** A cluster of Hue's: all that a light shows in one piece. A strip is told a gradient by it, and reports its state there. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { COLOR, MODE, show } from "./color-channels.ts";
import { halt } from "./gliding.ts";
import { isDeaf } from "./level.ts";

const CLUSTER = "manuSpecificPhilips2";
const ON_OFF = "genOnOff";
const LEVEL = "genLevelCtrl";
const FLAG = {
  on: 0x01,
  level: 0x02,
  mirek: 0x04,
  xy: 0x08,
  fade: 0x10,
  effect: 0x20,
  params: 0x40,
  speed: 0x80,
} as const;
const COLORS = 0x100;
const MOST_COLORS = 9;
const STEPS = 4095; // of 12 bits
const FULL = { x: 0.7347, y: 0.8264 } as const;
const UNIT = 65_535;
const BEFORE_COLORS = 8; // bytes of its report: flags, on, level, x and y
const SHOWN: readonly string[] = [ON_OFF, LEVEL, COLOR];

export const GRADIENT: Cluster = {
  name: CLUSTER,
  fleeting: ["state"],
  commands: {
    multiColor: (endpoint, payload) => {
      const { data } = payload as unknown as { readonly data: Buffer };
      return isDeaf(endpoint, COLOR, {}) && !(data[0] && data[0] & FLAG.on) ? undefined : obey(endpoint, data);
    },
  },
  changed: (endpoint, cluster, attribute) => {
    if (!SHOWN.includes(cluster)) return;
    if (cluster === COLOR && attribute.startsWith("current")) endpoint.memory.gradient = 0;
    if (cluster === COLOR && attribute === "colorTemperature") endpoint.memory.gradient = 0;
    endpoint.set(CLUSTER, { state: shown(endpoint) });
  },
  joined: (endpoint) => endpoint.set(CLUSTER, { state: shown(endpoint) }),
};

function obey(endpoint: ClusterEndpoint, data: Buffer): number | undefined {
  if (data.length < 2) return STATUS.MALFORMED_COMMAND;
  const flags = data.readUInt16LE(0);
  let at = 2;
  const take = (flag: number, bytes: number) => {
    if (!(flags & flag)) return undefined;
    at += bytes;
    return at <= data.length ? data.readUIntLE(at - bytes, Math.min(bytes, 2)) : undefined;
  };
  const [on, level, mirek] = [take(FLAG.on, 1), take(FLAG.level, 1), take(FLAG.mirek, 2)];
  const xy = take(FLAG.xy, 4) === undefined ? undefined : [data.readUInt16LE(at - 4), data.readUInt16LE(at - 2)];
  take(FLAG.fade, 2);
  take(FLAG.effect, 1);
  const colors = flags & COLORS ? data.subarray(at, at + 1 + (data[at] ?? 0)) : undefined;
  if (colors && !isWhole(colors)) return STATUS.INVALID_VALUE;
  at += (colors?.length ?? 0) + (flags & FLAG.speed ? 1 : 0);
  const params = flags & FLAG.params ? data.subarray(at, at + 2) : Buffer.from([(colors?.[1] ?? 0) >> 1, 0]);
  if (on !== undefined) endpoint.set(ON_OFF, { onOff: on });
  if (level !== undefined) endpoint.set(LEVEL, { currentLevel: level });
  halt(endpoint, "color");
  if (mirek !== undefined) show(endpoint, ["temperature"], [mirek]);
  if (xy) show(endpoint, ["x", "y"], xy);
  if (colors) shine(endpoint, Buffer.concat([colors, params]));
  return undefined;
}

/** By the standard cluster it says that it shows the first of its colors. */
function shine(endpoint: ClusterEndpoint, gradient: Buffer): void {
  const [low = 0, middle = 0, high = 0] = gradient.subarray(5);
  const x = ((((middle & 0xf) << 8) | low) * FULL.x) / STEPS;
  const y = (((high << 4) | (middle >> 4)) * FULL.y) / STEPS;
  show(endpoint, ["x", "y"], [Math.round(x * UNIT), Math.round(y * UNIT)]);
  endpoint.memory.gradient = 1;
  endpoint.set(CLUSTER, { state: `${"0".repeat(2 * BEFORE_COLORS)}${gradient.toString("hex")}` });
  endpoint.set(CLUSTER, { state: shown(endpoint) });
}

/** As it says of itself. */
function shown(endpoint: ClusterEndpoint): string {
  const begin = [endpoint.get(ON_OFF, "onOff"), endpoint.get(LEVEL, "currentLevel")];
  const word = (attribute: string) => {
    const value = endpoint.get(COLOR, attribute);
    return [value & 0xff, value >> 8];
  };
  const xy = [...word("currentX"), ...word("currentY")];
  if (endpoint.memory.gradient === 1) {
    const gradient = Buffer.from(endpoint.text(CLUSTER, "state"), "hex").subarray(BEFORE_COLORS);
    return Buffer.from([0x4b, 0x01, ...begin, ...xy, ...gradient]).toString("hex");
  }
  const isWhite = endpoint.get(COLOR, "colorMode") === MODE.temperature;
  return Buffer.from(
    isWhite ? [0x0f, 0, ...begin, ...word("colorTemperature"), ...xy] : [0x0b, 0, ...begin, ...xy],
  ).toString("hex");
}

function isWhole(colors: Buffer): boolean {
  const count = (colors[1] ?? 0) >> 4;
  return count > 0 && count <= MOST_COLORS && colors.length === 1 + (colors[0] ?? 0) && colors.length >= 5 + 3 * count;
}
