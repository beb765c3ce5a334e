/** A stick that is there and says nothing: the radio process says so, once, and ends. The tests mostly wait. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { obeys, until, withLamp } from "../support/radio-gateway.ts";
import { stage } from "../support/radio-stage.ts";
import { STICK } from "../support/stick.ts";
import { testStation } from "../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const SET = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;
const NOT_CONNECTED = 901; // an error's type
const LOOKS = 15; // a second or more apart: a machine that is slow is slow with them, too

test("a stick that is silent", async (t) => {
  const { radio, stick } = await stage(t, { wait: false });
  stick.mute(true);
  assert.equal(await radio.ended, 0);
  const reasons = radio.events.flatMap((news) => (news.kind === "down" ? news.reason : []));
  assert.equal(reasons.length, 1, "told once");
  assert.match(reasons[0] ?? "", new RegExp(`does not answer as ${STICK}: leave both empty`));
  assert.equal(radio.events.at(-1)?.kind, "down", "its last word");
});

describe("a device or a stick that falls silent while it is used", { concurrency: 2 }, () => {
  test("a device: that is not the stick", async (t) => {
    const { radio, network } = await stage(t);
    const lamp = testStation({ ieee: LAMP });
    network.add(lamp);
    await radio.ask({ type: "permit", seconds: 200 });
    network.join(lamp);
    await radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
    network.remove(lamp);
    const dead = Date.now();
    while (Date.now() - dead < 16_000) await radio.order(SET, 3000).catch(() => {});
    assert.equal(
      radio.events.some(({ kind }) => kind === "down"),
      false,
      "the stick still answers",
    );
  });

  test("the stick, whose line stays open: within 15 s writes are refused and the reason is told; it speaks again, and all is well", async (t) => {
    const lamp = await withLamp(t);
    const { stage: house, address } = lamp;
    house.forget();
    house.house.stick.mute(true);
    let looks = 0;
    const refusal = async () => {
      const { body } = await house.ask("PUT", `${address}/state`, { on: looks % 2 === 0 });
      return (body as readonly { readonly error?: { readonly type: number } }[])[0]?.error?.type;
    };
    while ((await refusal()) !== NOT_CONNECTED) {
      looks += 1;
      assert.ok(looks < LOOKS, house.log.slice(-5).join("; "));
      await pause(1_000);
    }
    assert.equal((await house.get("/config")).rfconnected, false);
    await house.get(address);
    const why = /the stick does not answer any more, .* switch it off and on again/;
    const reasons = house.events.flatMap((one) => (one.kind === "down" ? one.reason : []));
    assert.match(reasons[0] ?? "", why);
    assert.match(String(house.gateway.store.get("/gateway")?.state.reason), why, "nodes and panels say so");
    assert.equal(house.log.filter((line) => line.startsWith("radio:") && why.test(line)).length, 1, "told once");
    house.house.stick.mute(false);
    await house.up();
    await obeys(lamp);
    await until(
      () => house.gateway.store.get("/gateway")?.state.reason === "",
      () => "it is not told any more",
    );
  });
});
