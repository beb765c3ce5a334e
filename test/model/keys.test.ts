/** Keys: the part of them that anybody may see. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PREFIX_LENGTH, prefixOf, withoutKeys } from "../../src/model/keys.ts";

test("a prefix is short", () => {
  assert.equal(prefixOf("ABCDEF1234567890"), "ABCDEF12");
  assert.equal(prefixOf("A"), "A");
  assert.equal(prefixOf("ABCDEF1234567890").length, PREFIX_LENGTH);
});

const key = "0123456789ABCDEF0123456789ABCDEF01234567";
const texts: [text: string, shown: string][] = [
  [`/config/whitelist/${key}: no`, "/config/whitelist/01234567: no"],
  [`${key} and ${key.toLowerCase()}`, "01234567 and 01234567"],
  [`${key}0`, `${key}0`],
  [`00:21:2e:ff:ff:00:00:01-01-0006`, "00:21:2e:ff:ff:00:00:01-01-0006"],
];
for (const [text, shown] of texts) test(`${text}: ${shown}`, () => assert.equal(withoutKeys(text), shown));
