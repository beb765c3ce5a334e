/** Every error a client may see: its number, its HTTP status and its wording, in one table. */
import type { Fault } from "./resource.ts";

interface Row {
  readonly type: number;
  readonly status: number;
  readonly text: string; // %a stands for the address, %1 and %2 for what the thrower adds, %3 for a sentence of ours
}

export const ERRORS = {
  unauthorized: { type: 1, status: 403, text: "unauthorized user" },
  badJson: { type: 2, status: 400, text: "body contains invalid JSON" },
  badTransitions: { type: 2, status: 400, text: "body contains invalid list of transitions" },
  notFound: { type: 3, status: 404, text: "resource, %a, not available" },
  noneSuch: { type: 3, status: 404, text: "resource, %1, not available" },
  notInScene: { type: 3, status: 400, text: "Light %1 is not available in scene." },
  noMethod: { type: 4, status: 404, text: "method, %1, not available for resource, %a" },
  missing: { type: 5, status: 400, text: "missing parameters in body" },
  incomplete: { type: 5, status: 400, text: "invalid/missing parameters in body" },
  missingOne: { type: 5, status: 400, text: "missing parameter, %1" },
  missingIn: { type: 5, status: 400, text: "missing parameter, %1, for parameter, %2" },
  unknown: { type: 6, status: 400, text: "parameter, %1, not available" },
  invalid: { type: 7, status: 400, text: "invalid value, %2, for parameter, %1" },
  invalidLength: { type: 7, status: 400, text: "invalid length, %2, for parameter, %1" },
  badRandom: { type: 7, status: 400, text: "invalid value, %2, for random part of parameter %1" },
  noPlace: {
    type: 7,
    status: 400,
    text: "invalid value, %2, for parameter, %1: the gateway has no location, and knows nothing of the sun",
  },
  takes: { type: 7, status: 400, text: "invalid value, %2, for parameter, %1: it takes %3" },
  unfit: { type: 7, status: 400, text: "invalid/missing parameters in body" },
  notScheduled: { type: 7, status: 400, text: "could not set schedule" },
  fixed: { type: 8, status: 400, text: "parameter, %1, not modifiable" },
  owned: { type: 8, status: 400, text: "%a belongs to %1, and only that may change it" },
  tooMany: { type: 11, status: 400, text: "too many items in list" },
  duplicate: { type: 100, status: 400, text: "%1, %2, already exists" },
  foreignPage: {
    type: 1,
    status: 403,
    text: "no key for web pages of other sites, nor under a name that is none of this house, unless the gateway's dialog allows it",
  },
  locked: { type: 101, status: 403, text: "link button not pressed" },
  off: { type: 201, status: 200, text: "parameter, %1, is not modifiable. Device is set to off." },
  unreachable: { type: 202, status: 200, text: "resource, %a, is not modifiable. Device is not reachable." },
  noAnswer: { type: 202, status: 503, text: "resource, %a, did not answer: %1" },
  refused: { type: 608, status: 400, text: "could not be done: %1" },
  groupsFull: { type: 301, status: 400, text: "group could not be created. Group table is full." },
  deviceGroupsFull: { type: 302, status: 200, text: "could not add %1 to group. Group table of the device is full." },
  typeNotCreatable: { type: 501, status: 400, text: "Not allowed to create sensor type" },
  sensorsFull: { type: 502, status: 400, text: "sensor list is full" },
  rulesFull: { type: 601, status: 400, text: "rule engine full" },
  schedulesFull: { type: 701, status: 400, text: "schedule list is full" },
  badCondition: { type: 607, status: 400, text: "Condition error" },
  badAction: {
    type: 608,
    status: 400,
    text: "Rule actions contain errors or an action on a unsupported resource",
  },
  keyGoesOut: {
    type: 608,
    status: 400,
    text: "Rule actions contain errors: a key of this gateway must not be sent to a web address",
  },
  notSettable: { type: 608, status: 400, text: "Could not set attribute" },
  internal: { type: 901, status: 503, text: "Internal error, %1" },
  failed: { type: 901, status: 500, text: "Internal error, %1" },
  busyNow: { type: 901, status: 200, text: "Internal error, 951" },
  radioBusy: { type: 901, status: 400, text: "Internal error, 951" },
  noTouchlink: { type: 901, status: 503, text: "touchlink not supported by adapter" },
  notConnected: { type: 950, status: 503, text: "Not connected" },
  touching: { type: 951, status: 503, text: "gateway busy" },
  busy: { type: 951, status: 503, text: "bridge busy" },
} as const satisfies Record<string, Row>;

export type ErrorName = keyof typeof ERRORS;

/** A refusal with its number. Whatever else is thrown is our own bug. */
export class ApiError extends Error {
  readonly error: ErrorName;
  readonly address: string;

  constructor(error: ErrorName, address: string, ...more: readonly unknown[]) {
    const text = wording(ERRORS[error].text, address, more);
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // nobody reads where a refusal came from, and finding out costs more than all the rest of it
    super(text);
    Error.stackTraceLimit = stackTraceLimit;
    this.error = error;
    this.address = address;
  }

  get status(): number {
    return ERRORS[this.error].status;
  }

  get outcome(): { readonly error: Fault } {
    const { type } = ERRORS[this.error];
    return { error: { type, address: escapeHtml(this.address), description: escapeHtml(this.message) } };
  }
}

function wording(text: string, address: string, more: readonly unknown[]): string {
  const longest = (mark: string) => (mark === "3" ? SENTENCE : LINE);
  return text.replace(/%([a123])/g, (_, mark: string) =>
    mark === "a" ? address : shortly(more[Number(mark) - 1], longest(mark)),
  );
}

const LINE = 80; // characters
const SENTENCE = 300;

/** A value in a sentence: readable, and never too long for it. */
export function shortly(value: unknown, most = LINE): string {
  const text = typeof value === "string" ? value : written(value);
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

/** Flows send anything, also what cannot be written out. */
function written(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? "[…]" : "{…}"; // it throws, or turns in a circle
  }
}

/** Clients put descriptions into web pages; the real gateway escapes them, and so do we. */
function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign] ?? sign);
}

/** What was thrown, in words: it need not have been an error. */
export function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
