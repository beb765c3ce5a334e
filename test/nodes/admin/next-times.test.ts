import assert from "node:assert/strict";
import { test } from "node:test";
import { timesOfPattern, timesOfSchedules } from "../../../nodes/admin/next-times.ts";
import type { Cause } from "../../../src/model/resource.ts";
import { type FakeHouse, house, START, settle } from "../../support/fakes.ts"; // a Sunday, 13:00 in Berlin

const BERLIN = { timezone: "Europe/Berlin", latitude: 52.52, longitude: 13.41 };
const FLOW: Cause = { by: "flow:node", depth: 0 };

const told: [text: string, zone: "local" | "utc", times: string[]][] = [
  ["W127/T07:00:00", "local", ["02T07:00:00", "03T07:00:00", "04T07:00:00", "05T07:00:00", "06T07:00:00"]],
  ["W096/T07:00:00", "utc", ["02T08:00:00", "03T08:00:00", "09T08:00:00", "10T08:00:00", "16T08:00:00"]],
  [
    "W064/T23:50:00A00:30:00",
    "local",
    [
      "02T23:50:00 03T00:20:00",
      "09T23:50:00 10T00:20:00",
      "16T23:50:00 17T00:20:00",
      "23T23:50:00 24T00:20:00",
      "30T23:50:00 31T00:20:00",
    ],
  ],
  ["W000/T07:00:00", "local", []],
  ["2026-03-01T13:00:01", "local", ["01T13:00:01"]],
  ["2026-03-01T13:00:00", "local", []],
  ["2026-03-01T12:00:01", "utc", ["01T13:00:01"]],
  ["2001-01-01T00:00:00", "local", []],
  ["PT00:10:00", "local", ["01T13:10:00"]],
  ["R02/PT00:10:00", "utc", ["01T13:10:00", "01T13:20:00"]],
  ["R/PT12:00:00", "local", ["02T01:00:00", "02T13:00:00", "03T01:00:00", "03T13:00:00", "04T01:00:00"]],
  ["R02/PT00:10:00A00:01:00", "local", ["01T13:10:00 01T13:11:00", "01T13:20:00 01T13:22:00"]],
];

for (const [text, zone, times] of told) {
  test(`${text} (${zone}) is next at ${times.join(", ") || "no time"}`, async () => {
    const { store, stop } = await house({ settings: BERLIN });
    const answer = timesOfPattern(store, text, zone === "utc", START);
    const words = answer.times.map(({ local, until }) => [local, until].filter(Boolean).join(" "));
    assert.deepEqual([words, answer.trouble], [times.map((time) => time.replace(/(\d\dT)/g, "2026-03-$1")), undefined]);
    await stop();
  });
}

test("a pattern by the sun says its place and time zone; no other pattern does", async () => {
  const { store, stop } = await house({ settings: BERLIN });
  assert.deepEqual(timesOfPattern(store, "W127/sunset", false, START).place, BERLIN);
  const away = { latitude: 60.17, longitude: 24.94, timezone: "Europe/Helsinki" };
  assert.deepEqual(
    timesOfPattern(store, "W127/dawn", false, START, away).place,
    away,
    "the dialog's, before it is deployed",
  );
  assert.equal(timesOfPattern(store, "W127/T07:00:00", false, START).place, undefined);
  await stop();
});

const troubles: [text: string, zone: "local" | "utc", trouble: string][] = [
  ["", "local", "time"],
  ["tomorrow", "local", "time"],
  ["W128/T07:00:00", "local", "time"],
  ["W127/T24:00:00", "local", "time"],
  ["W127/T", "local", "time"],
  ["PT00:00:00", "local", "time"],
  ["W124/T08:00:00/T09:00:00", "local", "time"],
  ["PT00:00:05Alater", "local", "random"],
  ["W127/sunset", "utc", "time"],
  [`W127/T07:00:00${"A".repeat(10_000)}`, "local", "random"],
];

for (const [text, zone, trouble] of troubles) {
  test(`${text.slice(0, 40)} (${zone}): ${trouble}`, async () => {
    const { store, stop } = await house({ settings: BERLIN });
    assert.deepEqual(timesOfPattern(store, text, zone === "utc", START), { times: [], trouble });
    await stop();
  });
}

test("a place that was entered and not deployed yet counts already", async () => {
  const { store, stop } = await house({ settings: { timezone: "Europe/Berlin" } });
  const { times, trouble } = timesOfPattern(store, "W001/sunset-00:30:00", false, START, BERLIN);
  assert.deepEqual([trouble, times[0]?.local.slice(0, 13)], [undefined, "2026-03-01T17"]);
  await stop();
});

test("sunset is known where the gateway knows where it is", async () => {
  const nowhere = await house({ settings: { timezone: "Europe/Berlin" } });
  assert.deepEqual(timesOfPattern(nowhere.store, "sunset", false, START), { times: [], trouble: "place" });
  await nowhere.stop();
  const { store, stop } = await house({ settings: BERLIN });
  const { times } = timesOfPattern(store, "W001/sunset-00:30:00", false, START);
  assert.deepEqual(
    times.map(({ local }) => local.slice(0, 13)),
    ["2026-03-01T17", "2026-03-08T17", "2026-03-15T17", "2026-03-22T17", "2026-03-29T19"],
  );
  await stop();
});

async function declared(body: object): Promise<FakeHouse> {
  const home = await house({ settings: BERLIN });
  const owned = { name: "Plan", owner: FLOW.by, ...body };
  const { body: answer } = await home.perform({ method: "POST", address: "/schedules", body: owned }, FLOW);
  assert.deepEqual(answer, [{ success: { id: "1" } }]);
  return home;
}

test("each schedule that is there has its next time, as the API has it; one that is off has none", async () => {
  for (const body of [{ localtime: "W127/T07:00:00A00:10:00" }, { time: "R05/PT01:00:00" }]) {
    const { store, ask, stop } = await declared(body);
    const { body: next } = await ask("GET", "/schedules/1/next");
    const [first] = next as readonly { readonly local: string }[];
    const { local, isDone } = timesOfSchedules(store, START)["1"] ?? {};
    assert.deepEqual([local, isDone], [first?.local, false]);
    await ask("PUT", "/schedules/1", { status: "disabled" });
    assert.deepEqual(timesOfSchedules(store, START), { "1": { isDone: false } });
    await stop();
  }
});

test("a schedule that has come to its end is done; not one that was switched off before, nor one that begins anew", async () => {
  const once = { localtime: "2026-03-01T13:00:10", autodelete: false };
  for (const body of [once, { time: "PT00:00:10", autodelete: false }]) {
    const { store, clock, ask, stop } = await declared(body);
    const isDone = () => timesOfSchedules(store, clock.now())["1"]?.isDone;
    await ask("PUT", "/schedules/1", { status: "disabled" });
    assert.equal(isDone(), false);
    await ask("PUT", "/schedules/1", { status: "enabled" });
    await settle();
    clock.advance(11);
    await settle();
    assert.equal(store.get("/schedules/1")?.attr.status, "disabled");
    assert.equal(isDone(), true);
    await stop();
  }
});
