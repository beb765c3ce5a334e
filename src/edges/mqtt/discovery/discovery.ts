/**
 * Home Assistant finds devices, groups, scenes and the gateway by itself: an entity is one retained message. Its ids are those that
 * zigbee2mqtt gives, so that history and dashboards stay where the base topic does. An entity that is gone here goes there.
 */
import type { NetworkFacts } from "../../../model/radio/radio-port.ts";
import { isObject, parsedJson, type Resource, type Values } from "../../../model/resource.ts";
import type { LastSeenForm } from "../last-seen.ts";
import { exposesOf, type MqttDevice, type MqttGroup, type MqttHouse } from "../mqtt-house.ts";
import { deviceEntities } from "./device-entities.ts";
import type { Entity } from "./entity.ts";
import { bridgeEntities, groupEntities } from "./house-entities.ts";

const ORIGIN = "Zigbee gateway for Node-RED";
const URL_OF_ORIGIN = "https://flows.nodered.org/node/node-red-contrib-zigbee-gateway";

interface DiscoveryParts {
  readonly house: MqttHouse;
  readonly base: string;
  readonly prefix: string;
  readonly manages: boolean;
  readonly lastSeen: LastSeenForm;
  readonly version: string;
  readonly network: () => NetworkFacts | undefined;
  readonly scenes: (group: Resource) => readonly Resource[];
  readonly publish: (topic: string, payload: string) => void;
}

interface DiscoveryMessage {
  readonly topic: string;
  readonly payload: Values;
}

/** The owner of entities, in topics, ids and the device that Home Assistant shows. */
interface Owner {
  readonly node: string; //       in topics
  readonly unique: string; //     before the object, in ids
  readonly device: Values;
  readonly availability: readonly string[]; // topics
}

export class Discovery {
  readonly #parts: DiscoveryParts;
  readonly #told = new Map<string, string>(); // topic → payload
  readonly #withdrawn = new Set<string>(); // nodes whose entities are away for a moment

  constructor(parts: DiscoveryParts) {
    this.#parts = parts;
  }

  /** The broker may have lost its retained messages: the gateway tells all of them again. */
  forget(): void {
    this.#told.clear();
  }

  device(device: MqttDevice): void {
    this.#tell(this.#deviceOwner(device).node, this.deviceMessages(device));
  }

  group(group: MqttGroup): void {
    this.#tell(this.#groupOwner(group).node, this.groupMessages(group));
  }

