/** Touchlink: for some seconds the stick leaves its network and speaks to devices near by, channel by channel. It always goes back. */
import { randomInt } from "node:crypto";
import { Zcl } from "zigbee-herdsman";
import { wordsOf } from "../../../model/errors.ts";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { RadioError } from "../../../model/radio/orders.ts";
import type { RadioEvent, TouchlinkDevice, TouchlinkJob } from "../../../model/radio/radio-port.ts";
import type { Values } from "../../../model/resource.ts";
import { busyWithTouchlink, type TransmitHold } from "../adapter/transmit-hold.ts";
import { within } from "../deadlines.ts";
import { adapterOf, type Herdsman, type IncomingFrame } from "../herdsman.ts";
import { markAway, markLeaving, returnToNetwork } from "../network/channel-return.ts";
import type { NetworkFiles } from "../network/network-files.ts";
import { failureOf } from "./order-failures.ts";

interface TouchlinkJobsParts {
  readonly herdsman: Herdsman;
  readonly transmitHold: Pick<TransmitHold, "hold" | "release">;
  readonly files: NetworkFiles;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly isAble: boolean; // the stick can leave its channel
  readonly emit: (event: RadioEvent) => void;
  readonly warn: (text: string) => void;
  readonly broken: (error: unknown) => void; // the stick does not come back
}

type CommandJob = Exclude<TouchlinkJob, { readonly do: "scan" }>;

interface TouchlinkAnswer extends Omit<TouchlinkDevice, "channel"> {
  readonly transaction: number; // of the request
}

const CHANNELS = Array.from({ length: 16 }, (_, at) => 11 + at);
const REQUESTS = { first: 6, else: 2 }; // on a channel: most lights are on the first one
const BETWEEN_REQUESTS = 120; // milliseconds
const LISTENS = 250; // milliseconds for answers; and until a frame is surely on air
const SEARCHES = 7000; // milliseconds for the one device that is meant
const SCAN_REQUEST = { zigbeeInformation: 0x04, touchlinkInformation: 0x12 }; // we listen when idle; we assign addresses and begin the link
const MOST_UNKNOWN = 1; // channels that a stick need not know: 26 is not allowed everywhere
const LAST_TRANSACTION = 2 ** 32;
const MAY_RETURN = 1500; // milliseconds for the return when the process ends; the next start makes sure
const STOPPED = "the radio was stopped";

const COMMANDS: Readonly<Record<CommandJob["do"], { readonly name: string; readonly payload: Values }>> = {
  identify: { name: "identifyRequest", payload: { duration: 5 } }, // seconds
  reset: { name: "resetToFactoryNew", payload: {} },
};

const ANSWER = "scanResponse";
const FACTORY_NEW = 1; // a bit
/** Sticks tell a link quality only, which Z-Stack makes of -87 to -10 dBm. */
const WEAKEST = -87;
const STRONGEST = -10;
const BEST_QUALITY = 255;

/** Herdsman's own scan hears one device on each channel, and of that only its address; and its lock may never open again. */
export class TouchlinkJobs {
  readonly #parts: TouchlinkJobsParts;
  readonly #channels = new Map<number, number>(); // on which a transaction was requested
  #hear: (answer: TouchlinkAnswer) => void = () => {};
  #isClosing = false;
  #hasLeft = false;
  #running: Promise<void> | undefined;

  constructor(parts: TouchlinkJobsParts) {
    this.#parts = parts;
    adapterOf(parts.herdsman).on("zclPayload", (payload) => {
      const answer = touchlinkAnswer(payload);
      if (answer) this.#hear(answer);
    });
  }

  /** Kept when the job is done and the stick is with its network again. Rejects with a RadioError. */
  async run(job: TouchlinkJob): Promise<void> {
    if (!this.#parts.isAble) throw new RadioError("unsupported", "this stick cannot do touchlink");
    if (this.#running !== undefined) throw busyWithTouchlink();
    this.#running = this.#outsideNetwork(() => (job.do === "scan" ? this.#scan() : this.#command(job)));
    try {
      await this.#running;
    } catch (error) {
      throw touchlinkFailure(error);
    } finally {
      this.#running = undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await within(MAY_RETURN, this.#running ?? Promise.resolve(), busyWithTouchlink).catch(() => {});
  }

  /** Nothing else is sent meanwhile. */
  async #outsideNetwork(job: () => Promise<void>): Promise<void> {
    const { transmitHold, files } = this.#parts;
    await transmitHold.hold();
    try {
      this.#hasLeft = false;
      markLeaving(files);
      try {
        await job();
      } finally {
        await this.#return();
      }
    } finally {
      this.#hear = () => {};
      this.#channels.clear();
      transmitHold.release();
    }
  }

  async #return(): Promise<void> {
    const { herdsman, files, broken } = this.#parts;
    const wasAway = await returnToNetwork(herdsman, files).catch(broken);
    if (wasAway === false)
      throw new RadioError("unsupported", "this stick cannot do touchlink: its firmware does not know how");
  }

  async #scan(): Promise<void> {
    const found = new Set<Ieee>();
    this.#hear = ({ transaction, ...answer }) => {
      const channel = this.#channels.get(transaction);
      if (channel === undefined || found.has(answer.ieee)) return;
      found.add(answer.ieee);
      this.#parts.emit({ kind: "touched", touched: { ...answer, channel } });
    };
    let unknown = 0;
    for (const channel of CHANNELS) {
      try {
        await this.#scanChannel(channel, channel === CHANNELS[0] ? REQUESTS.first : REQUESTS.else);
      } catch (error) {
        unknown += 1;
        if (this.#isClosing || !this.#hasLeft || unknown > MOST_UNKNOWN) throw error;
        this.#parts.warn(`touchlink: channel ${channel} could not be searched: ${wordsOf(error)}`);
      }
    }
  }

