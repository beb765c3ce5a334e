/** Alarm zones of a device that has come in: what they are about, and how they are now, which they would only tell when it changes. */
import type { Device, Endpoint, Message } from "./herdsman.ts";

const ZONE = "ssIasZone";
const PATIENCE = 3000; // milliseconds
const GENTLY = { sendPolicy: "immediate", disableRecovery: true, timeout: PATIENCE } as const;
/** Motion, contact, fire, water, carbon monoxide, vibration. What a remote or a keypad would tell are presses. */
const LASTING: readonly unknown[] = [0x000d, 0x0015, 0x0028, 0x002a, 0x002b, 0x002d];

/** What an alarm is about decides what it becomes. Not all of them answer. */
export async function askZoneTypes(device: Device): Promise<void> {
  for (const endpoint of zonesOf(device)) {
    if (typeOf(endpoint) === undefined) await endpoint.read(ZONE, ["zoneType"], GENTLY).catch(() => {});
  }
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
