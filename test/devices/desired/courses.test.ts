/** Whether a light may still be on its way, by its command, how long that takes, and its own reports. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/core/store.ts";
import type { Refresh } from "../../../src/devices/desired/refresh.ts";
import { type Arrived, Transitions } from "../../../src/devices/desired/transitions.ts";
import type { Device, DeviceResource } from "../../../src/devices/inventory/device-registry.ts";
import type { Values } from "../../../src/model/resource.ts";
import { fakeClock } from "../../support/fakes.ts";

const LIGHT = "/lights/1";
const DEVICE = { ieee: "0x01", facts: {}, resources: [] } as unknown as Device;
const PART = { address: LIGHT } as unknown as DeviceResource;

interface Course {
  readonly begin: (values: Values, optimistic: Values, milliseconds: number) => Arrived;
  readonly reports: (state: Values) => void;
  readonly movedByOthers: (milliseconds: number) => void;
  readonly passes: (seconds: number) => void;
  readonly isMoving: () => boolean;
  /** A lamp is told this, and has it. */
  readonly told: (optimistic: Values, seconds: number) => void;
}

function course(name: string, go: (course: Course) => void): void {
  test(name, () => {
    const clock = fakeClock();
    const store = { get: () => undefined } as unknown as Store;
    const transitions = new Transitions({ store, clock }, { soon: () => {} } as unknown as Refresh, () => {});
    const begin: Course["begin"] = (values, optimistic, milliseconds) =>
      transitions.begin({ device: DEVICE, deviceResource: PART, values, optimistic }, milliseconds);
    go({
      begin,
      reports: (state) => void transitions.filter(DEVICE, PART, undefined, state),
      movedByOthers: (milliseconds) => transitions.movedByOthers(LIGHT, milliseconds),
      passes: clock.advance,
      isMoving: () => transitions.isMoving(LIGHT),
      told: (optimistic, seconds) => begin(optimistic, optimistic, seconds * 1000)(true),
    });
  });
}

course("until it must have arrived", ({ told, isMoving, passes }) => {
  assert.equal(isMoving(), false);
  told({ on: true, bri: 200 }, 60);
  passes(60);
  assert.equal(isMoving(), true, "the word took a moment");
  passes(1);
  assert.equal(isMoving(), false);
});

course("a second is no way, and neither is what does not move", ({ told, isMoving }) => {
  told({ bri: 200 }, 1);
  told({ effect: "none" }, 60);
  assert.equal(isMoving(), false);
});

course("until it says that it is there, as near as lights can tell, and in all that it was told", (course) => {
  const { reports, told, isMoving } = course;
  told({ bri: 200, xy: [0.2, 0.3] }, 60);
  reports({ bri: 150, xy: [0.2, 0.3], on: true });
  assert.equal(isMoving(), true);
  reports({ bri: 199 });
  assert.equal(isMoving(), false);
});

course("from when it is told, and not if it never has the word", ({ begin, isMoving, passes }) => {
  const body = { bri: 200 };
  const hasIt = begin(body, body, 60_000);
  passes(100);
  assert.equal(isMoving(), true);
  hasIt(false);
  assert.equal(isMoving(), false);
});

course("what it says before its answer counts, too", ({ begin, reports, isMoving }) => {
  const body = { bri: 200 };
  const hasIt = begin(body, body, 60_000);
  reports(body);
  hasIt(true);
  assert.equal(isMoving(), false);
});

course("a way that is over is forgotten", ({ reports, told, isMoving, passes }) => {
  told({ bri: 200, xy: [0.2, 0.2] }, 10);
  passes(11);
  told({ bri: 100 }, 10);
  reports({ bri: 100 });
  assert.equal(isMoving(), false);
});

course("to where it was told last; a short way ends the long one, where it is one of the same", (course) => {
  const { reports, told, isMoving } = course;
  told({ bri: 200, ct: 300 }, 60);
  told({ bri: 50 }, 0);
  reports({ bri: 200 });
  assert.equal(isMoving(), true, "its color goes on");
  told({ bri: 90 }, 30);
  reports({ bri: 50, ct: 300 });
  assert.equal(isMoving(), true);
  reports({ bri: 90 });
  assert.equal(isMoving(), false);
});

course("where others have sent it nobody knows", ({ reports, movedByOthers, told, isMoving, passes }) => {
  told({ bri: 200 }, 10);
  movedByOthers(30_000);
  reports({ bri: 200 });
  passes(30);
  assert.equal(isMoving(), true);
  passes(1);
  assert.equal(isMoving(), false);
});

course("a motor takes as long as it wants; only its lift it tells", ({ begin, reports, isMoving, passes }) => {
  const move = (values: Values) => begin(values, {}, 0)(true);
  move({ lift: 80 });
  reports({ lift: 40 });
  assert.equal(isMoving(), true);
  reports({ lift: 80 });
  assert.equal(isMoving(), false);
  move({ lift: 80 });
  move({ stop: true });
  reports({ lift: 80 });
  assert.equal(isMoving(), true);
  move({ lift: 30 });
  reports({ lift: 30 });
  assert.equal(isMoving(), false, "what it was told last counts");
  move({ open: true });
  passes(60);
  assert.equal(isMoving(), true);
  passes(1);
  assert.equal(isMoving(), false);
});
