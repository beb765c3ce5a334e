/** The Radio port over a process of its own: orders go through the queue, other requests straight to the process, and its events are handed on. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { wordsOf } from "../model/errors.ts";
import type { Clock, Log } from "../model/ports.ts";
import type { DeviceFacts, Ieee, PastFacts } from "../model/radio/device-facts.ts";
import {
  type Answers,
  type ClusterCatalog,
  type EndpointWiring,
  type Order,
  RadioError,
  type Target,
} from "../model/radio/orders.ts";
import type {
  NetworkFacts,
  Radio,
  RadioBackup,
  RadioEvent,
  Spare,
  TouchlinkJob,
  VirtualControls,
} from "../model/radio/radio-port.ts";
import { isObject, type Stop, type Values } from "../model/resource.ts";
import { filesLeft } from "./backup-files.ts";
import { isCatalog, isDevice, isPast, isWiring } from "./message-checks.ts";
import { OrderQueue } from "./order-queue.ts";
import { capacityOf } from "./pacing.ts";
import { ProcessLink } from "./process-link.ts";
import { boundedLog } from "./process-output.ts";
import type { ProcessRequest, RadioSettings } from "./protocol.ts";
import { SpareStick, type StickChoice } from "./spare-stick.ts";
import { isStickThere } from "./stick-presence.ts";
import { silenceStick, testStick } from "./sticks.ts";
import { STOPPED, Supervisor } from "./supervisor.ts";

interface RadioOptions {
  readonly entry: string; // the file that the radio process runs
  readonly settings: RadioSettings;
  readonly spare?: StickChoice & { readonly isForced: boolean }; // another stick, which takes over when the first is gone
  readonly channel?: () => number; // as it is set when the radio starts; it may have been changed meanwhile
  readonly clock: Clock;
  readonly log: Log;
  readonly before?: () => Promise<void>; // is waited for when the radio is started; rejects never
}

const SHORT = 10_000; // milliseconds for a question to the process or its coordinator
const DURING_TOUCHLINK = 30_000; // milliseconds for a request that may have to wait until a touchlink job is over
const LONG = 60_000; //  milliseconds for reading all of a coordinator
const TOUCHLINK = 60_000; // milliseconds for a touchlink job, which takes 15 s at most where all goes well
const GRACE = 1000; //   milliseconds beyond an order's deadline: the process knows better why it failed
const MAY_EMPTY = 15_000; // milliseconds for taking the network from a stick
const VIRTUAL = "virtual";
const ANY_CHANNEL = 11;
const TAKES_OVER = "the other stick takes over";

export function openRadio(options: RadioOptions): Radio {
  return new RadioPort(options);
}

/** No radio at all: everything that needs one says so, everything else works. */
export function noRadio(): Radio {
  const refuse = async () => {
    throw new RadioError("radio-down", "no radio is set in the gateway node");
  };
  return {
    missing: true,
    up: false,
    network: undefined,
    virtual: undefined,
    hasRoom: () => false,
    order: refuse,
    permitJoin: refuse,
    installCode: refuse,
    away: false,
    touchlink: refuse,
    describe: refuse,
    wiring: refuse,
    catalog: refuse,
    setOptions: () => {},
    setZone: () => {},
    backup: refuse,
    hear: () => () => {},
    start: async () => {},
    stop: async () => {},
  };
}

class RadioPort implements Radio {
  readonly virtual: VirtualControls | undefined;
  readonly #settings: RadioSettings;
  readonly #log: Log;
  readonly #before: (() => Promise<void>) | undefined;
  readonly #supervisor: Supervisor;
  readonly #queue: OrderQueue;
  readonly #listeners = new Set<(event: RadioEvent) => void>();
  readonly #options = new Map<Ieee, Values>();
  readonly #spare: SpareStick | undefined;
  #zone: string | undefined;
  #network: NetworkFacts | undefined;
  #isAway = false;
  #stops = 0;

