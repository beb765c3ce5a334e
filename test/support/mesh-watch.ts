/** The mesh on paper before the real ledgers, causes and alarms: the reports on a device, and when. */
import { Alarms } from "../../src/engines/doctor/alarms.ts";
import { diagnose } from "../../src/engines/doctor/causes.ts";
import { Ledger } from "../../src/engines/doctor/ledger.ts";
import type { HouseFacts, NeighbourTable, Patient } from "../../src/engines/doctor/signs.ts";
import type { Trouble } from "../../src/model/doctor/troubles.ts";
import { FAULTS, type Seeded } from "./mesh-faults.ts";
import {
  buildMesh,
  HOUR,
  linkOf,
  type Mesh,
  MINUTE,
  noCounts,
  poisson,
  randomFrom,
  STEP,
  STICK,
  type StepCounts,
  stepMesh,
} from "./mesh-house.ts";

export interface ToldAlarm {
  readonly uniqueid: string;
  readonly trouble: Trouble;
  readonly after: number; // hours
}

const START = Date.parse("2026-02-02T00:00:00Z");
const SEES_PART = 0.85; //  of the neighbours that a router has, it tells so many
const SILENT_SLEEPER = 25 * HOUR;
const LOOKS = STEP; // one a minute

export class WatchedMesh {
  readonly mesh: Mesh;
  readonly told: ToldAlarm[] = [];
  found: ReadonlyMap<string, readonly Trouble[]> = new Map();
  #now = START;
  #steps = 0;
  readonly #alarms = new Alarms();
  readonly #ledgers = new Map<string, Ledger>();
  readonly #neighbours = new Map<string, NeighbourTable>();
  readonly #heard = new Map<string, number>();
  readonly #silentSince = new Map<string, number>(); // pings have failed since then
  readonly #lost = new Set<string>();
  readonly #energy = new Map<number, number>();
  readonly #scans: boolean;

  constructor(seed: number) {
    this.mesh = buildMesh(randomFrom(seed));
    this.#scans = this.mesh.random() < 0.7;
    for (const id of this.mesh.devices.keys()) {
      this.#ledgers.set(id, Ledger.begin(this.#now));
      this.#heard.set(id, this.#now);
    }
  }

  get now(): number {
    return this.#now;
  }

  /** Lets so many hours pass; `looks`: a user looks for faults meanwhile. */
  pass(hours: number, looks = true): void {
    for (let step = 0; step < (hours * 60) / STEP; step += 1) this.#step(looks);
  }

  /** Something goes wrong now. */
  seed(fault: string): Seeded | undefined {
    const seeded = FAULTS[fault]?.(this.mesh);
    this.mesh.ways.clear();
    if (seeded?.says === "left" && this.mesh.random() < 0.95) {
      this.#ledgers.get(seeded.subject)?.left(this.#now);
      this.#lost.add(seeded.subject);
    }
    return seeded;
  }

  ledgerOf(id: string): Ledger | undefined {
    return this.#ledgers.get(id);
  }

