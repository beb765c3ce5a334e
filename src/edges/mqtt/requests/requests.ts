/**
 * Requests of clients to the bridge: bridge/request/… with an answer on bridge/response/…, in which the `transaction` comes back. Each is
 * a command of ours and a form of answer; a request that the gateway does not do is answered as one that failed.
 */
import { wordsOf } from "../../../model/errors.ts";
import { isObject, parsedJson, type Values } from "../../../model/resource.ts";
import { Asked, Refusal, type RequestHandler, type RequestParts } from "./asked.ts";
import { BRIDGE_REQUESTS } from "./bridge-requests.ts";
import { DEVICE_REQUESTS } from "./device-requests.ts";
import { GROUP_REQUESTS } from "./group-requests.ts";

const REQUESTS: Readonly<Record<string, RequestHandler>> = {
  ...BRIDGE_REQUESTS,
  ...DEVICE_REQUESTS,
  ...GROUP_REQUESTS,
};
const LONGEST_NAME = 60; // characters of a request that is named in an answer

interface Response {
  readonly topic: string; // behind bridge/response/
  readonly payload: Values;
}

/** `manages`: clients of this broker may manage the network; otherwise all but the open requests are refused. */
export async function answer(what: string, payload: string, manages: boolean, parts: RequestParts): Promise<Response> {
  const body = bodyOf(what, payload);
  const { transaction } = body;
  const more = transaction === undefined ? {} : { transaction };
  const respond = (values: Values): Response => ({ topic: what, payload: { ...values, ...more } });
  try {
    if (!manages && !OPEN.includes(what))
      throw new Refusal(
        "clients of the broker may not manage the network: a tick in the dialog of the gateway allows it",
      );
    const handler = Object.hasOwn(REQUESTS, what) ? REQUESTS[what] : undefined;
    if (!handler) throw new Refusal(`this gateway does not do ${what.slice(0, LONGEST_NAME)}`);
    return respond({ data: await handler(new Asked(body, parts), parts), status: "ok" });
  } catch (error) {
    return respond({ data: {}, status: "error", error: wordsOf(error) });
  }
}

/** Requests that change nothing. */
const OPEN: readonly string[] = ["health_check"];
/** Some requests may be a plain value instead of an object: the member that it stands for. */
const BARE: Readonly<Record<string, string>> = {
  permit_join: "time",
  "group/add": "friendly_name",
  networkmap: "type",
  "install_code/add": "value",
};

function bodyOf(what: string, payload: string): Values {
  const read = parsedJson(payload);
  if (isObject(read)) return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null)); // windfront's "not given"
  const bare = read ?? payload.trim();
  return bare === "" ? {} : { [BARE[what] ?? "id"]: bare };
}
