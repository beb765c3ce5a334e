/** A house with rules in it that run: their sensors, and how often they fired. */
import assert from "node:assert/strict";
import type { Evaluation } from "../../src/model/automation/rule-engine.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import { instantOf } from "../../src/model/time/zones.ts";
import { clip, type FakeHouse, fakeClock, type HouseOptions, house, settle } from "./fakes.ts";

export type Words = readonly [address: string, operator: string, value?: unknown];

export interface Action {
  readonly method: string;
  readonly address: string;
  readonly body: unknown;
}

export interface RuleHouse extends FakeHouse {
  /** Makes a virtual sensor: its id. */
  readonly sensor: (kind: string, state?: Values, more?: Values) => Promise<string>;
  /** Makes a rule: its address. Without actions it renames the first sensor, which no rule looks at. */
  readonly rule: (conditions: readonly Words[], actions?: readonly Action[], more?: Values) => Promise<Address>;
  readonly see: (sensor: string, state: Values) => Promise<void>;
  /** So many seconds, one after the other, each with all that follows from it. */
  readonly pass: (seconds: number) => Promise<void>;
  /** To a time on the wall, in leaps. */
  readonly until: (wall: string) => Promise<void>;
  /** How often it fired since it was asked the last time. */
  readonly fires: (rule: Address) => number;
  readonly attr: (address: Address) => Values;
  readonly state: (address: Address) => Values;
  readonly trace: (rule: Address) => Promise<readonly Evaluation[]>;
}

export const BERLIN = "Europe/Berlin";
const LEAP = 5; // seconds: an action is given ten to be answered

/** In Berlin, on a Monday at noon; the first sensor, and the first rule, have the id 1. */
export async function ruleHouse(wall = "2026-03-02T12:00:00", more: HouseOptions = {}): Promise<RuleHouse> {
  const clock = more.clock ?? fakeClock(instantOf(Date.parse(`${wall}Z`), BERLIN));
  const home = await house({ settings: { timezone: BERLIN }, ...more, clock });
  return { ...home, ...tools(home) };
}

function tools({ ask, store, clock }: FakeHouse): Omit<RuleHouse, keyof FakeHouse> {
  const told = new Map<Address, number>();
  const made = async (family: "sensors" | "rules", body: unknown) => {
    const reply = await ask("POST", `/${family}`, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    await settle();
    return (reply.body as [{ success: { id: string } }])[0].success.id;
  };
  const pass = async (seconds: number, leap = 1) => {
    for (let left = seconds; left > 0; left -= leap) {
      clock.advance(Math.min(leap, left));
      await settle();
    }
  };
  return {
    sensor: (kind, state = {}, body = {}) => made("sensors", clip(`CLIP${kind}`, { state, ...body })),
    rule: async (words, actions = [{ method: "PUT", address: "/sensors/1", body: { name: "x" } }], body = {}) => {
      const conditions = words.map(([address, operator, value]) => ({ address, operator, value }));
      return `/rules/${await made("rules", { name: "r", conditions, actions, ...body })}`;
    },
    see: async (sensor, state) => {
      const { status } = await ask("PUT", `/sensors/${sensor}/state`, state);
      assert.equal(status, 200);
      await settle();
    },
    pass: (seconds) => pass(seconds),
    until: (wall) => pass((instantOf(Date.parse(`${wall}Z`), BERLIN) - clock.now()) / 1000, LEAP),
    fires: (rule) => {
      const fired = Number(store.get(rule)?.attr.timestriggered);
      const news = fired - (told.get(rule) ?? 0);
      told.set(rule, fired);
      return news;
    },
    attr: (address) => store.get(address)?.attr ?? {},
    state: (address) => store.get(address)?.state ?? {},
    trace: async (rule) => (await ask("GET", `${rule}/trace`)).body as readonly Evaluation[],
  };
}
