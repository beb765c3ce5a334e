/** A device as a whole, in its own words: what it shows and takes beyond what became members of resources. */
import type { Devices, Property } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import { type DeviceFacts, type Expose, type Ieee, RadioError } from "../../model/radio.ts";
import type { Cause, Values } from "../../model/resource.ts";
import type { Sender } from "../commands/sender.ts";
import { mayBeRepeated, type Pending } from "../desired/pending.ts";
import { endpointClusters } from "../inventory/default-names.ts";
import { type Device, deviceAddress } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { canBeAsked, canBeSet, expected, propertiesIn } from "../plan/exposes.ts";
import { readOrder } from "../zcl/attribute-reads.ts";
import type { LastValues } from "./last-values.ts";

const LATEST = 1_000; // milliseconds that a value may come behind the word that it was given

type PropertyPort =
  | "refresh"
  | "properties"
  | "setProperty"
  | "getProperty"
  | "clusters"
  | "bindings"
  | "bind"
  | "unbind";

export interface PropertiesParts extends DevicesContext {
  readonly lastValues: LastValues;
  readonly pending: Pending;
  readonly sender: Sender;
  /** It hears nothing now. */
  readonly isAsleep: (device: Device) => boolean;
  /** As if the device had told it. */
  readonly apply: (device: Device, payload: Values, cause: Cause) => void;
}

export interface SettableProperty {
  readonly expose: Expose;
  readonly option: boolean;
}

export function openProperties(parts: PropertiesParts): Pick<Devices, PropertyPort> {
  const { store, radio, registry, lastValues, pending, sender, isAsleep, apply } = parts;

  const describe = async (ieee: Ieee): Promise<DeviceFacts> => {
    const facts = await radio.describe(ieee);
    if (!facts) throw new RadioError("unknown", "no such device is known");
    return facts;
  };
  const all = async (ieee: Ieee): Promise<ReadonlyMap<string, SettableProperty>> => {
    const { definition } = await describe(ieee);
    return settableProperties(definition?.exposes ?? [], definition?.options ?? []);
  };
  const one = async (ieee: Ieee, property: string): Promise<SettableProperty> => {
    const found = (await all(ieee)).get(property);
    if (!found) throw new RadioError("unknown", `the device has no ${property}`);
    return found;
  };
  const optionsOf = (ieee: Ieee): Values => (store.get(deviceAddress(ieee))?.attr.options ?? {}) as Values;
  const currentOf = (ieee: Ieee, name: string, { expose, option }: SettableProperty): unknown => {
    if (!option) return lastValues.get(ieee, name);
    const [options, own] = [optionsOf(ieee), nameOf(expose)];
    return Object.hasOwn(options, own) ? options[own] : undefined;
  };
  const known = (ieee: Ieee): Device => {
    const device = registry.get(ieee);
    if (!device) throw new RadioError("unknown", "no such device is known");
    return device;
  };

  return {
    properties: async (ieee) => {
      const found = [...(await all(ieee))];
      return Object.fromEntries(
        found.map(([name, each]): [string, Property] => [name, { ...each, value: currentOf(ieee, name, each) }]),
      );
    },
    setProperty: async (ieee, property, value, cause) => {
      const { expose, option } = await one(ieee, property);
      const device = known(ieee);
      const at = `${device.address}/exposes/${property}`;
      if (!option && !canBeSet(expose)) throw new ApiError("fixed", at, property);
      const wanted = expected(expose, value);
      if (wanted !== undefined) throw new ApiError("takes", at, property, value, wanted);
      if (option) {
        await kept(at, sender.setOptions(device, { [nameOf(expose)]: value }));
        return "done";
      }
      const wait = async () => {
        await kept(at, pending.addProperty(device, property, value));
        return "pending" as const;
      };
      if (isAsleep(device)) return await wait();
      try {
        const { state } = await sender.ask(device, { do: "set", target: { ieee }, values: { [property]: value } });
        apply(device, state ?? {}, cause);
        return "done";
      } catch (error) {
        if (!device.facts.sleepy || !mayBeRepeated(error)) throw error;
        return await wait();
      }
    },
    getProperty: async (ieee, property) => {
      const found = await one(ieee, property);
      if (found.option) return currentOf(ieee, property, found);
      if (!canBeAsked(found.expose)) throw new RadioError("unsupported", `${property} cannot be asked for`);
      const answer = lastValues.watch(ieee, property);
      try {
        await sender.ask(known(ieee), { do: "get", target: { ieee }, keys: [property] });
      } catch (error) {
        answer.cancel();
        throw error;
      }
      await answer.arrived(LATEST);
      return lastValues.get(ieee, property);
    },
    refresh: async ({ address }) => {
      const behind = registry.resourceAt(address);
      if (!behind) throw new RadioError("unknown", "its device is not in the network");
      const { device, resource } = behind;
      if (isAsleep(device)) throw new RadioError("asleep", "it sleeps, and tells by itself when something changes");
      const found = await all(device.ieee);
      const names = [...new Set(resource.planned.mappings.map(({ property }) => property))];
      const keys = names.filter((name) => {
        const each = found.get(name);
        return each !== undefined && !each.option && canBeAsked(each.expose);
      });
      const order = readOrder(resource.planned, device.ieee);
      if (order) await sender.ask(device, order);
      else if (keys.length === 0) throw new RadioError("unsupported", "it cannot be asked, it tells by itself");
      if (keys.length === 0) return;
      const answers = keys.map((key) => lastValues.watch(device.ieee, key));
      try {
        await sender.ask(device, { do: "get", target: { ieee: device.ieee }, keys });
      } catch (error) {
        for (const answer of answers) answer.cancel();
        throw error;
      }
      await Promise.all(answers.map((answer) => answer.arrived(LATEST)));
    },
    clusters: async (ieee) => {
      const endpoints = endpointClusters(registry.get(ieee)?.facts ?? (await describe(ieee)));
      return Object.fromEntries(endpoints.map(({ endpoint, ...rest }) => [String(endpoint), rest]));
    },
    bindings: async (ieee) => (await radio.order({ do: "bindings", target: { ieee } })).bindings,
    bind: async (ieee, endpoint, cluster, to) => {
      await radio.order({ do: "bind", target: { ieee, endpoint }, cluster, to });
    },
    unbind: async (ieee, endpoint, cluster, to) => {
      await radio.order({ do: "unbind", target: { ieee, endpoint }, cluster, to });
    },
  };
}

/** Everything by the name that clients use. Where an option is called like a value of the device itself, it has a name of its own. */
export function settableProperties(
  exposes: readonly Expose[],
  options: readonly Expose[],
): ReadonlyMap<string, SettableProperty> {
  const own = propertiesIn(exposes);
  const found = new Map<string, SettableProperty>();
  for (const expose of options) {
    const name = nameOf(expose);
    found.set(own.has(name) ? `${name}_option` : name, { expose, option: true });
  }
  for (const [name, expose] of own) found.set(name, { expose, option: false });
  return found;
}

function nameOf({ property, name = "" }: Expose): string {
  return property ?? name;
}

/** Whoever was told that it is done may rely on it. */
async function kept(at: string, keeping: Promise<void>): Promise<void> {
  await keeping.catch(() => {
    throw new ApiError("internal", at, "the disk refused the change");
  });
}
