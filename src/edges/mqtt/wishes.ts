/** What clients want of devices and groups: a command each, through the one door; and what came of it. */
import type { DeviceValues } from "../../model/devices.ts";
import { wordsOf } from "../../model/errors.ts";
import type { Expose } from "../../model/radio.ts";
import { type Address, type Cause, isObject, type Perform, type Resource, type Values } from "../../model/resource.ts";
import { endpointOf } from "./bridge.ts";
import { lightWish, parsed } from "./light-wishes.ts";
import { exposesOf, type MqttDevice, type MqttGroup, type MqttHouse } from "./mqtt-house.ts";

export const BY_MQTT: Cause = { by: "mqtt", depth: 0 };

interface WishesParts {
  readonly house: MqttHouse;
  readonly perform: Perform;
  readonly values: DeviceValues;
  /** One sentence of why something was not done. */
  readonly failed: (about: string, reason: string) => void;
}

/** A light of a device, with what stands behind the keys that are for it: "_left". */
interface LightPart {
  readonly light: Resource;
  readonly suffix: string;
  readonly expose: Expose;
}

const LAMPS: readonly string[] = ["light", "switch"];
const NO_LAMPS: readonly string[] = [
  "Window covering controller",
  "Window covering device",
  "Warning device",
  "Door Lock",
  "Range extender",
  "Configuration tool",
];

export class Wishes {
  readonly #parts: WishesParts;
  readonly #underWay = new Map<Address, Values | undefined>(); // what waits behind what is being set there

  constructor(parts: WishesParts) {
    this.#parts = parts;
  }

  /** Answers when all of it has been carried out or refused. */
  async setDevice(device: MqttDevice, wish: Values, endpoint: string | undefined): Promise<void> {
    let left = endpoint === undefined ? wish : withSuffix(device, wish, endpoint);
    const waiting: Promise<void>[] = [];
    for (const part of this.#lightsOf(device)) {
      const own = ownKeys(left, part.suffix);
      const { light } = part;
      const { body, left: unsaid } = lightWish(own, {
        knows: (member) => Object.hasOwn(light.state, member),
        isOn: light.state.on === true,
        presets: presetsIn(part.expose),
      });
      left = { ...without(left, own, part.suffix), ...suffixed(unsaid, part.suffix) };
      if (Object.keys(body).some((name) => name !== "transitiontime"))
        waiting.push(this.#perform(device.name, { method: "PUT", address: `${light.address}/state`, body }));
    }
    const values = settable(device, left);
    if (Object.keys(values).length > 0)
      waiting.push(this.#setNewest(device.name, `/devices/${device.mac}/exposes`, values));
    await Promise.all(waiting);
  }

  async getDevice(device: MqttDevice, wish: Values, endpoint: string | undefined): Promise<void> {
    const keys = Object.keys(endpoint === undefined ? wish : withSuffix(device, wish, endpoint));
    const at = `/devices/${device.mac}/exposes` as const;
    await Promise.all(
      keys.map((key) => this.#perform(device.name, { method: "POST", address: `${at}/${encodeURIComponent(key)}` })),
    );
  }

  async setGroup(group: MqttGroup, wish: Values): Promise<void> {
    const { resource, name } = group;
    const members = this.#parts.house.membersOf(group);
    const { scene, others } = sceneIn(resource, wish);
    if (scene) await this.#perform(name, scene);
    const cover = coverWish(others, members);
    const { body, left } = cover ?? {
      ...lightWish(others, {
        knows: (member) => members.some((light) => Object.hasOwn(light.state, member)),
        isOn: resource.state.any_on === true,
      }),
    };
    if (Object.keys(body).some((word) => word !== "transitiontime"))
      await this.#perform(name, { method: "PUT", address: `${resource.address}/action`, body });
    const [unknown] = Object.keys(left);
    if (unknown !== undefined) this.#parts.failed(name, `a group takes no ${unknown} of this form`);
  }

  /** Its lights are asked how they are. */
  async getGroup(group: MqttGroup, wish: Values): Promise<void> {
    const { house } = this.#parts;
    for (const member of house.membersOf(group)) {
      const device = house.ownerOf(member);
      if (device) await this.getDevice(device, wish, undefined);
    }
  }

  /** While a device is being told, only the newest of what comes meanwhile is kept: a flood does not wait in a queue. */
  async #setNewest(about: string, address: Address, values: Values): Promise<void> {
    if (this.#underWay.has(address)) {
      this.#underWay.set(address, { ...this.#underWay.get(address), ...values });
      return;
    }
    let next: Values | undefined = values;
    while (next) {
      this.#underWay.set(address, undefined);
      await this.#perform(about, { method: "PUT", address, body: next });
      next = this.#underWay.get(address);
    }
    this.#underWay.delete(address);
  }

  async #perform(about: string, command: Parameters<Perform>[0]): Promise<void> {
    try {
      const { body } = await this.#parts.perform(command, BY_MQTT);
      for (const reason of refusalsIn(body)) this.#parts.failed(about, reason);
    } catch (error) {
      this.#parts.failed(about, wordsOf(error));
    }
  }

  /** Lamps and sockets: what else a device has is set by the names of its values. */
  #lightsOf(device: MqttDevice): readonly LightPart[] {
    const lights = this.#parts.house.lightsOf(device).filter(({ type }) => !NO_LAMPS.includes(type));
    const bundles = exposesOf(device).filter(({ type }) => LAMPS.includes(type));
    const numbers = device.facts?.definition?.endpoints ?? {};
    return bundles.flatMap((expose): readonly LightPart[] => {
      const { endpoint } = expose;
      const number = endpoint === undefined ? undefined : numbers[endpoint];
      const light = number === undefined ? lights[0] : lights.find((each) => endpointOf(each) === number);
      return light ? [{ light, expose, suffix: endpoint === undefined ? "" : `_${endpoint}` }] : [];
    });
  }
}

