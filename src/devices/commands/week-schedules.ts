/**
 * The weeks of thermostats. A thermostat is asked for its week when it comes in, after a change, and once a day; it answers in several frames,
 * one for each set of days, which become one fact.
 */
import type { DeviceCommand } from "../../model/devices.ts";
import type { Ieee, RawMessage } from "../../model/radio/device-facts.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { Address, Stop, Values } from "../../model/resource.ts";
import {
  daysOnAir,
  type SetpointTransition,
  timeOf,
  type WeekChange,
  type WeekSchedule,
  withDays,
  withoutEmptyDays,
} from "../../model/time/week-schedule.ts";
import type { DesiredState } from "../desired/desired-state.ts";
import type { Outbox } from "../desired/outbox.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO, type Device, type DeviceResource } from "../inventory/device-registry.ts";
import { keepsWeeks, WEEK } from "./custom-frames.ts";
import { deviceOrders } from "./orders.ts";
import type { Sender } from "./sender.ts";

const UNTIL_WHOLE = 1_000; // milliseconds: then the last frame of a week is there
const AGAIN = 600_000; // milliseconds after silence
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTES = 1_440; // of a day

interface WeekSchedulesParts extends DevicesContext {
  readonly sender: Sender;
  readonly outbox: Outbox;
  readonly desired: DesiredState;
}

/** The days of a week that a thermostat tells one after the other. */
interface IncomingWeek {
  readonly changes: WeekChange[];
  cancel: Stop;
}

export class WeekSchedules {
  readonly #parts: WeekSchedulesParts;
  readonly #due = new Map<Address, number>(); // uptime
  readonly #busy = new Set<Ieee>();
  readonly #incoming = new Map<Address, IncomingWeek>();

  constructor(parts: WeekSchedulesParts) {
    this.#parts = parts;
  }

  /** The device is here now, and may have another week than is known. */
  look(device: Device): void {
    const parts = partsOf(device);
    for (const { address } of parts) this.#due.set(address, this.#parts.clock.uptime());
    if (parts.length > 0 && !device.facts.sleepy) void this.#ask(device);
  }

  /** A device that sleeps hears for a moment. */
  heard(device: Device): void {
    if (!this.#busy.has(device.ieee) && partsOf(device).some((deviceResource) => this.#isDue(deviceResource)))
      void this.#ask(device);
  }

  hear(device: Device, endpoint: number, raw: RawMessage): void {
    const change = changeIn(raw);
    const deviceResource = change && partsOf(device).find(({ planned }) => planned.source === endpoint);
    if (!change || !deviceResource) return;
    const incoming = this.#incoming.get(deviceResource.address) ?? { changes: [], cancel: () => {} };
    incoming.cancel();
    incoming.changes.push(change);
    incoming.cancel = this.#parts.clock.after(UNTIL_WHOLE, () => this.#take(device, deviceResource));
    this.#incoming.set(deviceResource.address, incoming);
  }

  async sendAndWait({ resource, values }: DeviceCommand): Promise<"done" | "asleep"> {
    const { registry, sender } = this.#parts;
    const owner = registry.resourceAt(resource.address);
    if (!owner) throw new RadioError("unknown", "no such device is known");
    const { device } = owner;
    if (device.facts.sleepy) return "asleep";
    try {
      await sender.send(device, deviceOrders({ device, deviceResource: owner.resource, resource }, "config", values));
    } catch (error) {
      this.look(device); // it may have taken some of the days
      throw error;
    }
    return "done";
  }

  start(): Stop {
    const { bus, clock, registry } = this.#parts;
    const tick = () => {
      timer = clock.after(HOUR, tick);
      for (const device of registry.all()) if (!device.facts.sleepy) this.heard(device);
    };
    let timer = clock.after(HOUR, tick);
    const stop = bus.on(({ resource, section, values, cause }) => {
      if (section !== "config" || !("schedule" in values) || cause.by === BY_RADIO.by) return;
      const owner = registry.resourceAt(resource.address);
      if (owner) this.look(owner.device);
    });
    return () => {
      timer();
      stop();
      for (const { cancel } of this.#incoming.values()) cancel();
      this.#incoming.clear();
    };
  }

  #isDue({ address }: DeviceResource): boolean {
    return (this.#due.get(address) ?? Number.POSITIVE_INFINITY) <= this.#parts.clock.uptime();
  }

  async #ask(device: Device): Promise<void> {
    const { clock, log } = this.#parts;
    const { ieee } = device;
    this.#busy.add(ieee);
    try {
      for (const deviceResource of partsOf(device).filter((each) => this.#isDue(each))) {
        this.#due.set(deviceResource.address, clock.uptime() + AGAIN);
        await this.#askOne(device, deviceResource);
        this.#due.set(deviceResource.address, clock.uptime() + DAY);
      }
    } catch (error) {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its week is not known: ${error}`);
    } finally {
      this.#busy.delete(ieee);
    }
  }

  /** A thermostat that refuses has no week yet, or keeps none after all. */
  async #askOne(device: Device, { planned }: DeviceResource): Promise<void> {
    const { sender } = this.#parts;
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

  #take(device: Device, { address }: DeviceResource): void {
    const { store, outbox, desired } = this.#parts;
    const changes = this.#incoming.get(address)?.changes ?? [];
    this.#incoming.delete(address);
    const before = (store.get(address)?.config.schedule ?? {}) as WeekSchedule;
    const schedule = withoutEmptyDays(changes.reduce(withDays, before));
    desired.report(address, "config", outbox.filterConfig(device, address, { schedule }));
  }
}

function partsOf({ resources }: Device): readonly DeviceResource[] {
  return resources.filter(({ planned }) => keepsWeeks(planned));
}

/** Undefined: the frame says nothing of heating on days of the week. */
function changeIn({ type, cluster, data }: RawMessage): WeekChange | undefined {
  if (type !== "commandGetWeeklyScheduleRsp" || cluster !== WEEK.cluster) return undefined;
  const { dayofweek, mode, transitions } = data as Values;
  const days = daysOnAir(Number(dayofweek) || 0);
  if (days === 0 || !Array.isArray(transitions) || (transitions.length > 0 && !(Number(mode) & WEEK.heat)))
    return undefined;
  const told = transitions.flatMap(({ transitionTime, heatSetpoint }: Values): SetpointTransition[] => {
    const [minutes, heatsetpoint] = [Number(transitionTime), Number(heatSetpoint)];
    const isGood = Number.isInteger(minutes) && minutes >= 0 && minutes < MINUTES && Number.isInteger(heatsetpoint);
    return isGood ? [{ localtime: timeOf(minutes), heatsetpoint }] : [];
  });
  return { days, transitions: told.toSorted((one, other) => (one.localtime < other.localtime ? -1 : 1)) };
}
