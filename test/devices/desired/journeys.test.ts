/** Whether a light may still be on its way, by what it was told, how long that takes, and what it says of itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Journeys, openJourneys } from "../../../src/devices/desired/journeys.ts";
import type { Values } from "../../../src/model/resource.ts";
import { fakeClock } from "../../support/fakes.ts";

const LIGHT = "/lights/1";

interface Way {
  readonly journeys: Journeys;
  readonly passes: (seconds: number) => void;
  readonly isOn: () => boolean;
  /** A lamp is told this, and has it. */
  readonly told: (optimistic: Values, seconds: number) => void;
}

function way(name: string, go: (way: Way) => void): void {
  test(name, () => {
    const clock = fakeClock();
    const journeys = openJourneys(clock);
    go({
      journeys,
      passes: clock.advance,
      isOn: () => journeys.isOn(LIGHT),
      told: (optimistic, seconds) => journeys.begin(LIGHT, { values: optimistic, optimistic }, seconds * 1000)(true),
    });
  });
}

way("until it must have arrived", ({ told, isOn, passes }) => {
  assert.equal(isOn(), false);
  told({ on: true, bri: 200 }, 60);
  passes(60);
  assert.equal(isOn(), true, "the word took a moment");
  passes(1);
  assert.equal(isOn(), false);
});

way("a second is no way, and neither is what does not move", ({ told, isOn }) => {
  told({ bri: 200 }, 1);
  told({ effect: "none" }, 60);
  assert.equal(isOn(), false);
});

way("until it says that it is there, as near as lights can tell, and in all that it was told", (way) => {
  const { journeys, told, isOn } = way;
  told({ bri: 200, xy: [0.2, 0.3] }, 60);
  journeys.heard(LIGHT, { bri: 150, xy: [0.2, 0.3], on: true });
  assert.equal(isOn(), true);
  journeys.heard(LIGHT, { bri: 199 });
  assert.equal(isOn(), false);
});

way("from when it is told, and not if it never has the word", ({ journeys, isOn, passes }) => {
  const body = { bri: 200 };
  const hasIt = journeys.begin(LIGHT, { values: body, optimistic: body }, 60_000);
  passes(100);
  assert.equal(isOn(), true);
  hasIt(false);
  assert.equal(isOn(), false);
});

way("what it says before its answer counts, too", ({ journeys, isOn }) => {
  const body = { bri: 200 };
  const hasIt = journeys.begin(LIGHT, { values: body, optimistic: body }, 60_000);
  journeys.heard(LIGHT, body);
  hasIt(true);
  assert.equal(isOn(), false);
});

way("a way that is over is forgotten", ({ journeys, told, isOn, passes }) => {
  told({ bri: 200, xy: [0.2, 0.2] }, 10);
  passes(11);
  told({ bri: 100 }, 10);
  journeys.heard(LIGHT, { bri: 100 });
  assert.equal(isOn(), false);
});

way("to where it was told last; a short way ends the long one, where it is one of the same", (way) => {
  const { journeys, told, isOn } = way;
  told({ bri: 200, ct: 300 }, 60);
  told({ bri: 50 }, 0);
  journeys.heard(LIGHT, { bri: 200 });
  assert.equal(isOn(), true, "its color goes on");
  told({ bri: 90 }, 30);
  journeys.heard(LIGHT, { bri: 50, ct: 300 });
  assert.equal(isOn(), true);
  journeys.heard(LIGHT, { bri: 90 });
  assert.equal(isOn(), false);
});

way("where others have sent it nobody knows", ({ journeys, told, isOn, passes }) => {
  told({ bri: 200 }, 10);
  journeys.stray(LIGHT, 30_000);
  journeys.heard(LIGHT, { bri: 200 });
  passes(30);
  assert.equal(isOn(), true);
  passes(1);
  assert.equal(isOn(), false);
});

way("a motor takes as long as it wants; only its lift it tells", ({ journeys, isOn, passes }) => {
  const move = (values: Values) => journeys.begin(LIGHT, { values, optimistic: {} }, 0)(true);
  move({ lift: 80 });
  journeys.heard(LIGHT, { lift: 40 });
  assert.equal(isOn(), true);
  journeys.heard(LIGHT, { lift: 80 });
  assert.equal(isOn(), false);
  move({ lift: 80 });
  move({ stop: true });
  journeys.heard(LIGHT, { lift: 80 });
  assert.equal(isOn(), true);
  move({ lift: 30 });
  journeys.heard(LIGHT, { lift: 30 });
  assert.equal(isOn(), false, "what it was told last counts");
  move({ open: true });
  passes(60);
  assert.equal(isOn(), true);
  passes(1);
  assert.equal(isOn(), false);
});
