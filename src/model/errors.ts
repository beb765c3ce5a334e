/** Refusals by name; how a client reads them is a matter of its dialect. */

/** Why something is not done. Behind each name: what the thrower adds to it, in this order. */
export type ErrorName =
  | "unauthorized"
  | "badJson"
  | "badTransitions" // of a week
  | "notFound"
  | "noneSuch" // the address that does not exist
  | "notInScene" // a light
  | "noMethod" // the method; "nowhere", where no other one leads anywhere
  | "missing"
  | "incomplete"
  | "missingOne" // the member
  | "missingIn" // the member, and in which
  | "unknown" // the member
  | "invalid" // the member, its value
  | "invalidLength" // the member, its value
  | "badRandom" // the member, its value
  | "noPlace" // the member, its value
  | "takes" // the member, its value, what it takes
  | "unfit"
  | "notScheduled"
  | "readOnly" // the member
  | "ownedByFlow" // its owner: "flow:<node id>"
  | "tooMany"
  | "duplicate" // of what, its name
  | "foreignPage"
  | "linkButtonNotPressed"
  | "off" // the member
  | "unreachable"
  | "disabled"
  | "noAnswer" // why
  | "refused" // why
  | "groupsFull"
  | "deviceGroupsFull" // the light
  | "typeNotCreatable"
  | "sensorsFull"
  | "rulesFull"
  | "schedulesFull"
  | "badCondition"
  | "badAction"
  | "keyGoesOut"
  | "notSettable"
  | "internal" // why
  | "failed" // why
  | "busyNow"
  | "radioBusy"
  | "noTouchlink"
  | "notConnected"
  | "touching"
  | "notCancellable"
  | "busy";

/** A refusal: what was refused, and why. Any other error is our own bug. */
export class ApiError extends Error {
  readonly error: ErrorName;
  readonly address: string;
  readonly details: readonly unknown[];

  constructor(error: ErrorName, address: string, ...details: readonly unknown[]) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // no reader needs the stack of a refusal, and it costs more than all the rest of it
    super(error);
    Error.stackTraceLimit = stackTraceLimit;
    this.error = error;
    this.address = address;
    this.details = details;
  }
}

const LINE = 80; // characters

/** A value in a sentence: readable, and never too long for it. */
export function shortly(value: unknown, most = LINE): string {
  const text = typeof value === "string" ? value : written(value);
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

/** Flows send anything, also values that JSON cannot hold. */
function written(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? "[…]" : "{…}"; // it throws, or turns in a circle
  }
}

/** A thrown value, in words: it need not be an error. */
export function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether it comes to a good end. */
export async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}
