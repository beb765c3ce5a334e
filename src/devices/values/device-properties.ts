/** A device in its own words: the properties that its converters show and take, beyond those that became members of resources. */
import type { Devices, Property } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import type { DeviceFacts, Expose, Ieee } from "../../model/radio/device-facts.ts";
import { RadioError, SLEEPS } from "../../model/radio/orders.ts";
import type { Address, Cause, Values } from "../../model/resource.ts";
import { ARM_MODE, armModeOf, isPanelState } from "../buttons/keypad.ts";
import type { Sender } from "../commands/sender.ts";
import { mayBeRepeated, type Outbox } from "../desired/outbox.ts";
import type { DevicesContext } from "../devices-context.ts";
import { endpointClusters } from "../inventory/default-names.ts";
import { type Device, deviceAddress } from "../inventory/device-registry.ts";
import { canBeAsked, canBeSet, expected, propertiesIn } from "../plan/exposes.ts";
import { readOrder } from "../zcl/attribute-reads.ts";
import type { LastValues } from "./last-values.ts";

const LATEST = 1_000; // milliseconds that a value may come after the answer to the read

type PropertyPort =
  | "refresh"
  | "properties"
  | "setProperty"
  | "getProperty"
  | "clusters"
  | "bindings"
  | "bind"
  | "unbind";

interface PropertiesParts extends DevicesContext {
  readonly lastValues: LastValues;
  readonly outbox: Outbox;
  readonly sender: Sender;
  readonly isAsleep: (device: Device) => boolean;
  /** As if the device had reported these values. */
  readonly apply: (device: Device, payload: Values, cause: Cause) => void;
}

export interface SettableProperty {
  readonly expose: Expose;
  readonly option: boolean;
}

