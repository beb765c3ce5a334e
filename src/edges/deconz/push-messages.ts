/**
 * The messages of the push channel (interface 6.2): a change and its definition in, a message out.
 * A message has one section only: clients take any `state` of a switch for a press, so a battery must not come with one.
 */
import { idOf } from "../../model/addresses.ts";
import { type Definition, shown } from "../../model/definitions.ts";
import type { Fields } from "../../model/fields.ts";
import { nested } from "../../model/nested.ts";
import type { Change, Resource, Section, Values } from "../../model/resource.ts";

interface MessageContext {
  readonly definition: Definition;
  readonly whole: boolean; // all members of the section instead of only the changed ones
  readonly view: (resource: Resource) => Values; // as GET shows it
}

interface PushedFamily {
  readonly singular: string; // the member that holds a new resource
  readonly nested: readonly Section[]; // sent as an object of the section's name
  readonly flat: readonly Section[]; // sent member by member, beside `r` and `id`
  readonly unique: boolean; // messages carry the uniqueid
}

type MessageBody = (change: Change, family: PushedFamily, context: MessageContext) => Values | undefined;

const DEVICE = { nested: ["attr", "config", "state"], flat: [], unique: true } as const;

/** Some clients raise an error at any other `r`. */
const FAMILIES: Readonly<Record<string, PushedFamily>> = {
  sensors: { singular: "sensor", ...DEVICE },
  lights: { singular: "light", ...DEVICE },
  groups: { singular: "group", nested: ["state"], flat: ["attr"], unique: false },
};

/** The members of a message besides `t`, `e`, `r`, `id` and `uniqueid`, by kind of event. */
const BODIES: Readonly<Record<Change["event"], MessageBody>> = {
  added: ({ resource }, { singular }, { view }) => ({ [singular]: view(resource) }),
  changed,
  deleted: () => ({}),
};

export function pushMessage(change: Change, context: MessageContext): Values | undefined {
  const { push, family: r } = context.definition;
  if (typeof push === "object") {
    const own = change.event === "changed" ? push.of(change.resource, change.values) : undefined;
    return own && { t: "event", ...own };
  }
  const family = FAMILIES[r];
  if (push === "nothing" || !family) return undefined;
  const body = BODIES[change.event](change, family, context);
  if (!body) return undefined;
  const { address, attr } = change.resource;
  const unique = family.unique && attr.uniqueid !== undefined ? { uniqueid: attr.uniqueid } : {};
  return { ...body, t: "event", e: change.event, r, id: idOf(address), ...unique };
}

function changed({ resource, section, values }: Change, family: PushedFamily, { definition, whole }: MessageContext) {
  if (!section) return undefined;
  const fields = definition[section];
  const news = shown(fields, values);
  if (Object.keys(news).length === 0) return undefined;
  if (family.flat.includes(section)) return news;
  if (!family.nested.includes(section)) return undefined;
  // Half of the clients read a new name beside the section, the other half inside it.
  const name = section === "attr" && "name" in news ? { name: news.name } : {};
  return { ...name, [section]: nested(whole ? { ...lasting(fields, resource[section]), ...news } : news) };
}

/** Without momentary members: clients take each mention of a button event for a press. */
function lasting(fields: Fields, values: Values): Values {
  return Object.fromEntries(Object.entries(shown(fields, values)).filter(([name]) => !fields[name]?.momentary));
}
