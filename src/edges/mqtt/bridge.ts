/** The gateway's messages about itself, its devices and its groups, in the form of zigbee2mqtt's bridge topics. */
import { cpus, release, totalmem, type } from "node:os";
import process from "node:process";
import { idOf } from "../../model/addresses.ts";
import type { Expose } from "../../model/radio/device-facts.ts";
import type { BindTarget, EndpointWiring } from "../../model/radio/orders.ts";
import type { NetworkFacts } from "../../model/radio/radio-port.ts";
import type { Resource, Values } from "../../model/resource.ts";
import type { LinkState } from "./broker-link.ts";
import { MEGABYTE } from "./health-report.ts";
import type { LastSeenForm } from "./last-seen.ts";
import type { MqttDevice, MqttGroup, MqttHouse } from "./mqtt-house.ts";
import { CONFIG_SCHEMA, optionsOf } from "./options.ts";

/** The version whose topics these are: clients ask for at least some version. */
const SPOKEN_VERSION = "2.6.0";

export interface PackageVersions {
  readonly gateway: string;
  readonly herdsman: string;
  readonly converters: string;
}

export interface InfoParts {
  readonly network: NetworkFacts | undefined;
  readonly versions: PackageVersions;
  readonly base: string;
  readonly link: Pick<LinkState, "broker" | "protocol">;
  readonly discovery: string; // its prefix; "" where there is none
  readonly output: string;
  readonly retain: boolean;
  readonly lastSeen: LastSeenForm;
  readonly openUntil: number; // milliseconds, UTC; of the network
  readonly now: number;
  readonly devices: readonly MqttDevice[];
  readonly groups: readonly MqttGroup[];
}

/** Secrets are none of it: neither the network's key nor the broker's login. */
export function bridgeInfo(parts: InfoParts): Values {
  const { network, versions, base, link, discovery, output, retain, openUntil, now } = parts;
  const isOpen = openUntil > now;
  return {
    version: SPOKEN_VERSION,
    commit: `gateway-${versions.gateway}`,
    gateway: { name: "node-red-contrib-zigbee-gateway", version: versions.gateway },
    zigbee_herdsman: { version: versions.herdsman },
    zigbee_herdsman_converters: { version: versions.converters },
    os: machine(),
    mqtt: { server: link.broker, version: link.protocol },
    coordinator: {
      type: network?.adapter ?? "",
      ieee_address: network?.coordinator ?? "0x0000000000000000",
      meta: { revision: network?.version ?? "", firmware: network?.firmware ?? "" },
    },
    network: {
      channel: network?.channel ?? 0,
      pan_id: network?.panid ?? 0,
      extended_pan_id: `0x${network?.extendedpanid ?? "0000000000000000"}`,
    },
    log_level: "info",
    permit_join: isOpen,
    ...(isOpen ? { permit_join_end: openUntil } : {}),
    restart_required: false,
    config: {
      homeassistant: {
        enabled: discovery !== "",
        discovery_topic: discovery || "homeassistant",
        status_topic: `${discovery || "homeassistant"}/status`,
        legacy_action_sensor: false,
        experimental_event_entities: true,
      },
      mqtt: { base_topic: base, server: link.broker, force_disable_retain: !retain, include_device_information: false },
      advanced: {
        channel: network?.channel ?? 0,
        pan_id: network?.panid ?? 0,
        last_seen: parts.lastSeen,
        elapsed: false,
        output,
        cache_state: true,
        availability_blocklist: [],
        log_level: "info",
      },
      availability: { enabled: true },
      frontend: { enabled: false },
      serial: {},
      ota: {},
      map_options: {},
      passlist: [],
      blocklist: [],
      device_options: {},
      devices: Object.fromEntries(
        parts.devices.map((device) => [device.ieee, { friendly_name: device.name, ...optionsOf(device) }]),
      ),
      groups: Object.fromEntries(parts.groups.map(({ id, name }) => [id, { friendly_name: name }])),
    },
    config_schema: CONFIG_SCHEMA,
  };
}

