/** An error as a node ends with it: one plain sentence, a code that a flow can act on, and the API's answer where there was one. */
import { isObject, type Reply } from "../../src/model/resource.ts";
import { shortened } from "../messages/change-messages.ts";

export type ErrorCode = "unreachable" | "not-found" | "invalid" | "busy" | "radio-down" | "unsupported" | "timeout";

type Refusal = Pick<Reply, "status" | "body">;

/** Where the texts are that all nodes share. */
export const TEXTS = "node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway";
const LONGEST = 250; // letters: whatever a message has put into the sentence
const LONGEST_QUOTE = 60;

export class NodeError extends Error {
  readonly code: ErrorCode;
  readonly reply: Refusal | undefined;

  constructor(code: ErrorCode, text: string, reply?: Refusal) {
    super(shortened(text, LONGEST), reply && { cause: reply });
    this.code = code;
    this.reply = reply;
  }

  /** Node-RED takes this for the sentence. */
  override toString(): string {
    return this.message;
  }
}

/** How a sentence names what a message says: anything may be in it, also what cannot be written out. */
export function quoted(value: unknown): string {
  return shortened(written(value), LONGEST_QUOTE);
}

function written(value: unknown): string {
  try {
    return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  } catch {
    return Array.isArray(value) ? "[…]" : "{…}"; // it has no text: it throws, or turns in a circle
  }
}

/** By the type of the API's error; all others mean that the request was wrong. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  3: "not-found",
  4: "unsupported",
  202: "unreachable",
  501: "unsupported",
  901: "busy",
  950: "radio-down",
  951: "busy",
};

/** An answer with nothing but errors: nothing was changed. */
export function refusalIn({ status, body }: Refusal): NodeError | undefined {
  const outcomes: readonly unknown[] = Array.isArray(body) ? body : [];
  const errors = outcomes.filter(isObject).map(({ error }) => error);
  const first = errors[0];
  if (!isObject(first) || errors.includes(undefined)) return undefined;
  const code = CODES[Number(first.type)] ?? "invalid";
  return new NodeError(code, String(first.description), { status, body });
}

/** The radio is not there, or has no room: the API has one answer for both. */
export function isTroubleOfRadio({ code, reply, message }: NodeError): boolean {
  return reply !== undefined && (code === "radio-down" || (code === "busy" && / 951$|bridge busy/.test(message)));
}
