/** Scenes on the real zigbee-herdsman, beyond single lights: ten of them, effects, covers, the group of all lights, ids and times at their ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Values } from "../../src/model/resource.ts";
import { until } from "../support/radio-gateway.ts";
import { openSceneHouse, pushClient } from "../support/scene-house.ts";

const TEN = Array.from({ length: 10 }, (_, index) => (index === 0 ? "dimmable light" : `dimmable light ${index + 1}`));
const COLORS = "extended color light";
const COVER = "window covering";

test("ten lights: one frame when all are in step; when one is not, it is told by itself", {
  timeout: 200_000,
}, async (t) => {
  const home = await openSceneHouse(t, TEN);
  const { ok, become, inStep, follows, lights, light } = home;
  const [first = ""] = TEN;
  const bright = Object.fromEntries(TEN.map((name, index) => [name, { on: true, bri: 100 + index }]));
  const dark = Object.fromEntries(TEN.map((name) => [name, { on: true, bri: 5 }]));
  await become(bright);
  await ok("POST", "/groups", { name: "Ten", lights: lights.map(({ id }) => id) });
  await ok("POST", "/groups/1/scenes", { name: "A" });
  await inStep("/groups/1");
  await ok("PUT", "/groups/1/scenes/1/store", { transitiontime: 0 });
  await inStep("/groups/1");
  await become(dark);
  const recalled = async () => {
    const since = Date.now();
    await ok("PUT", "/groups/1/scenes/1/recall");
    for (const each of lights) await follows(each, "/groups/1/scenes/1");
    return home.told(since).map(({ kind, to, command }) => `${kind} ${to} ${command}`);
  };
  assert.deepEqual(await recalled(), ["group group 1 recall"]);

  await t.test("one lies: it keeps nothing, and says so when it is looked at", async () => {
    home.turn(light(first), { scenes: { lie: "forgets" } });
    await ok("PUT", `/groups/1/scenes/1/lights/${light(first).id}/state`, { bri: 111 });
    await until(
      () => home.log.some((line) => line.includes("it does not keep")),
      () => home.log.join("\n"),
    );
    await become(dark);
    const told = await recalled();
    assert.deepEqual(told.toSorted(), ["group group 1 recall", `unicast ${light(first).ieee} moveToLevelWithOnOff`]);
  });

  await t.test("a recall ends a fade of minutes, to the same level or to another one", async () => {
    const [, second = ""] = TEN;
    for (const bri of [101, 200]) {
      await become(dark);
      for (const [name, to] of [
        [first, bri === 101 ? 111 : bri],
        [second, bri],
      ] as const) {
        await ok("PUT", `${light(name).address}/state`, { bri: to, transitiontime: 6_000 });
        await until(
          () => Number(home.lamp(light(name)).of("genLevelCtrl", "remainingTime")) > 0,
          () => `${name} is on its way`,
        );
      }
      const told = await recalled();
      assert.deepEqual(told.toSorted(), ["group group 1 recall", `unicast ${light(first).ieee} moveToLevelWithOnOff`]);
    }
  });
});

test("effects, covers, times, ids, and the group of all lights", { timeout: 200_000 }, async (t) => {
  const home = await openSceneHouse(t, [COLORS, "dimmable light", COVER, "metering plug", "keypad"]);
  const { ok, become, inStep, follows, light, gateway } = home;
  const push = await pushClient(t, home);
  const [colors, dim, cover, plug] = [light(COLORS), light("dimmable light"), light(COVER), light("metering plug")];
  const all = [colors, dim, cover, plug];
  const loops = () => home.lamp(colors).of("lightingColorCtrl", "colorLoopActive");
  await become({
    [COLORS]: { on: true, bri: 90, ct: 250 },
    "dimmable light": { on: true, bri: 80 },
    [COVER]: { lift: 30 },
    "metering plug": { on: true },
  });
  await ok("POST", "/groups", { name: "Some", lights: all.map(({ id }) => id) });
  /** The blind sleeps: it is told when it speaks. */
  const speaks = () => home.turn(cover, { checkin: true });
  speaks();
  await until(
    () => home.lamp(cover).groups["1"] !== undefined,
    () => "the blind is in the group",
  );

  await t.test("a scene with id 0, of tenths of a second; the blind has its part in it", async () => {
    await ok("POST", "/groups/1/scenes", { name: "Null", id: 0 });
    await ok("PUT", "/groups/1/scenes/0/store", { transitiontime: 4 });
    speaks();
    await inStep("/groups/1");
    assert.deepEqual(
      home.lamp(dim).scenes.map(({ id, tenths }) => [id, tenths]),
      [[0, 4]],
    );
  });

  await t.test("a color loop is part of a scene, begins with it and ends with another", async () => {
    await ok("PUT", `${colors.address}/state`, { effect: "colorloop" });
    await until(
      () => loops() === 1,
      () => "it goes round",
    );
    await become({ "dimmable light": { on: false }, [COVER]: { lift: 80 }, "metering plug": { on: false } });
    await ok("POST", "/groups/1/scenes", { name: "Round", id: 255 });
    speaks();
    await inStep("/groups/1");
    await ok("PUT", "/groups/1/scenes/0/recall");
    for (const each of all) await follows(each, "/groups/1/scenes/0");
    assert.deepEqual([loops(), gateway.store.get(colors.address)?.state.effect], [0, "none"]);
    await ok("PUT", "/groups/1/scenes/255/recall");
    for (const each of [dim, cover, plug]) await follows(each, "/groups/1/scenes/255");
    await until(
      () => loops() === 1 && gateway.store.get(colors.address)?.state.effect === "colorloop",
      () => "it goes round again",
    );
  });

  await t.test("a remote recalls 0 and 255", async () => {
    home.turn(light("keypad"), { awake: 60 });
    const { ieee } = light("keypad");
    await home.radio.order({ do: "bind", target: { ieee, endpoint: 1 }, cluster: "genScenes", to: { group: 1 } });
    for (const sceneid of [0, 255]) {
      push.heard.length = 0;
      home.turn(light("keypad"), {
        press: { cluster: "genScenes", command: "recall", payload: { sceneid, groupid: 1 } },
      });
      await until(
        () => push.heard.some(({ e, scid }) => e === "scene-called" && scid === String(sceneid)),
        () => JSON.stringify(push.heard),
      );
      for (const each of [dim, plug]) await follows(each, `/groups/1/scenes/${sceneid}`);
    }
    assert.deepEqual(Object.keys(await home.get("/groups/1/scenes")), ["0", "255"]);
  });

  await t.test("a transition of its own, of many lights: each is told", async () => {
    const since = Date.now();
    await ok("PUT", "/groups/1/scenes/0/recall", { transitiontime: 15 });
    for (const each of all) await follows(each, "/groups/1/scenes/0");
    assert.deepEqual(
      home.told(since).filter(({ kind }) => kind === "group"),
      [],
    );
    const level = home.told(since).find(({ to, command }) => to === dim.ieee && command === "moveToLevelWithOnOff");
    assert.equal((level?.payload as Values | undefined)?.transtime, 15);
  });

  await t.test("the group of all lights has scenes, too, and each light is told by itself", async () => {
    const S: Address = "/groups/0/scenes";
    assert.deepEqual(await ok("POST", S, { name: "All" }), [{ success: { id: "1" } }]);
    assert.deepEqual(await home.get(S), {
      1: { name: "All", lights: all.map(({ id }) => id).sort(), transitiontime: 10 },
    });
    await become({ "dimmable light": { on: true, bri: 3 }, "metering plug": { on: false } });
    push.heard.length = 0;
    const since = Date.now();
    await ok("PUT", `${S}/1/recall`);
    for (const each of all) await follows(each, `${S}/1`);
    const told = home.told(since);
    assert.deepEqual([...new Set(told.map(({ kind }) => kind))], ["unicast"]);
    assert.deepEqual([...new Set(told.map(({ to }) => to))].sort(), [dim.ieee, plug.ieee].sort());
    assert.equal(push.heard.find(({ e }) => e === "scene-called")?.scid, "1");
    for (const each of all) assert.ok(home.lamp(each).scenes.every(({ group }) => group === 1));
    await ok("DELETE", `${S}/1`);
    assert.deepEqual(await home.get(S), {});
  });

  assert.deepEqual(home.errors, []);
});
