/** A lamp answers commands with error statuses: over the real radio process and herdsman, no client is told a state that did not happen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { until, withLamp } from "../support/radio-gateway.ts";

const OBEYS = { "genOnOff.on": null, "genLevelCtrl.moveToLevelWithOnOff": null };

test("a lamp that refuses", async (t) => {
  const { stage, ieee, address } = await withLamp(t);
  await until(
    () => stage.facts.some(({ values }) => "on/startup" in values),
    () => "all has been read that is read of a new lamp", // lest an answer to that takes back a later desired state
  );

  for (const status of [0x01, 0x81, 0x87, 0x94])
    await t.test(`0x${status.toString(16)} to a converter's command: the light is shown as it is`, async () => {
      stage.house.apply(ieee, { refuse: { "genOnOff.on": status, "genLevelCtrl.moveToLevelWithOnOff": status } });
      stage.forget();
      const said = stage.log.length;
      assert.equal((await stage.ask("PUT", `${address}/state`, { on: true })).status, 200);
      await until(
        () =>
          stage.facts.some(
            ({ resource, values, cause }) => resource.address === address && cause.undo && values.on === false,
          ),
        () => `what was believed is taken back: ${JSON.stringify(stage.facts.map(({ values }) => values))}`,
      );
      const refused = new RegExp(`${address}: .*it refused`);
      await until(
        () => refused.test(stage.log.slice(said).join("\n")),
        () => "it is said",
      );
      const { state } = await stage.get(address);
      assert.equal((state as { on: boolean }).on, false);
      assert.equal((state as { reachable: boolean }).reachable, true);
      await until(
        () => stage.events.some((one) => one.kind === "payload" && one.raw?.type === "readResponse"),
        () => "it is asked how it is", // now, lest its answer undoes the next command
      );
    });

  await t.test("a lamp that knows no time shines, and goes out when its time is over", async () => {
    stage.house.apply(ieee, { refuse: { ...OBEYS, "genOnOff.onWithTimedOff": 0x81 } });
    const isOn = (on: boolean) => async () => {
      const { state } = await stage.get(address);
      return stage.attribute(ieee, "genOnOff", "onOff") === Number(on) && (state as { on: boolean }).on === on;
    };
    for (const round of ["first", "second"]) {
      assert.equal((await stage.ask("PUT", `${address}/state`, { on: true, ontime: 20 })).status, 200);
      await until(isOn(true), () => `it shines, ${round}: ${stage.log.slice(-3).join("; ")}`);
      await until(isOn(false), () => `it is out, ${round}: ${stage.log.slice(-3).join("; ")}`);
    }
  });
});