  constructor({ entry, settings, spare, channel, clock, log, before }: RadioOptions) {
    this.#settings = settings;
    this.#log = log;
    this.#before = before;
    const bounded = boundedLog(log, clock);
    this.#supervisor = new Supervisor({
      clock,
      open: (hear) => new ProcessLink({ entry, clock, log: bounded, hear }),
      startRequest: () => ({
        type: "start",
        settings: { ...settingsWith(settings, this.#spare), channel: channel?.() ?? settings.channel },
        options: Object.fromEntries(this.#options),
        ...(this.#zone !== undefined && { zone: this.#zone }),
      }),
      hear: (event) => this.#handle(event),
    });
    this.#queue = new OrderQueue({
      clock,
      send: (order, deadline) => this.#request({ type: "order", order, deadline }, deadline + GRACE),
      full: () => this.#handle({ kind: "full" }),
    });
    const { folder } = settings;
    this.#spare =
      spare &&
      new SpareStick({
        ...{ clock, log, folder, isForced: spare.isForced },
        sticks: [choiceIn(settings), choiceIn(spare)],
        isThere: (stick) => isStickThere(stick.path),
        empty: (stick) => emptyStick(stick, { entry, clock, log: bounded, folder }),
        silence: silenceStick,
        identify: kindOf,
        retry: () => this.#supervisor.retry(),
        prepare: () => this.#supervisor.prepare(),
        exchange: (between) => this.#supervisor.exchange(TAKES_OVER, between),
      });
    this.virtual = settings.path === VIRTUAL ? this.#virtualControls() : undefined;
  }

  get up(): boolean {
    return this.#supervisor.link !== undefined;
  }

  get network(): NetworkFacts | undefined {
    return this.#network;
  }

  get away(): boolean {
    return this.#isAway;
  }

  get spare(): Spare | undefined {
    const spare = this.#spare;
    return spare && { state: spare.state, takeOver: () => spare.takeOver() };
  }

  hasRoom(target: Target): boolean {
    return this.#queue.hasRoom(target);
  }

  order<O extends Order>(order: O): Promise<Answers[O["do"]]> {
    return this.#queue.add(order);
  }

  async permitJoin(seconds: number, via?: Ieee): Promise<void> {
    await this.#request({ type: "permit", seconds, ...(via && { via }) }, DURING_TOUCHLINK);
  }

  async installCode(code: string): Promise<void> {
    await this.#request({ type: "installcode", code }, SHORT);
  }

