/** The network that a stick holds, by questions that change nothing and send nothing on air; the kind of the stick is known before. */
import { Ezsp } from "zigbee-herdsman/dist/adapter/ember/ezsp/ezsp.js";
import { AdapterBackup } from "zigbee-herdsman/dist/adapter/z-stack/adapter/adapter-backup.js";
import { AdapterNvMemory } from "zigbee-herdsman/dist/adapter/z-stack/adapter/adapter-nv-memory.js";
import { NvItemsIds } from "zigbee-herdsman/dist/adapter/z-stack/constants/common.js";
import { nib, nwkKeyDescriptor } from "zigbee-herdsman/dist/adapter/z-stack/structs/index.js";
import { Subsystem } from "zigbee-herdsman/dist/adapter/z-stack/unpi/constants.js";
import { Znp } from "zigbee-herdsman/dist/adapter/z-stack/znp/znp.js";
import type { AskedStick, HeldNetwork } from "../../model/imports/asked-stick.ts";
import type { StickAdapter } from "../stick-names.ts";
import { complement, framed, framesIn, SLIP } from "./framing.ts";
import { exchangeOver, type StickConnection, type StickExchange } from "./stick-connection.ts";

interface StickToAsk {
  readonly path: string;
  readonly baudRate?: number | undefined;
  /** Where herdsman's own code does not ask. */
  readonly open: () => Promise<StickConnection>;
}

type Held = Pick<AskedStick, "address" | "holds">;

const NOTHING_TOLD: Held = { address: null, holds: "untold" };
const QUESTIONS: Readonly<Partial<Record<StickAdapter, (stick: StickToAsk) => Promise<Held>>>> = {
  zstack: askZstack,
  ember: askEmber,
  deconz: askDeconz,
};

/** Of the others nothing is known before they go on air. */
export async function heldNetwork(adapter: StickAdapter, stick: StickToAsk): Promise<Held> {
  return (await QUESTIONS[adapter]?.(stick)) ?? NOTHING_TOLD;
}

/** Private parts of herdsman's Z-Stack adapter. */
interface ZstackTables {
  getAdapterVersion(): Promise<number>;
  getNetworkSecurityMaterialTable(
    version: number,
  ): Promise<{ readonly used: readonly { readonly extendedPanID: Buffer; readonly FrameCounter: number }[] }>;
}

const NO_PAN = 0xffff;
const ZSTACK_12 = 0;
const MARK = 0x55; // by which herdsman knows that a stick has been set up

/** Its memory, read item by item. */
async function askZstack({ path, baudRate = 115_200 }: StickToAsk): Promise<Held> {
  const znp = new Znp(path, baudRate, false);
  await znp.open();
  try {
    const memory = new AdapterNvMemory(znp);
    await memory.init();
    const backup = new AdapterBackup(znp, memory, "") as unknown as ZstackTables;
    const version = await backup.getAdapterVersion();
    const { payload } = await znp.requestWithReply(Subsystem.SYS, "getExtAddr", {});
    const address = withoutPrefix(String(payload.extaddress));
    const isOld = version === ZSTACK_12;
    const mark = await memory.readItem(
      isOld ? NvItemsIds.ZNP_HAS_CONFIGURED_ZSTACK1 : NvItemsIds.ZNP_HAS_CONFIGURED_ZSTACK3,
    );
    const network = await memory.readItem(NvItemsIds.NIB, 0, nib);
    const active = isOld ? null : await memory.readItem(NvItemsIds.NWK_ACTIVE_KEY_INFO, 0, nwkKeyDescriptor);
    if (isOld) return { address, holds: "untold" };
    if (mark?.[0] !== MARK || !network || !active || network.nwkPanId === NO_PAN) return { address, holds: "none" };
    const { used } = await backup.getNetworkSecurityMaterialTable(version);
    const own = used.find(({ extendedPanID }) => extendedPanID.equals(network.extendedPANID));
    const any = used.find(({ extendedPanID }) => extendedPanID.every((byte) => byte === 0xff));
    return {
      address,
      holds: {
        ...{ key: active.key.toString("hex"), panid: network.nwkPanId, channel: network.nwkLogicalChannel },
        ...{ extendedpanid: network.extendedPANID.toString("hex"), updateid: network.nwkUpdateId },
        ...{ coordinator: address, counter: (own ?? any)?.FrameCounter ?? null },
      },
    };
  } finally {
    await znp.close().catch(() => {}); // it was pulled out meanwhile
  }
}

