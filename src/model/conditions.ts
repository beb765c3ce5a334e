/** The condition of a rule as it is understood: which item it looks at, and what it makes of it. */
import type { Address, Section } from "./resource.ts";

export type Comparison = "eq" | "ne" | "gt" | "lt";
export type Operator = Comparison | "dx" | "ddx" | "stable" | "in" | "not in";

/** As a rule keeps and shows it. */
export interface ConditionText {
  readonly address: string;
  readonly operator: string;
  readonly value?: string;
}

/** The member of a resource that a condition looks at; resources are named as the rule names them, by id or uniqueid. */
export interface Item {
  readonly collection: Address; // "/sensors"; "/" for the config
  readonly name: string; //        "3", "00:15:8d:00:02:b5:d1:80-01-0500", "config"
  readonly section: Section; //    "state"
  readonly member: string; //      "presence"
}

/** What it asks of the item. */
export type Test =
  | { readonly operator: Comparison; readonly value: number } //                 false is 0, true is 1
  | { readonly operator: "gt" | "lt"; readonly than: Item } //                    a time of day: that of another item
  | { readonly operator: "dx" }
  | { readonly operator: "ddx" | "stable"; readonly seconds: number }
  | { readonly operator: "in" | "not in"; readonly span: DaySpan };

export interface Condition {
  readonly text: ConditionText;
  readonly item: Item;
  readonly test: Test;
}

/** A part of the day, on some days of the week; the days are those on which it begins. */
export interface DaySpan {
  readonly days: number; // 0MTWTFSS: Monday 64 … Sunday 1
  readonly from: number; // seconds since midnight, on the clock of the wall
  readonly to: number;
}
