/** A device's trouble in words, for messages and statuses: the sentences are those of the panels. */
import { readTrouble, sentenceOf, type TroubleText } from "../../src/model/doctor/wording.ts";
import type { Change } from "../../src/model/resource.ts";
import type { Wording } from "./value-words.ts";

interface TroubleNames {
  readonly wording: Wording;
  readonly nameOf: (uniqueid: string) => string;
  readonly timeOf: (at: number) => string;
}

/** What messages carry as `description` and `cure`; undefined where the change is no new trouble of a device. */
export function troubleWords(
  { resource, section, values }: Change,
  { wording, nameOf, timeOf }: TroubleNames,
): { readonly description: string; readonly cure: string } | undefined {
  const trouble = resource.type === "Device" && section === "attr" ? readTrouble(values.trouble) : undefined;
  if (!trouble) return undefined;
  const shown = (name: string, value: string | number) => {
    if (name === "by") return nameOf(String(value));
    return typeof value === "number" && /since$/.test(name) ? timeOf(value) : String(value);
  };
  const say = ({ key, values: holes }: TroubleText) =>
    (wording.text(`doctor.${key}`) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = holes[name];
      return value === undefined ? whole : shown(name, value);
    });
  const { cause, cure } = sentenceOf(trouble, say);
  return { description: cause, cure };
}
