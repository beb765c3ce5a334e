/**
 * Scenes on the real zigbee-herdsman, as others change them (automation 7.3): remotes, rules, lights that join the group and that leave
 * it, and a radio that is gone. The lights' scenes and states are read back, and compared with REST.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Method, Values } from "../../src/model/resource.ts";
import { until } from "../support/radio-gateway.ts";
import {
  ALL,
  AWAY,
  BARE,
  COLORS,
  CT,
  DIM,
  EVENING,
  G,
  OTHER,
  openEvening,
  PLUG,
  S,
  XY,
} from "../support/scene-evening.ts";

test("scenes and others", { timeout: 400_000 }, async (t) => {
  const home = await openEvening(t);
  const { ok, become, inStep, follows, light, gateway, push, ids, without, entry, shown, etag, refusal, allFollow } =
    home;
  await ok("POST", S, { name: "A" });
  await become(OTHER);
  await ok("POST", S, { name: "B" });
  await inStep(G, without);
  await become(EVENING);

  await t.test("a remote recalls: the lights do it without us, it is told, and states follow", async () => {
    const { ieee } = light("keypad");
    home.turn(light("keypad"), { awake: 60 });
    await home.radio.order({ do: "bind", target: { ieee, endpoint: 1 }, cluster: "genScenes", to: { group: 1 } });
    const trusted = [COLORS, XY, CT, DIM, PLUG];
    await inStep(G, without);
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

  await t.test("a remote stores: the scene is the state of the lights, and a recall brings that back", async () => {
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

  await t.test("123: stored again: as it is now; a lamp that is away as it was last known", async () => {
    const before = await entry(AWAY);
    await become({ [DIM]: { on: true, bri: 17 } });
    await ok("PUT", `${S}/1/store`, { transitiontime: 4 });
    assert.deepEqual([(await entry(DIM))?.bri, await entry(AWAY)], [17, { ...before, transitiontime: 4 }]);
    await inStep(G, without);
  });

  await t.test("124: a lamp that joins is in scenes that are stored again; one that leaves is not", async () => {
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
      (await shown()).map(({ id, lightcount }) => [id, lightcount]),
      [
        ["1", 8],
        ["2", 7],
      ],
    );
  });

  await t.test("147: a rule recalls it, a lamp that is away does not matter", async () => {
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
    await become(EVENING);
    await ok("PUT", `${flag}/state`, { flag: true });
    await allFollow("2", [COLORS, XY, CT, PLUG, BARE]);
    assert.equal((await home.get(`/rules/${success.id}`)).timestriggered, 1);
  });

  await t.test("a lamp that was away is told when it is heard again", async () => {
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
        (await shown()).map(({ lightcount }) => lightcount),
        [7, 6],
      );
    },
  );

  await t.test("a light that is deleted leaves the scenes", async () => {
    await ok("DELETE", light(PLUG).address);
    assert.equal(await entry(PLUG), undefined);
    assert.deepEqual(
      (await shown()).map(({ lightcount }) => lightcount),
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
    home.house.apply(undefined, { dropLink: true });
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
