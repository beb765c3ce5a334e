/** Lights, plugs and covers of many vendors, as virtual devices: models that the converters know, on standard clusters. */
import type { DeviceFacts, Expose } from "../../src/model/radio/device-facts.ts";
import type { DeviceProfile } from "../../src/virtual/devices/device-profile.ts";
import { PROFILES } from "../../src/virtual/house/residents.ts";
import { allModels } from "./definitions.ts";

export interface VendorModel {
  readonly vendor: string;
  readonly kind: "light" | "switch" | "cover";
  readonly endpoint: number;
  readonly profile: DeviceProfile;
}

/** Speak protocols of their own, or are known by more than their model: a device on standard clusters cannot stand for them. */
const OTHERS = /tuya|lumi|aqara|xiaomi|moes|zemismart|lidl|livolo|avatto|nous|bseed/i;

/** One of each vendor, in the order of their names. */
export function oneOfEachVendor(): readonly VendorModel[] {
  const found = new Map<string, VendorModel>();
  for (const facts of allModels()) {
    const vendor = facts.definition?.vendor ?? "";
    if (found.has(vendor) || OTHERS.test(vendor) || /^TS\d{4}|^_T/.test(facts.modelid)) continue;
    const model = modelOf(facts);
    if (model) found.set(vendor, model);
  }
  return [...found.values()].sort((one, other) => (one.vendor < other.vendor ? -1 : 1));
}

function modelOf(facts: DeviceFacts): VendorModel | undefined {
  const { exposes = [], endpoints = {}, vendor = "" } = facts.definition ?? {};
  const specific = exposes.filter(({ type }) => ["light", "switch", "cover"].includes(type));
  const [only] = specific;
  if (specific.length !== 1 || !only || only.endpoint !== undefined) return undefined;
  const endpoint = endpoints.default ?? Object.values(endpoints)[0] ?? 1;
  const base = baseOf(only);
  const [first] = base.endpoints;
  if (!first) return undefined;
  const { genBasic, genPollCtrl: _, genPowerCfg: __, ...servers } = first.servers;
  const basic = { ...genBasic, manufacturerName: vendor, modelId: facts.modelid, powerSource: 1 };
  const profile: DeviceProfile = {
    ...base,
    kind: "router",
    oui: "0x00158d",
    endpoints: [{ ...first, id: endpoint, servers: { genBasic: basic, ...servers } }],
  };
  return { vendor, kind: only.type as VendorModel["kind"], endpoint, profile };
}

function baseOf({ type, features = [] }: Expose): DeviceProfile {
  const names = features.map(({ name }) => name);
  const color = names.includes("color_xy") || names.includes("color_hs");
  const light = color
    ? "extended color light"
    : names.includes("color_temp")
      ? "color temperature light"
      : "dimmable light";
  const model = { light, switch: "switch", cover: "window covering" }[type] ?? light;
  return PROFILES[model] as DeviceProfile;
}
