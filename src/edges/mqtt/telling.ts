/** Tells what devices and groups are: all of it when the broker is there (again), and after that what changes. */
import type { DeviceValues } from "../../model/devices.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import { exposesOf, type MqttDevice, type MqttGroup, type MqttHouse } from "./mqtt-house.ts";
import { attributesIn, devicePayload, endpointPayload, groupPayload, pressIn, withHomeColors } from "./payloads.ts";

export type Output = "json" | "attribute" | "attribute_and_json";

interface TellingParts {
  readonly house: MqttHouse;
  readonly values: DeviceValues;
  readonly base: string;
  readonly output: Output;
  readonly retain: boolean; // values; what the bridge says and who can be reached always is
  readonly forHome: boolean; // Home Assistant reads along
  readonly publish: (topic: string, payload: string, retain: boolean, isEvent?: boolean) => void;
}

/** What was told under which name, so that nothing is left behind under an old one. */
interface Told {
  readonly name: string;
  readonly isOnline: boolean;
}

export class Telling {
  readonly #parts: TellingParts;
  readonly #told = new Map<string, Told>(); // by address, or "groups/3"
  readonly #changed = new Map<Ieee, readonly Values[]>(); // presses that go with it
  readonly #changedGroups = new Set<string>();
  #isDue = false;

  constructor(parts: TellingParts) {
    this.#parts = parts;
  }

  /** The device has said something: it is told when the turn ends, all of it once. */
  deviceSaid(ieee: Ieee, values: Values): void {
    const press = pressIn(values);
    this.#changed.set(ieee, [...(this.#changed.get(ieee) ?? []), ...(press ? [press] : [])]);
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

  availability({ ieee, name, ...device }: MqttDevice): void {
    this.#tellAvailability(ieee, name, this.#parts.house.isReachable({ ieee, name, ...device }));
  }

  groupAvailability(group: MqttGroup): void {
    this.#tellAvailability(`groups/${group.id}`, group.name, this.#parts.house.isGroupReachable(group));
  }

  /** Clears the retained messages of names that no device has any more. */
  forgetOthers(): void {
    const { house } = this.#parts;
    const names = new Map([
      ...house.devices.map(({ ieee, name }) => [ieee, name] as const),
      ...house.groups.map(({ id, name }) => [`groups/${id}`, name] as const),
    ]);
    const used = new Set(names.values());
    for (const [key, { name }] of this.#told) {
      if (names.get(key) === name) continue;
      this.#told.delete(key);
      if (!used.has(name)) this.#clear(name);
    }
  }

  #clear(name: string): void {
    const { base, publish, retain } = this.#parts;
    publish(`${base}/${name}/availability`, "", true);
    if (retain) publish(`${base}/${name}`, "", true);
  }

  #tellAvailability(key: string, name: string, isOnline: boolean): void {
    const { base, publish } = this.#parts;
    this.#told.set(key, { name, isOnline });
    publish(`${base}/${name}/availability`, JSON.stringify({ state: isOnline ? "online" : "offline" }), true);
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
    for (const [ieee, presses] of this.#changed) {
      const device = this.#parts.house.device(ieee);
      if (!device) continue;
      for (const press of presses.length > 0 ? presses : [{}]) this.#deviceState(device, press);
    }
    this.#changed.clear();
    for (const id of this.#changedGroups) {
      const group = this.#parts.house.group(id);
      if (group) this.#groupState(group);
    }
    this.#changedGroups.clear();
  }

  #deviceState(device: MqttDevice, press: Values): void {
    const { base, forHome, publish, retain, values } = this.#parts;
    const payload = devicePayload(device, values.of(device.ieee), press);
    this.#state(device.name, payload, press);
    if (!forHome) return;
    for (const { endpoint } of exposesOf(device).filter(({ type, endpoint }) => type === "light" && endpoint)) {
      const own = JSON.stringify(withHomeColors(endpointPayload(payload, endpoint ?? "")));
      publish(`${base}/${device.name}/${endpoint}`, own, retain);
    }
  }

  #groupState(group: MqttGroup): void {
    const payload = groupPayload(group.resource, this.#parts.house.membersOf(group));
    if (Object.keys(payload).length > 0) this.#state(group.name, payload, {});
  }

  #state(name: string, payload: Values, press: Values): void {
    const { base, output, publish, retain, forHome } = this.#parts;
    const isPress = Object.keys(press).length > 0;
    const keeps = retain && !isPress; // nobody is to hear a press twice
    const json = forHome ? withHomeColors(payload) : payload;
    if (output !== "attribute" || forHome) publish(`${base}/${name}`, JSON.stringify(json), keeps, isPress);
    if (forHome && typeof press.action === "string") publish(`${base}/${name}/action`, press.action, false, true);
    if (output === "json") return;
    for (const [attribute, text] of attributesIn(payload))
      publish(`${base}/${name}/${attribute}`, text, keeps, isPress);
  }
}
