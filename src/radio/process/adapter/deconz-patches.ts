/**
 * Changes inside zigbee-herdsman's adapter for ConBee and RaspBee: it never says that its line broke, waits for ever for a frame that the
 * stick does not confirm, takes the answer of any device for that of the one asked, and blocks its queue with a frame that is too long.
 */
import { apsBusyQueue, apsQueue } from "zigbee-herdsman/dist/adapter/deconz/driver/driver.js";
import { frameParserEvents } from "zigbee-herdsman/dist/adapter/deconz/driver/frameParser.js";
import { wordsOf } from "../../../model/errors.ts";
import { pause } from "../deadlines.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { BUSY_FOR, explainRefusals, FIRST_BROADCAST, whileUp, wrap } from "./wrapping.ts";

/** Private parts of herdsman's driver, as they are used here. */
interface DeconzDriver {
  readonly tickTimer: NodeJS.Timeout;
  readonly lastFirmwareRxTime: number;
  watchdogTriggeredTime: number;
  paramFrameCounter: number;
  paramNwkUpdateId: number;
  on(event: "close", listener: () => void): unknown;
  on(event: "rxFrame", listener: (frame: Uint8Array) => void): unknown;
  started(): boolean;
  onPortClose(error?: boolean): void;
  processApsBusyQueueTimeouts(): void;
  nextTransactionID(): number;
  enqueueApsDataRequest(request: ApsRequest): Promise<unknown>;
  readParameterRequest(parameter: number): Promise<unknown>;
  writeParameterRequest(parameter: number, value: unknown): Promise<unknown>;
  reconfigureNetwork(): Promise<void>;
  changeNetworkStateRequest(state: number): Promise<unknown>;
  resetWatchdog(): Promise<void>;
  readonly configMatchesBackup: boolean;
  readonly configIsNewNetwork: boolean; // the stick is to be given the network
}

interface ApsRequest {
  readonly requestId: number;
  readonly clusterId: number;
  readonly profileId: number;
  readonly asduLength: number;
  readonly timeout: number; // milliseconds
  destAddr64?: string | undefined;
}

interface QueuedRequest {
  readonly request?: ApsRequest | undefined;
  readonly ts: number; // when it was queued, and then when it was sent
  readonly reject: (error: Error) => void;
}

interface OpenRequest {
  readonly addr: number | string;
}

interface DeconzAdapter {
  readonly driver: DeconzDriver;
  joinPermitted: boolean;
  openRequestsQueue: OpenRequest[];
  checkReceivedDataPayload(frame: { readonly srcAddr16: number }): void;
}

const PARAMETER = { UPDATE_ID: 0x24, WATCHDOG: 0x26, FRAME_COUNTER: 0x27 } as const;
const MAY_LACK: readonly unknown[] = [PARAMETER.WATCHDOG, PARAMETER.FRAME_COUNTER]; // old firmware
const UNSUPPORTED = 4; // a status
const MOST_BYTES = 127; // of a frame on air: with more than some 200 herdsman tries for ever, and nothing else is sent
const CONFIRMED_WITHIN = 10_000; // milliseconds: the stick's own time for a device that sleeps is shorter
const ON_AIR = 2;
const NETWORK_STATE = 3; // bits of the stick's state
const OFF_AIR_FOR = 3000; // milliseconds: a stick that is told to switch its network is back before
const RESETS_WITHIN = 8000; // milliseconds
const LOOKS_EVERY = 20;
const NUMBERS = 255; // of frames
const BUSY = /status: Busy/;

/** Before it starts. `offAir`: the stick has left its network by itself. */
export function patchDeconz(adapter: HerdsmanAdapter, offAir: () => void): void {
  const deconz = adapter as unknown as DeconzAdapter;
  tellLostLine(adapter, deconz.driver);
  tellOffAir(adapter, deconz.driver, offAir);
  noteRefusals(adapter, deconz.driver);
  limitWaiting(deconz.driver);
  numberEachAlone(deconz.driver);
  sendWhatFits(deconz.driver);
  waitForReset(deconz.driver);
  askWatchdogSeldom(deconz.driver);
  believeOnlyWhoWasAsked(deconz);
  backUpAsItIsNow(adapter, deconz.driver);
  hearWhoJoinsAtOnce(adapter, deconz);
}

