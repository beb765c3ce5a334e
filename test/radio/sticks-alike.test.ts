/** The same house on each stick: the same questions over HTTP have the same answers, member by member, but for those in the guide. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Method } from "../../src/model/resource.ts";
import { STICK_FAMILIES, type StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { alike, differing } from "../support/alike.ts";
import { openRadioGateway, type RadioGateway, until } from "../support/radio-gateway.ts";

const PROFILES = [
  "extended color light",
  "dimmable light",
  "window covering",
  "metering plug",
  "metering plug",
  "motion sensor",
  "remote",
];
/** Milliseconds without any news: devices tell a second time, rounded, up to some seconds after an order. */
const QUIET = { briefly: 700, surely: 2500 } as const;

type Question = readonly [method: Method, address: string, body?: unknown];

/** Each line is asked, and then nothing is asked until all is quiet. */
const SCRIPT: readonly (readonly Question[])[] = [
  [
    ["GET", "/lights"],
    ["GET", "/sensors"],
    ["GET", "/groups"],
    ["GET", "/config"],
    ["GET", "/devices"],
  ],
  [["PUT", "/lights/1/state", { on: true, bri: 100, transitiontime: 0 }]],
  [
    ["PUT", "/lights/1/state", { hue: 30_000, sat: 200, transitiontime: 0 }],
    ["PUT", "/lights/2/state", { on: true }],
  ],
  [
    ["PUT", "/lights/2/state", { bri: 300 }],
    ["PUT", "/lights/9/state", { on: true }],
    ["PUT", "/lights/3/state", { lift: 40 }],
  ],
  [["POST", "/groups", { name: "Both" }]],
  [["PUT", "/groups/1", { lights: ["1", "2"] }]],
  [["PUT", "/groups/1/action", { on: true, bri: 50, transitiontime: 0 }]],
  [["POST", "/groups/1/scenes", { name: "Evening" }]],
  [["PUT", "/groups/1/action", { on: false }]],
  [["PUT", "/groups/1/scenes/1/recall", {}]],
  [
    ["GET", "/groups/1"],
    ["GET", "/groups/1/scenes/1"],
    ["GET", "/lights"],
    ["GET", "/sensors"],
  ],
  [
    ["PUT", "/sensors/1/config", { duration: 90 }],
    ["PUT", "/lights/1", { name: "Reading lamp" }],
  ],
  [
    ["DELETE", "/groups/1/scenes/1"],
    ["DELETE", "/groups/1"],
    ["GET", "/groups"],
    ["GET", "/lights/1"],
  ],
];

test("the same house on each stick gives the same answers", async (t) => {
  const [first, ...others] = await Promise.all(
    STICK_FAMILIES.map(async (stick) => [stick, await told(t, stick)] as const),
  );
  const differences = others.flatMap(([stick, answers]) =>
    answers.flatMap((answer, at) => differing(answer, first?.[1][at], stick)),
  );
  assert.deepEqual(differences, []);
});

async function told(t: Parameters<typeof openRadioGateway>[0], stick: StickFamily): Promise<readonly unknown[]> {
  const stage = await openRadioGateway(t, { stick });
  for (const profile of PROFILES) await stage.move(profile); // one after the other: the first known device has the first id
  await until(
    () => isRead(stage),
    () => "it is read what the lights do when they get power",
  );
  const answers: unknown[] = [];
  for (const questions of SCRIPT) {
    const isCompared = questions.some(([method]) => method === "GET" || method === "POST");
    await quiet(stage, QUIET[isCompared ? "surely" : "briefly"]);
    for (const [method, address, body] of questions) {
      const { status, body: answer } = await stage.ask(method, address, body);
      answers.push({ asked: `${method} ${address}`, status, answer: alike(answer) });
    }
  }
  return answers;
}

/** The lights' behavior at power-on is read in the background. */
async function isRead({ get }: RadioGateway): Promise<boolean> {
  const lights = [await get("/lights/1"), await get("/lights/2")];
  return lights.every(({ config }) => !JSON.stringify(config).includes("null"));
}

async function quiet({ facts, events }: RadioGateway, milliseconds: number): Promise<void> {
  let [known, since] = [-1, performance.now()];
  await until(
    () => {
      const told = facts.filter(({ cause }) => cause.by !== "clock"); // which tells the time each second
      const now = told.length + events.filter(({ kind }) => kind === "payload").length;
      if (now !== known) [known, since] = [now, performance.now()];
      return performance.now() - since > milliseconds;
    },
    () => "it is quiet",
  );
}