const OLDEST_EZSP = 13;

/** It only knows its network once it is on air; its address it knows at once. */
async function askEmber({ path, baudRate = 115_200 }: StickToAsk): Promise<Held> {
  const ezsp = new Ezsp({ path, baudRate, rtscts: false, adapter: "ember" });
  try {
    if ((await ezsp.start()) !== 0) return NOTHING_TOLD;
    const [version] = await ezsp.ezspVersion(OLDEST_EZSP);
    if (version < OLDEST_EZSP) return NOTHING_TOLD;
    if (version > OLDEST_EZSP) await ezsp.ezspVersion(version);
    ezsp.setProtocolVersion(version);
    return { address: withoutPrefix(await ezsp.ezspGetEui64()), holds: "untold" };
  } finally {
    await ezsp.stop();
  }
}

const READ = 0x0a;
const OK = 0;
const ANSWERS_WITHIN = 1_000; // milliseconds
const NETWORK_KEY = 0;
const PARAMETER = { address: 1, panid: 5, extendedpanid: 8, used: 11, key: 24, channel: 28, updateid: 36, counter: 39 };
const HEAD = 8; // bytes in front of the value: of the frame, the length of the rest, the parameter's number

/** dresden elektronik's protocol has a command that reads a parameter. */
async function askDeconz({ open }: StickToAsk): Promise<Held> {
  const connection = await open();
  try {
    const exchange = exchangeOver(connection);
    const read = async (parameter: number, ...more: readonly number[]) =>
      await deconzParameter(exchange, [parameter, ...more]);
    const address = await read(PARAMETER.address);
    const [panid, channel, key] = [
      await read(PARAMETER.panid),
      await read(PARAMETER.channel),
      await read(PARAMETER.key, NETWORK_KEY),
    ];
    const used = await read(PARAMETER.used);
    const extended = used?.some((byte) => byte !== 0) ? used : await read(PARAMETER.extendedpanid);
    const [updateid, counter] = [await read(PARAMETER.updateid), await read(PARAMETER.counter)];
    if (!address || address.length < 8) return NOTHING_TOLD;
    const coordinator = turnedHex(address);
    const holds: HeldNetwork | undefined = panid &&
      channel &&
      key &&
      extended && {
        ...{ coordinator, panid: panid.readUInt16LE(), channel: channel.readUInt8() },
        ...{ key: key.subarray(-16).toString("hex"), extendedpanid: turnedHex(extended) },
        ...{ updateid: updateid?.readUInt8() ?? 0, counter: counter?.readUInt32LE() ?? null },
      };
    if (!holds) return { address: coordinator, holds: "untold" };
    const isBlank = /^0+$/.test(holds.key) || holds.channel === 0 || holds.panid === 0;
    const isOwn = /^0+$/.test(holds.extendedpanid); // then the address stands for it
    return {
      address: coordinator,
      holds: isBlank ? "none" : { ...holds, ...(isOwn && { extendedpanid: coordinator }) },
    };
  } finally {
    await connection.close();
  }
}

/** Undefined: this firmware does not have it. */
async function deconzParameter(exchange: StickExchange, payload: readonly number[]): Promise<Buffer | undefined> {
  const length = 7 + payload.length; // of the question without its sum
  const question = Buffer.from([READ, 1, 0, length, 0, payload.length, 0, ...payload]);
  const sum = complement(question);
  exchange.write(Buffer.from([SLIP.end, ...framed(SLIP, Buffer.from([...question, sum & 0xff, sum >> 8]))]));
  const answer = await exchange.receives((bytes) => deconzAnswerIn(bytes, payload[0] ?? 0), ANSWERS_WITHIN);
  return answer && answer[2] === OK ? answer.subarray(HEAD) : undefined;
}

function deconzAnswerIn(bytes: Buffer, parameter: number): Buffer | undefined {
  return framesIn(SLIP, bytes)
    .filter(
      (frame) => frame.length >= HEAD + 2 && complement(frame.subarray(0, -2)) === frame.readUInt16LE(frame.length - 2),
    )
    .map((frame) => frame.subarray(0, -2))
    .find((frame) => frame[0] === READ && frame[HEAD - 1] === parameter);
}

function turnedHex(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, 8)).reverse().toString("hex");
}

function withoutPrefix(ieee: string): string {
  return ieee.replace(/^0x/, "").toLowerCase();
}
