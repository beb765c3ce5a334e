/** Tells the states of devices and groups: all of them when the broker is there (again), and after that each change. */
import type { DeviceValues } from "../../model/devices.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import type { LastSeen } from "./last-seen.ts";
import { exposesOf, type MqttDevice, type MqttGroup, type MqttHouse } from "./mqtt-house.ts";
import { attributesIn, devicePayload, endpointPayload, groupPayload, pressIn, withHomeColors } from "./payloads.ts";
import { availabilityIn } from "./topics.ts";

export type Output = "json" | "attribute" | "attribute_and_json";

interface StatePublisherParts {
  readonly house: MqttHouse;
  readonly values: DeviceValues;
  readonly lastSeen: LastSeen;
  readonly base: string;
  readonly output: Output;
  readonly retain: boolean; // values; the broker always keeps messages of the bridge and availabilities
  readonly forHome: boolean; // Home Assistant reads along
  /** The broker is there. Changes while it is away are told when it is back. */
  readonly isUp: () => boolean;
  readonly publish: (topic: string, payload: string, retain: boolean, isEvent?: boolean) => void;
}

/** The broker's knowledge of a device or group. */
interface Told {
  readonly name: string;
  readonly isOnline: boolean;
  readonly kept: Set<string>; // topics: nothing of them is left behind when it is gone, or has another name
}

const ONLINE = JSON.stringify({ state: "online" });
const OFFLINE = JSON.stringify({ state: "offline" });
const AVAILABILITIES: readonly string[] = [ONLINE, OFFLINE];

export class StatePublisher {
  readonly #parts: StatePublisherParts;
  readonly #told = new Map<string, Told>(); // by address, or "groups/3"
  readonly #changed = new Map<Ieee, readonly Values[]>(); // presses that go with it
  readonly #changedGroups = new Set<string>();
  #isDue = false;

  constructor(parts: StatePublisherParts) {
    this.#parts = parts;
  }

  /** The device has said something: it is told when the turn ends, all of it once. */
  deviceSaid(ieee: Ieee, values: Values): void {
    const press = pressIn(values);
    const presses = this.#changed.get(ieee) ?? NOTHING;
    this.#changed.set(ieee, press ? [...presses, press] : presses);
    this.#tellSoon();
  }

  groupChanged(id: string): void {
    this.#changedGroups.add(id);
    this.#tellSoon();
  }

  /** Everything that is known of a device, as after a start. */
  device(device: MqttDevice): void {
    this.availability(device);
    const values = this.#parts.values.of(device.ieee);
    if (Object.keys(values).length > 0) this.#deviceState(device, {});
  }

  group(group: MqttGroup): void {
    this.groupAvailability(group);
    this.#groupState(group);
  }

  availability(device: MqttDevice): void {
    this.#tellAvailability(device.ieee, device.name, this.#parts.house.isReachable(device));
  }

  groupAvailability(group: MqttGroup): void {
    this.#tellAvailability(keyOf(group), group.name, this.#parts.house.isGroupReachable(group));
  }

  /** Clears the retained messages of names that no device has any more. */
  forgetOthers(): void {
    const { house, isUp, publish } = this.#parts;
    if (!isUp()) return;
    const names = new Map([
      ...house.devices.map(({ ieee, name }) => [ieee, name] as const),
      ...house.groups.map((group) => [keyOf(group), group.name] as const),
    ]);
    const used = new Set(names.values());
    for (const [key, { name, kept }] of this.#told) {
      if (names.get(key) === name) continue;
      this.#told.delete(key);
      if (!used.has(name)) for (const topic of kept) publish(topic, "", true);
    }
  }

  /** A message of an earlier run under a name that no device or group has. Other programs word their availability otherwise. */
  heardKept(topic: string, payload: string): void {
    const { base, house, publish, retain } = this.#parts;
    const name = availabilityIn(topic, base);
    if (name === undefined || !AVAILABILITIES.includes(payload) || house.find(name) !== undefined) return;
    publish(topic, "", true);
    if (retain) publish(`${base}/${name}`, "", true);
  }

  #tellAvailability(key: string, name: string, isOnline: boolean): void {
    const { base, isUp } = this.#parts;
    if (!isUp()) return;
    if (this.#told.has(key) && this.#told.get(key)?.name !== name) this.forgetOthers();
    this.#told.set(key, { name, isOnline, kept: this.#told.get(key)?.kept ?? new Set() });
    this.#publish(key, `${base}/${name}/availability`, isOnline ? ONLINE : OFFLINE, true);
  }

  /** Undefined: not published yet. */
  wasToldOnline(key: string): boolean | undefined {
    return this.#told.get(key)?.isOnline;
  }

  #tellSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.#tellChanged());
  }

  #tellChanged(): void {
    this.#isDue = false;
    const { house, isUp } = this.#parts;
    if (isUp()) {
      for (const [ieee, presses] of this.#changed) {
        const device = house.device(ieee);
        if (!device) continue;
        for (const press of presses.length > 0 ? presses : [{}]) this.#deviceState(device, press);
      }
      for (const id of this.#changedGroups) {
        const group = house.group(id);
        if (group) this.#groupState(group);
      }
    }
    this.#changed.clear();
    this.#changedGroups.clear();
  }

  #deviceState(device: MqttDevice, press: Values): void {
    const { base, forHome, lastSeen, retain, values } = this.#parts;
    const payload = devicePayload(device, values.of(device.ieee), { ...press, ...lastSeen.of(device) });
    this.#state(device.ieee, device.name, payload, press);
    if (!forHome) return;
    for (const { type, endpoint } of exposesOf(device)) {
      if (type !== "light" || endpoint === undefined) continue;
      const own = JSON.stringify(withHomeColors(endpointPayload(payload, endpoint)));
      this.#publish(device.ieee, `${base}/${device.name}/${endpoint}`, own, retain);
    }
  }

  #groupState(group: MqttGroup): void {
    const payload = groupPayload(group.resource, this.#parts.house.membersOf(group));
    if (Object.keys(payload).length > 0) this.#state(keyOf(group), group.name, payload, {});
  }

  #state(key: string, name: string, payload: Values, press: Values): void {
    const { base, output, retain, forHome } = this.#parts;
    const isPress = Object.keys(press).length > 0;
    const keeps = retain && !isPress; // no client is to hear a press twice
    const json = forHome ? withHomeColors(payload) : payload;
    if (output !== "attribute" || forHome) this.#publish(key, `${base}/${name}`, JSON.stringify(json), keeps, isPress);
    if (forHome && typeof press.action === "string")
      this.#publish(key, `${base}/${name}/action`, press.action, false, true);
    if (output === "json") return;
    for (const [attribute, text] of attributesIn(payload))
      this.#publish(key, `${base}/${name}/${attribute}`, text, keeps, isPress);
  }

  #publish(key: string, topic: string, payload: string, keeps: boolean, isEvent = false): void {
    if (keeps) this.#told.get(key)?.kept.add(topic);
    this.#parts.publish(topic, payload, keeps, isEvent);
  }
}

const NOTHING: readonly Values[] = [];

function keyOf({ id }: MqttGroup): string {
  return `groups/${id}`;
}
