/** The small families that clients ask for at connect (wire 8). */
import assert from "node:assert/strict";
import type { Address } from "../../src/model/resource.ts";
import { clip } from "../support/fakes.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

contract("8.5: capabilities", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPAlarm"));
  await created(ask, "/resourcelinks", { name: "n", classid: 1, links: [] });
  const { timezones, ...others } = await seen(ask, "/capabilities");
  assert.deepEqual(timezones, { values: await seen(ask, "/info/timezones") });
  assert.deepEqual(others, {
    groups: { available: 100, total: 100 },
    lights: { available: 200, total: 200 },
    resourcelinks: { available: 99, total: 100 },
    rules: {
      available: 500,
      total: 500,
      actions: { available: 1000, total: 1000 },
      conditions: { available: 1000, total: 1000 },
    },
    scenes: { available: 100, total: 100, lightstates: { available: 1000, total: 1000 } },
    schedules: { available: 500, total: 500 },
    sensors: {
      available: 999,
      total: 1000,
      clip: { available: 999, total: 1000 },
      zgp: { available: 200, total: 200 },
      zll: { available: 200, total: 200 },
    },
    streaming: { available: 0, channels: 50, total: 0 },
  });
});

contract("8.4: time zones, each of which the config takes", async ({ ask }) => {
  const names: string[] = await seen(ask, "/info/timezones");
  assert.ok(names.length > 300);
  for (const name of ["UTC", "Europe/Berlin", "Asia/Tokyo"]) assert.ok(names.includes(name), name);
  assert.equal((await ask("PUT", "/config", { timezone: names.at(-1) })).status, 200);
});

const EMPTY: Address[] = ["/alarmsystems", "/lights", "/groups", "/rules", "/schedules"];
contract("families that hold nothing yet", async ({ ask }) => {
  for (const family of EMPTY) assert.deepEqual(await seen(ask, family), {}, family);
});

contract("scenes at the top level are nothing, and do no harm (automation 3.1)", async ({ ask }) => {
  for (const address of ["/scenes", "/scenes/1", "/scenes/abc/lights/1/state"] as Address[]) {
    for (const method of ["GET", "PUT", "PATCH", "POST", "DELETE"] as const) {
      const { status, body } = await ask(method, address, method === "GET" ? undefined : { name: "x" });
      assert.deepEqual([status, body], [200, {}], `${method} ${address}`);
    }
  }
});

contract("8.1: devices", async ({ ask }) => {
  assert.deepEqual(await seen(ask, "/devices"), []);
  const mac: Address = "/devices/00:11:22:33:44:55:66:77";
  assert.deepEqual(inShort(await ask("GET", mac)), [404, [3, mac]]);
  assert.deepEqual(inShort(await ask("GET", `${mac}/ddf`)), [404, [3, `${mac}/ddf`]]);
});
