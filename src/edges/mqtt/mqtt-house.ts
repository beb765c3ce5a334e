/** The house as MQTT clients see it: devices with the converters' facts of them, groups, and the name of each. */
import { createHash } from "node:crypto";
import type { Store } from "../../core/store.ts";
import { macOf } from "../../model/addresses.ts";
import { ALL_LIGHTS, lightsOf } from "../../model/lights/groups.ts";
import type { DeviceFacts, Expose, Ieee, ModelDefinition } from "../../model/radio/device-facts.ts";
import type { ClusterCatalog } from "../../model/radio/orders.ts";
import type { RadioEvent } from "../../model/radio/radio-port.ts";
import type { Address, Resource } from "../../model/resource.ts";
import { friendlyNames, isIeee, type Named } from "./names.ts";

export interface MqttDevice {
  readonly ieee: Ieee;
  readonly mac: string;
  readonly name: string; // by which clients know it
  readonly resource: Resource;
  readonly facts: DeviceFacts | undefined; // until the radio has told of it
}

export interface MqttGroup {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource;
}

/** The device or group that a topic names. */
export type Subject =
  | { readonly device: MqttDevice; readonly endpoint: string | undefined }
  | { readonly group: MqttGroup };

type ClusterNames = ReadonlyMap<number, string>;

/** Events after which a device is other than before. */
const OF_DEVICES: readonly RadioEvent["kind"][] = ["devices", "device", "up", "left"];
const MAC_LENGTH = "00:15:8d:00:01:02:03:04".length;

export class MqttHouse {
  readonly #store: Store;
  readonly #facts = new Map<Ieee, DeviceFacts>();
  readonly #definitions = new Map<string, ModelDefinition>(); // many devices are of one model
  #names: ReadonlyMap<string, string> | undefined;
  #clusters: ClusterNames = new Map();
  #ownClusters: ReadonlyMap<Ieee, ClusterNames> = new Map();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Answers whether a device is other than before. */
  hear(event: RadioEvent): boolean {
    if (event.kind === "devices") for (const facts of event.devices) this.#learn(facts);
    if (event.kind === "device") this.#learn(event.device);
    if (event.kind === "up") {
      for (const facts of event.devices) this.#learn(facts);
      const present = new Set([...(event.told ?? []), ...event.devices.map(({ ieee }) => ieee)]);
      for (const ieee of this.#facts.keys()) if (!present.has(ieee)) this.#facts.delete(ieee);
    }
    if (event.kind === "left") this.#facts.delete(event.ieee);
    return OF_DEVICES.includes(event.kind);
  }

  learnClusters({ clusters, custom }: ClusterCatalog): void {
    this.#clusters = namesIn(clusters);
    this.#ownClusters = new Map(Object.entries(custom).map(([ieee, own]) => [ieee, namesIn(own)]));
  }

  /** As herdsman calls it; a cluster without a name goes by its number. */
  clusterName(ieee: Ieee, cluster: number): string {
    return this.#ownClusters.get(ieee)?.get(cluster) ?? this.#clusters.get(cluster) ?? String(cluster);
  }

  /** A device or group may have another name now. */
  renamed(): void {
    this.#names = undefined;
  }

  get devices(): readonly MqttDevice[] {
    return this.#resources().map((resource) => this.#deviceOf(resource));
  }

  get groups(): readonly MqttGroup[] {
    return this.#groups().map((resource) => this.#groupOf(resource));
  }

  device(ieee: string): MqttDevice | undefined {
    const resource = this.#store.get(`/devices/${macOf(ieee)}`);
    return resource && resource.attr.gone !== true ? this.#deviceOf(resource) : undefined;
  }

  resource(address: Address): Resource | undefined {
    return this.#store.get(address);
  }

  group(id: string): MqttGroup | undefined {
    const resource = this.#store.get(`/groups/${id}`);
    return resource && resource.address !== ALL_LIGHTS ? this.#groupOf(resource) : undefined;
  }

  /** By name, address or number; behind a device's name may stand an endpoint: "plug/left". */
  find(text: string): Subject | undefined {
    const whole = this.#named(text);
    if (whole) return whole;
    const cut = text.lastIndexOf("/");
    const owner = cut < 0 ? undefined : this.#named(text.slice(0, cut));
    const endpoint = text.slice(cut + 1);
    return owner && "device" in owner && hasEndpoint(owner.device, endpoint)
      ? { device: owner.device, endpoint: endpointName(owner.device, endpoint) }
      : undefined;
  }

  /** The lights that a device became, in the order of their endpoints. */
  lightsOf({ mac }: Pick<MqttDevice, "mac">): readonly Resource[] {
    return this.#partsOf("/lights", mac);
  }

  sensorsOf({ mac }: Pick<MqttDevice, "mac">): readonly Resource[] {
    return this.#partsOf("/sensors", mac);
  }

  membersOf({ resource }: MqttGroup): readonly Resource[] {
    return lightsOf(this.#store, resource);
  }

  /** The device that a light or sensor is a part of. */
  ownerOf({ attr }: Resource): MqttDevice | undefined {
    const mac = String(attr.uniqueid ?? "").slice(0, MAC_LENGTH);
    const device = this.#store.get(`/devices/${mac}`);
    return device && device.attr.gone !== true ? this.#deviceOf(device) : undefined;
  }

  isReachable(device: MqttDevice): boolean {
    if (device.resource.attr.disabled === true) return false;
    const lights = this.lightsOf(device).map(({ state }) => state.reachable);
    const sensors = this.sensorsOf(device).map(({ config }) => config.reachable);
    return ![...lights, ...sensors].includes(false);
  }

  isGroupReachable(group: MqttGroup): boolean {
    const members = this.membersOf(group);
    return members.length === 0 || members.some(({ state }) => state.reachable === true);
  }

  #partsOf(collection: "/lights" | "/sensors", mac: string): readonly Resource[] {
    const parts = this.#store.list(collection).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`));
    return parts.toSorted((one, other) => (String(one.attr.uniqueid) < String(other.attr.uniqueid) ? -1 : 1));
  }

  #named(text: string): Subject | undefined {
    const device = isIeee(text.toLowerCase()) ? this.device(text.toLowerCase()) : undefined;
    if (device) return { device, endpoint: undefined };
    for (const [key, name] of this.#nameTable()) {
      if (name !== text) continue;
      const group = key.startsWith("groups/") ? this.group(key.slice("groups/".length)) : undefined;
      if (group) return { group };
      const found = this.device(key);
      if (found) return { device: found, endpoint: undefined };
    }
    const group = /^\d+$/.test(text) ? this.group(text) : undefined;
    return group && { group };
  }