export function openProperties(parts: PropertiesParts): Pick<Devices, PropertyPort> {
  const properties = new DeviceProperties(parts);
  const { radio, registry } = parts;
  return {
    properties: (ieee) => properties.all(ieee),
    setProperty: (ieee, property, value, cause) => properties.set(ieee, property, value, cause),
    getProperty: (ieee, property) => properties.get(ieee, property),
    refresh: ({ address }) => properties.refresh(address),
    clusters: async (ieee) => {
      const endpoints = endpointClusters(registry.get(ieee)?.facts ?? (await properties.describe(ieee)));
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

class DeviceProperties {
  readonly #parts: PropertiesParts;

  constructor(parts: PropertiesParts) {
    this.#parts = parts;
  }

  async all(ieee: Ieee): Promise<Readonly<Record<string, Property>>> {
    const found = [...(await this.#settable(ieee))];
    return Object.fromEntries(
      found.map(([name, each]): [string, Property] => [name, { ...each, value: this.#valueOf(ieee, name, each) }]),
    );
  }

  /** A keypad shows the mode that it was told, and does not report it. */
  async set(ieee: Ieee, property: string, value: unknown, cause: Cause): Promise<"done" | "pending"> {
    const done = await this.#set(ieee, property, value, cause);
    if (property === ARM_MODE && isPanelState(value))
      this.#parts.apply(this.#device(ieee), { [ARM_MODE]: value }, cause);
    return done;
  }

  async #set(ieee: Ieee, property: string, value: unknown, cause: Cause): Promise<"done" | "pending"> {
    const { sender, isAsleep, apply } = this.#parts;
    const { expose, option } = await this.#find(ieee, property);
    const device = this.#device(ieee);
    const at = `${device.address}/exposes/${property}`;
    if (!option && !canBeSet(expose)) throw new ApiError("readOnly", at, property);
    const wanted = expected(expose, value);
    if (wanted !== undefined) throw new ApiError("takes", at, property, value, wanted);
    if (option) {
      await kept(at, sender.setOptions(device, { [nameOf(expose)]: value }));
      return "done";
    }
    if (isAsleep(device)) return await this.#setLater(device, property, value, at);
    try {
      const { state } = await sender.ask(device, { do: "set", target: { ieee }, values: { [property]: value } });
      apply(device, state ?? {}, cause);
      return "done";
    } catch (error) {
      if (!device.facts.sleepy || !mayBeRepeated(error)) throw error;
      return await this.#setLater(device, property, value, at);
    }
  }

  async get(ieee: Ieee, property: string): Promise<unknown> {
    const found = await this.#find(ieee, property);
    if (found.option) return this.#valueOf(ieee, property, found);
    if (!canBeAsked(found.expose)) throw new RadioError("unsupported", `${property} cannot be asked for`);
    await this.#read(this.#device(ieee), [property]);
    return this.#parts.lastValues.get(ieee, property);
  }

  /** Reads all that a resource shows. */
  async refresh(address: Address): Promise<void> {
    const { registry, sender, isAsleep } = this.#parts;
    const owner = registry.resourceAt(address);
    if (!owner) throw new RadioError("unknown", "its device is not in the network");
    const { device, resource } = owner;
    if (isAsleep(device)) throw new RadioError("asleep", `${SLEEPS}, and tells by itself when something changes`);
    const settable = await this.#settable(device.ieee);
    const properties = [...new Set(resource.planned.mappings.map(({ property }) => property))];
    const keys = properties.filter((property) => {
      const found = settable.get(property);
      return found !== undefined && !found.option && canBeAsked(found.expose);
    });
    const order = readOrder(resource.planned, device.ieee);
    if (order) await sender.ask(device, order);
    else if (keys.length === 0) throw new RadioError("unsupported", "it cannot be asked, it tells by itself");
    if (keys.length > 0) await this.#read(device, keys);
  }

  async describe(ieee: Ieee): Promise<DeviceFacts> {
    const facts = await this.#parts.radio.describe(ieee);
    if (!facts) throw new RadioError("unknown", "no such device is known");
    return facts;
  }

  async #settable(ieee: Ieee): Promise<ReadonlyMap<string, SettableProperty>> {
    const { definition } = await this.describe(ieee);
    return settableProperties(definition?.exposes ?? [], definition?.options ?? []);
  }

  async #find(ieee: Ieee, property: string): Promise<SettableProperty> {
    const found = (await this.#settable(ieee)).get(property);
    if (!found) throw new RadioError("unknown", `the device has no ${property}`);
    return found;
  }

  #device(ieee: Ieee): Device {
    const device = this.#parts.registry.get(ieee);
    if (!device) throw new RadioError("unknown", "no such device is known");
    return device;
  }

  #valueOf(ieee: Ieee, property: string, { expose, option }: SettableProperty): unknown {
    if (!option) return this.#parts.lastValues.get(ieee, property);
    const options = (this.#parts.store.get(deviceAddress(ieee))?.attr.options ?? {}) as Values;
    const name = nameOf(expose);
    return Object.hasOwn(options, name) ? options[name] : undefined;
  }

  async #setLater(device: Device, property: string, value: unknown, at: string): Promise<"pending"> {
    await kept(at, this.#parts.outbox.addProperty(device, property, value));
    return "pending";
  }

  /** Ends when the values have come too, which is after the answer. */
  async #read(device: Device, keys: readonly string[]): Promise<void> {
    const { lastValues, sender } = this.#parts;
    const { ieee } = device;
    const watches = keys.map((key) => lastValues.watch(ieee, key));
    try {
      await sender.ask(device, { do: "get", target: { ieee }, keys });
    } catch (error) {
      for (const watch of watches) watch.cancel();
      throw error;
    }
    await Promise.all(watches.map((watch) => watch.arrived(LATEST)));
  }
}

/** By the name that clients use. An option with the name of a property has a name of its own. */
export function settableProperties(
  exposes: readonly Expose[],
  options: readonly Expose[],
): ReadonlyMap<string, SettableProperty> {
  const own = propertiesIn(exposes);
  const settable = new Map<string, SettableProperty>();
  for (const expose of options) {
    const name = nameOf(expose);
    settable.set(own.has(name) ? `${name}_option` : name, { expose, option: true });
  }
  for (const [name, expose] of own) settable.set(name, { expose, option: false });
  const keypad = armModeOf(exposes);
  if (keypad) settable.set(ARM_MODE, { expose: keypad, option: false });
  return settable;
}

function nameOf({ property, name = "" }: Expose): string {
  return property ?? name;
}

/** A client that was told "done" relies on it. */
async function kept(at: string, keeping: Promise<void>): Promise<void> {
  await keeping.catch(() => {
    throw new ApiError("internal", at, "the disk refused the change");
  });
}
