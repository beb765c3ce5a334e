/** The controls of the virtual house, for a person or a test: all controls are checked first, and then applied. */
import type { Reachability } from "../air/air-station.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { setZone, ZONE_BITS } from "../clusters/iaszone.ts";
import { isOn, turn } from "../clusters/onoff.ts";
import { checkIn } from "../clusters/pollcontrol.ts";
import { LIES, setScenes } from "../clusters/scenes-cluster.ts";
import { type Attribute, canHold } from "../devices/attributes.ts";
import type { DeviceEndpoint } from "../devices/device-endpoints.ts";
import type { ButtonFrame } from "../devices/device-profile.ts";
import type { VirtualDevice } from "../devices/virtual-device.ts";
import { writeFrame } from "../devices/zcl.ts";
import type { VirtualStick } from "../sticks/virtual-stick.ts";
import {
  type ControlAction,
  type Controls,
  isBoolean,
  isCount,
  isOneOf,
  isRecord,
  isText,
  MOST_LATENCY,
  planOf,
} from "./control-checks.ts";
import type { PlainJson } from "./inspection.ts";
import { hold } from "./life.ts";
import type { Resident, Residents } from "./residents.ts";

const REACHES: readonly Reachability[] = ["ok", "no-ack", "no-route", "expired", "no-response", "no-confirm"];
const POWERS = ["off", "on", "cycle"] as const;
const MOST_ADDED = 500;
const CHANNELS = [11, 26] as const;
const SILENCE = -100; // dBm
const MOST_AWAKE = 3600; // seconds
const MOST_SCENES = 255;
const MOST_STATUS = 255;

interface DeviceContext {
  readonly network: VirtualNetwork;
  readonly resident: Resident;
  readonly endpoints: readonly DeviceEndpoint[];
  readonly changed: () => void;
}

type ControlTable = Readonly<Record<string, (value: unknown) => ControlAction>>;

/** Applies controls to one device. */
export function applyToDevice(
  { network }: Residents,
  resident: Resident,
  controls: Controls,
  changed: () => void,
): PlainJson {
  const endpoints = [...resident.device.clusterEndpoints.values()];
  const context = { network, resident, endpoints, changed };
  const table: ControlTable = {
    ...valueControls(context),
    ...networkControls(context),
    ...refusalControls(context),
    ...powerControls(context),
  };
  return planOf(controls, table)();
}

function requireMember({ device, name }: Resident): void {
  if (!device.isMember) throw new Error(`${name} is not in the network`);
}

/** Buttons, attributes, alarms, and how the device can be reached. */
function valueControls({ resident, endpoints }: DeviceContext): ControlTable {
  const { device, name } = resident;
  return {
    press: (value) => {
      const frames = pressOf(resident, value);
      requireMember(resident);
      return () => ({ sent: frames.reduce((sum, said) => sum + device.press(said), 0) });
    },
    set: (value) => {
      const changes = Object.entries(isRecord("set", value)).map(([path, wanted]) => changeOf(resident, path, wanted));
      return () => {
        for (const { clusterEndpoint, attribute, wanted } of changes) {
          clusterEndpoint.set(attribute.cluster, { [attribute.name]: wanted });
          hold(clusterEndpoint, attribute.cluster, attribute.name);
          if (device.isMember) device.reporter.tell(attribute);
        }
      };
    },
    zone: (value) => {
      const clusterEndpoint = endpoints.find((one) => one.has("ssIasZone"));
      if (!clusterEndpoint) throw new Error(`${name} has no zone`);
      const bits = Object.entries(isRecord("zone", value)).map(([bit, on]) => {
        isOneOf("zone", Object.keys(ZONE_BITS), bit);
        return [bit, isBoolean(`zone ${bit}`, on)] as const;
      });
      return () => setZone(clusterEndpoint, Object.fromEntries(bits));
    },
    reach: (value) => {
      const reach = isOneOf("reach", REACHES, value);
      return () => {
        device.awake(0); // nor does it fall asleep by itself later
        device.reach = reach;
      };
    },
    latency: (value) => {
      const latency = isCount("latency", value, 0, MOST_LATENCY);
      return () => {
        device.latency = latency;
      };
    },
  };
}

