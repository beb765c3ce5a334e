/**
 * The network's doctor: keeps the ledgers of all devices, looks for troubles each minute, and tells each as a fact of its device.
 */
import type { Bus } from "../../core/bus.ts";
import type { Store } from "../../core/store.ts";
import { LOSSES } from "../../model/doctor/deliveries.ts";
import { DOCTOR, type Doctor, type Trouble, troubleInUtc } from "../../model/doctor/troubles.ts";
import type { EnginePorts } from "../../model/engine-ports.ts";
import { HOUR, MINUTE } from "../../model/history/rollups.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Radio, RadioEvent } from "../../model/radio/radio-port.ts";
import { type Address, type Change, isObject, type Resource, type Stop, type Values } from "../../model/resource.ts";
import { batteryLevel } from "../../model/sensors/batteries.ts";
import { utcWithZone } from "../../model/time/times.ts";
import { BY_GATEWAY, stopAll } from "../engine.ts";
import { Alarms } from "./alarms.ts";
import { diagnose } from "./causes.ts";
import { Channels } from "./channels.ts";
import { Ledgers, StickTally } from "./ledgers.ts";
import { NetworkPolling } from "./network-polling.ts";
import type { HouseFacts, Patient } from "./signs.ts";

interface DoctorParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly engines: EnginePorts;
  readonly radio: Radio;
}

const SAVES_EVERY = 60; // minutes
const FRESH = 1_000; // milliseconds
const MAC_LENGTH = 23; // letters

export function openDoctor(parts: DoctorParts): Stop {
  const doctor = new NetworkDoctor(parts);
  return stopAll([parts.engines.offer(DOCTOR, doctor), doctor.start()]);
}

class NetworkDoctor implements Doctor {
  readonly #parts: DoctorParts;
  readonly #ledgers: Ledgers;
  readonly #channels: Channels;
  readonly #polling: NetworkPolling;
  readonly #alarms = new Alarms();
  readonly #stick = new StickTally();
  #upSince = 0;
  #minutes = 0;
  #foundAt = Number.NEGATIVE_INFINITY;
  #found: ReadonlyMap<string, readonly Trouble[]> = new Map();

  constructor(parts: DoctorParts) {
    this.#parts = parts;
    this.#ledgers = new Ledgers(parts);
    this.#channels = new Channels(parts.store);
    this.#polling = new NetworkPolling({ ...parts, ledgers: this.#ledgers, channels: this.#channels });
    for (const { attr } of parts.store.list("/devices"))
      if (isObject(attr.trouble))
        this.#alarms.remember(String(attr.uniqueid), attr.trouble as unknown as Pick<Trouble, "kind" | "by" | "lost">);
  }

