/** The radio process with the real herdsman and converters, on a simulated stick: it starts, carries values both ways, and ends. */
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { stage } from "../../support/radio-stage.ts";
import { STICK } from "../../support/stick.ts";
import { testStation } from "../../support/virtual.ts";

const IEEE = "0x00124b0000001234";

test("a network is formed, a lamp joins, is set, tells, and is remembered", async (t) => {
  const { radio, again, folder, stick, network } = await stage(t, { preformed: false });
  const up = await radio.heard("up");
  assert.equal(up.network.formed, true);
  assert.equal(up.network.adapter, STICK);
  assert.equal(up.network.coordinator, stick.ieee);
  assert.equal(up.network.channel, 15);
  assert.match(up.network.firmware, /^0x[0-9a-f]{8}$/);
  assert.deepEqual(up.devices, []);
  for (const secret of ["network.json", "coordinator_backup.json"]) {
    assert.equal(statSync(join(folder, secret)).mode & 0o777, 0o600, secret);
  }

  const lamp = testStation({ ieee: IEEE });
  network.add(lamp);
  assert.equal(network.join(lamp), false, "nobody may come in by himself");
  await radio.ask({ type: "permit", seconds: 60 });
  await radio.heard("permit", ({ seconds }) => seconds === 60);
  assert.equal(network.join(lamp), true);
  const { device } = await radio.heard("device");
  assert.equal(device.ieee, IEEE);
  assert.equal(device.modelid, "Bulb");
  assert.equal(device.kind, "router");
  assert.equal(device.interviewed, true);
  assert.deepEqual(
    radio.events.map(({ kind }) => kind).filter((kind) => ["joined", "interviewing", "device"].includes(kind)),
    ["joined", "interviewing", "device"],
  );
  assert.equal(device.definition?.exposes.find(({ type }) => type === "switch")?.features?.[0]?.property, "state");

  const target = { ieee: IEEE, endpoint: 1 };
  assert.deepEqual(await radio.order({ do: "set", target, values: { state: "ON", transition: 1 } }), {
    state: { state: "ON" },
  });
  const toldOn = lamp.heard.some(({ frame: { cluster, bytes } }) => cluster === 6 && bytes[0] === 1 && bytes[2] === 1);
  assert.ok(toldOn, "the command on of the cluster on/off");

  radio.forget();
  lamp.air?.send({
    to: { address: 0, endpoint: 1 },
    endpoint: 1,
    profile: 0x0104,
    cluster: 6,
    bytes: Buffer.of(0x18, 77, 0x0a, 0, 0, 0x10, 0), // it reports: off
  });
  const told = await radio.heard("payload", ({ raw }) => raw?.sequence === 77);
  assert.deepEqual(told.payload, { state: "OFF" });
  assert.deepEqual(told.raw, {
    type: "attributeReport",
    cluster: "genOnOff",
    data: { onOff: 0 },
    group: 0,
    manufacturer: null,
    sequence: 77,
  });
  await radio.stop();
  assert.deepEqual(JSON.parse(readFileSync(join(folder, "states.json"), "utf8"))[IEEE].state, "OFF");

  const next = await again();
  const second = await next.heard("up");
  assert.equal(second.network.formed, false);
  assert.deepEqual([second.network.panid, second.network.extendedpanid], [up.network.panid, up.network.extendedpanid]);
  assert.deepEqual(
    second.devices.map(({ ieee, modelid }) => ({ ieee, modelid })),
    [{ ieee: IEEE, modelid: "Bulb" }],
  );
  assert.deepEqual(await next.order({ do: "set", target, values: { state: "OFF" } }), { state: { state: "OFF" } });
});

test("when its parent is gone, it ends by itself", async (t) => {
  const { radio } = await stage(t);
  radio.child.disconnect();
  assert.equal(await radio.ended, 0);
});
