/** What is wrong with each device, by ledgers, neighbours, batteries and channels: the likeliest cause first. Pure. */
import type { Certainty, Trouble, TroubleKind } from "../../model/doctor/troubles.ts";
import { CAUSES, type Suspicion } from "./causes.ts";
import { type DeviceSigns, type HouseFacts, type HouseSigns, signsOf } from "./signs.ts";

const CERTAIN = 0.85;
const LIKELY = 0.55;
const MOST = 3; // causes of one device
const KINDS = Object.keys(CAUSES) as readonly TroubleKind[];
/** What may be said of a device that is neither lost nor failing. */
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
    .slice(0, MOST)
    .map((each) => inWhole(each, device));
}

function inWhole({ kind, weight, facts }: Suspicion & { readonly kind: TroubleKind }, device: DeviceSigns): Trouble {
  const { isLost, patient } = device;
  const { heard, failed, since } = patient.ledger.at;
  const certainty: Certainty = weight >= CERTAIN ? "certain" : weight >= LIKELY ? "likely" : "possible";
  return { kind, certainty, lost: isLost, since: (isLost ? heard : failed) || since, ...facts };
}
