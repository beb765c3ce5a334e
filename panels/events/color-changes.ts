/** All that a light tells of its color as one word, as people see it: "Color: warm white → turquoise". A white keeps its kelvin. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { miredOfXy, type Xy, xyOfMired } from "../../src/model/lights/color.ts";
import { nameOfWhite, type Spot, spotOf } from "../../src/model/lights/color-words.ts";
import type { Values } from "../../src/model/resource.ts";
import { roundKelvinOf } from "../../src/model/units.ts";
import { sayHue } from "../colors/lamp-colors.ts";
import { say } from "../texts.ts";

interface ToldMember {
  readonly member: string;
  readonly label: string;
  readonly isPlain: boolean;
  readonly before?: string;
  readonly after: string;
}

const MEMBERS: readonly string[] = ["xy", "hue", "sat", "ct", "colormode"];
const COLORED: readonly unknown[] = ["xy", "hs", undefined]; // modes; one that did not change is not in the notice
const SAME_WHITE = 0.01; // of x and y: a lamp is no nearer to the white that it tells beside

/** Of two colors with the same name only the new one is told; the details of the event have the numbers. */
export function asOneColor<Member extends ToldMember>(
  told: readonly Member[],
  { values, before = {} }: Pick<ChangeNotice, "values" | "before">,
): readonly (Member | ToldMember)[] {
  const colors = told.filter(({ member }) => MEMBERS.includes(member));
  const [first] = colors;
  const isWhite = colors.some(({ member }) => member === "ct") && whiteIn(values) !== undefined;
  const [was, is] = [sayColor(before), sayColor(values)];
  if (!first || isWhite || is === undefined || !COLORED.includes(values.colormode)) return told;
  const isSeen = colors.some((each) => each.before !== each.after);
  const former = was === is && isSeen ? undefined : was;
  const label = say("devices.color");
  const color = { member: "xy", label, isPlain: false, after: is };
  return told.flatMap((each): readonly (Member | ToldMember)[] => {
    if (each === first) return [former === undefined ? color : { ...color, before: former }];
    return colors.includes(each) ? [] : [each];
  });
}

function sayColor(values: Values): string | undefined {
  const mired = whiteIn(values);
  if (mired !== undefined) return say(`events.whites.${nameOfWhite(roundKelvinOf(mired))}`);
  const spot = spotIn(values);
  return spot && sayHue(spot);
}

/** In mired. A lamp in a color tells the white that is nearest to it, too, and one in a white where that lies on the wheel. */
function whiteIn(values: Values): number | undefined {
  const { colormode, ct } = values;
  const mired = typeof ct === "number" ? ct : undefined;
  const xy = xyIn(values);
  if (colormode === "ct" && mired !== undefined) return mired;
  if (xy) return miredOfXy(xy) ?? (mired !== undefined && isNear(xy, xyOfMired(mired)) ? mired : undefined);
  if (colormode === "hs") return undefined;
  const spot = spotIn(values);
  return spot && !looksWhite(spot) ? undefined : mired;
}

function xyIn({ xy }: Values): Xy | undefined {
  return Array.isArray(xy) && xy.length === 2 ? [Number(xy[0]), Number(xy[1])] : undefined;
}

function spotIn(values: Values): Spot | undefined {
  const { hue, sat } = values;
  const isKnown = xyIn(values) !== undefined || (typeof hue === "number" && typeof sat === "number");
  return isKnown ? spotOf(values) : undefined;
}

function isNear([x, y]: Xy, [otherX, otherY]: Xy): boolean {
  return Math.hypot(x - otherX, y - otherY) < SAME_WHITE;
}

const PALE = 40; // per cent of saturation, as of a cold white
const FULL = 95; //  per cent, which no white has
const WARM = { from: 20, to: 50 }; // degrees

/** On the wheel of the lamp itself, which is another one with each maker. */
function looksWhite({ degrees, percent }: Spot): boolean {
  return percent < PALE || (percent < FULL && degrees >= WARM.from && degrees <= WARM.to);
}
