/** How models are reset to how they came from the factory, as far as it is known, and where the public tells more of a model. Pure. */
import type { Values } from "../../../src/model/resource.ts";
import type { KindOfDevice } from "../../../src/model/sensors/sensor-fields.ts";

interface ResetWay {
  readonly vendor: RegExp;
  readonly kinds?: readonly KindOfDevice[]; // absent: whatever it is
  readonly model?: RegExp;
  readonly way: string; // its text: `devices.reset-how.<way>`
}

const LIGHTS: readonly KindOfDevice[] = ["light"];

/** The first that fits. */
const WAYS: readonly ResetWay[] = [
  { vendor: /^ikea/i, kinds: LIGHTS, way: "ikea-light" },
  { vendor: /^ikea/i, kinds: ["plug", "extender"], way: "ikea-plug" },
  { vendor: /^ikea/i, kinds: ["blind"], way: "ikea-blind" },
  { vendor: /^ikea/i, way: "ikea-button" },
  { vendor: /^(philips|signify)/i, kinds: LIGHTS, way: "hue-light" },
  { vendor: /^(philips|signify)/i, kinds: ["plug"], way: "hue-plug" },
  { vendor: /^(philips|signify)/i, way: "hue-button" },
  { vendor: /^(aqara|xiaomi|lumi)/i, way: "aqara" },
  { vendor: /^(osram|ledvance|sylvania)/i, kinds: LIGHTS, way: "osram-light" },
  { vendor: /^(osram|ledvance|sylvania)/i, kinds: ["plug"], way: "plug-ten" },
  { vendor: /^innr/i, kinds: LIGHTS, way: "innr-light" },
  { vendor: /^(gledopto|paulmann|müller|muller|aduro|trust|lidl|ajax|feibit)/i, kinds: LIGHTS, way: "five-times" },
  { vendor: /^sonoff/i, way: "five-seconds" },
  { vendor: /^third ?reality/i, way: "ten-seconds" },
  { vendor: /^(develco|frient)/i, way: "frient" },
  { vendor: /^danfoss/i, way: "danfoss" },
  { vendor: /^bosch/i, way: "bosch" },
  { vendor: /^(tuya|moes|zemismart|lonsonho|nous|avatto|girier|_t[yz])/i, way: "tuya" },
  { vendor: /^heiman/i, way: "five-seconds" },
];

interface KnownModel {
  readonly info: Values; // as GET /devices/<mac> tells of it
  readonly kind: KindOfDevice;
}

/** The key of its text; undefined: nobody knows. */
export function resetWayOf({ info, kind }: KnownModel): string | undefined {
  const vendors = [info.vendor, info.manufacturername].filter((name) => typeof name === "string");
  const model = String(info.productid ?? info.modelid ?? "");
  const fits = ({ vendor, kinds, model: own }: ResetWay) =>
    vendors.some((name) => vendor.test(name)) && (kinds?.includes(kind) ?? true) && (own?.test(model) ?? true);
  return WAYS.find(fits)?.way;
}

const GUESSED = /^Automatically generated definition/; // nobody has written of it

/** The name of a model in the address of its page, as the project of the converters builds it; undefined: there is no page. */
export function publicNameOf({ productid, productname }: Values): string | undefined {
  if (typeof productid !== "string" || productid === "" || GUESSED.test(String(productname))) return undefined;
  return encodeURIComponent(productid.replace(/[/ :|]/g, "_"));
}
