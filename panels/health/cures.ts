/**
 * The verdict of the findings of "Is everything all right?" in one sentence, and the cures of each finding. A cure is a button that opens
 * a panel, a dialog or the like. Pure.
 */
import type { CheckResult, Health } from "../../src/model/admin-api.ts";
import type { RadioState } from "../house.ts";
import { say } from "../texts.ts";

export type Cure =
  | { readonly opens: "device"; readonly mac: string; readonly name: string }
  | { readonly opens: "rule"; readonly address: string; readonly name: string } // or a schedule
  | { readonly opens: "devices" | "batteries" | "pairing" | "network" | "channels" | "events" } // panels
  | { readonly opens: "settings"; readonly fold?: string } // the dialog of the gateway node, at one of its folds
  | { readonly opens: "place" } //                            the fields of the place, below the finding
  | { readonly opens: "backup" } //                           a file that is downloaded
  | { readonly opens: "report" } //                           into the clipboard
  | { readonly opens: "again" }; //                           another look, for a cure that was done elsewhere

/** By check and cure. `device`, `rule`: each device, rule or schedule that the finding names. A check that is missing here is cured in a fold of the settings. */
const CURES: Readonly<Record<string, readonly Cure["opens"][]>> = {
  "radio.none": ["settings"],
  "radio.down": ["settings"],
  "radio.no-backup": ["backup"],
  "radio.mended": ["devices"],
  "radio.lost": ["pairing", "device"],
  "stick.lossy": ["channels"],
  "stick.rival": ["settings"], // which has the sticks that are plugged in here
  "backup.none": ["backup"],
  "backup.old": ["backup"],
  "disk.refused": ["backup", "again"],
  "disk.full": ["backup", "again"],
  "clock.clock": ["again"],
  "clock.zone": ["place"],
  "clock.elsewhere": ["place"],
  "links.weak": ["network", "device"],
  "troubles.device": ["device"],
  "troubles.channel": ["channels", "device"],
  "silent.sleepers": ["device"],
  "silent.silent": ["device"],
  "batteries.empty": ["batteries", "device"],
  "batteries.low": ["batteries", "device"],
  "batteries.soon": ["batteries", "device"],
  "rules.open": ["rule"],
  "queue.full": ["events"],
  "errors.log": ["report"],
};

/** The fold of the gateway's settings where all of a check, or one of its cures, is at home. */
const FOLDS: Readonly<Record<string, string>> = {
  ...{ spare: "spare", api: "network", push: "network", mqtt: "mqtt" },
  "mqtt.base": "mqtt-more",
};

/** Cures without a button: the sentence tells them, also where there is room for little else. */
const BY_HAND: readonly string[] = [
  ...["stick.rival", "spare.took-over", "spare.hangs", "disk.refused", "disk.full"],
  ...["mqtt.rights", "clock.clock", "queue.full"],
];

export function curesOf({ check, cure, values = {} }: CheckResult): readonly Cure[] {
  if (cure === undefined) return [];
  const fold = FOLDS[`${check}.${cure}`] ?? FOLDS[check];
  if (fold !== undefined) return [{ opens: "settings", fold }];
  const named = CURES[`${check}.${cure}`] ?? [];
  return named.flatMap((opens): readonly Cure[] => {
    if (opens === "device") return devicesIn(values);
    return opens === "rule" ? rulesIn(values) : [{ opens }];
  });
}

export function isByHand({ check, cure }: CheckResult): boolean {
  return BY_HAND.includes(`${check}.${cure}`);
}

function devicesIn({ names, uniqueids }: NonNullable<CheckResult["values"]>): readonly Cure[] {
  if (!Array.isArray(names) || !Array.isArray(uniqueids)) return [];
  return uniqueids.map((mac, index) => ({ opens: "device", mac: String(mac), name: String(names[index] ?? mac) }));
}

function rulesIn({ names, addresses }: NonNullable<CheckResult["values"]>): readonly Cure[] {
  if (!Array.isArray(names) || !Array.isArray(addresses)) return [];
  return addresses.map((address, at) => ({ opens: "rule", address: String(address), name: String(names[at]) }));
}

/** All bad findings, the worst first; then findings that are good to know and do not stand below anyway. */
export function openFindings({ findings }: Pick<Health, "findings">): readonly CheckResult[] {
  const toKnow = findings.filter(({ check, ok, cure }) => ok === null && cure !== undefined && check !== "backup");
  return [...badFindings({ findings }), ...toKnow];
}

export function badFindings({ findings }: Pick<Health, "findings">): readonly CheckResult[] {
  return findings.filter(({ ok }) => ok === false);
}

// ---- the verdict

interface Verdict {
  readonly tone: "good" | "bad" | "unknown";
  readonly text: string;
}

/** Green only while nothing that is known by now speaks against it: the radio may have gone since, and then a look is under way. */
export function verdictOf(health: Health | undefined, radio: RadioState, isLooking: boolean): Verdict {
  if (!health) return { tone: "unknown", text: say(isLooking ? "health.looking" : "health.unknown") };
  const count = badFindings(health).length;
  if (count > 0) return { tone: "bad", text: say("health.bad", { count }) };
  if (radio === "starting") return { tone: "unknown", text: say("health.says.radio.starting") };
  if (radio === "down") return { tone: "unknown", text: say("health.looking") };
  const notes = openFindings(health).length;
  if (notes > 0) return { tone: "unknown", text: say("health.notes", { count: notes }) };
  return { tone: "good", text: say("health.good") };
}
