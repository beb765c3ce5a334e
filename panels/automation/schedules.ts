/** Schedules as the panel shows them: when, and what, as a sentence. Pure. */
import type { Values } from "../../src/model/resource.ts";
import type { NamedHouse } from "../resource-names.ts";
import { type AutomationAction, sayAction } from "./actions-in-words.ts";
import { saySchedule } from "./times-in-words.ts";

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

export function sayCommand(house: NamedHouse, { command }: Pick<ShownSchedule, "command">): string | undefined {
  return command && sayAction(house, command);
}

/** Weekly schedules, schedules by the sun and endless repetitions have no end. */
export function hasEnd({ pattern }: Pick<ShownSchedule, "pattern">): boolean {
  return /^(\d{4}-|PT|R0?[1-9]|R[1-9]0)/.test(pattern);
}
