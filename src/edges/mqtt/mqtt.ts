/**
 * The house over MQTT, in the topics of zigbee2mqtt: reports of devices and groups, and commands of clients. A dialect beside that of
 * deCONZ: it reads the store and the devices' own words, and sends each command through the one door.
 */
import type { Bus } from "../../core/bus.ts";
import type { Store } from "../../core/store.ts";
import { collectionOf, familyOf, idOf } from "../../model/addresses.ts";
import type { DeviceValues } from "../../model/devices.ts";
import { wordsOf } from "../../model/errors.ts";
import { withoutKeys } from "../../model/keys.ts";
import { membersOf } from "../../model/lights/groups.ts";
import { scenesOf } from "../../model/lights/scenes.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Radio, RadioEvent } from "../../model/radio/radio-port.ts";
import type { Change, Perform, Resource, Stop, Values } from "../../model/resource.ts";
import { SEARCH } from "../../model/search.ts";
import type { PackageVersions } from "./bridge.ts";
import { BridgePublisher, Soon } from "./bridge-publisher.ts";
import { BrokerLink, type LinkState } from "./broker-link.ts";
import { Discovery } from "./discovery/discovery.ts";
import { LastSeen, type LastSeenForm } from "./last-seen.ts";
import { Leftovers } from "./leftovers.ts";
import { commandIn } from "./light-commands.ts";
import { type BrokerAddress, type BrokerMessage, type ConnectBroker, connectBroker } from "./mqtt-client.ts";
import { type MqttDevice, type MqttGroup, MqttHouse } from "./mqtt-house.ts";
import { Presence } from "./presence.ts";
import { answer } from "./requests/requests.ts";
import { SetCommands } from "./set-commands.ts";
import { type Output, StatePublisher } from "./state-publisher.ts";
import { askedBy, requestIn, subscriptions } from "./topics.ts";

export { bridgeState } from "./bridge-state.ts"; // mqtt.js is bundled into this room alone
export { testBroker } from "./broker-test.ts";

export interface MqttSettings {
  readonly broker: BrokerAddress;
  readonly base: string;
  readonly output: Output;
  readonly retain: boolean;
  readonly lastSeen: LastSeenForm;
  readonly manages: boolean; //  clients may let devices in, rename and remove them …
  readonly discovery: string; // the prefix under which Home Assistant looks; "": not told
}

interface MqttParts {
  readonly settings: MqttSettings;
  readonly store: Store;
  readonly bus: Bus;
  readonly perform: Perform;
  readonly values: DeviceValues;
  readonly radio: Radio;
  readonly clock: Clock;
  readonly log: Log;
  readonly clientId: string;
  readonly versions: PackageVersions;
  readonly begins?: Promise<void>; // not before that
  readonly connect?: ConnectBroker;
}

export interface MqttEdge {
  readonly state: LinkState;
  /** A line of the log, for clients that read bridge/logging. */
  logged(level: "info" | "warning" | "error", text: string): void;
  stop(): Promise<void>;
}

const PORTION = 10; // devices that are told at a time, so that others have their turn
const BETWEEN = 10; // milliseconds
const AFTERWARDS = 2_000; // milliseconds in which another gateway below the same base topic says that it is there
const HOME_IS_BACK = 1_000; // milliseconds that Home Assistant has for itself
const AWAY = 2_000; // milliseconds for which Home Assistant is to know nothing of a device that has another name

export function openMqtt(parts: MqttParts): MqttEdge {
  const edge = new Mqtt(parts);
  edge.start();
  return edge;
}

class Mqtt implements MqttEdge {
  readonly #parts: MqttParts;
  readonly #house: MqttHouse;
  readonly #link: BrokerLink;
  readonly #presence: Presence;
  readonly #lastSeen: LastSeen;
  readonly #publisher: StatePublisher;
  readonly #commands: SetCommands;
  readonly #discovery: Discovery | undefined;
  readonly #leftovers: Leftovers;
  readonly #bridge: BridgePublisher;
  readonly #soon: Soon;
  readonly #stops: Stop[] = [];
  readonly #changed = new Set<Ieee>(); // devices that are to be told anew
  #knowsDevices = false; // the radio was up
  #stopTelling: Stop = () => {}; // of everything

