/** The devices of the virtual house, how they come into the network, and what of all that outlives a restart. */
import type { VirtualNetwork } from "../air/virtual-network.ts";
import type { HomeNetwork } from "../clusters/touchlink-commissioning.ts";
import type { DeviceProfile } from "../devices/device-profile.ts";
import { LIGHTS } from "../devices/light-profiles.ts";
import { REMOTES } from "../devices/remote-profiles.ts";
import { SENSORS } from "../devices/sensor-profiles.ts";
import { type SavedStation, VirtualDevice } from "../devices/virtual-device.ts";
import type { Coordinator } from "../stick/coordinator.ts";

/**
 * A resident joins at the first start; a stranger when the network is opened later; a shy device only when touchlink
 * has reset it before; a guest, added later, at once.
 */
export type ResidentRole = "resident" | "stranger" | "shy" | "guest";

export interface Inhabitant {
  readonly name: string;
  readonly profile: string;
  readonly role: ResidentRole;
  readonly touchlink?: number; // the channel on which touchlink reaches it as long as it is in no network of ours
}

/** A device with its place in the house. */
export interface Resident extends Inhabitant {
  readonly device: VirtualDevice;
  role: ResidentRole;
  movedIn: boolean; // it has been a member of the network once
}

export interface SavedResident extends Inhabitant {
  readonly movedIn: boolean;
  readonly station: SavedStation;
}

type NetworkName = Pick<HomeNetwork, "panid" | "extendedpanid">;

export interface ResidentsParts {
  readonly network: VirtualNetwork;
  readonly stick: Coordinator;
  readonly home: NetworkName; // how the network is called
  readonly saved?: readonly SavedResident[] | undefined;
  readonly empty?: boolean;
  readonly latency: number; // of each hop, in milliseconds
  readonly changed: () => void;
}

/** In the order in which they join. */
export const INHABITANTS: readonly Inhabitant[] = [
  { name: "Living room lamp", profile: "extended color light", role: "resident" },
  { name: "Kitchen lamp", profile: "color temperature light", role: "resident" },
  { name: "Hall lamp", profile: "dimmable light", role: "resident" },
  { name: "Bedroom lamp", profile: "color light", role: "resident" },
  { name: "Cellar light", profile: "switch", role: "resident" },
  { name: "Washing machine", profile: "metering plug", role: "resident" },
  { name: "Bedroom blind", profile: "window covering", role: "resident" },
  { name: "Hall motion", profile: "motion sensor", role: "resident" },
  { name: "Bathroom climate", profile: "climate sensor", role: "resident" },
  { name: "Front door", profile: "contact sensor", role: "resident" },
  { name: "Washing machine floor", profile: "water sensor", role: "resident" },
  { name: "Kitchen smoke", profile: "smoke sensor", role: "resident" },
  { name: "Living room thermostat", profile: "thermostat", role: "resident" },
  { name: "Living room remote", profile: "remote", role: "resident" },
  { name: "Bedroom dimmer", profile: "dimmer switch", role: "resident" },
  { name: "New lamp", profile: "dimmable hue light", role: "stranger" },
  { name: "New motion", profile: "motion zone", role: "stranger" },
  { name: "Lamp from the attic", profile: "extended color light", role: "shy", touchlink: 15 },
  { name: "Lamp from the shed", profile: "color temperature light", role: "shy", touchlink: 20 },
  { name: "Living room strip", profile: "gradient strip", role: "resident" },
  { name: "Kitchen strip", profile: "music strip", role: "resident" },
  { name: "Hall thermostat", profile: "weekly thermostat", role: "resident" },
];

const NOWHERE: Omit<HomeNetwork, "channel"> = {
  panid: 0xfffe,
  extendedpanid: "0x0000000000000000",
  address: undefined,
};
/** The network of a former owner: devices that are shy still belong to it. */
const GONE: Omit<HomeNetwork, "channel"> = { panid: 0x3c4d, extendedpanid: "0x0017880100aabbcc", address: 0x0001 };
const NAME_OF_MANY = "Added";
const SERIAL = "01"; // begins the serial numbers of all devices, behind the maker's own numbers
const SERIAL_DIGITS = 8;

/** All models of which the virtual house can have devices. */
export const PROFILES: Readonly<Record<string, DeviceProfile>> = { ...LIGHTS, ...SENSORS, ...REMOTES };

export class Residents {
  readonly network: VirtualNetwork;
  readonly stick: Coordinator;
  readonly models: readonly string[] = Object.keys(PROFILES); // that the house can have
  readonly #parts: ResidentsParts;
  readonly #residents = new Map<string, Resident>();

  constructor(parts: ResidentsParts) {
    this.#parts = parts;
    this.network = parts.network;
    this.stick = parts.stick;
    if (parts.saved) for (const one of parts.saved) this.#settle(one, one.station.ieee, one);
    else if (!parts.empty) {
      for (const one of INHABITANTS) this.#settle(one, addressFor(one.profile, this.#residents.size + 1));
    }
  }

  all(): readonly Resident[] {
    return [...this.#residents.values()];
  }

  of(ieee: string): Resident | undefined {
    return this.#residents.get(ieee);
  }

  /** More devices of a model. They are in the house, not yet in the network. */
  add(
    profile: string,
    count: number,
    { name = NAME_OF_MANY, ...more }: Pick<Partial<Inhabitant>, "name" | "touchlink"> = {},
  ): Resident[] {
    const added = Array.from({ length: count }, () => {
      const number = this.#residents.size + 1;
      const guest: Inhabitant = { name: `${name} ${number}`, profile, role: "guest", ...more };
      return this.#settle(guest, addressFor(profile, number));
    });
    this.#parts.changed();
    return added;
  }

  save(): SavedResident[] {
    return this.all().map(({ device, ...resident }) => ({ ...resident, station: device.save() }));
  }

  close(): void {
    for (const { device } of this.all()) device.close();
  }

  #settle({ name, profile: model, role, touchlink }: Inhabitant, ieee: string, before?: SavedResident): Resident {
    const { network, latency, changed } = this.#parts;
    const profile = PROFILES[model];
    if (!profile) throw new Error(`the virtual house knows no model named ${model}`);
    const linkquality = 255 - ((this.#residents.size * 37) % 160);
    const { time } = network;
    const device = new VirtualDevice({ profile, ieee, time, latency, linkquality, saved: before?.station, changed });
    const kept = touchlink === undefined ? {} : { touchlink };
    const resident: Resident = { name, profile: model, role, ...kept, device, movedIn: before?.movedIn ?? false };
    this.#residents.set(ieee, resident);
    network.add(device);
    if (touchlink !== undefined) this.#addTouchlinkTarget(resident, touchlink);
    return resident;
  }

  /** The device can be reached without a network: on a channel of its own, or on ours when it has joined ours. */
  #addTouchlinkTarget(resident: Resident, ownChannel: number): void {
    const { network, stick, home, changed } = this.#parts;
    const { device } = resident;
    const channelNow = () => (device.isMember ? stick.channel : ownChannel);
    const homeNow = () => {
      if (device.isMember) return { ...home, address: device.address };
      return resident.role === "shy" ? GONE : NOWHERE;
    };
    network.addTouchlinkTarget({
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
  }
}

function addressFor(profile: string, number: number): string {
  return `${PROFILES[profile]?.oui ?? ""}${SERIAL}${number.toString(16).padStart(SERIAL_DIGITS, "0")}`;
}
