/** What a device answers when touchlink looks for it: read from the frame itself, for herdsman keeps only who was the first. */
import { Zcl } from "zigbee-herdsman";
import type { TouchlinkDevice } from "../../../model/radio.ts";
import type { Incoming } from "../herdsman.ts";

export interface TouchlinkAnswer extends Omit<TouchlinkDevice, "channel"> {
  readonly transaction: number; // of the request
}

const ANSWER = "scanResponse";
const FACTORY_NEW = 1; // a bit
/** Sticks tell a link quality only, which Z-Stack makes of -87 to -10 dBm. */
const WEAKEST = -87;
const STRONGEST = -10;
const BEST_QUALITY = 255;

/** Undefined: it is something else, or nobody understands it. */
export function touchlinkAnswer({
  clusterID,
  address,
  header,
  data,
  linkquality,
}: Incoming): TouchlinkAnswer | undefined {
  if (clusterID !== Zcl.Clusters.touchlink.ID || header === undefined || typeof address !== "string") return undefined;
  const frame = read(header, data);
  if (frame?.command.name !== ANSWER) return undefined;
  const { transactionID: transaction, touchlinkInformation, panID: panid } = frame.payload as Record<string, number>;
  if (transaction === undefined || touchlinkInformation === undefined || panid === undefined) return undefined;
  const factorynew = (touchlinkInformation & FACTORY_NEW) !== 0;
  return { ieee: address, factorynew, rssi: inDecibels(linkquality), panid, transaction };
}

function read(header: Zcl.Header, data: Buffer): Zcl.Frame | undefined {
  try {
    return Zcl.Frame.fromBuffer(Zcl.Clusters.touchlink.ID, header, data, {});
  } catch {
    return undefined; // whoever is near may say what he likes
  }
}

function inDecibels(linkquality: number): number {
  return Math.round(WEAKEST + (linkquality / BEST_QUALITY) * (STRONGEST - WEAKEST));
}
