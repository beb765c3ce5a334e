/** What a write makes of a resource. Pure: the same for a command that still waits for the disk and for a fact. */
import { isDeepStrictEqual } from "node:util";
import { type Definition, field } from "../model/definitions.ts";
import type { Resource, Section, Values } from "../model/resource.ts";
import { readUtc, utcMilliseconds } from "../model/time/times.ts";

export interface Patched {
  readonly resource: Resource;
  readonly section: Section;
  readonly values: Values; // only what is news
  readonly before: Values;
}

/** One step for each section that became different; a write to the config may move the state behind it. */
export function patched(
  resource: Resource,
  definition: Definition,
  section: Section,
  values: Values,
  now: number,
): Patched[] {
  if (definition.onWrite?.ignores?.(resource, section)) return [];
  const first = step(resource, definition, section, values, now);
  const follows = definition.onWrite?.follows?.(resource, first?.resource ?? resource) ?? {};
  if (section === "state" && Object.keys(follows).length > 0) {
    const whole = step(resource, definition, section, { ...values, ...follows }, now);
    return whole ? [whole] : [];
  }
  if (!first) return [];
  if (section === "state") return [first];
  if (definition.onWrite?.ignores?.(first.resource, "state")) return [first];
  const news = Object.fromEntries(Object.entries(follows).filter(([name, value]) => value !== resource.state[name]));
  const second = Object.keys(news).length > 0 ? step(first.resource, definition, "state", news, now) : undefined;
  return second ? [first, second] : [first];
}

function step(
  resource: Resource,
  definition: Definition,
  section: Section,
  values: Values,
  now: number,
): Patched | undefined {
  const old = resource[section];
  const wanted = Object.entries(values).filter(([name, value]) => isNews(definition, section, name, old, value));
  const stamp = section === "state" ? definition.onWrite?.stamp : undefined;
  if (wanted.length === 0 && !stamp) return undefined;
  const next: Record<string, unknown> = { ...old };
  const news: Record<string, unknown> = {};
  const before: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    if (value === undefined) delete next[name];
    else next[name] = value;
    news[name] = value ?? null;
    if (!field(definition, section, name)?.momentary) before[name] = old[name] ?? null;
  };
  for (const [name, value] of wanted) put(name, value);
  if (stamp) put(stamp, nextStamp(old[stamp], now));
  return { resource: { ...resource, [section]: next }, section, values: news, before };
}

function isNews(definition: Definition, section: Section, name: string, old: Values, value: unknown): boolean {
  if (value === undefined) return Object.hasOwn(old, name);
  if (field(definition, section, name)?.momentary) return true;
  return !isDeepStrictEqual(old[name], value);
}

/** Strictly newer than the one before: a client takes an equal one for old news. The form sorts as the times do. */
function nextStamp(old: unknown, now: number): string {
  const stamp = utcMilliseconds(now);
  const last = typeof old === "string" && old >= stamp ? readUtc(old) : Number.NaN;
  return Number.isNaN(last) ? stamp : utcMilliseconds(last + 1);
}
