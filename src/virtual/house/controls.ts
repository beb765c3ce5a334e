/** What a person or a test can do to the virtual house: each knob checked first, and then turned. */
import type { Reachability } from "../air/air-station.ts";
import { setZone, ZONE_BITS } from "../clusters/iaszone.ts";
import { isOn, turn } from "../clusters/onoff.ts";
import { checkIn } from "../clusters/pollcontrol.ts";
import { LIES, setScenes } from "../clusters/scenes-cluster.ts";
import { type Attribute, canHold } from "../devices/attributes.ts";
import type { DeviceEndpoint } from "../devices/device-endpoints.ts";
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
import { pressOf } from "./presses.ts";
import type { House, Resident } from "./residents.ts";

const REACHES: readonly Reachability[] = ["ok", "no-ack", "no-route", "expired", "no-response", "no-confirm"];
const POWERS = ["off", "on", "cycle"] as const;
const MOST_ADDED = 500;
const CHANNELS = [11, 26] as const;
const MOST_AWAKE = 3600; // seconds
const MOST_SCENES = 255;
const MOST_STATUS = 255;

/** Turns knobs of one device. */
export function applyToDevice(house: House, resident: Resident, knobs: Controls, changed: () => void): PlainJson {
  const { network } = house;
  const { device, name } = resident;
  const places = [...device.places.values()];
  const member = () => {
    if (!device.isMember) throw new Error(`${name} is not in the network`);
  };
  const announce = () => network.announce(device);
  const powerOff = () => {
    device.powerDown();
    device.reach = "no-ack";
  };
  const powerOn = () => {
    device.reach = "ok";
    device.powerUp();
    announce();
    device.awake(0); // one that sleeps goes to sleep again
  };

  const turns: Readonly<Record<string, (value: unknown) => ControlAction>> = {
    press: (value) => {
      const frames = pressOf(resident, value);
      member();
      return () => ({ sent: frames.reduce((sum, said) => sum + device.press(said), 0) });
    },
    set: (value) => {
      const changes = Object.entries(isRecord("set", value)).map(([path, wanted]) => changeOf(resident, path, wanted));
      return () => {
        for (const { place, attribute, wanted } of changes) place.set(attribute.cluster, { [attribute.name]: wanted });
      };
    },
    zone: (value) => {
      const place = places.find((one) => one.has("ssIasZone"));
      if (!place) throw new Error(`${name} has no zone`);
      const bits = Object.entries(isRecord("zone", value)).map(([bit, on]) => {
        isOneOf("zone", Object.keys(ZONE_BITS), bit);
        return [bit, isBoolean(`zone ${bit}`, on)] as const;
      });
      return () => setZone(place, Object.fromEntries(bits));
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
      member();
      return () => {
        network.leave(device);
      };
    },
    announce: (value) => {
      isOneOf("announce", [true], value);
      member();
      return () => {
        announce();
      };
    },
    awake: (value) => {
      const seconds = isCount("awake", value, 0, MOST_AWAKE);
      return () => device.awake(seconds * 1000);
    },
    checkin: (value) => {
      isOneOf("checkin", [true], value);
      const place = places.find((one) => one.has("genPollCtrl"));
      if (!place) throw new Error(`${name} never checks in`);
      member();
      return () => ({ sent: checkIn(place) });
    },
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
      const own = places.filter((one) => one.has("genScenes"));
      if (own.length === 0) throw new Error(`${name} keeps no scenes`);
      const told = {
        ...(room === undefined ? {} : { room: isCount("scenes room", room, 0, MOST_SCENES) }),
        ...(lie === undefined ? {} : { lie: isOneOf("scenes lie", LIES, lie) }),
      };
      return () => {
        for (const place of own) setScenes(place, told);
        changed();
      };
    },
    power: (value) => {
      const power = isOneOf("power", POWERS, value);
      return () => {
        if (power !== "on") powerOff();
        if (power !== "off") powerOn();
      };
    },
    toggle: (value) => {
      const endpoint = value === true ? undefined : isCount("toggle", value, 1, 255);
      const isMeant = (place: DeviceEndpoint) =>
        place.has("genOnOff") && (endpoint ?? place.endpoint) === place.endpoint;
      const place = places.find(isMeant);
      if (!place) throw new Error(`${name} has nothing to switch there`);
      return () => {
        turn(place, !isOn(place));
      };
    },
  };
  return planOf(knobs, turns)();
}

/** Turns knobs of the whole house. */
export function applyToHouse(house: House, life: { on: boolean }, knobs: Controls, changed: () => void): PlainJson {
  const { stick } = house;
  const turns: Readonly<Record<string, (value: unknown) => ControlAction>> = {
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
    clear: (value) => {
      isOneOf("clear", [true], value);
      return () => stick.counters.clear();
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
  return planOf(knobs, turns)();
}

/** "msTemperatureMeasurement.measuredValue", or "2/genOnOff.onOff" for one of several endpoints. */
function changeOf({ device, name }: Resident, path: string, wanted: unknown) {
  const [, endpoint, cluster = "", attributeName = ""] = /^(?:(\d+)\/)?(\w+)\.(\w+)$/.exec(path) ?? [];
  for (const place of device.places.values()) {
    if (endpoint !== undefined && place.endpoint !== Number(endpoint)) continue;
    const attribute: Attribute | undefined = place.attribute(cluster, attributeName);
    if (!attribute) continue;
    const value = typeof wanted === "boolean" ? Number(wanted) : wanted;
    if (!canHold(attribute, value)) throw new Error(`${path} of ${name} cannot be ${JSON.stringify(wanted)}`);
    return { place, attribute, wanted: value };
  }
  throw new Error(`${name} has no attribute ${path}`);
}
