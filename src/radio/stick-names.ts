/** The name of a stick tells how a person would call it, and of which kind it probably is. */
import type { RadioSettings } from "./protocol.ts";

export type StickAdapter = NonNullable<RadioSettings["adapter"]>;

/** Names as they are found in /dev/serial/by-id, or vendor and product as USB tells them. A special name stands before a general one. */
const KINDS: readonly [name: RegExp, adapter: StickAdapter][] = [
  [/conbee|raspbee/i, "deconz"],
  [/zigate/i, "zigate"],
  [/skyconnect|zbt-[12]|yellow/i, "ember"],
  [/slzb-?06(?!m)|slzb-?07p|cc26|cc13|cc253|slae\.?sh|electrolama|zzh|zigstar|texas.?instruments/i, "zstack"],
  [/slzb-?0[67]|mg2[14]|mgm2|efr32|easyiot|zb-?gw04|z-?station/i, "ember"],
  [/sonoff.*(dongle.?plus.?v2|dongle.?(max|lite|m\b))/i, "ember"],
  [/sonoff.*dongle.?plus|tubeszb/i, "zstack"],
  [/zephyr.*zigbee|zigbee.?ncp/i, "zboss"],
];

/** Undefined when the name could be anything's. */
export function guessOf(name: string): StickAdapter | undefined {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1];
}

/** "usb-ITEAD_SONOFF_Zigbee_3.0_USB_Dongle_Plus_V2_20240122184111-if00" → "ITEAD SONOFF Zigbee 3.0 USB Dongle Plus V2". */
export function labelOf(id: string): string {
  const [, name = id, number = "00"] = /^(?:usb-|pci-)?(.*?)(?:-if(\d+))?(?:-port\d+)?$/.exec(id) ?? [];
  const words = name
    .replace(/_*((?:_[0-9A-F]{2}){6,8}|_[0-9A-Za-z]*\d[0-9A-Za-z]{5,})$/, "") // its serial number
    .replaceAll("_", " ")
    .trim();
  const label = withoutEcho(words || name);
  return Number(number) === 0 ? label : `${label}, port ${Number(number) + 1}`;
}

/** "SONOFF SONOFF Dongle" → "SONOFF Dongle": vendors repeat themselves in the product's name. */
function withoutEcho(words: string): string {
  return words.replace(/^(\S+) (?=\1 )/i, "");
}
