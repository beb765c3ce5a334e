/** The virtual house, ready to be lived in: a simulated stick, its network, and devices that answer it. */
import { randomBytes } from "node:crypto";
import { VirtualNetwork } from "./air/virtual-network.ts";
import type { Controls } from "./house/control-checks.ts";
import { applyToDevice, applyToHouse } from "./house/controls.ts";
import { type FurnishedGroup, furnishedGroups } from "./house/furniture.ts";
import { inspectHouse, type PlainJson } from "./house/inspection.ts";
import { type Life, startLife } from "./house/life.ts";
import { MovingIn } from "./house/moving-in.ts";
import { type PastCourse, pastOf } from "./house/past.ts";
import { type Label, Residents } from "./house/residents.ts";
import { asNewestHouse, type FormerHouse, type NetworkNames, type SavedHouse } from "./house/saved-house.ts";
import { openStick, type SavedSticks } from "./sticks/open-stick.ts";
import type { StickFamily, VirtualStick } from "./sticks/virtual-stick.ts";

interface VirtualHouseOptions {
  readonly saved?: SavedHouse | FormerHouse | undefined;
  readonly stick?: StickFamily | undefined; // absent: the one that it had, or a Z-Stack
  readonly names?: NetworkNames | undefined; // of the very first start; made at random when absent
  readonly channel?: number; // of the very first start
  readonly life?: boolean | undefined; // whether something changes by itself; absent: as it was, and at first it does
  readonly timeScale?: number; // 0.01: everything takes a hundredth of the time
  readonly latency?: number; // of each hop, in milliseconds
  readonly empty?: boolean; // no devices; controls can add some
}

const CHANNEL = 11;
const LATENCY = 5;
const TELLS_EVERY = 1000; // milliseconds
/** How the makers' addresses begin. */
const MAKERS: Readonly<Record<StickFamily, string>> = {
  zstack: "0x00124b00",
  ember: "0x0ceff600",
  deconz: "0x00212eff",
};

interface HouseParts {
  readonly names: NetworkNames;
  readonly network: VirtualNetwork;
  readonly stick: VirtualStick;
  readonly drawer: SavedSticks;
  readonly saved: SavedHouse | undefined;
}

export async function openVirtualHouse(options: VirtualHouseOptions = {}): Promise<VirtualHouse> {
  const { timeScale = 1, channel = CHANNEL } = options;
  const saved = options.saved && asNewestHouse(options.saved);
  const names = saved?.names ?? options.names ?? newNames();
  const family = options.stick ?? saved?.stick ?? "zstack";
  const network = new VirtualNetwork({ timeScale, saved: saved?.members });
  const drawer = saved?.sticks ?? {};
  const ieee = `${MAKERS[family]}${randomBytes(4).toString("hex")}`;
  const preformed = {
    panid: names.panID,
    extendedpanid: names.extendedPanID,
    networkKey: names.networkKey,
    channel,
    ieee,
  };
  // The first stick of a house is in its network already; another one is bought new.
  const stick = await openStick(family, { network, saved: drawer[family], ...(saved ? { ieee } : { preformed }) });
  return new VirtualHouse({ names, network, stick, drawer, saved }, options);
}

export class VirtualHouse {
  readonly stick: VirtualStick;
  readonly air: VirtualNetwork;
  /** Its groups. None in a house that was empty, or that comes from a version without groups. */
  readonly furnished: readonly FurnishedGroup[];
  readonly #names: NetworkNames;
  readonly #drawer: SavedSticks;
  readonly #residents: Residents;
  readonly #movingIn: MovingIn;
  readonly #life: Life;
  readonly #listeners = new Set<() => void>();
  #isTelling = false;

  constructor({ names, network, stick, drawer, saved }: HouseParts, options: VirtualHouseOptions) {
    const { latency = LATENCY, life = saved?.life ?? true, empty = false } = options;
    const changed = () => this.#changed();
    this.#names = names;
    this.#drawer = drawer;
    this.stick = stick;
    this.air = network;
    this.#residents = new Residents({ network, stick, saved: saved?.residents, empty, latency, changed });
    this.furnished = saved ? (saved.furnished ?? []) : empty ? [] : furnishedGroups(this.#residents.all());
    this.#movingIn = new MovingIn(this.#residents, changed);
    this.#life = startLife(network.time, () => this.#residents.all().map(({ device }) => device), life);
  }

  /** On 127.0.0.1. */
  get port(): number {
    return this.stick.port;
  }

  /** As herdsman names its adapter. */
  get adapter(): StickFamily {
    return this.stick.family;
  }

  /** For herdsman, which must not be told anything else. */
  get network(): NetworkNames & { readonly channelList: readonly number[] } {
    return { ...this.#names, channelList: [this.stick.channel] };
  }

  get isComplete(): boolean {
    return this.#movingIn.isComplete;
  }

  /** Kept when all residents have joined. Until then the network is to be held open. */
  get complete(): Promise<void> {
    return this.#movingIn.complete;
  }

  /** The interview of this device is over: the next one may join; or it joins once more, when it is not known yet. */
  interviewed(ieee: string, isKnown: boolean): void {
    this.#movingIn.interviewed(ieee, isKnown);
  }

  /** The label of a device. */
  labelOf(ieee: string): Label | undefined {
    const { name, lights, sensors } = this.#residents.of(ieee) ?? {};
    if (name === undefined) return undefined;
    return { name, ...(lights !== undefined && { lights }), ...(sensors !== undefined && { sensors }) };
  }

  /** The made-up two months of the house before now. */
  past(): readonly PastCourse[] {
    return pastOf(this.#residents.all(), this.furnished, Date.now());
  }

  inspect(): PlainJson {
    return inspectHouse(this.#residents, this.isComplete, this.#life.on);
  }

  /** Bad controls are an Error in one plain sentence, and change nothing. */
  apply(ieee: string | undefined, controls: Controls): PlainJson {
    const changed = () => this.#changed();
    if (ieee === undefined) return applyToHouse(this.#residents, this.#life, controls, changed);
    const resident = this.#residents.of(ieee);
    if (!resident) throw new Error(`${ieee} is not a device of the virtual house`);
    return applyToDevice(this.#residents, resident, controls, changed);
  }

  /** A value in save() has changed, other than those that change all the time. Told once a second at most. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  save(): SavedHouse {
    return {
      version: 2,
      names: this.#names,
      stick: this.stick.family,
      sticks: { ...this.#drawer, [this.stick.family]: this.stick.save() },
      members: this.air.save(),
      residents: this.#residents.save(),
      furnished: this.furnished,
      life: this.#life.on,
    };
  }

  async close(): Promise<void> {
    this.#residents.close();
    await this.stick.close();
    this.air.close();
  }

  #changed(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.air.hostTime.later(TELLS_EVERY, () => {
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

function newNames(): NetworkNames {
  return {
    panID: 1 + (randomBytes(2).readUInt16LE() % 0xfff0),
    extendedPanID: [...randomBytes(8)],
    networkKey: [...randomBytes(16)],
  };
}
