/**
 * IAS zones of a device that has joined: their types, the stick that they tell of an alarm, and their status now, which they would only
 * tell when it changes.
 */
import { isSilence } from "../../../model/radio/orders.ts";
import { pause } from "../deadlines.ts";
import type { HerdsmanDevice, HerdsmanEndpoint, HerdsmanMessage } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";

const ZONE = "ssIasZone";
const BRIEFLY = { sendPolicy: "immediate", disableRecovery: true, timeout: 3000 } as const;
const ENROLLED = 1; // a zone's state
const ENROLLMENT = { enrollrspcode: 0, zoneid: 23 }; // as herdsman says it at the first interview
const CHECKS = 6;
const BETWEEN_CHECKS = 500; // milliseconds
/** Motion, contact, fire, water, carbon monoxide, vibration. The status of a remote or a keypad would be a press. */
const WITH_STATUS: readonly unknown[] = [0x000d, 0x0015, 0x0028, 0x002a, 0x002b, 0x002d];

/** The zone type decides which sensor a zone becomes. Not all devices answer. */
export async function readZoneTypes(device: HerdsmanDevice): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    if (typeOf(endpoint) === undefined) await endpoint.read(ZONE, ["zoneType"], BRIEFLY).catch(() => {});
  }
}

/** A device with zones that was reset tells its alarms to no stick. */
export function hasZones(device: HerdsmanDevice): boolean {
  return zonesOf(device).length > 0;
}

/** As herdsman does it at the first interview, and never again. Rejects when the device is silent; some refuse it, and tell all the same. */
export async function enrolZones(device: HerdsmanDevice, cie: string): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    try {
      if (await isEnrolled(endpoint, cie)) continue;
      await endpoint.write(ZONE, { iasCieAddr: cie } as never, BRIEFLY);
      for (let check = 0; check < CHECKS; check += 1) {
        await pause(BETWEEN_CHECKS); // the device may ask by itself, and herdsman answers that
        if (await isEnrolled(endpoint, cie)) break;
        await endpoint.command(ZONE, "enrollRsp", ENROLLMENT, { ...BRIEFLY, disableDefaultResponse: true });
      }
    } catch (error) {
      if (isSilence(failureOf(error))) throw error;
    }
  }
}

async function isEnrolled(endpoint: HerdsmanEndpoint, cie: string): Promise<boolean> {
  const { zoneState, iasCieAddr } = await endpoint.read(ZONE, ["iasCieAddr", "zoneState"], BRIEFLY);
  return zoneState === ENROLLED && iasCieAddr === cie;
}

/** Many converters read only a status that a zone tells by itself: they are given the answer as if the zone had told it. */
export async function readZoneStatus(device: HerdsmanDevice, hear: (message: HerdsmanMessage) => void): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    if (!WITH_STATUS.includes(typeOf(endpoint))) continue;
    const answer = await endpoint.read(ZONE, ["zoneStatus"], BRIEFLY).catch(() => undefined);
    if (typeof answer?.zoneStatus === "number") hear(notification(device, endpoint, answer.zoneStatus));
  }
}

function zonesOf({ endpoints }: HerdsmanDevice): HerdsmanEndpoint[] {
  return endpoints.filter((endpoint) => endpoint.supportsInputCluster(ZONE));
}

function typeOf(endpoint: HerdsmanEndpoint): unknown {
  return endpoint.getClusterAttributeValue(ZONE, "zoneType");
}

function notification(device: HerdsmanDevice, endpoint: HerdsmanEndpoint, zonestatus: number): HerdsmanMessage {
  return {
    ...{ type: "commandStatusChangeNotification", cluster: ZONE, device, endpoint, groupID: 0 },
    linkquality: device.linkquality ?? 0,
    data: { zonestatus, extendedstatus: 0 },
    meta: { rawData: Buffer.alloc(0) },
  };
}
