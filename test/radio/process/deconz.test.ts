/** A simulated ConBee behind the real radio process: the work that herdsman's adapter for it does not do by itself. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { aes128MmoHash } from "zigbee-herdsman/dist/zspec/utils.js";
import { testStick } from "../../../src/radio/sticks.ts";
import { type DeconzOptions, type DeconzStick, openDeconz } from "../../../src/virtual/sticks/deconz/deconz-stick.ts";
import { COMMAND, toBytes } from "../../../src/virtual/sticks/deconz/serial-frame.ts";
import { forkRadio, type RadioProcess } from "../../support/radio-process.ts";
import { type Stage, stage } from "../../support/radio-stage.ts";
import { type TestStation, testStation } from "../../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const OTHER = "0x00158d0000000002";
const SPARE = "0x00212effff0000ff";
const LEAP = 100_000;
const CODE = "83fed3407a939723a5c639b26916d505c3b5";
/** Of a Green Power switch: the length, its frame control, its number, and its command. */
const PRESSED = "0600" + "0c" + "78563412" + "22";
const COMMISSIONS = "0800" + "0c" + "78563412" + "e00202";
const ON = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;
const LONG_TEXT = { do: "write", target: { ieee: LAMP, endpoint: 1 }, cluster: 0, attributes: { 16: "x".repeat(200) } };

interface LampStage extends Stage {
  readonly conbee: DeconzStick;
  readonly lamp: TestStation;
}

async function withLamp(t: TestContext, options: Partial<DeconzOptions> = {}): Promise<LampStage> {
  let opened: DeconzStick | undefined;
  const all = await stage(t, {
    open: async (given) => {
      opened = await openDeconz({ ...(given as DeconzOptions), ...options });
      return opened;
    },
  });
  const lamp = testStation({ ieee: LAMP });
  all.network.add(lamp);
  await all.radio.ask({ type: "permit", seconds: 60 });
  assert.equal(all.network.join(lamp), true);
  await all.radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
  await all.radio.ask({ type: "permit", seconds: 0 });
  return { ...all, conbee: opened ?? assert.fail(), lamp };
}

/** Another stick in the place of the first. */
async function replaced(t: TestContext, { radio, network, conbee }: LampStage, options: Partial<DeconzOptions>) {
  await radio.ask({ type: "backup" });
  const counted = conbee.frameCounter;
  await radio.stop();
  await conbee.close();
  const spare = await openDeconz({ network, ieee: SPARE, ...options });
  t.after(() => spare.close());
  return { counted, spare };
}