  #nameTable(): ReadonlyMap<string, string> {
    this.#names ??= friendlyNames([
      ...this.#resources().map(({ attr }): Named => {
        const ieee = String(attr.ieee);
        return { key: ieee, name: nameOf(attr.name, ieee), unique: ieee };
      }),
      ...this.#groups().map(({ attr, address }): Named => {
        const id = address.slice("/groups/".length);
        return { key: `groups/${id}`, name: String(attr.name ?? ""), unique: id };
      }),
    ]);
    return this.#names;
  }

  #resources(): readonly Resource[] {
    return this.#store.list("/devices").filter(({ attr }) => attr.gone !== true && typeof attr.ieee === "string");
  }

  #groups(): readonly Resource[] {
    return this.#store.list("/groups").filter(({ address }) => address !== ALL_LIGHTS);
  }

  #deviceOf(resource: Resource): MqttDevice {
    const ieee = String(resource.attr.ieee);
    const mac = String(resource.attr.uniqueid);
    return { ieee, mac, name: this.#nameTable().get(ieee) ?? ieee, resource, facts: this.#facts.get(ieee) };
  }

  #groupOf(resource: Resource): MqttGroup {
    const id = resource.address.slice("/groups/".length);
    return { id, name: this.#nameTable().get(`groups/${id}`) ?? id, resource };
  }

  /** Of the definitions of one model one is enough. */
  #learn({ values: _, ...facts }: DeviceFacts): void {
    const { definition } = facts;
    if (!definition) return void this.#facts.set(facts.ieee, facts);
    const key = createHash("sha1").update(JSON.stringify(definition)).digest("base64");
    const shared = this.#definitions.get(key) ?? definition;
    this.#definitions.set(key, shared);
    this.#facts.set(facts.ieee, { ...facts, definition: shared });
  }
}

function namesIn(clusters: ClusterCatalog["clusters"]): ClusterNames {
  return new Map(Object.entries(clusters).map(([name, { ID }]) => [ID, name]));
}

/** A device without a name goes by its address. */
function nameOf(name: unknown, ieee: Ieee): string {
  const given = String(name ?? "");
  return given === "" || given === macOf(ieee) ? ieee : given;
}

export function exposesOf({ facts }: MqttDevice): readonly Expose[] {
  return facts?.definition?.exposes ?? [];
}

function hasEndpoint({ facts }: MqttDevice, endpoint: string): boolean {
  const names = facts?.definition?.endpoints ?? {};
  return Object.hasOwn(names, endpoint) || facts?.endpoints.some(({ id }) => String(id) === endpoint) === true;
}

/** "1" → "left", where its endpoints have names. */
function endpointName({ facts }: MqttDevice, endpoint: string): string | undefined {
  const names = facts?.definition?.endpoints ?? {};
  if (Object.hasOwn(names, endpoint)) return endpoint;
  return Object.entries(names).find(([, id]) => String(id) === endpoint)?.[0];
}
