/** Figures of the devices and of the whole network at a moment, by which the causes are judged. Pure. */
import { LOSSES } from "../../model/doctor/deliveries.ts";
import { HOUR, MINUTE } from "../../model/history/rollups.ts";
import type { Ledger, LedgerHour } from "./ledger.ts";

/** A device, as the gateway knows it beside its ledger. */
export interface Patient {
  readonly uniqueid: string;
  readonly isRouter: boolean;
  readonly isSleepy: boolean;
  readonly battery?: { readonly percent: number | undefined; readonly isLow: boolean };
  readonly isReachable: boolean;
  readonly isWaitedFor: boolean; // something waits for it in the outbox
  readonly ledger: Ledger;
}

/** The neighbours of a router, or of the stick, when it was asked. */
export interface NeighbourTable {
  readonly at: number; // milliseconds, UTC
  readonly links: ReadonlyMap<string, number>; // by unique id
}

export interface HouseFacts {
  readonly now: number;
  readonly upSince: number; // of the radio: silence before that says nothing of the device
  readonly patients: ReadonlyMap<string, Patient>;
  readonly neighbours: ReadonlyMap<string, NeighbourTable>;
  /** 0 to 255, of the channels that were measured of late; empty: the stick cannot. */
  readonly energy: ReadonlyMap<number, number>;
  readonly channel: number | undefined;
}

export interface DeviceSigns {
  readonly patient: Patient;
  readonly isLost: boolean; //     the network does not hear it any more
  readonly isFailing: boolean; //  of the frames to it lately, many were lost
  readonly isMute: boolean; //     it answers, and does not report as it used to
  readonly isActive: boolean; //   enough was sent to it lately to judge by
  readonly share: number; //       of the frames to it lately: the lost ones
  readonly link: number; //        of late; 0: not known
  readonly usualLink: number; //   before that; 0: not known
  readonly talk: number; //        frames an hour that it tells by itself of late
  readonly usualTalk: number;
}

export interface HouseSigns {
  readonly facts: HouseFacts;
  readonly devices: ReadonlyMap<string, DeviceSigns>;
  readonly talk: number; //        of all, an hour
  readonly losses: number; //      of those that fail, of late
  readonly busy: number; //        share of them
  readonly channelLosses: number;
  readonly dropped: number; //     share of the devices that are heard much worse than usual
  readonly known: number; //       devices of which that can be said
}

const LATELY = 2; // hours, with the one that has begun
const LEAST_SENT = 5;
const PLENTY = 12; // frames in an hour tell enough by themselves
const MOST_LOST = 0.5;
const IN_A_ROW = 5; // frames
const MUCH_LOST = 0.3;
const OBSERVED = 48 * HOUR; // until then the usual silence of a device is not known
const REGULAR = 4 * 60; // minutes: a device that is usually silent for longer reports only when something happens
const OVERDUE = { times: 3, least: 120 }; // minutes
const UNHEARD = 2; // times of its usual silence: a remote that no user presses is not lost
const MUTE = { times: 4, least: 180, hours: 8 };
const DROP = { least: 25, share: 0.25 };
const ASKED_LATELY = 2 * HOUR;
const DOUBTFUL = 12 * MINUTE;

export function signsOf(facts: HouseFacts): HouseSigns {
  const devices = new Map([...facts.patients].map(([uniqueid, patient]) => [uniqueid, deviceSigns(patient, facts)]));
  const all = [...devices.values()];
  const failing = all.filter(({ isFailing, isLost }) => isFailing || isLost); // not of devices that have recovered
  const sumOf = (loss: (typeof LOSSES)[number]) =>
    failing.reduce((sum, { patient }) => sum + patient.ledger.cause(loss), 0);
  const losses = LOSSES.reduce((sum, loss) => sum + sumOf(loss), 0);
  const compared = all.filter(({ link, usualLink }) => link > 0 && usualLink > 0);
  return {
    facts,
    devices,
    talk: all.reduce((sum, { talk }) => sum + talk, 0),
    losses,
    busy: losses > 0 ? sumOf("busy") / losses : 0,
    channelLosses: losses > 0 ? sumOf("channel") / losses : 0,
    dropped: compared.length > 0 ? compared.filter(hasDropped).length / compared.length : 0,
    known: compared.length,
  };
}

