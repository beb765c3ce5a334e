/**
 * The troubles of each device, the likeliest cause first: each cause says how likely it is, by ledgers, neighbors, batteries and channels,
 * and by which facts. Pure.
 */
import { type DeliveryLoss, LOSSES } from "../../model/doctor/deliveries.ts";
import type { Certainty, Trouble, TroubleKind } from "../../model/doctor/troubles.ts";
import { HOUR, MINUTE } from "../../model/history/rollups.ts";
import type { Ledger } from "./ledger.ts";
import {
  bestLink,
  type DeviceSigns,
  type HouseFacts,
  type HouseSigns,
  heardByOthers,
  isGone,
  othersFailing,
  signsOf,
} from "./signs.ts";

type Facts = Omit<Partial<Trouble>, "kind" | "certainty" | "lost">;

interface Suspicion {
  readonly weight: number; // 0 to 1
  readonly facts?: Facts;
}

type Cause = (device: DeviceSigns, house: HouseSigns) => Suspicion | undefined;

const PINGED = 15 * MINUTE; // a router that is gone is missed after that time at the latest
const ASKED_LATELY = 15 * MINUTE;
const SPEAKS = 5 * MINUTE;
const WEAK = 45; // of 255
const POOR = 80;
const LOUD = 140; // of 255
const LOUDER = 40; // than the others
const BROAD = 11; // channels of 16
const TALKATIVE = { least: 300, times: 8, share: 0.4 }; // frames an hour
const LOW_BATTERY = 20; // percent
const DOUBTFUL_BATTERY = 35;

/** From when on an answer of a neighbour counts: since the device fails, but the last minutes only, as routers forget a neighbour late. */
function lately({ ledger }: DeviceSigns["patient"], { facts }: HouseSigns): number {
  return Math.max(ledger.at.failing, facts.now - ASKED_LATELY);
}

/** The device has said that it leaves the network. */
const left: Cause = ({ patient: { ledger } }) => {
  const { at } = ledger;
  if (at.left === 0 || at.left < at.heard - MINUTE) return undefined;
  return { weight: 0.97, facts: { since: at.left } };
};

/** Its parent was lost shortly before the device. */
const parentGone: Cause = ({ patient, isLost }, house) => {
  const { ledger, uniqueid } = patient;
  const { via, at, gap } = ledger;
  const parent = house.devices.get(via);
  if (!isLost || !parent || via === uniqueid || !isGone(house, via)) return undefined;
  const parentHeard = parent.patient.ledger.at.heard;
  const isInTime = at.heard < parentHeard + PINGED && parentHeard < at.heard + Math.max(1.5 * gap * MINUTE, 2 * PINGED);
  if (!isInTime) return undefined;
  const siblings = [...house.devices.values()].filter((each) => each.patient.ledger.via === via);
  const gone = siblings.filter((each) => each.isLost).length;
  return { weight: gone === siblings.length ? 0.95 : 0.85, facts: { by: via, bysince: parentHeard } };
};

const batteryFlat: Cause = ({ patient: { battery, isSleepy }, isLost }) => {
  if (!isLost || !battery) return undefined;
  const { percent, isLow } = battery;
  const facts = percent === undefined ? {} : { battery: percent };
  if (isLow || (percent !== undefined && percent <= LOW_BATTERY)) return { weight: 0.88, facts };
  if (percent !== undefined && percent <= DOUBTFUL_BATTERY) return { weight: 0.55, facts };
  return isSleepy ? { weight: 0.3, facts } : undefined; // many say "100 %" to the end
};

/** The device joins again and again, and no frame of it is understood in between. */
const wrongKey: Cause = ({ patient: { ledger } }, { facts: { now } }) => {
  const { at, comings } = ledger;
  const isRecent = at.came > 0 && now - at.came < 6 * HOUR;
  const understood = Math.max(at.told, at.answered);
  if (!isRecent || understood > at.came - MINUTE || comings < 1.5) return undefined;
  return { weight: comings >= 2.5 ? 0.92 : 0.82, facts: { since: at.came } };
};

