/** Where requests of rules may go, by the address that a connection is made to. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { addressGuard } from "../../../src/edges/web/address-guard.ts";
import { openWeb } from "../../../src/edges/web/web.ts";

const UI_PORT = 1880;
const rows: [address: string, port: number, isOpen: boolean][] = [
  ["192.0.2.1", 80, true],
  ["192.168.1.20", UI_PORT, true],
  ["10.0.0.1", 80, true],
  ["2001:db8::1", 443, true],
  ["fd12::1", 80, true],
  ["64:ff9b::c000:201", 80, true],
  ["127.0.0.1", 80, false],
  ["127.0.0.53", UI_PORT, false],
  ["0.0.0.0", 80, false],
  ["0.1.2.3", 80, false],
  ["169.254.169.254", 80, false],
  ["169.254.1.1", 8080, false],
  ["100.100.100.200", 80, false],
  ["192.0.0.192", 80, false],
  ["168.63.129.16", 80, false],
  ["::1", 80, false],
  ["::", 80, false],
  ["::ffff:127.0.0.1", 80, false],
  ["::ffff:7f00:1", 80, false],
  ["::ffff:a9fe:a9fe", 80, false],
  ["64:ff9b::7f00:1", 80, false],
  ["64:ff9b::a9fe:a9fe", 80, false],
  ["fe80::1", 80, false],
  ["fe80::1%lo", 80, false],
  ["febf::1", 80, false],
  ["fd00:ec2::254", 80, false],
];

for (const [address, port, isOpen] of rows) {
  test(`${address} at ${port} is ${isOpen ? "open" : "closed"}`, () => {
    const ask = () => addressGuard(port, [UI_PORT]).assertAllowed(address);
    if (isOpen) ask();
    else
      assert.throws(ask, {
        message: `${address} is an address of this machine, or link-local; a tick in the gateway's dialog allows it`,
      });
  });
}

test("of our own addresses the ports of Node-RED and of the gateway are closed, others are open", () => {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  for (const { address, internal } of own) {
    if (internal || address.startsWith("fe80:")) continue;
    assert.throws(() => addressGuard(UI_PORT, [UI_PORT, 8080]).assertAllowed(address));
    assert.throws(() => addressGuard(8080, [UI_PORT, 8080]).assertAllowed(address));
    addressGuard(8123, [UI_PORT, 8080]).assertAllowed(address);
  }
});

test("a name counts as the address that it resolves to", async (t) => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const web = openWeb({ allowsLocal: false, ownPorts: () => [] });
  for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]) {
    const url = `http://${host}:${port}/`;
    await assert.rejects(web.send({ method: "POST", url, body: {} }), /is an address of this machine/, host);
  }
  assert.equal(asked, 0);
});

test("of the addresses of a name those that are closed are left out", async () => {
  const found = await new Promise<unknown>((resolve) => {
    const done = (error: Error | null, addresses: unknown) => resolve(error ?? addresses);
    addressGuard(80, []).lookup("192.0.2.5", { all: true }, done as never);
  });
  assert.deepEqual(found, [{ address: "192.0.2.5", family: 4 }]);
  const one = await new Promise<unknown>((resolve) => {
    addressGuard(80, []).lookup("192.0.2.5", {}, (_, address) => resolve(address));
  });
  assert.ok(isIPv4(String(one)));
});

test("a redirect from elsewhere to this machine is not followed", async (t) => {
  let asked = 0;
  const inside = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  t.after(() => inside.close());
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/flow`;
  const outside = createServer((_, response) => response.writeHead(307, { Location: location }).end());
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  t.after(() => outside.close());
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  assert.equal(await openWeb({ allowsLocal: true, ownPorts: () => [] }).send({ method: "POST", url, body: {} }), 307);
  assert.equal(asked, 0);
});
