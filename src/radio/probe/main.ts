/** The entry of the probe process, which lists the serial ports, asks one stick, or silences it: a driver that hangs or crashes takes nothing with it. */
import process from "node:process";
import { findMdnsAdapter } from "zigbee-herdsman/dist/adapter/adapterDiscovery.js";
import { SerialPort } from "zigbee-herdsman/dist/adapter/serialPort.js";
import type { AskedStick } from "../../model/imports/asked-stick.ts";
import { stickFailure } from "../stick-failures.ts";
import type { StickAdapter } from "../stick-names.ts";
import type { PortFacts, ProbeTask, SilencedStick, StickAnswer, StickTest } from "../sticks.ts";
import { ASH, ccitt, complement, framed, SLIP, xor } from "./framing.ts";
import { heldNetwork } from "./held-network.ts";
import { openSerial, openTcp } from "./stick-connection.ts";
import { identifyStick, type OpenConnection } from "./stick-identification.ts";

process.on("SIGINT", () => {}); // Ctrl-C is for Node-RED, which ends us
process.on("disconnect", () => process.exit(0));
process.once("message", (task: ProbeTask) => {
  answer(task).then(
    (found) => process.send?.(found, () => process.exit(0)),
    (error) => process.send?.({ ok: false, reason: String(error) }, () => process.exit(1)),
  );
});

async function answer(task: ProbeTask): Promise<StickAnswer | AskedStick | readonly PortFacts[] | "silenced"> {
  if (task.forkProbe === "list") return await SerialPort.list();
  if (task.forkProbe === "silence") {
    await silence(task.stick);
    return "silenced";
  }
  const { test } = task;
  try {
    const isSerial = !/^(tcp|socket|mdns):/.test(test.path);
    const { path, guess, open } = isSerial ? serialLine(test) : await networkLine(test);
    const found = await identifyStick({ ...test, ...guess }, isSerial, open);
    if (!found.ok || task.forkProbe === "test") return found;
    const { adapter, firmware, baudRate } = found;
    const held = await heldNetwork(adapter, { path, baudRate, open: () => open(baudRate) });
    return { adapter, firmware, ...held };
  } catch (error) {
    return { ok: false, reason: stickFailure(error, test) };
  }
}

interface Line {
  readonly path: string; // as herdsman names it
  readonly guess: { readonly guess?: StickAdapter };
  readonly open: OpenConnection;
}

function serialLine({ path }: StickTest): Line {
  return { path, guess: {}, open: (baudRate) => openSerial(path, baudRate ?? 115_200) };
}

async function networkLine({ path }: StickTest): Promise<Line> {
  const found = path.startsWith("mdns://") ? await findMdnsAdapter(path) : { path };
  const { hostname, port } = new URL((found.path ?? "").replace(/^\w+:/, "http:"));
  if (!hostname || !port) throw new Error("expected format: tcp://host:port");
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    path: `tcp://${host}:${port}`,
    guess: "adapter" in found ? { guess: found.adapter as StickAdapter } : {},
    open: () => openTcp(host, Number(port)),
  };
}

// ---- taking a stick off the air that may not answer any more: it is told to start anew, or to leave the air, and the probe waits for no
// answer. Until a host starts it, or it gets power again, it sends nothing.

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

async function silence({ path, adapter, baudRate }: SilencedStick): Promise<void> {
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
