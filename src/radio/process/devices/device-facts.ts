/** Herdsman's facts of a device, and the converters' facts of its model, as plain data. */
import { light_color_and_colortemp_via_color } from "zigbee-herdsman-converters/converters/toZigbee";
import type { Gamut } from "../../../model/lights/color.ts";
import type {
  DeviceFacts,
  DeviceLabel,
  EndpointFacts,
  Expose,
  ModelDefinition,
} from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";
import {
  type ConverterDefinition,
  type ConverterNotes,
  type HerdsmanDevice,
  type HerdsmanEndpoint,
  isInterviewed,
} from "../herdsman.ts";
import { LIGHT_STRIP, WEEKLY_SCHEDULE } from "./capabilities.ts";

const KINDS: Readonly<Record<string, DeviceFacts["kind"]>> = {
  Router: "router",
  EndDevice: "end-device",
  GreenPower: "green-power",
};
const ON_MAINS = /mains|dc source/i;
const WHOLE = 65_536; // x and y are told as shares of it
const NO_POINT = 0xff00; // from here on a value is no coordinate

/** Facts that neither herdsman nor the definition tells. */
interface FactsMore {
  readonly takesWeeks?: boolean;
  readonly label?: DeviceLabel | undefined;
  readonly values?: Values;
}

export function deviceFacts(
  device: HerdsmanDevice,
  definition: ModelDefinition | undefined,
  { takesWeeks = false, label, values }: FactsMore = {},
): DeviceFacts {
  const gamut = device.endpoints.map(gamutOf).find((corners) => corners !== undefined);
  return {
    ieee: device.ieeeAddr,
    kind: KINDS[device.type] ?? "unknown",
    sleepy: isSleepy(device),
    interviewed: isInterviewed(device),
    modelid: trimmed(device.modelID),
    manufacturername: trimmed(device.manufacturerName),
    manufacturer: device.manufacturerID ?? 0,
    swversion: trimmed(device.softwareBuildID) || trimmed(device.dateCode) || null,
    applicationVersion: device.applicationVersion ?? null,
    powersource: trimmed(device.powerSource) || null,
    ...(trimmed(device.dateCode) ? { datecode: trimmed(device.dateCode) } : {}),
    endpoints: device.endpoints.map((endpoint) => endpointFacts(endpoint, takesWeeks)),
    colorcapabilities: firstNumber(device, "lightingColorCtrl", "colorCapabilities"),
    ...gradientIn(device),
    ...(gamut && { gamut }),
    lastseen: device.lastSeen ?? null,
    linkquality: device.linkquality ?? null,
    ...(definition && { definition }),
    ...(label !== undefined && { label }),
    ...(typeof device.networkAddress === "number" && { network: device.networkAddress }),
    ...(values !== undefined && { values }),
  };
}

/** An end device that has mains power usually listens all the time. */
export function isSleepy(device: HerdsmanDevice): boolean {
  return device.type === "EndDevice" && !ON_MAINS.test(device.powerSource ?? "");
}

function endpointFacts(endpoint: HerdsmanEndpoint, takesWeeks: boolean): EndpointFacts {
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

/** The converters know of some thermostats that they keep weeks; others say so themselves. */
function weekIn(endpoint: HerdsmanEndpoint, takesWeeks: boolean): Pick<EndpointFacts, "week"> {
  const { id, cluster, says, mode } = WEEKLY_SCHEDULE;
  const keepsWeeks = takesWeeks || says.some((attribute) => numberIn(endpoint, cluster, attribute) !== null);
  if (!keepsWeeks || !endpoint.inputClusters.includes(id)) return {};
  return { week: numberIn(endpoint, cluster, mode) ?? -1 };
}

function firstNumber({ endpoints }: HerdsmanDevice, cluster: string, attribute: string): number | null {
  for (const endpoint of endpoints) {
    const value = numberIn(endpoint, cluster, attribute);
    if (value !== null) return value;
  }
  return null;
}

/** The abilities that a light strip has told. */
function gradientIn(device: HerdsmanDevice): Pick<DeviceFacts, "gradient"> {
  const of = (attribute: number) => firstNumber(device, LIGHT_STRIP.cluster, String(attribute));
  const [segments, pixels, length, styles] = [
    LIGHT_STRIP.segments,
    LIGHT_STRIP.pixels,
    LIGHT_STRIP.length,
    LIGHT_STRIP.styles,
  ].map(of);
  if (!segments || !pixels || !length || !styles) return {};
  return { gradient: { segments: segments >> 3, pixels, length, styles } };
}

/** Undefined: the light does not tell all corners of its colors, or tells corners that no light has. */
function gamutOf(endpoint: HerdsmanEndpoint): Gamut | undefined {
  const cornerOf = (letter: "R" | "G" | "B") => {
    const [x, y] = ["X", "Y"].map((axis) => numberIn(endpoint, "lightingColorCtrl", `colorPoint${letter}${axis}`) ?? 0);
    return x && y && x < NO_POINT && y < NO_POINT ? ([share(x), share(y)] as const) : undefined;
  };
  const [red, green, blue] = [cornerOf("R"), cornerOf("G"), cornerOf("B")];
  return red && green && blue ? { red, green, blue } : undefined;
}

function share(value: number): number {
  return Math.round((value / WHOLE) * 10_000) / 10_000;
}

/** As the device told it last. */
export function numberIn(endpoint: HerdsmanEndpoint, cluster: string, attribute: string): number | null {
  const value = endpoint.clusters[cluster]?.attributes?.[attribute];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Some devices pad their texts with NULs or blanks. */
function trimmed(text: string | undefined): string {
  return typeof text === "string" ? text.replace(/\0.*$/s, "").trim() : "";
}

export function modelDefinition(
  definition: ConverterDefinition,
  device: HerdsmanDevice,
  options: ConverterNotes,
): ModelDefinition {
  const { vendor, model, description, generated } = definition;
  return {
    vendor,
    model,
    description,
    generated: generated === true,
    exposes: jsonCopy(exposesOf(definition, device, options)),
    options: jsonCopy(definition.options ?? []),
    endpoints: endpointNames(definition, device),
    ...(isWhiteByColor(definition) && { whiteByColor: true }),
  };
}

/** The converters of a model may be wrapped, but ask the lamp by the function that they have of this one. */
function isWhiteByColor({ toZigbee }: ConverterDefinition): boolean {
  const converter = toZigbee.find(({ key }) => key?.includes("color_temp"));
  return converter?.convertGet === light_color_and_colortemp_via_color.convertGet;
}

/** Some converters take the week of a thermostat without showing it. */
export function takesWeeks(definition: ConverterDefinition | undefined): boolean {
  return definition?.toZigbee.some(({ key }) => key?.includes("weekly_schedule")) === true;
}

/** Names of endpoints → numbers: "left" → 1. Empty for a device with one endpoint. */
export function endpointNames(
  definition: ConverterDefinition | undefined,
  device: HerdsmanDevice,
): Readonly<Record<string, number>> {
  try {
    return { ...definition?.endpoint?.(device) };
  } catch {
    return {}; // not interviewed to the end
  }
}

function exposesOf(
  { exposes }: ConverterDefinition,
  device: HerdsmanDevice,
  options: ConverterNotes,
): readonly object[] {
  if (typeof exposes !== "function") return exposes;
  try {
    return exposes(device, options);
  } catch {
    return [];
  }
}

/** Exposes are objects of classes, some with functions. */
function jsonCopy(exposes: readonly object[]): readonly Expose[] {
  return JSON.parse(JSON.stringify(exposes)) as Expose[];
}
