/**
 * A deploy closes a node and makes it anew. Its gateway stays for a moment meanwhile, and when nothing in its settings changed
 * the new node adopts it, so that neither a client nor the radio notices. In all other cases the old one makes room first: also when it
 * could not read its data, since a deploy is how people try again.
 */
import process from "node:process";
import type { Stop } from "../../src/model/resource.ts";
import type { ChangeEvent } from "../messages/change-messages.ts";
import type { GatewayRuntime } from "./runtime.ts";

/** What identifies a gateway over deploys. */
export interface GatewayIdentity {
  readonly nodeId: string;
  readonly folder: string;
  readonly print: string; // of all settings
}

/** What a new gateway is given of the one before it. */
export interface HandoverTerms {
  readonly free: Promise<void>; // when that has let go of the folder
  readonly undelivered?: Promise<readonly ChangeEvent[]>; // what it could tell nobody any more
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
  readonly #wards = new Set<HostedGateway>();
  #isEnding = false;
  #stopHearing: readonly Stop[] = [];

  /** It is told whenever a deploy, or the end, has closed all nodes that it closes: the new ones come right after. */
  constructor(onClosed: (run: () => void) => Stop) {
    this.#onClosed = onClosed;
  }

  /** Answers a gateway that may go on, or a new one; undefined when another node has this folder. */
  acquire(claim: GatewayIdentity, open: (room: HandoverTerms) => GatewayRuntime): GatewayRuntime | undefined {
    const own = [...this.#wards].find((ward) => ward.nodeId === claim.nodeId && ward.leaving === undefined);
    const isSame = own?.print === claim.print && own.folder === claim.folder;
    if (own?.linger && isSame && !own.runtime.isBroken) {
      clearTimeout(own.linger);
      own.linger = undefined;
      return own.runtime;
    }
    const same = [...this.#wards].filter((ward) => ward.folder === claim.folder);
    if (same.some((ward) => ward.nodeId !== claim.nodeId && !ward.linger && !ward.leaving)) return undefined;
    const before = [...this.#wards].filter((ward) => ward.nodeId === claim.nodeId || ward.folder === claim.folder);
    const free = Promise.all(before.map((ward) => this.#dismiss(ward))).then(() => {});
    if (this.#wards.size === 0) this.#hear();
    const follows = before.find((ward) => ward.folder === claim.folder);
    const room = follows ? { free, undelivered: follows.runtime.undelivered() } : { free };
    const ward: HostedGateway = { ...claim, runtime: open(room), linger: undefined, leaving: undefined };
    this.#wards.add(ward);
    return ward.runtime;
  }

  /** Of a node that is closed. Kept when Node-RED may go on. */
  async release(runtime: GatewayRuntime, forGood: boolean): Promise<void> {
    const ward = [...this.#wards].find((each) => each.runtime === runtime);
    if (!ward) return;
    if (forGood || this.#isEnding) return patiently(this.#dismiss(ward));
    this.#linger(ward, LONGEST);
  }

  /** It is not to go on, not even over a deploy: its successor opens the folder anew. */
  async retire(runtime: GatewayRuntime): Promise<void> {
    const ward = [...this.#wards].find((each) => each.runtime === runtime);
    if (ward) await this.#dismiss(ward);
  }

  #linger(ward: HostedGateway, time: number): void {
    clearTimeout(ward.linger);
    ward.linger = setTimeout(() => void this.#dismiss(ward), time);
    ward.linger.unref();
  }

  #dismiss(ward: HostedGateway): Promise<void> {
    clearTimeout(ward.linger);
    ward.leaving ??= ward.runtime.stop().finally(() => {
      this.#wards.delete(ward);
      if (this.#wards.size === 0) for (const stop of this.#stopHearing) stop();
    });
    return ward.leaving;
  }

  #hear(): void {
    const hurry = () => {
      for (const ward of this.#wards) if (ward.linger && !ward.leaving) this.#linger(ward, LINGER);
    };
    this.#stopHearing = [this.#onClosed(hurry), this.#hearTheEnd()];
  }

  /** Inside `close` the end of the process looks like a deploy; we hear of it before Node-RED does. */
  #hearTheEnd(): Stop {
    const end = () => {
      this.#isEnding = true;
      for (const ward of this.#wards) if (ward.linger) void this.#dismiss(ward);
    };
    const heard = SIGNALS.filter((signal) => process.listenerCount(signal) > 0); // the first listener would keep it alive
    for (const signal of heard) process.prependListener(signal, end);
    return () => {
      for (const signal of heard) process.off(signal, end);
    };
  }
}

function patiently(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
}
