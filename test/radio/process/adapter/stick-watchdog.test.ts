/** A stick that says nothing any more is asked by itself, and found out after so many looks, however slow the machine is. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { type TestContext, test } from "node:test";
import { watchStick } from "../../../../src/radio/process/adapter/stick-watchdog.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";

const LOOK = 2_000; // milliseconds between two of them
const FOUND_OUT = 15_000; // milliseconds, at most

type Part = Record<string, unknown>;

/** Of each kind of adapter: how herdsman has its parts, and whether it asks its stick all the time anyway. */
const KINDS: readonly [kind: string, adapter: (port: EventEmitter, ask: () => Promise<void>) => Part, asks: boolean][] =
  [
    ["zstack", (serialPort, request) => ({ znp: { serialPort, request } }), true],
    ["ember", (socketPort, ezspNetworkState) => ({ ezsp: { ash: { socketPort }, ezspNetworkState } }), true],
    ["deconz", (serialPort) => ({ driver: { serialPort } }), false],
    [
      "zboss",
      (serialPort, getCoordinatorVersion) => ({ driver: { port: { serialPort } }, getCoordinatorVersion }),
      true,
    ],
    ["zigate", (serialPort, getCoordinatorVersion) => ({ driver: { serialPort }, getCoordinatorVersion }), true],
  ];

for (const [kind, adapter, asks] of KINDS) {
  test(`${kind}: asked after silence, found out within ${FOUND_OUT / 1000} s, told once`, (t) => {
    const { port, count, pass, stop } = watched(t, kind, adapter);
    for (let turn = 0; turn < 20; turn += 1) {
      pass(LOOK - 1);
      port.emit("data", Buffer.of(0));
    }
    assert.deepEqual(count, { asked: 0, told: 0 }, "nobody asks a stick that speaks");
    pass(4 * LOOK);
    assert.deepEqual(count, { asked: asks ? 2 : 0, told: 0 });
    port.emit("data", Buffer.of(0)); // it was only slow
    pass(5 * LOOK);
    assert.equal(count.told, 0);
    pass(FOUND_OUT - 5 * LOOK);
    assert.equal(count.told, 1);
    const { asked } = count;
    pass(10 * FOUND_OUT);
    assert.deepEqual(count, { asked, told: 1 }, "that is its last word");
    assert.equal(port.listenerCount("data"), 0);
    stop();
  });
}

test("an adapter with its parts elsewhere, and one of an unknown kind, are left alone", (t) => {
  for (const kind of ["zstack", "ezsp"]) {
    const { count, pass } = watched(t, kind, () => ({}));
    pass(10 * FOUND_OUT);
    assert.deepEqual(count, { asked: 0, told: 0 });
    t.mock.timers.reset();
  }
});

function watched(t: TestContext, kind: string, adapter: (port: EventEmitter, ask: () => Promise<void>) => Part) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const port = new EventEmitter();
  const count = { asked: 0, told: 0 };
  const ask = async () => {
    count.asked += 1;
    throw new Error("no answer");
  };
  const stop = watchStick(adapter(port, ask) as unknown as HerdsmanAdapter, kind, () => {
    count.told += 1;
  });
  return { port, count, stop, pass: (milliseconds: number) => t.mock.timers.tick(milliseconds) };
}
