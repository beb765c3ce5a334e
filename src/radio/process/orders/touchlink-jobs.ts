/** Touchlink: for some seconds the stick leaves its network and speaks to whoever is near, channel by channel. Whatever happens, it goes back. */
import { randomInt } from "node:crypto";
import { wordsOf } from "../../../model/errors.ts";
import { type Ieee, RadioError, type RadioEvent, type TouchlinkJob } from "../../../model/radio.ts";
import type { Values } from "../../../model/resource.ts";
import { type Air, away } from "../adapter/transmit-hold.ts";
import { adapterOf, type Herdsman } from "../herdsman.ts";
import { bringBack, markAway, markLeaving } from "../network/channel-return.ts";
import type { Files } from "../network/network-files.ts";
import { failureOf } from "./order-failures.ts";
import { type TouchlinkAnswer, touchlinkAnswer } from "./touchlink-answers.ts";
import { within } from "./within.ts";

export interface TouchlinkParts {
  readonly herdsman: Herdsman;
  readonly air: Air;
  readonly files: Files;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly isAble: boolean; // the stick can leave its channel
  readonly news: (news: RadioEvent) => void;
  readonly warn: (text: string) => void;
  readonly broken: (error: unknown) => void; // the stick does not come back
}

export interface Touchlink {
  /** Kept when it is done and the stick is with its network again. Rejects with a RadioError. */
  run(job: TouchlinkJob): Promise<void>;
  close(): Promise<void>;
}

type Errand = Exclude<TouchlinkJob, { readonly do: "scan" }>;

const CHANNELS = Array.from({ length: 16 }, (_, at) => 11 + at);
const TIMES = { first: 6, else: 2 }; // requests on a channel: most lights are on the first one
const BETWEEN = 120; // milliseconds between two requests
const LISTENS = 250; // milliseconds for answers; and until a frame is surely on air
const LOOKS = 7000; // milliseconds for the one device that is meant
const CALL = { zigbeeInformation: 0x04, touchlinkInformation: 0x12 }; // we listen when idle; we assign addresses and begin the link
const MOST_UNKNOWN = 1; // channels that a stick need not know: 26 is not allowed everywhere
const LAST_NUMBER = 2 ** 32;
const LAST_WORDS = 1500; // milliseconds for the way back when the process ends; the next start makes sure

const COMMANDS: Readonly<Record<Errand["do"], { readonly name: string; readonly payload: Values }>> = {
  identify: { name: "identifyRequest", payload: { duration: 5 } }, // seconds
  reset: { name: "resetToFactoryNew", payload: {} },
};

/** Herdsman's own scan hears one device on each channel, and of that only its address; and its lock may never open again. */
export function openTouchlink(parts: TouchlinkParts): Touchlink {
  const { herdsman, air, files, pause, isAble, news, warn, broken } = parts;
  const asked = new Map<number, number>(); // transaction → the channel on which it was asked
  let hear: (answer: TouchlinkAnswer) => void = () => {};
  let isClosing = false;
  let hasLeft = false;
  let running: Promise<void> | undefined;

  adapterOf(herdsman).on("zclPayload", (payload) => {
    const answer = touchlinkAnswer(payload);
    if (answer) hear(answer);
  });

  return {
    run: async (job) => {
      if (!isAble) throw new RadioError("unsupported", "this stick cannot do touchlink");
      if (running !== undefined) throw away();
      running = outside(() => (job.do === "scan" ? scan() : tell(job)));
      try {
        await running;
      } catch (error) {
        throw failed(error);
      } finally {
        running = undefined;
      }
    },
    close: async () => {
      isClosing = true;
      await within(LAST_WORDS, running ?? Promise.resolve(), away).catch(() => {});
    },
  };

  /** Nothing else is sent meanwhile. */
  async function outside(job: () => Promise<void>): Promise<void> {
    await air.hold();
    try {
      hasLeft = false;
      markLeaving(files);
      await thenBack(job);
    } finally {
      hear = () => {};
      asked.clear();
      air.release();
    }
  }

  async function thenBack(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } finally {
      await comeBack();
    }
  }

  async function comeBack(): Promise<void> {
    const wasAway = await bringBack(herdsman, files).catch(broken);
    if (wasAway === false)
      throw new RadioError("unsupported", "this stick cannot do touchlink: its firmware does not know how");
  }

  async function scan(): Promise<void> {
    const found = new Set<Ieee>();
    hear = ({ transaction, ...answer }) => {
      const channel = asked.get(transaction);
      if (channel === undefined || found.has(answer.ieee)) return;
      found.add(answer.ieee);
      news({ kind: "touched", touched: { ...answer, channel } });
    };
    let unknown = 0;
    for (const channel of CHANNELS) {
      try {
        await search(channel, channel === CHANNELS[0] ? TIMES.first : TIMES.else);
      } catch (error) {
        unknown += 1;
        if (isClosing || !hasLeft || unknown > MOST_UNKNOWN) throw error;
        warn(`touchlink: channel ${channel} could not be searched: ${wordsOf(error)}`);
      }
    }
  }

  async function search(channel: number, times: number): Promise<void> {
    await goTo(channel);
    for (let count = 0; count < times; count += 1) {
      await call(channel);
      await pause(BETWEEN);
    }
    await pause(LISTENS - BETWEEN);
  }

  async function tell({ do: what, ieee, channel }: Errand): Promise<void> {
    await goTo(channel);
    const transactionID = await meet(ieee, channel);
    const { name, payload } = COMMANDS[what];
    await say(name, { transactionID, ...payload }, ieee);
    await pause(LISTENS);
  }

  /** It obeys only who has called it just before. Answers under which number. */
  async function meet(ieee: Ieee, channel: number): Promise<number> {
    let met: number | undefined;
    hear = (answer) => {
      if (answer.ieee === ieee && asked.has(answer.transaction)) met ??= answer.transaction;
    };
    const end = performance.now() + LOOKS;
    while (met === undefined) {
      if (performance.now() > end)
        throw new RadioError("unreachable", "it does not answer: it must be close by, and have power");
      await call(channel);
      await pause(LISTENS);
    }
    return met;
  }

  async function goTo(channel: number): Promise<void> {
    if (isClosing) throw new RadioError("radio-down", "the radio was stopped");
    await herdsman.touchlink.setChannelInterPAN(channel);
    if (!hasLeft) markAway(files);
    hasLeft = true;
  }

  async function call(channel: number): Promise<void> {
    if (isClosing) throw new RadioError("radio-down", "the radio was stopped");
    const transactionID = randomInt(1, LAST_NUMBER);
    asked.set(transactionID, channel);
    await say("scanRequest", { transactionID, ...CALL });
  }

  async function say(commandKey: string, payload: Record<string, unknown>, ieee?: Ieee): Promise<void> {
    await herdsman.sendRaw({
      interPan: true,
      clusterKey: "touchlink",
      disableResponse: true, // several may answer
      zcl: { commandKey, payload },
      ...(ieee !== undefined && { ieeeAddress: ieee }),
    });
  }
}

function failed(thrown: unknown): RadioError {
  if (thrown instanceof RadioError) return thrown;
  const failure = failureOf(thrown);
  if (failure.code === "radio-down") return failure;
  return new RadioError("refused", `the stick did not do it: ${wordsOf(thrown).slice(0, 300)}`);
}