  /** Away until they are brought back: Home Assistant then names entities as the device or group is called now. */
  withdraw(subject: MqttDevice | MqttGroup): { readonly bringBack: () => void } {
    const { node } = "ieee" in subject ? this.#deviceOwner(subject) : this.#groupOwner(subject);
    this.#withdrawn.add(node);
    for (const topic of this.#told.keys()) if (this.#nodeIn(topic) === node) this.#clear(topic);
    return { bringBack: () => void this.#withdrawn.delete(node) };
  }

  bridge(): void {
    const owner = this.#bridgeOwner();
    const { base, manages } = this.#parts;
    if (owner) this.#tell(owner.node, this.#messages(owner, bridgeEntities(base, manages)));
  }

  /** Removes the entities of devices that are gone. */
  forgetOthers(): void {
    const { house } = this.#parts;
    const bridge = this.#bridgeOwner();
    const nodes = new Set([
      ...(bridge ? [bridge.node] : []),
      ...house.devices.map((device) => this.#deviceOwner(device).node),
      ...house.groups.map((group) => this.#groupOwner(group).node),
    ]);
    for (const topic of this.#told.keys()) {
      if (!nodes.has(this.#nodeIn(topic))) this.#clear(topic);
    }
  }

  /** Clears our retained messages of an earlier run whose devices are gone. */
  heardKept(topic: string, payload: string): void {
    if (payload === "" || this.#told.has(topic) || !this.#isOurs(topic, payload)) return;
    this.#parts.publish(topic, "");
  }

  get filter(): string {
    return `${this.#parts.prefix}/+/+/+/config`;
  }

  get birth(): string {
    return `${this.#parts.prefix}/status`;
  }

  deviceMessages(device: MqttDevice): readonly DiscoveryMessage[] {
    if (device.resource.attr.disabled === true) return [];
    const { base, lastSeen } = this.#parts;
    return this.#messages(this.#deviceOwner(device), deviceEntities(exposesOf(device), base, device.name, lastSeen));
  }

  groupMessages(group: MqttGroup): readonly DiscoveryMessage[] {
    const { base, house, scenes } = this.#parts;
    const entities = groupEntities(base, group.name, house.membersOf(group), scenes(group.resource));
    return this.#messages(this.#groupOwner(group), entities);
  }

  #tell(node: string, messages: readonly DiscoveryMessage[]): void {
    if (this.#withdrawn.has(node)) return;
    const topics = new Set(messages.map(({ topic }) => topic));
    for (const topic of this.#told.keys()) if (this.#nodeIn(topic) === node && !topics.has(topic)) this.#clear(topic);
    for (const { topic, payload } of messages) {
      const text = JSON.stringify(payload);
      if (this.#told.get(topic) === text) continue;
      this.#told.set(topic, text);
      this.#parts.publish(topic, text);
    }
  }

  #clear(topic: string): void {
    this.#told.delete(topic);
    this.#parts.publish(topic, "");
  }

  #messages(owner: Owner, entities: readonly Entity[]): readonly DiscoveryMessage[] {
    const { prefix, base, version } = this.#parts;
    return entities.map(({ component, object, config, isAlwaysThere }) => {
      const isTrigger = component === "device_automation";
      const value_template = "{{ value_json.state }}";
      const availability = owner.availability.map((topic) => ({ topic, value_template }));
      const reach = isAlwaysThere ? {} : { availability, availability_mode: "all" };
      const more = isTrigger ? {} : { unique_id: `${owner.unique}_${object}_${base}`, ...reach };
      const origin = { name: ORIGIN, sw: version, url: URL_OF_ORIGIN };
      const topic = `${prefix}/${component}/${owner.node}/${object}/config`;
      return { topic, payload: { ...config, ...more, device: owner.device, origin } };
    });
  }

  #deviceOwner({ ieee, name, facts, resource }: MqttDevice): Owner {
    const { base } = this.#parts;
    const bridge = this.#bridgeOwner();
    const { vendor, model, description } = facts?.definition ?? {};
    const { swversion } = resource.attr;
    return {
      node: ieee,
      unique: ieee,
      availability: [`${base}/bridge/state`, `${base}/${name}/availability`],
      device: {
        ...{ identifiers: [`zigbee2mqtt_${ieee}`], name },
        manufacturer: vendor ?? facts?.manufacturername ?? "",
        model: description ?? facts?.modelid ?? "",
        ...(model === undefined ? {} : { model_id: model }),
        ...(typeof swversion === "string" && swversion !== "" ? { sw_version: swversion } : {}),
        ...(bridge ? { via_device: identifierOf(bridge) } : {}),
      },
    };
  }

  #groupOwner({ id, name }: MqttGroup): Owner {
    const { base, version } = this.#parts;
    const bridge = this.#bridgeOwner();
    const node = `${digitsOf(base)}_${id}`;
    return {
      node,
      unique: id,
      availability: [`${base}/bridge/state`, `${base}/${name}/availability`],
      device: {
        ...{ identifiers: [`zigbee2mqtt_${node}`], name, model: "Group", manufacturer: ORIGIN, sw_version: version },
        ...(bridge ? { via_device: identifierOf(bridge) } : {}),
      },
    };
  }

  #bridgeOwner(): Owner | undefined {
    const { base, version, network } = this.#parts;
    const { coordinator, adapter, version: revision } = network() ?? {};
    if (coordinator === undefined) return undefined;
    return {
      node: `${digitsOf(base)}_${coordinator}`,
      unique: `bridge_${coordinator}`,
      availability: [`${base}/bridge/state`],
      device: {
        ...{ identifiers: [`zigbee2mqtt_bridge_${coordinator}`], name: "Zigbee gateway", model: "Bridge" },
        ...{ manufacturer: ORIGIN, sw_version: version, hw_version: `${adapter} ${revision}` },
      },
    };
  }

  /** "homeassistant/light/<node>/light/config". */
  #nodeIn(topic: string): string {
    return topic.slice(this.#parts.prefix.length + 1).split("/")[1] ?? "";
  }

  /**
   * Those of another program stay: perhaps its devices are still to move in. So do those of another gateway at the same broker; those that
   * we told below another base topic are of our own coordinator.
   */
  #isOurs(topic: string, payload: string): boolean {
    const { base, prefix } = this.#parts;
    const config = parsedJson(payload);
    const { origin, device, unique_id, topic: trigger }: Values = isObject(config) ? config : {};
    if (!isObject(origin) || origin.name !== ORIGIN || !isObject(device)) return false;
    const bridge = this.#bridgeOwner();
    const own = bridge && identifierOf(bridge);
    if (own !== undefined && (device.via_device === own || identifierOf({ device }) === own)) return true;
    const [, node = "", object = ""] = topic.slice(prefix.length + 1).split("/");
    const group = `${digitsOf(base)}_`;
    const unique = node.startsWith(group) ? node.slice(group.length) : node;
    return unique_id === `${unique}_${object}_${base}` || trigger === `${base}/${device.name}/action`;
  }
}

function identifierOf({ device }: Pick<Owner, "device">): unknown {
  return Array.isArray(device.identifiers) ? device.identifiers[0] : undefined;
}

/** A base topic in a topic of Home Assistant, which takes few characters: each as its number. */
function digitsOf(base: string): string {
  return Array.from(base, (letter) => letter.codePointAt(0)).join("");
}
