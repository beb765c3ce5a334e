/**
 * Alarm zones of a device that has come in: what they are about, whom they tell, and how they are now, which they would only tell when it
 * changes.
 */
import { isSilence } from "../../../model/radio.ts";
import type { Device, Endpoint, Message } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";
import { pause } from "../orders/within.ts";

const ZONE = "ssIasZone";
const PATIENCE = 3000; // milliseconds
const GENTLY = { sendPolicy: "immediate", disableRecovery: true, timeout: PATIENCE } as const;
const ENROLLED = 1; // a zone's state
const WELCOME = { enrollrspcode: 0, zoneid: 23 }; // as herdsman says it at the first interview
const LOOKS = 6;
const BETWEEN_LOOKS = 500; // milliseconds
/** Motion, contact, fire, water, carbon monoxide, vibration. What a remote or a keypad would tell are presses. */
const LASTING: readonly unknown[] = [0x000d, 0x0015, 0x0028, 0x002a, 0x002b, 0x002d];

/** What an alarm is about decides what it becomes. Not all of them answer. */
export async function askZoneTypes(device: Device): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    if (typeOf(endpoint) === undefined) await endpoint.read(ZONE, ["zoneType"], GENTLY).catch(() => {});
  }
}

/** One that was reset tells its alarms to nobody. */
export function hasZones(device: Device): boolean {
  return zonesOf(device).length > 0;
}

/** As herdsman does it at the first interview, and never again. Rejects when the device is silent; some refuse it, and tell all the same. */
export async function enrolZones(device: Device, whom: string): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    try {
      if (await isEnrolled(endpoint, whom)) continue;
      await endpoint.write(ZONE, { iasCieAddr: whom } as never, GENTLY);
      for (let look = 0; look < LOOKS; look += 1) {
        await pause(BETWEEN_LOOKS); // it may ask by itself, and herdsman answers that
        if (await isEnrolled(endpoint, whom)) break;
        await endpoint.command(ZONE, "enrollRsp", WELCOME, { ...GENTLY, disableDefaultResponse: true });
      }
    } catch (error) {
      if (isSilence(failureOf(error))) throw error;
    }
  }
}

async function isEnrolled(endpoint: Endpoint, whom: string): Promise<boolean> {
  const { zoneState, iasCieAddr } = await endpoint.read(ZONE, ["iasCieAddr", "zoneState"], GENTLY);
  return zoneState === ENROLLED && iasCieAddr === whom;
}

/** Many converters read only what a zone tells by itself: they are given the answer as if it had. */
export async function askZones(device: Device, hear: (message: Message) => void): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    if (!LASTING.includes(typeOf(endpoint))) continue;
    const answer = await endpoint.read(ZONE, ["zoneStatus"], GENTLY).catch(() => undefined);
    if (typeof answer?.zoneStatus === "number") hear(notification(device, endpoint, answer.zoneStatus));
  }
}

function zonesOf({ endpoints }: Device): Endpoint[] {
  return endpoints.filter((endpoint) => endpoint.supportsInputCluster(ZONE));
}

function typeOf(endpoint: Endpoint): unknown {
  return endpoint.getClusterAttributeValue(ZONE, "zoneType");
}

function notification(device: Device, endpoint: Endpoint, zonestatus: number): Message {
  return {
    ...{ type: "commandStatusChangeNotification", cluster: ZONE, device, endpoint, groupID: 0 },
    linkquality: device.linkquality ?? 0,
    data: { zonestatus, extendedstatus: 0 },
    meta: { rawData: Buffer.alloc(0) },
  };
}
