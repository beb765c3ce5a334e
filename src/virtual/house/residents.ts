/** The virtual house: its devices, how they come into the network, and what of all that outlives a restart. */

import type { VirtualNetwork } from "../air/virtual-network.ts";
import type { HomeNetwork } from "../clusters/touchlink-commissioning.ts";
import { PROFILES } from "../devices/profiles.ts";
import { createStation, type SavedStation, type VirtualDevice } from "../devices/virtual-device.ts";
import type { Coordinator } from "../stick/coordinator.ts";
import { INHABITANTS, type Inhabitant, type ResidentRole } from "./inhabitants.ts";

/** A device with its place in the house. */
export interface Resident extends Inhabitant {
  readonly device: VirtualDevice;
  role: ResidentRole;
  movedIn: boolean; // it has been a member once
}

export interface SavedResident extends Inhabitant {
  readonly movedIn: boolean;
  readonly station: SavedStation;
}

type NetworkName = Pick<HomeNetwork, "panid" | "extendedpanid">;

export interface HouseParts {
  readonly network: VirtualNetwork;
  readonly stick: Coordinator;
  readonly home: NetworkName; // how the network is called
  readonly saved?: readonly SavedResident[] | undefined;
  readonly empty?: boolean;
  readonly latency: number; // of each hop, in milliseconds
  readonly changed: () => void;
}

export interface House {
  readonly network: VirtualNetwork;
  readonly stick: Coordinator;
  readonly models: readonly string[]; // that it can have
  all(): readonly Resident[];
  of(ieee: string): Resident | undefined;
  /** More devices of a model. They are in the house, not yet in the network. */
  add(profile: string, count: number, more?: Pick<Partial<Inhabitant>, "name" | "touchlink">): Resident[];
  save(): SavedResident[];
  close(): void;
}

const NOWHERE: Omit<HomeNetwork, "channel"> = {
  panid: 0xfffe,
  extendedpanid: "0x0000000000000000",
  address: undefined,
};
/** Of whoever lived here before: those who are shy still belong to it. */
const GONE: Omit<HomeNetwork, "channel"> = { panid: 0x3c4d, extendedpanid: "0x0017880100aabbcc", address: 0x0001 };
const NAME_OF_MANY = "Added";
const SERIAL = "01"; // begins the serial numbers of all devices, behind the maker's own numbers
const SERIAL_DIGITS = 8;

export function createHouse({ network, stick, home, saved, empty = false, latency, changed }: HouseParts): House {
  const residents = new Map<string, Resident>();

  const settle = ({ name, profile: model, role, touchlink }: Inhabitant, ieee: string, before?: SavedResident) => {
    const profile = PROFILES[model];
    if (!profile) throw new Error(`the virtual house knows no model named ${model}`);
    const number = residents.size;
    const linkquality = 255 - ((number * 37) % 160);
    const device = createStation({
      profile,
      ieee,
      pace: network.pace,
      latency,
      linkquality,
      saved: before?.station,
      changed,
    });
    const movedIn = before?.movedIn ?? false;
    const kept = touchlink === undefined ? {} : { touchlink };
    const resident: Resident = { name, profile: model, role, ...kept, device, movedIn };
    residents.set(ieee, resident);
    network.add(device);
    if (touchlink !== undefined) showToTouchlink(resident, touchlink);
    return resident;
  };

  /** It can be reached without a network: on a channel of its own, or on ours when it has come to us. */
  const showToTouchlink = (resident: Resident, ownChannel: number) => {
    const { device } = resident;
    const channelNow = () => (device.isMember ? stick.channel : ownChannel);
    const homeNow = () => {
      if (device.isMember) return { ...home, address: device.address };
      return resident.role === "shy" ? GONE : NOWHERE;
    };
    network.addTouchable({
      ieee: device.ieee,
      get channel() {
        return channelNow();
      },
      touch: (bytes) =>
        device.touch(bytes, { ...homeNow(), channel: channelNow() }, () => {
          if (!network.remove(device)) device.left();
          if (resident.role === "shy") resident.role = "stranger"; // from now on it looks for a network
          changed();
        }),
    });
  };

  const addressFor = (profile: string, number: number) =>
    `${PROFILES[profile]?.oui ?? ""}${SERIAL}${number.toString(16).padStart(SERIAL_DIGITS, "0")}`;

  if (saved) for (const one of saved) settle(one, one.station.ieee, one);
  else if (!empty) {
    for (const one of INHABITANTS) settle(one, addressFor(one.profile, residents.size + 1));
  }

  return {
    network,
    stick,
    models: Object.keys(PROFILES),
    all: () => [...residents.values()],
    of: (ieee) => residents.get(ieee),
    add: (profile, count, { name = NAME_OF_MANY, ...more } = {}) => {
      const added = Array.from({ length: count }, () => {
        const number = residents.size + 1;
        const guest: Inhabitant = { name: `${name} ${number}`, profile, role: "guest", ...more };
        return settle(guest, addressFor(profile, number));
      });
      changed();
      return added;
    },
    save: () => [...residents.values()].map(({ device, ...resident }) => ({ ...resident, station: device.save() })),
    close: () => {
      for (const { device } of residents.values()) device.close();
    },
  };
}
