/** The list of events, filled from the past that the virtual house was given. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pastEvents } from "../../../nodes/gateway/past-events.ts";
import type { PastValues } from "../../../src/model/history/ports.ts";
import type { Address, Resource } from "../../../src/model/resource.ts";

const NOON = new Date(2026, 10, 23, 12).getTime();
const HOUR = 3_600_000;
const ago = (hours: number) => NOON - hours * HOUR;
const TYPES: Readonly<Record<string, string>> = {
  "/sensors/9": "ZHAOpenClose",
  "/lights/7": "Window covering device",
  "/lights/1": "Dimmable light",
};
const at = (address: Address): Resource | undefined => {
  const type = TYPES[address];
  return type === undefined ? undefined : { address, type, attr: { name: type }, config: {}, state: {}, action: {} };
};
const told = (past: readonly PastValues[]) =>
  pastEvents(at, past, NOON).map(({ address, values, before, at: when }) =>
    JSON.stringify([address, before, values, (NOON - when) / HOUR]),
  );

test("a value that turned since yesterday began is an event, in the order of time; an older one, or one that stayed, is none", () => {
  const door: PastValues = {
    ...{ address: "/sensors/9", member: "state/open" },
    values: [
      [ago(40), 0],
      [ago(37), 1],
      [ago(35), 0],
      [ago(20), 0],
      [ago(2), 1],
    ],
  };
  const lamp: PastValues = {
    ...{ address: "/lights/1", member: "state/on" },
    values: [
      [ago(30), 0],
      [ago(15), 1],
      [ago(-1), 0],
    ],
  };
  assert.deepEqual(told([door, lamp]), [
    '["/sensors/9",{"open":true},{"open":false},35]',
    '["/lights/1",{"on":false},{"on":true},15]',
    '["/sensors/9",{"open":false},{"open":true},2]',
  ]);
  const [first] = pastEvents(at, [door], NOON);
  assert.deepEqual([first?.madeUp, first?.by, first?.name, first?.section], [true, "radio", "ZHAOpenClose", "state"]);
});

test("a blind opens and closes, and no more; measured values, rooms and missing resources are no events", () => {
  const turn = (address: Address, member: PastValues["member"]): PastValues => ({
    ...{ address, member },
    values: [
      [ago(9), 1],
      [ago(8), 0],
    ],
  });
  const past = [
    ...[turn("/lights/7", "state/on"), turn("/lights/7", "state/open"), turn("/lights/7", "state/lift")],
    ...[turn("/groups/1", "state/any_on"), turn("/lights/99", "state/on")],
  ];
  assert.deepEqual(told(past), ['["/lights/7",{"open":true},{"open":false},8]']);
});

test("of very many the newest are told", () => {
  const values = Array.from({ length: 1_000 }, (_, n) => [NOON - (1_000 - n) * 60_000, n % 2] as const);
  const events = pastEvents(at, [{ address: "/lights/1", member: "state/on", values }], NOON);
  assert.deepEqual([events.length, events.at(-1)?.at], [400, NOON - 60_000]);
});
