/** Values in the words of the exposes → frames, by the converters of the device or of a group's members. */
import { type Answers, type Ieee, RadioError } from "../../../model/radio.ts";
import type { Values } from "../../../model/resource.ts";
import type { Converter, ConverterMeta, Definition, Endpoint, Group, Notes } from "../herdsman.ts";
import { plainValues } from "../plain-data.ts";
import { failureOf, refusal } from "./order-failures.ts";
import { listeningTo, type Refused } from "./refusals.ts";

/** Whom the converters are to speak to, and what they need to know of it. */
export interface Party {
  readonly definitions: readonly Definition[]; // of a group: in the order of its members
  readonly meta: Pick<ConverterMeta, "device" | "mapped" | "options" | "state" | "publish" | "deviceExposesChanged">;
  readonly members?: Readonly<Record<Ieee, Notes>>; // of a group: what is known of each
  /** The endpoint that a key is for: by its own suffix, else the one of the order. */
  readonly place: (key: string) => Place;
  /** Believed from now on. */
  readonly believe: (state: Values, member?: Ieee) => void;
}

export interface Place {
  readonly entity: Endpoint | Group;
  readonly key: string; // without a suffix
  readonly name: string | undefined; // of the endpoint
}

interface Step extends Place {
  readonly value: unknown;
  readonly converter: Converter;
  readonly keys: string[]; // all that it looks after, as they were asked
}

const POWER: readonly string[] = ["state", "brightness", "brightness_percent"];
/** They say how the others are reached, and need no converter of their own. */
const MANNERS: readonly string[] = ["transition", "on_time", "off_wait_time"];
/** What the commands of a cluster can be for, where one converter looks after a whole lamp. */
const KEYS_OF: Readonly<Record<number, RegExp>> = {
  6: /^(state|brightness)/,
  8: /^(state|brightness)/,
  768: /^(color|hue|saturation|effect)/,
};
/** One question answers all of these. */
const COLORS: readonly string[] = ["color", "color_temp", "color_mode"];

/** What the device refuses keeps it from nothing else of the same order. Rejects with what it refused. */
export async function set(party: Party, values: Values): Promise<Answers["set"]> {
  const state: Notes = {};
  const refused: string[] = [];
  let first: RadioError | undefined;
  for (const { entity, key, name, value, converter, keys } of stepsFor(party, values)) {
    const meta: ConverterMeta = {
      ...party.meta,
      endpoint_name: name,
      message: withoutSuffix(values, name),
      ...(party.members && { membersState: { ...party.members } }),
    };
    const { done, refusals } = await obeyed(async () => await converter.convertSet?.(entity, key, value, meta));
    for (const { failure, cluster } of refusals) {
      refused.push(...keysOf(cluster, keys));
      first ??= failure;
    }
    if (refusals.length > 0) continue;
    const told = withSuffix(done?.state ?? {}, name);
    Object.assign(state, told);
    party.believe(told);
    for (const [ieee, member] of Object.entries(done?.membersState ?? {})) party.believe(member, ieee);
  }
  if (first) throw new RadioError(first.code, first.message, first.status, [...new Set(refused)]);
  return { state: plainValues(state) };
}

interface Obeyed<Done> {
  readonly done?: Done;
  readonly refusals: readonly { readonly failure: RadioError; readonly cluster?: number }[];
}

/** A converter throws some of the refusals that its device answers, and knows nothing of others. */
async function obeyed<Done>(convert: () => Promise<Done>): Promise<Obeyed<Done>> {
  const heard: Refused[] = [];
  const told = () => heard.map(({ status, cluster }) => ({ failure: refusal(status), cluster }));
  try {
    const done = await listeningTo(heard, convert);
    return { done, refusals: told() };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== "refused") throw error;
    return { refusals: [...told(), { failure }] };
  }
}

/** Of those that a converter looks after, those that a command of this cluster was for. */
function keysOf(cluster: number | undefined, keys: readonly string[]): readonly string[] {
  const own = cluster === undefined ? undefined : KEYS_OF[cluster];
  const meant = keys.filter((key) => own?.test(key));
  return meant.length > 0 ? meant : keys;
}

/** What it cannot be asked for is left out, unless that is all. */
export async function get(party: Party, keys: readonly string[]): Promise<Answers["get"]> {
  const asked: string[] = [];
  const askedForColor = new Set<Converter>();
  let failure: unknown;
  for (const whole of keys) {
    const place = party.place(whole);
    const converter = converterFor(party, place, "convertGet");
    if (!converter?.convertGet) {
      failure ??= new RadioError("unsupported", `it cannot be asked for ${whole}`);
      continue;
    }
    if (COLORS.includes(place.key)) {
      asked.push(whole);
      if (askedForColor.has(converter)) continue;
      askedForColor.add(converter);
    } else asked.push(whole);
    try {
      await converter.convertGet(place.entity, place.key, { ...party.meta, endpoint_name: place.name, message: {} });
    } catch (error) {
      const refused = failureOf(error);
      if (refused.code !== "refused") throw error;
      failure ??= refused;
      asked.splice(asked.lastIndexOf(whole), 1);
    }
  }
  if (asked.length === 0 && failure) throw failure;
  return { asked };
}

/** Which converter is used for what, in the order of sending; each once for an endpoint, as it looks at all values. */
function stepsFor(party: Party, values: Values): readonly Step[] {
  const steps: Step[] = [];
  for (const [whole, value] of inOrder(values)) {
    const place = party.place(whole);
    const converter = converterFor(party, place, "convertSet");
    if (!converter) {
      if (MANNERS.includes(place.key)) continue;
      throw new RadioError("unsupported", `it does not know ${whole}`);
    }
    const used = steps.find((step) => step.converter === converter && step.entity === place.entity);
    if (used) used.keys.push(whole);
    else steps.push({ ...place, value, converter, keys: [whole] });
  }
  return steps;
}

/** A light is switched on before it is coloured, and off after that. */
function inOrder(values: Values): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(values);
  const isPower = ([key]: readonly [string, unknown]) => POWER.includes(key);
  const power = entries.filter(isPower);
  const others = entries.filter((entry) => !isPower(entry));
  const isOff = typeof values.state === "string" && values.state.toLowerCase() === "off";
  return isOff ? [...others, ...power] : [...power, ...others];
}

function converterFor(
  { definitions }: Party,
  { key, name }: Place,
  way: "convertSet" | "convertGet",
): Converter | undefined {
  const fits = (converter: Converter) =>
    (!converter.key || converter.key.includes(key)) &&
    (!converter.endpoints || (name !== undefined && converter.endpoints.includes(name))) &&
    converter[way] !== undefined;
  for (const { toZigbee } of new Set(definitions)) {
    const found = toZigbee.find(fits);
    if (found) return found;
  }
  return undefined;
}

function withoutSuffix(values: Values, name: string | undefined): Notes {
  if (name === undefined) return { ...values };
  const end = `_${name}`;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key.endsWith(end) ? key.slice(0, -end.length) : key, value]),
  );
}

function withSuffix(state: Notes, name: string | undefined): Notes {
  if (name === undefined) return state;
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [`${key}_${name}`, value]));
}
