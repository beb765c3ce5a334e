/** The network stays open for longer than a stick can hold it open at once. Herdsman is only asked to, so a few lines stand for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Herdsman } from "../../../../src/radio/process/herdsman.ts";
import { PermitJoin } from "../../../../src/radio/process/network/permit-join.ts";
import { settle } from "../../../support/fakes.ts";

test("ten minutes are opened bit by bit, and told once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, told, permit } = stage();
  await permit.open(600);
  for (let second = 0; second < 700; second += 1) {
    t.mock.timers.tick(1000);
    await settle();
  }
  assert.deepEqual(asked, [254, 254, 120]);
  permit.closed();
  assert.deepEqual(told, [600, 0]);
});

test("closed before its time, it stays closed, and that is told once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, told, permit } = stage();
  await permit.open(600);
  await permit.open(0);
  permit.closed();
  t.mock.timers.tick(700_000);
  await settle();
  assert.deepEqual(asked, [254, 0]);
  assert.deepEqual(told, [600, 0]);
});

function stage() {
  const asked: number[] = [];
  const told: number[] = [];
  const herdsman = {
    permitJoin: async (seconds: number) => {
      asked.push(seconds);
      if (seconds === 0) permit.closed(); // as herdsman tells it
    },
  };
  const permit = new PermitJoin({
    herdsman: herdsman as unknown as Herdsman,
    opened: (seconds) => told.push(seconds),
    warn: assert.fail,
  });
  return { asked, told, permit };
}
