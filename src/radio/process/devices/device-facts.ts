/** What herdsman knows of a device, as plain data. */
import type { Gamut } from "../../../model/color.ts";
import type { DeviceFacts, EndpointFacts, ModelDefinition } from "../../../model/radio.ts";
import type { Device, Endpoint } from "../herdsman.ts";
import { STRIP, WEEK } from "./capabilities.ts";

const KINDS: Readonly<Record<string, DeviceFacts["kind"]>> = {
  Router: "router",
  EndDevice: "end-device",
  GreenPower: "green-power",
};
const ON_MAINS = /mains|dc source/i;
const DONE = "SUCCESSFUL";
const FULL = 65_536; // colors are told in shares of it
const NO_POINT = 0xff00; // from here on a value is none

export function describe(device: Device, definition: ModelDefinition | undefined, takesWeeks = false): DeviceFacts {
  const gamut = device.endpoints.map(gamutOf).find((corners) => corners !== undefined);
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
    endpoints: device.endpoints.map((endpoint) => endpointFacts(endpoint, takesWeeks)),
    colorcapabilities: firstNumber(device, "lightingColorCtrl", "colorCapabilities"),
    ...gradientIn(device),
    ...(gamut && { gamut }),
    lastseen: device.lastSeen ?? null,
    linkquality: device.linkquality ?? null,
    ...(definition && { definition }),
  };
}

/** An end device that has mains power usually listens all the time. */
export function isSleepy(device: Device): boolean {
  return device.type === "EndDevice" && !ON_MAINS.test(device.powerSource ?? "");
}

function endpointFacts(endpoint: Endpoint, takesWeeks: boolean): EndpointFacts {
  const zone = numberIn(endpoint, "ssIasZone", "zoneType");
  return {
    id: endpoint.ID,
    profile: endpoint.profileID ?? 0,
    device: endpoint.deviceID ?? 0,
    inputs: [...endpoint.inputClusters],
    outputs: [...endpoint.outputClusters],
    ...(zone !== null && { zone }),
    ...weekIn(endpoint, takesWeeks),
  };
}

/** The converters know of some that they keep weeks; others say so themselves. */
function weekIn(endpoint: Endpoint, takesWeeks: boolean): Pick<EndpointFacts, "week"> {
  const { id, cluster, says, mode } = WEEK;
  const keepsWeeks = takesWeeks || says.some((attribute) => numberIn(endpoint, cluster, attribute) !== null);
  if (!keepsWeeks || !endpoint.inputClusters.includes(id)) return {};
  return { week: numberIn(endpoint, cluster, mode) ?? -1 };
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

/** Undefined: it does not tell all of its corners, or such as no light has. */
function gamutOf(endpoint: Endpoint): Gamut | undefined {
  const cornerOf = (letter: "R" | "G" | "B") => {
    const [x, y] = ["X", "Y"].map((axis) => numberIn(endpoint, "lightingColorCtrl", `colorPoint${letter}${axis}`) ?? 0);
    return x && y && x < NO_POINT && y < NO_POINT ? ([share(x), share(y)] as const) : undefined;
  };
  const [red, green, blue] = [cornerOf("R"), cornerOf("G"), cornerOf("B")];
  return red && green && blue ? { red, green, blue } : undefined;
}

function share(value: number): number {
  return Math.round((value / FULL) * 10_000) / 10_000;
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
