/**
 * The bindings that lead to the coordinator, after it got another address: a device goes on sending its reports to the former address.
 * Each binding is led to the present address, and the former one is taken out of the device's table, which is small.
 */
import { Zcl, Zdo } from "zigbee-herdsman";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { adapterOf, type Herdsman, type HerdsmanDevice, type HerdsmanEndpoint } from "../herdsman.ts";

/** As herdsman keeps it: one that leads to a device that it does not know is not in its list of bindings. */
interface KeptBinding {
  readonly type: "endpoint" | "group";
  readonly cluster: number;
  readonly deviceIeeeAddress?: Ieee;
  readonly endpointID?: number;
}

const REPORTS_TO = 1; // the coordinator's endpoint

/** Whether one of its bindings leads to one of these addresses. */
export function leadsTo(device: HerdsmanDevice, former: readonly Ieee[]): boolean {
  return device.endpoints.some((endpoint) => formerBindings(endpoint, former).length > 0);
}

/** Rejects when the device is silent. A binding that it refuses is forgotten: it leads nowhere, and the configuration sets it up anew. */
export async function leadToCoordinator(
  herdsman: Herdsman,
  device: HerdsmanDevice,
  former: readonly Ieee[],
): Promise<void> {
  const [coordinator] = herdsman.getDevicesByType("Coordinator");
  for (const endpoint of device.endpoints)
    for (const binding of formerBindings(endpoint, former)) {
      await unbind(herdsman, endpoint, binding);
      const target = coordinator?.getEndpoint(binding.endpointID ?? REPORTS_TO) ?? coordinator?.getEndpoint(REPORTS_TO);
      if (target) await isAccepted(endpoint.bind(binding.cluster, target));
      const kept = keptBindings(endpoint);
      kept.splice(kept.indexOf(binding), 1);
      endpoint.save();
    }
}

/** Herdsman does not unbind a target that it does not know. A device that lacks the binding gives as good an answer as any. */
async function unbind(herdsman: Herdsman, endpoint: HerdsmanEndpoint, binding: KeptBinding): Promise<void> {
  const { deviceIeeeAddress: ieee, deviceNetworkAddress: address, ID } = endpoint as unknown as EndpointAddress;
  const adapter = adapterOf(herdsman);
  const cluster = Zdo.ClusterId.UNBIND_REQUEST;
  const { cluster: bound, deviceIeeeAddress = "", endpointID = REPORTS_TO } = binding;
  const to = [Zdo.UNICAST_BINDING, deviceIeeeAddress as `0x${string}`, 0, endpointID] as const;
  const request = Zdo.Buffalo.buildRequest(adapter.hasZdoMessageOverhead, cluster, ieee, ID, bound, ...to);
  await adapter.sendZdo(ieee, address, cluster, request, false);
}

interface EndpointAddress {
  readonly deviceIeeeAddress: `0x${string}`;
  readonly deviceNetworkAddress: number;
  readonly ID: number;
}

function formerBindings(endpoint: HerdsmanEndpoint, former: readonly Ieee[]): readonly KeptBinding[] {
  return keptBindings(endpoint).filter(({ deviceIeeeAddress }) => former.includes(deviceIeeeAddress ?? ""));
}

function keptBindings(endpoint: HerdsmanEndpoint): KeptBinding[] {
  return (endpoint as unknown as { readonly _binds: KeptBinding[] })._binds;
}

async function isAccepted(bound: Promise<void>): Promise<void> {
  await bound.catch((error) => {
    if (!(error instanceof Zcl.StatusError || error instanceof Zdo.StatusError)) throw error;
  });
}
