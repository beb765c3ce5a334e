/** The plan of a move: every record and file that is to be here afterwards, and the report of it. Nothing is written; the same house gives the same plan. */
import type { Kept } from "../../model/ports.ts";
import type { DeviceFacts, Ieee } from "../../model/radio/device-facts.ts";
import { type Address, isObject, type Values } from "../../model/resource.ts";
import { CONFIG, CONFIG_FIELDS } from "../../resources/config/type.ts";
import { databaseText, type GroupLine } from "../database-lines.ts";
import type { ForeignHouse, ForeignNetwork } from "../inventory.ts";
import { type ImportReport, needing, told } from "../report.ts";
import type { Note } from "../words.ts";
import { type PlannedRecord, placeLinks, placeParameters, placeRules, placeSchedules } from "./automation.ts";
import { type PlannedDevice, placeDevices } from "./devices.ts";
import { type PlannedGroup, placeGroups, placeRooms, placeScenes } from "./groups.ts";
import { type PlannedKey, placeKeys } from "./keys.ts";
import { fitting, RecordBook } from "./record-book.ts";
import { askedIn, holdingOf, type StickChoice, type StickVerdict, stickVerdict, withAsked } from "./stick.ts";
import { PROGRAMS, wayBack } from "./way-back.ts";

/** The gateway as it is now. */
export interface PresentGateway {
  readonly config: Values; //  of GET /config, with hidden members
  readonly keys: readonly Kept[]; // that go on working
  readonly devices: number; // that are replaced
  readonly groups: number;
  readonly isVirtual?: boolean; // and stays: the move replaces the house of the stick
}

export interface PlanOptions {
  readonly now: number;
  readonly stick: StickChoice;
  readonly folder: string;
  readonly print: string; // of the files that were read
  readonly present?: PresentGateway;
  readonly allKeys?: boolean; // also those that were not used for long
  readonly areas?: boolean; //   rooms become groups
  readonly isLook?: boolean; //  nothing of it is kept: only the report counts
}

export interface ImportPlan {
  readonly records: readonly Kept[];
  readonly radio: Readonly<Record<string, string>>; // its files; none where the network cannot go on
  readonly network: ForeignNetwork | undefined; //     likewise, with a counter that devices believe
  readonly report: ImportReport;
}

const FRAMES_PER_SECOND = 30; // that a busy stick sends
const MOST_FRAMES_SENT = 1_000_000;
const FRESH = 6 * 60_000; // milliseconds

export async function planImport(
  given: ForeignHouse,
  facts: ReadonlyMap<Ieee, DeviceFacts>,
  options: PlanOptions,
): Promise<ImportPlan> {
  const book = new RecordBook();
  const house = withAsked(given, options.stick);
  const verdict = stickVerdict(house, options.stick);
  placeConfig(book, house, options);
  const devices = placeDevices(book, house, facts);
  const own = placeGroups(book, house, devices);
  const groups = options.areas ? [...own, ...placeRooms(book, house, devices)] : own;
  const scenes = placeScenes(book, house, devices);
  const { now, allKeys: all = false, isLook = false } = options;
  const { names, keys } = await placeKeys(book, house, { now, all, isLook });
  const schedules = placeSchedules(book, house.schedules, names, now);
  const rules = placeRules(book, house.rules, names, house.schedules);
  const links = placeLinks(book, house.links, names);
  const parameters = placeParameters(book, house.parameters, names);
  const counts = { lights: book.highest("lights"), sensors: book.highest("sensors"), groups: book.highest("groups") };
  book.put({ ...{ address: "/ids", type: "Ids", config: {}, state: {}, action: {} }, attr: counts });
  const notes = [...house.notes, ...book.notes, ...presentNotes(options), ...freshNotes(house, now)];
  const parts = { devices, groups, scenes, rules, schedules, links, parameters, keys, notes };
  const canGo = verdict.verdict !== "refused";
  return {
    records: [...book.records(), ...(options.present?.keys ?? []).filter(({ address }) => !book.get(address))],
    radio: canGo ? { "database.db": databaseOf(house, groups) } : {},
    network: canGo ? { ...house.network, ...counterFor(house, verdict, now) } : undefined,
    report: reportOf(house, book, verdict, options, parts),
  };
}

/** The last settings of the dialog count as applied: they must not override those that come along. */
function placeConfig(book: RecordBook, { settings, network }: ForeignHouse, { present }: PlanOptions): void {
  const { applied, ...now } = present?.config ?? {};
  const channel = network.channel === undefined ? {} : { zigbeechannel: network.channel };
  const { zigbeechannel: _, ...own } = fitting(CONFIG_FIELDS, settings);
  const kept = fitting(CONFIG_FIELDS, now);
  const attr = { ...kept, ...own, ...channel, ...(applied === undefined ? {} : { applied }) };
  book.put({ ...{ address: CONFIG, type: "Config", config: {}, state: {}, action: {} }, attr });
  const here = isObject(applied) ? applied.zigbeechannel : undefined;
  if (network.channel !== undefined && here !== undefined && here !== network.channel)
    book.note({ code: "channel-differs", values: { there: network.channel, here: Number(here) } });
  if (network.isKeyPublic) book.note({ code: "public-key" });
}