const asleep: Cause = ({ patient, isLost }) => {
  const { ledger, isSleepy, isWaitedFor } = patient;
  if (!isSleepy || isLost) return undefined;
  const share = shareOf(ledger, ["asleep", "no-ack", "silent"]);
  if (!isWaitedFor && share < 0.7) return undefined; // not each stick says why
  return { weight: 0.9, facts: { minutes: Math.round(ledger.gap) } };
};

const reportingLost: Cause = ({ patient, isMute }) =>
  isMute ? { weight: 0.88, facts: { since: patient.ledger.at.told } } : undefined;

/** Routers hear the device, but frames to it find no route. */
const routeBroken: Cause = ({ patient, isLost, isFailing }, house) => {
  const { ledger, uniqueid } = patient;
  const { at } = ledger;
  const noRoute = shareOf(ledger, ["no-route"]);
  const hop = bestLink(house, uniqueid);
  const isHopWeak = hop > 0 && hop < WEAK;
  const speaks = at.heard > at.answered + SPEAKS; // it is heard, but answers nothing
  if (isFailing && !isLost && noRoute >= 0.5 && speaks) return { weight: isHopWeak ? 0.6 : 0.9 };
  if (!isLost || patient.isSleepy) return undefined; // a router never forgets a child that sleeps
  const isHeard = heardByOthers(house, uniqueid, lately(patient, house));
  if (isHeard) return { weight: isHopWeak ? 0.6 : 0.9 };
  return isHeard === undefined && noRoute >= 0.7 ? { weight: 0.5 } : undefined;
};

const linkWeak: Cause = (device, house) => {
  const { isLost, isFailing, patient, link, usualLink } = device;
  const last = bestLink(house, patient.uniqueid) || link || usualLink; // the stick hears only the last one on the way
  const hasComeBack = patient.ledger.comings >= 2;
  if ((!isLost && !isFailing && !hasComeBack) || last === 0) return undefined;
  const alone = 1 - 0.4 * othersFailing(house, patient.uniqueid).share;
  const facts = { link: Math.round(last) };
  if (last < WEAK) return { weight: (hasComeBack ? 0.9 : 0.84) * alone, facts };
  const isWorse = last < POOR && usualLink - link >= 25 && link > 0; // than it used to be
  return isWorse || last < POOR ? { weight: (isWorse ? 0.7 : 0.5) * alone, facts } : undefined;
};

/** Others fail at the same time, and the air of this channel is full. */
const channelBusy: Cause = ({ patient }, house) => {
  const { channelLosses } = house;
  const { energy, channel } = house.facts;
  const { share, count } = othersFailing(house, patient.uniqueid);
  if (share < 0.3 && channelLosses < 0.4) return undefined;
  const own = channel === undefined ? undefined : energy.get(channel);
  const told = { ...(channel === undefined ? {} : { channel }), ...betterThan(energy, channel), count: count + 1 };
  if (share < 0.3 && count === 0) return { weight: 0.5, facts: told }; // no other device fails
  if (own === undefined) return { weight: channelLosses >= 0.25 ? 0.9 : 0.55, facts: told };
  const isLoud = own >= LOUD && own >= medianOf([...energy.values()]) + LOUDER;
  return { weight: isLoud ? 0.93 : channelLosses >= 0.4 ? 0.7 : 0.2, facts: told };
};

/** Many devices are heard much worse than usual: the stick has bad reception. */
const stickDeaf: Cause = (_device, { dropped, known, facts: { energy } }) => {
  if (dropped < 0.3 || known < 4) return undefined;
  const isBroad = [...energy.values()].filter((each) => each >= LOUD).length >= BROAD;
  return {
    weight: isBroad ? 0.96 : dropped >= 0.7 ? 0.94 : dropped >= 0.5 ? 0.8 : 0.6,
    facts: { count: Math.round(dropped * known) },
  };
};

const stickOverloaded: Cause = (_device, { busy, losses }) =>
  busy >= 0.4 && losses >= 5 ? { weight: 0.89 } : undefined;

