/** Finds whom an order is for: a device's endpoint, or a group with its members, and what their converters need to know. */
import { type Ieee, RadioError, type Target } from "../../../model/radio.ts";
import type { BindTarget } from "../../../model/radio-tables.ts";
import type { States } from "../devices/converter-state.ts";
import type { Inbound } from "../devices/decoder.ts";
import type { Registry } from "../devices/device-table.ts";
import type { Device, Endpoint, Group, Herdsman, Notes } from "../herdsman.ts";
import { endpointNames } from "../network/knowledge.ts";
import type { Party, Place } from "./converter-orders.ts";

export interface Parties {
  device(ieee: Ieee): Device;
  endpoint(target: { readonly ieee: Ieee; readonly endpoint?: number }): Endpoint;
  /** Made when there is none. */
  group(id: number): Group;
  /** What a frame of the standard is sent to. */
  entity(target: Target): Endpoint | Group;
  /** Whom the converters speak to. */
  party(target: Target): Party;
  /** Where a binding leads. */
  end(target: BindTarget): Endpoint | Group;
}

export interface PartiesParts {
  readonly herdsman: Herdsman;
  readonly registry: Registry;
  readonly states: States;
  readonly inbound: Inbound;
}

type MemberTarget = Extract<Target, { readonly group: number }>;

export function openParties({ herdsman, registry, states, inbound }: PartiesParts): Parties {
  const groupStates = new Map<number, Notes>();

  const parties: Parties = {
    device: (ieee) => {
      const device = herdsman.getDeviceByIeeeAddr(ieee);
      if (!device) throw new RadioError("unknown", `${ieee} is not in the network`);
      return device;
    },
    endpoint: ({ ieee, endpoint: id }) => {
      const device = parties.device(ieee);
      const endpoint = id === undefined ? device.endpoints[0] : device.getEndpoint(id);
      if (!endpoint) throw new RadioError("unknown", `${ieee} has no endpoint ${id ?? ""}`.trim());
      return endpoint;
    },
    group: (id) => {
      if (!(Number.isInteger(id) && id >= 1 && id <= 0xfff7))
        throw new RadioError("invalid", `there can be no group ${id}`);
      return herdsman.getGroupByID(id) ?? herdsman.createGroup(id);
    },
    entity: (target) => {
      if ("group" in target) return parties.group(target.group);
      if (target.endpoint === undefined) throw new RadioError("invalid", "which endpoint is meant?");
      return parties.endpoint(target);
    },
    party: (target) => ("group" in target ? groupParty(target) : deviceParty(target)),
    end: (target) => ("group" in target ? parties.group(target.group) : parties.endpoint(target)),
  };
  return parties;

  function deviceParty(target: { readonly ieee: Ieee; readonly endpoint?: number }): Party {
    const { ieee } = target;
    const device = parties.device(ieee);
    const known = registry.get(ieee);
    if (!known?.definition) throw new RadioError("unsupported", "nobody knows how to speak to this model");
    const { definition, options, state } = known;
    const names = endpointNames(definition, device);
    const usual = usualEndpoint(device, target.endpoint ?? names.default);
    const usualName = definition.meta?.multiEndpoint ? nameOf(names, usual.ID) : undefined;
    return {
      definitions: [definition],
      meta: {
        device,
        mapped: definition,
        options,
        state,
        publish: (payload) => inbound.publish(known, usual.ID, payload),
        deviceExposesChanged: () => registry.tell(known),
      },
      place: (key) => placeOf(device, names, key) ?? { entity: usual, key, name: usualName },
      believe: (values, member) => states.merge(member ?? ieee, values),
    };
  }

  function groupParty({ group: id, members }: MemberTarget): Party {
    const group = parties.group(id);
    for (const member of members) addMember(group, member);
    const all = group.members.map((endpoint) => registry.get(endpoint.deviceIeeeAddress));
    const some = all.find((known) => known?.definition)?.definition;
    if (!some) throw new RadioError("unsupported", "nobody knows how to speak to the members of this group");
    const definitions = all.map((known) => known?.definition ?? some); // the converters count on one for each
    const state = groupStates.get(id) ?? {};
    groupStates.set(id, state);
    return {
      definitions,
      meta: {
        device: undefined,
        mapped: definitions,
        options: {},
        state,
        publish: () => {},
        deviceExposesChanged: () => {},
      },
      members: Object.fromEntries(all.flatMap((known) => (known ? [[known.device.ieeeAddr, known.state]] : []))),
      place: (key) => ({ entity: group, key, name: undefined }),
      believe: (values, member) => (member ? states.merge(member, values) : Object.assign(state, values)),
    };
  }

  /** Herdsman asks its members what they are; ours is the one who knows who they are. */
  function addMember(group: Group, { ieee, endpoint: id }: { readonly ieee: Ieee; readonly endpoint: number }): void {
    const endpoint = herdsman.getDeviceByIeeeAddr(ieee)?.getEndpoint(id);
    if (endpoint && !group.hasMember(endpoint)) group.addMember(endpoint);
  }
}

/** "state_left" → the endpoint of that name. */
function placeOf(device: Device, names: Readonly<Record<string, number>>, whole: string): Place | undefined {
  for (const [name, id] of Object.entries(names)) {
    const end = `_${name}`;
    const entity = whole.endsWith(end) ? device.getEndpoint(id) : undefined;
    if (entity) return { entity, key: whole.slice(0, -end.length), name };
  }
  return undefined;
}

function usualEndpoint(device: Device, id: number | undefined): Endpoint {
  const endpoint = (id === undefined ? undefined : device.getEndpoint(id)) ?? device.endpoints[0];
  if (!endpoint) throw new RadioError("unknown", `${device.ieeeAddr} has no endpoints yet`);
  return endpoint;
}

function nameOf(names: Readonly<Record<string, number>>, id: number): string | undefined {
  return Object.entries(names).find(([name, number]) => number === id && name !== "default")?.[0];
}
