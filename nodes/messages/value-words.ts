/** Values in the words of people, as statuses say them: "no motion", "21.5 °C". The words are those of the panels. */
import { type Definition, field } from "../../src/model/definitions.ts";
import type { Section, Values } from "../../src/model/resource.ts";
import { SENSOR_KINDS } from "../../src/model/sensors/sensor-kinds.ts";
import { SCALES_OF_LAMPS, scaleOfUnit } from "../../src/model/units.ts";
import { textsIn } from "../admin/page.ts";

/** The words of a language. */
export interface Wording {
  readonly language: string;
  readonly text: (key: string) => string | undefined; // of the panels
}

type Tree = { readonly [key: string]: string | Tree };

const BY_DEVICES = /^(ZHA|ZGP|ZLL)/;
const STAMPS: readonly string[] = ["lastupdated"];
const FINEST = 3; // digits, of values without a scale of their own
const known = new Map<string, Wording>();

/** Read once, and kept: there are few languages. */
export function wordingIn(language: string): Wording {
  const before = known.get(language);
  if (before) return before;
  const { language: given, json } = textsIn(language);
  const texts = JSON.parse(json) as Tree;
  const text = (key: string) => {
    const found = key.split(".").reduce<Tree | string | undefined>((node, name) => {
      return typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined;
    }, texts);
    return typeof found === "string" ? found : undefined;
  };
  const isGiven = given.split("-")[0] === language.split("-")[0]; // "de-AT" counts its own way
  const wording = { language: isGiven ? language : given, text };
  known.set(language, wording);
  return wording;
}

/** The member by which people know a sensor; undefined for a kind without one. */
export function mainMember(type: string): string | undefined {
  return SENSOR_KINDS[type.replace(/^(ZHA|ZGP|ZLL|CLIP)/, "")]?.tells?.[0];
}

/** "Temperature": what a sensor is, in a word; "" of a type that no device has. */
export function sensorInWords(type: string, { text, language }: Wording): string {
  const plain = type.replace(BY_DEVICES, "");
  return text(`devices.type.${plain}`) ?? SENSOR_KINDS[plain]?.name[language.startsWith("de") ? "de" : "en-US"] ?? "";
}

/** Values as the API counts: "no motion", "21.5 °C, 48 %". A value without a report is left out. */
export function inWords(
  values: Values,
  definition: Definition,
  sectionOf: (member: string) => Section,
  wording: Wording,
): string {
  const words = Object.entries(values).flatMap(([member, value]) => {
    if (value === null || value === undefined || STAMPS.includes(member)) return [];
    if (typeof value !== "number") return [wordOf(member, value, wording)];
    const own = field(definition, sectionOf(member), member)?.unit ?? "";
    const scale = SCALES_OF_LAMPS[member] ?? scaleOfUnit(own);
    const style = { maximumFractionDigits: scale?.digits ?? FINEST };
    const number = new Intl.NumberFormat(wording.language, style).format(scale ? scale.toHuman(value) : value);
    const unit = scale?.unit ?? own;
    if (unit === "°" || member === "sat")
      return [`${nameOf(member, wording)}: ${number}${unit === "°" ? "" : " "}${unit}`];
    return [unit === "" ? `${nameOf(member, wording)}: ${number}` : `${number} ${unit}`];
  });
  return words.join(", ");
}

function wordOf(member: string, value: unknown, wording: Wording): string {
  const { text } = wording;
  const own = typeof value === "object" ? undefined : text(`devices.word.${member}.${value}`);
  const plain = typeof value === "boolean" ? text(`devices.${value}`) : undefined;
  return own ?? `${nameOf(member, wording)}: ${plain ?? (typeof value === "string" ? value : JSON.stringify(value))}`;
}

export function nameOf(member: string, { text, language }: Wording): string {
  const own = Object.values(SENSOR_KINDS).find(({ words }) => words && Object.hasOwn(words, member))?.words?.[member];
  return text(`devices.member.${member}`) ?? own?.[language.startsWith("de") ? "de" : "en-US"] ?? member;
}

/** A text of the panels with the words for its holes: "{key}, {gesture}". */
export function filled(text: string, holes: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
}