function machine(): Values {
  const [cpu] = cpus();
  return {
    version: `${type()} ${release()}`,
    node_version: process.version,
    cpus: `${cpu?.model ?? ""} (x${cpus().length})`,
    memory_mb: Math.round(totalmem() / MEGABYTE),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  router: "Router",
  "end-device": "EndDevice",
  "green-power": "GreenPower",
};
const LINKQUALITY: Expose = {
  type: "numeric",
  name: "linkquality",
  label: "Linkquality",
  property: "linkquality",
  access: 1,
  unit: "lqi",
  description: "Link quality (signal strength)",
  value_min: 0,
  value_max: 255,
  category: "diagnostic",
};

export function bridgeDevices(
  house: MqttHouse,
  network: NetworkFacts | undefined,
  wiring: readonly EndpointWiring[],
): readonly Values[] {
  const coordinator = network ? [coordinatorEntry(network)] : [];
  return [...coordinator, ...house.devices.map((device) => deviceEntry(device, house, wiring))];
}

/** A client that binds a device to the stick binds it to this endpoint. */
const UNWIRED = { bindings: [], configured_reportings: [], clusters: { input: [], output: [] }, scenes: [] };

function coordinatorEntry({ coordinator }: NetworkFacts): Values {
  return {
    ...{ ieee_address: coordinator, type: "Coordinator", network_address: 0, supported: true },
    ...{ friendly_name: "Coordinator", disabled: false, definition: null, endpoints: { 1: UNWIRED } },
    ...{ interview_completed: true, interviewing: false, interview_state: "SUCCESSFUL" },
  };
}

const PAIRING: Readonly<Record<string, string>> = {
  joined: "PENDING",
  interviewing: "IN_PROGRESS",
  failed: "FAILED",
};

function deviceEntry(device: MqttDevice, house: MqttHouse, wiring: readonly EndpointWiring[]): Values {
  const { ieee, name, resource, facts } = device;
  const { attr, state } = resource;
  const isKnown = facts?.interviewed === true;
  const interview = isKnown ? "SUCCESSFUL" : (PAIRING[String(state.pairing)] ?? "PENDING");
  return {
    ieee_address: ieee,
    type: KINDS[String(attr.kind)] ?? "Unknown",
    network_address: facts?.network ?? 0,
    supported: facts?.definition !== undefined && !facts.definition.generated,
    friendly_name: name,
    disabled: attr.disabled === true,
    ...(attr.notes ? { description: attr.notes } : {}),
    definition: definitionOf(device),
    ...(attr.kind === "green-power" || !facts?.powersource ? {} : { power_source: facts.powersource }),
    ...(facts?.swversion && facts.swversion !== facts.datecode ? { software_build_id: facts.swversion } : {}),
    ...(facts?.datecode ? { date_code: facts.datecode } : {}),
    model_id: facts?.modelid ?? String(attr.modelid ?? ""),
    manufacturer: facts?.manufacturername ?? String(attr.manufacturername ?? ""),
    interviewing: interview === "IN_PROGRESS",
    interview_completed: isKnown,
    interview_state: interview,
    endpoints: endpointsOf(device, house, wiring),
  };
}

export function definitionOf({ facts }: Pick<MqttDevice, "facts">): Values | null {
  if (!facts?.definition) return null;
  const { generated, model, vendor, description, exposes, options } = facts.definition;
  const all = exposes.some(({ property }) => property === "linkquality") ? exposes : [...exposes, LINKQUALITY];
  return {
    ...{ source: generated ? "generated" : "native", model, vendor, description },
    ...{ exposes: all, options, supports_ota: false },
  };
}

function endpointsOf({ facts, ieee }: MqttDevice, house: MqttHouse, wiring: readonly EndpointWiring[]): Values {
  const clusterNames = (clusters: readonly number[]) => clusters.map((cluster) => house.clusterName(ieee, cluster));
  const names = Object.entries(facts?.definition?.endpoints ?? {});
  return Object.fromEntries(
    (facts?.endpoints ?? []).map(({ id, inputs, outputs }) => {
      const own = wiring
        .filter((each) => each.ieee === ieee && each.endpoint === id)
        .flatMap(({ clusters }) => clusters);
      const name = names.find(([each, number]) => number === id && each !== "default")?.[0];
      const endpoint = {
        ...(name === undefined ? {} : { name }),
        bindings: own.flatMap(({ name: cluster, bound }) =>
          bound.map((target) => ({ cluster, target: bindTarget(target) })),
        ),
        configured_reportings: own.flatMap(({ name: cluster, reported }) =>
          reported.map(({ attribute, least, most, change }) => ({
            ...{ cluster, attribute, minimum_report_interval: least },
            ...{ maximum_report_interval: most, reportable_change: change },
          })),
        ),
        clusters: { input: clusterNames(inputs), output: clusterNames(outputs) },
        scenes: [], // scenes are those of groups here
      };
      return [id, endpoint];
    }),
  );
}

function bindTarget(target: BindTarget): Values {
  return "group" in target
    ? { type: "group", id: target.group }
    : { type: "endpoint", endpoint: target.endpoint, ieee_address: target.ieee };
}

export function bridgeGroups(house: MqttHouse, scenes: (group: Resource) => readonly Resource[]): readonly Values[] {
  return house.groups.map((group) => ({
    id: Number(group.id),
    friendly_name: group.name,
    scenes: scenes(group.resource).map(({ address, attr }) => ({ id: Number(idOf(address)), name: attr.name })),
    members: house.membersOf(group).flatMap((light) => memberOf(house, light) ?? []),
  }));
}

function memberOf(house: MqttHouse, light: Resource): Values | undefined {
  const device = house.ownerOf(light);
  return device && { ieee_address: device.ieee, endpoint: endpointOf(light) };
}

/** "00:15:8d:00:01:02:03:04-0b" → 11. */
export function endpointOf({ attr }: Resource): number {
  return Number.parseInt(String(attr.uniqueid).slice("00:15:8d:00:01:02:03:04-".length), 16);
}
