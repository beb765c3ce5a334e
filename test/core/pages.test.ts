/** Pages: resources as bytes, and keys that only their holder sees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "../../src/core/pages.ts";

const KEY = "ABCDEF12".padEnd(40, "3");
const OTHER = "99999999".padEnd(40, "3");

test("a key is put back for its holder: as a whole text, or in a command's address", () => {
  const value = {
    owner: "ABCDEF12",
    command: { address: "/api/ABCDEF12/groups/1/action" },
    texts: ["ABCDEF12", "ABCDEF1", "my ABCDEF12", "/api/ABCDEF123/x", "/api/ABCDEF12", 5, null, true],
  };
  const page = new Page("e", Buffer.from(JSON.stringify(value)), true);
  assert.deepEqual(page.for(KEY).body, {
    owner: KEY,
    command: { address: `/api/${KEY}/groups/1/action` },
    texts: [KEY, "ABCDEF1", "my ABCDEF12", "/api/ABCDEF123/x", "/api/ABCDEF12", 5, null, true],
  });
  assert.equal(page.for(KEY).etag, "e");
  assert.equal(page.for(OTHER), page);
  assert.equal(page.for(undefined), page);
});

test("where no field mentions keys, nothing is put back", () => {
  const page = new Page("e", Buffer.from('{"name":"ABCDEF12"}'), false);
  assert.equal(page.for(KEY), page);
});

test("a name and a password in a web address are hidden from others, also with a quote in them", () => {
  for (const user of ["me:secret", 'm"e:secret']) {
    const actions = [{ address: `http://${user}@192.0.2.7/x` }];
    const page = new Page("e", JSON.stringify({ owner: "ABCDEF12", actions }), true);
    assert.deepEqual(page.for(KEY).body, { owner: KEY, actions });
    assert.deepEqual(page.for(OTHER).body, { owner: "ABCDEF12", actions: [{ address: "http://***@192.0.2.7/x" }] });
  }
});
