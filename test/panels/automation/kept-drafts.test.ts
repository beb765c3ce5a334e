/** The drafts of rules and schedules over a reload: as they were, with their names, bounded; what is no draft is left out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOfDraft, readDrafts, writtenDrafts } from "../../../panels/automation/kept-drafts.ts";

const rows = {
  conditions: [{ address: "/sensors/1", resourceName: "Hall motion" }],
  actions: [{ address: "/lights/3", resourceName: "Hall lamp" }],
};
const kept = (drafts: Readonly<Record<string, object>>) => writtenDrafts(new Map(Object.entries(drafts))) ?? null;

test("drafts are read as they were written", () => {
  const drafts = { "/rules/new": { rows, pause: 5 }, "/schedules/3": { time: "T10:00:00", row: {}, isKept: true } };
  assert.deepEqual(Object.fromEntries(readDrafts(kept(drafts))), drafts);
  assert.equal(writtenDrafts(new Map()), undefined);
});

test("what is no draft is left out", () => {
  const bad = {
    "/rules/1": { rows: {} },
    "/rules/2": { rows: { ...rows, actions: [1] } },
    "/x": {},
    "/rules/3": { name: 1 },
  };
  assert.deepEqual([...readDrafts(kept({ ...bad, "/rules/new": { name: "Evening" } })).keys()], ["/rules/new"]);
  const older = JSON.stringify({ version: 0, forms: [["/rules/new", {}]] });
  for (const text of [null, "", "{", "null", "[]", '{"version":1,"forms":{}}', '{"version":1,"forms":[1,[]]}', older])
    assert.equal(readDrafts(text).size, 0, String(text));
});

test("of more than there is room for, the newest stay", () => {
  const long = { name: "x".repeat(60_000) };
  assert.deepEqual([...readDrafts(kept({ "/rules/1": long, "/rules/2": long })).keys()], ["/rules/2"]);
});

test("a draft has the name that it would be saved with, or that of its target", () => {
  assert.equal(nameOfDraft({ name: " Evening ", rows }), "Evening");
  assert.equal(nameOfDraft({ name: " ", rows }), "Hall motion → Hall lamp");
  assert.equal(nameOfDraft({ row: rows.actions[0] }), "Hall lamp");
  assert.equal(nameOfDraft({ rows: { conditions: [], actions: [] } }), "");
});
