/** The one door: REST, rules, schedules, scenes, flow nodes and tests all have their commands carried out here. */
import { ApiError, wordsOf } from "../model/errors.ts";
import { withoutKeys } from "../model/keys.ts";
import type { Log } from "../model/ports.ts";
import type { Address, Cause, Command, Method } from "../model/resource.ts";
import type { Call, Handler, HandlerContext } from "./call.ts";
import type { DiskQueue, Settled } from "./disk-queue.ts";
import type { Draft, Saving } from "./draft.ts";
import { type Execute, Outcomes, type Result } from "./result.ts";
import { type Match, type Route, Router } from "./router.ts";

const MOST_WAITING = 1_000; // writes of one cause that the disk does not have yet

export function openDoor(context: HandlerContext, diskQueue: DiskQueue, routes: readonly Route[]): Execute {
  const router = new Router(routes);
  const waiting = new WaitingWrites(diskQueue);
  const OpenCall = callsIn(context);
  const { store, log } = context;

  return (command, cause) => {
    const { address, segments, match } = router.resolve(command.method, command.address);
    if (command.isAnonymous && !match?.about.open) return new ApiError("unauthorized", command.address);
    if (!match) return nowhere(router, command, segments);
    if (command.method !== "GET" && waiting.isFull(cause))
      return new ApiError("internal", command.address, "too many changes wait for the disk");
    const call = new OpenCall(command, address, match.params, cause);
    try {
      const answer = match.handler(call);
      if (!(answer instanceof Promise)) return finish(call, match, answer);
      return answer.then((late) => finish(call, match, late)).catch((error) => giveUp(call, error));
    } catch (error) {
      return giveUp(call, error);
    }
  };

  function finish(call: OpenedCall, { about }: Match, answer: Awaited<ReturnType<Handler>>): Result | Promise<Result> {
    const draft = call.opened;
    if (!draft) {
      call.runAfter();
      return resultOf(answer);
    }
    return keep(draft, call, () => resultOf(answer, about.etag?.(call)));
  }

  /** First the disk, then the store, then the result; the bus tells it after that. */
  function keep(draft: Draft, call: OpenedCall, result: () => Result): Result | Promise<Result> {
    const commit = () => {
      store.commit(draft);
      call.runAfter();
      return result();
    };
    const saving = draft.saving();
    if (!saving) return commit();
    return new Promise<Result>((resolve) => {
      waiting.keep(saving, draft.cause, (error) => {
        try {
          if (error === undefined) return resolve(commit());
          store.drop(draft);
          resolve(new ApiError("internal", call.address, "the disk refused the change"));
        } catch (bug) {
          resolve(failure(log, call.address, bug));
        }
      });
    });
  }

  function giveUp({ opened, address }: OpenedCall, error: unknown): Result {
    if (opened) store.drop(opened);
    return failure(log, address, error);
  }
}

interface OpenedCall extends Call {
  readonly opened: Draft | undefined;
  runAfter(): void;
}
type OpenCallClass = new (command: Command, address: Address, params: Match["params"], cause: Cause) => OpenedCall;

/** The class of the calls of one gateway. Its prototype has the context, so that none of the many calls has to copy it. */
function callsIn(context: HandlerContext): OpenCallClass {
  const { store, log } = context;

  class OpenCall {
    readonly method: Method;
    readonly address: Address;
    readonly params: Match["params"];
    readonly body: unknown;
    readonly query: string;
    readonly key: string | undefined;
    readonly isAnonymous: boolean;
    readonly hasPassword: boolean;
    readonly cause: Cause;
    #draft: Draft | undefined;
    #after: (() => void)[] | undefined;

    constructor(command: Command, address: Address, params: Match["params"], cause: Cause) {
      this.method = command.method;
      this.address = address;
      this.params = params;
      this.body = command.body;
      this.query = command.query ?? "";
      this.key = command.key;
      this.isAnonymous = command.isAnonymous ?? false;
      this.hasPassword = command.hasPassword ?? false;
      this.cause = cause;
    }

    /** Most calls only read: a draft is opened for those that write. */
    get draft(): Draft {
      this.#draft ??= store.draft(this.cause);
      return this.#draft;
    }

    get after(): Call["after"] {
      this.#after ??= [];
      const steps = this.#after;
      return (run) => void steps.push(run);
    }

    part(body: unknown, address: Address = this.address): Call {
      const part = new OpenCall({ ...(this as Command), body }, address, this.params, this.cause);
      part.#draft = this.draft;
      this.#after ??= [];
      part.#after = this.#after;
      return part as unknown as Call;
    }

    get opened(): Draft | undefined {
      return this.#draft;
    }

    runAfter(): void {
      for (const run of this.#after ?? []) runAlone(run, log, this.address);
    }
  }

  Object.assign(OpenCall.prototype, context);
  return OpenCall as unknown as OpenCallClass;
}

/** The command is done already: an error here is only logged. */
function runAlone(run: () => void, log: Log, address: Address): void {
  try {
    run();
  } catch (error) {
    log.error(`${address}: it failed: ${error instanceof Error ? error.stack : error}`);
  }
}

/** Writes that wait for the disk, counted by cause: a flood from one client leaves room for the others. */
class WaitingWrites {
  readonly #diskQueue: DiskQueue;
  readonly #waiting = new Map<string, number>();

  constructor(diskQueue: DiskQueue) {
    this.#diskQueue = diskQueue;
  }

  isFull({ by }: Cause): boolean {
    return (this.#waiting.get(by) ?? 0) >= MOST_WAITING;
  }

  keep({ addresses, sync }: Saving, { by }: Cause, settled: Settled): void {
    this.#waiting.set(by, (this.#waiting.get(by) ?? 0) + 1);
    this.#diskQueue.keep(addresses, sync, (error) => {
      const left = (this.#waiting.get(by) ?? 1) - 1;
      if (left > 0) this.#waiting.set(by, left);
      else this.#waiting.delete(by);
      settled(error);
    });
  }
}

function resultOf(answer: Awaited<ReturnType<Handler>>, etag?: string): Result {
  if (answer instanceof Outcomes) return new Outcomes(answer.list, answer.ended, etag);
  return "status" in answer ? answer : new Outcomes(answer, undefined, etag);
}

function failure(log: Log, address: Address, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  log.error(withoutKeys(`${address}: it failed: ${error instanceof Error ? error.stack : error}`));
  return new ApiError("failed", address, wordsOf(error));
}

function nowhere(router: Router, { method, address }: Command, segments: readonly string[]): ApiError {
  const known = segments[0] !== undefined && router.knows(segments[0]);
  if (method === "GET" && known) return new ApiError("notFound", address);
  return new ApiError("noMethod", address || "/", method, ...(router.leads(segments) ? [] : ["nowhere"]));
}
