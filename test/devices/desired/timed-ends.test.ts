/** A lamp that was told to be on for a while goes off by itself: the fact names the cause of that command. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house, settle, TEST } from "../../support/fakes.ts";
import { LAMP, lamp } from "../home.ts";

const ON = { on: true, ontime: 600 }; // a minute

async function withLamp(): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise([lamp()]);
  says(home, "OFF");
  await settle();
  return home;
}

function says({ radio }: FakeHouse, state: "ON" | "OFF"): void {
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state } });
}

async function told(home: FakeHouse, body: Values): Promise<void> {
  await home.ask("PUT", "/lights/1/state", body);
  await settle();
}

/** The cause of its going off after so many seconds. */
async function offAfter(home: FakeHouse, seconds: number) {
  home.clock.advance(seconds);
  await settle();
  home.heard.length = 0;
  says(home, "OFF");
  await settle();
  const off = home.heard.find(({ resource, values }) => resource.address === "/lights/1" && values.on === false);
  return off?.cause;
}

const BY_ITSELF = { by: "radio", depth: 0 };
const stories: [what: string, orders: readonly Values[], seconds: number, isNamed: boolean][] = [
  ["in time", [ON], 61, true],
  ["by its switch", [ON], 20, false],
  ["long after", [ON], 120, false],
  ["told to stay on since", [ON, { on: true }], 60, false],
  ["of one that was never told a time", [{ on: true }], 60, false],
];
for (const [what, orders, seconds, isNamed] of stories)
  test(`a lamp goes off: ${what}`, async () => {
    const home = await withLamp();
    for (const body of orders) await told(home, body);
    says(home, "ON");
    const cause = await offAfter(home, seconds);
    assert.deepEqual(cause, isNamed ? { ...BY_ITSELF, begunBy: TEST.by } : BY_ITSELF);
    await home.stop();
  });
