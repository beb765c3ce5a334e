/** A virtual device: a station in the air whose clusters answer, act and report. */

import type { Air, AirStation, Destination, Reachability, StationBinding } from "../air/air-station.ts";
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { DeviceBody, StoredScene } from "../clusters/cluster.ts";
import { answerTouchlink, type HomeNetwork } from "../clusters/touchlink-commissioning.ts";
import type { Attribute, AttributeValue } from "./attributes.ts";
import { type DeviceEndpoint, endpointsOf } from "./device-endpoints.ts";
import type { ButtonFrame, DeviceProfile } from "./device-profile.ts";
import { answerFrame } from "./frame-responses.ts";
import { createReporter, type Reporter, type SavedReport } from "./reporter.ts";
import { clusterId, type FrameToWrite, isSaidByServer, writeFrame } from "./zcl.ts";

/** What outlives a restart; plain JSON. */
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

export interface StationOptions {
  readonly profile: DeviceProfile;
  readonly ieee: string;
  readonly pace: SimulatedTime;
  readonly latency?: number;
  readonly linkquality?: number;
  readonly saved?: SavedStation | undefined;
  /** Something that save() holds has changed, other than what changes all the time. */
  readonly changed?: () => void;
}

export interface VirtualDevice extends AirStation {
  readonly profile: DeviceProfile;
  readonly isMember: boolean;
  readonly address: number | undefined;
  readonly places: ReadonlyMap<number, DeviceEndpoint>;
  readonly scenes: readonly StoredScene[];
  readonly refusals: Map<string, number>; // "genOnOff.on" → the status that it answers instead
  readonly reporter: Reporter;
  /** Says this to whoever is bound; answers to how many. */
  press(said: ButtonFrame): number;
  /** One that sleeps is awake for so long. */
  awake(milliseconds: number): void;
  /** All that moves stops; it forgets what it cannot keep without power. */
  powerDown(): void;
  powerUp(): void;
  /** Answers a touchlink frame, if it has something to say. */
  touch(bytes: Buffer, home: HomeNetwork, reset: () => void): Buffer | undefined;
  save(): SavedStation;
  close(): void;
}

const HOME_AUTOMATION = 0x0104;
const FRESH = 60_000; // milliseconds that a new member stays awake: it wants to be asked and told everything
const MOST_SEQUENCE = 0xff;
const COORDINATOR = 0; // its address
const SLEEPY: readonly Reachability[] = ["ok", "expired"];

