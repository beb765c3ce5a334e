/** The links of a network: who is asked, what is read from the answers, what stays when somebody does not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askable,
  linksIn,
  type NetworkDevices,
  neighboursIn,
  refusalsIn,
  strengthOf,
} from "../../../panels/network/links.ts";
import { openSurvey, type SurveyAnswer } from "../../../panels/network/survey.ts";

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

test("the stick and the routers are asked, nobody else", () => {
  assert.deepEqual(askable(KNOWN), ["c", "a", "b"]);
  assert.deepEqual(askable({ ...KNOWN, coordinator: "" }), ["a", "b"]);
});

test("what makes no sense in an answer is left out, and nobody stands there twice", () => {
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

test("a link needs both of its ends; what was last heard of a device is said only where the stick did not tell of it", () => {
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

/** Answers are given by hand. */
function survey() {
  const asked: string[] = [];
  let answer: (told: SurveyAnswer) => void = () => {};
  let now = 0;
  const own = openSurvey(
    (mac) => {
      asked.push(mac);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    () => now,
  );
  const tell = async (told: SurveyAnswer) => {
    now += 1;
    answer(told);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { own, asked, tell };
}

test("one is asked after the other; what was told is there at once, with its time", async () => {
  const { own, asked, tell } = survey();
  let news = 0;
  const deaf = own.on(() => {
    news += 1;
  });
  const ended = own.start(["c", "a"]);
  void own.start(["x"]); // it is under way
  assert.deepEqual(asked, ["c"]);
  const { answers, ...progress } = own.state;
  assert.deepEqual([answers, progress], [{}, { done: 0, total: 2, asking: "c" }]);
  await tell({ neighbours: [child("a")] });
  assert.deepEqual(asked, ["c", "a"]);
  assert.deepEqual(own.state.answers.c, { at: 1, neighbours: [child("a")] });
  await tell({ refusal: "too far" });
  await ended;
  assert.deepEqual([own.state.done, own.state.total, own.state.asking], [2, 2, undefined]);
  assert.deepEqual(own.state.answers.a, { neighbours: [], refusal: "too far" });
  assert.equal(news, 3);
  deaf();
});

test("who does not answer again keeps what was told before; who does is forgiven", async () => {
  const { own, tell } = survey();
  void own.start(["a"]);
  await tell({ neighbours: [child("b")] });
  void own.start(["a"]);
  await tell({ refusal: "silent" });
  assert.deepEqual(own.state.answers.a, { at: 1, neighbours: [child("b")], refusal: "silent" });
  assert.deepEqual([...refusalsIn(own.state.answers)], [["silent", ["a"]]]);
  void own.start(["a"]);
  await tell({ neighbours: [] });
  assert.deepEqual(own.state.answers.a, { at: 3, neighbours: [] });
  assert.equal(refusalsIn(own.state.answers).size, 0);
});

test("stopped, it waits for the answer under way and asks nobody else; it can be started anew", async () => {
  const { own, asked, tell } = survey();
  const ended = own.start(["a", "b"]);
  own.stop();
  await tell({ neighbours: [] });
  await ended;
  assert.deepEqual(asked, ["a"]);
  assert.equal(own.state.asking, undefined);
  void own.start(["b"]);
  assert.deepEqual(asked, ["a", "b"]);
  await tell({ neighbours: [] });
  assert.deepEqual(Object.keys(own.state.answers), ["a", "b"]);
});
