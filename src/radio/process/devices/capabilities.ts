/** The capabilities of a device that neither its clusters nor the converters tell: it is asked once, and herdsman keeps its answers. */
import type { HerdsmanDevice, HerdsmanEndpoint } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";

/** A light strip of Hue. The numbers are attributes of its cluster. */
export const LIGHT_STRIP = {
  ...{ id: 0xfc03, cluster: "manuSpecificPhilips2" },
  ...{ styles: 0x0013, pixels: 0x0030, length: 0x0031, reversed: 0x0033, segments: 0x0036 },
} as const;
/** A thermostat tells that it keeps a weekly schedule by how its weeks begin, and by how much it has room for. */
export const WEEKLY_SCHEDULE = {
  ...{ id: 0x0201, cluster: "hvacThermostat", mode: "programingOperMode" },
  says: ["startOfWeek", "numberOfWeeklyTrans"],
} as const;
const SIGNIFY = 0x100b;
/** The corners of the colors that a light can show, and which ways it has of being told one. */
const COLOR = {
  cluster: "lightingColorCtrl",
  corners: ["R", "G", "B"].flatMap((color) => [`colorPoint${color}X`, `colorPoint${color}Y`]),
  abilities: "colorCapabilities",
} as const;
/** Changes when more is asked, so that devices are asked once more. Kept in the device's meta as "traits". */
const VERSION = 3;

interface CapabilityQuery {
  readonly endpoint: HerdsmanEndpoint;
  readonly cluster: string;
  readonly attributes: readonly (string | number)[];
  readonly options?: { readonly manufacturerCode: number };
}

export function lacksCapabilities(device: HerdsmanDevice): boolean {
  return device.meta.traits !== VERSION && queriesFor(device).length > 0;
}

/** A device without one of these attributes says so, and is not asked again. */
export async function askCapabilities(device: HerdsmanDevice): Promise<void> {
  for (const { endpoint, cluster, attributes, options } of queriesFor(device)) {
    await endpoint.read(cluster, [...attributes] as never, options).catch((error: unknown) => {
      if (failureOf(error).code !== "refused") throw error;
    });
  }
  device.meta.traits = VERSION;
  device.save();
}

function queriesFor(device: HerdsmanDevice): readonly CapabilityQuery[] {
  const { styles, pixels, length, reversed, segments } = LIGHT_STRIP;
  const ofStrips = stripsOf(device).map((endpoint) => {
    const attributes = [styles, pixels, length, reversed, segments];
    return { endpoint, cluster: LIGHT_STRIP.cluster, attributes, options: { manufacturerCode: SIGNIFY } };
  });
  const colored = device.endpoints.filter((endpoint) => endpoint.supportsInputCluster(COLOR.cluster));
  const ofColors = colored.flatMap((endpoint): CapabilityQuery[] => {
    const { cluster, corners, abilities } = COLOR;
    const isKnown = endpoint.getClusterAttributeValue(cluster, abilities) !== undefined;
    return [
      { endpoint, cluster, attributes: corners },
      ...(isKnown ? [] : [{ endpoint, cluster, attributes: [abilities] }]),
    ];
  });
  const thermostats = device.endpoints.filter((endpoint) => endpoint.supportsInputCluster(WEEKLY_SCHEDULE.cluster));
  const ofWeeks = thermostats.map((endpoint) => {
    return { endpoint, cluster: WEEKLY_SCHEDULE.cluster, attributes: [...WEEKLY_SCHEDULE.says, WEEKLY_SCHEDULE.mode] };
  });
  return [...ofStrips, ...ofColors, ...ofWeeks];
}

function stripsOf({ endpoints, customClusters }: HerdsmanDevice): readonly HerdsmanEndpoint[] {
  if (!customClusters[LIGHT_STRIP.cluster]) return [];
  return endpoints.filter(({ inputClusters }) => inputClusters.includes(LIGHT_STRIP.id));
}
