/** An error as a node ends with it: one plain sentence, a code that a flow can act on, and the API's answer where there was one. */
import type { ApiError, ErrorName } from "../../src/model/errors.ts";
import { isObject, type Reply } from "../../src/model/resource.ts";
import type { Translate } from "../gateway/runtime.ts";
import { shortened } from "../messages/change-messages.ts";

export type ErrorCode = "unreachable" | "not-found" | "invalid" | "busy" | "radio-down" | "unsupported" | "timeout";

type Refusal = Pick<Reply, "status" | "body">;

/** Where the texts are that all nodes share. */
export const TEXTS = "node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway";
const LONGEST = 250; // letters: a message may have put a long text into the sentence
const LONGEST_QUOTE = 60;

export class NodeError extends Error {
  readonly code: ErrorCode;
  readonly reply: Refusal | undefined;
  readonly #text: string | (() => string);

  /** `text`: a function where it is shown for long, and a user may open an editor in another language meanwhile. */
  constructor(code: ErrorCode, text: string | (() => string), reply?: Refusal) {
    super(shortened(typeof text === "string" ? text : text(), LONGEST), reply && { cause: reply });
    this.code = code;
    this.reply = reply;
    this.#text = text;
  }

  /** In the language that is spoken now. */
  get textNow(): string {
    return typeof this.#text === "string" ? this.message : shortened(this.#text(), LONGEST);
  }

  /** Node-RED takes this for the sentence. */
  override toString(): string {
    return this.message;
  }
}

/**
 * The error that a node hands to Node-RED: its debug panel shows an Error as an object with a cut text, and a Sentence as its full text. A
 * catch node gets the same of both.
 */
export class Sentence {
  readonly message: string;
  readonly code: ErrorCode;
  declare readonly cause?: unknown; // its own only where there is one

  constructor({ message, code, cause }: NodeError) {
    this.message = message;
    this.code = code;
    if (cause !== undefined) this.cause = cause;
  }

  toString(): string {
    return this.message;
  }
}

/** The debug panel writes above each line of which class it is: this is to be read as any text is. */
Object.defineProperty(Sentence.prototype, "constructor", {
  get(this: Sentence) {
    return { name: `string[${this.message.length}]` };
  },
});

/** How a sentence quotes a message: the message may hold any value, also one that cannot be written out. */
export function quoted(value: unknown): string {
  return shortened(written(value), LONGEST_QUOTE);
}

/** What a message said stands first: a status is cut behind it. With nothing to quote it is told what to send. */
export function notUnderstood(payload: unknown, say: Translate): NodeError {
  const isNothing = payload === undefined || payload === null || payload === "";
  return new NodeError("invalid", isNothing ? say("error.payload") : say("error.word", { payload: quoted(payload) }));
}

function written(value: unknown): string {
  try {
    return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  } catch {
    return Array.isArray(value) ? "[…]" : "{…}"; // it has no text: it throws, or turns in a circle
  }
}

/** All others mean that the request was wrong. */
const CODES: Readonly<Partial<Record<ErrorName, ErrorCode>>> = {
  notFound: "not-found",
  noneSuch: "not-found",
  notInScene: "not-found",
  noMethod: "unsupported",
  typeNotCreatable: "unsupported",
  unreachable: "unreachable",
  disabled: "unreachable",
  noAnswer: "unreachable",
  notConnected: "radio-down",
  ...{ internal: "busy", failed: "busy", noTouchlink: "busy", touching: "busy", notCancellable: "busy" },
  ...{ busyNow: "busy", radioBusy: "busy", busy: "busy" },
};

/** An answer with nothing but errors: nothing was changed. `say` words the first. */
export function refusalIn({ status, body, refusals = [] }: Reply, say: (error: ApiError) => string) {
  const [first] = refusals;
  if (!first || (Array.isArray(body) && body.length > refusals.length)) return undefined;
  return new NodeError(CODES[first.error] ?? "invalid", () => say(first), { status, body });
}

/** The radio is not there, or has no room: the API has one answer for both. */
export function isTroubleOfRadio({ refusals = [] }: Reply): boolean {
  const [first] = refusals;
  return first !== undefined && ["notConnected", "busyNow", "radioBusy", "busy"].includes(first.error);
}
