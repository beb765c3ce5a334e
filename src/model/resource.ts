/** The nouns of the house: the resources of the gateway, the commands to it, and the changes that it tells. */
import type { ApiError } from "./errors.ts";

export type Address = `/${string}`;
export type Values = Readonly<Record<string, unknown>>;
export type Section = "attr" | "config" | "state" | "action";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Stop = () => void;

export const SECTIONS: readonly Section[] = ["attr", "config", "state", "action"];

/** A thing that the gateway knows. A resource is plain data, and its address is its identity. */
export interface Resource {
  readonly address: Address; // "/sensors/1", "/groups/3/scenes/2", "/config"
  readonly type: string; //     key into the definitions: "CLIPSwitch", "ZHAPresence", "Rule"
  readonly attr: Values;
  readonly config: Values;
  readonly state: Values;
  readonly action: Values; //   only groups have one
}

/** The cause of a change. It ends rule loops, and it answers "why did this light go on?". */
export interface Cause {
  readonly by: string; // "rest:<key name>", "radio", "clock", "gateway", "flow:<node id>", "/rules/3", "/schedules/1"
  readonly depth: number; // how many rules stand between this and the first cause
  readonly undo?: true; // an optimistic value taken back: rules do not wake from it
  readonly begunBy?: string; // of a change that a device makes by itself at the end of a time: the sender of that command
}

/** The cause as people and flows see it: a client or rule that told a device to end by itself has caused the end, too. */
export function toldCause({ begunBy, ...cause }: Cause): Cause {
  return begunBy === undefined ? cause : { ...cause, by: begunBy };
}

/** One fact. The only thing that travels on the bus. */
export interface Change {
  readonly event: "added" | "changed" | "deleted";
  readonly resource: Resource; // as it is now (for "deleted": as it was last)
  readonly section?: Section; // only for "changed"
  readonly values: Values; //     only the members that changed
  readonly before: Values; //     their values before; a momentary field (a button) has no before
  readonly cause: Cause;
}

/** One wish: a REST request without its envelope, a rule's action, a schedule's command. */
export interface Command {
  readonly method: Method;
  readonly address: Address;
  readonly body?: unknown;
  readonly query?: string; //    the part behind the question mark of its address
  readonly key?: string; //      the caller's own API key, so that only its holder sees it in full
  readonly isAnonymous?: true; //   came from outside without a valid key: it sees only public members
  readonly hasPassword?: true; //     knows the password, and so may have a key
}

/** The deed of a command, in no client's words: a dialect words it. */
export type Done =
  | { readonly did: "set"; readonly address: string; readonly value: unknown } // a member has this value; or an order was taken
  | { readonly did: "create" | "remove" | "act"; readonly address: string; readonly id: unknown } // `id` as the client named it
  | { readonly did: "give-key"; readonly key: string }
  | { readonly did: "search"; readonly family: string; readonly seconds: number };

/** The outcome of a command, or of one member of it: a command can half succeed. */
export type Outcome = Done | ApiError;

export const success = (address: string, value: unknown): Done => ({ did: "set", address, value });
export const created = (address: string, id: unknown): Done => ({ did: "create", address, id });
export const removed = (address: string, id: unknown): Done => ({ did: "remove", address, id });
/** A scene was recalled or stored, a light was taken out of its groups. */
export const acted = (address: string, id: unknown): Done => ({ did: "act", address, id });

/** A command answered in the words of a dialect. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string; // without quotes
  readonly json?: string | Buffer; // the body as it goes out, where it is kept ready
  readonly refusals?: readonly ApiError[]; // the refused members, for an edge with words of its own for them
}

export type Perform = (command: Command, cause: Cause) => Reply | Promise<Reply>;

/** Stands for a body that could not be read as JSON: no handler takes it for an object. */
export const NOT_JSON: unique symbol = Symbol("not JSON");

/** Plain JSON objects only: no arrays, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function hasMembers(values: Values): boolean {
  for (const _ in values) return true;
  return false;
}

/** Undefined where it is no text, or no JSON. */
export function parsedJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