  start(): Stop {
    const { bus, clock, radio } = this.#parts;
    let timer: Stop = () => {};
    const tick = () => {
      timer = clock.after(MINUTE, tick);
      this.#tick();
    };
    timer = clock.after(MINUTE, tick);
    const noting = bus.on((change) => this.#note(change), {
      families: ["devices", "lights", "sensors"],
      events: ["changed"],
    });
    return stopAll([radio.hear((event) => this.#hear(event)), noting, () => timer(), () => this.#save()]);
  }

  diagnose(uniqueid: string): readonly Trouble[] {
    const now = this.#parts.clock.now();
    if (Math.abs(now - this.#foundAt) > FRESH) this.#find();
    return this.#found.get(uniqueid) ?? [];
  }

  deliveries(uniqueid: string): Values | undefined {
    const ledger = this.#ledgers.find(uniqueid);
    if (!ledger) return undefined;
    const now = this.#parts.clock.now();
    const hour = Math.floor(now / HOUR) * HOUR;
    const hours = ledger.hours(now);
    const causes = LOSSES.flatMap((loss) => {
      const count = Math.round(ledger.cause(loss) * 10) / 10;
      return count > 0 ? [[loss, count]] : [];
    });
    const { at, totals, via } = ledger;
    return {
      since: utcWithZone(at.since),
      ...totals,
      causes: Object.fromEntries(causes),
      ...{ rejoins: Math.round(ledger.comings), moves: Math.round(ledger.moves) },
      ...(at.heard ? { heard: utcWithZone(at.heard) } : {}),
      ...(at.told ? { told: utcWithZone(at.told) } : {}),
      ...(via ? { via, viasince: utcWithZone(at.viaAt) } : {}),
      hours: hours.map(({ sent, lost, told, link }, index) => ({
        ...{ at: utcWithZone(hour - (hours.length - 1 - index) * HOUR), sent, lost, told },
        link: link > 0 ? Math.round(link) : null,
      })),
    };
  }

  channels() {
    return this.#channels.view(this.#polling.isAble && !this.#parts.radio.missing);
  }

  stick() {
    return this.#stick.totals(this.#parts.clock.now());
  }

  measure(): Promise<void> {
    return this.#polling.measureAll();
  }

  heard(uniqueid: string): number | undefined {
    return this.#ledgers.find(uniqueid)?.at.heard || undefined;
  }

  #hear(event: RadioEvent): void {
    const now = this.#parts.clock.now();
    this.#ledgers.hear(event);
    if (event.kind === "deliveries" && event.stick) this.#stick.note(event.stick, now);
    if (event.kind !== "up") return;
    this.#stick.clear();
    this.#upSince = now;
    this.#channels.isOn(event.network.channel, now);
    this.#polling.begin();
  }

  /** A lost device that is heard again waits for no look: who has just cured it wants to see that. */
  #note({ resource: { attr }, values }: Change): void {
    if (values.reachable !== true && values.lastseen === undefined) return;
    const uniqueid = String(attr.uniqueid).slice(0, MAC_LENGTH);
    if (!this.#alarms.isLost(uniqueid)) return;
    this.#find();
    this.#tell(`/devices/${uniqueid}`, this.#alarms.back(uniqueid, this.diagnose(uniqueid)));
  }

  #tell(address: Address, told: Trouble | null | undefined): void {
    if (told !== undefined)
      this.#parts.store.patch(address, "attr", { trouble: told && troubleInUtc(told) }, BY_GATEWAY);
  }

  #tick(): void {
    const { radio } = this.#parts;
    this.#minutes += 1;
    if (this.#minutes % SAVES_EVERY === 0) this.#save();
    if (!radio.up) return;
    this.#polling.tick();
    this.#look();
  }

  #look(): void {
    const { store } = this.#parts;
    const facts = this.#find();
    for (const { address, attr } of store.list("/devices")) {
      const uniqueid = String(attr.uniqueid);
      const isPatient = facts.patients.has(uniqueid);
      this.#tell(address, this.#alarms.look(uniqueid, isPatient ? this.diagnose(uniqueid) : []));
    }
  }

  #find(): HouseFacts {
    const facts = this.#facts();
    this.#found = diagnose(facts);
    this.#foundAt = facts.now;
    return facts;
  }

  #facts(): HouseFacts {
    const { store, clock, radio } = this.#parts;
    const now = clock.now();
    const parts = partsByDevice(store);
    const present = store.list("/devices").filter(({ attr }) => {
      const hasLeft = attr.gone === true && parts.has(String(attr.uniqueid)); // else a client deleted it
      const isHere = attr.gone !== true || (hasLeft && this.#ledgers.find(String(attr.uniqueid))?.at.left);
      return isHere && attr.disabled !== true && attr.kind !== "green-power";
    });
    const patients = present.map((device) => this.#patient(device, parts.get(String(device.attr.uniqueid)) ?? []));
    return {
      now,
      upSince: this.#upSince,
      patients: new Map(patients.map((patient) => [patient.uniqueid, patient])),
      neighbours: this.#polling.neighbours,
      energy: this.#channels.energy(now),
      channel: radio.network?.channel,
    };
  }

  #patient({ attr }: Resource, parts: readonly Resource[]): Patient {
    const uniqueid = String(attr.uniqueid);
    const battery = batteryLevel(parts);
    return {
      uniqueid,
      isRouter: attr.kind === "router",
      isSleepy: attr.sleepy === true,
      ...(battery && { battery }),
      isReachable:
        attr.gone !== true && !parts.some(({ state, config }) => (state.reachable ?? config.reachable) === false),
      isWaitedFor: isObject(attr.waiting) && Object.keys(attr.waiting).length > 0,
      ledger: this.#ledgers.of(uniqueid),
    };
  }

  #save(): void {
    this.#ledgers.prune();
    this.#ledgers.save();
    this.#channels.save();
  }
}

/** The lights and sensors of each device. */
function partsByDevice(store: Store): ReadonlyMap<string, readonly Resource[]> {
  const parts = new Map<string, Resource[]>();
  for (const part of [...store.list("/lights"), ...store.list("/sensors")]) {
    const uniqueid = String(part.attr.uniqueid).slice(0, MAC_LENGTH);
    const known = parts.get(uniqueid);
    if (known) known.push(part);
    else parts.set(uniqueid, [part]);
  }
  return parts;
}