  #step(looks: boolean): void {
    const { mesh } = this;
    this.#now += STEP * MINUTE;
    this.#steps += 1;
    const counts = stepMesh(mesh, Math.floor((this.#now / HOUR) % 24), this.#pinged());
    for (const [id, each] of counts) this.#note(id, each);
    this.#makeRounds();
    for (const device of mesh.devices.values()) {
      if (device.battery !== undefined) device.battery = Math.max(0, device.battery - (device.drain * STEP) / 1440);
      for (let n = poisson(mesh.random, (device.tries * STEP) / 60); n > 0; n -= 1)
        this.#ledgers.get(device.id)?.came(this.#now - Math.floor(mesh.random() * STEP * MINUTE));
    }
    if (looks) this.#look();
  }

  /** The routers that were silent for ten minutes. */
  #pinged(): ReadonlySet<string> {
    const silent = [...this.mesh.devices.values()].filter(
      ({ id, isRouter }) => isRouter && this.#now - (this.#heard.get(id) ?? 0) > 10 * MINUTE,
    );
    return new Set(silent.map(({ id }) => id));
  }

  #note(id: string, { links, answered, ...counts }: StepCounts = noCounts()): void {
    const ledger = this.#ledgers.get(id);
    const link = links.length > 0 ? Math.round(links.reduce((sum, each) => sum + each, 0) / links.length) : null;
    if (counts.sent + counts.heard > 0) ledger?.note(this.#now, { ...counts, link, moved: 0 });
    if (counts.heard > 0) {
      this.#heard.set(id, this.#now);
      this.#silentSince.delete(id);
      this.#lost.delete(id);
    } else if (counts.sent > 0 && !answered) this.#silentSince.set(id, this.#silentSince.get(id) ?? this.#now);
    const device = this.mesh.devices.get(id);
    const silent = this.#now - (this.#heard.get(id) ?? 0);
    const failing = this.#now - (this.#silentSince.get(id) ?? this.#now);
    if (device?.isRouter ? silent > 20 * MINUTE && failing >= 10 * MINUTE : silent > SILENT_SLEEPER) this.#lost.add(id);
  }

  /** One router each five minutes tells its neighbours, where it is reached; the channels are measured each hour. */
  #makeRounds(): void {
    const { mesh } = this;
    const asked = [STICK, ...[...mesh.devices.values()].flatMap(({ id, isRouter }) => (isRouter ? [id] : []))];
    const id = asked[this.#steps % asked.length] ?? STICK;
    const router = mesh.devices.get(id);
    const isReached =
      !router ||
      (router.hasPower && !router.isOutside && !router.isLinkBroken && mesh.random() < 0.9 - mesh.interference / 2);
    if (isReached) this.#neighbours.set(id, { at: this.#now, links: this.#tableOf(id) });
    if (this.#scans && this.#steps % (60 / STEP) === 0)
      for (let channel = 11; channel <= 26; channel += 1) this.#energy.set(channel, Math.min(254, mesh.noise(channel)));
  }

  #tableOf(id: string): ReadonlyMap<string, number> {
    const { mesh } = this;
    const table = new Map<string, number>();
    for (const other of mesh.devices.values()) {
      const isNeighbour = other.isRouter || other.parent === id;
      if (other.id === id || !isNeighbour || !other.hasPower || other.isOutside || mesh.random() > SEES_PART) continue;
      const link = linkOf(mesh, id, other.id) + (mesh.random() - 0.5) * 20;
      if (link < 15) continue;
      table.set(other.id, Math.round(Math.min(255, link)));
      if (!other.isRouter) this.#ledgers.get(other.id)?.goesBy(id, this.#now);
    }
    return table;
  }

  #look(): void {
    const facts = this.#facts();
    this.found = diagnose(facts);
    for (const uniqueid of facts.patients.keys())
      for (let look = 0; look < LOOKS; look += 1) {
        const trouble = this.#alarms.look(uniqueid, this.found.get(uniqueid) ?? []);
        if (trouble) this.told.push({ uniqueid, trouble, after: (this.#now - START) / HOUR });
      }
  }

  #facts(): HouseFacts {
    const patients = [...this.mesh.devices.values()].map((device): Patient => {
      const { id, isRouter, battery } = device;
      const percent = battery === undefined ? undefined : Math.round(battery);
      return {
        uniqueid: id,
        ...{ isRouter, isSleepy: !isRouter },
        ...(percent === undefined ? {} : { battery: { percent, isLow: percent <= 15 } }),
        isReachable: !this.#lost.has(id),
        isWaitedFor: !isRouter && (this.mesh.asks.get(id) ?? 0) > 0 && this.mesh.random() < 0.3,
        ledger: this.#ledgers.get(id) ?? Ledger.begin(this.#now),
      };
    });
    return {
      ...{ now: this.#now, upSince: START, channel: this.mesh.channel },
      patients: new Map(patients.map((patient) => [patient.uniqueid, patient])),
      ...{ neighbours: this.#neighbours, energy: this.#energy },
    };
  }
}