function presentNotes({ present }: PlanOptions): readonly Note[] {
  if (!present || present.devices + present.groups === 0) return [];
  const { devices, groups, isVirtual } = present;
  return [{ code: isVirtual ? "replaces-stick" : "replaces", values: { devices, groups } }];
}

/** Programs write every few minutes, and when they stop: fresh files prove little, but a user may have forgotten to stop the program. */
function freshNotes({ source }: ForeignHouse, now: number): readonly Note[] {
  if (source.written === null || now - source.written > FRESH || now < source.written) return [];
  const minutes = Math.round((now - source.written) / 60_000);
  return [{ code: "running", values: { program: PROGRAMS[source.program], minutes } }];
}

function databaseOf({ devices }: ForeignHouse, groups: readonly PlannedGroup[]): string {
  const lines: readonly GroupLine[] = groups.map(({ number, onAir }) => ({ number, members: onAir, meta: {} }));
  const ofDevices = devices.map(({ line }) => line);
  return databaseText(ofDevices, lines);
}

/**
 * Another stick has to count on from where the old one may be by now: devices drop every frame that does not count on. The same one knows it
 * best; where the files do not say it, only a stick that is in the network may go on.
 */
function counterFor({ network, source }: ForeignHouse, { isSame }: StickVerdict, now: number) {
  const { frameCounter } = network;
  if (isSame) return frameCounter === undefined && network.family === "deconz" ? { frameCounter: 0 } : {};
  const age =
    source.written === null ? MOST_FRAMES_SENT : Math.max(0, (now - source.written) / 1000) * FRAMES_PER_SECOND;
  return { frameCounter: (frameCounter ?? 0) + Math.min(MOST_FRAMES_SENT, Math.round(age)) };
}

interface ReportParts {
  readonly devices: readonly PlannedDevice[];
  readonly groups: readonly PlannedGroup[];
  readonly scenes: ImportReport["scenes"];
  readonly rules: readonly PlannedRecord[];
  readonly schedules: readonly PlannedRecord[];
  readonly links: readonly PlannedRecord[];
  readonly parameters: readonly PlannedRecord[];
  readonly keys: readonly PlannedKey[];
  readonly notes: readonly Note[];
}

function reportOf(
  house: ForeignHouse,
  book: RecordBook,
  judged: StickVerdict,
  { folder, print, stick: choice }: PlanOptions,
  parts: ReportParts,
): ImportReport {
  const { network, source, stick } = house;
  const { verdict, adapter, notes: ofStick } = judged;
  const { devices, groups, scenes, rules, schedules, links, parameters, keys, notes } = parts;
  const works = (records: readonly PlannedRecord[], of: number): readonly [number, number] => [
    records.filter((each) => each.verdict === "same" || each.verdict === "changed").length,
    of,
  ];
  const resources = devices.flatMap((device) => device.resources);
  return {
    source: {
      ...{ program: source.program, version: source.version, folder, files: source.files, print },
      written: source.written === null ? null : new Date(source.written).toISOString(),
    },
    network: {
      ...{
        channel: network.channel ?? null,
        panid: network.panid ?? null,
        extendedpanid: network.extendedpanid ?? null,
      },
      ...{ coordinator: network.coordinator ?? null, key: network.key === undefined ? "missing" : "there" },
      ...{ publickey: network.isKeyPublic === true, counter: network.frameCounter ?? null },
    },
    stick: { verdict, adapter, path: stick.path ?? "", asked: answerIn(house, choice), notes: told(ofStick) },
    running: [],
    back: told(wayBack(house, judged)),
    totals: {
      devices: [devices.length, house.devices.length],
      resources: [resources.length, resources.length],
      groups: [groups.length, Math.max(groups.length, house.groups.length)],
      scenes: [scenes.length, house.scenes.length],
      rules: works(rules, house.rules.length),
      schedules: works(schedules, house.schedules.length),
      links: works(links, house.links.length),
      parameters: works(parameters, house.parameters.length),
      keys: [keys.filter(({ comes }) => comes).length, house.keys.length],
    },
    ...{ devices, scenes, rules, schedules, links, parameters, keys },
    groups: groups.map(({ onAir: _, ...group }) => group),
    virtual: house.resources.flatMap(({ family, id, type, name }) => {
      const record = book.get(`/${family}/${id}` as Address);
      return record && (type.startsWith("CLIP") || type === "Daylight")
        ? [{ id, type, name: String(record.attr.name ?? name) }]
        : [];
    }),
    settings: house.settings,
    notes: told(notes),
    needs: needing([...notes, ...(verdict === "refused" ? ofStick : [])]),
  };
}

/** The answer of the stick, without its key. */
function answerIn({ network }: ForeignHouse, choice: StickChoice): ImportReport["stick"]["asked"] {
  const { says } = choice;
  if (!says) return null;
  const asked = askedIn(choice);
  if (!asked) return { holds: "unanswered", reason: "reason" in says ? says.reason : "" };
  const { adapter, firmware, address, holds } = asked;
  const whose = holdingOf(network, asked);
  if (typeof holds === "string") return { holds: whose, adapter, firmware, address };
  const { panid, extendedpanid, channel, counter } = holds;
  return { holds: whose, adapter, firmware, address, panid, extendedpanid, channel, counter };
}