// Mostly they wait.
describe("a ConBee", { concurrency: 3 }, () => {
  test("a blank stick in place of another one counts on from far ahead, and the devices hear it", async (t) => {
    const all = await withLamp(t);
    const { counted, spare } = await replaced(t, all, {});
    const next = await all.again({ path: `tcp://127.0.0.1:${spare.port}` });
    assert.equal(spare.ieee, all.conbee.ieee);
    assert.ok(spare.frameCounter > counted + LEAP, `${spare.frameCounter} after ${counted}`);
    assert.deepEqual(await next.order(ON), { state: { state: "ON" } });
    assert.equal(all.network.counters.replayed, 0);
    await next.ask({ type: "backup" });
    assert.ok(backupIn(all).network_key.frame_counter > counted + LEAP);
  });

  test("firmware that cannot take over the frame counter is not given the network", async (t) => {
    const all = await withLamp(t);
    const { counted, spare } = await replaced(t, all, { generation: "ConBee" });
    const counter = () => JSON.parse(readFileSync(join(all.folder, "network.json"), "utf8")).counter;
    const known = counter();
    const next = forkRadio();
    t.after(() => next.stop());
    await assert.rejects(next.start({ ...all.settings, path: `tcp://127.0.0.1:${spare.port}` }));
    assert.match((await next.heard("down")).reason, /too old to take over the devices/);
    assert.equal(counter(), known, "it is tried again and again: the numbers for frames must last");
    assert.ok(backupIn(all).network_key.frame_counter >= counted - 1);
    assert.match(readFileSync(join(all.folder, "database.db"), "utf8"), new RegExp(LAMP));
  });

  test("a frame that the stick never confirms, refuses or sends too late ends soon, and the next order is carried out", async (t) => {
    const { radio, conbee, network, lamp } = await withLamp(t);
    const other = testStation({ ieee: OTHER });
    await radio.ask({ type: "permit", seconds: 60 });
    network.add(other);
    assert.equal(network.join(other), true);
    await radio.heard("device", ({ device }) => device.ieee === OTHER && device.interviewed);

    conbee.firmware.transmission.loseConfirms(1);
    const lost = await ended(radio);
    assert.ok(["done", "timeout", "unreachable"].includes(lost), lost);
    assert.equal(await ended(radio), "done", "its lane is free again");

    conbee.busy(2);
    assert.equal(await ended(radio), "done", "a busy stick is asked once more");

    await assert.rejects(radio.order(LONG_TEXT as never), { code: "invalid" });
    assert.equal(await ended(radio), "done", "a frame that is too long blocks nothing");

    const hear = lamp.hear.bind(lamp);
    lamp.hear = ({ bytes, profile, cluster }) => {
      const answer = Buffer.of(0x18, bytes[1] ?? 0, 0x0b, bytes[2] ?? 0, 0);
      other.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile, cluster, bytes: answer });
    };
    assert.equal(await ended(radio), "timeout", "another device answered with the same number");
    lamp.hear = hear;

    conbee.firmware.transmission.fill(true);
    assert.equal(await ended(radio, 15_500), "busy", "it is told before the time of the order is over");
    conbee.firmware.transmission.fill(false);
    assert.equal(await ended(radio), "done");
  });

  test("a line that breaks is told at once, and a stick that has left its network soon; both come back", async (t) => {
    const { radio, conbee, again } = await withLamp(t);
    conbee.firmware.leaveNetwork();
    assert.match((await radio.heard("down")).reason, /the stick has left its network, and is started again/);
    assert.equal(await radio.ended, 0);
    const next = await again();
    assert.equal(await ended(next), "done");
    const since = performance.now();
    conbee.reboot();
    assert.match((await next.heard("down")).reason, /the connection was lost/);
    assert.ok(performance.now() - since < 3000, "not only when it has been silent for long");
    assert.equal(await next.ended, 0);
    const last = await again();
    assert.equal(await ended(last), "done");
    assert.ok(last.log.every((line) => !line.startsWith("error")));
  });

  for (const generation of ["ConBee", "ConBee II", "ConBee III"] as const)
    test(`a blank ${generation} is known by the test of sticks, is given a network, and its lamp obeys`, async (t) => {
      const { radio, conbee } = await withLamp(t, { generation, preformed: undefined });
      assert.equal(await ended(radio), "done");
      assert.equal(conbee.identity?.channel, 15);
      await radio.stop();
      const since = performance.now();
      const found = await testStick({ path: `tcp://127.0.0.1:${conbee.port}` });
      assert.deepEqual([found.ok, found.ok && found.adapter], [true, "deconz"]);
      assert.ok(performance.now() - since < 10_000);
    });

  test("a device that has an install code comes in under it, and under no other; Green Power frames do no harm", async (t) => {
    const { radio, conbee, network } = await withLamp(t);
    const joinKey = aes128MmoHash(Buffer.from(CODE, "hex")).toString("hex");
    const newcomer = testStation({ ieee: OTHER, joinKey });
    network.add(newcomer);
    await radio.ask({ type: "permit", seconds: 60 });
    assert.equal(network.join(newcomer), false);
    await radio.ask({ type: "installcode", code: `${OTHER.slice(2)}|${CODE}` });
    assert.equal(conbee.installCodes.get(OTHER), joinKey);
    assert.equal(network.join(newcomer), true);
    await radio.heard("device", ({ device }) => device.ieee === OTHER && device.interviewed);
    for (const data of [PRESSED, COMMISSIONS, "8c", ""])
      conbee.garbage(toBytes({ command: COMMAND.GREEN_POWER, sequence: 0, result: 0, data: Buffer.from(data, "hex") }));
    assert.equal(await ended(radio), "done");
    assert.ok(radio.log.every((line) => !line.startsWith("error")));
  });

  test("the backup holds the stick's present frame counter", async (t) => {
    const all = await withLamp(t);
    for (let sent = 0; sent < 5; sent += 1) await all.radio.order(ON);
    const counted = all.conbee.frameCounter;
    await all.radio.ask({ type: "backup" });
    assert.ok(backupIn(all).network_key.frame_counter >= counted);
  });
});

function backupIn({ folder }: Stage): { readonly network_key: { readonly frame_counter: number } } {
  return JSON.parse(readFileSync(join(folder, "coordinator_backup.json"), "utf8"));
}

/** How an order ends, at its deadline at the latest. */
async function ended(radio: RadioProcess, deadline = 10_400): Promise<string> {
  return await radio.order(ON, deadline).then(
    () => "done",
    ({ code }) => String(code),
  );
}
