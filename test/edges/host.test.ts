/** The addresses of the machine, as clients use them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownAddress } from "../../src/edges/host.ts";

const NETWORKS = [{ ip: "192.0.2.7" }, { ip: "198.51.100.7" }];

test("a client is told the address in its own network", () => {
  assert.equal(ownAddress("198.51.100.7", NETWORKS), "198.51.100.7");
  assert.equal(ownAddress("::ffff:198.51.100.7", NETWORKS), "198.51.100.7", "as a server for both kinds has it");
});

test("where it came in tells nothing behind a proxy, over IPv6, or when it has gone", () => {
  for (const used of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "203.0.113.1", "", undefined])
    assert.equal(ownAddress(used, NETWORKS), undefined);
  assert.equal(ownAddress("192.0.2.7", []), undefined);
});
