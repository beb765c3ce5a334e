/**
 * Changes inside zigbee-herdsman's adapter for Z-Stack: it does not notice that the stick has started anew by itself, cannot read
 * that it refuses a command, goes on asking it at its start when the line is closed, and gives a network up whose devices' own keys do not all fit in.
 */
import { wordsOf } from "../../../model/errors.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { explainRefusals, whileUp, wrap } from "./wrapping.ts";

/** A private part of herdsman's adapter, as it is used here. */
interface ZStackAdapter {
  readonly znp: {
    on(event: "received", listener: (notice: { readonly command: { readonly name: string } }) => void): unknown;
    onUnpiParsed(frame: { readonly subsystem: number; readonly data: Buffer }): void;
  };
}

const REFUSAL = 0; // a subsystem
const VERSION = Buffer.of(0x21, 0x02); // in a refusal: firmware of the first years does not tell it, and does without

/** Before it starts. `offAir`: the stick has started anew, and is in no network until it is told to. At its start herdsman restarts it. */
export function patchZStack(adapter: HerdsmanAdapter, offAir: () => void): void {
  const isUp = whileUp(adapter);
  const { znp } = adapter as unknown as ZStackAdapter;
  znp.on("received", ({ command }) => {
    if (isUp() && command.name === "resetInd") offAir();
  });
  let hasRefused = false;
  wrap(znp, "onUnpiParsed", (parse, frame) => {
    if (frame.subsystem !== REFUSAL) parse(frame);
    else hasRefused ||= !frame.data.subarray(1).equals(VERSION);
  });
  explainRefusals(adapter, () => hasRefused);
  endWithLine(adapter);
}

/** Herdsman goes on asking a line that is closed, and at its end stumbles over that. */
function endWithLine(adapter: HerdsmanAdapter): void {
  const closed = new Promise<never>((_, reject) => {
    adapter.once("disconnected", () => setImmediate(() => reject(new Error("closed by the other side")))); // a known reason comes first
  });
  closed.catch(() => {});
  wrap(adapter, "start", async (start) => await Promise.race([start(), closed]));
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
