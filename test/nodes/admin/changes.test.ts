import assert from "node:assert/strict";
import { test } from "node:test";
import { gathering } from "../../../nodes/admin/change-stream.ts";
import type { Store } from "../../../nodes/flow-node/resource-reference.ts";
import { noticeOf } from "../../../nodes/gateway/event-log.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import type { Address, Change, Resource, Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

const KEY = "0123456789ABCDEF0123456789ABCDEF01234567";

function change(type: string, address: Address, more: Partial<Change> = {}): Change {
  const resource: Resource = { address, type, attr: {}, config: {}, state: {}, action: {} };
  return { event: "changed", resource, values: {}, before: {}, cause: { by: "radio", depth: 0 }, ...more };
}

const told = (given: Change) => {
  const definition = DEFINITIONS[given.resource.type];
  assert.ok(definition);
  return noticeOf(given, definition, 5);
};

const cases: [what: string, change: Change, values: Values | undefined][] = [
  [
    "a value",
    change("CLIPSwitch", "/sensors/1", { section: "state", values: { buttonevent: 1002 } }),
    { buttonevent: 1002 },
  ],
  [
    "that a device is not there any more",
    change("Device", "/devices/1", { section: "attr", values: { gone: true } }),
    {},
  ],
  ["what nobody sees", change("Device", "/devices/1", { section: "attr", values: { known: {} } }), undefined],
  ["the clock", change("Config", "/config", { section: "attr", values: { UTC: "x", localtime: "y" } }), undefined],
  [
    "the clock and more",
    change("Config", "/config", { section: "attr", values: { UTC: "x", name: "n" } }),
    { UTC: "x", name: "n" },
  ],
  ["a secret place", change("Config", "/config", { section: "attr", values: { latitude: 52 } }), undefined],
  [
    "the countdown",
    change("Config", "/config", { section: "attr", values: { permitjoin: 59, permitjoinfull: 59 } }),
    { permitjoin: 59, permitjoinfull: 59 },
  ],
  [
    "the print of a key",
    change("Key", "/config/whitelist/AAAAAAAA", { section: "attr", values: { hash: "h" } }),
    undefined,
  ],
  [
    "a key that is used",
    change("Key", "/config/whitelist/AAAAAAAA", { section: "attr", values: { lastused: "t" } }),
    { lastused: "t" },
  ],
  ["a note of the house", change("Ids", "/ids", { section: "state", values: { lights: 5 } }), undefined],
  ["what is never listed", change("Ids", "/ids", { event: "added" }), undefined],
  ["a new sensor", change("CLIPSwitch", "/sensors/1", { event: "added" }), {}],
  [
    "how pairing goes",
    change("Device", "/devices/00:01", { section: "state", values: { pairing: "joined" } }),
    { pairing: "joined" },
  ],
  [
    "how touchlink ended",
    change("Touchlink", "/touchlink", {
      section: "state",
      values: { scanstate: "idle", job: { do: "reset", is: "failed" } },
    }),
    { scanstate: "idle", job: { do: "reset", is: "failed" } },
  ],
];
for (const [what, given, values] of cases) test(`told: ${what}`, () => assert.deepEqual(told(given)?.values, values));

test("the client that made a change is told without its whole key", () => {
  const by = `rest:/api/${KEY}/x`;
  const news = told(change("CLIPSwitch", "/sensors/1", { event: "added", cause: { by, depth: 0 } }));
  assert.equal(news?.by, "rest:/api/01234567/x");
});

test("the value before a change is told as far as it is known and may be seen", () => {
  const values = { name: "New", latitude: 52 };
  const moved = told(change("Config", "/config", { section: "attr", values, before: { name: "Old", latitude: 51 } }));
  assert.deepEqual(moved?.before, { name: "Old" });
  assert.equal(
    told(change("CLIPSwitch", "/sensors/1", { section: "state", values: { buttonevent: 1 } }))?.before,
    undefined,
  );
});

const store = (gone: readonly string[] = []) =>
  ({
    get: (address: string) => ({ attr: { gone: gone.includes(address) } }),
    page: (address: string) => (address === "/lights/9" ? undefined : { json: JSON.stringify({ of: address }) }),
  }) as unknown as Store;
const news = (address: Address, values: Values = {}): ChangeNotice => ({
  address,
  type: "",
  event: "changed",
  values,
  by: "",
  at: 0,
});
const pieces = (all: ReturnType<typeof gathering>, from = store()) => {
  const taken: { changes: ChangeNotice[]; views: Record<string, unknown> }[] = [];
  while (!all.isEmpty) taken.push(JSON.parse(all.take(from)));
  return taken;
};

test("each change is told, and each resource once, as it is then", () => {
  const all = gathering();
  for (const address of ["/lights/1", "/lights/2", "/lights/1", "/lights/9", "/devices/a"] as const)
    all.add(news(address));
  const [piece, ...more] = pieces(all, store(["/devices/a"]));
  assert.equal(more.length, 0);
  assert.equal(piece?.changes.length, 5);
  assert.deepEqual(piece?.views, {
    "/lights/1": { of: "/lights/1" },
    "/lights/2": { of: "/lights/2" },
    "/lights/9": null,
    "/devices/a": null,
  });
});

test("of the config only the members that changed are told, all of them and once", () => {
  const all = gathering();
  all.add(news("/config", { permitjoin: 60 }));
  all.add(news("/config", { name: "n", permitjoin: 59 }));
  assert.deepEqual(pieces(all)[0]?.views, { "/config": { name: "n", permitjoin: 59 } });
  all.add(news("/config", { name: "m" }));
  assert.deepEqual(pieces(all)[0]?.views, { "/config": { name: "m" } });
});

test("of very many changes the oldest are lost, but not how it is now; and no piece is large", () => {
  const all = gathering();
  all.add(news("/config", { name: "n" }));
  for (let id = 1; id <= 3_000; id++) all.add(news(`/sensors/${id}`));
  for (let turn = 0; turn < 5_000; turn++) all.add(news("/lights/1"));
  const taken = pieces(all);
  assert.equal(taken.flatMap(({ changes }) => changes).length, 1_000);
  const views = taken.flatMap((piece) => Object.keys(piece.views));
  assert.equal(views.length, 3_002);
  assert.equal(new Set(views).size, 3_002);
  assert.ok(taken.every((piece) => piece.changes.length <= 200 && Object.keys(piece.views).length <= 200));
});