/** Herdsman reconnects by itself, if it does not fail over that; meanwhile all frames wait, and the gateway is not told. */
function tellLostLine(adapter: HerdsmanAdapter, driver: DeconzDriver): void {
  const isUp = whileUp(adapter);
  let isLost = false;
  driver.onPortClose = driver.onPortClose.bind(driver); // of a socket it is called without its object
  driver.on("close", () => {
    if (isUp() && !isLost) adapter.emit("disconnected");
    isLost ||= isUp();
  });
  wrap(adapter, "stop", async (stop) => {
    clearInterval(driver.tickTimer); // else it would connect again
    await stop();
  });
}

/**
 * Firmware that cannot be told where to count on from is not given the network: the devices would not hear it. Before it starts. `given`: from
 * now on the stick may count from where it is told to.
 */
export function requireCounter(adapter: HerdsmanAdapter, missing: Error, given: () => void): void {
  const { driver } = adapter as unknown as DeconzAdapter;
  let refuse: (reason: Error) => void = () => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  refused.catch(() => {});
  const isGiving = () => driver.configMatchesBackup && driver.configIsNewNetwork;
  wrap(driver, "reconfigureNetwork", async (reconfigure) => {
    if (isGiving() && typeof (await driver.readParameterRequest(PARAMETER.FRAME_COUNTER)) !== "number") {
      refuse(missing); // herdsman itself would only try again
      throw missing;
    }
    await reconfigure();
  });
  wrap(driver, "writeParameterRequest", async (write, parameter, value) => {
    if (isGiving() && parameter === PARAMETER.FRAME_COUNTER) given();
    return await write(parameter, value);
  });
  wrap(driver, "changeNetworkStateRequest", async (change, state) => {
    if (isGiving() && state === ON_AIR) given(); // it counts higher than it would be told
    return await change(state);
  });
  wrap(adapter, "start", async (start) => await Promise.race([start(), refused]));
}

function tellOffAir(adapter: HerdsmanAdapter, driver: DeconzDriver, offAir: () => void): void {
  let since: number | undefined;
  frameParserEvents.on("deviceStateUpdated", (state: number) => {
    const isOnAir = (state & NETWORK_STATE) === ON_AIR || !driver.started();
    since = isOnAir ? undefined : (since ?? performance.now());
    if (since === undefined || performance.now() - since < OFF_AIR_FOR) return;
    since = Number.POSITIVE_INFINITY; // told once
    offAir();
    adapter.emit("disconnected"); // else herdsman would go on asking it when it is stopped
  });
}

function noteRefusals(adapter: HerdsmanAdapter, driver: DeconzDriver): void {
  let hasRefused = false;
  driver.on("rxFrame", ([, , status, , , , , parameter]) => {
    hasRefused ||= status === UNSUPPORTED && !MAY_LACK.includes(parameter);
  });
  explainRefusals(adapter, () => hasRefused);
}

/** Herdsman means milliseconds, and waits for so many seconds; a frame that waits for a slot of the stick waits for ever. */
function limitWaiting(driver: DeconzDriver): void {
  let isOnAir = true; // as the stick said last: herdsman forgets it whenever it asks
  frameParserEvents.on("deviceStateUpdated", (state: number) => {
    isOnAir = (state & NETWORK_STATE) === ON_AIR;
  });
  driver.processApsBusyQueueTimeouts = () => {
    giveUpIn(apsBusyQueue as unknown as QueuedRequest[], () => "Timeout for APS-DATA.request");
    giveUpIn(apsQueue as unknown as QueuedRequest[], () =>
      isOnAir ? "not sent, the queue of the stick is full" : "not sent, NoNetwork",
    );
  };
}

