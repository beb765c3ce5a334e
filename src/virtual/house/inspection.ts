/** The virtual house as plain data, for tests and for the panel that shows what is inside. */
import type { FrameCounters, FrameCounts } from "../air/traffic.ts";
import { FIELDS } from "../clusters/scene-values.ts";
import type { DeviceEndpoint } from "../devices/device-endpoints.ts";
import { clusterName } from "../devices/zcl.ts";
import { heldFor } from "./life.ts";
import type { Resident, Residents } from "./residents.ts";

/** Plain JSON. */
export type PlainJson = Readonly<Record<string, unknown>>;

const IDENTIFY = "genIdentify";
const EFFECTS: Readonly<Record<number, string>> = {
  0: "blink",
  1: "breathe",
  2: "okay",
  11: "channel_change",
  254: "finish_effect",
  255: "stop_effect",
};
const WARNINGS: readonly string[] = ["stop", "burglar", "fire", "emergency", "police", "fire_panic", "emergency_panic"];

export function inspectHouse(house: Residents, isComplete: boolean, life: boolean): PlainJson {
  const { network, stick } = house;
  return {
    complete: isComplete,
    life,
    open: Math.ceil(network.openFor() / 1000),
    channel: stick.channel,
    stick: stick.family,
    coordinator: stick.ieee,
    framecounter: stick.frameCounter,
    frames: framesOf(stick.counters),
    stations: house.all().map(inspectResident),
  };
}

export function inspectResident({ name, profile, role, device }: Resident): PlainJson {
  const endpoints = [...device.clusterEndpoints.values()];
  const identify = Math.max(0, ...endpoints.map((endpoint) => endpoint.get(IDENTIFY, "identifyTime")));
  const remembered = (what: string) => endpoints.map(({ memory }) => memory[what]).find((value) => value !== undefined);
  const effect = remembered("effect");
  const warning = remembered("warning");
  const held = Object.fromEntries(endpoints.flatMap(heldOf));
  return {
    ieee: device.ieee,
    name,
    profile,
    model: endpoints.map((endpoint) => endpoint.text("genBasic", "modelId")).find((id) => id !== "") ?? "",
    role,
    kind: device.profile.kind,
    joined: device.isMember,
    address: device.address ?? null,
    reach: device.reach,
    latency: device.latency,
    identify,
    ...(effect === undefined ? {} : { effect: EFFECTS[effect] ?? String(effect) }),
    ...(warning === undefined ? {} : { warning: WARNINGS[warning] ?? String(warning) }),
    ...(Object.keys(held).length > 0 && { held }),
    presses: Object.keys(device.profile.presses ?? {}),
    endpoints: Object.fromEntries(
      endpoints.map((endpoint) => [
        String(endpoint.id),
        Object.fromEntries(
          [...endpoint.servers.values()].map(({ name: cluster, attributes }) => [cluster, valuesOf(attributes)]),
        ),
      ]),
    ),
    groups: Object.fromEntries([...device.groups].map(([group, endpoints]) => [String(group), [...endpoints]])),
    bindings: device.bindings.map(({ endpoint, cluster, target }) => ({
      endpoint,
      cluster: clusterName(cluster, device.profile.custom),
      target,
    })),
    scenes: device.scenes.map(({ values, ...scene }) => ({ ...scene, values: sceneValues(values) })),
    reporting: device.reporter.save(),
  };
}

/** `{"2/msIlluminanceMeasurement.measuredValue": 540}`: it is as it was set by hand, and life leaves it alone for that many seconds. */
function heldOf(endpoint: DeviceEndpoint): readonly (readonly [path: string, seconds: number])[] {
  return [...endpoint.held].flatMap(([path, { text }]) => {
    const [cluster = "", attribute = ""] = path.split(".");
    if (endpoint.text(cluster, attribute) !== text) return []; // a command has changed it
    const seconds = Math.ceil(heldFor(endpoint, cluster, attribute) / 1000);
    return seconds > 0 ? [[`${endpoint.id}/${path}`, seconds] as const] : [];
  });
}

function valuesOf(attributes: ReadonlyMap<string, { readonly value: unknown }>): PlainJson {
  return Object.fromEntries([...attributes].map(([name, { value }]) => [name, value]));
}

function sceneValues(values: Readonly<Record<number, readonly number[]>>): PlainJson {
  return Object.fromEntries(
    FIELDS.flatMap(({ id, name, attributes }) => {
      const stored = values[id];
      if (!stored) return [];
      return [[name, Object.fromEntries(stored.map((value, index) => [attributes[index] ?? index, value]))]];
    }),
  );
}

function framesOf({ sent, received, to, replayed, lost }: FrameCounters): PlainJson {
  const copy = (counts: Readonly<FrameCounts>) => ({ ...counts });
  return {
    sent: copy(sent),
    received: copy(received),
    replayed,
    lost,
    to: Object.fromEntries([...to].map(([who, counts]) => [who, copy(counts)])),
  };
}
