/** The life of the radio process: it is told to start, asked, and told to stop. Whatever breaks in it ends it, with one plain sentence. */
import process from "node:process";
import { clearCachedTimeData } from "zigbee-herdsman/dist/utils/timeService.js";
import { wordsOf } from "../../model/errors.ts";
import { type Ieee, RadioError, type RadioEvent } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import type { Ask, RadioSettings, Tell, Told } from "../protocol.ts";
import { isOfSystem, whyItBroke, whyItFailed, whyItIsSilent, whyItWasLost } from "./end-reasons.ts";
import { filesIn } from "./network/network-files.ts";
import { networkNumbers, requireBackup } from "./network/network-identity.ts";
import { forgetStick, lookForStick, type SerialOptions, stickFor } from "./network/stick-detection.ts";
import { type House, type KeptHouse, moveIn, type OpenHouse } from "./network/virtual-house.ts";
import { pause, within } from "./orders/within.ts";
import type { Session } from "./session.ts";

type Question = Exclude<Extract<Ask, { readonly id: number }>, { readonly ask: "start" }>;

const MAY_CLOSE = 4000; // milliseconds for saving everything: soon after that it is killed
const FIRST_WORDS = 50; // milliseconds until the stick was spoken to: what is loaded then holds nobody up
const TOGETHER = 100; // things told at most in one piece: the gateway has other things to do, too
const VIRTUAL = "virtual";
const KEEPS_BACKUPS: readonly string[] = ["zstack", "ember", "deconz"];