/** How the device comes into the network and leaves it, and when it listens. */
function networkControls({ network, resident, endpoints, changed }: DeviceContext): ControlTable {
  const { device, name } = resident;
  return {
    join: (value) => {
      const via = value === true ? undefined : isText("join", value);
      if (device.isMember) throw new Error(`${name} is in the network already`);
      return () => {
        if (!network.join(device, via === undefined ? {} : { via })) throw new Error("the network is not open");
        resident.movedIn = true;
        changed();
      };
    },
    leave: (value) => {
      isOneOf("leave", [true], value);
      requireMember(resident);
      return () => {
        network.leave(device);
      };
    },
    announce: (value) => {
      isOneOf("announce", [true], value);
      requireMember(resident);
      return () => {
        network.announce(device);
      };
    },
    awake: (value) => {
      const seconds = isCount("awake", value, 0, MOST_AWAKE);
      return () => device.awake(seconds * 1000);
    },
    checkin: (value) => {
      isOneOf("checkin", [true], value);
      const clusterEndpoint = endpoints.find((one) => one.has("genPollCtrl"));
      if (!clusterEndpoint) throw new Error(`${name} never checks in`);
      requireMember(resident);
      return () => ({ sent: checkIn(clusterEndpoint) });
    },
  };
}

/** The refusals of the device, and the number of scenes that it keeps. */
function refusalControls({ resident, endpoints, changed }: DeviceContext): ControlTable {
  const { device, name } = resident;
  return {
    refuse: (value) => {
      const refused = Object.entries(isRecord("refuse", value)).map(([path, status]) => {
        if (!/^\w+\.\w+$/.test(path)) throw new Error(`refuse has no command ${path}`);
        return [path, status === null ? null : isCount(`refuse ${path}`, status, 0, MOST_STATUS)] as const;
      });
      return () => {
        for (const [path, status] of refused)
          if (status === null) device.refusals.delete(path);
          else device.refusals.set(path, status);
      };
    },
    scenes: (value) => {
      const { room, lie } = isRecord("scenes", value);
      const own = endpoints.filter((one) => one.has("genScenes"));
      if (own.length === 0) throw new Error(`${name} keeps no scenes`);
      const told = {
        ...(room === undefined ? {} : { room: isCount("scenes room", room, 0, MOST_SCENES) }),
        ...(lie === undefined ? {} : { lie: isOneOf("scenes lie", LIES, lie) }),
      };
      return () => {
        for (const clusterEndpoint of own) setScenes(clusterEndpoint, told);
        changed();
      };
    },
  };
}

/** The power of the device, and its own switch. */
function powerControls({ network, resident, endpoints }: DeviceContext): ControlTable {
  const { device, name } = resident;
  return {
    power: (value) => {
      const power = isOneOf("power", POWERS, value);
      return () => {
        if (power !== "on") switchOff(device);
        if (power !== "off") switchOn(network, device);
      };
    },
    toggle: (value) => {
      const endpoint = value === true ? undefined : isCount("toggle", value, 1, 255);
      const isMeant = (clusterEndpoint: DeviceEndpoint) =>
        clusterEndpoint.has("genOnOff") && (endpoint ?? clusterEndpoint.id) === clusterEndpoint.id;
      const clusterEndpoint = endpoints.find(isMeant);
      if (!clusterEndpoint) throw new Error(`${name} has nothing to switch there`);
      return () => {
        turn(clusterEndpoint, !isOn(clusterEndpoint));
      };
    },
  };
}

/** Applies controls to the whole house. */
export function applyToHouse(
  house: Residents,
  life: { on: boolean },
  controls: Controls,
  changed: () => void,
): PlainJson {
  const table: ControlTable = {
    ...stickControls(house.stick),
    energy: (value) => {
      const levels = Object.entries(isRecord("energy", value)).map(([name, level]) => {
        const channel = isCount("energy", Number(name), ...CHANNELS);
        if (level !== null && !(typeof level === "number" && level >= SILENCE && level <= 0))
          throw new Error(`energy of channel ${channel} is between ${SILENCE} and 0 dBm, or null`);
        return [channel, level] as const;
      });
      return () => {
        for (const [channel, level] of levels)
          if (level === null) house.network.energy.delete(channel);
          else house.network.energy.set(channel, level);
      };
    },
    latency: (value) => {
      const latency = isCount("latency", value, 0, MOST_LATENCY);
      return () => {
        for (const { device } of house.all()) device.latency = latency;
      };
    },
    life: (value) => {
      const on = isBoolean("life", value);
      return () => {
        life.on = on;
        changed();
      };
    },
    add: (value) => {
      const { profile, count = 1, name, touchlink } = isRecord("add", value);
      const model = isOneOf("profile", house.models, profile);
      const many = isCount("count", count, 1, MOST_ADDED);
      const called = name === undefined ? undefined : isText("name", name);
      const near = touchlink === undefined ? undefined : isCount("touchlink", touchlink, ...CHANNELS);
      const more = { ...(called !== undefined && { name: called }), ...(near !== undefined && { touchlink: near }) };
      return () => ({ added: house.add(model, many, more).map(({ device }) => device.ieee) });
    },
  };
  return planOf(controls, table)();
}

