/**
 * For the dialog of rules: the items of each type of resource that a condition may ask, with the operators that suit them, by the type's
 * definition; and the rule that the dialog's rows make.
 */
import { OPERATORS } from "../../src/model/automation/operators.ts";
import { targetOf } from "../../src/model/automation/schedule-command.ts";
import { type Definition, visible } from "../../src/model/definitions.ts";
import type { Field, ValueKind } from "../../src/model/fields.ts";
import {
  type Address,
  isObject,
  parsedJson,
  type Resource,
  type Section,
  type Values,
} from "../../src/model/resource.ts";
import { keyInWords } from "../../src/model/sensors/key-names.ts";
import { NodeError, quoted } from "../flow-node/node-error.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import { buttonEventIn } from "../messages/button-words.ts";
import { inUnits, unitOf } from "../messages/human.ts";
import { rowOfAction, rowsOfRule } from "../messages/rule-rows.ts";
import { actionsIn, conditionsIn, type RuleContext } from "../messages/rule-words.ts";
import { type Wording, wordingIn } from "../messages/value-words.ts";
import { AdminError, type AdminReply, BY_EDITOR, type GatewayCall } from "./call.ts";

type Keys = Pick<GatewayRuntime["opened"]["gateway"], "buttonsOf" | "keyDeedOf">;

const TEXTS = "node-red-contrib-zigbee-gateway/zigbee-gateway-rule:zigbee-gateway-rule";

/** The events of a remote, and the messages of a button node for them. */
export async function remoteButtons({ runtime, request }: GatewayCall): Promise<AdminReply> {
  const { gateway } = runtime.opened;
  const { uniqueid } = request.params;
  const address: Address = `/devices/${uniqueid}/state/buttonevent/introspect`;
  const { status, body } = await gateway.perform({ method: "GET", address }, BY_EDITOR);
  if (!isObject(body)) return { status, body };
  const remote = gateway.store.list("/sensors").find(({ attr }) => attr.uniqueid === uniqueid);
  const messages = remote && messagesOf(remote, isObject(body.values) ? body.values : {}, gateway);
  return { status, body: { ...withKeysInWords(body, wordingIn(runtime.language).text), messages } };
}

function messagesOf(remote: Resource, codes: Values, { buttonsOf, keyDeedOf }: Keys): Values {
  const known = { meanings: buttonsOf(remote), deedOf: (code: number) => keyDeedOf(remote, code) };
  return Object.fromEntries(
    Object.keys(codes).map((code) => [code, buttonEventIn({ buttonevent: Number(code) }, known)]),
  );
}

function withKeysInWords(body: Values, findText: Wording["text"]): Values {
  const buttons = isObject(body.buttons) ? body.buttons : {};
  const named = Object.entries(buttons).map(([id, button]) => {
    const name = isObject(button) ? button.name : undefined;
    return [id, { name: keyInWords(String(name ?? id), findText) }];
  });
  return { ...body, buttons: Object.fromEntries(named) };
}

export async function ruleItems({ runtime }: GatewayCall): Promise<AdminReply> {
  const { store, ready } = runtime.opened.gateway;
  await ready.catch(() => {});
  return { body: ruleWordsOf(store) };
}

export async function ruleOfRows({ RED, runtime, request: { query } }: GatewayCall): Promise<AdminReply> {
  const { store, ready } = runtime.opened.gateway;
  await ready.catch(() => {});
  const say: Translate = (key, values = {}) => RED._(`${TEXTS}.${key}`, values);
  const rows = parsedJson(query.rows);
  if (rows === undefined) throw new AdminError(400, "no-rows", say("error.body", { text: quoted(query.rows) }));
  return { body: madeOfRows({ RED, store, say }, rows) };
}

