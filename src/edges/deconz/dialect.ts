/** The results of commands in the words of deCONZ's REST API (wire 5): its bodies, its statuses, its sentences. */
import { type Execute, Outcomes, type Result } from "../../core/result.ts";
import { ApiError } from "../../model/errors.ts";
import type { Done, Outcome, Perform, Reply } from "../../model/resource.ts";
import { faultOf, statusOf } from "./errors.ts";

export function deconz(execute: Execute): Perform {
  return (command, cause) => {
    const result = execute(command, cause);
    return result instanceof Promise ? result.then(replyOf) : replyOf(result);
  };
}

function replyOf(result: Result): Reply {
  if (result instanceof ApiError) return errorReply(result);
  return result instanceof Outcomes ? outcomesReply(result) : result;
}

export function errorReply(error: ApiError): Reply {
  return { status: statusOf(error), body: [faultOf(error)], refusals: [error] };
}

function outcomesReply({ list, ended, etag }: Outcomes): Reply {
  const status = ended === "accepted" ? 200 : ended === "stopped" ? lastStatus(list) : jointStatus(list);
  const body = list.map((outcome) => (outcome instanceof ApiError ? faultOf(outcome) : { success: worded(outcome) }));
  const refusals = list.filter((outcome) => outcome instanceof ApiError);
  const reply = refusals.length > 0 ? { status, body, refusals } : { status, body };
  return etag === undefined || status !== 200 ? reply : { ...reply, etag };
}

/** One success makes it 200, and so does a refusal for now only (of a lamp that is off); else the gravest refusal counts. */
function jointStatus(outcomes: readonly Outcome[]): number {
  let gravest = 200;
  for (const outcome of outcomes) {
    const status = outcome instanceof ApiError ? statusOf(outcome) : 200;
    if (status === 200) return 200;
    gravest = Math.max(gravest, status);
  }
  return gravest;
}

function lastStatus(outcomes: readonly Outcome[]): number {
  const last = outcomes.at(-1);
  return last instanceof ApiError ? statusOf(last) : 200;
}

/** The content of `success`. */
function worded(done: Done): unknown {
  switch (done.did) {
    case "set":
      return ofText(done.address, "updated %") ?? { [done.address]: done.value };
    case "create":
      return (done.id === undefined && ofText(done.address, "added new %")) || { id: done.id };
    case "remove":
      return ofText(done.address, "key % removed") ?? removal(done.address, done.id);
    case "act":
      return { id: done.id };
    case "give-key":
      return { username: done.key };
    case "search":
      return { [`/${done.family}`]: "Searching for new devices", [`/${done.family}/duration`]: done.seconds };
  }
}

const TEXTS = "/userparameter/";

/** A command for a text that an app keeps succeeds with a sentence. */
function ofText(address: string, sentence: string): unknown {
  if (!address.startsWith(TEXTS)) return undefined;
  return { "/config/userparameter": sentence.replace("%", () => address.slice(TEXTS.length)) };
}

/** Each family has its own way to say that something is gone. */
const TOLD_BY_SENTENCE = /^\/(resourcelinks|config\/whitelist|sensors\/[^/]+\/config\/schedule)\//;
const TOLD_BY_ID = /^\/(rules|sensors)\//;

function removal(address: string, id: unknown): unknown {
  if (TOLD_BY_SENTENCE.test(address)) return `${address} deleted.`;
  return TOLD_BY_ID.test(address) ? id : { id };
}
