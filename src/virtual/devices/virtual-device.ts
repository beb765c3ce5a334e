/** A virtual device: a station in the air whose clusters answer, act and report. */
import type {
  Air,
  AirFrame,
  AirStation,
  Destination,
  Reachability,
  StationBinding,
  StationEndpoint,
} from "../air/air-station.ts";
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { DeviceBody, StoredScene } from "../clusters/cluster.ts";
import { answerTouchlink, type HomeNetwork } from "../clusters/touchlink-commissioning.ts";
import type { Attribute, AttributeValue } from "./attributes.ts";
import { type DeviceEndpoint, endpointsOf } from "./device-endpoints.ts";
import type { ButtonFrame, DeviceProfile } from "./device-profile.ts";
import { respondToFrame } from "./frame-responses.ts";
import { Reporter, type SavedReport } from "./reporter.ts";
import { type CustomClusters, clusterId, type FrameToWrite, isSaidByServer, writeFrame } from "./zcl.ts";

/** The part of a device that outlives a restart; plain JSON. */
export interface SavedStation {
  readonly ieee: string;
  readonly member: boolean;
  readonly values: Readonly<Record<string, AttributeValue>>; // "1/genOnOff/onOff" → 1
  readonly memory: Readonly<Record<string, Readonly<Record<string, number>>>>; // by endpoint
  readonly groups: readonly (readonly [group: number, endpoints: readonly number[]])[];
  readonly bindings: readonly StationBinding[];
  readonly scenes: readonly StoredScene[];
  readonly reporting: readonly SavedReport[];
}

interface VirtualDeviceOptions {
  readonly profile: DeviceProfile;
  readonly ieee: string;
  readonly time: SimulatedTime;
  readonly latency?: number;
  readonly linkquality?: number;
  readonly saved?: SavedStation | undefined;
  /** A value in save() has changed, other than those that change all the time. */
  readonly changed?: () => void;
}

const HOME_AUTOMATION = 0x0104;
const FRESH = 60_000; // milliseconds that a new member stays awake: it wants to be asked and told everything
const MOST_SEQUENCE = 0xff;
const COORDINATOR = 0; // its address
const SLEEPY: readonly Reachability[] = ["ok", "expired"];

export class VirtualDevice implements AirStation, DeviceBody {
  readonly ieee: string;
  readonly profile: DeviceProfile;
  readonly time: SimulatedTime;
  readonly router: boolean;
  readonly listens: boolean;
  readonly mains: boolean;
  readonly manufacturer: number;
  readonly endpoints: readonly StationEndpoint[];
  readonly clusterEndpoints: ReadonlyMap<number, DeviceEndpoint>;
  readonly groups: Map<number, Set<number>>;
  readonly bindings: StationBinding[];
  readonly refusals = new Map<string, number>();
  readonly reporter: Reporter;
  readonly linkquality?: number;
  scenes: StoredScene[];
  reach: Reachability;
  latency: number;
  readonly #changed: () => void;
  readonly #custom: CustomClusters;
  readonly #factory: Readonly<Record<string, AttributeValue>>;
  #air: Air | undefined;
  #sequence = 0;
  #stopDoze = () => {};
  #comesBack: boolean;

