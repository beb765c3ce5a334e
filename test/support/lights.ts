/** Lights in a fake house, and the devices behind them: the commands to them are kept, and nothing else happens. */
import assert from "node:assert/strict";
import { newIdOfFact } from "../../src/core/ids.ts";
import type { Store } from "../../src/core/store.ts";
import type { DeviceCommand } from "../../src/model/devices.ts";
import { defaults } from "../../src/model/fields.ts";
import type { Cause, Resource, Section, Values } from "../../src/model/resource.ts";
import { LIGHT_TYPES } from "../../src/resources/lights/light-types.ts";
import { type FakeDevices, fakeDevices, fakeRadio, type HouseOptions, settle } from "./fakes.ts";
import { contract, type World } from "./transports.ts";

export const BY_RADIO: Cause = { by: "radio", depth: 0 };

export interface LitWorld extends World {
  readonly devices: FakeDevices;
}

/** A contract in a house whose radio is up. */
export function lit(says: string, run: (world: LitWorld) => Promise<void>, more?: () => HouseOptions): void {
  const withDevices = (world: World) => {
    assert.ok(world.devices);
    return run({ ...world, devices: world.devices });
  };
  contract(says, withDevices, () => ({ radio: fakeRadio(true), devices: fakeDevices(), ...more?.() }));
}

const STATES: Readonly<Record<string, Values>> = {
  "On/Off light": { on: true },
  "On/Off plug-in unit": { on: true },
  "Dimmable light": { on: true, bri: 100 },
  "Color temperature light": { on: true, bri: 100, ct: 300, colormode: "ct" },
  "Color light": { on: true, bri: 100, xy: [0.3, 0.3], hue: 0, sat: 0, effect: "none", colormode: "xy" },
  "Extended color light": {
    ...{ on: true, bri: 100, ct: 300, xy: [0.3, 0.3], hue: 8000, sat: 140, effect: "none", colormode: "ct" },
  },
  Fan: { on: true, speed: 1 },
  "Window covering device": { open: true, lift: 0, tilt: 0, on: false, bri: 0, sat: 0 },
  "Door Lock": { on: false },
};

const ATTRS: Readonly<Record<string, Values>> = {
  "Color temperature light": { ctmin: 153, ctmax: 454 },
  "Extended color light": {
    hascolor: true,
    ctmin: 153,
    ctmax: 500,
    colorcapabilities: 31,
    capabilities: {
      alerts: ["none", "select", "lselect", "blink", "breathe", "okay", "channelchange", "finish", "stop"],
      color: { ct: { min: 153, max: 500 }, effects: ["none", "colorloop", "candle"], modes: ["ct", "hs", "xy"] },
    },
  },
};

type More = Partial<Record<Section, Values>>;

/** A light as the radio makes it: reachable, and on. Answers its id. */
export async function light({ store }: { readonly store: Store }, type: string, more: More = {}): Promise<string> {
  const id = newIdOfFact(store, "lights", BY_RADIO);
  store.put(lightResource(id, type, more), BY_RADIO);
  await settle();
  return id;
}

export function lightResource(id: string, type: string, more: More = {}): Resource {
  const uniqueid = `00:17:88:01:00:00:00:${Number(id).toString(16).padStart(2, "0")}-0b`;
  const words = { name: `${type} ${id}`, manufacturername: "Me", modelid: "M1", swversion: "1", uniqueid };
  return {
    address: `/lights/${id}`,
    type,
    attr: { ...words, lastseen: null, lastannounced: null, hascolor: false, ...ATTRS[type], ...more.attr },
    config: { ...defaults(LIGHT_TYPES[type]?.config ?? {}), ...more.config },
    state: { reachable: true, alert: "none", ...STATES[type], ...more.state },
    action: {},
  };
}

/** The commands to the devices so far, in short; each command is told once. */
export function told(devices: FakeDevices): unknown[] {
  return devices.sent.splice(0).map(({ resource, values, optimistic, members }: DeviceCommand) => ({
    of: resource.address,
    values,
    optimistic,
    ...(members
      ? { members: Object.fromEntries(members.map((each) => [each.resource.address, each.optimistic])) }
      : {}),
  }));
}