  constructor(parts: MqttParts) {
    const { settings, store, perform, values, radio, clock, log, versions, clientId, connect = connectBroker } = parts;
    const { base, output, retain, broker, lastSeen: form } = settings;
    this.#parts = parts;
    this.#house = new MqttHouse(store);
    this.#soon = new Soon(clock);
    this.#lastSeen = new LastSeen({ form, store, clock });
    const publish = (topic: string, payload: string, kept: boolean, isEvent = false) =>
      this.#link.publish(topic, payload, kept, isEvent);
    const isUp = () => this.#link.isUp;
    this.#presence = new Presence({ base, id: clientId, clock, log, isUp, publish });
    this.#link = new BrokerLink(
      { broker, clientId, will: this.#presence.will, clock, log, connect },
      { up: () => this.#up(), message: (message) => this.#hear(message) },
    );
    const house = this.#house;
    this.#bridge = new BridgePublisher({
      ...{ settings, house, store, radio, clock, log, versions, soon: this.#soon },
      link: () => this.#link.state,
      publish: (topic, payload, kept) => this.#publish(topic, payload, kept),
    });
    this.#discovery = this.#openDiscovery(publish);
    this.#publisher = new StatePublisher({
      ...{ house, values, lastSeen: this.#lastSeen, base, output, retain, isUp, publish },
      forHome: settings.discovery !== "",
    });
    this.#leftovers = this.#openLeftovers();
    const failed = (about: string, reason: string) => this.logged("error", `${about}: ${reason}`);
    this.#commands = new SetCommands({ house, perform, failed });
  }

  #openDiscovery(publish: (topic: string, payload: string, kept: boolean) => void): Discovery | undefined {
    const { settings, store, radio, versions } = this.#parts;
    const { base, discovery: prefix, manages, lastSeen } = settings;
    if (prefix === "") return undefined;
    return new Discovery({
      ...{ house: this.#house, base, prefix, manages, lastSeen, version: versions.gateway },
      network: () => radio.network,
      scenes: (group) => store.list(scenesOf(group.address)),
      publish: (topic, payload) => publish(topic, payload, true),
    });
  }

  #openLeftovers(): Leftovers {
    return new Leftovers({
      base: this.#parts.settings.base,
      discovery: this.#discovery?.filter,
      subscribe: (filters) => this.#link.subscribe(filters),
      unsubscribe: (filters) => this.#link.unsubscribe(filters),
      askState: () => this.#link.subscribe(this.#presence.filters.echoed, true),
      after: (milliseconds, run) => this.#parts.clock.after(milliseconds, run),
      clearAvailability: (topic, payload) => this.#publisher.heardKept(topic, payload),
      clearConfig: (topic, payload) => this.#discovery?.heardKept(topic, payload),
      isShared: () => this.#presence.state.isShared === true,
    });
  }

  get state(): LinkState {
    return { ...this.#link.state, ...this.#presence.state };
  }

  start(): void {
    const { bus, radio, values } = this.#parts;
    this.#stops.push(
      radio.hear((event) => this.#hearRadio(event)),
      bus.on((change) => this.#hearChange(change)),
      values.on((ieee, said) => this.#deviceSaid(ieee, said)),
    );
    void Promise.resolve(this.#parts.begins).then(() => this.#link.start());
  }

  logged(level: "info" | "warning" | "error", text: string): void {
    this.#publish("bridge/logging", { level, message: withoutKeys(text), namespace: "gateway" }, false);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    this.#soon.stop();
    this.#bridge.stop();
    this.#stopTelling();
    this.#presence.stop();
    this.#leftovers.stop();
    await this.#link.stop();
  }

  #publish(topic: string, payload: unknown, retain: boolean): void {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    this.#link.publish(`${this.#parts.settings.base}/${topic}`, text, retain, !retain);
  }

  // ---- everything, when the broker is there

  #up(): void {
    const { base } = this.#parts.settings;
    const discovery = this.#discovery;
    const { echoed, others } = this.#presence.filters;
    this.#leftovers.up();
    this.#link.subscribe(echoed, true);
    this.#link.subscribe([...others, ...subscriptions(base), ...(discovery ? [discovery.birth] : [])]);
    discovery?.forget();
    this.#presence.up();
    this.#bridge.all();
    this.#tellAll();
  }

  #tellAll(): void {
    const { clock } = this.#parts;
    this.#stopTelling();
    this.#publisher.forgetOthers();
    this.#discovery?.bridge();
    const left = [...this.#house.devices];
    const next = () => {
      for (const device of left.splice(0, PORTION)) this.#tellDevice(device);
      if (left.length > 0) this.#stopTelling = clock.after(BETWEEN, next);
      else {
        for (const group of this.#house.groups) this.#tellGroup(group);
        this.#stopTelling = clock.after(AFTERWARDS, () => this.#knowsDevices && this.#leftovers.clear());
      }
    };
    next();
  }

  #tellDevice(device: MqttDevice): void {
    this.#discovery?.device(device);
    this.#publisher.device(device);
  }

  #tellGroup(group: MqttGroup): void {
    this.#discovery?.group(group);
    this.#publisher.group(group);
  }

  // ---- changes

  #devicesChanged(...changed: readonly Ieee[]): void {
    this.#house.renamed();
    for (const ieee of changed) this.#changed.add(ieee);
    this.#soon.run("changed devices", () => {
      this.#publisher.forgetOthers();
      this.#discovery?.forgetOthers();
      this.#bridge.devices();
      for (const device of this.#house.devices) {
        const isNew = this.#publisher.wasToldOnline(device.ieee) === undefined;
        if (isNew || this.#changed.has(device.ieee)) this.#tellDevice(device);
      }
      this.#changed.clear();
    });
    this.#soon.run("info", () => this.#bridge.info());
  }

  #groupsChanged(): void {
    this.#house.renamed();
    this.#soon.run("groups", () => {
      this.#publisher.forgetOthers();
      this.#discovery?.forgetOthers();
      this.#bridge.groups();
      for (const group of this.#house.groups) this.#tellGroup(group);
    });
  }

  // ---- events of the house

  #deviceSaid(ieee: Ieee, said: Values): void {
    this.#lastSeen.heard(ieee);
    this.#publisher.deviceSaid(ieee, said);
  }

  #hearRadio(event: RadioEvent): void {
    if (this.#house.hear(event)) this.#devicesChanged(...toldIn(event));
    if (event.kind === "up") this.#knowsDevices = true;
    this.#bridge.hear(event);
    if (event.kind === "up" && this.#link.isUp) this.#tellAll();
  }

  #hearChange({ event, resource, section, values }: Change): void {
    const { address } = resource;
    if (address === SEARCH && "until" in values) this.#soon.run("info", () => this.#bridge.info());
    const family = familyOf(address);
    if (family === "devices" && this.#isNewsOf(event, section, values))
      this.#devicesChanged(String(resource.attr.ieee));
    if (family === "lights" || family === "sensors") {
      if (event === "changed" && "reachable" in values) this.#reachableChanged(resource);
      if (section === "state" && "bri" in values) this.#levelChanged(resource);
    }
    if (family !== "groups") return;
    const isScene = collectionOf(address) !== "/groups";
    if (isScene || event !== "changed" || section === "attr") this.#groupsChanged();
    else this.#publisher.groupChanged(idOf(address));
  }

  #isNewsOf(event: Change["event"], section: Change["section"], values: Change["values"]): boolean {
    if (event !== "changed") return true;
    const names = ["name", "gone", "disabled", "notes", "options", "kind", "swversion"];
    return section === "state" || names.some((name) => name in values);
  }

  #levelChanged({ address }: Resource): void {
    for (const { id, resource } of this.#house.groups)
      if (membersOf(resource.attr).includes(idOf(address))) this.#publisher.groupChanged(id);
  }

  #reachableChanged(part: Change["resource"]): void {
    const device = this.#house.ownerOf(part);
    if (device && this.#publisher.wasToldOnline(device.ieee) !== this.#house.isReachable(device))
      this.#publisher.availability(device);
    for (const group of this.#house.groups) {
      const isNews = this.#publisher.wasToldOnline(`groups/${group.id}`) !== this.#house.isGroupReachable(group);
      if (isNews) this.#publisher.groupAvailability(group);
    }
  }

  // ---- requests and commands of clients

  #hear(message: BrokerMessage): void {
    const { topic, payload, retain } = message;
    if (this.#leftovers.hears(message) || this.#presence.hears(message)) return;
    if (topic === this.#discovery?.birth) this.#homeSays(payload);
    else if (!retain) {
      const request = requestIn(topic, this.#parts.settings.base); // a message that a client left there long ago is no wish of now
      if (request === undefined) this.#carryOut(topic, payload);
      else void this.#answer(request, payload);
    }
  }

  #carryOut(topic: string, payload: string): void {
    const asked = askedBy(topic, this.#parts.settings.base);
    if (!asked) return;
    const wish = commandIn(payload, asked.attribute);
    const subject = this.#house.find(asked.name);
    if (!subject || !wish) {
      const reason = subject ? "the message is neither JSON nor a word" : "there is no device or group of this name";
      this.logged("error", `${asked.name}: ${reason}`);
      return;
    }
    const failed = (error: unknown) => this.#parts.log.error(`/mqtt: ${topic}: ${wordsOf(error)}`);
    if (asked.does === "get") void this.#commands.get(subject, wish).catch(failed);
    else if ("group" in subject) this.#commands.setGroup(subject.group, wish);
    else this.#commands.setDevice(subject.device, wish, subject.endpoint);
  }

  async #answer(request: string, payload: string): Promise<void> {
    const { settings, store, bus, radio, clock, perform } = this.#parts;
    const renamed = (subject: MqttDevice | MqttGroup) => this.#nameAnew(subject);
    const rewired = () => this.#bridge.rewired();
    const parts = { house: this.#house, store, bus, radio, clock, perform, renamed, rewired };
    const response = await answer(request, payload, settings.manages, parts);
    this.#publish(`bridge/response/${response.topic}`, response.payload, false);
  }

  /** Home Assistant names its entities after the new name only if it finds them anew. */
  #nameAnew(subject: MqttDevice | MqttGroup): void {
    const away = this.#discovery?.withdraw(subject);
    if (!away) return;
    this.#parts.clock.after(AWAY, () => {
      away.bringBack();
      if (this.#link.isUp) this.#tellAll();
    });
  }

  /** Home Assistant has started: it knows none of the earlier messages. */
  #homeSays(payload: string): void {
    if (payload.trim() !== "online") return;
    this.#stopTelling();
    this.#stopTelling = this.#parts.clock.after(HOME_IS_BACK, () => {
      this.#discovery?.forget();
      this.#tellAll();
    });
  }
}

/** Devices whose facts have changed. */
function toldIn(event: RadioEvent): readonly Ieee[] {
  if (event.kind === "device") return [event.device.ieee];
  return event.kind === "devices" ? event.devices.map(({ ieee }) => ieee) : [];
}
