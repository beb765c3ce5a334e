/** SSDP: the answers to the byte, which askers get them, when, and which do not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { UdpPeer } from "../../../src/edges/discovery/multicast-socket.ts";
import { ReplyLimits } from "../../../src/edges/discovery/reply-limits.ts";
import {
  aliveNotify,
  byebyeNotify,
  parseSearch,
  SSDP,
  SsdpAnnouncer,
  searchResponse,
  ssdpTargets,
  targetsFor,
} from "../../../src/edges/discovery/ssdp.ts";
import { ANNOUNCEMENT, fakeMulticast, NEIGHBOUR, NETWORKS } from "../../support/discovery.ts";
import { fakeClock } from "../../support/fakes.ts";

const UUID = ANNOUNCEMENT.uuid;
const DEVICE = "urn:schemas-upnp-org:device:basic:1";

const HUEJAY = 'M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: "sddp:discover"\r\nMX: 3\r\nST: ssdp:all\r\n';

function search(target: string, more: readonly string[] = ['MAN: "ssdp:discover"', "MX: 2"]): Buffer {
  const lines = ["M-SEARCH * HTTP/1.1", "HOST: 239.255.255.250:1900", ...more, `ST: ${target}`, "", ""];
  return Buffer.from(lines.join("\r\n"));
}

test("the messages of a gateway, to the byte", () => {
  const [root, own, device] = ssdpTargets(UUID);
  assert.ok(root && own && device);
  assert.equal(
    searchResponse(device, ANNOUNCEMENT, "192.0.2.7").toString(),
    "HTTP/1.1 200 OK\r\nEXT:\r\nCACHE-CONTROL: max-age=100\r\nLOCATION: http://192.0.2.7:1880/nr/description.xml\r\n" +
      "SERVER: Linux/3.14.0 UPnP/1.0 IpBridge/1.26.0\r\nhue-bridgeid: 00212EFFFF0A1B2C\r\nGWID.phoscon.de: 00212EFFFF0A1B2C\r\n" +
      `ST: ${DEVICE}\r\nUSN: uuid:${UUID}::${DEVICE}\r\n\r\n`,
  );
  assert.equal(
    aliveNotify(root, ANNOUNCEMENT, "192.0.2.7", "239.255.255.250:1900").toString(),
    "NOTIFY * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nCACHE-CONTROL: max-age=100\r\n" +
      "LOCATION: http://192.0.2.7:1880/nr/description.xml\r\nSERVER: Linux/3.14.0 UPnP/1.0 IpBridge/1.26.0\r\n" +
      "hue-bridgeid: 00212EFFFF0A1B2C\r\nGWID.phoscon.de: 00212EFFFF0A1B2C\r\nNTS: ssdp:alive\r\n" +
      `NT: upnp:rootdevice\r\nUSN: uuid:${UUID}::upnp:rootdevice\r\n\r\n`,
  );
  assert.equal(
    byebyeNotify(own, "239.255.255.250:1900").toString(),
    `NOTIFY * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nNTS: ssdp:byebye\r\nNT: uuid:${UUID}\r\nUSN: uuid:${UUID}\r\n\r\n`,
  );
});

const searches: [what: string, bytes: Buffer, means: ReturnType<typeof parseSearch>][] = [
  ["a search", search("ssdp:all"), { target: "ssdp:all", wait: 2 }],
  ["one in other letters", Buffer.from(search(DEVICE).toString().replace("ST:", "st :")), { target: DEVICE, wait: 2 }],
  ["one with bare line ends", Buffer.from(search(DEVICE).toString().replaceAll("\r", "")), { target: DEVICE, wait: 2 }],
  ["one without quotes", search(DEVICE, ["MAN: ssdp:discover", "MX: 0"]), { target: DEVICE, wait: 0 }],
  ["one that says no MX", search(DEVICE, ['MAN: "ssdp:discover"']), { target: DEVICE, wait: 1 }],
  ["one with an odd MX", search(DEVICE, ['MAN: "ssdp:discover"', "MX: soon"]), { target: DEVICE, wait: 1 }],
  ["one with a negative MX", search(DEVICE, ['MAN: "ssdp:discover"', "MX: -5"]), { target: DEVICE, wait: 1 }],
  ["one without MAN", search(DEVICE, []), { target: DEVICE, wait: 1 }],
  ["one whose MAN is misspelt", search(DEVICE, ['MAN: "sddp:discover"', "MX: 3"]), { target: DEVICE, wait: 3 }],
  ["what huejay sends, to the byte", Buffer.from(HUEJAY), { target: "ssdp:all", wait: 3 }],
  ["one for nothing", search(""), undefined],
  ["what others announce", Buffer.from("NOTIFY * HTTP/1.1\r\nNT: upnp:rootdevice\r\n\r\n"), undefined],
  ["an answer to others", Buffer.from("HTTP/1.1 200 OK\r\nST: ssdp:all\r\n\r\n"), undefined],
  ["nothing", Buffer.alloc(0), undefined],
  ["far too much", Buffer.concat([search("ssdp:all"), Buffer.alloc(4_000, "x")]), undefined],
];

for (const [what, bytes, means] of searches) {
  test(`${what} ${means ? "is understood" : "is no search"}`, () => assert.deepEqual(parseSearch(bytes), means));
}

test("bytes of any kind throw nothing", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void parseSearch(Buffer.from(bytes))));
  const line = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom("ST: ssdp:all", "MX: 1e400", ":", "MAN", "\r\n"));
  fc.assert(
    fc.property(
      fc.array(line),
      (lines) => void parseSearch(Buffer.from(["M-SEARCH * HTTP/1.1", ...lines].join("\r\n"))),
    ),
  );
});

test("a search by any of our targets finds us, a search for others does not", () => {
  const count = (target: string) => targetsFor(target, UUID).length;
  assert.deepEqual(["ssdp:all", "upnp:rootdevice", DEVICE, `uuid:${UUID}`].map(count), [3, 1, 1, 1]);
  const others = ["uuid:0", "urn:schemas-upnp-org:device:basic:2", "urn:schemas-upnp-org:device:MediaServer:1", "ssdp"];
  assert.deepEqual(others.map(count), [0, 0, 0, 0]);
});

function announcing(random = 0.5) {
  const clock = fakeClock();
  const socket = fakeMulticast();
  const announcer = new SsdpAnnouncer({
    announcement: ANNOUNCEMENT,
    networks: NETWORKS,
    socket,
    group: SSDP,
    clock,
    limits: new ReplyLimits(clock),
    random: () => random,
  });
  const ask = (target: string, from: UdpPeer = NEIGHBOUR, more?: readonly string[]) =>
    announcer.receive(search(target, more), from);
  return { clock, socket, announcer, ask, told: () => socket.sent.splice(0), toAll: () => socket.multicasts.splice(0) };
}

test("it notifies at once and every 20 seconds, in each network with our address there, and says byebye at the end", async () => {
  const { clock, announcer, socket, toAll } = announcing();
  const locations = () => toAll().map(({ ip, bytes }) => `${ip} ${/LOCATION: (.*)\r/.exec(`${bytes}`)?.[1]}`);
  const thrice = (ip: string) => Array(3).fill(`${ip} http://${ip}:1880/nr/description.xml`);
  assert.deepEqual(locations().sort(), [...thrice("10.9.0.7"), ...thrice("192.0.2.7")]);
  clock.advance(19);
  assert.equal(toAll().length, 0);
  clock.advance(1);
  assert.equal(toAll().length, 6);
  await announcer.stop();
  assert.deepEqual(
    toAll().map(({ bytes }) => /NTS: (.*)\r/.exec(`${bytes}`)?.[1]),
    Array(6).fill("ssdp:byebye"),
  );
  clock.advance(60);
  assert.deepEqual([socket.multicasts, clock.pending], [[], 0]);
});

test("a reply goes to the asker after a random delay, with our address in that network", () => {
  const { clock, ask, told } = announcing();
  ask("ssdp:all");
  clock.advance(0.9);
  assert.equal(told().length, 0);
  clock.advance(0.2);
  const answers = told();
  assert.deepEqual(
    answers.map(({ to }) => to),
    Array(3).fill(NEIGHBOUR),
  );
  assert.ok(answers.every(({ bytes }) => `${bytes}`.includes("http://192.0.2.7:1880/")));
  ask(DEVICE, { address: "10.9.0.50", port: 40_000 });
  clock.advance(2);
  assert.match(`${told()[0]?.bytes}`, /http:\/\/10\.9\.0\.7:1880/);
});

test("no asker waits longer than two seconds, even with a longer MX", () => {
  const { clock, ask, told } = announcing(0.999);
  ask(DEVICE, NEIGHBOUR, ['MAN: "ssdp:discover"', "MX: 120"]);
  clock.advance(2);
  assert.equal(told().length, 1);
});

const strangers: [who: string, peer: UdpPeer][] = [
  ["somebody of the internet", { address: "198.51.100.9", port: 40_000 }],
  ["a server's port", { address: "192.0.2.20", port: 53 }],
  ["no port", { address: "192.0.2.20", port: 0 }],
];
for (const [who, peer] of strangers) {
  test(`${who} gets no answer: the source may be forged`, () => {
    const { clock, ask, told } = announcing();
    ask("ssdp:all", peer);
    clock.advance(5);
    assert.equal(told().length, 0);
  });
}

test("another network of the house may ask, through a router that passes it on", () => {
  const { clock, ask, told } = announcing();
  ask(DEVICE, { address: "192.168.77.3", port: 1900 });
  clock.advance(2);
  assert.equal(told().length, 1);
});

test("a flood gets no flood: each once while it waits, few of one, not many of all", () => {
  const { clock, ask, told } = announcing();
  for (let index = 0; index < 1_000; index += 1) ask("ssdp:all");
  clock.advance(2);
  assert.equal(told().length, 3);
  for (let port = 2_000; port < 3_000; port += 1) ask("ssdp:all", { address: NEIGHBOUR.address, port });
  clock.advance(2);
  assert.ok(told().length <= 3 * 15, "of one");
  clock.advance(10);
  for (let index = 0; index < 10_000; index += 1) {
    ask("ssdp:all", { address: `192.0.2.${index % 250}`, port: 2_000 + index });
  }
  clock.advance(2);
  const many = told().length;
  assert.ok(many > 0 && many <= 3 * 50, `of all: ${many}`);
});

test("after byebye no reply goes out", async () => {
  const { clock, ask, announcer, told } = announcing();
  ask("ssdp:all");
  await announcer.stop();
  clock.advance(10);
  assert.equal(told().length, 0);
});
