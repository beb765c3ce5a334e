/** The trouble of a device and its cure, as sentences. Pure. */
import type { Trouble } from "../../../src/model/doctor/troubles.ts";
import { sentenceOf } from "../../../src/model/doctor/wording.ts";
import { say, sayMoment } from "../../texts.ts";

export type NameOf = (uniqueid: string) => string;

/** In the words of this language. */
export function sayTrouble(trouble: Trouble, nameOf: NameOf): { readonly cause: string; readonly cure: string } {
  return sentenceOf(trouble, ({ key, values }) => {
    const { by, since, bysince } = values;
    return say(`doctor.${key}`, {
      ...values,
      ...(by === undefined ? {} : { by: nameOf(String(by)) }),
      ...(typeof since === "number" ? { since: sayMoment(since) } : {}),
      ...(typeof bysince === "number" ? { bysince: sayMoment(bysince) } : {}),
    });
  });
}
