/** The answers of an EmberZNet stick to its host, byte by byte, in each version of its protocol, and its memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VirtualNetwork } from "../../../../src/virtual/air/virtual-network.ts";
import { reader, write } from "../../../../src/virtual/devices/bytes.ts";
import { openEmber } from "../../../../src/virtual/sticks/ember/ember-stick.ts";
import { type EmberHost, emberHost, PREFORMED, startedHost } from "../../../support/ember-stick.ts";
import { testStation } from "../../../support/virtual.ts";

const ONE = "0x00158d0000000001";
const UP = { 13: "90", 14: "15000000" } as const;
const OK = { 13: "00", 14: "00000000" } as const;
const ANYBODY = "0xffffffffffffffff";
const WELL_KNOWN = Buffer.from("ZigBeeAlliance09");

const aps = (cluster: number, options = 0x1140) => write().u16(0x0104, cluster).u8(1, 1).u16(options, 0).u8(0);
const toggle = (address: number, tag: number, version: number, length = 3) => {
  const message = write().u8(0).u16(address).bytes(aps(6).done());
  if (version >= 14) message.u16(tag);
  else message.u8(tag);
  return message.u8(length).bytes(Buffer.alloc(length, 1));
};

async function join({ ask, network, told, tells }: EmberHost, ieee = ONE) {
  const station = testStation({ ieee });
  await ask(0x111, write().ieee(ANYBODY).bytes(WELL_KNOWN).u8(0));
  await ask(0x22, write().u8(60));
  assert.ok(network.join(station));
  await tells(0x45); // that it is there
  told.length = 0;
  return { station, address: network.addressOf(ieee) ?? assert.fail() };
}

for (const version of [13, 14] as const) {
  test(`version ${version}: it tells its version, and takes up its network`, async (t) => {
    const { ask, tells } = await emberHost(t, { version });
    assert.equal(await ask(0x00, write().u8(version)), version === 13 ? "0d024074" : "0e022080");
    assert.equal(await ask(0x28), `${version === 13 ? "93" : "17000000"}${"00".repeat(21)}`, "it is off the air");
    assert.equal(await ask(0x18), "00");
    assert.equal(await ask(0x17, write().u16(3)), OK[version]);
    assert.deepEqual(await tells(0x19), [UP[version]]);
    assert.equal(await ask(0x18), "02");
    const parameters = "0102030405060708621a050f00000000" + "00f8ff07";
    assert.equal(await ask(0x28), `${OK[version]}01${parameters}`);
    assert.equal(await ask(0x26), "332211fefff6ef0c");
  });

  test(`version ${version}: a message that is sent arrives, and its end is told after the answer`, async (t) => {
    const host = await startedHost(t, { version });
    const { station, address } = await join(host);
    const answer = await host.ask(0x34, toggle(address, 7, version));
    assert.ok(answer.startsWith(OK[version]));
    const sequence = answer.slice(-2);
    const [sent] = await host.tells(0x3f);
    const to = write().u16(address).done().toString("hex");
    const frame = `04010600010140110000${sequence}`;
    assert.equal(sent, version === 13 ? `00${to}${frame}070000` : `0000000000${to}${frame}070000`);
    const [heard] = await host.tells(0x45);
    assert.equal(heard?.slice(0, 2), "00");
    assert.equal(station.heard.length, 1);
  });
}

test("a message beyond the stick's limits is refused, and does not go out", async (t) => {
  const host = await startedHost(t, { sizes: { messages: 1, multicast: 2 } });
  const { station, address } = await join(host);
  station.reach = "no-ack";
  assert.ok((await host.ask(0x34, toggle(address, 1, 13))).startsWith("00"));
  assert.ok((await host.tells(0x3f))[0]?.includes("0166"), "it failed, after three tries");
  assert.equal(host.network.counters.to.get(ONE)?.unicast, 3);
  let second = "";
  for (let tries = 0; tries < 50 && second !== "7200"; tries += 1) {
    await host.ask(0x34, toggle(address, 1, 13));
    second = await host.ask(0x34, toggle(address, 2, 13)); // on a slow machine the first has ended already
  }
  assert.equal(second, "7200", "one is under way already");
  assert.equal(await host.ask(0x34, toggle(address, 3, 13, 83)), "7400", "it is too long");
  assert.equal(await host.ask(0x64, write().u8(1).u16(5).u8(1, 0)), "00");
  assert.equal(await host.ask(0x64, write().u8(2).u16(5).u8(1, 0)), "b1");
  host.stick.busy(1, "overflow");
  assert.equal(await host.ask(0x34, toggle(address, 3, 13)), "1800");
  host.stick.firmware.loseNetwork();
  assert.deepEqual(await host.tells(0x19), ["91"]);
  assert.equal(await host.ask(0x34, toggle(address, 3, 13)), "9100");
});

test("a group that it is not asked to hear is not heard", async (t) => {
  const host = await startedHost(t);
  const { station } = await join(host);
  const say = (group: number) =>
    station.air?.send({ to: { group }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: Buffer.of(0x11, 1, 2) });
  await host.ask(0x64, write().u8(0).u16(7).u8(1, 0));
  say(5);
  say(7);
  const heard = await host.tells(0x45);
  assert.equal(heard.length, 1);
  assert.equal(reader(Buffer.from(heard[0]?.slice(18, 22) ?? "", "hex")).u16(), 7);
});

test("commands that it does not know, or gets in pieces, are said to be unknown", async (t) => {
  const { ask, stick } = await emberHost(t);
  assert.equal(await ask(0x7777), "unknown");
  assert.equal(await ask(0x34, write().u8(0)), "unknown");
  stick.knowsInterPan(false);
  assert.equal(await ask(0xb9, write().u8(11)), "unknown");
});

test("keys are exported as the version has them; a link key has its row", async (t) => {
  const context = (kind: number) => write().u8(kind).bytes(Buffer.alloc(17));
  const key = Buffer.from(PREFORMED.networkKey).toString("hex");
  const former = await emberHost(t, { version: 13 });
  assert.equal(await former.ask(0x114, context(1)), `${key}00000000`);
  const newer = await emberHost(t, { version: 14 });
  assert.equal(await newer.ask(0x114, context(1)), `00000000${key}01${"00".repeat(17)}`);
  assert.equal(await former.ask(0x10e, write().u8(2).ieee(ONE).bytes(Buffer.alloc(16, 9))), "00000000");
  assert.equal(await former.ask(0x10e, write().u8(99).ieee(ONE).bytes(Buffer.alloc(16, 9))), "27000000");
  assert.ok((await former.ask(0x10f, write().u8(2))).includes("09".repeat(16)));
  assert.equal(await former.ask(0x76, write().u8(2)), "00");
  assert.ok((await former.ask(0x10f, write().u8(2))).endsWith("2d000000"));
});

test("its address can be written once more, or not: and is obeyed from the next start on", async (t) => {
  const token = (ieee: string) => write().u32(0xe12a, 0, 8).ieee(ieee);
  const once = await emberHost(t, { rewritable: "once" });
  assert.ok((await once.ask(0x102, write().u32(0xe12a, 0))).startsWith("00"));
  assert.equal(await once.ask(0x103, token(ONE)), "00");
  assert.equal(await once.ask(0x26), "010000008d150000".replace("8d150000", "008d1500"));
  assert.equal(await once.ask(0x103, token(ANYBODY)), "70");
  const never = await emberHost(t, { rewritable: "no" });
  assert.ok(!(await never.ask(0x102, write().u32(0xe12a, 0))).startsWith("00"));
  assert.equal(await never.ask(0x103, token(ONE)), "70");
});

test("it hears how loud each channel is", async (t) => {
  const { ask, tells, network } = await startedHost(t);
  network.energy.set(12, -40);
  assert.equal(
    await ask(
      0x1a,
      write()
        .u8(0)
        .u32((1 << 11) | (1 << 12))
        .u8(1),
    ),
    "00000000",
  );
  await tells(0x1c);
  assert.deepEqual(await tells(0x48, 2), ["0ba1", "0cd8"]);
});

test("saved and opened again it is the same stick; without power it is off the air", async (t) => {
  const host = await startedHost(t);
  await host.ask(
    0x38,
    write()
      .bytes(aps(6, 0x1000).done())
      .u8(12, 12, 1, 3)
      .bytes(Buffer.of(1, 2, 3)),
  );
  assert.equal(host.stick.frameCounter, 1);
  const saved = JSON.parse(JSON.stringify(host.stick.save()));
  const network = new VirtualNetwork();
  const again = await openEmber({ network, saved });
  t.after(() => again.close());
  assert.deepEqual(again.save(), saved);
  assert.deepEqual([again.ieee, again.channel, again.frameCounter], [PREFORMED.ieee, 15, 1]);
  assert.equal(again.identity?.extendedpanid, "0x0807060504030201", "the mirror image of herdsman's option");
  host.control.length = 0;
  host.stick.reboot();
  while (host.control.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.equal(await host.reset().then(() => host.ask(0x18)), "00");
});

test("a key with which devices join is forgotten when it is told to be", async (t) => {
  const { ask, network, stick } = await startedHost(t);
  const station = testStation({ ieee: ONE, joinKey: "0a".repeat(16) });
  await ask(0x111, write().ieee(ANYBODY).bytes(WELL_KNOWN).u8(0));
  await ask(0x22, write().u8(60));
  assert.equal(network.join(station), false, "that is not its key");
  await ask(0x111, write().ieee(ONE).bytes(Buffer.alloc(16, 10)).u8(0));
  assert.equal(stick.installCodes.get(ONE), "0a".repeat(16));
  assert.equal(network.join(station), true);
  await ask(0x6b);
  assert.equal(network.join(station), false);
  assert.equal(network.join(testStation({ ieee: "0x00158d0000000002" })), false, "nor does anybody");
});
