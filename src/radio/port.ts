/** The Radio port over a process of its own: what is asked of the radio goes through the queue, what it says is handed on. */
import { wordsOf } from "../model/errors.ts";
import type { Clock, Log } from "../model/ports.ts";
import {
  type DeviceFacts,
  type Ieee,
  type NetworkFacts,
  type Order,
  type Radio,
  type RadioBackup,
  RadioError,
  type RadioEvent,
  type TouchlinkJob,
  type VirtualControls,
} from "../model/radio.ts";
import { isObject, type Values } from "../model/resource.ts";
import { keptFiles } from "./backup-files.ts";
import { boundedLog } from "./bounded-log.ts";
import { isDevice } from "./message-checks.ts";
import { openQueue } from "./order-queue.ts";
import { slotsOf } from "./pacing.ts";
import { openLink, type Question } from "./process-link.ts";
import type { RadioSettings } from "./protocol.ts";
import { STOPPED, supervise } from "./supervisor.ts";

export interface RadioOptions {
  readonly entry: string; // the file that the radio process runs
  readonly settings: RadioSettings;
  readonly channel?: () => number; // as it is set when the radio starts; it may have been changed meanwhile
  readonly clock: Clock;
  readonly log: Log;
  readonly before?: () => Promise<void>; // is waited for when it is started; rejects never
}

const SHORT = 10_000; // milliseconds for a question to the process or its coordinator
const HELD = 30_000; //  milliseconds for what may have to wait until a touchlink job is over
const LONG = 60_000; //  milliseconds for reading all of a coordinator
const TOUCHED = 60_000; // milliseconds for a touchlink job, which takes 15 s at most where all goes well
const GRACE = 1000; //   milliseconds beyond an order's deadline: the process knows better why it failed
const VIRTUAL = "virtual";

export function openRadio({ entry, settings, channel, clock, log, before }: RadioOptions): Radio {
  const bounded = boundedLog(log, clock);
  const listeners = new Set<(news: RadioEvent) => void>();
  const options = new Map<Ieee, Values>();
  let zone: string | undefined;
  let network: NetworkFacts | undefined;
  let isAway = false;
  let stops = 0;

  const supervisor = supervise({
    clock,
    open: (hear) => openLink({ entry, clock, log: bounded, hear }),
    begin: () => ({
      ask: "start",
      settings: { ...settings, channel: channel?.() ?? settings.channel },
      options: Object.fromEntries(options),
      ...(zone !== undefined && { zone }),
    }),
    hear,
  });
  const send = (order: Order, deadline: number) => ask({ ask: "order", order, deadline }, deadline + GRACE);
  const queue = openQueue(clock, send, () => hear({ kind: "full" }));
  const virtual: VirtualControls = {
    inspect: async () => valuesIn(await ask({ ask: "look" }, SHORT)),
    apply: async (ieee, knobs) => valuesIn(await ask({ ask: "turn", knobs, ...(ieee && { ieee }) }, SHORT)),
  };
  return {
    get up() {
      return supervisor.link !== undefined;
    },
    get network() {
      return network;
    },
    virtual: settings.path === VIRTUAL ? virtual : undefined,
    hasRoom: queue.hasRoom,
    order: queue.add,
    permitJoin: async (seconds, via) => {
      await ask({ ask: "permit", seconds, ...(via && { via }) }, HELD);
    },
    installCode: async (code) => {
      await ask({ ask: "installcode", code }, SHORT);
    },
    get away() {
      return isAway;
    },
    touchlink,
    describe: async (ieee) => deviceIn(await ask({ ask: "describe", ieee }, SHORT)),
    setOptions: (ieee, values) => {
      options.set(ieee, values);
      supervisor.process?.say({ ask: "options", ieee, options: values });
    },
    setZone: (wanted) => {
      if (wanted === zone) return;
      zone = wanted;
      supervisor.process?.say({ ask: "zone", zone });
    },
    backup: async () => (supervisor.link ? backupIn(await ask({ ask: "backup" }, LONG)) : keptFiles(settings.folder)),
    hear: (listener) => {
      const own = (news: RadioEvent) => listener(news);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    start: () => (before ? startAfter(before()) : supervisor.start()),
    stop: () => {
      stops += 1;
      return supervisor.stop();
    },
  };

  async function startAfter(preparing: Promise<void>): Promise<void> {
    const asked = stops;
    await preparing;
    if (asked === stops) await supervisor.start();
  }

  async function ask(question: Question, milliseconds: number): Promise<unknown> {
    const { link } = supervisor;
    if (!link) throw new RadioError("radio-down", "the radio is not running");
    return await link.ask(question, milliseconds);
  }

  async function touchlink(job: TouchlinkJob): Promise<void> {
    if (!supervisor.link) throw new RadioError("radio-down", "the radio is not running");
    if (!network?.can.includes("touchlink")) throw new RadioError("unsupported", "this stick cannot do touchlink");
    if (isAway) throw new RadioError("busy", "the radio is busy with touchlink");
    isAway = true;
    queue.hold();
    try {
      await ask({ ask: "touchlink", job }, TOUCHED);
    } catch (error) {
      const isUnable = error instanceof RadioError && error.code === "unsupported";
      if (isUnable) network = { ...network, can: network.can.filter((skill) => skill !== "touchlink") }; // it was thought to
      throw error;
    } finally {
      isAway = false;
      queue.goOn();
    }
  }

  function hear(news: RadioEvent): void {
    if (news.kind === "up") {
      network = news.network;
      queue.open(slotsOf(network.adapter));
      log.info(`radio: ${network.version} on ${settings.path}, channel ${network.channel}`);
    }
    if (news.kind === "down") {
      queue.close(news.reason);
      log[news.reason === STOPPED ? "info" : "warn"](`radio: ${news.reason}`);
    }
    if (news.kind === "full") log.warn("radio: more is asked of it than it can do: for now, orders are refused");
    if (news.kind === "payload" || news.kind === "seen") queue.heard(news.ieee);
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        log.error(
          `radio: whoever heard "${news.kind}" failed: ${error instanceof Error ? error.stack : wordsOf(error)}`,
        );
      }
    }
  }
}

function deviceIn(answer: unknown): DeviceFacts | undefined {
  return isDevice(answer) ? (answer as DeviceFacts) : undefined;
}

function valuesIn(answer: unknown): Values {
  return isObject(answer) ? answer : {};
}

function backupIn(answer: unknown): RadioBackup {
  const files = isObject(answer) && isObject(answer.files) ? answer.files : undefined;
  if (!files || !Object.values(files).every((text) => typeof text === "string")) {
    throw new RadioError("invalid", "the radio gave no backup that can be used");
  }
  return { files: files as Record<string, string> };
}
