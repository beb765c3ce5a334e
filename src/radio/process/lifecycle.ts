/** The life of the radio process: it is started, answers requests, and is stopped. Any failure in it ends it, with one plain sentence. */
import process from "node:process";
import { clearCachedTimeData } from "zigbee-herdsman/dist/utils/timeService.js";
import { wordsOf } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { Values } from "../../model/resource.ts";
import type { GatewayMessage, ProcessMessage, RadioSettings } from "../protocol.ts";
import { requireStick } from "../stick-presence.ts";
import { pause, within } from "./deadlines.ts";
import {
  ExplainedError,
  isSystemError,
  isUnreadable,
  whyProcessBroke,
  whyStartFailed,
  whyStickIsSilent,
  whyStickLeftNetwork,
  whyStickWasLost,
} from "./end-reasons.ts";
import { GatewayChannel } from "./gateway-channel.ts";
import { prepareRestore, RecordKeeper } from "./network/coordinator-backup.ts";
import { networkFilesIn, readText } from "./network/network-files.ts";
import { hasDevices, ownNetwork } from "./network/network-identity.ts";
import { detectStick, forgetStick, type SerialOptions } from "./network/stick-detection.ts";
import {
  type OpenSimulatedHouse,
  openPersistentHouse,
  type PersistentHouse,
  type SimulatedHouse,
} from "./network/virtual-house.ts";
import type { Session } from "./session.ts";

type StartMessage = Extract<GatewayMessage, { readonly type: "start" }>;
type RequestMessage = Exclude<Extract<GatewayMessage, { readonly id: number }>, StartMessage>;

const MAY_CLOSE = 4000; // milliseconds for saving everything: soon after that the process is killed
const FIRST_ANSWER = 50; // milliseconds for herdsman to speak to the stick: loading the converters blocks this process, and then only fills the time until the stick answers
const VIRTUAL = "virtual";
const WHY_LOST = { line: whyStickWasLost, network: whyStickLeftNetwork } as const;
const REPLACED = "another stick has taken the network over from this one: it must not be started again as it is";

export function runRadioProcess(openHouse: OpenSimulatedHouse): void {
  new RadioProcess(openHouse).listen();
}

class RadioProcess {
  readonly #openHouse: OpenSimulatedHouse;
  readonly #options = new Map<Ieee, Values>();
  readonly #channel = new GatewayChannel();
  #settings: RadioSettings | undefined;
  #session: Session | undefined;
  #house: PersistentHouse | undefined;
  #isEnding = false;

  constructor(openHouse: OpenSimulatedHouse) {
    this.#openHouse = openHouse;
  }

