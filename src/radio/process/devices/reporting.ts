/** Sets up what a device reports by itself, and notes what it refuses to report. */
import { Zcl, Zdo } from "zigbee-herdsman";
import type { Device, Endpoint } from "../herdsman.ts";
import { type Item, PLAN, type ReportingStep, reportingPlan } from "./attribute-reporting.ts";

/** In a device's meta, which herdsman keeps. */
export interface ReportingMarks {
  reporting?: number; // the plan that it follows
  unreported?: readonly string[]; // what it refused: "1/genOnOff/onOff"
}

export function isReporting(device: Device): boolean {
  return (device.meta as ReportingMarks).reporting === PLAN;
}

/** Rejects when the device is silent; a refusal is only noted. */
export async function setUpReporting(device: Device, ours: Endpoint): Promise<void> {
  const refused: string[] = [];
  for (const step of reportingPlan(device)) refused.push(...(await setUp(step, ours)));
  const marks = device.meta as ReportingMarks;
  marks.reporting = PLAN;
  marks.unreported = refused;
  device.save();
}

async function setUp({ endpoint, cluster, items }: ReportingStep, ours: Endpoint): Promise<readonly string[]> {
  const nameOf = ({ attribute }: Item) => `${endpoint.ID}/${cluster}/${attribute}`;
  const isBound = await allowed(async () => {
    if (!endpoint.hasBind(Zcl.Utils.getCluster(cluster).ID, ours)) await endpoint.bind(cluster, ours);
  });
  if (!isBound) return items.map(nameOf);
  if (await allowed(() => endpoint.configureReporting(cluster, [...items] as never))) return [];
  if (items.length === 1) return items.map(nameOf);
  const refused: string[] = [];
  for (const item of items) {
    if (!(await allowed(() => endpoint.configureReporting(cluster, [item] as never)))) refused.push(nameOf(item));
  }
  return refused;
}

/** False when the device refused. */
async function allowed(doing: () => Promise<void>): Promise<boolean> {
  try {
    await doing();
    return true;
  } catch (error) {
    if (error instanceof Zcl.StatusError || error instanceof Zdo.StatusError) return false;
    throw error;
  }
}
