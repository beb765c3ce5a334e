/** Alarm devices that come in are asked how they are, so that nobody has to wait for the first alarm to know. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHouse, type RadioHouse } from "../../support/radio-house.ts";

let house: RadioHouse;

before(async () => {
  house = await openHouse();
});
after(() => house.close());

for (const [profile, name] of [
  ["smoke sensor", "smoke"],
  ["contact sensor", "contact"],
  ["water sensor", "water_leak"],
] as const) {
  test(`${name} is known although the ${profile} has never said anything`, async () => {
    const ieee = house.of(profile);
    const { payload } = await house.radio.heard("payload", (news) => news.ieee === ieee && name in news.payload);
    assert.equal(payload[name], name === "contact"); // a contact that touches is a closed door
  });
}

test("one that comes in again with an alarm tells that alarm", async () => {
  const ieee = house.of("smoke sensor");
  await house.turn(ieee, { zone: { alarm1: true } });
  await house.radio.heard("payload", (news) => news.ieee === ieee && news.payload.smoke === true);
  house.radio.forget();
  await house.radio.order({ do: "interview", target: { ieee } }, 60_000);
  await house.radio.heard("payload", (news) => news.ieee === ieee && news.payload.smoke === true);
});
