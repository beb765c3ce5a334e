/** The hue and the saturation of a light as one color, as far as a word tells that it is another: "Color: blue → orange". Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { spotOf } from "../../src/model/lights/color-words.ts";
import type { Values } from "../../src/model/resource.ts";
import { sayHue } from "../colors/lamp-colors.ts";
import { say } from "../texts.ts";

interface ToldMember {
  readonly member: string;
  readonly label: string;
  readonly isPlain: boolean;
  readonly before?: string;
  readonly after: string;
}

export function asOneColor<Member extends ToldMember>(
  told: readonly Member[],
  { values, before = {} }: Pick<ChangeNotice, "values" | "before">,
): readonly (Member | ToldMember)[] {
  const [was, is] = [before, values].map(sayColor);
  const hue = told.find(({ member }) => member === "hue");
  if (!hue || is === undefined || is === was) return told;
  const color = { member: "hue", label: say("devices.color"), isPlain: false, after: is };
  const others = told.filter(({ member }) => member !== "sat");
  return others.map((each) => (each === hue ? { ...color, ...(was === undefined ? {} : { before: was }) } : each));
}

function sayColor({ hue, sat }: Values): string | undefined {
  return typeof hue === "number" && typeof sat === "number" ? sayHue(spotOf({ hue, sat })) : undefined;
}
