/** Looks at the house of another program, and plans its move: reads its files, asks the converters what its devices are, and makes every record. */
import { join } from "node:path";
import { LARGEST_FILE, readSource, SourceError } from "./edges/import-source.ts";
import type { ForeignNetwork, ForeignTraces } from "./imports/inventory.ts";
import { type ImportPlan, type PlanOptions, planImport } from "./imports/plan/plan.ts";
import { ImportRefusal } from "./imports/refusal.ts";
import { isWanted, openSource, printOf, type ReadOptions, readHouse } from "./imports/source.ts";
import type { SourceFile } from "./imports/source-files.ts";
import { type NetworkRecord, networkJson, newRecord } from "./radio/network-record.ts";
import { offlineFacts } from "./radio/process/devices/offline-facts.ts";

/** A folder or file of this machine; or an upload of the user, by its name. */
export type ImportSource =
  | { readonly path: string }
  | { readonly name: string; readonly files: ReadonlyMap<string, Uint8Array> };

export interface ImportOptions extends ReadOptions, Omit<PlanOptions, "folder" | "print"> {}

/** `traces`: for the check whether the other program still runs. Secrets are among them. */
export interface LookedAt extends ImportPlan {
  readonly traces: ForeignTraces;
}

/** Only for a process that runs no radio: zigbee-herdsman's classes keep one list of devices. */
export async function lookAtHouse(source: ImportSource, options: ImportOptions): Promise<LookedAt> {
  const { folder, home, files } = await filesOf(source);
  const opened = openSource(folder, files);
  const print = printOf(opened);
  const house = readHouse(opened, options);
  const facts = await offlineFacts(house.devices.map(({ line }) => line));
  const byIeee = new Map(facts.map((each) => [each.ieee, each]));
  const plan = await planImport(house, byIeee, { ...options, folder, print });
  const databases = home === undefined ? [] : house.traces.databases.map((name) => join(home, name));
  const traces = { ...house.traces, databases };
  if (!plan.network) return { ...plan, traces };
  return { ...plan, traces, radio: { ...plan.radio, "network.json": networkJson(recordOf(plan.network)) } };
}

/** The network as the radio keeps it: the files for a stick of any family are written from it. */
function recordOf(network: ForeignNetwork): NetworkRecord {
  const { key = "", panid = 0, extendedpanid = "", coordinator, family, devices = [], seed, hashedKey } = network;
  return {
    ...newRecord(Buffer.from(key, "hex"), panid, Buffer.from(extendedpanid, "hex")),
    ...{ keynumber: network.keySequence ?? 0, channel: network.channel ?? null, updateid: network.updateId ?? 0 },
    ...{ coordinator: coordinator === undefined ? null : `0x${coordinator}`, counter: network.frameCounter ?? null },
    ...{
      family: family ?? null,
      ...(seed !== undefined && { seed }),
      ...(hashedKey !== undefined && { hashedtclk: hashedKey }),
    },
    stations: devices.map(({ ieee, address, isChild, linkKey }) => ({
      ...{ ieee: `0x${ieee}`, address: Number.parseInt(address, 16), ischild: isChild },
      ...(linkKey && { linkkey: { key: linkKey.key, rx: linkKey.received, tx: linkKey.sent } }),
    })),
  };
}

interface FoundFiles {
  readonly folder: string; // as people call it
  readonly home?: string; //  where the files lie
  readonly files: ReadonlyMap<string, SourceFile>;
}

async function filesOf(source: ImportSource): Promise<FoundFiles> {
  if ("files" in source) {
    const files = [...source.files].map(
      ([name, bytes]) => [name, { bytes: Buffer.from(bytes), written: null }] as const,
    );
    return { folder: source.name, files: new Map(files) };
  }
  try {
    return await readSource(source.path, isWanted);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new ImportRefusal(error.trouble, { folder: error.file, file: error.file, most: LARGEST_FILE });
  }
}