  listen(): void {
    process.umask(0o077); // herdsman's files hold the key, too
    process.on("SIGINT", () => {}); // Ctrl-C is for Node-RED, which ends us
    process.on("SIGTERM", () => void this.#end());
    process.on("disconnect", () => void this.#end());
    process.on("uncaughtException", (error) => this.#broken(error));
    process.on("unhandledRejection", (error) => this.#unhandled(error));
    process.on("message", (message: GatewayMessage) => this.#receive(message));
  }

  #receive(message: GatewayMessage): void {
    switch (message.type) {
      case "alive":
        this.#send({ type: "alive" });
        return;
      case "prepare":
        loadAll().catch(() => {}); // a start would say why
        return;
      case "stop":
        void this.#end();
        return;
      case "options":
        this.#options.set(message.ieee, message.options);
        this.#session?.optionsChanged(message.ieee);
        return;
      case "zone":
        setTimeZone(message.zone);
        return;
      case "start":
        void this.#start(message);
        return;
      default:
        void this.#answer(message);
    }
  }

  async #start({ id, settings, options, zone }: StartMessage): Promise<void> {
    if (this.#settings) return;
    this.#settings = settings;
    if (zone !== undefined) setTimeZone(zone);
    for (const [ieee, values] of Object.entries(options)) if (!this.#options.has(ieee)) this.#options.set(ieee, values);
    try {
      this.#session = await this.#open(settings);
      this.#send({ type: "answer", id, value: undefined });
    } catch (error) {
      if (isUnreadable(error)) this.#send({ type: "log", level: "error", text: traceOf(error) });
      await this.#end(whyStartFailed(error, settings, settings.folder));
    }
  }

  async #open(settings: RadioSettings): Promise<Session> {
    const files = networkFilesIn(settings.folder);
    const { record, isNew } = ownNetwork(files);
    if (settings.term !== undefined && settings.term < record.term) throw new ExplainedError(REPLACED);
    const keeper = new RecordKeeper(files, record);
    const broken = (error: unknown) => this.#broken(error);
    if (settings.path === VIRTUAL)
      this.#house = await openPersistentHouse(this.#openHouse, settings, record, files, broken);
    else await requireStick(settings.path);
    const house = this.#house;
    const stick: SerialOptions = house
      ? { path: `tcp://127.0.0.1:${house.simulation.port}`, adapter: house.simulation.adapter }
      : await detectStick(settings, files);
    prepareRestore(files, keeper, stick.adapter, hasDevices(readText(files.database)));
    const log = (level: "info" | "warn" | "error", text: string) => this.#send({ type: "log", level, text });
    const parts = { settings, stick, files, keeper, isNew, log };
    try {
      const { startHerdsman } = await import("./network/network-start.ts");
      const starting = startHerdsman(parts, (how) => void this.#end(WHY_LOST[how](settings)));
      await Promise.race([pause(FIRST_ANSWER), starting.started]); // the error of a failed start comes before others stumble
      const { openSession } = await import("./session.ts"); // with the converters: the stick takes its time anyway
      return await openSession({
        ...parts,
        ...starting,
        options: this.#options,
        house,
        emit: (event) => this.#send({ type: "event", event }),
        sent: () => this.#channel.sent,
        silent: () => void this.#end(whyStickIsSilent(settings)),
        broken,
      });
    } catch (error) {
      forgetStick(files);
      throw error;
    }
  }

  async #answer(request: RequestMessage): Promise<void> {
    const { id } = request;
    try {
      if (!this.#session || this.#isEnding) throw new RadioError("radio-down", "the radio is not running");
      this.#send({ type: "answer", id, value: await this.#valueFor(this.#session, request) });
    } catch (error) {
      const failure = error instanceof RadioError ? error : new RadioError("invalid", wordsOf(error));
      const { code, message, status, keys } = failure;
      const more = { ...(status !== undefined && { status }), ...(keys && { keys }) };
      this.#send({ type: "failure", id, code, message, ...more });
    }
  }

  async #valueFor(session: Session, request: RequestMessage): Promise<unknown> {
    switch (request.type) {
      case "order":
        return await session.order(request.order, request.deadline);
      case "permit":
        return await session.permit(request.seconds, request.via);
      case "installcode":
        return await session.installCode(request.code);
      case "touchlink":
        return await session.touchlink(request.job);
      case "describe":
        return session.describe(request.ieee);
      case "wiring":
        return session.wiring(request.ieee);
      case "catalog":
        return session.catalog();
      case "backup":
        return await session.backup();
      case "inspect":
        return this.#virtualHouse().inspect();
      case "past":
        return this.#virtualHouse().past();
      case "apply":
        return this.#virtualHouse().apply(request.ieee, request.controls);
    }
  }

  #virtualHouse(): SimulatedHouse {
    if (!this.#house) throw new RadioError("unsupported", "there is no virtual house behind this radio");
    return this.#house.simulation;
  }

  /** After the last message the process sends no more, but for a message that is meant to follow it. */
  #send(message: ProcessMessage): void {
    if (!this.#isEnding) this.#channel.send(message);
  }

  /** A job that no caller waits for has failed: a device that does not answer is no reason to end, a full disk is. */
  #unhandled(error: unknown): void {
    if (isSystemError(error)) this.#broken(error);
    else this.#send({ type: "log", level: "error", text: `something failed that nobody waits for: ${traceOf(error)}` });
  }

  /** The state of the process is unknown now. */
  #broken(error: unknown): void {
    if (this.#isEnding) return;
    const { path = "", folder = "" } = this.#settings ?? {};
    const reason = whyProcessBroke(error, { ...this.#settings, path }, folder);
    this.#send({ type: "log", level: "error", text: `the radio process ends: ${traceOf(error)}` });
    void this.#end(reason);
  }

  async #end(reason?: string): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const sendLast = (message: ProcessMessage) => {
      this.#channel.send(message);
      this.#channel.flush();
    };
    if (reason !== undefined) sendLast({ type: "event", event: { kind: "down", reason } });
    const late = () => new Error(`not done after ${MAY_CLOSE / 1000} s`);
    for (const part of [this.#session, this.#house]) {
      await within(MAY_CLOSE, Promise.resolve(part?.close()), late).catch((error) => {
        sendLast({ type: "log", level: "warn", text: `the radio could not save everything: ${wordsOf(error)}` });
      });
    }
    await this.#channel.sent;
    process.exit(0);
  }
}

/** Loads herdsman and the converters: on a slow machine that takes longer than the start of the stick. */
async function loadAll(): Promise<void> {
  await import("./network/network-start.ts");
  await import("./session.ts");
}

/** Herdsman, the converters and the virtual house tell devices the time of the process that they live in. */
export function setTimeZone(zone: string): void {
  process.env.TZ = zone;
  clearCachedTimeData();
}

/** In one line. */
function traceOf(error: unknown): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return words
    .split("\n")
    .slice(0, 4)
    .map((line) => line.trim())
    .join(" ");
}
