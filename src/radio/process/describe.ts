/** What herdsman knows of a device, as plain data. */
import type { DeviceFacts, EndpointFacts, Knowledge } from "../../model/radio.ts";
import type { Device, Endpoint } from "./herdsman.ts";
import { STRIP } from "./traits.ts";

const KINDS: Readonly<Record<string, DeviceFacts["kind"]>> = {
  Router: "router",
  EndDevice: "end-device",
  GreenPower: "green-power",
};
const ON_MAINS = /mains|dc source/i;
const DONE = "SUCCESSFUL";

export function describe(device: Device, knowledge: Knowledge | undefined): DeviceFacts {
  return {
    ieee: device.ieeeAddr,
    kind: KINDS[device.type] ?? "unknown",
    sleepy: isSleepy(device),
    interviewed: String(device.interviewState) === DONE,
    modelid: clean(device.modelID),
    manufacturername: clean(device.manufacturerName),
    manufacturer: device.manufacturerID ?? 0,
    swversion: clean(device.softwareBuildID) || clean(device.dateCode) || null,
    applicationVersion: device.applicationVersion ?? null,
    powersource: clean(device.powerSource) || null,
    endpoints: device.endpoints.map(endpointFacts),
    colorcapabilities: firstNumber(device, "lightingColorCtrl", "colorCapabilities"),
    ...gradientIn(device),
    lastseen: device.lastSeen ?? null,
    linkquality: device.linkquality ?? null,
    ...(knowledge && { knowledge }),
  };
}

/** An end device that has mains power usually listens all the time. */
export function isSleepy(device: Device): boolean {
  return device.type === "EndDevice" && !ON_MAINS.test(device.powerSource ?? "");
}

function endpointFacts(endpoint: Endpoint): EndpointFacts {
  const zone = numberIn(endpoint, "ssIasZone", "zoneType");
  return {
    id: endpoint.ID,
    profile: endpoint.profileID ?? 0,
    device: endpoint.deviceID ?? 0,
    inputs: [...endpoint.inputClusters],
    outputs: [...endpoint.outputClusters],
    ...(zone !== null && { zone }),
  };
}

function firstNumber({ endpoints }: Device, cluster: string, attribute: string): number | null {
  for (const endpoint of endpoints) {
    const value = numberIn(endpoint, cluster, attribute);
    if (value !== null) return value;
  }
  return null;
}

/** What a light strip has said of what it can show. */
function gradientIn(device: Device): Pick<DeviceFacts, "gradient"> {
  const of = (attribute: number) => firstNumber(device, STRIP.cluster, String(attribute));
  const [segments, pixels, length, styles] = [STRIP.segments, STRIP.pixels, STRIP.length, STRIP.styles].map(of);
  if (!segments || !pixels || !length || !styles) return {};
  return { gradient: { segments: segments >> 3, pixels, length, styles } };
}

/** As it was heard last. */
function numberIn(endpoint: Endpoint, cluster: string, attribute: string): number | null {
  const value = endpoint.clusters[cluster]?.attributes?.[attribute];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Some pad their texts with NULs or blanks. */
function clean(text: string | undefined): string {
  return typeof text === "string" ? text.replace(/\0.*$/s, "").trim() : "";
}
