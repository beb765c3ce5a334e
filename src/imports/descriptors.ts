/** Descriptors of nodes and endpoints, as devices sent them when they joined, lowest bytes first. */
import type { DatabaseEndpoint } from "./inventory.ts";

export interface NodeFacts {
  readonly type: "Router" | "EndDevice";
  readonly hasMains: boolean;
  readonly manufacturer: number;
}

export function nodeIn(bytes: Buffer): NodeFacts | undefined {
  if (bytes.length < 5) return undefined;
  const kind = (bytes[0] ?? 0) & 7;
  if (kind !== 1 && kind !== 2) return undefined;
  return {
    type: kind === 1 ? "Router" : "EndDevice",
    hasMains: ((bytes[2] ?? 0) & 4) !== 0,
    manufacturer: bytes.readUInt16LE(3),
  };
}

export function endpointIn(bytes: Buffer): DatabaseEndpoint | undefined {
  if (bytes.length < 8) return undefined;
  const inputs = clustersAt(bytes, 6);
  const outputs = inputs && clustersAt(bytes, 7 + 2 * inputs.length);
  if (!inputs || !outputs) return undefined;
  return newEndpoint(bytes[0] ?? 0, bytes.readUInt16LE(1), bytes.readUInt16LE(3), inputs, outputs);
}

export function newEndpoint(
  id: number,
  profile: number,
  device: number,
  inputs: readonly number[],
  outputs: readonly number[],
): DatabaseEndpoint {
  return {
    ...{ profId: profile, epId: id, devId: device, inClusterList: inputs, outClusterList: outputs },
    ...{ clusters: {}, binds: [], configuredReportings: [], meta: {} },
  };
}

function clustersAt(bytes: Buffer, at: number): readonly number[] | undefined {
  const count = bytes[at];
  if (count === undefined || at + 1 + 2 * count > bytes.length) return undefined;
  return Array.from({ length: count }, (_, index) => bytes.readUInt16LE(at + 1 + 2 * index));
}
