/** The endpoints of a device as GET …/endpoints tells of them: clusters, the targets that they are bound to, and their reports. Pure. */
import type { Values } from "../../../src/model/resource.ts";

interface ReportSetting {
  readonly attribute: string;
  readonly least: number; // seconds
  readonly most: number;
  readonly change: number;
}

export interface ClusterRow {
  readonly endpoint: number;
  readonly id: string; //   "0x0006"
  readonly name: string; // "genOnOff"
  readonly side: "input" | "output";
  readonly attributes: readonly string[];
  readonly values: Values;
  readonly bound: readonly { readonly group?: string; readonly uniqueid?: string; readonly endpoint?: number }[];
  readonly reported: readonly ReportSetting[];
}

type ToldEndpoints = Readonly<Record<string, { readonly clusters?: readonly Omit<ClusterRow, "endpoint">[] }>>;

export function clusterRows(told: unknown): readonly ClusterRow[] {
  return Object.entries((told ?? {}) as ToldEndpoints).flatMap(([endpoint, { clusters = [] }]) =>
    clusters.map((cluster) => ({ ...cluster, endpoint: Number(endpoint) })),
  );
}

/** A cluster is worth a line if it is bound to a target, or reports an attribute. */
export function isSetUp({ bound, reported }: ClusterRow): boolean {
  return bound.length > 0 || reported.length > 0;
}
