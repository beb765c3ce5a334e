/**
 * Who can be reached. What is heard can be; who has mains power and is silent is asked, one at a time; who sleeps has a day.
 * Silence is counted in minutes with the radio up, not on the wall clock: neither a restart nor a clock set anew makes a house fall silent.
 */
import { wordsOf } from "../../model/errors.ts";
import { type Ieee, isSilence, RadioError } from "../../model/radio.ts";
import type { Stop } from "../../model/resource.ts";
import { openPacedQueue } from "../commands/paced-queue.ts";
import type { DevicesContext } from "../parts.ts";
import { type Device, resourcesOf, setReachable } from "./device-registry.ts";

const SECOND = 1_000; // milliseconds
const MINUTE = 60_000;
const BETWEEN_PROBES = 1_000;
const SILENT_MAINS = 10; // minutes, then it is asked
const FAILED_MAINS = 10; // minutes of failed probes
const ASK_AGAIN = 2;
const ASK_LOST_AGAIN = 10;
/** Seconds between the questions to one that did not answer what somebody told it: it is missed, and was there a moment ago. */
const MISSED_AGAIN = [1, 1, 2, 2, 4, 8, 16, 32, 60, 120, 240];
const SILENT_SLEEPER = 25 * 60;
/** What happened before the start may have been our own silence: a sleeper gets two hours more to be heard. */
const MOST_AT_START = { mains: SILENT_MAINS, sleeper: SILENT_SLEEPER - 2 * 60 };

interface Trace {
  heard: number; // all in minutes of the count
  asked: number;
  failing: number | undefined; // since when
  reachable: boolean | undefined; // undefined: as the store has it
  missed: Stop; // until it is asked once more
}

export interface Availability {
  /** It spoke. Answers whether it comes back from where it could not be reached. */
  heard(device: Device): boolean;
  /** It did not answer something that was wished of it: it is asked at once whether it is there. */
  verify(device: Device): void;
  /** Somebody wished something of it, and it did not answer that, nor when it was asked. */
  markLost(device: Device): void;
  /** Nobody wished anything, but it did not answer. */
  probeFailed(device: Device): void;
  /** The radio says that it is a device of the network. */
  track(device: Device): void;
  forget(ieee: Ieee): void;
  radioDown(): void;
  start(): Stop;
}

export function openAvailability(
  { store, clock, log, radio, registry }: DevicesContext,
  answered: (device: Device) => void,
): Availability {
  const lane = openPacedQueue(clock, log, BETWEEN_PROBES);
  const traces = new Map<Ieee, Trace>();
  let minutes = 0;

  const say = (device: Device, reachable: boolean) => {
    for (const resource of resourcesOf(store, store.get(device.address))) setReachable(store, resource, reachable);
  };
  const reach: Availability = {
    heard: (device) => {
      const trace = traces.get(device.ieee);
      if (!trace) return false;
      trace.heard = minutes;
      trace.failing = undefined;
      trace.missed();
      if (trace.reachable === true) return false;
      const isBack = trace.reachable === false;
      trace.reachable = true;
      say(device, true);
      return isBack;
    },
    verify: (device) => {
      probe(device, reach.markLost).catch((error) => log.error(`${device.address}: it failed: ${wordsOf(error)}`));
    },
    markLost: (device) => {
      const trace = traces.get(device.ieee);
      if (!trace) return;
      gone(device, trace);
      if (!device.facts.sleepy) miss(device, trace);
    },
    probeFailed: (device) => {
      const trace = traces.get(device.ieee);
      if (!trace) return;
      trace.failing ??= minutes;
      if (minutes - trace.failing >= FAILED_MAINS && trace.reachable !== false) gone(device, trace);
    },
    track: (device) => {
      if (traces.has(device.ieee)) return;
      const { lastseen, sleepy } = device.facts;
      const silent = lastseen === null ? Number.POSITIVE_INFINITY : Math.max(0, (clock.now() - lastseen) / MINUTE);
      const most = sleepy ? MOST_AT_START.sleeper : MOST_AT_START.mains;
      const heard = minutes - Math.min(Math.floor(silent), most);
      const unknown = { asked: Number.NEGATIVE_INFINITY, failing: undefined, reachable: undefined, missed: () => {} };
      traces.set(device.ieee, { heard, ...unknown });
    },
    forget: (ieee) => {
      traces.get(ieee)?.missed();
      traces.delete(ieee);
    },
    radioDown: () => {
      lane.clear();
      for (const trace of traces.values()) trace.missed();
      for (const trace of traces.values()) trace.failing = undefined; // nobody could have answered
    },
    start: () => {
      let timer: Stop = () => {};
      const tick = () => {
        timer = clock.after(MINUTE, tick);
        if (!radio.up) return;
        minutes += 1;
        for (const device of registry.all()) judge(device);
      };
      timer = clock.after(MINUTE, tick);
      return () => {
        timer();
        for (const trace of traces.values()) trace.missed();
        traces.clear();
        lane.close();
      };
    },
  };
  return reach;

  function gone(device: Device, trace: Trace): void {
    trace.failing ??= minutes;
    trace.reachable = false;
    say(device, false);
  }

  function miss(device: Device, trace: Trace, times = 0): void {
    trace.missed();
    const pause = MISSED_AGAIN[times];
    if (pause === undefined || !radio.up || traces.get(device.ieee) !== trace) return;
    trace.missed = clock.after(pause * SECOND, () =>
      lane.add(device.address, async () => {
        await probe(device);
        if (trace.reachable === false) miss(device, trace, times + 1);
      }),
    );
  }

  function judge(device: Device): void {
    const trace = traces.get(device.ieee);
    if (!trace || device.facts.kind === "green-power") return; // those speak, and never listen
    const silent = minutes - trace.heard;
    if (device.facts.sleepy) {
      if (silent >= SILENT_SLEEPER && trace.reachable !== false) gone(device, trace);
      return;
    }
    const pause = trace.reachable === false ? ASK_LOST_AGAIN : ASK_AGAIN;
    if (silent <= SILENT_MAINS || minutes - trace.asked < pause) return;
    trace.asked = minutes;
    lane.add(device.address, () => probe(device));
  }

  async function probe(device: Device, silent: (device: Device) => void = reach.probeFailed): Promise<void> {
    if (!registry.get(device.ieee)) return;
    try {
      await radio.order({ do: "ping", target: { ieee: device.ieee } });
      answered(device);
    } catch (error) {
      if (isSilence(error)) silent(device);
      else if (!(error instanceof RadioError)) throw error;
    }
  }
}
