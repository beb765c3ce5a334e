/** Values in the words of the exposes → frames, by the converters of the device or of a group's members. */
import { type Answers, type Ieee, RadioError } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import type { Converter, ConverterMeta, Definition, Endpoint, Group, Notes } from "./herdsman.ts";
import { plainValues } from "./plain.ts";

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
}

const POWER: readonly string[] = ["state", "brightness", "brightness_percent"];
/** They say how the others are reached, and need no converter of their own. */
const MANNERS: readonly string[] = ["transition", "on_time", "off_wait_time"];
/** One question answers all of these. */
const COLORS: readonly string[] = ["color", "color_temp", "color_mode"];

export async function set(party: Party, values: Values): Promise<Answers["set"]> {
  const state: Notes = {};
  for (const { entity, key, name, value, converter } of stepsFor(party, values)) {
    const meta: ConverterMeta = {
      ...party.meta,
      endpoint_name: name,
      message: withoutSuffix(values, name),
      ...(party.members && { membersState: { ...party.members } }),
    };
    const done = await converter.convertSet?.(entity, key, value, meta);
    const told = withSuffix(done?.state ?? {}, name);
    Object.assign(state, told);
    party.believe(told);
    for (const [ieee, member] of Object.entries(done?.membersState ?? {})) party.believe(member, ieee);
  }
  return { state: plainValues(state) };
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
    await converter.convertGet(place.entity, place.key, { ...party.meta, endpoint_name: place.name, message: {} });
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
    const isUsed = steps.some((step) => step.converter === converter && step.entity === place.entity);
    if (!isUsed) steps.push({ ...place, value, converter });
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
