/** A gateway while it runs, as the nodes of a flow see it: its facts with their time and number, and the status of its health. */
import type { NodeStatus } from "node-red";
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { wordsOf } from "../../src/model/errors.ts";
import { PAST_LISTENER, type PastValues } from "../../src/model/history/ports.ts";
import type { Change, Stop } from "../../src/model/resource.ts";
import { utcMilliseconds } from "../../src/model/time/times.ts";
import type { OpenGateway } from "../../src/open.ts";
import { type ChangeEvent, isTick } from "../messages/change-messages.ts";
import type { LoggedErrors } from "./errors-told.ts";
import { EventLog } from "./event-log.ts";
import { pastEvents } from "./past-events.ts";
import { failureIn } from "./rule-failures.ts";
import type { ServerMount } from "./server-mount.ts";

export type Translate = (key: string, values?: Record<string, string | number>) => string;

interface GatewayRuntimeParts {
  readonly mount: ServerMount;
  readonly say: Translate;
  readonly language: () => string;
  readonly hasOwnPort: boolean;
  readonly logError: (text: string) => void;
  readonly errors: () => LoggedErrors;
  /** Tells when a deploy begins to exchange nodes, and when the new ones are there. */
  readonly onDeploy: (begins: () => void, ends: () => void) => Stop;
  /** The clean-up that runs now and then. */
  readonly hourly: () => Promise<void>;
  /** The facts that the gateway before this one, of the same folder, could tell no node any more. */
  readonly undelivered?: Promise<readonly ChangeEvent[]>;
}

type Phase = "opening" | "ready" | "broken" | "no port" | "stopped";

const AGAIN = 5_000; // milliseconds until a port or a folder that could not be had is tried again
const HOUR = 3_600_000; // milliseconds between two writes of the list of events, and two looks for leftovers
const LOOKS: Readonly<Record<string, Pick<NodeStatus, "fill" | "shape">>> = {
  waiting: { fill: "grey", shape: "ring" },
  good: { fill: "green", shape: "dot" },
  limited: { fill: "yellow", shape: "dot" },
  bad: { fill: "red", shape: "dot" },
};

export class GatewayRuntime {
  readonly opened: OpenGateway;
  readonly hasOwnPort: boolean;
  readonly events = new EventLog();
  readonly #parts: GatewayRuntimeParts;
  readonly #statusListeners = new Set<(status: NodeStatus) => void>();
  readonly #listeners = new Set<(fact: ChangeEvent) => void>();
  readonly #subscriptions: readonly Stop[];
  readonly #buffer: DeployBuffer; // its first nodes are being made now
  #phase: Phase = "opening";
  #trouble = "";
  #portInUse = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #facts = 0;
  #stopping: Promise<void> | undefined;
  readonly #eventsRead: Promise<void>;
  #hasReadEvents = false;
  readonly #hourTimer: NodeJS.Timeout;

