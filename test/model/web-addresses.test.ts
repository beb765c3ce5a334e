import assert from "node:assert/strict";
import { test } from "node:test";
import { isWebAddress, isWithoutUser, withoutUser } from "../../src/model/web-addresses.ts";

const rows: [address: string, shown: string][] = [
  ["http://example.org/a?b=c", "http://example.org/a?b=c"],
  ["http://example.org/mail@me", "http://example.org/mail@me"],
  ["http://EXAMPLE.org", "http://EXAMPLE.org"],
  ["https://me:secret@example.org/a?b=c#d", "https://***@example.org/a?b=c#d"],
  ["HTTP://me:se@cret@example.org", "http://***@example.org/"],
  ["http://secret@example.org:81/", "http://***@example.org:81/"],
  ["http://:secret@example.org/", "http://***@example.org/"],
  ["http:////me:secret@example.org/", "http://***@example.org/"],
  ["http://me:secret@", "http://me:secret@"],
  ["/lights/1/state", "/lights/1/state"],
  ["me@example.org", "me@example.org"],
];

for (const [address, shown] of rows) {
  test(`${address} is shown as ${shown}`, () => {
    assert.equal(withoutUser(address), shown);
    assert.equal(withoutUser(shown), shown);
    assert.equal(isWithoutUser(shown), shown.includes("***"));
    assert.equal(shown !== address && isWithoutUser(address), false);
  });
}

test("values that are no web address", () => {
  for (const text of ["/lights/1", "ftp://h/", "http://", "http://me:secret@", 1, null, undefined, {}])
    assert.equal(isWebAddress(text), false, String(text));
});
