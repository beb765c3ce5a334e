/** Looking for new devices on the real zigbee-herdsman and a simulated stick, over HTTP (automation 5, and its rows 160 to 165). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openRadioGateway, until } from "../support/radio-gateway.ts";

const NEW = "/sensors/new";

test("a search, from the first one to a network that is closed again", async (t) => {
  const stage = await openRadioGateway(t);
  const { house } = stage;
  const step = (says: string, run: () => Promise<void>) => t.test(says, run);
  const lastscan = async () => (await stage.get(NEW)).lastscan;
  const openFor = () => house.air.openFor() / 1000; // seconds
  const isOpen = (least: number, most: number) =>
    until(
      () => openFor() > least && openFor() <= most,
      () => `the network is open for ${openFor()} s, not ${least} to ${most}`,
    );

  await step("165: a body that says something is no search, and opens nothing", async () => {
    const { status, body } = await stage.ask("POST", "/sensors", { name: "x" });
    assert.equal(status, 400);
    assert.equal((body as [{ error: { type: number } }])[0].error.type, 5);
    assert.deepEqual([await lastscan(), house.air.openFor()], ["none", 0]);
  });

  await step("160: a body of nothing begins one: the network is open, and who comes in is found", async () => {
    assert.deepEqual(await stage.ask("POST", "/sensors", {}), {
      status: 200,
      body: [{ success: { "/sensors": "Searching for new devices", "/sensors/duration": 60 } }],
    });
    assert.equal(await lastscan(), "active");
    await isOpen(0, 60);
    const [ieee] = house.apply(undefined, { add: { profile: "motion sensor" } }).added as [string];
    await until(
      async () => Object.keys(await stage.get(NEW)).length > 1,
      () => `${ieee} is found: ${stage.log.slice(-5).join("; ")}`,
    );
  });

  await step("163: permitjoin opens for as long as it says", async () => {
    assert.equal((await stage.ask("PUT", "/config", { permitjoin: 120 })).status, 200);
    await isOpen(60, 120);
    assert.equal(await lastscan(), "active");
  });

  await step("162: permitjoin 0 ends it at once, on air too; what it has found stays", async () => {
    assert.equal((await stage.ask("PUT", "/config", { permitjoin: 0 })).status, 200);
    await until(
      () => house.air.openFor() === 0,
      () => "the network is closed",
    );
    const { lastscan: began, ...found } = await stage.get(NEW);
    assert.match(String(began), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.ok(Object.keys(found).length > 0);
    assert.deepEqual(stage.errors, []);
  });
});