/** Mishaps of the stick. */
function stickControls(stick: VirtualStick): ControlTable {
  return {
    dropLink: (value) => {
      isOneOf("dropLink", [true], value);
      return () => stick.dropLink();
    },
    powerCycle: (value) => {
      isOneOf("powerCycle", [true], value);
      return () => stick.powerCycle();
    },
    mute: (value) => {
      const on = isBoolean("mute", value);
      return () => stick.mute(on);
    },
    busy: (value) => {
      const requests = isCount("busy", value, 0, 10_000);
      return () => stick.busy(requests);
    },
    clear: (value) => {
      isOneOf("clear", [true], value);
      return () => stick.counters.clear();
    },
  };
}

/** "msTemperatureMeasurement.measuredValue", or "2/genOnOff.onOff" for one of several endpoints. */
function changeOf({ device, name }: Resident, path: string, wanted: unknown) {
  const [, endpoint, cluster = "", attributeName = ""] = /^(?:(\d+)\/)?(\w+)\.(\w+)$/.exec(path) ?? [];
  for (const clusterEndpoint of device.clusterEndpoints.values()) {
    if (endpoint !== undefined && clusterEndpoint.id !== Number(endpoint)) continue;
    const attribute: Attribute | undefined = clusterEndpoint.attribute(cluster, attributeName);
    if (!attribute) continue;
    const value = typeof wanted === "boolean" ? Number(wanted) : wanted;
    if (!canHold(attribute, value)) throw new Error(`${path} of ${name} cannot be ${JSON.stringify(wanted)}`);
    return { clusterEndpoint, attribute, wanted: value };
  }
  throw new Error(`${name} has no attribute ${path}`);
}

function switchOff(device: VirtualDevice): void {
  device.powerDown();
  device.reach = "no-ack";
}

function switchOn(network: VirtualNetwork, device: VirtualDevice): void {
  device.reach = "ok";
  device.powerUp();
  network.announce(device);
  device.awake(0); // a device that sleeps goes to sleep again
}

const MOST_ID = 0xffff;

/** The frames of a press; an error in one plain sentence when there is no such thing. */
function pressOf({ name, device: { profile, endpoints } }: Resident, press: unknown): readonly ButtonFrame[] {
  const { presses = {} } = profile;
  if (typeof press === "string") {
    const named = Object.hasOwn(presses, press) ? presses[press] : undefined;
    if (named) return named;
    const known = Object.keys(presses);
    throw new Error(`${name} has no press ${press}${known.length > 0 ? `; it has ${known.join(", ")}` : ""}`);
  }
  const { endpoint, cluster, command, payload = {}, manufacturer } = isRecord("press", press);
  const from = endpoint === undefined ? undefined : isCount("endpoint", endpoint, 1, 255);
  if (from !== undefined && !endpoints.some(({ id }) => id === from))
    throw new Error(`${name} has no endpoint ${from}`);
  const said: ButtonFrame = {
    cluster: nameOrNumber("cluster", cluster),
    command: nameOrNumber("command", command),
    payload: isRecord("payload", payload),
    ...(from === undefined ? {} : { endpoint: from }),
    ...(manufacturer === undefined ? {} : { manufacturer: isCount("manufacturer", manufacturer, 0, MOST_ID) }),
  };
  try {
    writeFrame({ ...said, payload: said.payload, sequence: 0 }, profile.custom ?? {});
  } catch (error) {
    throw new Error(`this cannot be said: ${error instanceof Error ? error.message : error}`);
  }
  return [said];
}

function nameOrNumber(control: string, value: unknown): string | number {
  return typeof value === "number" ? isCount(control, value, 0, MOST_ID) : isText(control, value);
}
