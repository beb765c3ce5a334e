/** The hue and the saturation of a light as one color, as far as a word tells that it is another: "Color: blue → orange". Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { spotOf } from "../../src/model/lights/color-words.ts";
import type { Values } from "../../src/model/resource.ts";
import { sayHue } from "../colors/lamp-colors.ts";
import { say } from "../texts.ts";
import type { MemberChange } from "./log.ts";

export function asOneColor(
  told: readonly MemberChange[],
  { values, before = {} }: Pick<ChangeNotice, "values" | "before">,
): readonly MemberChange[] {
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
