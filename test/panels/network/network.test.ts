/** The links of a network: those in the answers of a survey, and those that stay when a device does not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  linksIn,
  type NetworkDevices,
  neighboursIn,
  refusalsIn,
  silentIn,
  strengthOf,
  surveyIn,
} from "../../../panels/network/links.ts";

const KNOWN: NetworkDevices = {
  coordinator: "c",
  devices: {
    b: { kind: "router", linkquality: 200 },
    a: { kind: "router" },
    e: { kind: "end-device", linkquality: 0 },
    g: { kind: "green-power" },
  },
};
const child = (mac: string, quality = 100) => ({ mac, quality, relation: "child", depth: 1 }) as const;

test("an entry of an answer that makes no sense is left out, and no device stands there twice", () => {
  const told = (more: object) => ({ uniqueid: "a", linkquality: 100, relation: "parent", depth: 0, ...more });
  assert.deepEqual(neighboursIn([told({})]), [{ mac: "a", quality: 100, relation: "parent", depth: 0 }]);
  assert.deepEqual(neighboursIn([told({ linkquality: 300, relation: "cousin", depth: 15 })]), [
    { mac: "a", quality: 255, relation: "other", depth: undefined },
  ]);
  assert.deepEqual(
    neighboursIn([told({ depth: 1 }), told({ depth: 2 })]).map(({ depth }) => depth),
    [2],
  );
  for (const nonsense of [
    undefined,
    null,
    {},
    "a",
    [null],
    [{}],
    [told({ linkquality: null })],
    [told({ uniqueid: 7 })],
  ])
    assert.deepEqual(neighboursIn(nonsense), [], JSON.stringify(nonsense));
});

test("a link needs both of its ends; the last signal of a device is said only where the stick did not tell of it", () => {
  const answers = {
    c: { at: 1, neighbours: [child("b", 30), child("gone")] },
    gone: { at: 1, neighbours: [child("b")] },
  };
  assert.deepEqual(
    linksIn(answers, KNOWN).map(({ key, from, to, quality, relation }) => [key, from, to, quality, relation]),
    [
      ["c b", "c", "b", 30, "child"],
      ["e heard", "c", "e", 0, "heard"],
    ],
  );
  assert.deepEqual(linksIn({}, { ...KNOWN, coordinator: "" }), []);
});

for (const [quality, is] of [
  [0, "weak"],
  [39, "weak"],
  [40, "fair"],
  [89, "fair"],
  [90, "good"],
  [255, "good"],
] as const)
  test(`a link of ${quality} is ${is}`, () => assert.equal(strengthOf(quality), is));

const survey = (result: object, more: object = {}) => ({ does: "survey", status: "done", result, ...more });
const heard = (at: string, ...uniqueids: string[]) => ({
  ...{ at, neighbours: uniqueids.map((uniqueid) => ({ uniqueid, linkquality: 100, relation: "child", depth: 1 })) },
});
const silent = { error: { code: "odd", description: "too far" } };

test("the answer of a router is there at once, with its time; the one that is asked is named", () => {
  assert.deepEqual(surveyIn({}), { answers: {}, last: {}, before: {} });
  const at = "2026-03-01T12:00:00.000Z";
  const progress = { done: 1, total: 2, now: "a" };
  const { answers, last, before, ...state } = surveyIn({
    "1": { does: "search", status: "running", result: {} },
    "2": survey({ c: heard(at, "a") }, { status: "running", progress }),
  });
  assert.deepEqual(answers, { c: { at: Date.parse(at), neighbours: [child("a")] } });
  assert.deepEqual([last, before], [answers, {}]);
  assert.deepEqual(state, { running: { job: "2", done: 1, total: 2, asking: "a" } });
});

test("a router that does not answer again keeps its earlier neighbours; an answer removes the error", () => {
  const at = ["2026-03-01T12:00:00.000Z", "2026-03-01T12:10:00.000Z"] as const;
  const first = survey({ a: heard(at[0], "b") });
  const second = survey({ a: silent });
  const { answers } = surveyIn({ "10": second, "9": first });
  assert.deepEqual(answers.a, { at: Date.parse(at[0]), neighbours: [child("b")], refusal: "too far" });
  assert.deepEqual([...refusalsIn(answers, new Set())], [["too far", ["a"]]]);
  assert.equal(refusalsIn(answers, new Set(["a"])).size, 0, "whoever is missed is told of elsewhere");
  const { last, before } = surveyIn({ "10": second, "9": first });
  assert.deepEqual([last.a?.neighbours, before.a?.neighbours], [[], [child("b")]]);
  const third = surveyIn({ "9": first, "10": second, "11": survey({ a: heard(at[1]) }) });
  assert.deepEqual(third.answers.a, { at: Date.parse(at[1]), neighbours: [] });
  assert.equal(refusalsIn(third.answers, new Set()).size, 0);
});

test("a device without an answer in the last survey is not reached, until it is heard again; a refusal for another reason is none", () => {
  const noAnswer = { error: { code: "timeout", description: "x" } };
  const ended = "2026-03-01T12:00:30Z";
  const state = surveyIn({ "1": survey({ a: noAnswer, b: silent, gone: noAnswer }, { ended }) });
  assert.deepEqual(silentIn(state, KNOWN.devices), ["a"]);
  const heard = (lastseen: string) => silentIn(state, { ...KNOWN.devices, a: { kind: "router", lastseen } });
  assert.deepEqual([heard("2026-03-01T12:00Z"), heard("2026-03-01T12:01Z")], [["a"], []]);
  assert.deepEqual(silentIn(state, { a: { disabled: true } }), []);
  const refused = [...refusalsIn(state.answers, new Set()).values()];
  assert.deepEqual(refused, [["b"]], "one that was silent is told of only while it is missed");
});

test("why the last survey failed is told, and its findings stay", () => {
  const failed = survey({ a: heard("2026-03-01T12:00:00.000Z", "b") }, { status: "failed", ...silent });
  assert.equal(surveyIn({ "1": failed }).failure, "too far");
  assert.deepEqual(surveyIn({ "1": failed }).answers.a?.neighbours, [child("b")]);
  assert.equal(surveyIn({ "1": failed, "2": survey({}, { status: "cancelled" }) }).failure, undefined);
});
