/** The sentences for a trouble, and the values of their holes: the edges have the words, in their languages. Pure. */
import type { Trouble } from "./troubles.ts";

/** A text below `doctor`, with the values of its holes: `by` is a unique id, and times are milliseconds, UTC. */
export interface TroubleText {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

interface TroubleTexts {
  readonly since: TroubleText | undefined; // a state that is no trouble has no beginning
  readonly sure: string | undefined; // a text around the cause, which is not certain
  readonly cause: TroubleText;
  readonly cure: TroubleText;
}

/** A kind whose sentence has a hole for a fact that is not always known has another sentence without it. */
const OFTEN_WITHOUT: Readonly<Partial<Record<Trouble["kind"], keyof Trouble>>> = {
  "battery-flat": "battery",
  asleep: "minutes",
};

function textsOf(trouble: Trouble): TroubleTexts {
  const { kind, certainty, lost, since } = trouble;
  const values = Object.fromEntries(
    Object.entries(trouble).filter(([, value]) => typeof value === "string" || typeof value === "number"),
  ) as Record<string, string | number>;
  const needed = OFTEN_WITHOUT[kind];
  const cause = needed !== undefined && !trouble[needed] ? `${kind}-plain` : kind;
  const cure = kind === "channel-busy" && trouble.better === undefined ? `${kind}-plain` : kind;
  return {
    since: kind === "asleep" ? undefined : { key: `since.${lost ? "lost" : "failing"}`, values: { since } },
    sure: certainty === "certain" || kind === "unknown" ? undefined : `sure.${certainty}`,
    cause: { key: `says.${cause}`, values },
    cure: { key: `cure.${cure}`, values },
  };
}

/** The whole sentence; `say` has the words. */
export function sentenceOf(trouble: Trouble, say: (text: TroubleText) => string): { cause: string; cure: string } {
  const { since, sure, cause, cure } = textsOf(trouble);
  const said = say(cause);
  const whole = sure === undefined ? said : say({ key: sure, values: { cause: said } });
  return { cause: since === undefined ? whole : `${say(since)} ${whole}`, cure: say(cure) };
}

/** As the API has it → as it was told. */
export function readTrouble(told: unknown): Trouble | undefined {
  if (typeof told !== "object" || told === null) return undefined;
  const { since, bysince, ...rest } = told as Readonly<Record<string, unknown>>;
  const at = {
    since: Date.parse(String(since)),
    ...(bysince === undefined ? {} : { bysince: Date.parse(String(bysince)) }),
  };
  return { ...rest, ...at } as unknown as Trouble;
}
