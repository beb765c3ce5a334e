/** A client deletes the last resource of a device: it is told to leave, and forgotten by the radio. Its ids and names stay known. */
import { RadioError } from "../../model/radio.ts";
import type { Resource } from "../../model/resource.ts";
import type { WaitingRoom } from "../desired/waiting.ts";
import type { DevicesContext } from "../parts.ts";
import { BY_RADIO, deviceAddress, identitiesOf, resourceAddress, resourcesOf } from "./device-registry.ts";
import { ieeeOf } from "./unique-ids.ts";

export interface DeviceRemoval {
  /** Of what a client has deleted: a sensor, a light, or the device itself. */
  resourceDeleted(resource: Resource, reset: boolean): void;
  /** The radio still has it, or has it again: it was not to be reached when it was deleted. */
  removeFromNetwork(ieee: string, reset: boolean): void;
}

export function openDeviceRemoval({ store, log, radio, registry }: DevicesContext, room: WaitingRoom): DeviceRemoval {
  const removeFromNetwork: DeviceRemoval["removeFromNetwork"] = (ieee, reset) => {
    radio.order({ do: "remove", target: { ieee }, reset }).catch((error: unknown) => {
      const isDone = error instanceof RadioError && error.code === "unknown";
      const isLater = error instanceof RadioError && error.code === "radio-down";
      if (!isDone && !isLater) log.warn(`${deviceAddress(ieee)}: it was not removed: ${error}`);
    });
  };
  return {
    resourceDeleted: (resource, reset) => {
      const uniqueid = String(resource.attr.uniqueid);
      const ieee = ieeeOf(uniqueid);
      const device = ieee === undefined ? undefined : store.get(deviceAddress(ieee));
      if (ieee === undefined || !device) return; // a virtual sensor
      const kin = identitiesOf(device);
      const own = Object.hasOwn(kin, uniqueid) ? kin[uniqueid] : undefined;
      const isOurs = resource.address === device.address || (own && resourceAddress(own) === resource.address);
      if (!isOurs || resourcesOf(store, device).length > 0) return;
      registry.drop(ieee);
      room.change(device.address, { writes: [], properties: [], memberships: [] });
      store.patch(device.address, "attr", { gone: true }, BY_RADIO);
      removeFromNetwork(ieee, reset);
    },
    removeFromNetwork,
  };
}
