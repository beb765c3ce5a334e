/** The list before a radio is chosen: which sticks there are, and which adapter answers on each. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { listSticks, testStick } from "../../src/radio/sticks.ts";
import { FAKE_STICKS, type FakeStick } from "../support/fake-sticks.ts";
import { hasPorts, plugIn } from "../support/pty.ts";

// each asks in a process of its own, which has 20 seconds
describe("sticks", { concurrency: 3 }, () => {
  test("each kind is found over TCP, after the questions for other kinds", async (t) => {
    await Promise.all(
      Object.entries(FAKE_STICKS).map(async ([adapter, { stick, firmware }]) => {
        const path = await listening(t, stick);
        assert.deepEqual(await testStick({ path }), { ok: true, adapter, firmware });
      }),
    );
  });

  test("a stick that answers in pieces, amid other things, is understood", async (t) => {
    const { stick, firmware } = FAKE_STICKS.zstack as { stick: FakeStick; firmware: string };
    const path = await listening(t, stick, (answer, socket) => {
      socket.write(Buffer.from("fe fe 05 44 80 c0 7e 1a 01 03 de ad 00".replaceAll(" ", ""), "hex"));
      for (const byte of answer) socket.write(Buffer.from([byte]));
    });
    assert.deepEqual(await testStick({ path, adapter: "zstack" }), { ok: true, adapter: "zstack", firmware });
  });

  test("another kind than the one that is set is named", async (t) => {
    const path = await listening(t, FAKE_STICKS.deconz?.stick as FakeStick);
    const answer = await testStick({ path, adapter: "ember" });
    assert.deepEqual(answer, {
      ok: false,
      reason: `${path}: this is a stick of another kind: choose deconz, or leave adapter and baud rate empty`,
    });
  });

  test("where no adapter answers, listens, or exists, one sentence tells the cure", async (t) => {
    const silent = await listening(t, () => Buffer.alloc(0));
    const [port = ""] = /\d+$/.exec(await closed()) ?? [];
    const cases: [path: string, reason: RegExp][] = [
      [silent, /: it can be reached, but no Zigbee adapter answers: check that its Zigbee mode is on$/],
      [`tcp://127.0.0.1:${port}`, /: nobody listens there: check the port number/],
      ["tcp://127.0.0.1", /: this is no address: write tcp:\/\/<host>:<port>$/],
      ["tcp://no-such-name.invalid:6638", /: no machine of this name is known: check the name/],
      ["mdns://no-such-service", /: no adapter with this name is heard in the network: check its name/],
      ["/dev/ttyUSB987", /^\/dev\/ttyUSB987: it is not there: plug the stick in and choose it again/],
      ["/dev/null", /^\/dev\/null: this is no serial port: choose the stick from the list$/],
    ];
    await Promise.all(
      cases.map(async ([path, reason]) => {
        const answer = await testStick({ path });
        assert.match(answer.ok ? `${path} answers` : answer.reason, reason);
      }),
    );
  });

  test("a serial port is opened at the speed at which a stick answers", {
    skip: !hasPorts && "only Linux has these ports",
  }, async (t) => {
    const { path, unplug } = await plugIn(FAKE_STICKS.deconz?.stick as FakeStick);
    t.after(unplug);
    const found = await testStick({ path, guess: "deconz" });
    assert.deepEqual(found, { ok: true, adapter: "deconz", baudRate: 38_400, firmware: "0x26780700" });
    const other = await testStick({ path, adapter: "deconz", baudRate: 115_200 });
    assert.equal(other.ok, true, "a pty does not mind the speed");
  });

  test("a serial port that another program has open is left to it", {
    skip: !hasPorts && "only Linux has these ports",
  }, async (t) => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { path, unplug } = await plugIn(() => {
      isAsked();
      return Buffer.alloc(0);
    });
    t.after(unplug);
    const began = Date.now();
    const first = testStick({ path });
    await asked;
    const second = await testStick({ path });
    assert.match(second.ok ? "" : second.reason, /^\/dev\/pts\/\d+: another program has it open: stop that program/);
    const silent = await first;
    assert.match(
      silent.ok ? "" : silent.reason,
      /: it opens, but no Zigbee adapter answers: unplug it and plug it in again/,
    );
    assert.ok(Date.now() - began < 20_000, "a person waits for it");
  });

  test("sticks are listed by the name that stays, others only where they are real", async (t) => {
    const root = mkdtempSync(join(tmpdir(), "zigbee-gateway-dev-"));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const [dev, sys] = [join(root, "dev"), join(root, "sys")];
    const usb = join(sys, "devices", "usb1", "1-1");
    const known = (name: string) => join(sys, "class", "tty", name);
    for (const folder of [
      join(dev, "serial", "by-id"),
      join(usb, "1-1:1.0", "ttyUSB1"),
      known("ttyUSB0"),
      known("ttyUSB1"),
      known("ttyAMA0"),
    ])
      mkdirSync(folder, { recursive: true });
    for (const name of ["ttyUSB0", "ttyUSB1", "ttyAMA0", "tty0", "ttyS0"]) symlinkSync("/dev/null", join(dev, name));
    writeFileSync(join(dev, "ttyACM9"), "a file by mistake");
    symlinkSync(join(usb, "1-1:1.0", "ttyUSB1"), join(known("ttyUSB1"), "device"));
    writeFileSync(join(usb, "manufacturer"), "Texas Instruments\n");
    writeFileSync(join(usb, "product"), "TI CC2531 USB CDC\n");
    const id = "usb-ITEAD_SONOFF_Zigbee_3.0_USB_Dongle_Plus_V2_20240122184111-if00";
    writeFileSync(join(dev, "ttyACM0"), "");
    symlinkSync("../../ttyACM0", join(dev, "serial", "by-id", id));
    symlinkSync("../../ttyACM7", join(dev, "serial", "by-id", "usb-gone_0123456789-if00"));
    assert.deepEqual(await listSticks({ dev, sys }), [
      {
        path: join(dev, "serial", "by-id", id),
        label: "ITEAD SONOFF Zigbee 3.0 USB Dongle Plus V2 (ttyACM0)",
        adapter: "ember",
      },
      { path: join(dev, "ttyUSB1"), label: "Texas Instruments TI CC2531 USB CDC (ttyUSB1)", adapter: "zstack" },
    ]);
    assert.deepEqual(await listSticks({ dev: join(root, "none"), sys }), []);
  });
});

/** The address of a server that is no more. */
async function closed(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `tcp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

function listening(
  t: TestContext,
  stick: FakeStick,
  say = (answer: Buffer, socket: Socket) => void socket.write(answer),
) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const answer = stick(bytes);
      if (answer.length > 0) say(answer, socket);
    });
  });
  t.after(() => server.close());
  return new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`tcp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
    });
  });
}
