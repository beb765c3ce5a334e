/** Lights that are wrong about their scenes, and power cuts between our table and theirs: a recall is right all the same. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Values } from "../../src/model/resource.ts";
import { openVirtualHouse } from "../../src/virtual/index.ts";
import { until, writeNumbers } from "../support/radio-gateway.ts";
import { openSceneHouse } from "../support/scene-house.ts";
import { freePort, freshFolder } from "../support/start.ts";

const LIGHTS = ["dimmable light", "dimmable light 2", "dimmable light 3"] as const;
const [ONE, TWO, THREE] = LIGHTS;
const DARK = Object.fromEntries(LIGHTS.map((name) => [name, { on: true, bri: 5 }]));
const LIT: Readonly<Record<string, Values>> = {
  [ONE]: { on: true, bri: 200 },
  [TWO]: { on: true, bri: 150 },
  [THREE]: { on: true, bri: 99 },
};
const S = "/groups/1/scenes/1";

async function withScene(t: TestContext) {
  const home = await openSceneHouse(t, LIGHTS);
  await home.become(LIT);
  await home.ok("POST", "/groups", { name: "G", lights: home.lights.map(({ id }) => id) });
  await until(
    () => home.lights.every((light) => home.lamp(light).groups["1"] !== undefined),
    () => "all are in the group",
  );
  const recalled = async () => {
    const since = Date.now();
    await home.ok("PUT", `${S}/recall`);
    for (const light of home.lights) await home.follows(light, S);
    await wait(2_000); // a light that is not as it should be has been asked by then
    for (const light of home.lights) await home.follows(light, S);
    const told = home.told(since).filter(({ cluster, kind }) => cluster !== "genScenes" || kind === "group");
    return told.map(({ to, command }) => `${to} ${command}`).sort();
  };
  return { ...home, recalled };
}

const FRAME = "group 1 recall";

test("a light whose table is full, from the start and for ever", async (t) => {
  const home = await withScene(t);
  const one = home.light(ONE);
  home.turn(one, { scenes: { room: 0 } });
  await home.ok("POST", "/groups/1/scenes", { name: "A" });
  await home.inStep("/groups/1", [one]);
  await home.become(DARK);
  assert.deepEqual(await home.recalled(), [`${one.ieee} moveToLevelWithOnOff`, FRAME]);
  assert.equal(home.log.filter((line) => line.includes("its table is full")).length, 1, "it is said once");
  assert.deepEqual(home.errors, []);
});

test("a light that does not do the scene that it keeps", async (t) => {
  const home = await withScene(t);
  for (const [lie, name] of [
    ["ignores", ONE],
    ["strays", TWO],
  ] as const) {
    await t.test(`a light that ${lie}: it is told each difference each time, and at last by itself`, async () => {
      const one = home.light(name);
      const { length } = home.log;
      await home.become(LIT);
      await home.ok("POST", "/groups/1/scenes", { name: "A" });
      await home.ok("PUT", `${S}/store`, { transitiontime: 0 });
      await home.inStep("/groups/1");
      home.turn(one, { scenes: { lie } });
      for (const time of [1, 2, 3]) {
        await home.become(DARK);
        assert.deepEqual(await home.recalled(), [`${one.ieee} moveToLevelWithOnOff`, FRAME], `time ${time}`);
        await home.inStep("/groups/1", time === 1 ? [] : [one]); // one frame may get lost
      }
      assert.equal(home.log.slice(length).filter((line) => line.includes("does not do what")).length, 1);
      home.turn(one, { scenes: { lie: "none" } });
      await home.ok("PUT", `${S}/lights/${one.id}/state`, { bri: LIT[name]?.bri === 200 ? 201 : 151 });
      await home.inStep("/groups/1");
      await home.become(DARK);
      assert.deepEqual(await home.recalled(), [FRAME], "what is written anew is trusted again");
      assert.deepEqual(home.errors, []);
      await home.ok("DELETE", S);
    });
  }
});

test("a light that answers nothing: the others have their scene; it is told when it is heard again", async (t) => {
  const home = await withScene(t);
  const one = home.light(ONE);
  home.turn(one, { reach: "no-response" });
  await home.ok("POST", "/groups/1/scenes", { name: "A" });
  const others = home.lights.filter((light) => light !== one);
  await home.inStep("/groups/1", [one]);
  await home.become(Object.fromEntries(Object.entries(DARK).filter(([name]) => name !== ONE)));
  await home.ok("PUT", `${S}/recall`);
  for (const light of others) await home.follows(light, S);
  await home.ok("PUT", `${one.address}/state`, { bri: 7 });
  await until(
    () => home.gateway.store.get(one.address)?.state.reachable === false,
    () => "it cannot be reached",
  );
  home.turn(one, { reach: "ok" });
  home.turn(one, { announce: true });
  await home.inStep("/groups/1");
  await home.become(DARK);
  assert.deepEqual(await home.recalled(), [FRAME]);
  assert.deepEqual(home.errors, []);
});

const KILLS = process.env.LONG ? 40 : 3;
const PROCESS = join(import.meta.dirname, "../support/gateway-process.ts");

interface Station {
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly scenes: readonly { readonly tenths: number; readonly values: Readonly<Record<string, Values>> }[];
}

test(`a gateway that is killed ${KILLS} times right after it changed a scene: the lights have it then, too`, {
  timeout: 300_000,
}, async (t) => {
  const folder = freshFolder();
  const house = await openVirtualHouse({ empty: true, life: false, latency: 3 });
  mkdirSync(join(folder, "radio"), { recursive: true });
  writeNumbers(join(folder, "radio"), house);
  house.apply(undefined, { add: { profile: "dimmable light", count: LIGHTS.length } });
  const port = await freePort();
  let child: ChildProcess | undefined;
  const rise = async () => {
    const args = [PROCESS, folder, String(port), `tcp://127.0.0.1:${house.port}`];
    const started = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    await once(started.stdout as NodeJS.ReadableStream, "data");
  };
  const fall = async () => {
    const gone = child && child.exitCode === null ? once(child, "exit") : undefined;
    child?.kill("SIGKILL");
    await gone;
  };
  t.after(async () => {
    await fall();
    await house.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await rise();
  const base = `http://127.0.0.1:${port}/api`;
  const authorization = `Basic ${Buffer.from("me:secret").toString("base64")}`;
  const given = await fetch(base, { method: "POST", headers: { authorization }, body: '{"devicetype":"test"}' });
  const [{ success }] = (await given.json()) as [{ success: { username: string } }];
  const ask = async (method: string, path: string, body?: unknown) => {
    const init = { method, body: body === undefined ? null : JSON.stringify(body) };
    const response = await fetch(`${base}/${success.username}${path}`, init);
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, Values>> };
  };
  const stations = () => house.inspect().stations as unknown as readonly Station[];
  const levels = () => stations().map(({ endpoints }) => endpoints["1"]?.genLevelCtrl?.currentLevel);

  await until(
    async () => (await ask("PUT", "/config", { permitjoin: 120 })).status === 200,
    () => "the network is open",
  );
  await until(
    async () => Object.keys((await ask("GET", "/lights")).body).length === LIGHTS.length,
    () => "all have joined",
  );
  await ask("PUT", "/config", { permitjoin: 0 });
  await ask("POST", "/groups", { name: "G", lights: ["1", "2", "3"] });
  for (const id of [1, 2, 3]) await ask("PUT", `/lights/${id}/state`, { on: true });
  assert.equal((await ask("POST", "/groups/1/scenes", { name: "A" })).status, 200);

  let bri = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // There and back again: a confirmation from before must not count.
    bri = 20 + ((kill * 37) % 200);
    for (const value of [bri, bri + 1, bri])
      for (const id of [1, 2, 3]) {
        await until(
          async () => (await ask("PUT", `${S}/lights/${id}/state`, { bri: value, on: true })).status === 200,
          () => "the radio is up again",
        );
        await wait(Math.random() * 15);
      }
    await fall();
    await rise();
    await until(
      async () => {
        const { body } = await ask("GET", S);
        const shown = (body.lights as unknown as readonly Values[]).map((light) => light.bri);
        assert.deepEqual(shown, [bri, bri, bri], "what was answered is there");
        return stations().every(({ scenes }) => scenes[0]?.values.genLevelCtrl?.currentLevel === bri);
      },
      () => `the lights keep ${bri}: ${JSON.stringify(stations().map(({ scenes }) => scenes))}`,
    );
  }
  await until(
    async () => (await ask("PUT", `${S}/recall`)).status === 200,
    () => "it is recalled",
  );
  await until(
    () => levels().every((level) => level === bri),
    () => `the lights are at ${bri}: ${levels()}`,
  );
});
