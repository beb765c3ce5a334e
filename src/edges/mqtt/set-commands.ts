/** Commands of clients for devices and groups, each through the one door; and the refusals of each. */
import { wordsOf } from "../../model/errors.ts";
import type { Expose } from "../../model/radio/device-facts.ts";
import {
  type Address,
  type Cause,
  isObject,
  type Perform,
  parsedJson,
  type Resource,
  type Values,
} from "../../model/resource.ts";
import { endpointOf } from "./bridge.ts";
import { CommandQueue } from "./command-queue.ts";
import { lightCommand } from "./light-commands.ts";
import { exposesOf, type MqttDevice, type MqttGroup, type MqttHouse, type Subject } from "./mqtt-house.ts";

export const BY_MQTT: Cause = { by: "mqtt", depth: 0 };

interface SetCommandsParts {
  readonly house: MqttHouse;
  readonly perform: Perform;
  /** One sentence of why something was not done. */
  readonly failed: (about: string, reason: string) => void;
}

/** A light of a device, with the suffix of the keys that are for it: "_left". */
interface LightPart {
  readonly light: Resource;
  readonly suffix: string;
  readonly expose: Expose;
}

/** Keys that front ends offer for any device, and no device takes here. */
const NOT_HERE: readonly (readonly [keys: readonly string[], why: string])[] = [
  [
    ["scene_recall", "scene_store", "scene_add", "scene_remove", "scene_remove_all", "scene_rename"],
    "a device keeps no scenes here: a group does",
  ],
  [["read", "write"], "attributes of clusters are read and written in the panels, or over REST"],
  [["command"], "commands of clusters are not sent over MQTT"],
];
const LAMPS: readonly string[] = ["light", "switch"];
const NO_LAMPS: readonly string[] = [
  "Window covering controller",
  "Window covering device",
  "Warning device",
  "Door Lock",
  "Range extender",
  "Configuration tool",
];

export class SetCommands {
  readonly #parts: SetCommandsParts;
  readonly #queue: CommandQueue;

  constructor(parts: SetCommandsParts) {
    this.#parts = parts;
    this.#queue = new CommandQueue((subject, error) => parts.failed(subject, wordsOf(error)));
  }

  setDevice(device: MqttDevice, wish: Values, endpoint: string | undefined): void {
    const own = propertiesOf(exposesOf(device));
    const isNotHere = (key: string) => Object.hasOwn(wish, key) && !own.has(key);
    const [, reason] = NOT_HERE.find(([keys]) => keys.some(isNotHere)) ?? [];
    if (reason !== undefined) {
      this.#parts.failed(device.name, reason);
      return;
    }
    let left = endpoint === undefined ? wish : withSuffix(device, wish, endpoint);
    const parts = this.#lightsOf(device);
    for (const part of parts) {
      const own = ownKeys(left, part.suffix);
      left = without(left, own, part.suffix);
      this.#take(device.name, part.light.address, own, (values) => this.#setLight(device, part, values));
    }
    const [first] = parts;
    const { known, unknown } = parted(device, left);
    if (first) this.#take(device.name, first.light.address, unknown, (values) => this.#setLight(device, first, values));
    this.#setValues(device, first ? known : left);
  }

  /** The state of the light is read when its turn comes. Values that are not of the light are set at its device. */
  async #setLight(device: MqttDevice, { light, suffix, expose }: LightPart, wish: Values): Promise<void> {
    const { state } = this.#parts.house.resource(light.address) ?? light;
    const { body, left } = lightCommand(wish, {
      knows: (member) => Object.hasOwn(state, member),
      isOn: state.on === true,
      presets: presetsIn(expose),
    });
    this.#setValues(device, suffixed(left, suffix));
    if (saysSomething(body))
      await this.#perform(device.name, { method: "PUT", address: `${light.address}/state`, body });
  }

  #setValues(device: MqttDevice, wish: Values): void {
    const address = `/devices/${device.mac}/exposes` as const;
    this.#take(device.name, address, settable(device, wish), (body) =>
      this.#perform(device.name, { method: "PUT", address, body }),
    );
  }

  #take(about: string, subject: Address, values: Values, run: (values: Values) => Promise<void>): void {
    if (Object.keys(values).length === 0 || this.#queue.take(subject, values, run)) return;
    this.#parts.failed(about, "too much waits for it already");
  }

  setGroup(group: MqttGroup, wish: Values): void {
    this.#take(group.name, group.resource.address, wish, (values) => this.#tellGroup(group, values));
  }

  async #tellGroup({ id, name }: MqttGroup, wish: Values): Promise<void> {
    const { house } = this.#parts;
    const group = house.group(id);
    if (!group) return this.#parts.failed(name, "there is no group of this name any more");
    const { resource } = group;
    const members = house.membersOf(group);
    const { scene, others } = sceneIn(resource, wish);
    if (scene) await this.#perform(name, scene);
    const { body, left } =
      coverWish(others, members) ??
      lightCommand(others, {
        knows: (member) => members.some((light) => Object.hasOwn(light.state, member)),
        isOn: resource.state.any_on === true,
      });
    if (saysSomething(body)) await this.#perform(name, { method: "PUT", address: `${resource.address}/action`, body });
    const [unknown] = Object.keys(left);
    if (unknown !== undefined) this.#parts.failed(name, `a group takes no ${unknown} of this form`);
  }

  /** The lights of a group are asked how they are. */
  async get(subject: Subject, wish: Values): Promise<void> {
    const { house } = this.#parts;
    if ("device" in subject) return await this.#ask(subject.device, wish, subject.endpoint);
    for (const member of house.membersOf(subject.group)) {
      const device = house.ownerOf(member);
      if (device) await this.#ask(device, wish, undefined);
    }
  }

  async #ask(device: MqttDevice, wish: Values, endpoint: string | undefined): Promise<void> {
    const keys = Object.keys(endpoint === undefined ? wish : withSuffix(device, wish, endpoint));
    const at = `/devices/${device.mac}/exposes` as const;
    await Promise.all(
      keys.map((key) => this.#perform(device.name, { method: "POST", address: `${at}/${encodeURIComponent(key)}` })),
    );
  }

  async #perform(about: string, command: Parameters<Perform>[0]): Promise<void> {
    try {
      const { body } = await this.#parts.perform(command, BY_MQTT);
      for (const reason of refusalsIn(body)) this.#parts.failed(about, reason);
    } catch (error) {
      this.#parts.failed(about, wordsOf(error));
    }
  }

  /** Lamps and sockets: clients set other parts of a device by the names of its values. */
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

/** A transition without a value is no command. */
function saysSomething(body: Values): boolean {
  return Object.keys(body).some((name) => name !== "transitiontime");
}

/** A client that names none of several lamps means the first one: those keys are none of the device's values. */
function parted(device: MqttDevice, wish: Values): { readonly known: Values; readonly unknown: Values } {
  const properties = propertiesOf(exposesOf(device));
  const of = (isKnown: boolean) =>
    Object.fromEntries(Object.entries(wish).filter(([key]) => properties.has(key) === isKnown));
  return { known: of(true), unknown: of(false) };
}

/** A command for an endpoint is one for its values, where they have its name. */
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

/** Options of other values, and values that are only read: they cannot be set by themselves. */
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
  return same ?? (expose?.type === "composite" && typeof value === "string" ? (parsedJson(value) ?? value) : value);
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

/** The sentences of the refusals. */
export function refusalsIn(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((item) => {
    const error = isObject(item) && isObject(item.error) ? item.error : undefined;
    return error ? [String(error.description)] : [];
  });
}