  async #scanChannel(channel: number, requests: number): Promise<void> {
    const { pause } = this.#parts;
    await this.#goTo(channel);
    for (let count = 0; count < requests; count += 1) {
      await this.#requestScan(channel);
      await pause(BETWEEN_REQUESTS);
    }
    await pause(LISTENS - BETWEEN_REQUESTS);
  }

  async #command({ do: what, ieee, channel }: CommandJob): Promise<void> {
    await this.#goTo(channel);
    const transactionID = await this.#find(ieee, channel);
    const { name, payload } = COMMANDS[what];
    await this.#send(name, { transactionID, ...payload }, ieee);
    await this.#parts.pause(LISTENS);
  }

  /** A device obeys only a sender that has scanned for it just before. Answers the transaction of that scan. */
  async #find(ieee: Ieee, channel: number): Promise<number> {
    let transaction: number | undefined;
    this.#hear = (answer) => {
      if (answer.ieee === ieee && this.#channels.has(answer.transaction)) transaction ??= answer.transaction;
    };
    const end = performance.now() + SEARCHES;
    while (transaction === undefined) {
      if (performance.now() > end)
        throw new RadioError("unreachable", "it does not answer: it must be close by, and have power");
      await this.#requestScan(channel);
      await this.#parts.pause(LISTENS);
    }
    return transaction;
  }

  async #goTo(channel: number): Promise<void> {
    if (this.#isClosing) throw new RadioError("radio-down", STOPPED);
    await this.#parts.herdsman.touchlink.setChannelInterPAN(channel);
    if (!this.#hasLeft) markAway(this.#parts.files);
    this.#hasLeft = true;
  }

  async #requestScan(channel: number): Promise<void> {
    if (this.#isClosing) throw new RadioError("radio-down", STOPPED);
    const transactionID = randomInt(1, LAST_TRANSACTION);
    this.#channels.set(transactionID, channel);
    await this.#send("scanRequest", { transactionID, ...SCAN_REQUEST });
  }

  async #send(commandKey: string, payload: Record<string, unknown>, ieee?: Ieee): Promise<void> {
    await this.#parts.herdsman.sendRaw({
      interPan: true,
      clusterKey: "touchlink",
      disableResponse: true, // several may answer
      zcl: { commandKey, payload },
      ...(ieee !== undefined && { ieeeAddress: ieee }),
    });
  }
}

function touchlinkFailure(thrown: unknown): RadioError {
  if (thrown instanceof RadioError) return thrown;
  const failure = failureOf(thrown);
  if (failure.code === "radio-down") return failure;
  return new RadioError("refused", `the stick did not do it: ${wordsOf(thrown).slice(0, 300)}`);
}

/** Reads the frame itself, for herdsman keeps only which device was the first. Undefined: no answer to a scan, or one that cannot be understood. */
export function touchlinkAnswer({
  clusterID,
  address,
  header,
  data,
  linkquality,
}: IncomingFrame): TouchlinkAnswer | undefined {
  if (clusterID !== Zcl.Clusters.touchlink.ID || header === undefined || typeof address !== "string") return undefined;
  const frame = frameIn(header, data);
  if (frame?.command.name !== ANSWER) return undefined;
  const { transactionID: transaction, touchlinkInformation, panID: panid } = frame.payload as Record<string, number>;
  if (transaction === undefined || touchlinkInformation === undefined || panid === undefined) return undefined;
  const factorynew = (touchlinkInformation & FACTORY_NEW) !== 0;
  return { ieee: address, factorynew, rssi: decibelsOf(linkquality), panid, transaction };
}

function frameIn(header: Zcl.Header, data: Buffer): Zcl.Frame | undefined {
  try {
    return Zcl.Frame.fromBuffer(Zcl.Clusters.touchlink.ID, header, data, {});
  } catch {
    return undefined; // any device near by may send any bytes
  }
}

function decibelsOf(linkquality: number): number {
  return Math.round(WEAKEST + (linkquality / BEST_QUALITY) * (STRONGEST - WEAKEST));
}
