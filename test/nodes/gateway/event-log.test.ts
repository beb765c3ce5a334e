/** The list of events of a gateway: the events that outlive the gateway, and the order in which they are told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog } from "../../../nodes/gateway/event-log.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import type { Change, Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";
import { settle } from "../../support/fakes.ts";

const definition = DEFINITIONS.CLIPGenericStatus;
assert.ok(definition);

function note(
  log: EventLog,
  values: Values,
  before: Values = {},
  { begunBy, isDesired, undo }: { begunBy?: string; isDesired?: () => boolean; undo?: true } = {},
): void {
  const resource = {
    address: "/sensors/1",
    type: "CLIPGenericStatus",
    attr: {},
    config: {},
    state: {},
    action: {},
  } as const;
  const change: Change = {
    event: "changed",
    section: "state",
    resource,
    values,
    before,
    cause: { by: "radio", depth: 0, ...(begunBy === undefined ? {} : { begunBy }), ...(undo ? { undo } : {}) },
  };
  assert.ok(definition);
  log.add(change, definition, 5, isDesired && { isDesired });
}

const statuses = (events: readonly ChangeNotice[]) => events.map(({ values }) => values.status);

test("an event that a device ends by itself names the rule that began it", () => {
  const log = new EventLog();
  note(log, { status: 1 });
  note(log, { status: 2 }, {}, { begunBy: "/rules/3" });
  assert.deepEqual(
    log.all().map(({ by }) => by),
    ["radio", "/rules/3"],
  );
});

test("a change that is only desired says so until its command has ended, and never on the disk", async () => {
  const log = new EventLog();
  let open: readonly number[] = [1, 2, 3];
  const desired = (status: number) => ({ isDesired: () => open.includes(status) });
  const settled: (readonly number[])[] = [];
  const told: unknown[] = [];
  log.onSettled((numbers) => settled.push(numbers));
  log.on((notice) => told.push(notice.desired));
  for (const status of [1, 2]) note(log, { status }, {}, desired(status));
  note(log, { status: 3 }, {}, { ...desired(3), undo: true });
  note(log, { status: 4 }, {}, desired(4));
  assert.deepEqual(told, [true, true, undefined, undefined]);
  log.settle();
  open = [2];
  log.settle();
  assert.deepEqual([settled, log.desired], [[[1]], [2]]);
  assert.deepEqual(
    log.all().map((notice) => notice.desired),
    [undefined, true, undefined, undefined],
  );
  await log.keep(async (events) => events.every((notice) => !("desired" in notice)) || assert.fail());
});

test("events from the disk come before the ones since, however late they are read", async () => {
  const former = new EventLog();
  for (const status of [1, 2]) note(former, { status });
  note(former, { lastupdated: "2026-01-01T00:00:00.000" }); // a sign of life
  let kept: readonly ChangeNotice[] = [];
  await former.keep(async (events) => {
    kept = events;
    return true;
  });
  const log = new EventLog();
  note(log, { status: 3 });
  log.begin(kept);
  note(log, { status: 4 });
  assert.deepEqual(statuses(log.all()), [1, 2, 3, 4]);
  assert.deepEqual(
    log.all().map(({ n }) => n),
    [-1, 0, 1, 2],
  );
});

test("a list without new events is not written again; a write that a disk refused is tried again", async () => {
  const log = new EventLog();
  let writes = 0;
  const write = (isTaken: boolean) => async () => {
    writes += 1;
    return isTaken;
  };
  await log.keep(write(true));
  assert.equal(writes, 0, "nothing has happened");
  note(log, { status: 1 });
  await log.keep(write(false));
  await log.keep(write(true));
  await log.keep(write(true));
  assert.equal(writes, 2);
  note(log, { lastupdated: "2026-01-01T00:00:00.000" });
  await log.keep(write(true));
  assert.equal(writes, 2, "a sign of life alone is not worth it");
});

test("two writes do not meet in the file: the second comes when the first has ended, well or not", async () => {
  const log = new EventLog();
  let breakDisk = (_: Error) => {};
  const firstWrite = new Promise<boolean>((_, reject) => {
    breakDisk = reject;
  });
  const told: string[] = [];
  note(log, { status: 1 });
  const hourly = log.keep(async () => {
    told.push("hourly");
    return await firstWrite;
  });
  note(log, { status: 2 });
  const atStop = log.keep(async (events) => {
    told.push(`at stop: ${events.length}`);
    return true;
  });
  await settle();
  assert.deepEqual(told, ["hourly"]);
  breakDisk(new Error("the disk is gone"));
  await assert.rejects(hourly, /the disk is gone/);
  await atStop;
  assert.deepEqual(told, ["hourly", "at stop: 2"]);
});

test("the list does not grow without end", async () => {
  const log = new EventLog();
  const earlier = Array.from({ length: 5_000 }, (_, at): ChangeNotice => {
    return {
      address: "/sensors/1",
      type: "CLIPGenericStatus",
      event: "changed",
      values: { status: at },
      by: "radio",
      at,
    };
  });
  log.begin(earlier);
  for (let status = 0; status < 5_000; status += 1) note(log, { status });
  await log.keep(async (events) => {
    assert.equal(events.length, 3_000);
    assert.equal(events.at(-1)?.values.status, 4_999);
    return true;
  });
  assert.ok(log.all().length < 4_000);
});

test("measured values of a plug push out no event, and neither do signs of life", async () => {
  const log = new EventLog();
  note(log, { status: 1 });
  for (let power = 0; power < 5_000; power += 1) {
    note(log, { status: power }, { status: power - 1 });
    note(log, { lastupdated: `2026-01-01T00:00:00.${power}` });
  }
  const isKept = (events: readonly ChangeNotice[]) => {
    assert.deepEqual([events[0]?.values.status, events[0]?.before], [1, undefined]);
    assert.equal(events.at(-1)?.values.status, 4_999);
  };
  isKept(log.all().filter(({ values }) => "status" in values));
  await log.keep(async (events) => {
    isKept(events);
    return true;
  });
});

test("that a device is not there any more is told, and is no event", () => {
  const log = new EventLog();
  const heard: ChangeNotice[] = [];
  log.on((notice) => heard.push(notice));
  const resource = { address: "/devices/1", type: "Device", attr: {}, config: {}, state: {}, action: {} } as const;
  const gone: Change = {
    ...{ event: "changed", section: "attr", resource, values: { gone: true }, before: {} },
    cause: { by: "radio", depth: 0 },
  };
  assert.ok(DEFINITIONS.Device);
  log.add(gone, DEFINITIONS.Device, 5);
  assert.deepEqual([heard.length, log.all().length], [1, 0]);
});

test("past events that are told later stand first, are kept, and a panel that shows the list is told to ask again", async () => {
  const log = new EventLog();
  note(log, { status: 2 });
  await log.keep(async () => true);
  let asked = 0;
  const stop = log.onPast(() => {
    asked += 1;
  });
  const past = [0, 1].map((status): ChangeNotice => {
    return {
      ...{ address: "/sensors/1", type: "CLIPGenericStatus", event: "changed", section: "state" },
      ...{ values: { status }, madeUp: true, by: "radio", at: status },
    };
  });
  log.tellPast(past);
  log.tellPast([]);
  stop();
  log.tellPast([{ ...(past[0] as ChangeNotice), values: { status: -1 } }]);
  assert.deepEqual([statuses(log.all()), asked], [[-1, 0, 1, 2], 1]);
  assert.equal(new Set(log.all().map(({ n }) => n)).size, 4);
  const kept: number[] = [];
  await log.keep(async (events) => kept.push(events.length) > 0);
  assert.deepEqual(kept, [4], "though nothing has happened since");
});

test("an event of a light that is off says so, as its change is not seen", () => {
  const log = new EventLog();
  const light = DEFINITIONS["Color temperature light"];
  assert.ok(light);
  for (const on of [true, false]) {
    const resource = {
      ...({ address: "/lights/1", type: "Color temperature light", attr: {}, config: {}, action: {} } as const),
      state: { on, ct: 364 },
    } satisfies Change["resource"];
    const values = { ct: 364 };
    const cause = { by: "radio", depth: 0 } as const;
    log.add({ event: "changed", section: "state", resource, values, before: { ct: 300 }, cause }, light, 5);
  }
  assert.deepEqual(
    log.all().map(({ off = false }) => off),
    [false, true],
  );
});
