/** The values that a scene keeps of an endpoint, in the order of the Zigbee tables, and how it is recalled. */
import type { ClusterEndpoint, StoredScene } from "./cluster.ts";
import { type Channel, COLOR, canDo, MODE, shownOf } from "./color-channels.ts";
import { loop, moveTo } from "./color-moves.ts";
import { nearestTemperature } from "./colors.ts";
import { glide, halt } from "./gliding.ts";

const RECALL = "recall";
export const GOING_OFF = "off";
const SETTLED = 2; // tenths of a second after which a recalled scene is all there

interface SceneField {
  readonly id: number;
  readonly name: string;
  readonly attributes: readonly string[];
  readonly bytes: readonly number[];
}

export const FIELDS: readonly SceneField[] = [
  { id: 6, name: "genOnOff", attributes: ["onOff"], bytes: [1] },
  { id: 8, name: "genLevelCtrl", attributes: ["currentLevel"], bytes: [1] },
  {
    id: 0x0102,
    name: "closuresWindowCovering",
    attributes: ["currentPositionLiftPercentage", "currentPositionTiltPercentage"],
    bytes: [1, 1],
  },
  {
    id: 0x0300,
    name: "lightingColorCtrl",
    attributes: [
      "currentX",
      "currentY",
      "enhancedCurrentHue",
      "currentSaturation",
      "colorLoopActive",
      "colorLoopDirection",
      "colorLoopTime",
      "colorTemperature",
    ],
    bytes: [2, 2, 2, 1, 1, 1, 2, 2],
  },
];

/** True of a value that is part of scenes: when it changes, no scene is the present one any more. */
export function isPartOfScene(cluster: string, attribute: string): boolean {
  return FIELDS.some(({ name, attributes }) => name === cluster && attributes.includes(attribute));
}

export function sceneOf(
  endpoint: ClusterEndpoint,
  { group, id }: Pick<StoredScene, "group" | "id">,
): StoredScene | undefined {
  return endpoint.device.scenes.find(
    (scene) => scene.group === group && scene.id === id && scene.endpoint === endpoint.id,
  );
}

export function putScene(endpoint: ClusterEndpoint, scene: StoredScene): void {
  const old = sceneOf(endpoint, scene);
  endpoint.device.scenes = [...endpoint.device.scenes.filter((other) => other !== old), scene];
  endpoint.device.note();
}

/** Keeps how the endpoint is now; name and time stay as they were. */
export function storeScene(endpoint: ClusterEndpoint, { group, id }: Pick<StoredScene, "group" | "id">): void {
  const values = Object.fromEntries(
    FIELDS.filter(({ name }) => endpoint.has(name)).map(({ id: cluster, name, attributes }) => [
      cluster,
      name === COLOR ? keptColor(endpoint) : attributes.map((attribute) => endpoint.get(name, attribute)),
    ]),
  );
  const { name = "", tenths = 0 } = sceneOf(endpoint, { group, id }) ?? {};
  putScene(endpoint, { group, id, endpoint: endpoint.id, name, tenths, values });
}

/** False: there is no such scene. `tenths`: in place of its own time. */
export function recallScene(
  endpoint: ClusterEndpoint,
  key: Pick<StoredScene, "group" | "id">,
  tenths?: number,
): boolean {
  const scene = sceneOf(endpoint, key);
  if (!scene) return false;
  const time = tenths ?? scene.tenths;
  for (const { id, name, attributes } of FIELDS) {
    const stored = scene.values[id];
    if (!stored || !endpoint.has(name)) continue;
    if (name === "genOnOff") recallOnOff(endpoint, stored[0] === 1, time);
    else if (name === COLOR) recallColor(endpoint, stored, time);
    else recallField(endpoint, name, attributes.slice(0, stored.length), stored, time);
  }
  const settling = time > 0 ? time + SETTLED : 0;
  glide(endpoint, RECALL, { from: [], to: [], tenths: settling, apply: () => {} });
  return true;
}

