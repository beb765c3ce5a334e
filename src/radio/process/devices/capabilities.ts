/** What a device can do, where neither its clusters nor the converters say it: it is asked once, and its answers stay with it. */

import type { Device, Endpoint } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";

/** A light strip of Hue. The numbers are attributes of its cluster. */
export const STRIP = {
  ...{ id: 0xfc03, cluster: "manuSpecificPhilips2" },
  ...{ styles: 0x0013, pixels: 0x0030, length: 0x0031, reversed: 0x0033, segments: 0x0036 },
} as const;
/** A thermostat: it says that it keeps weeks by how they begin, and by how much it has room for. */
export const WEEK = {
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
/** Changes when more is asked, so that devices are asked once more. */
const VERSION = 3;

interface Question {
  readonly endpoint: Endpoint;
  readonly cluster: string;
  readonly attributes: readonly (string | number)[];
  readonly options?: { readonly manufacturerCode: number };
}

export function lacksTraits(device: Device): boolean {
  return device.meta.traits !== VERSION && questionsFor(device).length > 0;
}

/** Herdsman keeps what is answered; one that has no such attribute says so, and is not asked again. */
export async function askTraits(device: Device): Promise<void> {
  for (const { endpoint, cluster, attributes, options } of questionsFor(device)) {
    await endpoint.read(cluster, [...attributes] as never, options).catch((error: unknown) => {
      if (failureOf(error).code !== "refused") throw error;
    });
  }
  device.meta.traits = VERSION;
  device.save();
}

function questionsFor(device: Device): readonly Question[] {
  const { styles, pixels, length, reversed, segments } = STRIP;
  const ofStrips = stripsOf(device).map((endpoint) => {
    const attributes = [styles, pixels, length, reversed, segments];
    return { endpoint, cluster: STRIP.cluster, attributes, options: { manufacturerCode: SIGNIFY } };
  });
  const colored = device.endpoints.filter((endpoint) => endpoint.supportsInputCluster(COLOR.cluster));
  const ofColors = colored.flatMap((endpoint): Question[] => {
    const { cluster, corners, abilities } = COLOR;
    const isKnown = endpoint.getClusterAttributeValue(cluster, abilities) !== undefined;
    return [
      { endpoint, cluster, attributes: corners },
      ...(isKnown ? [] : [{ endpoint, cluster, attributes: [abilities] }]),
    ];
  });
  const thermostats = device.endpoints.filter((endpoint) => endpoint.supportsInputCluster(WEEK.cluster));
  const ofWeeks = thermostats.map((endpoint) => {
    return { endpoint, cluster: WEEK.cluster, attributes: [...WEEK.says, WEEK.mode] };
  });
  return [...ofStrips, ...ofColors, ...ofWeeks];
}

function stripsOf({ endpoints, customClusters }: Device): readonly Endpoint[] {
  if (!customClusters[STRIP.cluster]) return [];
  return endpoints.filter(({ inputClusters }) => inputClusters.includes(STRIP.id));
}
