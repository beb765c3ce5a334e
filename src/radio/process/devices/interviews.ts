/** Devices that come, are interviewed, and go. */
import { wordsOf } from "../../../model/errors.ts";
import { type Answers, type Ieee, RadioError, type RadioEvent } from "../../../model/radio.ts";
import { regardless } from "../deadlines.ts";
import { type Device, forgetSetUp, type Herdsman, isInterviewed, keepInterviewed } from "../herdsman.ts";
import { within } from "../orders/within.ts";
import type { Configuring } from "./device-configuration.ts";
import type { Registry } from "./device-table.ts";
import { askZones, askZoneTypes } from "./ias-zones.ts";

export interface Arrivals {
  joined(device: Device): void;
  /** As herdsman tells it, which starts the first interview by itself. */
  interviewed(device: Device, status: "started" | "successful" | "failed"): void;
  announced(device: Device): void;
  left(ieee: Ieee): void;
  /** One whose interview was never finished is interviewed when it is heard. */
  heard(device: Device): void;
  /** One that is known comes in through the open network: it was reset, and has to be set up as if it were new. */
  returned(device: Device): void;
  interview(device: Device): Promise<void>;
  /** It is forgotten in any case; answers whether it went. */
  remove(device: Device, reset: boolean, patience: number): Promise<Answers["remove"]>;
}

export interface ArrivalsParts {
  readonly herdsman: Herdsman;
  readonly registry: Registry;
  readonly configuring: Configuring;
  readonly news: (news: RadioEvent) => void;
  readonly warn: (text: string) => void;
  readonly forgotten: (ieee: Ieee) => void;
}

const AGAIN = 60_000; // milliseconds until an interview is tried once more by itself
const TRIES = 5; // by itself

export function openArrivals({ herdsman, registry, configuring, news, warn, forgotten }: ArrivalsParts): Arrivals {
  const removing = new Set<Ieee>();
  const tried = new Map<Ieee, { readonly at: number; readonly count: number }>();
  const returns = new Map<Ieee, number>();
  const isTried = (ieee: Ieee) => {
    tried.set(ieee, { at: performance.now(), count: (tried.get(ieee)?.count ?? 0) + 1 });
  };

  const arrivals: Arrivals = {
    joined: (device) => {
      tried.delete(device.ieeeAddr);
      isTried(device.ieeeAddr); // herdsman interviews it now
      news({ kind: "joined", ieee: device.ieeeAddr });
      void registry.event("deviceJoined", device);
    },
    interviewed: (device, status) => {
      if (status === "successful") {
        complete(device).catch((error) => warn(`${device.ieeeAddr}: ${wordsOf(error)}`));
        return;
      }
      isTried(device.ieeeAddr);
      news({ kind: status === "started" ? "interviewing" : "failed", ieee: device.ieeeAddr });
      void registry.event("deviceInterview", device, { status });
    },
    announced: (device) => {
      news({ kind: "announced", ieee: device.ieeeAddr });
      void registry.event("deviceAnnounce", device);
      configuring.consider(device, true);
    },
    left: (ieee) => {
      if (!removing.has(ieee)) forget(ieee);
    },
    heard: (device) => {
      if (!isUnfinished(device)) return;
      const before = tried.get(device.ieeeAddr);
      if (before && (before.count > TRIES || performance.now() - before.at < AGAIN)) return;
      arrivals.interview(device).catch(() => {}); // it was told as news
    },
    returned: (device) => {
      const { ieeeAddr: ieee } = device;
      const known = registry.get(ieee);
      const before = returns.get(ieee) ?? Number.NEGATIVE_INFINITY;
      if (!known || !herdsman.getPermitJoin() || performance.now() - before < AGAIN) return;
      returns.set(ieee, performance.now());
      forgetSetUp(device);
      news({ kind: "joined", ieee });
      void registry.event("deviceJoined", device);
      news({ kind: "device", device: registry.introduce(known) });
      configuring.consider(device, true);
    },
    interview: async (device) => {
      if (isInterviewing(device)) throw new RadioError("busy", "it is being interviewed already");
      const wasInterviewed = isInterviewed(device);
      arrivals.interviewed(device, "started");
      try {
        await device.interview(true);
      } catch (error) {
        if (wasInterviewed) keepInterviewed(device);
        arrivals.interviewed(device, "failed");
        throw error;
      }
      await regardless(() => complete(device));
    },
    remove: async (device, reset, patience) => {
      const { ieeeAddr: ieee } = device;
      removing.add(ieee);
      try {
        const late = () => new Error("it does not answer");
        const left = await within(patience, sendAway(device, reset), late).then(
          () => true,
          () => false,
        );
        if (herdsman.getDeviceByIeeeAddr(ieee) === device) device.removeFromDatabase();
        forget(ieee);
        return { left };
      } finally {
        removing.delete(ieee);
      }
    },
  };
  return arrivals;

  async function complete(device: Device): Promise<void> {
    tried.delete(device.ieeeAddr);
    await askZoneTypes(device);
    const known = await registry.attach(device);
    await registry.event("deviceInterview", device, { status: "successful" });
    registry.tell(known);
    configuring.consider(device, true);
    await askZones(device, (message) => herdsman.emit("message", message));
  }

  function forget(ieee: Ieee): void {
    for (const trace of [tried, returns]) trace.delete(ieee);
    registry.forget(ieee);
    forgotten(ieee);
    news({ kind: "left", ieee });
  }
}

async function sendAway(device: Device, reset: boolean): Promise<void> {
  const basic = reset ? device.endpoints.find((endpoint) => endpoint.supportsInputCluster("genBasic")) : undefined;
  await basic?.command("genBasic", "resetFactDefault", {}, { disableRecovery: true }).catch(() => {});
  await device.removeFromNetwork();
}

function isInterviewing({ interviewState }: Device): boolean {
  return String(interviewState) === "IN_PROGRESS";
}

function isUnfinished({ interviewState, type }: Device): boolean {
  return type !== "Coordinator" && ["PENDING", "FAILED"].includes(String(interviewState));
}