/** A change now is part of the recall of a scene. */
export function isRecalling(endpoint: ClusterEndpoint): boolean {
  return endpoint.running.has(RECALL);
}

function recallOnOff(endpoint: ClusterEndpoint, on: boolean, tenths: number): void {
  for (const what of ["timed", "level"]) halt(endpoint, what);
  // A light that goes off first becomes dark; one that is turned on meanwhile stays on.
  const wait = on || !endpoint.has("genLevelCtrl") ? 0 : tenths;
  glide(endpoint, GOING_OFF, {
    from: [],
    to: [],
    tenths: wait,
    apply: () => {},
    done: () => endpoint.set("genOnOff", { onOff: on ? 1 : 0 }),
  });
}

function recallColor(endpoint: ClusterEndpoint, stored: readonly number[], tenths: number): void {
  const meant = recalledColor(endpoint, stored);
  if (meant) moveTo(endpoint, meant.channels, meant.to, tenths);
  if (!isLoop(stored)) return;
  endpoint.set(COLOR, { colorLoopActive: 1, colorLoopDirection: stored[5] ?? 0, colorLoopTime: stored[6] ?? 0 });
  loop(endpoint, stored[2] ?? 0);
}

const MOVES_AS: Readonly<Record<string, string>> = {
  genLevelCtrl: "level",
  closuresWindowCovering: "lift",
};

function recallField(
  endpoint: ClusterEndpoint,
  cluster: string,
  attributes: readonly string[],
  stored: readonly number[],
  tenths: number,
): void {
  glide(endpoint, MOVES_AS[cluster] ?? cluster, {
    from: attributes.map((attribute) => endpoint.get(cluster, attribute)),
    to: stored,
    tenths,
    apply: (values, remainingTime) => {
      const now = attributes.map((attribute, index) => [attribute, Math.round(values[index] ?? 0)]);
      endpoint.set(cluster, { ...Object.fromEntries(now), remainingTime });
    },
  });
}

interface RecalledColor {
  readonly channels: readonly Channel[];
  readonly to: readonly number[];
}

/** Zigbee keeps a color in all of its forms at once, and those that are not zero count. In this order: x, y, enhanced hue, saturation, loop on, its direction, its time, temperature. */
function keptColor(endpoint: ClusterEndpoint): readonly number[] {
  const mode = endpoint.get(COLOR, "enhancedColorMode");
  const isLoop = endpoint.get(COLOR, "colorLoopActive") === 1;
  const isHue = isLoop || mode === MODE.hue || mode === MODE.enhancedHue;
  const hue = isHue ? [0, 0, shownOf(endpoint, "hue"), shownOf(endpoint, "saturation")] : [];
  const xy = isHue ? hue : [shownOf(endpoint, "x"), shownOf(endpoint, "y"), 0, 0];
  const loop = ["colorLoopActive", "colorLoopDirection", "colorLoopTime"].map((name) => endpoint.get(COLOR, name));
  return [...xy, ...loop, mode === MODE.temperature ? shownOf(endpoint, "temperature") : 0];
}

function isLoop([, , , , loop = 0]: readonly number[]): boolean {
  return loop === 1;
}

/** A lamp that knows only temperatures takes the one that is nearest to a color. */
function recalledColor(endpoint: ClusterEndpoint, stored: readonly number[]): RecalledColor | undefined {
  const [x = 0, y = 0, hue = 0, saturation = 0, , , , temperature = 0] = stored;
  if (temperature > 0 && canDo(endpoint, "temperature")) return { channels: ["temperature"], to: [temperature] };
  if (x > 0 && y > 0 && canDo(endpoint, "xy")) return { channels: ["x", "y"], to: [x, y] };
  if (x > 0 && y > 0 && canDo(endpoint, "temperature"))
    return { channels: ["temperature"], to: [nearestTemperature({ x, y })] };
  if (canDo(endpoint, "hue") && (hue > 0 || saturation > 0))
    return { channels: ["hue", "saturation"], to: [hue, saturation] };
  return undefined;
}
