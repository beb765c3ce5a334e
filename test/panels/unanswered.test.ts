/** Which lights are waited for after they were told something, and which of them did not answer. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Api } from "../../panels/api.ts";
import { sayAnswers } from "../../panels/rooms/answers-in-words.ts";
import { setTexts } from "../../panels/texts.ts";
import { silenceInWords, Unanswered } from "../../panels/unanswered.ts";

function start(t: TestContext, status = 200, body: unknown = [{ success: {} }]) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silent: string[] = [];
  const told = { count: 0 };
  const answer = { status, body };
  const unanswered = new Unanswered({
    membersOf: (group) => (group === "1" ? ["/lights/3", "/lights/4"] : []),
    isOn: (address) => address === "/lights/4",
    changed: () => {
      told.count += 1;
    },
    silent: (address) => silent.push(address),
  });
  const api = unanswered.watched({ perform: async () => answer } as unknown as Api);
  const put = (address = "/lights/3/state") => api.perform("PUT", address, { on: true });
  return { unanswered, silent, told, answer, put, tick: (milliseconds: number) => t.mock.timers.tick(milliseconds) };
}

test("a light that answers within a second was never waited for", async (t) => {
  const { unanswered, silent, told, put, tick } = start(t);
  await put();
  tick(900);
  unanswered.hear([{ address: "/lights/3" }]);
  tick(60_000);
  assert.deepEqual([unanswered.late.has("/lights/3"), told.count, silent], [false, 0, []]);
});

test("after a second it is waited for, until it is known how that ended; silence is told once", async (t) => {
  const { unanswered, silent, told, put, tick } = start(t);
  await put();
  tick(1_000);
  assert.equal(unanswered.late.has("/lights/3"), true);
  assert.equal(unanswered.late.has("/lights/4"), false);
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  assert.deepEqual([unanswered.late.has("/lights/3"), told.count, silent], [false, 2, ["/lights/3"]]);
});

const TWICE: [ends: (string | undefined)[], silent: string[], what: string][] = [
  [["timeout", "timeout"], ["/lights/3"], "no answer to both: told once"],
  [[undefined, "timeout"], ["/lights/3"], "the first is answered, the second is not"],
  [["timeout", undefined], [], "the second is answered: it has power"],
];
for (const [ends, told, what] of TWICE)
  test(`two quick presses: ${what}`, async (t) => {
    const { unanswered, silent, put, tick } = start(t);
    await Promise.all([put(), put()]);
    tick(1_000);
    const failures = ends.map((failure) => (failure === undefined ? {} : { failure }));
    const isLate = failures.map((failure) => {
      unanswered.hear([{ address: "/lights/3", ...failure }]);
      return unanswered.late.has("/lights/3");
    });
    assert.deepEqual([isLate, silent], [[true, false], told]);
  });

test("of two presses the second is refused, or nothing is heard of it: the silence before it is told", async (t) => {
  const { unanswered, silent, put, tick, answer } = start(t);
  await put();
  const refused = put();
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  answer.status = 403;
  assert.deepEqual(silent, []);
  await refused;
  assert.deepEqual(silent, ["/lights/3"]);
  answer.status = 200;
  await Promise.all([put(), put()]);
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  tick(1_000);
  tick(30_000);
  assert.deepEqual(silent, ["/lights/3", "/lights/3"]);
});

test("a failed command of others, and a refusal, is no news here", async (t) => {
  const { unanswered, silent, put } = start(t);
  unanswered.hear([{ address: "/lights/3", failure: "unreachable" }]);
  await put();
  unanswered.hear([{ address: "/lights/3", failure: "refused" }]);
  assert.deepEqual(silent, []);
});

test("a command that was refused, or that is none for a light, is not waited for", async (t) => {
  const { unanswered, put, tick } = start(t, 403, [{ error: { type: 201, description: "off" } }]);
  await put();
  await put("/groups/1/action");
  await put("/sensors/3/state");
  tick(5_000);
  assert.equal(unanswered.late.has("/lights/3"), false);
  assert.equal(unanswered.late.has("/sensors/3"), false);
});

test("the lights of a group are asked a second after its frame: each is waited for by itself", async (t) => {
  const { unanswered, silent, put, tick } = start(t);
  const late = () => ["/lights/3", "/lights/4", "/lights/5"].filter((address) => unanswered.late.has(address));
  await put("/groups/1/action");
  tick(3_400); // and half a second for each that is asked before
  assert.deepEqual(late(), []);
  tick(100);
  assert.deepEqual(late(), ["/lights/3", "/lights/4"]);
  assert.deepEqual([unanswered.late.get("/lights/3"), unanswered.late.get("/lights/4")], [false, true], "as before");
  unanswered.hear([{ address: "/lights/3" }]);
  assert.deepEqual(late(), ["/lights/4"]);
  unanswered.hear([{ address: "/lights/4", failure: "unreachable" }, { address: "/groups/1" }]);
  assert.deepEqual([late(), silent], [[], ["/lights/4"]]);
});

test("a scene is waited for until all that it tells have ended, whether or not each of its lights was told something", async (t) => {
  const { unanswered, silent, put, tick } = start(t);
  const SCENE = "/groups/1/scenes/2";
  await put(`${SCENE}/recall`);
  tick(3_400);
  assert.equal(unanswered.late.has(SCENE), false);
  tick(100);
  assert.deepEqual([unanswered.late.has(SCENE), unanswered.late.has("/groups/1/scenes/3")], [true, false]);
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  assert.deepEqual([unanswered.late.has(SCENE), unanswered.late.has("/lights/4")], [true, true]);
  unanswered.hear([{ address: "/groups/1", failure: "timeout" }]); // light 4 is not in the scene
  assert.deepEqual(
    [unanswered.late.has(SCENE), unanswered.late.has("/lights/4"), silent],
    [false, false, ["/lights/3"]],
  );
});

test("the answers to a scene are known light by light, and for a while after it has ended", async (t) => {
  const { unanswered, put, tick, told } = start(t);
  const SCENE = "/groups/1/scenes/2";
  const answers = () => unanswered.answersOf(SCENE);
  assert.equal(answers(), undefined);
  await put(`${SCENE}/recall`);
  assert.deepEqual(answers(), { count: 2, waiting: ["/lights/3", "/lights/4"], silent: [] });
  const { count } = told;
  assert.equal(count, 1, "whoever shows it keeps room for it from the beginning");
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  assert.deepEqual(answers(), { count: 2, waiting: ["/lights/4"], silent: ["/lights/3"] });
  assert.ok(told.count > count, "whoever shows it is told");
  unanswered.hear([{ address: "/lights/4" }, { address: "/groups/1" }]);
  assert.deepEqual(answers(), { count: 2, waiting: [], silent: ["/lights/3"] });
  tick(10_000);
  assert.equal(answers(), undefined);
});

for (const [what, address, isTold] of [
  ["one of its lights is told something", "/lights/4/state", false],
  ["its group is told something", "/groups/1/action", false],
  ["another light is told something", "/lights/5/state", true],
] as const)
  test(`when ${what}, the outcome of a scene is ${isTold ? "still" : "no longer"} told`, async (t) => {
    const { unanswered, put } = start(t);
    const SCENE = "/groups/1/scenes/2";
    await put(`${SCENE}/recall`);
    unanswered.hear([{ address: "/lights/3" }, { address: "/lights/4" }, { address: "/groups/1" }]);
    await put(address);
    assert.equal(unanswered.answersOf(SCENE) !== undefined, isTold);
  });

test("a scene that has ended before its lights are told of has come to something, too", async (t) => {
  const { unanswered, put, tick } = start(t);
  const SCENE = "/groups/1/scenes/2";
  await put(`${SCENE}/recall`);
  unanswered.hear([{ address: "/groups/1" }]);
  assert.deepEqual(unanswered.answersOf(SCENE), { count: 2, waiting: [], silent: [] });
  unanswered.hear([{ address: "/lights/3" }, { address: "/lights/4" }]);
  assert.deepEqual(unanswered.answersOf(SCENE), { count: 2, waiting: [], silent: [] });
  tick(10_000);
  assert.equal(unanswered.answersOf(SCENE), undefined);
});

test("the end of a scene in words: the lights it waits for, when that takes long; those without an answer, and those left out", () => {
  const rooms = {
    "scene-waits": "{done} of {count}, waiting for {names}",
    "scene-done": "all {count}",
    "scene-silent": "{done} of {count}, no answer: {names}",
  };
  setTexts({ rooms }, "en-US");
  const nameOf = (light: string) => ({ "/lights/3": "Lamp", "/lights/4": "Spot" })[light] ?? light;
  const waiting = { count: 2, waiting: ["/lights/4"], silent: [] };
  assert.equal(sayAnswers(waiting, false, [], nameOf), undefined);
  assert.equal(sayAnswers(waiting, true, [], nameOf), "1 of 2, waiting for Spot");
  const ended = { count: 2, waiting: [], silent: [] };
  assert.equal(sayAnswers(ended, false, [], nameOf), "all 2");
  assert.equal(sayAnswers({ ...ended, silent: ["/lights/3"] }, false, [], nameOf), "1 of 2, no answer: Lamp");
  assert.equal(sayAnswers({ ...ended, count: 1 }, false, ["/lights/4"], nameOf), "1 of 2, no answer: Spot");
});

test("of two scenes the one that was recalled first ends first; a scene that is refused is not waited for", async (t) => {
  const { unanswered, answer, put, tick } = start(t);
  await put("/groups/1/scenes/2/recall");
  await put("/groups/1/scenes/3/recall");
  tick(3_500);
  const late = () => ["2", "3"].filter((id) => unanswered.late.has(`/groups/1/scenes/${id}`));
  assert.deepEqual(late(), ["2", "3"]);
  unanswered.hear([{ address: "/groups/1" }]);
  assert.deepEqual(late(), ["3"]);
  assert.equal(unanswered.late.has("/lights/3"), true, "by the second");
  tick(30_000);
  assert.deepEqual(late(), [], "nobody waits for ever");
  answer.status = 403;
  await put("/groups/1/scenes/2/recall");
  tick(5_000);
  assert.deepEqual(late(), []);
});

test("lights that do not answer one soon after the other are told of together", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 100_000 });
  setTexts({ refusal: { silent: "{name}: are they on?", silent_one: "{name}: is it on?" } }, "en-US");
  const sayIt = silenceInWords();
  const said = ["Lamp", "Spot", "Lamp"].map(sayIt);
  assert.deepEqual(said, ["Lamp: is it on?", "Lamp and Spot: are they on?", "Spot and Lamp: are they on?"]);
  t.mock.timers.tick(10_000);
  assert.equal(sayIt("Strip"), "Strip: is it on?");
});

test("no light is late for ever", async (t) => {
  const { unanswered, put, tick } = start(t);
  await put();
  tick(1_000);
  tick(30_000);
  assert.equal(unanswered.late.has("/lights/3"), false);
  await put();
  tick(1_000);
  unanswered.clear();
  assert.equal(unanswered.late.has("/lights/3"), false);
});
