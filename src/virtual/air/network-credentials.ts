/** The credentials that a device and its coordinator have to share to understand each other. */
import { createHash } from "node:crypto";

export interface NetworkCredentials {
  readonly panid: number;
  readonly extendedpanid: string; // as it is on air: "0x0102030405060708"
  readonly channel: number;
  readonly key: string; // hex
  readonly keyNumber: number;
}

/** The number of each frame of a coordinator: no device takes one twice. */
export interface FrameStamp {
  readonly ieee: string;
  readonly counter: number;
}

/** The key with which devices join that have none of their own: everybody knows it. */
export const WELL_KNOWN_KEY = Buffer.from("ZigBeeAlliance09").toString("hex");

/** A key with a device that follows from a secret of its coordinator, as the firmware of some sticks makes it. */
export function derivedKey(secret: string, ieee: string): string {
  return createHash("md5").update(`${secret} ${ieee}`).digest("hex");
}

/** Two nodes with these hear each other, and can read each other's frames. The extended PAN id does not travel with a frame. */
export function understandEachOther(one: NetworkCredentials, other: NetworkCredentials | undefined): boolean {
  return (
    one.panid === other?.panid && one.channel === other.channel && one.key === other.key && hasKeyNumber(one, other)
  );
}

/** A device that has lost its network looks for it on all channels, by its extended PAN id, and has to know the key. */
export function findsIts(own: NetworkCredentials, around: NetworkCredentials | undefined): boolean {
  return own.extendedpanid === around?.extendedpanid && own.key === around.key && hasKeyNumber(own, around);
}

/** Former versions kept "extendedpanid key": the missing members are those of the network around the device. */
export function credentialsIn(
  saved: NetworkCredentials | string,
  around: NetworkCredentials | undefined,
): NetworkCredentials {
  if (typeof saved !== "string") return saved;
  const [extendedpanid = "", key = ""] = saved.split(" ");
  const { panid = 0, channel = 0 } = around ?? {};
  return { panid, extendedpanid, channel, key, keyNumber: 0 };
}

function hasKeyNumber(one: NetworkCredentials, other: NetworkCredentials): boolean {
  return one.keyNumber === other.keyNumber;
}
