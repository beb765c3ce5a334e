/** Frames get lost now and then, as they do on any air: a lamp keeps its state, and is there again at once when it was missed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ended, type Lamp, obeys, until, withLamp } from "../support/radio-gateway.ts";

const JOINING = process.env.LONG ? 50 : 30;

const isOn = ({ stage, ieee }: Lamp) => stage.attribute(ieee, "genOnOff", "onOff") === 1;
const shown = async ({ stage, address }: Lamp) =>
  (await stage.get(address)).state as { readonly on: boolean; readonly reachable: boolean };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("in one house", async (t) => {
  const lamp = await withLamp(t);
  const { stage, ieee, address } = lamp;

  await t.test("one answer is lost: the lamp is on, can be reached, and does the next command", async () => {
    stage.forget();
    stage.house.apply(ieee, { reach: "no-response" });
    assert.equal((await stage.ask("PUT", `${address}/state`, { on: true })).status, 200);
    await pause(1000);
    stage.house.apply(ieee, { reach: "ok" });
    await until(
      () => isOn(lamp),
      () => "it was not told once more",
    );
    const { body } = await stage.ask("PUT", `${address}/state`, { on: false });
    assert.doesNotMatch(JSON.stringify(body), /error/);
    await until(
      () => !isOn(lamp),
      () => "it does not obey",
    );
    const { on, reachable } = await shown(lamp);
    assert.deepEqual([on, reachable], [false, true]);
    const lost = stage.facts.filter(({ values, cause }) => values.reachable === false || cause.undo);
    assert.deepEqual(lost, []);
  });

  await t.test(
    "a lamp that answered nothing for a while is told the next command at once, and is soon found again",
    async () => {
      const silent = async () => {
        await ended(lamp, "get"); // an answer from before must not come after the next command
        stage.house.apply(ieee, { reach: "no-response" });
        await stage.ask("PUT", `${address}/state`, { on: true });
        await until(
          async () => !(await shown(lamp)).reachable,
          () => "it is still said to be there",
        );
        await until(
          async () => !(await shown(lamp)).on, // another request may have found first that it is away
          () => "what was believed is not taken back",
        );
        stage.house.apply(ieee, { reach: "ok" });
      };
      await silent();
      assert.match(JSON.stringify((await stage.ask("PUT", `${address}/state`, { on: true })).body), /"type":202/);
      await until(
        () => isOn(lamp),
        () => "the command was not sent",
      );
      await obeys(lamp);
      await silent();
      await until(
        async () => (await shown(lamp)).reachable,
        () => "nobody asked it again",
      );
      await obeys(lamp);
    },
  );

  await t.test(`${JOINING} lamps join: each is read, and obeys`, async () => {
    const said = stage.errors.length;
    const joined = performance.now();
    const all = await stage.move(...new Array<string>(JOINING).fill("dimmable light"));
    assert.equal(all.length, JOINING);
    await until(
      async () => {
        const lights = Object.values(
          (await stage.get("/lights")) as Record<string, { state: Record<string, unknown> }>,
        );
        return lights.length > JOINING && lights.every(({ state }) => state.on !== null && state.bri !== null);
      },
      () => `some are not read ${performance.now() - joined} ms after they began to join`,
    );
    assert.deepEqual(stage.errors.slice(said), []);
  });
});
