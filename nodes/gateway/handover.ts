/**
 * A deploy closes each node and makes it anew. The gateway of a closed node lingers for a moment: when none of its settings changed, the new
 * node takes it over, and neither a client nor the radio notices. In all other cases the old gateway stops first; also one that could not
 * read its data, since a deploy is how people try again.
 */
import process from "node:process";
import type { Stop } from "../../src/model/resource.ts";
import type { ChangeEvent } from "../messages/change-messages.ts";
import type { GatewayRuntime } from "./runtime.ts";

/** The marks that identify a gateway over deploys. */
export interface GatewayIdentity {
  readonly nodeId: string;
  readonly folder: string;
  readonly print: string; // of all settings that it was opened with
}

/** The things that a new gateway gets from the one before it. */
export interface HandoverTerms {
  readonly free: Promise<void>; // when the old gateway has let go of the folder
  readonly undelivered?: Promise<readonly ChangeEvent[]>; // the facts that it could tell no node any more
}

interface HostedGateway extends GatewayIdentity {
  readonly runtime: GatewayRuntime;
  linger: NodeJS.Timeout | undefined; // its node is gone, and it waits for the next
  leaving: Promise<void> | undefined;
}

const LINGER = 3_000; //   milliseconds, once all nodes of the deploy are closed
const LONGEST = 20_000; // until they are: Node-RED waits 15 s for the slowest
const PATIENCE = 5_000; // a close that takes longer would stall the deploy
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export class DeployHandover {
  readonly #onClosed: (run: () => void) => Stop;
  readonly #hosted = new Set<HostedGateway>();
  #isEnding = false;
  #stopListening: readonly Stop[] = [];

  /** `onClosed` tells whenever a deploy, or the end, has closed all nodes that it closes: the new ones come right after. */
  constructor(onClosed: (run: () => void) => Stop) {
    this.#onClosed = onClosed;
  }

  /** Answers a gateway that may go on, or a new one; undefined when another node has this folder. */
  acquire(identity: GatewayIdentity, open: (terms: HandoverTerms) => GatewayRuntime): GatewayRuntime | undefined {
    const own = [...this.#hosted].find((hosted) => hosted.nodeId === identity.nodeId && hosted.leaving === undefined);
    const isSame = own?.print === identity.print && own.folder === identity.folder;
    if (own?.linger && isSame && !own.runtime.isBroken && !own.runtime.awaitsRestart) {
      clearTimeout(own.linger);
      own.linger = undefined;
      return own.runtime;
    }
    const same = [...this.#hosted].filter((hosted) => hosted.folder === identity.folder);
    if (same.some((hosted) => hosted.nodeId !== identity.nodeId && !hosted.linger && !hosted.leaving)) return undefined;
    const before = [...this.#hosted].filter(
      (hosted) => hosted.nodeId === identity.nodeId || hosted.folder === identity.folder,
    );
    const free = Promise.all(before.map((hosted) => this.#dismiss(hosted))).then(() => {});
    if (this.#hosted.size === 0) this.#listen();
    const follows = before.find((hosted) => hosted.folder === identity.folder);
    const terms = follows ? { free, undelivered: follows.runtime.undelivered() } : { free };
    const hosted: HostedGateway = { ...identity, runtime: open(terms), linger: undefined, leaving: undefined };
    this.#hosted.add(hosted);
    return hosted.runtime;
  }

  /** Of a node that is closed. Kept when Node-RED may go on. */
  async release(runtime: GatewayRuntime, forGood: boolean): Promise<void> {
    const hosted = [...this.#hosted].find((each) => each.runtime === runtime);
    if (!hosted) return;
    if (forGood || this.#isEnding) return withinPatience(this.#dismiss(hosted));
    this.#linger(hosted, LONGEST);
  }

  /** It is not to go on, not even over a deploy: its successor opens the folder anew. */
  async retire(runtime: GatewayRuntime): Promise<void> {
    const hosted = [...this.#hosted].find((each) => each.runtime === runtime);
    if (hosted) await this.#dismiss(hosted);
  }

  #linger(hosted: HostedGateway, time: number): void {
    clearTimeout(hosted.linger);
    hosted.linger = setTimeout(() => void this.#dismiss(hosted), time);
    hosted.linger.unref();
  }

  #dismiss(hosted: HostedGateway): Promise<void> {
    clearTimeout(hosted.linger);
    hosted.leaving ??= hosted.runtime.stop().finally(() => {
      this.#hosted.delete(hosted);
      if (this.#hosted.size === 0) for (const stop of this.#stopListening) stop();
    });
    return hosted.leaving;
  }

  #listen(): void {
    const hurry = () => {
      for (const hosted of this.#hosted) if (hosted.linger && !hosted.leaving) this.#linger(hosted, LINGER);
    };
    this.#stopListening = [this.#onClosed(hurry), this.#onProcessEnd()];
  }

  /** Inside `close` the end of the process looks like a deploy; we hear of it before Node-RED does. */
  #onProcessEnd(): Stop {
    const end = () => {
      this.#isEnding = true;
      for (const hosted of this.#hosted) if (hosted.linger) void this.#dismiss(hosted);
    };
    const heard = SIGNALS.filter((signal) => process.listenerCount(signal) > 0); // the first listener would keep it alive
    for (const signal of heard) process.prependListener(signal, end);
    return () => {
      for (const signal of heard) process.off(signal, end);
    };
  }
}

function withinPatience(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
}
