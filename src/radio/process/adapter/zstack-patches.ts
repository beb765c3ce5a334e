/**
 * What has to be changed inside zigbee-herdsman's adapter for Z-Stack: it does not notice that the stick has started anew by itself, and it gives
 * a network up whose devices' own keys do not all fit in.
 */
import { wordsOf } from "../../../model/errors.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { whileUp } from "./wrapping.ts";

/** A private part of herdsman's adapter, as it is used here. */
interface ZStackAdapter {
  readonly znp: {
    on(event: "received", listener: (notice: { readonly command: { readonly name: string } }) => void): unknown;
  };
}

/** Before it starts. `offAir`: the stick has started anew, and is in no network until it is told to. At its start herdsman restarts it. */
export function patchZStack(adapter: HerdsmanAdapter, offAir: () => void): void {
  const isUp = whileUp(adapter);
  (adapter as unknown as ZStackAdapter).znp.on("received", ({ command }) => {
    if (isUp() && command.name === "resetInd") offAir();
  });
}

/** As herdsman has them, before it writes them. */
export interface RestoredBackup {
  devices: readonly RestoredDevice[];
  readonly znp?: { readonly trustCenterLinkKeySeed?: Buffer | undefined } | undefined;
}

interface RestoredDevice {
  readonly ieeeAddress: Buffer;
  readonly linkKey?: { readonly key: Buffer } | undefined;
}

const NO_ROOM = /target adapter (tclk|aps|security).* table size insufficient \(size=(\d+)\)/;
const MOST_TRIES = 3; // a table each

/**
 * Herdsman gives up when the stick has no room for the keys of all devices; but a device needs its key only when it has lost the network's, and
 * a network without some of these keys is much better than none. `restore` rejects before anything is written when a table is too small.
 */
export async function restoreWhatFits(
  backup: RestoredBackup,
  restore: () => Promise<unknown>,
  warn: (text: string) => void,
): Promise<unknown> {
  for (let left = MOST_TRIES; ; left -= 1) {
    try {
      return await restore();
    } catch (error) {
      const [, table, room] = NO_ROOM.exec(wordsOf(error)) ?? [];
      if (table === undefined || left === 0) throw error;
      const count = keepFirst(backup, Number(room), table === "tclk");
      warn(
        `the stick has no room for the keys of ${count} devices: should one lose the network, it has to be paired again`,
      );
    }
  }
}

/** Answers how many keys go. `isDerived`: of those that follow from the stick's own secret, which stand in a table of their own. */
function keepFirst(backup: RestoredBackup, room: number, isDerived: boolean): number {
  const seed = backup.znp?.trustCenterLinkKeySeed;
  const isMeant = ({ ieeeAddress, linkKey }: RestoredDevice) =>
    linkKey !== undefined && (seed !== undefined && followsFrom(seed, ieeeAddress, linkKey.key)) === isDerived;
  const gone = new Set(backup.devices.filter(isMeant).slice(room));
  backup.devices = backup.devices.filter((device) => !gone.has(device));
  return gone.size;
}

/** The key is the seed, turned by some bytes, exclusively or'ed with the address. */
function followsFrom(seed: Buffer, ieee: Buffer, key: Buffer): boolean {
  const address = Buffer.from(ieee).reverse();
  const turned = Buffer.from(key.map((byte, at) => byte ^ (address[at % address.length] ?? 0)));
  return Buffer.concat([seed, seed]).includes(turned);
}
