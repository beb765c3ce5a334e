/** A stick that is there and says nothing: the radio process says so, once, and ends. Mostly it waits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "../support/radio-stage.ts";
import { STICK } from "../support/stick.ts";
import { testStation } from "../support/virtual.ts";

test("a stick that is silent", async (t) => {
  const { radio, stick } = await stage(t, { wait: false });
  stick.mute(true);
  assert.equal(await radio.ended, 0);
  const reasons = radio.events.flatMap((news) => (news.kind === "down" ? news.reason : []));
  assert.equal(reasons.length, 1, "told once");
  assert.match(reasons[0] ?? "", new RegExp(`does not answer as ${STICK}: leave both empty`));
  assert.equal(radio.events.at(-1)?.kind, "down", "its last word");
});

const LAMP = "0x00158d0000000001";
const SLOW_MACHINE = 15_000; // milliseconds
const SET = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;

test("a stick that falls silent while it is used is found out within 15 s; devices that are silent are not the stick", async (t) => {
  const { radio, stick, network, again } = await stage(t);
  const lamp = testStation({ ieee: LAMP });
  network.add(lamp);
  await radio.ask({ type: "permit", seconds: 200 });
  network.join(lamp);
  await radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
  network.remove(lamp);
  const dead = Date.now();
  while (Date.now() - dead < 16_000) await radio.order(SET, 3000).catch(() => {});
  assert.equal(radio.events.at(-1)?.kind === "down", false, "the stick still answers");

  stick.mute(true);
  const since = Date.now();
  const asked: string[] = [];
  const ask = setInterval(() => void radio.order(SET, 8000).catch(({ code }) => asked.push(code)), 1000);
  const { reason } = await radio.heard("down").finally(() => clearInterval(ask));
  assert.ok(Date.now() - since < 15_000 + SLOW_MACHINE, `${Date.now() - since} ms`);
  assert.match(reason, /the stick does not answer any more, .* switch it off and on again/);
  assert.equal(await radio.ended, 0);
  assert.ok(asked.length > 0);
  stick.mute(false);
  const next = await again();
  await next.heard("up");
});
