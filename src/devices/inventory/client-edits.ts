/** The edits of clients to a device's resources: clients rename them, and delete them. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { Change, Resource, Stop, Values } from "../../model/resource.ts";
import type { Outbox } from "../desired/outbox.ts";
import type { DevicesContext } from "../devices-context.ts";
import {
  BY_RADIO,
  type Device,
  deviceAddress,
  identitiesOf,
  identityAt,
  resourceAddress,
  resourcesOf,
} from "./device-registry.ts";
import { ieeeOf } from "./unique-ids.ts";

/** Members that users gave a device that is gone now: when the device joins again, it may stand elsewhere. */
export const FORGOTTEN: Values = { disabled: undefined, notes: undefined, cells: undefined, followsroom: undefined };

/** The device remembers the name, for when the resource comes back. */
export function rememberNames({ store, bus }: DevicesContext): Stop {
  const remember = ({ values, resource: { address, attr }, cause }: Change) => {
    if (typeof values.name !== "string") return;
    const uniqueid = String(attr.uniqueid);
    const ieee = ieeeOf(uniqueid);
    const device = ieee === undefined ? undefined : store.get(deviceAddress(ieee));
    const identity = identityAt(device, uniqueid);
    if (!device || !identity || resourceAddress(identity) !== address) return;
    const known = { ...identitiesOf(device), [uniqueid]: { ...identity, name: values.name } };
    const name = Object.values(known)[0]?.name; // a device has the name of its first resource
    store.patch(device.address, "attr", { known, name }, cause);
  };
  return bus.on(remember, { families: ["lights", "sensors"], section: "attr" });
}

/** From then on the device is ignored, or no longer. */
export function watchDisabled(
  { bus, store, registry }: DevicesContext,
  setIgnored: (device: Device, isIgnored: boolean) => void,
): Stop {
  const watch = ({ values, resource: { address } }: Change) => {
    if (!("disabled" in values)) return;
    const device = registry.get(String(store.get(address)?.attr.ieee));
    if (device) setIgnored(device, values.disabled === true);
  };
  return bus.on(watch, { families: ["devices"], section: "attr" });
}

export class DeviceRemoval {
  readonly #context: DevicesContext;
  readonly #outbox: Outbox;

  constructor(context: DevicesContext, outbox: Outbox) {
    this.#context = context;
    this.#outbox = outbox;
  }

  /** A client deleted a sensor, a light, or the device itself. With its last resource a device leaves; it keeps the ids and names of its resources. */
  resourceDeleted(resource: Resource, reset: boolean): void {
    const { store, registry } = this.#context;
    const uniqueid = String(resource.attr.uniqueid);
    const ieee = ieeeOf(uniqueid);
    const device = ieee === undefined ? undefined : store.get(deviceAddress(ieee));
    if (ieee === undefined || !device) return; // a virtual sensor
    const identity = identityAt(device, uniqueid);
    const isOfDevice =
      resource.address === device.address || (identity && resourceAddress(identity) === resource.address);
    if (!isOfDevice || resourcesOf(store, device).length > 0) return;
    registry.drop(ieee);
    this.#outbox.clear(device.address);
    store.patch(device.address, "attr", { gone: true, ...FORGOTTEN }, BY_RADIO);
    this.removeFromNetwork(ieee, reset);
  }

  /** Also for a device that could not be reached when it was deleted, and that the radio still has. */
  removeFromNetwork(ieee: Ieee, reset: boolean): void {
    const { log, radio, store } = this.#context;
    if (store.get(deviceAddress(ieee))?.attr.replacedby) return; // it may be taken back
    radio.order({ do: "remove", target: { ieee }, reset }).catch((error: unknown) => {
      const isDone = error instanceof RadioError && error.code === "unknown";
      const isLater = error instanceof RadioError && error.code === "radio-down";
      if (!isDone && !isLater) log.warn(`${deviceAddress(ieee)}: it was not removed: ${error}`);
    });
  }
}
