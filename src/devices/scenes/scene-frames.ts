/** What a light does in a scene, in the words of Zigbee's scene tables, and in those in which a light is told. Pure. */
import { xyOfMired } from "../../model/color.ts";
import type { Values } from "../../model/resource.ts";

const ON_OFF = 0x0006;
const LEVEL = 0x0008;
const COVERING = 0x0102;
const COLOR = 0x0300;
const UNIT = 65_535;
const MOST_XY = 65_279; // what is above that means nothing
const WHOLE_SECONDS = 10; // from here on lights that only know seconds keep the time, too

export interface ExtensionFieldSet {
  readonly clstId: number;
  readonly len: number;
  readonly extField: readonly number[];
}

export interface AddSceneCommand {
  readonly command: "add" | "enhancedAdd";
  readonly payload: Values;
}

/** Zigbee's tables have no words for other effects than the color loop, nor for gradients and fans. */
export function canBeKept({ effect, speed, gradient }: Values): boolean {
  return speed === undefined && gradient === undefined && (effect === undefined || effect === "colorloop");
}

/** `has`: the light has this cluster. It gets no name: nobody reads it, and what has another name would have to be written anew. */
export function entryFor(
  light: Values,
  { group, scene }: { readonly group: number; readonly scene: number },
  has: (cluster: number) => boolean,
): AddSceneCommand {
  const tenths = Number(light.transitiontime ?? 0);
  const isWhole = tenths % WHOLE_SECONDS === 0;
  const payload = {
    groupid: group,
    sceneid: scene,
    transtime: isWhole ? tenths / WHOLE_SECONDS : tenths,
    scenename: "",
    extensionfieldsets: fieldsOf(light, has),
  };
  return { command: isWhole ? "add" : "enhancedAdd", payload };
}

/** Of a light that is off nothing else: some would go on for a level. */
function fieldsOf(light: Values, has: (cluster: number) => boolean): readonly ExtensionFieldSet[] {
  const sets: ExtensionFieldSet[] = [];
  if (has(COVERING) && typeof light.lift === "number") sets.push({ clstId: COVERING, len: 1, extField: [light.lift] });
  if (has(ON_OFF)) sets.push({ clstId: ON_OFF, len: 1, extField: [light.on === true ? 1 : 0] });
  if (light.on !== true) return sets;
  if (has(LEVEL) && Number(light.bri) > 0) sets.push({ clstId: LEVEL, len: 1, extField: [Number(light.bri)] });
  if (has(COLOR) && light.colormode !== undefined) sets.push(colorOf(light));
  return sets;
}

/** x, y, enhanced hue, saturation, loop on, its direction, its time; and the color temperature, for lights that know it. */
function colorOf(light: Values): ExtensionFieldSet {
  const { colormode, ct, hue = 0, sat = 0, effect } = light;
  const xy = colormode === "ct" ? xyOfMired(Number(ct)) : (light.xy as readonly number[] | undefined);
  const [x = 0, y = 0] = xy ?? [];
  const onAir = (part: number) => Math.min(MOST_XY, Math.max(1, Math.round(part * UNIT)));
  const isLoop = effect === "colorloop" ? 1 : 0;
  const isHue = colormode === "hs";
  const base = [
    xy && !isHue ? onAir(x) : 0,
    xy && !isHue ? onAir(y) : 0,
    isHue ? Number(hue) : 0,
    isHue ? Number(sat) : 0,
    isLoop,
    isLoop,
    isLoop ? 25 : 0,
  ];
  return colormode === "ct"
    ? { clstId: COLOR, len: 13, extField: [...base, Number(ct)] }
    : { clstId: COLOR, len: 11, extField: base };
}

/** How what the light shows of it compares: the same, the same as far as it goes, or something else. Colors may be kept in other words. */
export function seenAs({ payload }: AddSceneCommand, { extensionfieldsets }: Values): "same" | "bare" | "other" {
  const shown = (Array.isArray(extensionfieldsets) ? extensionfieldsets : []) as readonly ExtensionFieldSet[];
  const plain = (payload.extensionfieldsets as readonly ExtensionFieldSet[]).filter(({ clstId }) => clstId !== COLOR);
  const pairs = plain.map(({ clstId, extField }) => [
    extField[0],
    shown.find((each) => each.clstId === clstId)?.extField[0],
  ]);
  if (pairs.some(([wanted, is]) => is !== undefined && isFar(wanted, is, NEAR_LEVEL))) return "other";
  return pairs.every(([, is]) => is !== undefined) ? "same" : "bare";
}

const NEAR_LEVEL = 2;
const NEAR_CT = 3; // mired: what a frame and a lamp make of it
const NEAR_XY = 0.01;
const NEAR_HUE = 700;
const NEAR_SAT = 3;

/** What such a light is to be told after a recall that did not make it so; undefined: it is as the scene says. */
export function strayed(light: Values, state: Values): Values | undefined {
  const { on, bri, colormode, transitiontime } = light;
  if (light.lift !== undefined) return undefined; // it may be on its way for a minute
  if (on !== state.on) return told(light);
  if (on !== true) return undefined;
  if ("bri" in state && Number(bri) > 0 && isFar(bri, state.bri, NEAR_LEVEL)) return told(light);
  const isElsewhere =
    (colormode === "ct" && isFar(light.ct, state.ct, NEAR_CT)) ||
    (colormode === "xy" && isFarXy(light.xy, state.xy)) ||
    (colormode === "hs" &&
      light.effect === undefined &&
      (isFar(light.hue, state.hue, NEAR_HUE) || isFar(light.sat, state.sat, NEAR_SAT)));
  return isElsewhere ? { ...told(light), transitiontime } : undefined;
}

function told({ on, bri, colormode, ct, xy, hue, sat, effect, transitiontime }: Values): Values {
  if (on !== true) return { on: false };
  const colors: Readonly<Record<string, Values>> = { ct: { ct }, xy: { xy }, hs: { hue, sat } };
  const color = effect === undefined ? colors[String(colormode)] : { effect };
  return { on, ...(Number(bri) > 0 ? { bri } : {}), ...color, transitiontime };
}

function isFar(one: unknown, other: unknown, near: number): boolean {
  return typeof one === "number" && typeof other === "number" && Math.abs(one - other) > near;
}

function isFarXy(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.some((part, index) => isFar(part, other[index], NEAR_XY));
}