function deviceSigns(patient: Patient, { now, upSince }: HouseFacts): DeviceSigns {
  const { ledger, isSleepy } = patient;
  const hours = ledger.hours(now);
  const [before, lately] = [hours.slice(0, -LATELY - 1), hours.slice(-LATELY)];
  const sent = total(lately, "sent");
  const share = sent > 0 ? Math.min(1, total(lately, "lost") / sent) : 0;
  const begun = (now % HOUR) / HOUR + LATELY - 1;
  const heard = Math.max(ledger.at.heard, upSince);
  const isUnheard = !patient.isReachable && !(isSleepy && now - heard < UNHEARD * ledger.gap * MINUTE);
  const isLost = isUnheard || (isSleepy && isOverdue(ledger, heard, now));
  return {
    patient,
    isLost,
    isActive: sent >= LEAST_SENT && !isSleepy,
    isFailing: isFailing(patient, lately),
    isMute: !isLost && isMute(ledger, Math.max(ledger.at.told, upSince), now),
    share,
    link: lately.findLast(({ link }) => link > 0)?.link ?? 0,
    usualLink: meanLink(before),
    talk: total(lately, "told") / begun,
    usualTalk: total(before, "told") / before.length,
  };
}

/** Failing for more than a short disturbance (a microwave oven): over an hour, for many frames, or with all frames lost. */
function isFailing({ ledger, isSleepy }: Patient, lately: readonly LedgerHour[]): boolean {
  if (isSleepy) return false; // it hears nothing while it sleeps
  const isStuck = ledger.cause("channel") >= 2 && ledger.cause("channel") >= 0.5 * ledger.row;
  if (ledger.row >= (isStuck ? 2 : IN_A_ROW)) return true;
  const shareIn = ({ sent, lost }: LedgerHour) => (sent > 0 ? lost / sent : 0);
  const newest = lately.at(-1);
  if (newest !== undefined && newest.sent >= PLENTY && shareIn(newest) >= MOST_LOST) return true;
  return total(lately, "sent") >= LEAST_SENT && lately.every((hour) => shareIn(hour) >= MUCH_LOST);
}

/** A sleeper that usually reports about every hour has been silent for much longer. */
function isOverdue({ at, gap }: Ledger, heard: number, now: number): boolean {
  if (now - at.since < OBSERVED || gap === 0 || gap > REGULAR) return false;
  return now - heard > Math.max(OVERDUE.times * gap, OVERDUE.least) * MINUTE;
}

function isMute(ledger: Ledger, told: number, now: number): boolean {
  const { at, gap } = ledger;
  if (now - at.since < OBSERVED || gap === 0 || gap > REGULAR || at.told === 0) return false;
  const isLong = now - told > Math.max(MUTE.times * gap, MUTE.least) * MINUTE;
  const wasRegular = ledger.hours(now).filter((hour) => hour.told > 0).length >= MUTE.hours;
  return isLong && wasRegular && at.answered > told + HOUR / 2;
}

/** The router may be gone, though it does not count as unreachable yet. */
export function isGone({ facts: { now }, devices }: HouseSigns, uniqueid: string): boolean {
  const signs = devices.get(uniqueid);
  if (!signs) return false;
  const { heard, failed } = signs.patient.ledger.at;
  return signs.isLost || (!signs.patient.isSleepy && now - heard > DOUBTFUL && failed > heard);
}

/** Of the others that are active: how many fail, too. */
export function othersFailing({ devices }: HouseSigns, uniqueid: string): { share: number; count: number } {
  const others = [...devices.values()].filter(({ patient, isActive }) => isActive && patient.uniqueid !== uniqueid);
  const failing = others.filter(({ isFailing }) => isFailing).length;
  return { share: others.length >= 3 ? failing / others.length : 0, count: failing };
}

/** A router that was asked after that time hears the device all the same. */
export function heardByOthers(
  { facts: { neighbours } }: HouseSigns,
  uniqueid: string,
  after: number,
): boolean | undefined {
  const fresh = [...neighbours].filter(([asked, { at }]) => asked !== uniqueid && at > after);
  if (fresh.length === 0) return undefined;
  return fresh.some(([, { links }]) => (links.get(uniqueid) ?? 0) > 0);
}

/** How well its best neighbour hears it, as far as routers were asked of late; 0: not known. */
export function bestLink({ facts: { neighbours, now } }: HouseSigns, uniqueid: string): number {
  const fresh = [...neighbours.values()].filter(({ at }) => now - at < ASKED_LATELY);
  return Math.max(0, ...fresh.map(({ links }) => links.get(uniqueid) ?? 0));
}

function hasDropped({ link, usualLink }: DeviceSigns): boolean {
  return usualLink - link >= Math.max(DROP.least, DROP.share * usualLink);
}

function total(hours: readonly LedgerHour[], name: "sent" | "lost" | "told"): number {
  return hours.reduce((sum, hour) => sum + hour[name], 0);
}

function meanLink(hours: readonly LedgerHour[]): number {
  const known = hours.filter(({ link }) => link > 0);
  return known.length > 0 ? known.reduce((sum, { link }) => sum + link, 0) / known.length : 0;
}