  async touchlink(job: TouchlinkJob): Promise<void> {
    if (!this.up) throw new RadioError("radio-down", "the radio is not running");
    if (!this.#network?.can.includes("touchlink"))
      throw new RadioError("unsupported", "this stick cannot do touchlink");
    if (this.#isAway) throw new RadioError("busy", "the radio is busy with touchlink");
    this.#isAway = true;
    this.#queue.hold();
    try {
      await this.#request({ type: "touchlink", job }, TOUCHLINK);
    } catch (error) {
      const isUnable = error instanceof RadioError && error.code === "unsupported";
      if (isUnable) this.#network = withoutTouchlink(this.#network); // it was thought to be able
      throw error;
    } finally {
      this.#isAway = false;
      this.#queue.release();
    }
  }

  async describe(ieee: Ieee): Promise<DeviceFacts | undefined> {
    const answer = await this.#request({ type: "describe", ieee }, SHORT);
    return isDevice(answer) ? (answer as DeviceFacts) : undefined;
  }

  async wiring(ieee?: Ieee): Promise<readonly EndpointWiring[]> {
    const answer = await this.#request({ type: "wiring", ...(ieee && { ieee }) }, SHORT);
    if (!isWiring(answer)) throw new RadioError("invalid", "the radio did not say what its devices have");
    return answer as readonly EndpointWiring[];
  }

  async catalog(): Promise<ClusterCatalog> {
    const answer = await this.#request({ type: "catalog" }, SHORT);
    if (!isCatalog(answer)) throw new RadioError("invalid", "the radio did not say which clusters there are");
    return answer as ClusterCatalog;
  }

  setOptions(ieee: Ieee, options: Values): void {
    this.#options.set(ieee, options);
    this.#supervisor.process?.notify({ type: "options", ieee, options });
  }

  setZone(zone: string): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    this.#supervisor.process?.notify({ type: "zone", zone });
  }

  async backup(): Promise<RadioBackup> {
    return this.up ? backupIn(await this.#request({ type: "backup" }, LONG)) : await filesLeft(this.#settings.folder);
  }

  hear(listener: (event: RadioEvent) => void): Stop {
    const own = (event: RadioEvent) => listener(event); // the same listener twice is two
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  async start(): Promise<void> {
    const stops = this.#stops;
    if (this.#before) await this.#before();
    if (stops !== this.#stops) return;
    this.#spare?.watch();
    await this.#supervisor.start();
  }

  stop(): Promise<void> {
    this.#stops += 1;
    this.#spare?.stop();
    return this.#supervisor.stop();
  }

  #virtualControls(): VirtualControls {
    return {
      inspect: async () => valuesIn(await this.#request({ type: "inspect" }, SHORT)),
      past: async () => pastIn(await this.#request({ type: "past" }, SHORT)),
      apply: async (ieee, controls) =>
        valuesIn(await this.#request({ type: "apply", controls, ...(ieee && { ieee }) }, SHORT)),
    };
  }

  async #request(request: ProcessRequest, milliseconds: number): Promise<unknown> {
    const { link } = this.#supervisor;
    if (!link) throw new RadioError("radio-down", "the radio is not running");
    return await link.request(request, milliseconds);
  }

  #handle(event: RadioEvent): void {
    if (event.kind === "up") {
      this.#spare?.up(event.network.adapter as StickChoice["adapter"]);
      this.#network = event.network;
      this.#queue.open(capacityOf(event.network.adapter));
      this.#log.info(
        `radio: ${event.network.version} on ${this.#spare?.start.path ?? this.#settings.path}, channel ${event.network.channel}`,
      );
    }
    if (event.kind === "down") {
      this.#spare?.down();
      this.#queue.close(event.reason);
      this.#log[event.reason === STOPPED ? "info" : "warn"](`radio: ${event.reason}`);
    }
    if (event.kind === "full") this.#log.warn("radio: more is asked of it than it can do: for now, orders are refused");
    if (event.kind === "payload" || event.kind === "seen") this.#queue.heard(event.ieee);
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        const words = error instanceof Error ? error.stack : wordsOf(error);
        this.#log.error(`radio: whoever heard "${event.kind}" failed: ${words}`);
      }
    }
  }
}

/** Of two sticks the other one may be of another kind. */
function settingsWith(settings: RadioSettings, spare: SpareStick | undefined): RadioSettings {
  if (!spare) return settings;
  const { channel, folder, power } = settings;
  return { channel, folder, ...(power !== undefined && { power }), ...spare.start };
}

function choiceIn({ path, adapter, baudRate, rtscts }: StickChoice): StickChoice {
  return {
    path,
    ...(adapter && { adapter }),
    ...(baudRate !== undefined && { baudRate }),
    ...(rtscts !== undefined && { rtscts }),
  };
}

async function kindOf({ path, baudRate }: StickChoice): Promise<Pick<StickChoice, "adapter" | "baudRate"> | undefined> {
  const found = await testStick({ path, baudRate });
  return found.ok
    ? { adapter: found.adapter, ...(found.baudRate !== undefined && { baudRate: found.baudRate }) }
    : undefined;
}

/** A stick is emptied by giving it a network without other devices. */
async function emptyStick(
  stick: StickChoice,
  { folder, ...parts }: { readonly entry: string; readonly clock: Clock; readonly log: Log; readonly folder: string },
): Promise<void> {
  await silenceStick(stick); // it may be on the air by itself, and not answer any more
  const scratch = join(folder, "emptied");
  await rm(scratch, { recursive: true, force: true });
  const link = new ProcessLink({ ...parts, hear: () => {} });
  try {
    const settings = { ...stick, channel: ANY_CHANNEL, folder: scratch, empties: true } as const;
    await link.request({ type: "start", settings, options: {} }, MAY_EMPTY);
  } finally {
    link.end("it is empty");
    await link.gone;
    await rm(scratch, { recursive: true, force: true });
  }
}

function withoutTouchlink(network: NetworkFacts): NetworkFacts {
  return { ...network, can: network.can.filter((skill) => skill !== "touchlink") };
}

function valuesIn(answer: unknown): Values {
  return isObject(answer) ? answer : {};
}

function pastIn(answer: unknown): readonly PastFacts[] {
  if (!isPast(answer)) throw new RadioError("invalid", "the radio did not say what its house did before");
  return answer as readonly PastFacts[];
}

function backupIn(answer: unknown): RadioBackup {
  const files = isObject(answer) && isObject(answer.files) ? answer.files : undefined;
  if (!files || !Object.values(files).every((text) => typeof text === "string")) {
    throw new RadioError("invalid", "the radio gave no backup that can be used");
  }
  return { files: files as Record<string, string> };
}
