/** The network and its coordinator, as clients want to read them. */
import type { NetworkFacts, RadioSkill } from "../../../model/radio.ts";
import { slotsOf } from "../../pacing.ts";
import type { Herdsman } from "../herdsman.ts";

const SKILLS: Readonly<Record<string, readonly RadioSkill[]>> = {
  zstack: ["backup", "installcode", "touchlink"],
  ember: ["backup", "installcode", "touchlink"],
  deconz: ["backup", "installcode"],
  zoh: ["installcode"],
};
const ZSTACK_3X0 = 1; // the product with room for many frames at once
const FEW = 2;

export async function networkFacts(herdsman: Herdsman, adapter: string, formed: boolean): Promise<NetworkFacts> {
  const [{ type, meta }, { channel, panID, extendedPanID }] = await Promise.all([
    herdsman.getCoordinatorVersion(),
    herdsman.getNetworkParameters(),
  ]);
  return {
    adapter,
    firmware: firmwareOf(meta),
    version: `${type} ${meta.revision ?? ""}`.trim(),
    coordinator: herdsman.getDevicesByType("Coordinator")[0]?.ieeeAddr ?? "",
    channel,
    panid: panID,
    extendedpanid: extendedPanID.replace(/^0x/, ""),
    formed,
    can: SKILLS[adapter] ?? [],
  };
}

/** How many frames it takes at once. */
export async function capacityOf(herdsman: Herdsman, adapter: string): Promise<number> {
  if (adapter !== "zstack") return slotsOf(adapter).all;
  const { meta } = await herdsman.getCoordinatorVersion();
  return meta.product === ZSTACK_3X0 ? slotsOf(adapter).all : FEW;
}

/** Eight digits: whatever its maker counts by, a date as it is read. Zeros would mean that there is none. */
function firmwareOf({ revision, major, minor, patch, special }: Readonly<Record<string, number | string>>): string {
  const words = String(revision ?? "");
  if (/^0x[0-9a-f]{8}$/i.test(words)) return words.toLowerCase();
  if (/^\d{6,8}$/.test(words)) return `0x${words.padStart(8, "0")}`;
  const parts = [major, minor, patch, special].map((part) => Number(part) & 0xff);
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  return `0x${(number || 1).toString(16).padStart(8, "0")}`;
}
