/**
 * The radio links of the network, from the neighbour tables that surveys read and the link quality of each device's
 * last message. Surveys are jobs of the gateway. Pure.
 */
import type { Values } from "../../src/model/resource.ts";
import type { ResourcesById } from "../house.ts";
import { say, utc } from "../texts.ts";

export interface HeardNeighbour {
  readonly mac: string;
  readonly quality: number; // of 255
  readonly relation: Relation;
  readonly depth: number | undefined; // hops from the coordinator, by the neighbour table
}

/** `heard`: from no neighbour table, but the link quality of the last message. */
type Relation = "parent" | "child" | "sibling" | "other" | "heard";

/** The answer of one device. */
export interface NeighbourReport {
  readonly at?: number; // milliseconds, UTC; absent: it never answered
  readonly neighbours: readonly HeardNeighbour[];
  readonly refusal?: string; // why the last request came to nothing; earlier neighbours stay
  readonly isSilent?: boolean; // it did not answer the last request
}

export type NeighbourReports = Readonly<Record<string, NeighbourReport>>;

export interface RadioLink {
  readonly key: string;
  readonly from: string; // the device that hears
  readonly to: string; //   the device that is heard
  readonly quality: number;
  readonly relation: Relation;
  readonly depth: number | undefined;
}

export interface NetworkDevices {
  readonly coordinator: string; // "" while it is not known
  readonly devices: Readonly<Record<string, Values>>;
}

const WEAK = 40; //  of 255; as in "Is everything all right?"
const GOOD = 90;
const UNKNOWN_DEPTH = 15; // the deepest that a network gets; some devices report it where they know no depth

export function strengthOf(quality: number): "weak" | "fair" | "good" {
  if (quality < WEAK) return "weak";
  return quality < GOOD ? "fair" : "good";
}

/** Neighbours as the API reports them; malformed ones are left out. */
export function neighboursIn(body: unknown): readonly HeardNeighbour[] {
  if (!Array.isArray(body)) return [];
  const found = new Map<string, HeardNeighbour>();
  for (const each of body as readonly Values[]) {
    const { uniqueid, linkquality, relation, depth } = each ?? {};
    if (typeof uniqueid !== "string" || typeof linkquality !== "number") continue;
    const isDeep = typeof depth === "number" && depth >= 0 && depth < UNKNOWN_DEPTH;
    const quality = Math.max(0, Math.min(255, linkquality));
    found.set(uniqueid, {
      mac: uniqueid,
      quality,
      relation: relationOf(relation),
      depth: isDeep ? depth : undefined,
    });
  }
  return [...found.values()];
}

/**
 * The links between devices that are still there, then the last message of each device that is not in the coordinator's
 * table.
 */
export function linksIn(answers: NeighbourReports, { coordinator, devices }: NetworkDevices): readonly RadioLink[] {
  const isThere = (mac: string) => mac === coordinator || Object.hasOwn(devices, mac);
  const told = Object.entries(answers).flatMap(([from, { neighbours }]) =>
    neighbours
      .filter(({ mac }) => isThere(from) && isThere(mac))
      .map(({ mac: to, ...link }) => ({ key: `${from} ${to}`, from, to, ...link })),
  );
  const byCoordinator = new Set(told.filter(({ from }) => from === coordinator).map(({ to }) => to));
  const heard = Object.entries(devices).flatMap(([to, { linkquality }]): RadioLink[] =>
    coordinator && typeof linkquality === "number" && !byCoordinator.has(to)
      ? [{ key: `${to} heard`, from: coordinator, to, quality: linkquality, relation: "heard", depth: undefined }]
      : [],
  );
  return [...told, ...heard];
}

/** Devices whose last request was refused, by the reason; the panel tells missed devices elsewhere, and with them the silent ones. */
export function refusalsIn(
  answers: NeighbourReports,
  missed: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [mac, { refusal }] of Object.entries(answers))
    if (refusal !== undefined && !missed.has(mac)) found.set(refusal, [...(found.get(refusal) ?? []), mac]);
  return found;
}

/** Devices that did not answer in the last survey, and were not heard since then. */
export function silentIn({ last, ended }: SurveyState, devices: NetworkDevices["devices"]): readonly string[] {
  return Object.entries(last).flatMap(([mac, { isSilent }]) => {
    const device = devices[mac];
    const isHeard = ended !== undefined && utc(device?.lastseen) >= ended;
    return isSilent === true && device && device.disabled !== true && !isHeard ? [mac] : [];
  });
}

function relationOf(told: unknown): Relation {
  return told === "parent" || told === "child" || told === "sibling" ? told : "other";
}

export type NodeNames = Readonly<Record<string, string>>;

export function nodeName(names: NodeNames, mac: string): string {
  return names[mac] ?? mac;
}

export interface SurveyState {
  readonly answers: NeighbourReports;
  readonly last: NeighbourReports; //   only of the last survey
  readonly before: NeighbourReports; // all that was known until then
  /** Of the survey that goes on. */
  readonly running?: { readonly job: string; readonly done: number; readonly total: number; readonly asking: string };
  readonly failure?: string; // of the last one
  readonly ended?: number; //   milliseconds, UTC; when the last one had ended
}

/** A router that did not answer in a later survey keeps its report from an earlier one. */
export function surveyIn(jobs: ResourcesById): SurveyState {
  const surveys = Object.entries(jobs).filter(([, { does }]) => does === "survey");
  surveys.sort(([one], [other]) => Number(one) - Number(other));
  const [job, newest = {}] = surveys.at(-1) ?? [""];
  const before = surveys.slice(0, -1).reduce((known, [, { result }]) => withAnswers(known, result), NO_ANSWERS);
  const { status, progress, error, ended } = newest;
  const known = {
    ...{ before, last: withAnswers(NO_ANSWERS, newest.result), answers: withAnswers(before, newest.result) },
    ...(ended === undefined ? {} : { ended: utc(ended) }),
  };
  if (status === "running") {
    const { done = 0, total = 0, now = "" } = (progress ?? {}) as Values;
    return { ...known, running: { job, done: Number(done), total: Number(total), asking: String(now) } };
  }
  return status === "failed" ? { ...known, failure: inWords((error ?? {}) as Values) } : known;
}

const NO_ANSWERS: NeighbourReports = {};

function withAnswers(known: NeighbourReports, result: unknown): NeighbourReports {
  const answers: Record<string, NeighbourReport> = { ...known };
  for (const [mac, told] of Object.entries((result ?? {}) as ResourcesById))
    answers[mac] = answerOf(told, answers[mac]);
  return answers;
}

function answerOf({ at, neighbours, error }: Values, before: NeighbourReport = { neighbours: [] }): NeighbourReport {
  if (error !== undefined) {
    const { code } = error as Values;
    const { refusal: _refusal, isSilent: _isSilent, ...known } = before;
    return SILENCE.includes(code) ? { ...known, isSilent: true } : { ...known, refusal: inWords(error as Values) };
  }
  return { at: Date.parse(String(at)), neighbours: neighboursIn(neighbours) };
}

const SILENCE: readonly unknown[] = ["unreachable", "asleep", "timeout"];

const FAULTS: Readonly<Record<string, string>> = {
  "radio-down": "network.fault.no-radio",
  restarted: "network.fault.restarted",
};

function inWords({ code, description }: Values): string {
  const text = FAULTS[String(code)];
  return text === undefined ? String(description) : say(text);
}
