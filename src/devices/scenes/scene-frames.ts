/** The state of a light in a scene: as an entry of Zigbee's scene tables, and as the values of a command. Pure. */
import { isNear } from "../../model/devices.ts";
import { xyOfMired } from "../../model/lights/color.ts";
import { COLORS_OF_MODE } from "../../model/lights/scenes.ts";
import type { Values } from "../../model/resource.ts";

const ON_OFF = 0x0006;
const LEVEL = 0x0008;
const COVERING = 0x0102;
const COLOR = 0x0300;
const UNIT = 65_535;
const MOST_XY = 65_279; // a higher value means nothing
const WHOLE_SECONDS = 10; // from here on lights that only know seconds keep the time, too

interface ExtensionFieldSet {
  readonly clstId: number;
  readonly len: number;
  readonly extField: readonly number[];
}

export interface AddSceneCommand {
  readonly command: "add" | "enhancedAdd";
  readonly payload: Values;
}

/** An entry of a scene table has no field for effects other than the color loop, for gradients or for fans. */
export function canBeKept({ effect, speed, gradient }: Values): boolean {
  return speed === undefined && gradient === undefined && (effect === undefined || effect === "colorloop");
}

/** `has`: the light has this cluster. The entry gets no name: no client reads it, and each renamed scene would have to be written anew. */
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

/** For a light that is off only that: some would go on for a level. */
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
  const onAir = (share: number) => Math.min(MOST_XY, Math.max(1, Math.round(share * UNIT)));
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

/** How the entry that the light shows compares: the same, the same but incomplete, or another. Colors may be kept in another color space. */
export function seenAs({ payload }: AddSceneCommand, { extensionfieldsets }: Values): "same" | "bare" | "other" {
  const shown = (Array.isArray(extensionfieldsets) ? extensionfieldsets : []) as readonly ExtensionFieldSet[];
  const plain = (payload.extensionfieldsets as readonly ExtensionFieldSet[]).filter(({ clstId }) => clstId !== COLOR);
  const pairs = plain.map(({ clstId, extField }) => [
    extField[0],
    shown.find((each) => each.clstId === clstId)?.extField[0],
  ]);
  if (pairs.some(([wanted, is]) => is !== undefined && !isNear("bri", is, wanted))) return "other";
  return pairs.every(([, is]) => is !== undefined) ? "same" : "bare";
}

/** The command for a light that is not as the scene says after a recall; undefined: the light is so. */
export function strayed(light: Values, state: Values): Values | undefined {
  const { on, bri, colormode, effect, transitiontime } = light;
  if (light.lift !== undefined) return undefined; // a covering may be on its way for a minute
  if (on !== state.on) return told(light);
  if (on !== true) return undefined;
  const differs = (name: string) => (state[name] ?? undefined) !== undefined && !isNear(name, state[name], light[name]);
  if (Number(bri) > 0 && differs("bri")) return told(light);
  const isLoop = colormode === "hs" && effect !== undefined;
  return !isLoop && colorsOf(light).some(differs) ? { ...told(light), transitiontime } : undefined;
}

function told(light: Values): Values {
  const { on, bri, effect, transitiontime } = light;
  if (on !== true) return { on: false };
  const color =
    effect === undefined ? Object.fromEntries(colorsOf(light).map((name) => [name, light[name]])) : { effect };
  return { on, ...(Number(bri) > 0 ? { bri } : {}), ...color, transitiontime };
}

function colorsOf({ colormode }: Values): readonly string[] {
  return COLORS_OF_MODE[String(colormode)] ?? [];
}