/** The rows of a rule that is there, or of the command of a schedule; and whether a user has typed its name. */
export async function rowsOfResource({ RED, runtime, request: { query }, say }: GatewayCall): Promise<AdminReply> {
  const { store, ready } = runtime.opened.gateway;
  await ready.catch(() => {});
  const resource = store.get(String(query.of) as Address);
  if (!resource) throw new AdminError(404, "gone", say("gone"));
  const words = { RED, store, say: (key: string) => RED._(`${TEXTS}.${key}`) };
  const { command, namedafter } = resource.attr;
  const isTyped = namedafter === undefined;
  if (!isObject(command)) return { body: { ...rowsOfRule(words, resource.attr), isTyped } };
  const { address = String(command.address) } = targetOf(command.address) ?? {};
  const action = rowOfAction(words, { address, method: String(command.method), body: command.body });
  return { body: { conditions: [], actions: [action], isTyped } };
}

interface RuleItem {
  readonly item: string; // "state/presence"
  readonly kind: ValueKind;
  readonly operators: readonly string[];
  readonly unit?: string; // the limits that follow are in units for people
  readonly min?: number;
  readonly max?: number;
}

interface RuleItems {
  readonly takes: Readonly<Record<string, string>>; // the operand of each operator: a number, a delay, a span, nothing
  readonly types: Readonly<Record<string, readonly RuleItem[]>>;
  readonly clock: RuleItem;
}

const COLLECTIONS: readonly Address[] = ["/sensors", "/lights", "/groups"];
const SECTIONS: readonly Section[] = ["state", "config", "attr"];
const NAMES = Object.keys(OPERATORS) as (keyof typeof OPERATORS)[];
/** A condition compares values of these kinds alone; only the clock has spans of a day. */
const COMPARED: readonly ValueKind[] = ["bool", "int", "num", "text", "time"];
const OF_CLOCK = ["in", "not in"];

export function ruleWordsOf(store: Store): RuleItems {
  const resources = COLLECTIONS.flatMap((collection) => store.list(collection));
  const types = new Map(resources.map((resource) => [resource.type, store.definition(resource)]));
  return {
    takes: Object.fromEntries(NAMES.map((name) => [name, OPERATORS[name].takes])),
    types: Object.fromEntries([...types].map(([type, definition]) => [type, askedOf(definition)])),
    clock: { item: "localtime", kind: "time", operators: [...OF_CLOCK, "dx"] },
  };
}

function askedOf(definition: Definition): readonly RuleItem[] {
  return SECTIONS.flatMap((section) =>
    Object.entries(visible(definition[section])).flatMap(([member, field]) =>
      isOffered(section, field, definition) ? asked(definition, section, member, field) : [],
    ),
  );
}

/** The name of a resource cannot fire a rule; the time of its last sign of life can. */
function isOffered(section: Section, { kind }: Field, { family }: Definition): boolean {
  if (section === "attr") return kind === "time" && family !== "groups";
  return COMPARED.includes(kind);
}

function asked(definition: Definition, section: Section, member: string, { kind, min, max }: Field): RuleItem {
  const unit = unitOf(definition, section, member, "human");
  const inHuman = (value: number) => Number(inUnits(definition, section, member, value, "human"));
  return {
    item: `${section}/${member}`,
    kind,
    operators: NAMES.filter((name) => OPERATORS[name].suits.includes(kind) && !OF_CLOCK.includes(name)),
    ...(unit === undefined ? {} : { unit }),
    ...(min === undefined || kind === "text" ? {} : { min: inHuman(min) }),
    ...(max === undefined || kind === "text" ? {} : { max: inHuman(max) }),
  };
}

type RuleOfRows =
  | { readonly conditions: readonly Values[]; readonly actions: readonly Values[] }
  | { readonly trouble: string };

/** As the API shows it. Rows are often not whole while they are filled in: then why they make no rule yet. */
export function madeOfRows(words: RuleContext, rows: unknown): RuleOfRows {
  const { conditions, actions } = isObject(rows) ? rows : {};
  try {
    return { conditions: conditionsIn(words, conditions).map(shown), actions: actionsIn(words, actions) };
  } catch (error) {
    if (error instanceof NodeError) return { trouble: error.message };
    throw error;
  }
}

/** The dialog keeps the value that a condition compares with as a text. */
function shown(condition: Values): Values {
  return "value" in condition ? { ...condition, value: String(condition.value) } : condition;
}
