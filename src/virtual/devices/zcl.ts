/** ZCL frames: read with herdsman's codec, and written with it. */
import { Zcl } from "zigbee-herdsman";

export const { Status: STATUS } = Zcl;

/** Clusters and commands of a manufacturer's own, as herdsman takes them. */
export type CustomClusters = Parameters<typeof Zcl.Frame.fromBuffer>[3];

interface FrameHeader {
  readonly isGlobal: boolean;
  readonly toServer: boolean;
  readonly wantsDefault: boolean; // a default response also when all went well
  readonly manufacturer: number | undefined;
  readonly sequence: number;
  readonly command: number;
}

/** A frame that came: decoded, or why it could not be. */
export interface ReadFrame {
  readonly header: FrameHeader;
  readonly command?: string;
  readonly payload?: unknown;
  readonly failure?: number;
}

export interface FrameToWrite {
  readonly cluster: string | number;
  readonly command: string | number;
  readonly payload: unknown;
  readonly sequence: number;
  readonly isGlobal?: true;
  readonly fromServer?: boolean;
  readonly quiet?: boolean; // no default response, please
  readonly manufacturer?: number | undefined;
}

const SHORTEST = 3; // bytes of a header
const { ENUM8, ENUM16, UINT8, UINT16, UINT24, UINT32, INT8, INT16 } = Zcl.DataType;
/** The value that stands for nothing, by type. */
const NOTHING: Readonly<Record<number, number>> = {
  [ENUM8]: 0xff,
  [ENUM16]: 0xffff,
  [UINT8]: 0xff,
  [UINT16]: 0xffff,
  [UINT24]: 0xff_ffff,
  [UINT32]: 0xffff_ffff,
  [INT8]: -0x80,
  [INT16]: -0x8000,
};

/** Undefined when it is no ZCL frame at all, and cannot be answered. */
export function readFrame(cluster: number, bytes: Buffer, custom: CustomClusters): ReadFrame | undefined {
  const raw = bytes.length >= SHORTEST ? headerOf(bytes) : undefined;
  if (!raw) return undefined;
  const { frameControl, manufacturerCode, transactionSequenceNumber, commandIdentifier } = raw;
  const header: FrameHeader = {
    isGlobal: raw.isGlobal,
    toServer: frameControl.direction === Zcl.Direction.CLIENT_TO_SERVER,
    wantsDefault: !frameControl.disableDefaultResponse,
    manufacturer: frameControl.manufacturerSpecific ? manufacturerCode : undefined,
    sequence: transactionSequenceNumber,
    command: commandIdentifier,
  };
  try {
    const { command, payload } = Zcl.Frame.fromBuffer(cluster, raw, bytes, custom);
    return { header, command: command.name, payload: "parameters" in command ? asSent(payload, command) : payload };
  } catch (error) {
    const failure = error instanceof Zcl.StatusError ? error.code : STATUS.MALFORMED_COMMAND;
    return {
      header,
      failure: header.isGlobal && failure === STATUS.UNSUP_COMMAND ? STATUS.UNSUP_GENERAL_COMMAND : failure,
    };
  }
}

export function writeFrame(frame: FrameToWrite, custom: CustomClusters): Buffer {
  const { FrameType, Direction } = Zcl;
  return Zcl.Frame.create(
    frame.isGlobal ? FrameType.GLOBAL : FrameType.SPECIFIC,
    frame.fromServer ? Direction.SERVER_TO_CLIENT : Direction.CLIENT_TO_SERVER,
    frame.quiet ?? false,
    frame.manufacturer,
    frame.sequence,
    frame.command,
    frame.cluster,
    frame.payload,
    custom,
  ).toBuffer();
}

/** The number of a cluster, by its name or as a number already. */
export function clusterId(cluster: string | number, custom: CustomClusters = {}): number {
  return Zcl.Utils.getCluster(cluster, undefined, custom).ID;
}

/** As herdsman names the cluster; its number where it has no name. */
export function clusterName(cluster: number, custom: CustomClusters = {}): string {
  return Zcl.Utils.getCluster(cluster, undefined, custom).name;
}

/** Whether a command of this name is one that the server side of the cluster says. */
export function isSaidByServer(cluster: string | number, command: string | number, custom: CustomClusters): boolean {
  const { commands, commandsResponse } = Zcl.Utils.getCluster(cluster, undefined, custom);
  const holds = (table: typeof commands) =>
    Object.values(table).some(({ name, ID }) => (typeof command === "number" ? ID : name) === command);
  return !holds(commands) && holds(commandsResponse);
}

/** Herdsman takes numbers that stand for "nothing" for NaN; a device sees the numbers. */
function asSent(
  payload: Readonly<Record<string, unknown>>,
  { parameters }: ReturnType<typeof Zcl.Utils.getClusterCommand>,
) {
  const numbers = parameters
    .filter(({ name }) => Number.isNaN(payload[name]))
    .map(({ name, type }) => [name, NOTHING[type] ?? 0]);
  return { ...payload, ...Object.fromEntries(numbers) };
}

function headerOf(bytes: Buffer): ReturnType<typeof Zcl.Header.fromBuffer> {
  try {
    return Zcl.Header.fromBuffer(bytes);
  } catch {
    return undefined;
  }
}
