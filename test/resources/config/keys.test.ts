/** Keys: which client holds one, and which members are shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isHueStyle, whitelist } from "../../../src/resources/config/keys.ts";
import { house, settle, TEST } from "../../support/fakes.ts";

test("a key is known by all of it, never by a part, and a foreign one of the same beginning is none", async () => {
  const home = await house();
  const wish = {
    method: "POST",
    address: "/config/whitelist",
    body: { devicetype: "app" },
    hasPassword: true,
  } as const;
  const { body } = await home.perform(wish, TEST);
  const key = (body as [{ success: { username: string } }])[0].success.username;
  await settle();
  assert.equal(home.callerOf(key)?.cause.by, "rest:app");
  for (const other of ["", key.slice(0, 8), key.slice(0, 39), `${key}0`, `${key.slice(0, 8)}${"0".repeat(32)}`]) {
    assert.equal(home.callerOf(other), undefined, other);
  }
  assert.deepEqual(Object.keys(whitelist({ store: home.store, key: undefined })), [key.slice(0, 8)]);
  assert.deepEqual(Object.keys(whitelist({ store: home.store, key })), [key]);
  await home.stop();
});

test("five hundred keys are enough", async () => {
  const home = await house();
  const attr = { name: "n", hash: "h", created: "c" };
  const rest = { type: "Key", attr, config: {}, state: {}, action: {} };
  for (let n = 0; n < 500; n += 1) home.store.put({ ...rest, address: `/config/whitelist/${n}` }, TEST);
  const wish = {
    method: "POST",
    address: "/config/whitelist",
    body: { devicetype: "app" },
    hasPassword: true,
  } as const;
  const reply = await home.perform(wish, TEST);
  assert.equal(reply.status, 400);
  assert.equal((reply.body as [{ error: { type: number } }])[0].error.type, 11);
  await home.stop();
});

const NAMES: [name: string, isHue: boolean][] = [
  ["Echo Dot", true],
  ["hue_android", true],
  ["Hue 4#Phone", true],
  ["Hue Essentials#Phone", false],
  ["iConnectHue", true],
  ["my Hue app", false],
  ["Huemanity", false],
];
for (const [name, isHue] of NAMES) {
  test(`${name} ${isHue ? "expects" : "does not expect"} a Hue bridge`, () => {
    assert.equal(isHueStyle(`rest:${name}`), isHue);
  });
}