export function live(openHouse: OpenHouse): void {
  const options = new Map<Ieee, Values>();
  let settings: RadioSettings | undefined;
  let session: Session | undefined;
  let house: KeptHouse | undefined;
  let isEnding = false;
  let said: Promise<void> = Promise.resolve(); // until the last word is out
  let saying: Tell[] = []; // in this turn
  let out = () => {};

  process.umask(0o077); // herdsman's files hold the key, too
  process.on("SIGINT", () => {}); // Ctrl-C is for Node-RED, which ends us
  process.on("SIGTERM", () => void end());
  process.on("disconnect", () => void end());
  process.on("uncaughtException", broken);
  process.on("unhandledRejection", forgotten);
  process.on("message", (ask: Ask) => hear(ask));

  function hear(ask: Ask): void {
    switch (ask.ask) {
      case "alive":
        tell({ tell: "alive" });
        return;
      case "stop":
        void end();
        return;
      case "options":
        options.set(ask.ieee, ask.options);
        session?.optionsChanged(ask.ieee);
        return;
      case "zone":
        liveIn(ask.zone);
        return;
      case "start":
        void start(ask);
        return;
      default:
        void answer(ask);
    }
  }

  async function start({ id, ...told }: Extract<Ask, { readonly ask: "start" }>): Promise<void> {
    if (settings) return;
    settings = told.settings;
    if (told.zone !== undefined) liveIn(told.zone);
    for (const [ieee, values] of Object.entries(told.options)) if (!options.has(ieee)) options.set(ieee, values);
    try {
      session = await open(settings);
      tell({ tell: "answer", id, value: undefined });
    } catch (error) {
      await end(whyItFailed(error, settings, settings.folder));
    }
  }

  async function open(from: RadioSettings): Promise<Session> {
    const files = filesIn(from.folder);
    const numbers = networkNumbers(files);
    if (from.path === VIRTUAL) house = await moveIn(openHouse, from, numbers, files, broken);
    else await lookForStick(from);
    const stick: SerialOptions = house
      ? { path: `tcp://127.0.0.1:${house.house.port}`, adapter: "zstack" }
      : await stickFor(from, files);
    if (KEEPS_BACKUPS.includes(stick.adapter)) requireBackup(files);
    const lost = () => void end(whyItWasLost(from));
    const silent = () => void end(whyItIsSilent(from));
    const say = (level: "info" | "warn" | "error", text: string) => tell({ tell: "log", level, text });
    const parts = { settings: from, stick, files, numbers, say };
    try {
      const { startHerdsman } = await import("./network/network-start.ts");
      const starting = startHerdsman(parts, lost);
      await Promise.race([pause(FIRST_WORDS), starting.formed]); // what keeps it from starting at all says so before others stumble
      const { openSession } = await import("./session.ts"); // with the converters: the stick takes its time anyway
      return await openSession({ ...parts, ...starting, options, house, news, said: () => said, silent, broken });
    } catch (error) {
      forgetStick(files);
      throw error;
    }
  }

  async function answer(ask: Question): Promise<void> {
    try {
      if (!session || isEnding) throw new RadioError("radio-down", "the radio is not running");
      tell({ tell: "answer", id: ask.id, value: await valueFor(session, ask) });
    } catch (error) {
      const failure = error instanceof RadioError ? error : new RadioError("invalid", wordsOf(error));
      const { code, message, status, keys } = failure;
      const more = { ...(status !== undefined && { status }), ...(keys && { keys }) };
      tell({ tell: "failure", id: ask.id, code, message, ...more });
    }
  }

  async function valueFor(running: Session, ask: Question): Promise<unknown> {
    switch (ask.ask) {
      case "order":
        return await running.obey(ask.order, ask.deadline);
      case "permit":
        return await running.permit(ask.seconds, ask.via);
      case "installcode":
        return await running.installCode(ask.code);
      case "touchlink":
        return await running.touchlink(ask.job);
      case "describe":
        return running.describe(ask.ieee);
      case "backup":
        return await running.backup();
      case "look":
        return houseOf().look();
      case "turn":
        return houseOf().turn(ask.ieee, ask.knobs);
    }
  }

  function houseOf(): House {
    if (!house) throw new RadioError("unsupported", "there is no virtual house behind this radio");
    return house.house;
  }

  function news(what: RadioEvent): void {
    tell({ tell: "news", news: what });
  }

  /** Something that nobody waits for has failed: a device that does not answer is no reason to end, a full disk is. */
  function forgotten(error: unknown): void {
    if (isOfSystem(error)) broken(error);
    else tell({ tell: "log", level: "error", text: `something failed that nobody waits for: ${traceOf(error)}` });
  }

  /** Nobody knows in which state it is now. */
  function broken(error: unknown): void {
    if (isEnding) return;
    const { path = "", folder = "" } = settings ?? {};
    const reason = whyItBroke(error, { ...settings, path }, folder);
    tell({ tell: "log", level: "error", text: `the radio process ends: ${traceOf(error)}` });
    void end(reason);
  }

  async function end(reason?: string): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    if (reason !== undefined) tell({ tell: "news", news: { kind: "down", reason } }, true);
    const late = () => new Error(`not done after ${MAY_CLOSE / 1000} s`);
    for (const part of [session, house]) {
      await within(MAY_CLOSE, Promise.resolve(part?.close()), late).catch((error) => {
        tell({ tell: "log", level: "warn", text: `the radio could not save everything: ${wordsOf(error)}` }, true);
      });
    }
    await said;
    process.exit(0);
  }

  /** After the last word only what is meant to follow it. To write costs more than what is written: what is told in one turn goes out together. */
  function tell(what: Tell, isLast = false): void {
    if (!process.connected || (isEnding && !isLast)) return;
    if (saying.push(what) === 1) {
      said = new Promise((resolve) => {
        out = resolve;
      });
      setImmediate(say);
    }
    if (isLast || saying.length >= TOGETHER) say();
  }

  function say(): void {
    const [first, ...more] = saying;
    saying = [];
    if (!first) return;
    const told: Told = more.length > 0 ? { tell: "many", tells: [first, ...more] } : first;
    process.send?.(told, undefined, undefined, out);
  }
}

/** Herdsman, the converters and the virtual house tell devices the time of the process that they live in. */
export function liveIn(zone: string): void {
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
