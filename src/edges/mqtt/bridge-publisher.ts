/** Tells the facts of the gateway, below `bridge`: all of them when the broker is there (again), and after that each change. */
import type { Store } from "../../core/store.ts";
import { wordsOf } from "../../model/errors.ts";
import { scenesOf } from "../../model/lights/scenes.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { EndpointWiring } from "../../model/radio/orders.ts";
import type { Radio, RadioEvent } from "../../model/radio/radio-port.ts";
import type { Stop } from "../../model/resource.ts";
import { SEARCH } from "../../model/search.ts";
import {
  bridgeDevices,
  bridgeGroups,
  bridgeInfo,
  definitionOf,
  type InfoParts,
  type PackageVersions,
} from "./bridge.ts";
import type { LinkState } from "./broker-link.ts";
import { HealthReport } from "./health-report.ts";
import type { MqttHouse } from "./mqtt-house.ts";

interface BridgePublisherParts {
  readonly settings: Pick<InfoParts, "base" | "discovery" | "output" | "retain" | "lastSeen">;
  readonly house: MqttHouse;
  readonly store: Store;
  readonly radio: Radio;
  readonly clock: Clock;
  readonly log: Log;
  readonly versions: PackageVersions;
  readonly soon: Soon;
  readonly link: () => LinkState;
  /** `kept`: the broker keeps the message, which is no event. */
  readonly publish: (topic: string, payload: unknown, kept: boolean) => void;
}

/** Code of the user's own, which is for flows here: clients wait for a list, and this one is empty. */
const NOT_HERE = ["converters", "extensions"] as const;
const HEALTH = 10 * 60_000; // milliseconds between two reports

export class BridgePublisher {
  readonly #parts: BridgePublisherParts;
  readonly #health: HealthReport;
  readonly #interviewed = new Set<string>(); // devices in an interview
  #wiring: readonly EndpointWiring[] = [];
  #clustersTold = ""; // those of single devices
  #stopHealth: Stop = () => {};

  constructor(parts: BridgePublisherParts) {
    this.#parts = parts;
    this.#health = new HealthReport(parts.clock.now());
  }

  all(): void {
    this.#clustersTold = "";
    this.info();
    this.devices();
    this.groups();
    for (const what of NOT_HERE) this.#parts.publish(`bridge/${what}`, [], true);
    void this.#tellClusters();
    this.#tellHealth();
  }

  info(): void {
    const { settings, radio, versions, store, clock, house, publish, link } = this.#parts;
    const info = bridgeInfo({
      ...{ network: radio.network, versions, ...settings, link: link(), now: clock.now() },
      openUntil: Number(store.get(SEARCH)?.attr.until ?? 0),
      devices: house.devices,
      groups: house.groups,
    });
    publish("bridge/info", info, true);
  }

  devices(): void {
    const { house, radio, publish } = this.#parts;
    publish("bridge/devices", bridgeDevices(house, radio.network, this.#wiring), true);
  }

  groups(): void {
    const { house, store, publish } = this.#parts;
    const groups = bridgeGroups(house, (group) => store.list(scenesOf(group.address)));
    publish("bridge/groups", groups, true);
  }

  hear(event: RadioEvent): void {
    const { soon } = this.#parts;
    this.#health.hear(event);
    this.#tellEvent(event);
    const isUp = event.kind === "up";
    if (isUp) soon.run("info", () => this.info());
    if (isUp || event.kind === "device") soon.run("clusters", () => void this.#tellClusters());
    const isWired = isUp || event.kind === "bound" || event.kind === "unbound" || event.kind === "device";
    if (isWired) this.rewired();
  }

  /** Bindings or the settings of reports have changed. */
  rewired(): void {
    this.#parts.soon.run("wiring", () => void this.#readWiring());
  }

  stop(): void {
    this.#stopHealth();
  }

  #tellHealth(): void {
    const { clock, publish, link } = this.#parts;
    this.#stopHealth();
    publish("bridge/health", this.#health.report(clock.now(), link()), true);
    this.#stopHealth = clock.after(HEALTH, () => this.#tellHealth());
  }

  async #readWiring(): Promise<void> {
    const { radio, log, soon } = this.#parts;
    if (!radio.up) return; // it is read when it is
    try {
      this.#wiring = await radio.wiring();
      soon.run("devices", () => this.devices());
    } catch (error) {
      log.warn(`/mqtt: the bindings of the devices are not told: ${wordsOf(error)}`);
    }
  }

  /** Some hundred kilobytes, which only the radio has: told when both it and the broker are there, and not twice. */
  async #tellClusters(): Promise<void> {
    const { radio, log, link, house, publish } = this.#parts;
    if (!radio.up || !link().isUp) return;
    try {
      const { clusters, custom } = await radio.catalog();
      const own = JSON.stringify(custom);
      if (own === this.#clustersTold) return;
      this.#clustersTold = own;
      house.learnClusters({ clusters, custom });
      publish("bridge/definitions", { clusters, custom_clusters: custom, actions: [] }, true);
      this.devices(); // with their clusters by name
    } catch (error) {
      log.warn(`/mqtt: the clusters are not told: ${wordsOf(error)}`);
    }
  }

  #tellEvent(event: RadioEvent): void {
    const { house, publish } = this.#parts;
    const tell = (type: string, ieee: string, more: object = {}) => {
      const friendly_name = house.device(ieee)?.name ?? ieee;
      publish("bridge/event", { type, data: { friendly_name, ...more, ieee_address: ieee } }, false);
    };
    if (event.kind === "joined") tell("device_joined", event.ieee);
    if (event.kind === "announced") tell("device_announce", event.ieee);
    if (event.kind === "left") tell("device_leave", event.ieee);
    if (event.kind === "interviewing") {
      this.#interviewed.add(event.ieee);
      tell("device_interview", event.ieee, { status: "started" });
    }
    if (event.kind === "failed" && this.#interviewed.delete(event.ieee))
      tell("device_interview", event.ieee, { status: "failed" });
    if (event.kind !== "device" || !this.#interviewed.delete(event.device.ieee)) return;
    const supported = event.device.definition?.generated === false;
    const definition = definitionOf({ facts: event.device });
    tell("device_interview", event.device.ieee, { status: "successful", supported, definition });
  }
}

const SOON = 50; // milliseconds

/** A message that changes many times in a moment goes out once, and not later than at the end of that moment. */
export class Soon {
  readonly #clock: Clock;
  readonly #due = new Map<string, { tell: () => void; readonly stop: Stop }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of several with one name the last one is run. */
  run(name: string, tell: () => void): void {
    const due = this.#due.get(name);
    if (due) due.tell = tell;
    else this.#due.set(name, { tell, stop: this.#clock.after(SOON, () => this.#tell(name)) });
  }

  stop(): void {
    for (const { stop } of this.#due.values()) stop();
    this.#due.clear();
  }

  #tell(name: string): void {
    const due = this.#due.get(name);
    this.#due.delete(name);
    due?.tell();
  }
}
