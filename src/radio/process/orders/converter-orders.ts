/** Orders in the words of the exposes → frames, by the converters of the device or of a group's members. */
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { type Answers, RadioError } from "../../../model/radio/orders.ts";
import type { Values } from "../../../model/resource.ts";
import type {
  ConverterDefinition,
  ConverterMeta,
  ConverterNotes,
  HerdsmanEndpoint,
  HerdsmanGroup,
  ToZigbeeConverter,
} from "../herdsman.ts";
import { plainValues } from "../plain-data.ts";
import { failureOf, newOutcomes, refusal, watchingFrames } from "./order-failures.ts";

/** The device or group that the converters are to speak to, and the facts of it that they need. */
export interface ConverterTarget {
  readonly definitions: readonly ConverterDefinition[]; // of a group: in the order of its members
  readonly meta: Pick<ConverterMeta, "device" | "mapped" | "options" | "state" | "publish" | "deviceExposesChanged">;
  readonly members?: Readonly<Record<Ieee, ConverterNotes>>; // of a group: the state of each
  /** The endpoint that a key is for: by its own suffix, else the one of the order. */
  readonly keyTarget: (key: string) => KeyTarget;
  /** Kept as the state from now on. */
  readonly keepState: (state: Values, member?: Ieee) => void;
}

export interface KeyTarget {
  readonly entity: HerdsmanEndpoint | HerdsmanGroup;
  readonly key: string; // without a suffix
  readonly name: string | undefined; // of the endpoint
}

interface ConversionStep extends KeyTarget {
  readonly value: unknown;
  readonly converter: ToZigbeeConverter;
  readonly keys: string[]; // all that the converter looks after, as they were ordered
}

const POWER: readonly string[] = ["state", "brightness", "brightness_percent"];
/** Keys that say how the others are reached, and need no converter of their own. */
const MODIFIER_KEYS: readonly string[] = ["transition", "on_time", "off_wait_time"];
/** The keys that the commands of a cluster can be for, where one converter looks after a whole lamp. */
const KEYS_OF: Readonly<Record<number, RegExp>> = {
  6: /^(state|brightness)/,
  8: /^(state|brightness)/,
  768: /^(color|hue|saturation|effect)/,
};
/** One question answers all of these. */
const COLORS: readonly string[] = ["color", "color_temp", "color_mode"];

/** A refusal of the device keeps it from no other value of the same order. Rejects with the keys that it refused. */
export async function set(target: ConverterTarget, values: Values): Promise<Answers["set"]> {
  const state: ConverterNotes = {};
  const refused: string[] = [];
  let first: RadioError | undefined;
  for (const { entity, key, name, value, converter, keys } of conversionSteps(target, values)) {
    const meta: ConverterMeta = {
      ...target.meta,
      endpoint_name: name,
      message: withoutSuffix(values, name),
      ...(target.members && { membersState: { ...target.members } }),
    };
    const { done, refusals } = await converted(async () => await converter.convertSet?.(entity, key, value, meta));
    for (const { failure, cluster } of refusals) {
      refused.push(...keysOf(cluster, keys));
      first ??= failure;
    }
    if (refusals.length > 0) continue;
    const reached = withSuffix(done?.state ?? {}, name);
    Object.assign(state, reached);
    target.keepState(reached);
    for (const [ieee, member] of Object.entries(done?.membersState ?? {})) target.keepState(member, ieee);
  }
  if (first) throw new RadioError(first.code, first.message, first.status, [...new Set(refused)]);
  return { state: plainValues(state) };
}

interface ConversionResult<Done> {
  readonly done?: Done;
  readonly refusals: readonly { readonly failure: RadioError; readonly cluster?: number }[];
}

/** A converter throws some of the refusals that its device answers, and knows nothing of others. */
async function converted<Done>(convert: () => Promise<Done>): Promise<ConversionResult<Done>> {
  const outcomes = newOutcomes();
  const refusals = () => outcomes.refused.map(({ status, cluster }) => ({ failure: refusal(status), cluster }));
  try {
    const done = await watchingFrames(outcomes, convert);
    return { done, refusals: refusals() };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== "refused") throw error;
    return { refusals: [...refusals(), { failure }] };
  }
}

