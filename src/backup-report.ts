/** The report on a backup before a restore: the things that it would bring back here, and those here that it lacks. */
import { thawed } from "./core/records.ts";
import type { Store } from "./core/store.ts";
import type { Archive } from "./edges/disk/archive.ts";
import { VERSION } from "./edges/disk/versions.ts";
import type { BackupReport } from "./model/admin-api.ts";
import { firingsOf } from "./model/automation/firings.ts";
import type { Kept } from "./model/ports.ts";
import type { Resource, Values } from "./model/resource.ts";
import { CONFIG } from "./resources/config/type.ts";

/** The things that people count, by the types of resources. Lights and sensors of devices count as devices. */
const COUNTED = {
  devices: (type: string) => type === "Device",
  virtual: (type: string) => type.startsWith("CLIP"),
  groups: (type: string) => type === "Group",
  scenes: (type: string) => type === "Scene",
  rules: (type: string) => type === "Rule",
  schedules: (type: string) => type === "Schedule",
  programs: (type: string) => type === "Key",
} as const;
type Counted = keyof typeof COUNTED;

const VIRTUAL_HOUSE = "virtual.json"; // among the radio's files

export function reportOf({ made, about, records, radio }: Archive, store: Store): BackupReport {
  const then = thingsIn(records, store);
  const names = new Set(then.map(identityOf));
  const config = store.get(CONFIG)?.attr;
  const lost = thingsIn(store.records(), store).filter((thing) => !names.has(identityOf(thing)));
  const count = (kind: Counted) => then.filter(({ type }) => COUNTED[kind](type)).length;
  const counts = Object.keys(COUNTED).map((kind) => [kind, count(kind as Counted)] as const);
  return {
    ...{ made, name: String(about.name ?? ""), hasNetwork: Object.keys(radio).length > 0 },
    isOwn: config === undefined || config.bridgeid === about.bridgeid,
    counts: Object.fromEntries(counts),
    lost: lost.map(({ address, attr }) => String(attr.name ?? address)),
  };
}

/** The archive with the present logs of its rules and schedules: a restore does not forget what they have done since. */
export function withLogsOf(store: Store, archive: Archive): Archive {
  if (archive.dataVersion !== VERSION) return archive; // records of another version do not fit into it
  const then = new Map(archive.records.map((record) => [record.address, record]));
  const logs = [...store.list("/rules"), ...store.list("/schedules")].flatMap(({ address, attr }) => {
    const record = then.get(address);
    const log = firingsOf(address);
    const isSame = record && thawed(record, store.definitions)?.attr.created === attr.created;
    return isSame && store.get(log) ? [store.record(log)] : [];
  });
  const newer = new Set(logs.map(({ address }) => address));
  return { ...archive, records: [...archive.records.filter(({ address }) => !newer.has(address)), ...logs] };
}

/**
 * The archive of a virtual house whose values change by themselves where they do so now: a user who has stopped them does
 * not expect a restore to start them again. Undefined: no virtual house runs here.
 */
export function withLifeOf(now: Values | undefined, archive: Archive): Archive {
  const text = archive.radio[VIRTUAL_HOUSE];
  if (typeof now?.life !== "boolean" || text === undefined) return archive;
  const kept = JSON.stringify({ ...(JSON.parse(text) as Values), life: now.life });
  return { ...archive, radio: { ...archive.radio, [VIRTUAL_HOUSE]: kept } };
}

/** The resources that people count, and would miss. */
function thingsIn(records: readonly Kept[], { definitions }: Store): readonly Resource[] {
  return records.flatMap((record) => {
    const resource = thawed(record, definitions);
    const isThing = resource && Object.values(COUNTED).some((isKind) => isKind(resource.type));
    return isThing && resource.attr.gone !== true ? [resource] : [];
  });
}

/** A resource that got the id of a deleted one is not the same: it was created later, or is of another device. */
function identityOf({ address, attr: { created, uniqueid } }: Resource): string {
  return JSON.stringify([address, created, uniqueid]);
}
