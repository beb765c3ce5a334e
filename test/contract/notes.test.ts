/** The notes that programs leave with the gateway: resourcelinks (wire 8.2) and userparameters (wire 8.6). */
import assert from "node:assert/strict";
import { type Address, NOT_JSON } from "../../src/model/resource.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

const LINK = { name: "homebridge", classid: 2, links: ["/sensors/1"] };

contract("resourcelinks: create, read, list", async ({ ask, key }) => {
  assert.equal(await created(ask, "/resourcelinks", { ...LINK, type: "whatever" }), "1");
  const link = { ...LINK, description: "", owner: key, recycle: false, type: "Link" };
  assert.deepEqual(await seen(ask, "/resourcelinks/1"), link);
  assert.deepEqual(await seen(ask, "/resourcelinks"), { "1": link });
  assert.deepEqual(inShort(await ask("GET", "/resourcelinks/2")), [404, [3, "/resourcelinks/2"]]);
});

contract("resourcelinks: all that is wrong is told", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("POST", "/resourcelinks", { name: 5, foo: 1, recycle: "no" })), [
    400,
    [5, "/resourcelinks/classid"],
    [5, "/resourcelinks/links"],
    [7, "/resourcelinks/name"],
    [6, "/resourcelinks/foo"],
    [7, "/resourcelinks/recycle"],
  ]);
  for (const links of ["x", [5], {}, null]) {
    assert.deepEqual(inShort(await ask("POST", "/resourcelinks", { ...LINK, links })), [
      400,
      [7, "/resourcelinks/links"],
    ]);
  }
  for (const body of [NOT_JSON, [], 5, undefined]) {
    assert.deepEqual(inShort(await ask("POST", "/resourcelinks", body)), [400, [2, "/resourcelinks"]]);
  }
  assert.deepEqual(await seen(ask, "/resourcelinks"), {});
});

contract("resourcelinks: change and delete; the lowest free id is next", async ({ ask }) => {
  for (let id = 1; id <= 3; id += 1) await created(ask, "/resourcelinks", LINK);
  const change = { name: "n", description: "d", classid: 3, links: [], recycle: true };
  assert.deepEqual(inShort(await ask("PUT", "/resourcelinks/2", change)), [
    200,
    ...Object.entries(change).map(([name, value]) => ({ [`/resourcelinks/2/${name}`]: value })),
  ]);
  assert.equal((await seen(ask, "/resourcelinks/2")).description, "d");
  assert.deepEqual(inShort(await ask("PUT", "/resourcelinks/2", {})), [200]);
  for (const fixed of ["owner", "type"]) {
    const reply = await ask("PUT", "/resourcelinks/2", { [fixed]: "x" });
    assert.deepEqual(inShort(reply), [400, [8, `/resourcelinks/2/${fixed}`]]);
  }
  assert.deepEqual(inShort(await ask("PUT", "/resourcelinks/9", {})), [404, [3, "/resourcelinks/9"]]);
  assert.deepEqual(inShort(await ask("DELETE", "/resourcelinks/2")), [200, "/resourcelinks/2 deleted."]);
  assert.deepEqual(inShort(await ask("DELETE", "/resourcelinks/2")), [404, [3, "/resourcelinks/2"]]);
  assert.equal(await created(ask, "/resourcelinks", LINK), "2");
});

const DRAWER: Address = "/userparameter";
const ECHO = "/config/userparameter";

contract("userparameters: keep, read, replace, throw away", async ({ ask }) => {
  assert.deepEqual(await seen(ask, DRAWER), {});
  assert.equal(await created(ask, DRAWER, "first"), "1");
  assert.deepEqual(inShort(await ask("POST", `${DRAWER}/mine`, { a: [1] })), [200, { [ECHO]: "added new mine" }]);
  assert.deepEqual(await seen(ask, `${DRAWER}/mine`), { mine: '{"a":[1]}' });
  assert.deepEqual(inShort(await ask("POST", `${DRAWER}/mine`, "x")), [400, [100, `${DRAWER}/mine`]]);
  assert.deepEqual(inShort(await ask("PUT", `${DRAWER}/mine`, "x")), [200, { [ECHO]: "updated mine" }]);
  assert.deepEqual(inShort(await ask("PUT", `${DRAWER}/__proto__`, "y")), [200, { [ECHO]: "added new __proto__" }]);
  assert.deepEqual(await seen(ask, DRAWER), JSON.parse('{"1":"first","mine":"x","__proto__":"y"}'));
  assert.deepEqual(inShort(await ask("DELETE", `${DRAWER}/mine`)), [200, { [ECHO]: "key mine removed" }]);
  assert.deepEqual(inShort(await ask("DELETE", `${DRAWER}/mine`)), [404, [3, `${DRAWER}/mine`]]);
  assert.deepEqual(inShort(await ask("GET", `${DRAWER}/mine`)), [404, [3, `${DRAWER}/mine`]]);
});

contract("userparameters: what does not fit", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("POST", DRAWER, NOT_JSON)), [400, [2, DRAWER]]);
  assert.deepEqual(inShort(await ask("POST", DRAWER)), [400, [2, DRAWER]]);
  assert.deepEqual(inShort(await ask("PUT", `${DRAWER}/a`, "x".repeat(100_001))), [400, [7, `${DRAWER}/a`]]);
  assert.deepEqual(await seen(ask, DRAWER), {});
});
