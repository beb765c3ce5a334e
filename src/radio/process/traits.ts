/** What a device can do, where neither its clusters nor the converters say it: it is asked once, and its answers stay with it. */
import { failureOf } from "./failures.ts";
import type { Device, Endpoint } from "./herdsman.ts";

/** A light strip of Hue. The numbers are attributes of its cluster. */
export const STRIP = {
  ...{ id: 0xfc03, cluster: "manuSpecificPhilips2" },
  ...{ styles: 0x0013, pixels: 0x0030, length: 0x0031, reversed: 0x0033, segments: 0x0036 },
} as const;
const SIGNIFY = 0x100b;
/** Changes when more is asked, so that devices are asked once more. */
const VERSION = 1;

export function lacksTraits(device: Device): boolean {
  return device.meta.traits !== VERSION && stripsOf(device).length > 0;
}

/** Herdsman keeps what is answered; one that has no such attribute says so, and is not asked again. */
export async function askTraits(device: Device): Promise<void> {
  const { styles, pixels, length, reversed, segments } = STRIP;
  for (const endpoint of stripsOf(device)) {
    const asked = endpoint.read(STRIP.cluster, [styles, pixels, length, reversed, segments], {
      manufacturerCode: SIGNIFY,
    });
    await asked.catch((error: unknown) => {
      if (failureOf(error).code !== "refused") throw error;
    });
  }
  device.meta.traits = VERSION;
  device.save();
}

function stripsOf({ endpoints, customClusters }: Device): readonly Endpoint[] {
  if (!customClusters[STRIP.cluster]) return [];
  return endpoints.filter(({ inputClusters }) => inputClusters.includes(STRIP.id));
}
