/**
 * Takes a stick off the air that may not answer any more: it is told to start anew, or to leave the air, and nobody waits for what it says. Until a host
 * starts it, or it gets power again, it sends nothing.
 */
import type { SilencedStick } from "../sticks.ts";
import { ASH, ccitt, complement, framed, SLIP, xor } from "./framing.ts";
import { openSerial, openTcp } from "./stick-connection.ts";

const ZSTACK_RESET = [0x01, 0x41, 0x00, 0x01]; // length, SYS_RESET_REQ, by its software
const ASH_CANCEL = 0x1a;
const ASH_RESET = [0xc0];
const DECONZ_OFF = [0x08, 1, 0, 6, 0, 0]; // command, number, status, length, the state of its network
const HEARD_WITHIN = 100; // milliseconds

interface Silencing {
  readonly bytes: Uint8Array;
  readonly baudRates: readonly number[];
}

/** By adapter; the others have no such command. */
const SILENCINGS: Readonly<Record<string, Silencing>> = {
  zstack: { bytes: Buffer.from([0xfe, ...ZSTACK_RESET, xor(Buffer.from(ZSTACK_RESET))]), baudRates: [115_200] },
  ember: { bytes: Buffer.from([ASH_CANCEL, ...framed(ASH, ashFrame())]), baudRates: [115_200, 460_800] },
  deconz: { bytes: Buffer.from([SLIP.end, ...framed(SLIP, deconzFrame())]), baudRates: [38_400, 115_200] },
};

export async function silence({ path, adapter, baudRate }: SilencedStick): Promise<void> {
  const silencing = SILENCINGS[adapter];
  if (!silencing) return;
  const isNetworked = /^(tcp|socket):/.test(path);
  const speeds = isNetworked ? [0] : baudRate ? [baudRate] : silencing.baudRates;
  for (const speed of speeds) {
    const connection = await (isNetworked ? openAddress(path) : openSerial(path, speed));
    connection.write(silencing.bytes);
    await new Promise((resolve) => setTimeout(resolve, HEARD_WITHIN));
    await connection.close();
  }
}

function openAddress(path: string) {
  const { hostname, port } = new URL(path.replace(/^\w+:/, "http:"));
  return openTcp(hostname.replace(/^\[|\]$/g, ""), Number(port));
}

function ashFrame(): Uint8Array {
  const sum = ccitt(Buffer.from(ASH_RESET));
  return Buffer.from([...ASH_RESET, sum >> 8, sum & 0xff]);
}

function deconzFrame(): Uint8Array {
  const sum = complement(Buffer.from(DECONZ_OFF));
  return Buffer.from([...DECONZ_OFF, sum & 0xff, sum >> 8]);
}