/** Of the keys that a converter looks after, those that a command of this cluster was for. */
function keysOf(cluster: number | undefined, keys: readonly string[]): readonly string[] {
  const own = cluster === undefined ? undefined : KEYS_OF[cluster];
  const meant = keys.filter((key) => own?.test(key));
  return meant.length > 0 ? meant : keys;
}

/**
 * Keys that the device cannot be asked for are left out, unless those are all. Rejects when the device is silent, also where the converter keeps
 * that to itself.
 */
export async function get(target: ConverterTarget, keys: readonly string[]): Promise<Answers["get"]> {
  const outcomes = newOutcomes();
  const answer = await watchingFrames(outcomes, () => askFor(target, keys));
  if (outcomes.failed.length > 0 && !outcomes.isAnswered) throw outcomes.failed[0];
  return answer;
}

async function askFor(target: ConverterTarget, keys: readonly string[]): Promise<Answers["get"]> {
  const asked: string[] = [];
  const askedForColor = new Set<ToZigbeeConverter>();
  let failure: unknown;
  for (const whole of keys) {
    const keyTarget = target.keyTarget(whole);
    const converter = converterFor(target, keyTarget, "convertGet");
    if (!converter?.convertGet) {
      failure ??= new RadioError("unsupported", `it cannot be asked for ${whole}`);
      continue;
    }
    if (COLORS.includes(keyTarget.key)) {
      asked.push(whole);
      if (askedForColor.has(converter)) continue;
      askedForColor.add(converter);
    } else asked.push(whole);
    try {
      await converter.convertGet(keyTarget.entity, keyTarget.key, {
        ...target.meta,
        endpoint_name: keyTarget.name,
        message: {},
      });
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

/** Which converter is used for which key, in the sequence of sending; each once for an endpoint, as it looks at all values. */
function conversionSteps(target: ConverterTarget, values: Values): readonly ConversionStep[] {
  const steps: ConversionStep[] = [];
  for (const [whole, value] of powerFirst(values)) {
    const keyTarget = target.keyTarget(whole);
    const converter = converterFor(target, keyTarget, "convertSet");
    if (!converter) {
      if (MODIFIER_KEYS.includes(keyTarget.key)) continue;
      throw new RadioError("unsupported", `it does not know ${whole}`);
    }
    const used = steps.find((step) => step.converter === converter && step.entity === keyTarget.entity);
    if (used) used.keys.push(whole);
    else steps.push({ ...keyTarget, value, converter, keys: [whole] });
  }
  return steps;
}

/** A light is switched on before it is colored, and off after that. */
function powerFirst(values: Values): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(values);
  const isPower = ([key]: readonly [string, unknown]) => POWER.includes(key);
  const power = entries.filter(isPower);
  const others = entries.filter((entry) => !isPower(entry));
  const isOff = typeof values.state === "string" && values.state.toLowerCase() === "off";
  return isOff ? [...others, ...power] : [...power, ...others];
}

function converterFor(
  { definitions }: ConverterTarget,
  { key, name }: KeyTarget,
  way: "convertSet" | "convertGet",
): ToZigbeeConverter | undefined {
  const fits = (converter: ToZigbeeConverter) =>
    (!converter.key || converter.key.includes(key)) &&
    (!converter.endpoints || (name !== undefined && converter.endpoints.includes(name))) &&
    converter[way] !== undefined;
  for (const { toZigbee } of new Set(definitions)) {
    const found = toZigbee.find(fits);
    if (found) return found;
  }
  return undefined;
}

function withoutSuffix(values: Values, name: string | undefined): ConverterNotes {
  if (name === undefined) return { ...values };
  const end = `_${name}`;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key.endsWith(end) ? key.slice(0, -end.length) : key, value]),
  );
}

function withSuffix(state: ConverterNotes, name: string | undefined): ConverterNotes {
  if (name === undefined) return state;
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [`${key}_${name}`, value]));
}
