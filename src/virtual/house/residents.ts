/** The devices of the virtual house, how they come into the network, and the part of them that outlives a restart. */
import type { VirtualNetwork } from "../air/virtual-network.ts";
import type { HomeNetwork } from "../clusters/touchlink-commissioning.ts";
import type { DeviceProfile } from "../devices/device-profile.ts";
import { LIGHTS } from "../devices/light-profiles.ts";
import { REMOTES } from "../devices/remote-profiles.ts";
import { SENSORS } from "../devices/sensor-profiles.ts";
import { type SavedStation, VirtualDevice } from "../devices/virtual-device.ts";
import type { VirtualStick } from "../sticks/virtual-stick.ts";

/**
 * A resident joins at the first start; a stranger when the network is opened later; a shy device only when touchlink
 * has reset it before; a guest, added later, at once.
 */
type ResidentRole = "resident" | "stranger" | "shy" | "guest";

/** The label of a device: its name, and the ids of its first light and its first sensor, so that they are the same in every house. */
export interface Label {
  readonly name: string;
  readonly lights?: number;
  readonly sensors?: number;
}

interface Inhabitant extends Label {
  readonly profile: string;
  readonly role: ResidentRole;
  readonly battery?: number; // percent that are left at first; absent: as devices of its model have
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

interface ResidentsParts {
  readonly network: VirtualNetwork;
  readonly stick: VirtualStick;
  readonly saved?: readonly SavedResident[] | undefined;
  readonly empty?: boolean;
  readonly latency: number; // of each hop, in milliseconds
  readonly changed: () => void;
}

/** In the order in which they join. */
export const INHABITANTS: readonly Inhabitant[] = [
  { name: "Living room lamp", profile: "extended color light", role: "resident", lights: 1 },
  { name: "Kitchen lamp", profile: "color temperature light", role: "resident", lights: 2 },
  { name: "Hall lamp", profile: "dimmable light", role: "resident", lights: 3 },
  { name: "Bedroom lamp", profile: "color light", role: "resident", lights: 4 },
  { name: "Cellar light", profile: "switch", role: "resident", lights: 5 },
  { name: "Washing machine", profile: "metering plug", role: "resident", lights: 6, sensors: 1 },
  { name: "Bedroom blind", profile: "window covering", role: "resident", lights: 7, sensors: 3 },
  { name: "Hall motion", profile: "motion sensor", role: "resident", sensors: 4 },
  { name: "Bathroom climate", profile: "climate sensor", role: "resident", sensors: 7 },
  { name: "Front door", profile: "contact sensor", role: "resident", sensors: 9 },
  { name: "Washing machine floor", profile: "water sensor", role: "resident", sensors: 10 },
  { name: "Kitchen smoke", profile: "smoke sensor", role: "resident", lights: 8, sensors: 11 },
  { name: "Living room thermostat", profile: "thermostat", role: "resident", sensors: 12 },
  { name: "Living room remote", profile: "remote", role: "resident", sensors: 13 },
  { name: "Bedroom dimmer", profile: "dimmer switch", role: "resident", sensors: 14, battery: 12 },
  { name: "New lamp", profile: "dimmable hue light", role: "stranger", lights: 11 },
  { name: "New motion", profile: "motion zone", role: "stranger", sensors: 16 },
  { name: "Lamp from the attic", profile: "extended color light", role: "shy", touchlink: 15, lights: 12 },
  { name: "Lamp from the shed", profile: "color temperature light", role: "shy", touchlink: 20, lights: 13 },
  { name: "Living room strip", profile: "gradient strip", role: "resident", lights: 9 },
  { name: "Kitchen strip", profile: "music strip", role: "resident", lights: 10 },
  { name: "Hall thermostat", profile: "weekly thermostat", role: "resident", sensors: 15 },
];

const NOWHERE: Omit<HomeNetwork, "channel"> = {
  panid: 0xfffe,
  extendedpanid: "0x0000000000000000",
  address: undefined,
};
/** The network of a former owner: devices that are shy still belong to it. */
const GONE: Omit<HomeNetwork, "channel"> = { panid: 0x3c4d, extendedpanid: "0x0017880100aabbcc", address: 0x0001 };
const NAME_OF_MANY = "Added";
const [POWER, BATTERY] = ["genPowerCfg", "batteryPercentageRemaining"];
const SERIAL = "01"; // begins the serial numbers of all devices, behind the maker's own numbers
const SERIAL_DIGITS = 8;

/** All models of which the virtual house can have devices. */
export const PROFILES: Readonly<Record<string, DeviceProfile>> = { ...LIGHTS, ...SENSORS, ...REMOTES };

export class Residents {
  readonly network: VirtualNetwork;
  readonly stick: VirtualStick;
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

  #settle(inhabitant: Inhabitant, ieee: string, before?: SavedResident): Resident {
    const { name, profile: model, role, touchlink, lights, sensors, battery } = inhabitant;
    const { network, latency, changed } = this.#parts;
    const profile = PROFILES[model];
    if (!profile) throw new Error(`the virtual house knows no model named ${model}`);
    const linkquality = 255 - ((this.#residents.size * 37) % 160);
    const { time } = network;
    const device = new VirtualDevice({ profile, ieee, time, latency, linkquality, saved: before?.station, changed });
    const more = Object.fromEntries(
      Object.entries({ touchlink, lights, sensors }).filter(([, value]) => value !== undefined),
    );
    const resident: Resident = { name, profile: model, role, ...more, device, movedIn: before?.movedIn ?? false };
    if (battery !== undefined && !before) drain(device, battery);
    this.#residents.set(ieee, resident);
    network.add(device);
    if (touchlink !== undefined) this.#addTouchlinkTarget(resident, touchlink);
    return resident;
  }

  /** The device can be reached without a network: on a channel of its own, or on ours when it has joined ours. */
  #addTouchlinkTarget(resident: Resident, ownChannel: number): void {
    const { network, stick, changed } = this.#parts;
    const { device } = resident;
    const channelNow = () => (device.isMember ? stick.channel : ownChannel);
    const homeNow = () => {
      if (device.isMember) return { ...NOWHERE, ...stick.identity, address: device.address };
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

function drain({ clusterEndpoints }: VirtualDevice, percent: number): void {
  for (const endpoint of clusterEndpoints.values())
    if (endpoint.has(POWER, BATTERY)) endpoint.set(POWER, { [BATTERY]: percent * 2 });
}

function addressFor(profile: string, number: number): string {
  return `${PROFILES[profile]?.oui ?? ""}${SERIAL}${number.toString(16).padStart(SERIAL_DIGITS, "0")}`;
}
