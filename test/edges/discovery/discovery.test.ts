/** Discovery on real sockets, in multicast groups that no router passes on, on this machine alone. */
import assert from "node:assert/strict";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Announcement, openDiscovery } from "../../../src/edges/discovery/discovery.ts";
import { type DnsMessage, readMessage, TYPE, writeMessage } from "../../../src/edges/discovery/dns.ts";
import { openMulticastSocket } from "../../../src/edges/discovery/multicast-socket.ts";
import type { Clock, Log } from "../../../src/model/ports.ts";
import { ANNOUNCEMENT } from "../../support/discovery.ts";
import { loudLog } from "../../support/fakes.ts";

const LOOPBACK = { ip: "127.0.0.1", netmask: "255.0.0.0" };
const HUE = ["_hue", "_tcp", "local"];

/** The real time, without a real gateway's clock. */
const clock: Clock = {
  now: () => Date.now(),
  uptime: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  everySecond: () => () => {},
};

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 40_000;
  while (!holds()) {
    assert.ok(performance.now() < end, `waited in vain until ${holds}`);
    await sleep(20);
  }
}

async function bound(options: { port?: number; address?: string; reuseAddr?: boolean } = {}): Promise<Socket> {
  const { reuseAddr = false, ...where } = options;
  const socket = createSocket({ type: "udp4", reuseAddr });
  socket.bind({ port: 0, ...where });
  await once(socket, "listening");
  return socket;
}

/** Two ports that are free now. */
async function groups() {
  const sockets = [await bound(), await bound()];
  const [ssdp = 0, mdns = 0] = sockets.map((socket) => socket.address().port);
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => void socket.close(resolve))));
  return {
    ssdp: { address: "239.255.255.250", port: ssdp, ttl: 1 },
    mdns: { address: "224.0.0.251", port: mdns, ttl: 1 },
  };
}

interface Listener {
  readonly heard: { readonly bytes: Buffer; readonly from: RemoteInfo }[];
  readonly say: (bytes: Buffer | string) => void;
}

/** Another device in the group. */
async function listener(context: TestContext, { address, port }: { address: string; port: number }): Promise<Listener> {
  const ear = await bound({ port, address, reuseAddr: true });
  const mouth = await bound({ address: "127.0.0.1" });
  ear.addMembership(address, LOOPBACK.ip);
  mouth.setMulticastInterface(LOOPBACK.ip);
  const heard: { bytes: Buffer; from: RemoteInfo }[] = [];
  for (const socket of [ear, mouth]) socket.on("message", (bytes, from) => heard.push({ bytes, from }));
  context.after(() => {
    ear.close();
    mouth.close();
  });
  return { heard, say: (bytes) => mouth.send(bytes, port, address) };
}

function open(
  context: TestContext,
  where: Awaited<ReturnType<typeof groups>>,
  log: Log,
  announcement: () => Announcement | undefined = () => ANNOUNCEMENT,
) {
  const networks = () => [LOOPBACK];
  const gateway = openDiscovery({ clock, log, announcement, networks, groups: where, random: () => 0, every: 50 });
  context.after(() => gateway.stop());
  return gateway;
}

const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith("UDP")).length;
const texts = ({ heard }: Listener) => heard.map(({ bytes }) => bytes.toString());
const messages = ({ heard }: Listener) => heard.flatMap(({ bytes }) => readMessage(bytes) ?? []);
const instances = (said: readonly DnsMessage[]) =>
  new Set(
    said
      .flatMap(({ isResponse, answers }) => (isResponse ? answers : []))
      .flatMap(({ type, name }) => (type === TYPE.SRV ? [name[0]] : [])),
  );

