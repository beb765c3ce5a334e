/** Every refusal as deCONZ's clients know it: its number, its HTTP status and its sentence, in one table. */
import { type ApiError, type ErrorName, shortly } from "../../model/errors.ts";

interface ErrorRow {
  readonly type: number;
  readonly status: number;
  readonly text: string; // %a stands for the address, %1 and %2 for the words that the thrower adds, %3 for a sentence of ours
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
  readOnly: { type: 8, status: 400, text: "parameter, %1, not modifiable" },
  ownedByFlow: { type: 8, status: 400, text: "%a belongs to %1, and only that may change it" },
  tooMany: { type: 11, status: 400, text: "too many items in list" },
  duplicate: { type: 100, status: 400, text: "%1, %2, already exists" },
  foreignPage: {
    type: 1,
    status: 403,
    text: "no key for web pages of other sites, nor under a name that does not belong to this house, unless the gateway's dialog allows it",
  },
  linkButtonNotPressed: { type: 101, status: 403, text: "link button not pressed" },
  off: { type: 201, status: 200, text: "parameter, %1, is not modifiable. Device is set to off." },
  unreachable: { type: 202, status: 200, text: "resource, %a, is not modifiable. Device is not reachable." },
  disabled: {
    type: 202,
    status: 200,
    text: "resource, %a, is not modifiable. Its device is disabled, and ignored until it is enabled again.",
  },
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
  notCancellable: { type: 951, status: 400, text: "%a cannot be cancelled" },
  busy: { type: 951, status: 503, text: "bridge busy" },
} as const satisfies Record<ErrorName, ErrorRow>;

interface Fault {
  readonly type: number;
  readonly address: string;
  readonly description: string;
}

export function statusOf({ error }: ApiError): number {
  return ERRORS[error].status;
}

export function faultOf({ error, address, details }: ApiError): { readonly error: Fault } {
  const { type, text } = ERRORS[error];
  return { error: { type, address: escapeHtml(address), description: escapeHtml(sentence(text, address, details)) } };
}

const LONGEST = 300; // characters of a sentence of ours

function sentence(text: string, address: string, details: readonly unknown[]): string {
  return text.replace(/%([a123])/g, (_, mark: string) => {
    if (mark === "a") return address;
    const detail = details[Number(mark) - 1];
    return mark === "3" ? shortly(detail, LONGEST) : shortly(detail);
  });
}

/** Clients put descriptions into web pages; the real gateway escapes them, and so do we. */
function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign] ?? sign);
}