  constructor({ profile, ieee, time, saved, changed = () => {}, latency = 0, linkquality }: VirtualDeviceOptions) {
    this.ieee = ieee;
    this.profile = profile;
    this.time = time;
    this.router = profile.kind === "router";
    this.listens = this.router;
    this.mains = this.router;
    this.manufacturer = profile.manufacturer;
    this.groups = new Map(saved?.groups.map(([group, endpoints]) => [group, new Set(endpoints)]));
    this.bindings = [...(saved?.bindings ?? [])];
    this.scenes = [...(saved?.scenes ?? [])];
    this.latency = latency;
    if (linkquality !== undefined) this.linkquality = linkquality;
    this.#changed = changed;
    this.#custom = profile.custom ?? {};
    this.#comesBack = saved?.member === true;
    this.reach = this.#comesBack && profile.kind === "sleeper" ? "expired" : "ok";
    this.reporter = new Reporter(time, (attributes) => this.#report(attributes));
    this.clusterEndpoints = this.#clusterEndpoints();
    this.endpoints = profile.endpoints.map(({ id, device, profile: own = HOME_AUTOMATION }) => ({
      id,
      profile: own,
      device,
      inputs: [...(this.clusterEndpoints.get(id)?.servers.keys() ?? [])],
      outputs: [...(this.clusterEndpoints.get(id)?.clients ?? [])],
    }));
    this.#factory = valuesOf(this.clusterEndpoints);
    if (saved) restore(this.clusterEndpoints, this.reporter, saved);
  }

  get isMember(): boolean {
    return this.#air !== undefined;
  }

  get address(): number | undefined {
    return this.#air?.address;
  }

  hear(frame: AirFrame, id: number): void {
    const endpoint = this.clusterEndpoints.get(id);
    const bytes = endpoint && respondToFrame(endpoint, this.reporter, frame, this.#custom);
    if (bytes) this.#say(id, { address: frame.from.address, endpoint: frame.from.endpoint }, frame.cluster, bytes);
  }

  joined(air: Air): void {
    this.#air = air;
    if (!this.#comesBack) this.awake(FRESH);
    this.#comesBack = false;
    for (const endpoint of this.clusterEndpoints.values()) endpoint.each((cluster) => cluster.joined?.(endpoint));
    this.#changed();
  }

  left(): void {
    this.#air = undefined;
    this.#stopDoze();
    this.powerDown();
    this.reporter.clear();
    this.groups.clear();
    this.bindings.length = 0;
    this.scenes = [];
    for (const endpoint of this.clusterEndpoints.values()) endpoint.each((cluster) => cluster.left?.(endpoint));
    this.reset();
    this.#changed();
  }

  /** Sends the frame of a button along the bindings; answers to how many. */
  press(pressed: ButtonFrame): number {
    const { along } = this.profile;
    const isOwn = along === undefined || isSaidByServer(pressed.cluster, pressed.command, this.#custom);
    const cluster = clusterId(isOwn ? pressed.cluster : along, this.#custom);
    return this.#sendCommand(this.#boundTo(pressed.endpoint ?? firstEndpoint(this.profile), cluster), pressed);
  }

  /** A device that sleeps is awake for so long. */
  awake(milliseconds: number): void {
    this.#stopDoze();
    if (this.profile.kind !== "sleeper" || !SLEEPY.includes(this.reach)) return;
    this.reach = milliseconds > 0 ? "ok" : "expired";
    if (milliseconds > 0) this.#stopDoze = this.time.later(milliseconds, () => this.awake(0));
  }

  reset(): void {
    for (const endpoint of this.clusterEndpoints.values()) {
      for (const { name: cluster, attributes } of endpoint.servers.values()) {
        for (const attribute of attributes.values()) {
          if (!attribute.writable) continue;
          endpoint.set(cluster, { [attribute.name]: this.#factory[keyOf(attribute)] ?? attribute.value });
        }
      }
    }
  }

  note(): void {
    this.#changed();
  }

  /** All that moves stops; the device forgets values that it cannot keep without power. */
  powerDown(): void {
    for (const { running } of this.clusterEndpoints.values()) {
      for (const stop of running.values()) stop();
      running.clear();
    }
  }

  powerUp(): void {
    for (const endpoint of this.clusterEndpoints.values()) {
      endpoint.each((cluster) => cluster.powered?.(endpoint));
      if (this.isMember) endpoint.each((cluster) => cluster.joined?.(endpoint));
    }
  }

  /** Answers a touchlink frame, if the device has something to say. */
  touch(bytes: Buffer, home: HomeNetwork, reset: () => void): Buffer | undefined {
    return answerTouchlink(this, bytes, home, reset);
  }

  save(): SavedStation {
    return {
      ieee: this.ieee,
      member: this.isMember || this.#comesBack,
      values: valuesOf(this.clusterEndpoints),
      memory: Object.fromEntries([...this.clusterEndpoints].map(([id, { memory }]) => [id, { ...memory }])),
      groups: [...this.groups].map(([group, endpoints]) => [group, [...endpoints]]),
      bindings: [...this.bindings],
      scenes: this.scenes,
      reporting: this.reporter.save(),
    };
  }

  close(): void {
    this.#stopDoze();
    this.powerDown();
    this.reporter.stop(); // it is saved once more when all is quiet
  }

  #clusterEndpoints(): ReadonlyMap<number, DeviceEndpoint> {
    return endpointsOf({
      device: this,
      profile: this.profile,
      changed: (attribute, { isFleeting, isEager }) => {
        this.reporter.changed(attribute, isEager);
        if (!isFleeting) this.#changed();
      },
      say: ({ id: endpoint }, cluster, command, payload) => this.press({ endpoint, cluster, command, payload }),
      tell: ({ id: endpoint }, target, cluster, command, payload) => {
        const address = this.#air?.addressOf(target);
        if (address === undefined) return;
        this.#sendCommand([{ address, endpoint: 1 }], { endpoint, cluster, command, payload });
      },
      ask: ({ id }, cluster, attributes) => {
        const payload = attributes.map((attrId) => ({ attrId }));
        const frame = { cluster, command: "read", payload, isGlobal: true, sequence: this.#nextSequence() } as const;
        this.#send(id, { address: COORDINATOR, endpoint: 1 }, frame);
      },
    });
  }

  #report(attributes: readonly Attribute[]): void {
    const [first] = attributes;
    if (!first) return;
    const { endpoint, cluster, manufacturer } = first;
    const payload = attributes.map(({ id, type, value }) => ({ attrId: id, dataType: type, attrData: value }));
    const flags = { isGlobal: true, fromServer: true, quiet: true } as const;
    for (const to of this.#boundTo(endpoint, clusterId(cluster, this.#custom))) {
      const sequence = this.#nextSequence();
      this.#send(endpoint, to, { cluster, command: "report", payload, manufacturer, ...flags, sequence });
    }
  }

  /** Where an endpoint sends the frames of a cluster. */
  #boundTo(endpoint: number, cluster: number): Destination[] {
    return this.bindings
      .filter((binding) => binding.endpoint === endpoint && binding.cluster === cluster)
      .flatMap(({ target }): Destination[] => {
        if ("group" in target) return [{ group: target.group }];
        const address = this.#air?.addressOf(target.ieee);
        return address === undefined ? [] : [{ address, endpoint: target.endpoint }];
      });
  }

  #sendCommand(
    targets: readonly Destination[],
    { endpoint, cluster, command, payload = {}, manufacturer }: ButtonFrame,
  ): number {
    const from = endpoint ?? firstEndpoint(this.profile);
    const fromServer = isSaidByServer(cluster, command, this.#custom);
    for (const to of targets) {
      const meant = { groupid: "group" in to ? to.group : 0, ...payload }; // scenes are those of the group that is spoken to
      const sequence = this.#nextSequence();
      this.#send(from, to, { cluster, command, payload: meant, manufacturer, fromServer, sequence });
    }
    return targets.length;
  }

  #send(endpoint: number, to: Destination, frame: FrameToWrite): void {
    this.#say(endpoint, to, clusterId(frame.cluster, this.#custom), writeFrame(frame, this.#custom));
  }

  #say(endpoint: number, to: Destination, cluster: number, bytes: Buffer): void {
    this.#air?.send({ to, endpoint, profile: HOME_AUTOMATION, cluster, bytes });
  }

  #nextSequence(): number {
    this.#sequence = (this.#sequence % MOST_SEQUENCE) + 1;
    return this.#sequence;
  }
}

function restore(endpoints: ReadonlyMap<number, DeviceEndpoint>, reporter: Reporter, saved: SavedStation): void {
  for (const one of endpoints.values()) {
    Object.assign(one.memory, saved.memory[one.id]);
    for (const { attributes } of one.servers.values()) {
      for (const attribute of attributes.values()) {
        attribute.value = saved.values[keyOf(attribute)] ?? attribute.value;
      }
    }
  }
  for (const { endpoint, cluster, attribute, ...rule } of saved.reporting) {
    const watched = endpoints.get(endpoint)?.attribute(cluster, attribute);
    if (watched) reporter.restore(watched, rule);
  }
}

function valuesOf(endpoints: ReadonlyMap<number, DeviceEndpoint>): Record<string, AttributeValue> {
  const clusters = [...endpoints.values()].flatMap(({ servers }) => [...servers.values()]);
  const attributes = clusters.flatMap((cluster) => [...cluster.attributes.values()]);
  return Object.fromEntries(attributes.map((attribute) => [keyOf(attribute), attribute.value]));
}

function keyOf({ endpoint, cluster, name }: Attribute): string {
  return `${endpoint}/${cluster}/${name}`;
}

function firstEndpoint({ endpoints }: DeviceProfile): number {
  return endpoints[0]?.id ?? 1;
}