/** What is said of an endpoint is said of its values, where they have its name. */
function withSuffix(device: MqttDevice, wish: Values, endpoint: string): Values {
  const known = propertiesOf(exposesOf(device));
  const named = Object.entries(wish).map(([key, value]) => {
    const own = `${key}_${endpoint}`;
    const isShared = known.has(key) && !known.has(own);
    return [isShared ? key : own, value] as const;
  });
  return Object.fromEntries(named);
}

/** The keys for a light with this suffix, without it. */
function ownKeys(wish: Values, suffix: string): Values {
  if (suffix === "") return wish;
  const own = Object.entries(wish).filter(([key]) => key.endsWith(suffix));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(0, -suffix.length), value]));
}

function without(wish: Values, own: Values, suffix: string): Values {
  return Object.fromEntries(
    Object.entries(wish).filter(
      ([key]) => !Object.hasOwn(own, suffix === "" ? key : key.slice(0, -suffix.length)) || !key.endsWith(suffix),
    ),
  );
}

function suffixed(wish: Values, suffix: string): Values {
  return Object.fromEntries(Object.entries(wish).map(([key, value]) => [`${key}${suffix}`, value]));
}

/** Only how others are done, or read from the device: nothing that can be set by itself. */
const NO_VALUES = /^(transition|on_time|off_wait_time|color_mode|linkquality|last_seen|update)(_|$)/;

/** A number may come as text, and a word in small letters. */
function settable(device: MqttDevice, wish: Values): Values {
  const known = propertiesOf(exposesOf(device));
  const named = Object.entries(wish).filter(([key]) => known.has(key) || !NO_VALUES.test(key));
  return Object.fromEntries(named.map(([key, value]) => [key, asExposed(known.get(key), value)]));
}

function asExposed(expose: Expose | undefined, value: unknown): unknown {
  if (expose?.type === "numeric" && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
    return Number(value);
  const words = [expose?.value_on, expose?.value_off, expose?.value_toggle, ...(expose?.values ?? [])];
  if (words.includes(value)) return value;
  const same = words.find((word) => word !== undefined && String(word).toLowerCase() === String(value).toLowerCase());
  return same ?? (expose?.type === "composite" && typeof value === "string" ? (parsed(value) ?? value) : value);
}

/** Values by their names, in bundles too. */
function propertiesOf(exposes: readonly Expose[]): ReadonlyMap<string, Expose> {
  const found = new Map<string, Expose>();
  const visit = (expose: Expose) => {
    const { property, type, features = [] } = expose;
    if (property !== undefined && (type !== "composite" || expose.access !== 0)) found.set(property, expose);
    else for (const feature of features) visit(feature);
  };
  for (const expose of exposes) visit(expose);
  return found;
}

function presetsIn({ features = [] }: Expose): Values {
  const { presets = [] } = features.find(({ name }) => name === "color_temp") ?? {};
  return Object.fromEntries(presets.map(({ name, value }) => [name, value]));
}

/** Scenes of a group: recalled, or stored as the lights are now. */
function sceneIn({ address }: Resource, wish: Values) {
  const { scene_recall, scene_store, scene_remove, scene_rename, ...others } = wish;
  const scenes = `${address}/scenes` as const;
  const idOf = (given: unknown) => (isObject(given) ? (given.ID ?? given.id) : given);
  const name = (given: unknown) => (isObject(given) ? String(given.name ?? "") : "");
  const scene =
    scene_recall !== undefined
      ? ({ method: "PUT", address: `${scenes}/${idOf(scene_recall)}/recall` } as const)
      : scene_remove !== undefined
        ? ({ method: "DELETE", address: `${scenes}/${idOf(scene_remove)}` } as const)
        : scene_rename !== undefined
          ? ({ method: "PUT", address: `${scenes}/${idOf(scene_rename)}`, body: { name: name(scene_rename) } } as const)
          : scene_store !== undefined
            ? ({
                method: "POST",
                address: scenes,
                body: { name: name(scene_store), ...numbered(idOf(scene_store)) },
              } as const)
            : undefined;
  return { scene, others };
}

function numbered(id: unknown): Values {
  return Number.isInteger(id) ? { id } : {};
}

/** Blinds in a group: all of them are opened, or closed. */
function coverWish({ state, ...left }: Values, members: readonly Resource[]) {
  const word = String(state ?? "").toUpperCase();
  const hasCover = members.some(({ type }) => type.startsWith("Window covering"));
  return hasCover && (word === "OPEN" || word === "CLOSE") ? { body: { open: word === "OPEN" }, left } : undefined;
}

/** The sentences of what was refused. */
export function refusalsIn(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((item) => {
    const error = isObject(item) && isObject(item.error) ? item.error : undefined;
    return error ? [String(error.description)] : [];
  });
}