test("two gateways are found by both ways, survive packets of any kind, and take leave", {
  timeout: 60_000,
}, async (context) => {
  const where = await groups();
  const log = loudLog();
  const [ssdp, mdns] = [await listener(context, where.ssdp), await listener(context, where.mdns)];
  const other = {
    ...ANNOUNCEMENT,
    bridgeid: "00212EFFFF00BEEF",
    uuid: "00000000-1111-4222-a333-444444444444",
    port: 1881,
  };
  const gateways = [open(context, where, log), open(context, where, log, () => other)];

  await until(() => texts(ssdp).filter((text) => text.startsWith("NOTIFY")).length >= 6);
  assert.ok(texts(ssdp).some((text) => text.includes("http://127.0.0.1:1881/nr/description.xml")));
  await until(() => instances(messages(mdns)).size === 2);

  for (let index = 0; index < 300; index += 1) {
    const rubbish = Buffer.from(Array.from({ length: index }, (_, at) => (index * 31 + at * 17) & 0xff));
    ssdp.say(Buffer.concat([Buffer.from("M-SEARCH * HTTP/1.1\r\n"), rubbish]));
    mdns.say(rubbish);
  }
  mdns.say(Buffer.alloc(0));

  const found = () =>
    texts(ssdp).flatMap((text) => /^HTTP\/1.1 200 OK\r\n.*GWID.phoscon.de: (\w+)\r/s.exec(text)?.[1] ?? []);
  await until(() => {
    ssdp.say('M-SEARCH * HTTP/1.1\r\nMAN: "ssdp:discover"\r\nMX: 1\r\nST: urn:schemas-upnp-org:device:basic:1\r\n\r\n');
    return new Set(found()).size === 2;
  });
  const asked = (message: DnsMessage) => message.id === 9 && message.isResponse;
  const named = () =>
    new Set(
      messages(mdns)
        .filter(asked)
        .map(({ answers }) => String(answers[0]?.data)),
    );
  await until(() => {
    mdns.say(writeMessage({ id: 9, questions: [{ name: HUE, type: TYPE.PTR, unicastResponse: false }] }));
    return named().size === 2;
  });

  mdns.heard.length = 0;
  ssdp.heard.length = 0;
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await until(() => texts(ssdp).filter((text) => text.includes("ssdp:byebye")).length === 6);
  const goodbyes = () =>
    messages(mdns).filter((said) => said.answers.length > 0 && said.answers.every(({ ttl }) => ttl === 0));
  await until(() => goodbyes().length === 2);
  assert.deepEqual(log.lines, []);
  await until(() => sockets() === 4); // those of this test
});

test("a port that another program has for itself: one line, and it is there as soon as the port is free", {
  timeout: 60_000,
}, async (context) => {
  const where = await groups();
  const log = loudLog();
  const mdns = await listener(context, where.mdns);
  const thief = await bound({ port: where.ssdp.port });
  const gateway = open(context, where, log);
  await until(() => instances(messages(mdns)).size === 1);
  await until(() => log.lines.length > 0);
  const said = `/config/discovery: other programs may not find this gateway: UDP port ${where.ssdp.port} is in use by another program that does not share it`;
  assert.deepEqual(log.lines, [said]);
  thief.close();
  await once(thief, "close");
  const ssdp = await listener(context, where.ssdp);
  await until(() => texts(ssdp).length > 0);
  await gateway.stop();
  assert.deepEqual(log.lines, [said]);
});

test("a network that cannot do multicast costs one line each, and nothing else", {
  timeout: 60_000,
}, async () => {
  const where = await groups();
  const log = loudLog();
  const networks = () => [{ ip: "203.0.113.77", netmask: "255.255.255.0" }]; // not this machine's
  const gateway = openDiscovery({ clock, log, announcement: () => ANNOUNCEMENT, networks, groups: where });
  await until(() => log.lines.length === 2);
  assert.match(log.lines.join("\n"), /^(.*the network cannot do multicast\n?){2}$/);
  await gateway.stop();
});

test("a packet that cannot be sent is told, never thrown, and no more once it is closed", async () => {
  const { ssdp } = await groups();
  const told: string[] = [];
  const onUnsent = (why: string) => void told.push(why);
  const socket = await openMulticastSocket({
    group: ssdp,
    networks: [LOOPBACK],
    onMessage: () => {},
    onBroken: onUnsent,
    onUnsent,
  });
  await socket.send(Buffer.from("x"), { address: "192.0.2.1", port: 70_000 });
  await socket.multicast(() => {
    throw new Error("our own bug");
  });
  await socket.multicast(() => undefined);
  const begin = `UDP port ${ssdp.port} cannot be used: `;
  assert.deepEqual(told.splice(0), [`${begin}ERR_SOCKET_BAD_PORT`, `${begin}our own bug`]);
  socket.close();
  await socket.send(Buffer.from("x"), { address: "127.0.0.1", port: 9 });
  await socket.multicast(() => Buffer.from("x"));
  socket.close();
  assert.deepEqual(told, []);
});

test("changes are followed: a new name, no more port", { timeout: 60_000 }, async (context) => {
  const where = await groups();
  const log = loudLog();
  const mdns = await listener(context, where.mdns);
  let announcement: Announcement | undefined = ANNOUNCEMENT;
  const gateway = open(context, where, log, () => announcement);
  await until(() => instances(messages(mdns)).has("Home - 0A1B2C"));
  announcement = { ...ANNOUNCEMENT, name: "Cottage" };
  await until(() => instances(messages(mdns)).has("Cottage - 0A1B2C"));
  mdns.heard.length = 0;
  announcement = undefined;
  await until(() => messages(mdns).some(({ answers }) => answers.some(({ ttl }) => ttl === 0)));
  await gateway.stop();
  assert.deepEqual(log.lines, []);
});
