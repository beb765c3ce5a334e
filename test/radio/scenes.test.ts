/**
 * Scenes on the real zigbee-herdsman and its converters (automation 7.3): lights of every color mode, one without the scenes cluster, one with
 * room for two scenes, one that cannot be reached. What the lights keep and do is read back, and compared with what REST says.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Method, Values } from "../../src/model/resource.ts";
import { until } from "../support/radio-gateway.ts";
import { openSceneHouse, pushClient } from "../support/scene-house.ts";

const COLORS = "extended color light";
const XY = "color light";
const CT = "color temperature light";
const DIM = "dimmable light";
const SMALL = "dimmable hue light";
const BARE = "switch module";
const PLUG = "metering plug";
const AWAY = "dimmable light 2";
const ALL = [COLORS, XY, CT, DIM, SMALL, BARE, PLUG, AWAY];
const PRESENT = ALL.filter((name) => name !== AWAY);

const EVENING: Readonly<Record<string, Values>> = {
  [COLORS]: { on: true, bri: 120, hue: 8000, sat: 140 },
  [XY]: { on: true, bri: 50, xy: [0.3, 0.4] },
  [CT]: { on: true, bri: 60, ct: 300 },
  [DIM]: { on: true, bri: 70 },
  [SMALL]: { on: false },
  [BARE]: { on: true },
  [PLUG]: { on: true },
};
const OTHER: Readonly<Record<string, Values>> = {
  [COLORS]: { on: true, bri: 30, ct: 200 },
  [XY]: { on: false },
  [CT]: { on: true, bri: 200, ct: 400 },
  [DIM]: { on: true, bri: 9 },
  [SMALL]: { on: true, bri: 99 },
  [BARE]: { on: false },
  [PLUG]: { on: false },
};

test("scenes on air", { timeout: 400_000 }, async (t) => {
  const home = await openSceneHouse(t, [...ALL, "keypad"]);
  const { ok, become, inStep, follows, light, gateway } = home;
  const push = await pushClient(t, home);
  const ids = ALL.map((name) => light(name).id);
  await become({ ...EVENING, [AWAY]: { on: true, bri: 44 } });
  home.turn(light(SMALL), { scenes: { room: 2 } });
  await ok("POST", "/groups", { name: "House", lights: ids });
  await until(
    () => home.lights.every((each) => home.lamp(each).groups["1"] !== undefined),
    () => "all are in the group",
  );
  home.turn(light(AWAY), { reach: "no-ack" });
  await home.ask("PUT", `${light(AWAY).address}/state`, { bri: 45 });
  const state = (name: string) => gateway.store.get(light(name).address)?.state ?? {};
  await until(
    () => state(AWAY).reachable === false,
    () => "it is away",
  );

  const G: Address = "/groups/1";
  const S: Address = `${G}/scenes`;
  const without = [light(BARE), light(AWAY)];
  const entry = async (name: string, scene = "1") =>
    ((await home.get(`${S}/${scene}`)).lights as readonly Values[]).find(({ id }) => id === light(name).id);
  const shown = async () => (await home.get(G)).scenes;
  const refusal = async (method: Method, path: string, body?: unknown) => {
    const answer = await home.ask(method, path, body);
    const [{ error }] = answer.body as [{ error: { type: number; address: string } }];
    return [answer.status, error.type, error.address];
  };
  const allFollow = async (scene: string, names = PRESENT) => {
    for (const name of names) await follows(light(name), `${S}/${scene}`);
  };
  /** All that was said has come true, and nothing is under way any more. */
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 3_000));
  const etag = async () => (await home.get(G)).etag;

  await t.test("117: a new scene holds each light as it is, and as it was last known, on air too", async () => {
    const before = await etag();
    assert.deepEqual(await ok("POST", S, { name: "A" }), [{ success: { id: "1" } }]);
    assert.deepEqual(await shown(), [{ id: "1", name: "A", transitiontime: 10, lightcount: 8 }]);
    assert.notEqual(await etag(), before);
    assert.deepEqual(await entry(AWAY), { id: light(AWAY).id, on: true, bri: 44, transitiontime: 10 });
    await inStep(G, without);
  });

  await t.test("118: the same name stores them anew, on air too", async () => {
    await become({ [DIM]: { on: true, bri: 71 } });
    const before = await etag();
    assert.deepEqual(await ok("POST", S, { name: "A" }), [{ success: { id: "1" } }]);
    assert.equal((await entry(DIM))?.bri, 71);
    assert.notEqual(await etag(), before);
    await inStep(G, without);
  });

  await t.test("120: a body without a name", async () => {
    assert.deepEqual(await refusal("POST", S, {}), [400, 2, G]);
  });

  await t.test("126: a light in hue and saturation holds these, and no xy", async () => {
    const { id } = light(COLORS);
    assert.deepEqual(await entry(COLORS), { id, ...EVENING[COLORS], transitiontime: 10, colormode: "hs" });
  });

  await t.test(
    "127, 129, 130: a recall: one frame, who cannot hear it by itself, the rest in peace; twice is once",
    async () => {
      await become(OTHER);
      await quiet();
      push.heard.length = 0;
      home.forget();
      const since = Date.now();
      assert.deepEqual(await ok("PUT", `${S}/1/recall`, {}), [{ success: { id: "1" } }]);
      const { any_on } = (await home.get(G)).state as Values;
      assert.equal(any_on, true);
      await allFollow("1");
      await quiet();
      const told = home.told(since).map(({ kind, to, command }) => `${kind} ${to} ${command}`);
      assert.deepEqual(told.sort(), ["group group 1 recall", `unicast ${light(BARE).ieee} on`]);
      const called = push.heard.filter(({ e }) => e === "scene-called");
      assert.deepEqual(called, [{ t: "event", e: "scene-called", r: "scenes", gid: "1", scid: "1" }]);
      const events = (name: string) =>
        push.heard.filter(({ r, id, state: told }) => r === "lights" && id === light(name).id && told);
      assert.deepEqual(
        events(SMALL).map(({ state: told }) => told),
        [{ on: false }],
      );
      assert.deepEqual(
        events(CT).map(({ state: told }) => told),
        [{ bri: 60, ct: 300 }],
        "and none of the way there",
      );
      assert.deepEqual(events(AWAY), []);

      push.heard.length = 0;
      await ok("PUT", `${S}/1/recall`, {});
      await quiet();
      assert.equal((await home.get(G)).action && ((await home.get(G)).action as Values).scene, "1");
      const lights = push.heard.filter(({ r, state: told }) => r === "lights" && told);
      assert.deepEqual(lights, []);
    },
  );

  await t.test(
    "136, 138, 139: what a light does in a scene is changed on air too, and what does not fit changes nothing",
    async () => {
      const at = (name: string) => `${S}/1/lights/${light(name).id}/state`;
      const before = [await home.get(`${S}/1`), await etag(), home.lamp(light(XY)).scenes];
      for (const [body, member] of [
        [{ bri: 256 }, "bri"],
        [{ xy: [1.2, 0] }, "xy"],
        [{ ct: 1000 }, "ct"],
        [{ on: "x" }, "on"],
      ] as const)
        assert.deepEqual(await refusal("PUT", at(XY), body), [400, 7, `${at(XY)}/${member}`]);
      assert.deepEqual([await home.get(`${S}/1`), await etag(), home.lamp(light(XY)).scenes], before);
      const rows: readonly (readonly [name: string, body: Values, mode: string])[] = [
        [XY, { ct: 300 }, "ct"],
        [XY, { ct: 300, xy: [0.3, 0.3] }, "xy"],
        [COLORS, { xy: [0.5, 0.4], transitiontime: 4 }, "xy"],
        [CT, { ct: 270, bri: 10, transitiontime: 25 }, "ct"],
        [DIM, { on: false }, ""],
      ];
      for (const [name, body, mode] of rows) {
        await ok("PUT", at(name), body);
        assert.equal((await entry(name))?.colormode ?? "", mode);
        await inStep(G, without);
      }
      await ok("PUT", `${S}/1/recall`);
      await allFollow("1");
    },
  );

  await t.test(
    "121: the lowest id that is free; a table of two is full, and that light is told by itself",
    async () => {
      await become(OTHER);
      assert.deepEqual(await ok("POST", S, { name: "C", id: 3 }), [{ success: { id: "3" } }]);
      await inStep(G, without);
      await become({ ...EVENING, [SMALL]: { on: true, bri: 88 } });
      assert.deepEqual(await ok("POST", S, { name: "B" }), [{ success: { id: "2" } }]);
      const keeps = () => home.lamp(light(SMALL)).scenes.map(({ id }) => id);
      await until(
        () =>
          home.log.some((line) =>
            line.includes(`${light(SMALL).address}: it does not keep ${S}/2 (its table is full)`),
          ),
        () => home.log.join("\n"),
      );
      assert.deepEqual(keeps().sort(), [1, 3]);
      await become(OTHER);
      const since = Date.now();
      await ok("PUT", `${S}/2/recall`);
      await allFollow("2");
      const alone = home.told(since).filter(({ kind }) => kind === "unicast");
      assert.deepEqual(alone.map(({ to }) => to).sort(), [light(SMALL).ieee, light(BARE).ieee].sort());
    },
  );

  await t.test("a scene that is deleted makes room, and the one that had none is written", async () => {
    assert.deepEqual(await ok("DELETE", `${S}/3`), [{ success: { id: "3" } }]);
    await inStep(G, without);
    assert.deepEqual(
      ((await shown()) as readonly Values[]).map(({ id }) => id),
      ["1", "2"],
    );
  });

  await t.test("132, 133: next and prev go round", async () => {
    await ok("POST", S, { name: "D", id: 3 });
    const steps = [
      ["3", "next", "1"],
      ["1", "prev", "3"],
    ] as const;
    for (const [from, step, to] of steps) {
      await ok("PUT", `${S}/${from}/recall`);
      assert.deepEqual(await ok("PUT", `${S}/${step}/recall`), [{ success: { id: step } }]);
      assert.equal(((await home.get(G)).action as Values).scene, to);
      await allFollow(to);
    }
    await ok("DELETE", `${S}/3`);
    const id = ((await ok("POST", "/groups", { name: "None yet" })) as [{ success: { id: string } }])[0].success.id;
    await ok("POST", `/groups/${id}/scenes`, { name: "first" });
    await ok("POST", `/groups/${id}/scenes`, { name: "second" });
    await ok("PUT", `/groups/${id}/scenes/prev/recall`);
    assert.equal(((await home.get(`/groups/${id}`)).action as Values).scene, "1");
    await ok("DELETE", `/groups/${id}`);
  });

  await t.test("135, 144: scenes that there are not", async () => {
    for (const id of ["99", "x"]) {
      assert.deepEqual(await refusal("PUT", `${S}/${id}/recall`), [404, 3, `${S}/${id}`]);
      assert.deepEqual(await refusal("PUT", `${S}/${id}`, { name: "x" }), [404, 3, `${S}/${id}`]);
    }
  });

  await t.test("a remote recalls: the lights do it without us, it is told, and states follow", async () => {
    const { ieee } = light("keypad");
    home.turn(light("keypad"), { awake: 60 });
    await home.radio.order({ do: "bind", target: { ieee, endpoint: 1 }, cluster: "genScenes", to: { group: 1 } });
    const trusted = [COLORS, XY, CT, DIM, PLUG];
    await inStep(G, without);
    await become(OTHER);
    push.heard.length = 0;
    const since = Date.now();
    home.turn(light("keypad"), { press: "recall_2" });
    await allFollow("2", trusted);
    assert.deepEqual(home.told(since), [], "not a word of ours");
    const called = push.heard.filter(({ e }) => e === "scene-called");
    assert.deepEqual(called, [{ t: "event", e: "scene-called", r: "scenes", gid: "1", scid: "2" }]);
    assert.equal(((await home.get(G)).action as Values).scene, "2");
    const events = push.heard.filter(({ r, id, state: told }) => r === "lights" && id === light(DIM).id && told);
    assert.ok(events.length > 0, "states are pushed");
  });

  await t.test("a remote stores: the scene is what the lights are, and a recall brings that back", async () => {
    await become({ ...EVENING, [CT]: { on: true, bri: 123, ct: 333 } });
    home.turn(light("keypad"), { press: "store_1" });
    await until(
      async () => (await entry(CT))?.bri === 123,
      () => "it is stored",
    );
    await inStep(G, without);
    await become(OTHER);
    home.turn(light("keypad"), { press: "recall_1" });
    await follows(light(CT), `${S}/1`);
  });

  await t.test("123: stored again: as it is now; who is away as it was last known", async () => {
    const before = await entry(AWAY);
    await become({ [DIM]: { on: true, bri: 17 } });
    await ok("PUT", `${S}/1/store`, { transitiontime: 4 });
    assert.deepEqual([(await entry(DIM))?.bri, await entry(AWAY)], [17, { ...before, transitiontime: 4 }]);
    await inStep(G, without);
  });

  await t.test("124: who joins the group is in its scenes when they are stored again; who leaves is not", async () => {
    const others = ids.filter((id) => id !== light(DIM).id);
    await ok("PUT", G, { lights: others });
    assert.equal(await entry(DIM), undefined);
    await inStep(G, without);
    assert.deepEqual(home.lamp(light(DIM)).scenes, []);
    await ok("PUT", G, { lights: ids });
    assert.equal(await entry(DIM), undefined);
    await ok("PUT", `${S}/1/store`);
    assert.equal((await entry(DIM))?.bri, 17);
    await inStep(G, without);
    assert.deepEqual(
      ((await shown()) as readonly Values[]).map(({ id, lightcount }) => [id, lightcount]),
      [
        ["1", 8],
        ["2", 7],
      ],
    );
  });

  await t.test("147: a rule recalls it, who is away does not matter", async () => {
    await ok("POST", "/sensors", {
      ...{ name: "Flag", modelid: "M", swversion: "1", type: "CLIPGenericFlag", uniqueid: "f", manufacturername: "M" },
    });
    const flag = gateway.store.list("/sensors").find(({ type }) => type === "CLIPGenericFlag")?.address;
    await ok("PUT", `${flag}/state`, { flag: false });
    const [{ success }] = (await ok("POST", "/rules", {
      name: "Evening",
      conditions: [{ address: `${flag}/state/flag`, operator: "eq", value: "true" }],
      actions: [{ method: "PUT", address: `${S}/2/recall`, body: {} }],
    })) as [{ success: { id: string } }];
    await become(OTHER);
    await ok("PUT", `${flag}/state`, { flag: true });
    await allFollow("2", [COLORS, XY, CT, PLUG, BARE]);
    assert.equal((await home.get(`/rules/${success.id}`)).timestriggered, 1);
  });

  await t.test("who was away is told when it is heard again", async () => {
    home.turn(light(AWAY), { reach: "ok" });
    home.turn(light(AWAY), { announce: true });
    await inStep(G, [light(BARE)]);
    await ok("PUT", `${S}/1/recall`);
    await allFollow("1", ALL);
  });

  await t.test(
    "DELETE /lights/<id>/scenes: it is in none, and keeps none; a scene without lights is gone",
    async () => {
      const before = await etag();
      await ok("DELETE", `${light(XY).address}/scenes`);
      assert.equal(await entry(XY), undefined);
      assert.notEqual(await etag(), before);
      await inStep(G, [light(BARE)]);
      assert.deepEqual(home.lamp(light(XY)).scenes, []);
      assert.deepEqual(
        ((await shown()) as readonly Values[]).map(({ lightcount }) => lightcount),
        [7, 6],
      );
    },
  );

  await t.test("a light that is deleted leaves the scenes", async () => {
    await ok("DELETE", light(PLUG).address);
    assert.equal(await entry(PLUG), undefined);
    assert.deepEqual(
      ((await shown()) as readonly Values[]).map(({ lightcount }) => lightcount),
      [6, 5],
    );
  });

  await t.test("142: a group without lights", async () => {
    const id = ((await ok("POST", "/groups", { name: "Empty" })) as [{ success: { id: string } }])[0].success.id;
    assert.deepEqual(await ok("POST", `/groups/${id}/scenes`, { name: "A" }), [{ success: { id: "1" } }]);
    assert.deepEqual((await home.get(`/groups/${id}/scenes/1`)).lights, []);
    assert.deepEqual(await ok("PUT", `/groups/${id}/scenes/1/recall`), [{ success: { id: "1" } }]);
  });

  await t.test("141: a group that is deleted takes its scenes with it, on air too", async () => {
    await ok("DELETE", G);
    assert.deepEqual(await refusal("PUT", `${S}/1/recall`), [404, 3, `${S}/1`]);
    const rest = home.lights.filter((each) => each !== light(PLUG));
    await until(
      () => rest.every((each) => home.lamp(each).scenes.length === 0 && home.lamp(each).groups["1"] === undefined),
      () => JSON.stringify(rest.map((each) => home.lamp(each).scenes)),
    );
  });

  await t.test("145: without the radio nothing but reading", async () => {
    await ok("POST", "/groups", { name: "Left", lights: [light(CT).id] });
    const at: Address = `/groups/${gateway.store.list("/groups").at(-1)?.address.split("/").at(-1)}`;
    const group = (await home.get("/groups")) as Readonly<Record<string, Values>>;
    const id = Object.keys(group).find((each) => group[each]?.name === "Left") ?? at;
    const scenes = `/groups/${id}/scenes`;
    await ok("POST", scenes, { name: "A" });
    home.house.turn(undefined, { dropLink: true });
    await until(
      () => !home.radio.up,
      () => "the radio is down",
    );
    const rows: readonly (readonly [Method, string, unknown, string])[] = [
      ["POST", scenes, { name: "B" }, scenes],
      ["PUT", `${scenes}/1/store`, {}, `${scenes}/1`],
      ["PUT", `${scenes}/1/recall`, {}, `${scenes}/1`],
      ["PUT", `${scenes}/1/lights/${light(CT).id}/state`, { on: true }, `${scenes}/1/lights/${light(CT).id}/state`],
      ["DELETE", `${scenes}/1`, undefined, `${scenes}/1`],
    ];
    for (const [method, path, body, address] of rows)
      assert.deepEqual(await refusal(method, path, body), [503, 950, address]);
    assert.equal((await home.get(`${scenes}/1`)).name, "A");
    await home.up();
  });

  assert.deepEqual(home.errors, []);
});
