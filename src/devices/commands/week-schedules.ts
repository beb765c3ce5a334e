/**
 * The weeks of thermostats. A thermostat is asked for its week when it comes in, after a change, and once a day; it answers in several frames,
 * one for each set of days, which become one fact.
 */
import type { Devices } from "../../model/devices.ts";
import { type Ieee, RadioError, type RawMessage } from "../../model/radio.ts";
import type { Address, Section, Stop, Values } from "../../model/resource.ts";
import {
  daysOnAir,
  type Transition,
  timeOf,
  type WeekChange,
  type WeekSchedule,
  withDays,
  withoutEmptyDays,
} from "../../model/week-schedule.ts";
import type { Pending } from "../desired/pending.ts";
import { BY_RADIO, type Device, type DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { keepsWeeks, WEEK } from "./custom-frames.ts";
import { deviceOrders } from "./orders.ts";
import type { Sender } from "./sender.ts";

const UNTIL_WHOLE = 1_000; // milliseconds: then its last frame is there
const AGAIN = 600_000; // after silence
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTES = 1_440; // of a day

export interface WeekSchedulesParts extends DevicesContext {
  readonly sender: Sender;
  readonly pending: Pending;
  /** The device itself has told these. */
  readonly tell: (address: Address, section: Section, values: Values) => void;
}

export interface WeekSchedules {
  /** It is here now, and may have another week than is known. */
  look(device: Device): void;
  /** One that sleeps hears for a moment. */
  heard(device: Device): void;
  hear(device: Device, endpoint: number, raw: RawMessage): void;
  readonly told: Devices["sendAndWait"];
  start(): Stop;
}

interface Gathering {
  readonly changes: WeekChange[];
  cancel: Stop;
}

export function openWeekSchedules({
  store,
  bus,
  clock,
  log,
  registry,
  sender,
  pending,
  tell,
}: WeekSchedulesParts): WeekSchedules {
  const due = new Map<Address, number>(); // uptime
  const busy = new Set<Ieee>();
  const gathered = new Map<Address, Gathering>();
  const isDue = ({ address }: DeviceResource) => (due.get(address) ?? Number.POSITIVE_INFINITY) <= clock.uptime();
  const partsOf = ({ resources }: Device) => resources.filter(({ planned }) => keepsWeeks(planned));

  const weeks: WeekSchedules = {
    look: (device) => {
      const parts = partsOf(device);
      for (const { address } of parts) due.set(address, clock.uptime());
      if (parts.length > 0 && !device.facts.sleepy) void ask(device);
    },
    heard: (device) => {
      if (!busy.has(device.ieee) && partsOf(device).some(isDue)) void ask(device);
    },
    hear: (device, endpoint, raw) => {
      const change = changeIn(raw);
      const part = change && partsOf(device).find(({ planned }) => planned.source === endpoint);
      if (!change || !part) return;
      const gathering = gathered.get(part.address) ?? { changes: [], cancel: () => {} };
      gathering.cancel();
      gathering.changes.push(change);
      gathering.cancel = clock.after(UNTIL_WHOLE, () => take(device, part));
      gathered.set(part.address, gathering);
    },
    told: async ({ resource, values }) => {
      const behind = registry.resourceAt(resource.address);
      if (!behind) throw new RadioError("unknown", "no such device is known");
      if (behind.device.facts.sleepy) return "asleep";
      try {
        await sender.send(
          behind.device,
          deviceOrders({ device: behind.device, part: behind.resource, resource }, "config", values),
        );
      } catch (error) {
        weeks.look(behind.device); // it may have taken some of the days
        throw error;
      }
      return "done";
    },
    start: () => {
      let timer = clock.after(HOUR, tick);
      const stop = bus.on(({ resource, section, values, cause }) => {
        if (section !== "config" || !("schedule" in values) || cause.by === BY_RADIO.by) return;
        const behind = registry.resourceAt(resource.address);
        if (behind) weeks.look(behind.device);
      });
      return () => {
        timer();
        stop();
        for (const { cancel } of gathered.values()) cancel();
        gathered.clear();
      };

      function tick(): void {
        timer = clock.after(HOUR, tick);
        for (const device of registry.all()) if (!device.facts.sleepy) weeks.heard(device);
      }
    },
  };
  return weeks;

  async function ask(device: Device): Promise<void> {
    const { ieee } = device;
    busy.add(ieee);
    try {
      for (const part of partsOf(device).filter(isDue)) {
        due.set(part.address, clock.uptime() + AGAIN);
        await askOne(device, part);
        due.set(part.address, clock.uptime() + DAY);
      }
    } catch (error) {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its week is not known: ${error}`);
    } finally {
      busy.delete(ieee);
    }
  }

  /** One that refuses has no week yet, or keeps none after all. */
  async function askOne(device: Device, { planned }: DeviceResource): Promise<void> {
    const target = { ieee: device.ieee, endpoint: planned.source };
    const payload = { daystoreturn: WEEK.allDays, modetoreturn: WEEK.heat };
    const { cluster, mode } = WEEK;
    try {
      await sender.ask(device, { do: "command", target, cluster, command: "getWeeklySchedule", payload });
      if ("schedule_on" in planned.config)
        await sender.ask(device, { do: "read", target, cluster, attributes: [mode] });
    } catch (error) {
      if (!(error instanceof RadioError) || error.code !== "refused") throw error;
    }
  }

  function take(device: Device, { address }: DeviceResource): void {
    const changes = gathered.get(address)?.changes ?? [];
    gathered.delete(address);
    const before = (store.get(address)?.config.schedule ?? {}) as WeekSchedule;
    const schedule = withoutEmptyDays(changes.reduce(withDays, before));
    tell(address, "config", pending.heardConfig(device, address, { schedule }));
  }
}

/** Undefined: it says nothing of heating on days of the week. */
function changeIn({ type, cluster, data }: RawMessage): WeekChange | undefined {
  if (type !== "commandGetWeeklyScheduleRsp" || cluster !== WEEK.cluster) return undefined;
  const { dayofweek, mode, transitions } = data as Values;
  const days = daysOnAir(Number(dayofweek) || 0);
  if (days === 0 || !Array.isArray(transitions) || (transitions.length > 0 && !(Number(mode) & WEEK.heat)))
    return undefined;
  const told = transitions.flatMap(({ transitionTime, heatSetpoint }: Values): Transition[] => {
    const [minutes, heatsetpoint] = [Number(transitionTime), Number(heatSetpoint)];
    const isGood = Number.isInteger(minutes) && minutes >= 0 && minutes < MINUTES && Number.isInteger(heatsetpoint);
    return isGood ? [{ localtime: timeOf(minutes), heatsetpoint }] : [];
  });
  return { days, transitions: told.toSorted((one, other) => (one.localtime < other.localtime ? -1 : 1)) };
}