/** Another device sends more than all others together, and many times its usual number of frames. */
const chattyNeighbour: Cause = ({ patient }, house) => {
  const talkers = [...house.devices.values()].filter(({ talk, usualTalk }) => {
    const isMuch = talk >= TALKATIVE.least && talk >= TALKATIVE.share * house.talk;
    return isMuch && talk >= TALKATIVE.times * Math.max(5, usualTalk);
  });
  const [worst] = talkers.sort((one, other) => other.talk - one.talk);
  if (!worst) return undefined;
  const by = worst.patient.uniqueid;
  return { weight: by === patient.uniqueid ? 0.8 : 0.94, facts: { by, frames: Math.round(worst.talk) } };
};

/** A device on mains power is silent, and nothing else is wrong around it. */
const noPower: Cause = ({ patient, isLost, link, usualLink }, house) => {
  if (!isLost || patient.isSleepy) return undefined;
  const isHeard = heardByOthers(house, patient.uniqueid, lately(patient, house));
  if (isHeard) return undefined;
  const wasWell = (link || usualLink) >= POOR;
  return { weight: (isHeard === false ? 0.8 : 0.66) - (wasWell ? 0 : 0.2) };
};

const unknown: Cause = () => ({ weight: 0.15 });

const CAUSES: Readonly<Record<TroubleKind, Cause>> = {
  left,
  "parent-gone": parentGone,
  "battery-flat": batteryFlat,
  "wrong-key": wrongKey,
  asleep,
  "reporting-lost": reportingLost,
  "route-broken": routeBroken,
  "link-weak": linkWeak,
  "channel-busy": channelBusy,
  "stick-deaf": stickDeaf,
  "stick-overloaded": stickOverloaded,
  "chatty-neighbour": chattyNeighbour,
  "no-power": noPower,
  unknown,
};

function shareOf(ledger: Ledger, wanted: readonly DeliveryLoss[]): number {
  const all = LOSSES.reduce((sum, loss) => sum + ledger.cause(loss), 0);
  return all > 0 ? wanted.reduce((sum, loss) => sum + ledger.cause(loss), 0) / all : 0;
}

/** A channel with much less on it than ours. */
function betterThan(energy: ReadonlyMap<number, number>, channel: number | undefined): { readonly better?: number } {
  const own = channel === undefined ? undefined : energy.get(channel);
  const [best] = [...energy].sort(([, one], [, other]) => one - other);
  return best && own !== undefined && best[1] < own - LOUDER ? { better: best[0] } : {};
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

// ---- the likeliest causes of a device

const CERTAIN = 0.85;
const LIKELY = 0.55;
const MOST_CAUSES = 3; // of one device
const KINDS = Object.keys(CAUSES) as readonly TroubleKind[];
/** The possible troubles of a device that is neither lost nor failing. */
const BY_THEMSELVES: readonly TroubleKind[] = ["left", "wrong-key", "asleep", "reporting-lost"];

/** Devices with which nothing is wrong are absent. */
export function diagnose(facts: HouseFacts): ReadonlyMap<string, readonly Trouble[]> {
  const house = signsOf(facts);
  const found = new Map<string, readonly Trouble[]>();
  for (const [uniqueid, device] of house.devices) {
    const troubles = troublesOf(device, house);
    if (troubles.length > 0) found.set(uniqueid, troubles);
  }
  return found;
}

function troublesOf(device: DeviceSigns, house: HouseSigns): readonly Trouble[] {
  const isIll = device.isLost || device.isFailing;
  const kinds = isIll ? KINDS : BY_THEMSELVES;
  const suspicions = kinds.flatMap((kind): readonly (Suspicion & { readonly kind: TroubleKind })[] => {
    const suspicion = CAUSES[kind](device, house);
    return suspicion ? [{ kind, ...suspicion }] : [];
  });
  suspicions.sort((one, other) => other.weight - one.weight);
  const [first] = suspicions;
  return suspicions
    .filter((each) => each === first || each.kind !== "unknown")
    .slice(0, MOST_CAUSES)
    .map((each) => inWhole(each, device));
}

function inWhole({ kind, weight, facts }: Suspicion & { readonly kind: TroubleKind }, device: DeviceSigns): Trouble {
  const { isLost, patient } = device;
  const { heard, failed, since } = patient.ledger.at;
  const certainty: Certainty = weight >= CERTAIN ? "certain" : weight >= LIKELY ? "likely" : "possible";
  return { kind, certainty, lost: isLost, since: (isLost ? heard : failed) || since, ...facts };
}
