/** How models are reset to how they came from the factory, as far as it is known, and where the public tells more of a model. Pure. */
import type { Values } from "../../../src/model/resource.ts";
import type { KindOfDevice } from "../../../src/model/sensors/sensor-fields.ts";

interface ResetWay {
  readonly vendor: RegExp;
  readonly kinds?: readonly KindOfDevice[]; // absent: any kind
  readonly model?: RegExp; //                  as the converters call it
  readonly way: string | undefined; //         its text: `devices.reset-how.<way>`; undefined: the vendor's usual way is wrong here
}

const LIGHTS: readonly KindOfDevice[] = ["light"];
const IKEA_BUTTONS: readonly KindOfDevice[] = ["remote", "motion", "door", "water"];

const [IKEA, HUE, AQARA] = [/^ikea/i, /^(philips|signify)/i, /^(aqara|xiaomi|lumi)/i];
const [OSRAM, BOSCH, THIRD_REALITY] = [/^(osram|ledvance|sylvania)/i, /^bosch/i, /^third ?reality/i];
const TUYA = /^(tuya|moes|zemismart|lonsonho|nous|avatto|girier|_t[yz])/i;

/** Models that differ from the usual way of their vendor. */
const MODELS: readonly ResetWay[] = [
  { vendor: IKEA, model: /^ICPSHC24|driver|transformer/i, way: "pin-ten" },
  { vendor: IKEA, model: /^(E2112$|VINDSTYRKA)/, way: "ikea-air" },
  { vendor: IKEA, model: /^E(2435|2489|2490)/, way: undefined }, // made for Matter
  { vendor: HUE, model: /^(929003017102$|RDM00[14]$)/, way: "hue-module" },
  { vendor: AQARA, model: /^(MFKZQ01LM|CTP-R01)$/, way: "aqara-cube" },
  { vendor: AQARA, model: /^(WXKG|MCCGQ|RTCGQ|WSDCGQ)01LM$/, way: "xiaomi-pin" },
  { vendor: AQARA, model: /^ZNLDP1[23]LM$/, way: "five-times" },
  { vendor: AQARA, model: /^(SSM-U0|DLKZMK|QBKG\d|WS-(EUK|USC)|SRTS-A01$)/, way: "ten-seconds" },
  { vendor: AQARA, kinds: LIGHTS, way: undefined },
  { vendor: OSRAM, model: /^AC025|Switch Mini/i, way: "osram-mini" },
  { vendor: /^sengled/i, model: /^E1G/, way: "pin-ten" },
  { vendor: THIRD_REALITY, model: /^3RSL/, way: undefined },
  { vendor: BOSCH, model: /^(BSP|RBSH-SP)/, way: "bosch-plug" },
  { vendor: BOSCH, model: /^(BMCT|RBSH-MM)/, way: "bosch-wired" },
  { vendor: BOSCH, model: /^(BTH-RM230Z|RBSH-RTH0-ZB)/, way: undefined }, // it has no batteries
];

const VENDORS: readonly ResetWay[] = [
  { vendor: IKEA, kinds: LIGHTS, way: "ikea-light" },
  { vendor: IKEA, kinds: ["plug", "extender"], way: "ikea-plug" },
  { vendor: IKEA, kinds: ["blind"], way: "ikea-blind" },
  { vendor: IKEA, kinds: IKEA_BUTTONS, way: "ikea-button" },
  { vendor: HUE, kinds: LIGHTS, way: "hue-light" },
  { vendor: HUE, kinds: ["plug"], way: "hue-plug" },
  { vendor: HUE, way: "hue-button" },
  { vendor: AQARA, way: "aqara" },
  { vendor: OSRAM, kinds: LIGHTS, way: "osram-light" },
  { vendor: OSRAM, kinds: ["plug"], way: "plug-ten" },
  { vendor: /^innr/i, kinds: LIGHTS, way: "innr-light" },
  { vendor: /^innr/i, kinds: ["plug"], way: "five-seconds" },
  { vendor: /^sengled/i, kinds: LIGHTS, way: "ten-times" },
  { vendor: /^(gledopto|paulmann|müller|muller|aduro|trust|lidl|ajax|feibit)/i, kinds: LIGHTS, way: "five-times" },
  { vendor: /^sonoff/i, way: "five-seconds" },
  { vendor: THIRD_REALITY, way: "ten-seconds" },
  { vendor: /^(develco|frient)/i, way: "frient" },
  { vendor: /^danfoss/i, model: /^(014G|eTRV)/i, way: "danfoss" },
  { vendor: /^eurotronic/i, model: /^SPZB/, way: "eurotronic" },
  { vendor: BOSCH, model: /^(B[A-Z]|RBSH|RFPR)/, way: "bosch" }, // the devices of its Smart Home
  { vendor: TUYA, kinds: LIGHTS, way: "tuya-light" },
  { vendor: TUYA, way: "tuya" },
  { vendor: /^heiman/i, way: "five-seconds" },
];

interface KnownModel {
  readonly info: Values; // as GET /devices/<mac> tells of it
  readonly kind: KindOfDevice;
}

/** The key of its text, of the first row that fits; undefined: unknown. */
export function resetWayOf({ info, kind }: KnownModel): string | undefined {
  const vendors = [info.vendor, info.manufacturername].filter((name) => typeof name === "string");
  const model = String(info.productid ?? info.modelid ?? "");
  const fits = ({ vendor, kinds, model: own }: ResetWay) =>
    vendors.some((name) => vendor.test(name)) && (kinds?.includes(kind) ?? true) && (own?.test(model) ?? true);
  return [...MODELS, ...VENDORS].find(fits)?.way;
}

const GUESSED = /^Automatically generated definition/; // a definition that no author wrote has no page

/** The name of a model in the address of its page, as the project of the converters builds it; undefined: there is no page. */
export function publicNameOf({ productid, productname }: Values): string | undefined {
  if (typeof productid !== "string" || productid === "" || GUESSED.test(String(productname))) return undefined;
  return encodeURIComponent(productid.replace(/[/ :|]/g, "_"));
}
