/** The virtual house, ready to be lived in: a simulated stick, its network, and devices that answer it. */
import { randomBytes } from "node:crypto";
import type { SavedMember } from "./air/network-members.ts";
import { createNetwork, type VirtualNetwork } from "./air/virtual-network.ts";
import { reader } from "./devices/bytes.ts";
import type { Controls } from "./house/control-checks.ts";
import { applyToDevice, applyToHouse } from "./house/controls.ts";
import { inspectHouse, type PlainJson } from "./house/inspection.ts";
import { startLife } from "./house/life.ts";
import { startMovingIn } from "./house/moving-in.ts";
import { createHouse, type House, type SavedResident } from "./house/residents.ts";
import { type Coordinator, openCoordinator, type SavedCoordinator } from "./stick/coordinator.ts";

/** How the network is called, as herdsman's own options name it. */
export interface NetworkNames {
  readonly panID: number;
  readonly extendedPanID: readonly number[];
  readonly networkKey: readonly number[];
}

/** Plain JSON. */
export interface SavedHouse {
  readonly version: 1;
  readonly names: NetworkNames;
  readonly coordinator: SavedCoordinator;
  readonly members: readonly SavedMember[];
  readonly residents: readonly SavedResident[];
}

export interface VirtualHouseOptions {
  readonly saved?: SavedHouse | undefined;
  readonly names?: NetworkNames | undefined; // of the very first start; made at random when absent
  readonly channel?: number; // of the very first start
  readonly life?: boolean; // whether something changes by itself
  readonly timeScale?: number; // 0.01: everything takes a hundredth of the time
  readonly latency?: number; // of each hop, in milliseconds
  readonly empty?: boolean; // no devices; knobs can add some
}

export interface VirtualHouse {
  readonly port: number; // on 127.0.0.1; the adapter is "zstack"
  /** For herdsman, which must not be told anything else. */
  readonly network: NetworkNames & { readonly channelList: readonly number[] };
  readonly isComplete: boolean;
  /** Kept when all who live here have come into the network. Until then the network is to be held open. */
  readonly complete: Promise<void>;
  /** This device has been interviewed, well or badly: the next one may come. */
  interviewed(ieee: string): void;
  inspect(): PlainJson;
  /** Bad knobs are an Error in one plain sentence, and change nothing. */
  apply(ieee: string | undefined, knobs: Controls): PlainJson;
  /** Something that save() holds has changed, other than what changes all the time. Told once a second at most. */
  onChange(listener: () => void): () => void;
  save(): SavedHouse;
  close(): Promise<void>;
  readonly stick: Coordinator;
  readonly air: VirtualNetwork;
}

const CHANNEL = 11;
const LATENCY = 5;
const TELLS_EVERY = 1000; // milliseconds
const MAKER = "0x00124b00";

export async function openVirtualHouse(options: VirtualHouseOptions = {}): Promise<VirtualHouse> {
  const { saved, timeScale = 1, latency = LATENCY, life: lives = true, channel = CHANNEL, empty = false } = options;
  const names = saved?.names ?? options.names ?? newNames();
  const network = createNetwork({ timeScale, saved: saved?.members });
  const stick = await openCoordinator({
    network,
    saved: saved?.coordinator,
    preformed: {
      panid: names.panID,
      extendedpanid: names.extendedPanID,
      networkKey: names.networkKey,
      channel,
      ieee: `${MAKER}${randomBytes(4).toString("hex")}`,
    },
  });

  const listeners = new Set<() => void>();
  let isTelling = false;
  const changed = () => {
    if (isTelling) return;
    isTelling = true;
    network.hostTime.later(TELLS_EVERY, () => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  };

  const home = { panid: names.panID, extendedpanid: reader(Buffer.from(names.extendedPanID).reverse()).ieee() };
  const house: House = createHouse({ network, stick, home, saved: saved?.residents, empty, latency, changed });
  const movingIn = startMovingIn(house, changed);
  const life = startLife(network.pace, () => house.all().map(({ device }) => device), lives);

  return {
    port: stick.port,
    get network() {
      return { ...names, channelList: [stick.channel] };
    },
    get isComplete() {
      return movingIn.isComplete;
    },
    complete: movingIn.complete,
    interviewed: movingIn.met,
    inspect: () => inspectHouse(house, movingIn.isComplete, life.on),
    apply: (ieee, knobs) => {
      if (ieee === undefined) return applyToHouse(house, life, knobs, changed);
      const resident = house.of(ieee);
      if (!resident) throw new Error(`${ieee} is not a device of the virtual house`);
      return applyToDevice(house, resident, knobs, changed);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save: () => ({
      version: 1,
      names,
      coordinator: stick.save(),
      members: network.save(),
      residents: house.save(),
    }),
    close: async () => {
      house.close();
      await stick.close();
      network.close();
    },
    stick,
    air: network,
  };
}

function newNames(): NetworkNames {
  return {
    panID: 1 + (randomBytes(2).readUInt16LE() % 0xfff0),
    extendedPanID: [...randomBytes(8)],
    networkKey: [...randomBytes(16)],
  };
}
