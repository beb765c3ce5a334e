/**
 * Scenes on the real zigbee-herdsman and its converters (automation 7.3): made, stored, recalled and changed. The lights' own state is
 * read back, and compared with REST.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../src/model/resource.ts";
import { until } from "../support/radio-gateway.ts";
import { AWAY, BARE, COLORS, CT, DIM, EVENING, G, OTHER, openEvening, S, SMALL, XY } from "../support/scene-evening.ts";

test("scenes on air", { timeout: 400_000 }, async (t) => {
  const home = await openEvening(t);
  const { ok, become, inStep, light, push, without, entry, shown, etag, refusal, allFollow, quiet } = home;

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
    "127, 129, 130: a recall: one frame, a light that cannot hear it by itself, the rest in peace; twice is once",
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
      await until(
        () => isDeepStrictEqual(home.gateway.store.get(light(COLORS).address)?.state.xy, [0.3863, 0.389]),
        () => "it tells its hue, and what that is in other words",
      );
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
      assert.equal(((await home.get(G)).action as Values).scene, "1");
      const lights = push.heard.filter(({ r, state: told }) => r === "lights" && told);
      assert.deepEqual(lights, []);
    },
  );

  await t.test(
    "136, 138, 139: a light's state in a scene is changed on air too, and one that does not fit changes nothing",
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
      await quiet();
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
      (await shown()).map(({ id }) => id),
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

  assert.deepEqual(home.errors, []);
});
