/** The one door: REST, rules, schedules, scenes, flow nodes and tests all wish through it. */
import type { Devices } from "../model/devices.ts";
import type { EnginePorts } from "../model/engine-ports.ts";
import { ApiError, wordsOf } from "../model/errors.ts";
import { withoutKeys } from "../model/keys.ts";
import type { Clock, Host, Log } from "../model/ports.ts";
import type { Radio } from "../model/radio.ts";
import type { Address, Cause, Command, Method, Perform, Reply } from "../model/resource.ts";
import { Answer, type Call, type HandlerContext } from "./call.ts";
import type { Draft, Saving } from "./draft.ts";
import type { Ledger, Settled } from "./ledger.ts";
import { Page } from "./pages.ts";
import { type Match, type Route, Router } from "./router.ts";
import type { Store } from "./store.ts";

const MOST_WAITING = 1_000; // writes of one cause that the disk does not have yet

export function openDoor(house: HandlerContext, ledger: Ledger, routes: readonly Route[]): Perform {
  const router = new Router(routes);
  const queue = new WriteQueue(ledger);

  const perform: Perform = (command, cause) => {
    const { address, segments, match } = router.way(command.method, command.address);
    if (command.isAnonymous && !match?.about.open) return refuse(new ApiError("unauthorized", command.address));
    if (!match) return refuse(nowhere(router, command, segments));
    if (command.method !== "GET" && queue.isFull(cause))
      return refuse(new ApiError("internal", command.address, "too many changes wait for the disk"));
    const call = new Visit(house, command, address, match, cause, perform);
    try {
      const body = match.handler(call);
      if (!(body instanceof Promise)) return finish(house, queue, call, match, body);
      return body.then((late) => finish(house, queue, call, match, late)).catch((error) => giveUp(house, call, error));
    } catch (error) {
      return giveUp(house, call, error);
    }
  };
  return perform;
}

class Visit implements Call {
  readonly store: Store;
  readonly clock: Clock;
  readonly host: Host;
  readonly radio: Radio;
  readonly devices: Devices;
  readonly engines: EnginePorts;
  readonly log: Log;
  readonly declares: HandlerContext["declares"];
  readonly method: Method;
  readonly address: Address;
  readonly params: Match["params"];
  readonly body: unknown;
  readonly key: string | undefined;
  readonly isAnonymous: boolean;
  readonly hasPassword: boolean;
  readonly cause: Cause;
  readonly perform: Perform;
  #steps: (() => void)[] | undefined;
  #desk: Draft | undefined;

  constructor(house: HandlerContext, command: Command, address: Address, match: Match, cause: Cause, perform: Perform) {
    this.store = house.store;
    this.clock = house.clock;
    this.host = house.host;
    this.radio = house.radio;
    this.devices = house.devices;
    this.engines = house.engines;
    this.log = house.log;
    this.declares = house.declares;
    this.method = command.method;
    this.address = address;
    this.params = match.params;
    this.body = command.body;
    this.key = command.key;
    this.isAnonymous = command.isAnonymous ?? false;
    this.hasPassword = command.hasPassword ?? false;
    this.cause = cause;
    this.perform = perform;
  }

  /** Most calls only read: a draft is opened for those that write. */
  get draft(): Draft {
    this.#desk ??= this.store.draft(this.cause);
    return this.#desk;
  }

  get after(): Call["after"] {
    this.#steps ??= [];
    const steps = this.#steps;
    return (run) => void steps.push(run);
  }

  get opened(): Draft | undefined {
    return this.#desk;
  }

  kept(): void {
    for (const run of this.#steps ?? []) {
      try {
        run();
      } catch (error) {
        this.log.error(`${this.address}: it failed: ${error instanceof Error ? error.stack : error}`); // what is kept is kept
      }
    }
  }
}

/** What waits for the disk, counted by who wished it: a flood of one leaves room for all others. */
class WriteQueue {
  readonly #ledger: Ledger;
  readonly #waiting = new Map<string, number>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  isFull({ by }: Cause): boolean {
    return (this.#waiting.get(by) ?? 0) >= MOST_WAITING;
  }

  keep({ addresses, sync }: Saving, { by }: Cause, settled: Settled): void {
    this.#waiting.set(by, (this.#waiting.get(by) ?? 0) + 1);
    this.#ledger.keep(addresses, sync, (error) => {
      const left = (this.#waiting.get(by) ?? 1) - 1;
      if (left > 0) this.#waiting.set(by, left);
      else this.#waiting.delete(by);
      settled(error);
    });
  }
}

function finish(
  house: HandlerContext,
  queue: WriteQueue,
  call: Visit,
  { about }: Match,
  body: unknown,
): Reply | Promise<Reply> {
  const desk = call.opened;
  if (desk) return settle(house, queue, desk, call, () => withEtag(reply(body), about.etag?.(call)));
  call.kept();
  return reply(body);
}

function giveUp({ store, log }: HandlerContext, { opened, address }: Visit, error: unknown): Reply {
  if (opened) store.drop(opened);
  return failure(log, address, error);
}

/** First the disk, then the store, then the reply; the bus tells it after that. */
function settle({ store, log }: HandlerContext, queue: WriteQueue, desk: Draft, call: Visit, answer: () => Reply) {
  const { address } = call;
  const commit = () => {
    store.commit(desk);
    call.kept();
    return answer();
  };
  const saving = desk.saving();
  if (!saving) return commit();
  return new Promise<Reply>((resolve) => {
    queue.keep(saving, desk.cause, (error) => {
      try {
        if (error === undefined) return resolve(commit());
        store.drop(desk);
        resolve(refuse(new ApiError("internal", address, "the disk refused the change")));
      } catch (bug) {
        resolve(failure(log, address, bug));
      }
    });
  });
}

/** Of a write that was done: how its resource is now. */
function withEtag(reply: Reply, etag: string | undefined): Reply {
  return etag === undefined || reply.status !== 200 ? reply : { ...reply, etag };
}

function reply(body: unknown): Reply {
  if (body instanceof Answer || body instanceof Page) return body;
  return Array.isArray(body) ? { status: statusOf(body), body: outcomes(body) } : { status: 200, body };
}

/** One success makes it 200, and so does what is only not possible now (a lamp that is off); else the gravest refusal counts. */
function statusOf(outcomes: readonly unknown[]): number {
  const statuses = outcomes.map((outcome) => (outcome instanceof ApiError ? outcome.status : 200));
  return statuses.includes(200) ? 200 : Math.max(200, ...statuses);
}

function refuse(error: ApiError): Reply {
  return { status: error.status, body: [error.outcome] };
}

function failure(log: Log, address: Address, error: unknown): Reply {
  if (error instanceof ApiError) return refuse(error);
  log.error(withoutKeys(`${address}: it failed: ${error instanceof Error ? error.stack : error}`));
  return refuse(new ApiError("failed", address, wordsOf(error)));
}

function nowhere(router: Router, { method, address }: Command, segments: readonly string[]): ApiError {
  const known = segments[0] !== undefined && router.knows(segments[0]);
  return method === "GET" && known
    ? new ApiError("notFound", address)
    : new ApiError("noMethod", address || "/", method);
}

function outcomes(list: readonly unknown[]): readonly unknown[] {
  return list.map((item) => (item instanceof ApiError ? item.outcome : item));
}
