/**
 * Changes inside zigbee-herdsman's adapter for EmberZNet: it does not notice that the stick has left its network, gives the
 * stick up over a command that its firmware does not know, has no patience with one that is busy, loses install codes when the network closes,
 * and takes a device that was merely away for one that joins.
 */
import { Device } from "zigbee-herdsman/dist/controller/model/index.js";
import { wordsOf } from "../../../model/errors.ts";
import { pause } from "../deadlines.ts";
import { adapterOf, type Herdsman, type HerdsmanAdapter, isInterviewed } from "../herdsman.ts";
import { BUSY_FOR, whileUp, wrap } from "./wrapping.ts";

/** Private parts of herdsman's adapter, as they are used here. */
interface Ezsp {
  on(event: "stackStatus", listener: (status: number) => void): unknown;
  on(event: "trustCenterJoin", listener: TrustCenterJoin): unknown;
  listeners(event: "trustCenterJoin"): unknown[];
  removeAllListeners(event: "trustCenterJoin"): unknown;
  ezspErrorHandler(status: number): void;
  send(...message: unknown[]): Promise<[status: number, sequence: number]>;
  ezspSetMulticastTableEntry(row: number, entry: MulticastEntry): Promise<number>;
}

/** A device has come or gone: its address in the network, its own, and how. */
type TrustCenterJoin = (address: number, ieee: string, how: number, ...more: unknown[]) => unknown;

interface MulticastEntry {
  readonly multicastId: number;
  readonly endpoint: number;
  readonly networkIndex: number;
}

interface EmberAdapter {
  readonly ezsp: Ezsp;
  readonly multicastTable: number[];
  readonly queue: { execute<Answer>(run: () => Promise<Answer>): Promise<Answer> };
}

const NETWORK_DOWN = 0x16; // statuses of the stick
const BUSY: readonly number[] = [0x04, 0x19, 0xc03];
const REJOINS: readonly number[] = [0, 3]; // with the key of the network, or with its own
const UNKNOWN_COMMAND = 0x31; // a status of its protocol
const ENDPOINT = 1; // of the coordinator
const MOST_CODES = 32; // the stick's own table is not larger

/** Before it starts. `offAir`: the stick has left its network by itself. */
export function patchEmber(adapter: HerdsmanAdapter, offAir: () => void): void {
  const { ezsp } = adapter as unknown as EmberAdapter;
  tellOffAir(adapter, ezsp, offAir);
  bearUnknownCommands(ezsp);
  wrap(ezsp, "send", async (send, ...message) => {
    for (const wait of BUSY_FOR) {
      const sent = await send(...message);
      if (!BUSY.includes(sent[0])) return sent;
      await pause(wait);
    }
    return await send(...message);
  });
  keepInstallCodes(adapter);
  passOverRejoins(ezsp);
}

/** Herdsman only notes it. At its start it leaves a network by itself. */
function tellOffAir(adapter: HerdsmanAdapter, ezsp: Ezsp, offAir: () => void): void {
  const isUp = whileUp(adapter);
  ezsp.on("stackStatus", (status) => {
    if (isUp() && status === NETWORK_DOWN) offAir();
  });
}

/** It is the command that fails, not the line. */
function bearUnknownCommands(ezsp: Ezsp): void {
  wrap(ezsp, "ezspErrorHandler", (fail, status) => {
    if (status !== UNKNOWN_COMMAND) fail(status);
  });
}

/** The stick keeps a code for five minutes at most, and only while it is open: until its device has come it is given the code at each opening. */
function keepInstallCodes(adapter: HerdsmanAdapter): void {
  type Code = Parameters<HerdsmanAdapter["addInstallCode"]>;
  const codes = new Map<string, Code>(); // by device
  const add = adapter.addInstallCode.bind(adapter);
  adapter.addInstallCode = async (...code) => {
    await add(...code);
    codes.delete(code[0]);
    codes.set(code[0], code);
    const [oldest] = codes.keys();
    if (codes.size > MOST_CODES && oldest !== undefined) codes.delete(oldest);
  };
  wrap(adapter, "permitJoin", async (permit, seconds, ...where) => {
    await permit(seconds, ...where);
    if (seconds > 0) for (const code of codes.values()) await add(...code);
  });
  adapter.on("deviceJoined", ({ ieeeAddr }) => codes.delete(ieeeAddr));
}

/** A device that comes back with its keys was not reset, and announces itself: it needs no new setup. Herdsman lets unknown ones in. */
function passOverRejoins(ezsp: Ezsp): void {
  const listeners = ezsp.listeners("trustCenterJoin") as TrustCenterJoin[];
  ezsp.removeAllListeners("trustCenterJoin");
  ezsp.on("trustCenterJoin", (address, ieee, how, ...more) => {
    const device = REJOINS.includes(how) ? Device.byIeeeAddr(ieee) : undefined;
    if (device && isInterviewed(device)) device.networkAddress = address;
    else for (const listener of listeners) void listener(address, ieee, how, ...more);
  });
}

/**
 * The stick hands up only frames to groups that it was told to hear. Herdsman tells it the groups to which it has sent a frame since the
 * start; here it is told all known groups, so that a remote that speaks to one is heard. A stick without room for more is logged once.
 */
export function hearGroups(herdsman: Herdsman, warn: (text: string) => void): void {
  const { ezsp, multicastTable, queue } = adapterOf(herdsman) as unknown as EmberAdapter;
  let isFull = false;
  const hear = async (group: number) => {
    if (multicastTable.includes(group)) return;
    const row = multicastTable.push(group) - 1;
    if (isFull) return;
    const entry = { multicastId: group, endpoint: ENDPOINT, networkIndex: 0 };
    isFull = (await queue.execute(() => ezsp.ezspSetMulticastTableEntry(row, entry))) !== 0;
    if (isFull) warn(`the stick hears no more than ${row} groups: what remotes say to others is not noticed`);
  };
  const begin = (group: number) => {
    hear(group).catch((error) => warn(`group ${group} is not heard: ${wordsOf(error)}`));
  };
  wrap(herdsman, "createGroup", (create, group) => {
    begin(group);
    return create(group);
  });
  for (const { groupID } of herdsman.getGroupsIterator()) begin(groupID);
}
