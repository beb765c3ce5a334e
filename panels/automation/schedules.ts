/** Schedules as the panel shows them: time and command as a sentence. Pure. */
import type { NextOfSchedule } from "../../src/model/admin-api.ts";
import type { Values } from "../../src/model/resource.ts";
import { LONGEST_NAME } from "../house.ts";
import type { NamedHouse } from "../resource-names.ts";
import { capitalized, say } from "../texts.ts";
import { emphasized, piecesOf, withoutEmphasis } from "../widgets/emphasis.ts";
import { type AutomationAction, sayAction } from "./actions-in-words.ts";
import { sayWall } from "./house-clock.ts";
import { brieflyInWords, sayPattern, saySchedule } from "./times-in-words.ts";

export interface ShownSchedule {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly when: string; // in words
  readonly pattern: string;
  readonly command: AutomationAction | undefined; // absent where a schedule of a flow only tells its flow
  readonly owner: string; // only of a flow's
  readonly isDeletedAfter: boolean;
  readonly description: string;
}

export function scheduleOf(id: string, view: Values): ShownSchedule {
  const { command, localtime, time } = view;
  return {
    id,
    address: `/schedules/${id}`,
    name: String(view.name || `/schedules/${id}`),
    isOn: view.status === "enabled",
    when: saySchedule(view),
    pattern: String(localtime || time),
    command: typeof command === "object" && command !== null ? (command as AutomationAction) : undefined,
    owner: String(view.owner ?? ""),
    isDeletedAfter: view.autodelete === true,
    description: String(view.description ?? ""),
  };
}

/** The name that a user has given a rule or a schedule; "" where it still has its usual name. */
export function givenName({ name = "" }: Values, usual: string): string {
  return name === usual ? "" : String(name);
}

/** "Every day at sunset", as a sentence begins with it. */
export function sayWhen(view: Values): string {
  return emphasized(capitalized(saySchedule(view)));
}

/** "next: today 5:42 PM", "done" or "disabled"; `now`: the time on the same clock. */
export function sayNextOf({ local, until, isDone }: Partial<NextOfSchedule>, isOn: boolean, now: string): string {
  if (!isOn) return say(isDone ? "automation.over" : "automation.disabled");
  if (local === undefined) return say("automation.next-none");
  return say("automation.next-at", { time: sayWall({ local, until }, { isExact: false, today: now.slice(0, 10) }) });
}

export function sayCommand(house: NamedHouse, { command }: Pick<ShownSchedule, "command">): string | undefined {
  return command && sayAction(house, command);
}

/**
 * The name of a schedule until a user gives it one: its action and its time, "Hall lamp on, sunset". Where that is too long, it says
 * less, but in whole words: no days, then only the first action, then only its target.
 */
export function usualScheduleName(action: string, time: string): string {
  const whens = brieflyInWords(time);
  const does = withoutEmphasis(action);
  const name = piecesOf(action).find(({ isName }) => isName)?.text ?? "";
  const end = does.indexOf(", ", does.indexOf(name) + name.length);
  const whats = [does, end < 0 ? does : does.slice(0, end), name, ...beginningsOf(name)].filter(Boolean);
  const all = whats.flatMap((what) => whens.map((when) => `${what}, ${when}`));
  return all.find(({ length }) => length <= LONGEST_NAME) ?? does.slice(0, LONGEST_NAME);
}

/** "Lamp at the door": "Lamp at the", "Lamp at", "Lamp"; of one long word also as much as there is room for. */
function beginningsOf(name: string): readonly string[] {
  const words = name.split(" ");
  const whole = words.map((_, index) => words.slice(0, words.length - index).join(" "));
  const [first = ""] = words;
  return [...whole, ...[16, 8].map((count) => first.slice(0, count))];
}

/** "Every day at sunset": of one that only tells its flow; where that is too long, as short as it can be said. */
export function usualTimeName(time: string): string {
  const fits = [sayPattern(time), ...brieflyInWords(time)].find(({ length }) => length <= LONGEST_NAME);
  return capitalized((fits ?? "").replace(/\s/g, " "));
}

/** Weekly schedules, schedules by the sun and endless repetitions have no end. */
export function hasEnd({ pattern }: Pick<ShownSchedule, "pattern">): boolean {
  return /^(\d{4}-|PT|R0?[1-9]|R[1-9]0)/.test(pattern);
}
