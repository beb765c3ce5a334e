/** Finds the target of an order: a device's endpoint, or a group with its members, and the facts that their converters need. */
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { type BindTarget, RadioError, type Target } from "../../../model/radio/orders.ts";
import type { ConverterStates } from "../devices/converter-states.ts";
import type { Decoder } from "../devices/decoder.ts";
import { endpointNames } from "../devices/device-facts.ts";
import type { DeviceTable } from "../devices/device-table.ts";
import type { ConverterNotes, Herdsman, HerdsmanDevice, HerdsmanEndpoint, HerdsmanGroup } from "../herdsman.ts";
import type { ConverterTarget, KeyTarget } from "./converter-orders.ts";

interface TargetsParts {
  readonly herdsman: Herdsman;
  readonly devices: DeviceTable;
  readonly states: ConverterStates;
  readonly decoder: Decoder;
}

type DeviceTarget = { readonly ieee: Ieee; readonly endpoint?: number };
type GroupTarget = Extract<Target, { readonly group: number }>;

const LAST_GROUP = 0xfff7;

export class Targets {
  readonly #parts: TargetsParts;
  readonly #groupStates = new Map<number, ConverterNotes>();

  constructor(parts: TargetsParts) {
    this.#parts = parts;
  }

  device(ieee: Ieee): HerdsmanDevice {
    const device = this.#parts.herdsman.getDeviceByIeeeAddr(ieee);
    if (!device) throw new RadioError("unknown", `${ieee} is not in the network`);
    return device;
  }

  endpoint({ ieee, endpoint: id }: DeviceTarget): HerdsmanEndpoint {
    const device = this.device(ieee);
    const endpoint = id === undefined ? device.endpoints[0] : device.getEndpoint(id);
    if (!endpoint) throw new RadioError("unknown", `${ieee} has no endpoint ${id ?? ""}`.trim());
    return endpoint;
  }

  /** Made when there is none. */
  group(id: number): HerdsmanGroup {
    const isValid = Number.isInteger(id) && id >= 1 && id <= LAST_GROUP;
    if (!isValid) throw new RadioError("invalid", `there can be no group ${id}`);
    const { herdsman } = this.#parts;
    return herdsman.getGroupByID(id) ?? herdsman.createGroup(id);
  }

  /** The endpoint or group that a frame of the ZCL is sent to. */
  entity(target: Target): HerdsmanEndpoint | HerdsmanGroup {
    if ("group" in target) return this.group(target.group);
    if (target.endpoint === undefined) throw new RadioError("invalid", "which endpoint is meant?");
    return this.endpoint(target);
  }

  /** Where a binding leads. */
  bindTarget(target: BindTarget): HerdsmanEndpoint | HerdsmanGroup {
    return "group" in target ? this.group(target.group) : this.endpoint(target);
  }

  converterTarget(target: Target): ConverterTarget {
    return "group" in target ? this.#ofGroup(target) : this.#ofDevice(target);
  }

  #ofDevice(target: DeviceTarget): ConverterTarget {
    const { devices, decoder, states } = this.#parts;
    const { ieee } = target;
    const device = this.device(ieee);
    const attached = devices.get(ieee);
    if (!attached?.definition) throw new RadioError("unsupported", "nobody knows how to speak to this model");
    const { definition, options, state } = attached;
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
        publish: (payload) => decoder.publish(attached, usual.ID, payload),
        deviceExposesChanged: () => devices.tellChanges(attached),
      },
      keyTarget: (key) => endpointOfKey(device, names, key) ?? { entity: usual, key, name: usualName },
      keepState: (values, member) => states.merge(member ?? ieee, values),
    };
  }

  #ofGroup({ group: id, members }: GroupTarget): ConverterTarget {
    const group = this.group(id);
    for (const member of members) this.#addMember(group, member);
    const all = group.members.map((endpoint) => this.#parts.devices.get(endpoint.deviceIeeeAddress));
    const some = all.find((attached) => attached?.definition)?.definition;
    if (!some) throw new RadioError("unsupported", "nobody knows how to speak to the members of this group");
    const mapped = all.map((attached) => attached?.definition ?? some); // the converters count on one for each
    const told = members.flatMap(({ ieee }) => this.#parts.devices.get(ieee)?.definition ?? []); // others may be told in other words
    const state = this.#groupStates.get(id) ?? {};
    this.#groupStates.set(id, state);
    return {
      definitions: told.length > 0 ? told : mapped,
      meta: {
        device: undefined,
        mapped,
        options: {},
        state,
        publish: () => {},
        deviceExposesChanged: () => {},
      },
      members: Object.fromEntries(all.flatMap((one) => (one ? [[one.device.ieeeAddr, one.state]] : []))),
      keyTarget: (key) => ({ entity: group, key, name: undefined }),
      keepState: (values, member) => (member ? this.#parts.states.merge(member, values) : Object.assign(state, values)),
    };
  }

  /** Herdsman asks the members of a group what they are; only the gateway knows which devices are members. */
  #addMember(group: HerdsmanGroup, { ieee, endpoint: id }: Required<DeviceTarget>): void {
    const endpoint = this.#parts.herdsman.getDeviceByIeeeAddr(ieee)?.getEndpoint(id);
    if (endpoint && !group.hasMember(endpoint)) group.addMember(endpoint);
  }
}

/** "state_left" → the endpoint of that name. */
function endpointOfKey(
  device: HerdsmanDevice,
  names: Readonly<Record<string, number>>,
  whole: string,
): KeyTarget | undefined {
  for (const [name, id] of Object.entries(names)) {
    const end = `_${name}`;
    const entity = whole.endsWith(end) ? device.getEndpoint(id) : undefined;
    if (entity) return { entity, key: whole.slice(0, -end.length), name };
  }
  return undefined;
}

function usualEndpoint(device: HerdsmanDevice, id: number | undefined): HerdsmanEndpoint {
  const endpoint = (id === undefined ? undefined : device.getEndpoint(id)) ?? device.endpoints[0];
  if (!endpoint) throw new RadioError("unknown", `${device.ieeeAddr} has no endpoints yet`);
  return endpoint;
}

function nameOf(names: Readonly<Record<string, number>>, id: number): string | undefined {
  return Object.entries(names).find(([name, number]) => number === id && name !== "default")?.[0];
}