export function createStation({
  profile,
  ieee,
  pace,
  saved,
  changed = () => {},
  ...options
}: StationOptions): VirtualDevice {
  const custom = profile.custom ?? {};
  let air: Air | undefined;
  let sequence = 0;
  let stopDoze = () => {};
  let comesBack = saved?.member === true;

  const nextSequence = () => {
    sequence = (sequence % MOST_SEQUENCE) + 1;
    return sequence;
  };
  const say = (endpoint: number, to: Destination, cluster: number, bytes: Buffer) =>
    air?.send({ to, endpoint, profile: HOME_AUTOMATION, cluster, bytes });
  const send = (endpoint: number, to: Destination, frame: FrameToWrite) =>
    say(endpoint, to, clusterId(frame.cluster, custom), writeFrame(frame, custom));

  /** To whom an endpoint says what belongs to a cluster. */
  const boundTo = (endpoint: number, cluster: number): Destination[] =>
    body.bindings
      .filter((binding) => binding.endpoint === endpoint && binding.cluster === cluster)
      .flatMap(({ target }): Destination[] => {
        if ("group" in target) return [{ group: target.group }];
        const address = air?.addressOf(target.ieee);
        return address === undefined ? [] : [{ address, endpoint: target.endpoint }];
      });

  const sayTo = (
    targets: readonly Destination[],
    { endpoint, cluster, command, payload = {}, manufacturer }: ButtonFrame,
  ): number => {
    const from = endpoint ?? firstEndpoint(profile);
    const fromServer = isSaidByServer(cluster, command, custom);
    for (const to of targets) {
      const meant = { groupid: "group" in to ? to.group : 0, ...payload }; // scenes are those of whom it speaks to
      send(from, to, { cluster, command, payload: meant, manufacturer, fromServer, sequence: nextSequence() });
    }
    return targets.length;
  };
  const press = (said: ButtonFrame) => {
    const isOwn = profile.along === undefined || isSaidByServer(said.cluster, said.command, custom);
    const cluster = isOwn ? said.cluster : (profile.along ?? said.cluster);
    return sayTo(boundTo(said.endpoint ?? firstEndpoint(profile), clusterId(cluster, custom)), said);
  };

  const reporter = createReporter(pace, (attributes) => {
    const [first] = attributes;
    if (!first) return;
    const { endpoint, cluster, manufacturer } = first;
    const payload = attributes.map(({ id, type, value }) => ({ attrId: id, dataType: type, attrData: value }));
    for (const to of boundTo(endpoint, clusterId(cluster, custom))) {
      const frame = {
        cluster,
        command: "report",
        payload,
        manufacturer,
        isGlobal: true,
        fromServer: true,
        quiet: true,
      } as const;
      send(endpoint, to, { ...frame, sequence: nextSequence() });
    }
  });

  const body: DeviceBody = {
    ieee,
    pace,
    groups: new Map(saved?.groups.map(([group, endpoints]) => [group, new Set(endpoints)])),
    bindings: [...(saved?.bindings ?? [])],
    scenes: [...(saved?.scenes ?? [])],
    refusals: new Map(),
    awake: (milliseconds) => {
      stopDoze();
      if (profile.kind !== "sleeper" || !SLEEPY.includes(device.reach)) return;
      device.reach = milliseconds > 0 ? "ok" : "expired";
      if (milliseconds > 0) stopDoze = pace.later(milliseconds, () => body.awake(0));
    },
    reset: () => {
      for (const place of places.values()) {
        for (const { name: cluster, attributes } of place.servers.values()) {
          for (const attribute of attributes.values()) {
            if (attribute.writable)
              place.set(cluster, { [attribute.name]: factory[keyOf(attribute)] ?? attribute.value });
          }
        }
      }
    },
    note: changed,
  };
  const places = endpointsOf({
    body,
    profile,
    changed: (attribute, isFleeting) => {
      reporter.changed(attribute);
      if (!isFleeting) changed();
    },
    say: ({ endpoint }, cluster, command, payload) => press({ endpoint, cluster, command, payload }),
    tell: ({ endpoint }, target, cluster, command, payload) => {
      const address = air?.addressOf(target);
      if (address !== undefined) sayTo([{ address, endpoint: 1 }], { endpoint, cluster, command, payload });
    },
    ask: ({ endpoint }, cluster, attributes) => {
      const payload = attributes.map((attrId) => ({ attrId }));
      const frame = { cluster, command: "read", payload, isGlobal: true, sequence: nextSequence() } as const;
      send(endpoint, { address: COORDINATOR, endpoint: 1 }, frame);
    },
  });
  const factory = valuesOf(places);
  if (saved) restore(places, reporter, saved);

  const stopRunning = () => {
    for (const { running } of places.values()) {
      for (const stop of running.values()) stop();
      running.clear();
    }
  };

  const device: VirtualDevice = {
    ieee,
    profile,
    router: profile.kind === "router",
    listens: profile.kind === "router",
    mains: profile.kind === "router",
    manufacturer: profile.manufacturer,
    endpoints: profile.endpoints.map(({ id, device: kind, profile: own = HOME_AUTOMATION }) => ({
      id,
      profile: own,
      device: kind,
      inputs: [...(places.get(id)?.servers.keys() ?? [])],
      outputs: [...(places.get(id)?.clients ?? [])],
    })),
    bindings: body.bindings,
    groups: body.groups,
    reach: comesBack && profile.kind === "sleeper" ? "expired" : "ok",
    latency: options.latency ?? 0,
    ...(options.linkquality === undefined ? {} : { linkquality: options.linkquality }),
    places,
    refusals: body.refusals,
    reporter,
    press,
    awake: body.awake,
    get isMember() {
      return air !== undefined;
    },
    get address() {
      return air?.address;
    },
    get scenes() {
      return body.scenes;
    },
    hear: (frame, id) => {
      const place = places.get(id);
      const bytes = place && answerFrame(place, reporter, frame, custom);
      if (bytes) say(id, { address: frame.from.address, endpoint: frame.from.endpoint }, frame.cluster, bytes);
    },
    joined: (fresh) => {
      air = fresh;
      if (!comesBack) body.awake(FRESH);
      comesBack = false;
      for (const place of places.values()) place.each((behaviour) => behaviour.joined?.(place));
      changed();
    },
    left: () => {
      air = undefined;
      stopDoze();
      stopRunning();
      reporter.clear();
      body.groups.clear();
      body.bindings.length = 0;
      body.scenes = [];
      for (const place of places.values()) place.each((behaviour) => behaviour.left?.(place));
      body.reset();
      changed();
    },
    powerDown: stopRunning,
    powerUp: () => {
      for (const place of places.values()) {
        place.each((behaviour) => behaviour.powered?.(place));
        if (air) place.each((behaviour) => behaviour.joined?.(place));
      }
    },
    touch: (bytes, home, reset) => answerTouchlink(device, bytes, home, reset),
    save: () => ({
      ieee,
      member: air !== undefined || comesBack,
      values: valuesOf(places),
      memory: Object.fromEntries([...places].map(([id, { memory }]) => [id, { ...memory }])),
      groups: [...body.groups].map(([group, endpoints]) => [group, [...endpoints]]),
      bindings: [...body.bindings],
      scenes: body.scenes,
      reporting: reporter.rules(),
    }),
    close: () => {
      stopDoze();
      stopRunning();
      reporter.stop(); // it is saved once more when all is quiet
    },
  };
  return device;
}

function restore(places: ReadonlyMap<number, DeviceEndpoint>, reporter: Reporter, saved: SavedStation): void {
  for (const place of places.values()) {
    Object.assign(place.memory, saved.memory[place.endpoint]);
    for (const { attributes } of place.servers.values()) {
      for (const attribute of attributes.values()) {
        attribute.value = saved.values[keyOf(attribute)] ?? attribute.value;
      }
    }
  }
  for (const { endpoint, cluster, attribute, ...rule } of saved.reporting) {
    const watched = places.get(endpoint)?.attribute(cluster, attribute);
    if (watched) reporter.restore(watched, rule);
  }
}

function valuesOf(places: ReadonlyMap<number, DeviceEndpoint>): Record<string, AttributeValue> {
  const clusters = [...places.values()].flatMap(({ servers }) => [...servers.values()]);
  const attributes = clusters.flatMap((cluster) => [...cluster.attributes.values()]);
  return Object.fromEntries(attributes.map((attribute) => [keyOf(attribute), attribute.value]));
}

function keyOf({ endpoint, cluster, name }: Attribute): string {
  return `${endpoint}/${cluster}/${name}`;
}

function firstEndpoint({ endpoints }: DeviceProfile): number {
  return endpoints[0]?.id ?? 1;
}