/** Herdsman counts to 255, and takes the confirm of a frame for that of an earlier one, if that still waits for its own under the same number. */
function numberEachAlone(driver: DeconzDriver): void {
  const waiting = () => [...apsBusyQueue, ...apsQueue] as unknown as readonly QueuedRequest[];
  wrap(driver, "nextTransactionID", (next) => {
    const taken = new Set(waiting().map(({ request }) => request?.requestId));
    let number = next();
    for (let tries = 1; taken.has(number) && tries < NUMBERS; tries += 1) number = next();
    return number;
  });
}

function giveUpIn(queue: QueuedRequest[], reason: () => string): void {
  const now = Date.now();
  for (const waiting of [...queue]) {
    if (now - waiting.ts <= Math.min(waiting.request?.timeout ?? CONFIRMED_WITHIN, CONFIRMED_WITHIN)) continue;
    queue.splice(queue.indexOf(waiting), 1);
    waiting.reject(new Error(reason()));
  }
}

function sendWhatFits(driver: DeconzDriver): void {
  wrap(driver, "enqueueApsDataRequest", async (enqueue, request) => {
    if (request.asduLength > MOST_BYTES) throw new Error(`${request.asduLength} bytes, status: InvalidValue`);
    if (request.destAddr64 !== undefined) request.destAddr64 = undefined; // of a search for a device: it makes a malformed frame
    for (const wait of BUSY_FOR) {
      try {
        return await enqueue(request);
      } catch (error) {
        if (!BUSY.test(wordsOf(error))) throw error;
        await pause(wait);
      }
    }
    return await enqueue(request);
  });
}

/** Some firmware starts anew when its network is switched, and for herdsman has failed when it does not answer meanwhile. */
function waitForReset(driver: DeconzDriver): void {
  wrap(driver, "changeNetworkStateRequest", async (change, state) => {
    const changed = await change(state);
    const since = Date.now();
    while (driver.lastFirmwareRxTime <= since && Date.now() - since < RESETS_WITHIN) await pause(LOOKS_EVERY); // it is asked all the time
    return changed;
  });
}

/** Firmware without a watchdog refuses to be told that its host lives: herdsman tells it ten times a second, and comes to nothing else. */
function askWatchdogSeldom(driver: DeconzDriver): void {
  wrap(driver, "resetWatchdog", async (reset) => {
    await reset();
    driver.watchdogTriggeredTime = Date.now();
  });
}

/** Herdsman compares the cluster and the number of the frame, and each device counts its frames by itself. */
function believeOnlyWhoWasAsked(deconz: DeconzAdapter): void {
  wrap(deconz, "checkReceivedDataPayload", (check, frame) => {
    const isOther = ({ addr }: OpenRequest) =>
      typeof addr === "number" && addr < FIRST_BROADCAST && addr !== frame.srcAddr16;
    const others = deconz.openRequestsQueue.filter(isOther);
    deconz.openRequestsQueue = deconz.openRequestsQueue.filter((open) => !isOther(open));
    try {
      check(frame);
    } finally {
      deconz.openRequestsQueue = [...others, ...deconz.openRequestsQueue];
    }
  });
}

/** Herdsman's backup has the values that it read at the start: a day later the frame counter is a day old. */
function backUpAsItIsNow(adapter: HerdsmanAdapter, driver: DeconzDriver): void {
  wrap(adapter, "backup", async (backUp, devices) => {
    if (driver.started()) {
      const counter = await driver.readParameterRequest(PARAMETER.FRAME_COUNTER); // null: an old firmware does not say it
      const updateId = await driver.readParameterRequest(PARAMETER.UPDATE_ID);
      if (typeof counter === "number") driver.paramFrameCounter = counter;
      if (typeof updateId === "number") driver.paramNwkUpdateId = updateId;
    }
    return await backUp(devices);
  });
}

/** Herdsman takes an announcement for a join only when all are told that the network is open: one that comes earlier stays unknown. */
function hearWhoJoinsAtOnce(adapter: HerdsmanAdapter, deconz: DeconzAdapter): void {
  wrap(adapter, "permitJoin", async (permitJoin, seconds, networkAddress) => {
    if (seconds > 0) deconz.joinPermitted = true;
    await permitJoin(seconds, networkAddress);
  });
}
