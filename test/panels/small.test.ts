/** The small pure parts of the panels: order, windows, refusals, tokens, a second look. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenSuffix } from "../../panels/browser.ts";
import { withReachability } from "../../panels/health/reachability.ts";
import { NOTE_SHOWN } from "../../panels/hooks.ts";
import { errorsIn } from "../../panels/perform.ts";
import { addedInFront, rowAt, type SortKey, sorted, topsOf, visibleRows } from "../../panels/widgets/rows.ts";
import { nearestFirst } from "../../panels/widgets/search.ts";
import type { Health } from "../../src/model/admin-api.ts";

const orders: [rows: SortKey[], isDown: boolean, is: SortKey[]][] = [
  [[10, 9, 100], false, [9, 10, 100]],
  [[10, 9, 100], true, [100, 10, 9]],
  [["Lamp 10", "lamp 9", "Attic"], false, ["Attic", "lamp 9", "Lamp 10"]],
  [[3, null, 1, undefined, Number.NaN], false, [1, 3, null, undefined, Number.NaN]],
  [[3, null, 1], true, [3, 1, null]],
  [[true, false], false, [false, true]],
];
for (const [rows, isDown, is] of orders) {
  test(`${JSON.stringify(rows)} ${isDown ? "down" : "up"}`, () => {
    const before = [...rows];
    assert.deepEqual(
      sorted(rows, (row) => row, isDown),
      is,
    );
    assert.deepEqual(rows, before);
  });
}

const searches: [typed: string, is: string[]][] = [
  ["", ["Büro Lampe", "Hall", "Hall lamp", "Living room lamp", "Marshall"]],
  ["hall", ["Hall", "Hall lamp", "Marshall", "Büro Lampe", "Living room lamp"]],
  ["LAMP", ["Büro Lampe", "Hall lamp", "Living room lamp", "Hall", "Marshall"]],
  ["lamp living", ["Living room lamp", "Büro Lampe", "Hall", "Hall lamp", "Marshall"]],
  ["buro", ["Büro Lampe", "Hall", "Hall lamp", "Living room lamp", "Marshall"]],
];
for (const [typed, is] of searches)
  test(`a search for "${typed}" puts names like that first`, () =>
    assert.deepEqual(
      nearestFirst(["Marshall", "Living room lamp", "Hall lamp", "Hall", "Büro Lampe"], (name) => name, typed),
      is,
    ));

const windows: [count: number, top: number, frame: number, first: number, last: number][] = [
  [500, 0, 400, 0, 16],
  [500, 4_000, 400, 94, 116],
  [500, 19_600, 400, 484, 500],
  [500, 1_000_000, 400, 494, 500],
  [3, 0, 400, 0, 3],
  [0, 0, 400, 0, 0],
  [500, 0, 0, 0, 6],
];
for (const [count, top, frame, first, last] of windows) {
  test(`${count} rows of 40, ${top} down: ${first} to ${last}`, () =>
    assert.deepEqual(visibleRows(topsOf(Array(count).fill(0), 40), top, frame), { first, last }));
}

test("rows of several heights: each stands where the one before it ends", () => {
  const tops = topsOf(["day", "event", "event", "day", "event"], (row) => (row === "day" ? 30 : 60));
  assert.deepEqual(tops, [0, 30, 90, 150, 180, 240]);
  assert.deepEqual(
    [0, 29, 30, 149, 150, 239, 240, 999].map((y) => rowAt(tops, y)),
    [0, 0, 1, 2, 3, 4, 5, 5],
  );
});

const additions: [before: string, now: string, added: number][] = [
  ["abc", "abc", 0],
  ["abc", "abcd", 0],
  ["bcd", "abc", 1],
  ["cdefg", "abcde", 2],
  ["abc", "ab", 0],
  ["abc", "xyz", 0],
  ["abc", "", 0],
  ["", "abc", 0],
];
for (const [before, now, added] of additions) {
  test(`from "${before}" to "${now}" ${added} came in front`, () =>
    assert.equal(
      addedInFront([...before], [...now], (row) => row),
      added,
    ));
}
test("a heading stays the first: rows that came below it came in front of the row that is looked at", () => {
  const added = (index: number) => addedInFront([..."Hcde"], [..."Habcde"], (row) => row, index);
  assert.deepEqual([added(0), added(1), added(3)], [0, 2, 2]);
});

const refusals: [status: number, body: unknown, fault: string | undefined][] = [
  [200, [{ success: { "/lights/1/state/on": true } }], undefined],
  [200, { name: "x" }, undefined],
  [
    400,
    [{ error: { type: 7, description: "invalid value, &lt;b&gt; &amp; &quot;c&quot;" } }],
    'invalid value, <b> & "c"',
  ],
  [200, [{ success: 1 }, { error: { description: "a" } }, { error: { description: "b" } }], "a; b"],
  [503, undefined, "503"],
  [403, [{ error: {} }], "403"],
  [200, [{ error: { description: "&amp;lt;" } }], "&lt;"],
];
for (const [status, body, fault] of refusals) {
  test(`${status} ${JSON.stringify(body)} says ${fault}`, () => assert.equal(errorsIn({ status, body }), fault));
}

const paths: [path: string, suffix: string][] = [
  ["/zigbee-gateway/", ""],
  ["/zigbee-gateway", ""],
  ["/admin/zigbee-gateway/", "-admin"],
  ["/api/hassio_ingress/abc/zigbee-gateway/", "-api-hassio_ingress-abc"],
];
for (const [path, suffix] of paths) {
  test(`at ${path} the editor's token stands under "auth-tokens${suffix}"`, () =>
    assert.equal(tokenSuffix(path), suffix));
}

const url = "http://192.0.2.7:1880/api";
const looks: [says: string, isReached: boolean, after: [ok: boolean | null, says: string]][] = [
  ["good", true, [true, "good"]],
  ["good", false, [false, "not-here"]],
  ["silent", true, [true, "only-here"]],
  ["silent", false, [false, "silent"]],
  ["loopback", false, [null, "loopback"]],
  ["other", true, [false, "other"]],
];
for (const [says, isReached, after] of looks) {
  test(`the gateway says "${says}", and this browser ${isReached ? "reaches" : "misses"} it: ${after}`, async () => {
    const ok = says === "good" ? true : says === "loopback" ? null : false;
    const radio = { check: "radio", ok: true, says: "good" };
    const health: Health = {
      at: 0,
      about: {},
      nodeRed: "",
      findings: [radio, { check: "api", ok, says, values: { url } }],
    };
    const asked: string[] = [];
    const { findings } = await withReachability(health, async (given) => {
      asked.push(given);
      return isReached;
    });
    assert.deepEqual(findings[0], radio);
    assert.deepEqual([findings[1]?.ok, findings[1]?.says], after);
    assert.ok(asked.every((given) => given === url));
  });
}

test("every note goes away by itself, an error later than a good one", () => {
  for (const milliseconds of Object.values(NOTE_SHOWN)) assert.ok(milliseconds >= 4_000 && milliseconds <= 20_000);
  assert.ok(NOTE_SHOWN.bad > NOTE_SHOWN.good);
  assert.equal(NOTE_SHOWN.lasting, 20_000, "as long as an Undo must be there");
});
