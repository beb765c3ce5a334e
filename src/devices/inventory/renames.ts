/** A device remembers the names that clients give its resources. */
import type { Change, Stop } from "../../model/resource.ts";
import type { DevicesContext } from "../parts.ts";
import { BY_RADIO, deviceAddress, identitiesOf, resourceAddress } from "./device-registry.ts";
import { ieeeOf } from "./unique-ids.ts";

export function rememberNames({ store, bus }: DevicesContext): Stop {
  return bus.on(({ section, values, resource: { address, attr } }: Change) => {
    if (section !== "attr" || typeof values.name !== "string" || address.startsWith("/devices/")) return;
    const ieee = ieeeOf(String(attr.uniqueid));
    const device = ieee === undefined ? undefined : store.get(deviceAddress(ieee));
    const uniqueid = String(attr.uniqueid);
    const kin = identitiesOf(device);
    const own = Object.hasOwn(kin, uniqueid) ? kin[uniqueid] : undefined;
    if (!device || !own || resourceAddress(own) !== address) return;
    const known = { ...kin, [uniqueid]: { ...own, name: values.name } };
    const name = Object.values(known)[0]?.name; // a device is called like its first resource
    store.patch(device.address, "attr", { known, name }, BY_RADIO);
  });
}