  constructor(opened: OpenGateway, parts: GatewayRuntimeParts) {
    this.opened = opened;
    this.hasOwnPort = parts.hasOwnPort;
    this.#parts = parts;
    this.#buffer = deployBuffer(
      () => this.now,
      (fact) => this.#notify(fact),
    );
    const { bus, store } = opened.gateway;
    bus.on((change) => {
      this.#noteEvent(change);
      this.#onBusChange(change);
    });
    const { open, close } = this.#bufferControls(parts.undelivered);
    const tellPast = (past: readonly PastValues[]) =>
      this.events.tellPast(pastEvents((address) => store.get(address), past, this.now));
    this.#subscriptions = [
      parts.mount.take(this),
      parts.onDeploy(close, open),
      opened.gateway.onDelivery(() => this.events.settle()),
      opened.gateway.engines.offer(PAST_LISTENER, { tellPast }),
    ];
    void this.#follow(opened.gateway.ready, opened.listening);
    this.#eventsRead = this.#readEvents().catch((error) => parts.logError(`/config: ${wordsOf(error)}`));
    this.#hourTimer = setInterval(() => void this.#everyHour(), HOUR).unref();
  }

  /** Every fact, in order, also those that came while a deploy exchanged nodes; the same listener is told until it stops listening. */
  on(listener: (fact: ChangeEvent) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How it is now, and whenever that changes. */
  onStatus(listener: (status: NodeStatus) => void): Stop {
    this.#statusListeners.add(listener);
    listener(this.status);
    return () => this.#statusListeners.delete(listener);
  }

  /** Nodes that hang on it. */
  get listeners(): number {
    return this.#listeners.size + this.#statusListeners.size;
  }

  /** Its nodes work, even while another program has the port for its clients. */
  get isReady(): boolean {
    return this.#phase === "ready" || this.#phase === "no port";
  }

  /** Its data could not be read, the last time that it was tried. */
  get isBroken(): boolean {
    return this.#phase === "broken";
  }

  /** Something was laid ready that only a new opening of its data takes up: a backup, or a house that moves in. */
  get awaitsRestart(): boolean {
    const jobs = this.opened.gateway.store.list("/jobs");
    return jobs.some(({ attr }) => attr.status === "running" && attr.completedbyrestart === true);
  }

  /** For good: readers of its changes let go of it. */
  get isStopped(): boolean {
    return this.#phase === "stopped";
  }

  /** Its data are there, even while its radio or its port is missing. */
  get isLoaded(): boolean {
    return this.opened.gateway.store.get("/config") !== undefined;
  }

  /** Kept when its data are there, however often that has to be tried. */
  get loaded(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onStatus(() => {
        if (!this.isLoaded) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  }

  /** Why the radio is down; "" when it is not. */
  get radioTrouble(): string {
    return String(this.opened.gateway.store.get("/gateway")?.state.reason ?? "");
  }

  /** Meanwhile the gateway knows the kept data of its devices; the radio tells their abilities when it is up. */
  get isRadioStarting(): boolean {
    const { path, network } = this.opened.radio;
    return path !== "none" && !network() && this.radioTrouble === "";
  }

  get status(): NodeStatus {
    const { say, mount } = this.#parts;
    if (this.#phase === "opening") return { ...LOOKS.waiting, text: say("status.opening") };
    if (this.#phase === "stopped") return { ...LOOKS.waiting, text: say("status.stopped") };
    if (this.#phase === "broken") return { ...LOOKS.bad, text: this.#trouble };
    const reason = this.radioTrouble;
    if (reason !== "") return { ...LOOKS.limited, text: say("status.radio-down", { reason }) };
    const port = this.portInUse;
    if (port > 0) return { ...LOOKS.limited, text: say("status.port-used", { port: String(port) }) };
    if (this.#phase === "no port") return { ...LOOKS.limited, text: this.#trouble };
    if (this.opened.ports().http > 0) return { ...LOOKS.good, text: say("status.ready") };
    if (mount.isClosed) return { ...LOOKS.limited, text: say(`obstacle.${mount.obstacle}`) };
    if (mount.owner !== this) return { ...LOOKS.limited, text: say("status.second") };
    return { ...LOOKS.waiting, text: say("status.opening") }; // Node-RED's server does not listen yet
  }

  /** Of its log, since it runs. */
  get errors(): LoggedErrors {
    return this.#parts.errors();
  }

  /** Where clients find the API. */
  get url(): string {
    const { host, port, path } = this.opened.clientAddress();
    return `http://${host}:${port}${path}/api`;
  }

  /** The own port that another program has; 0: none. */
  get portInUse(): number {
    return this.#phase === "no port" ? this.#portInUse : 0;
  }

  /** In which its nodes write numbers and times. */
  get language(): string {
    return this.#parts.language();
  }

  /** Milliseconds, UTC. */
  get now(): number {
    return Date.now();
  }

  #noteEvent(change: Change): void {
    const { store, isDesired, traceOf } = this.opened.gateway;
    const { resource, section, values, event } = change;
    const isStillDesired = () =>
      event === "changed" && section === "state" && isDesired(resource.address, section, Object.keys(values));
    this.events.add(change, store.definition(resource), this.now, {
      isDesired: isStillDesired,
      failure: failureIn(change, traceOf),
    });
  }

  /** The latest events, also from before its start; the oldest first. Once its data are there. */
  async recentEvents(): Promise<readonly ChangeNotice[]> {
    await this.#eventsRead;
    return this.events.all();
  }

  refresh(): void {
    const { status } = this;
    for (const listener of this.#statusListeners) this.#isolate("/config", () => listener(status));
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** When it has stopped: the facts that it could tell no node, because a deploy was exchanging the nodes. */
  async undelivered(): Promise<readonly ChangeEvent[]> {
    await this.stop();
    const { bus } = this.opened.gateway;
    while (bus.isTelling) await new Promise((resolve) => setTimeout(resolve, 0));
    return this.#buffer.take();
  }

  /** The gate of one that follows another opens when that has stopped and its own data are there. */
  #bufferControls(before: Promise<readonly ChangeEvent[]> = Promise.resolve([])): Pick<DeployBuffer, "open" | "close"> {
    let [isWanted, isReady] = [false, this.#parts.undelivered === undefined];
    const put = async () => {
      const facts = await before;
      await this.loaded;
      this.#buffer.put(facts);
      isReady = true;
      if (isWanted) this.#buffer.open();
    };
    if (!isReady) put().catch((error) => this.#parts.logError(`/config: ${wordsOf(error)}`));
    return {
      open: () => {
        isWanted = true;
        if (isReady) this.#buffer.open();
      },
      close: () => {
        isWanted = false;
        this.#buffer.close();
      },
    };
  }

  /** The runtime before this one, of the same folder, writes the file when it stops: it is read after that. */
  async #readEvents(): Promise<void> {
    await this.#parts.undelivered;
    await this.loaded;
    this.events.begin(await this.opened.eventFile.read());
    this.#hasReadEvents = true;
  }

  /** The runtime writes nothing before it has read the file: the events in it would be lost. */
  async #keepEvents(): Promise<void> {
    if (this.#hasReadEvents) await this.events.keep((events) => this.opened.eventFile.write(events));
  }

  async #everyHour(): Promise<void> {
    await this.#keepEvents();
    if (this.isLoaded) await this.#parts.hourly();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retryTimer);
    clearInterval(this.#hourTimer);
    for (const leave of this.#subscriptions) leave();
    this.#enter("stopped");
    await this.#keepEvents();
    await this.opened.stop().catch((error) => this.#parts.logError(`/config: ${wordsOf(error)}`));
  }

  /** The obstacle may be over soon (another process has the folder or the port, a disk is read-only or full): the gateway tries again. */
  async #follow(opening: Promise<void>, listening: Promise<void>): Promise<void> {
    try {
      await opening;
    } catch (error) {
      this.#fail("broken", "/config", error);
      this.#retryLater(() => this.#follow(this.opened.openAgain(), listening));
      return;
    }
    await listening.then(
      () => this.#enter("ready"),
      (error) => {
        this.#portInUse = portInUse(error);
        this.#fail("no port", "/config/port", error);
        this.#retryLater(() => this.#follow(opening, this.opened.listenAgain()));
      },
    );
  }

  /** Told once, however often it happens again. */
  #fail(phase: Phase, address: string, error: unknown): void {
    const text = wordsOf(error);
    if (this.#phase === "stopped") return;
    if (text !== this.#trouble) this.#parts.logError(`${address}: ${text}`);
    this.#enter(phase, text);
  }

  #retryLater(run: () => Promise<void>): void {
    if (this.#phase === "stopped") return;
    this.#retryTimer = setTimeout(() => void run(), AGAIN);
    this.#retryTimer.unref();
  }

  #enter(phase: Phase, trouble = ""): void {
    if (this.#phase === "stopped") return;
    this.#phase = phase;
    this.#trouble = trouble;
    this.refresh();
  }

  #onBusChange(change: Change): void {
    if (!isTick(change, this.opened.gateway.store.definition(change.resource))) this.#facts += 1;
    if (change.resource.address === "/gateway") this.refresh();
    this.#buffer.pass({ change, at: `${utcMilliseconds(this.now)}Z`, n: this.#facts });
  }

  #notify(fact: ChangeEvent): void {
    const { address } = fact.change.resource;
    for (const listener of this.#listeners) this.#isolate(address, () => listener(fact));
  }

  #isolate(address: string, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      const text = error instanceof Error ? error.stack : String(error);
      this.#parts.logError(`${address}: a node failed: ${text}`);
    }
  }
}

/** The port that the error is about, when another program has it. */
function portInUse(error: unknown): number {
  const { code, port } = ((error as Error).cause ?? {}) as { readonly code?: unknown; readonly port?: unknown };
  return code === "EADDRINUSE" ? Number(port) : 0;
}

// ---- changes during a deploy
interface DeployBuffer {
  readonly pass: (fact: ChangeEvent) => void;
  readonly open: () => void;
  readonly close: () => void;
  /** Hands over the facts that wait: no node will open this buffer again. */
  readonly take: () => readonly ChangeEvent[];
  /** Facts that waited in another buffer come before all that wait here. */
  readonly put: (facts: readonly ChangeEvent[]) => void;
}

const MOST = 5_000; //  facts; beyond that the oldest are lost
const LATEST = 20_000; // milliseconds; a deploy takes less, and an older fact would be a replay

export function deployBuffer(now: () => number, through: (fact: ChangeEvent) => void): DeployBuffer {
  let isOpen = false;
  let waiting: ChangeEvent[] = [];
  return {
    pass: (fact) => {
      if (isOpen) return through(fact);
      waiting.push(fact);
      if (waiting.length > MOST) waiting.shift();
    },
    open: () => {
      if (isOpen) return;
      isOpen = true;
      const held = waiting;
      waiting = [];
      for (const fact of held) if (now() - Date.parse(fact.at) <= LATEST) through(fact);
    },
    close: () => {
      isOpen = false;
    },
    take: () => waiting.splice(0),
    put: (facts) => {
      waiting = [...facts, ...waiting].slice(-MOST);
    },
  };
}
