/** Multicast DNS: names that are tried, taken and given up; which answer goes to which asker, and how often. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Announcement } from "../../../src/edges/discovery/announcer.ts";
import {
  type DnsMessage,
  type DnsRecord,
  nameBytes,
  readMessage,
  TYPE,
  uint16s,
  writeMessage,
} from "../../../src/edges/discovery/dns.ts";
import { MDNS, MdnsAnnouncer } from "../../../src/edges/discovery/mdns.ts";
import type { LocalNetwork, UdpPeer } from "../../../src/edges/discovery/multicast-socket.ts";
import { ReplyLimits } from "../../../src/edges/discovery/reply-limits.ts";
import { serviceNames, serviceRecords } from "../../../src/edges/discovery/service-records.ts";
import { ANNOUNCEMENT, fakeMulticast, NETWORKS } from "../../support/discovery.ts";
import { fakeClock, loudLog } from "../../support/fakes.ts";

const HUE = ["_hue", "_tcp", "local"];
const INSTANCE = ["Home - 0A1B2C", ...HUE];
const HOST = ["zigbee-gateway-0a1b2c", "local"];
const FIRST = NETWORKS.slice(0, 1);
const ASKER: UdpPeer = { address: "192.0.2.20", port: 5353 };
const LEGACY: UdpPeer = { address: "192.0.2.20", port: 40_000 };
const NAMES: Readonly<Record<number, string>> = { 1: "A", 12: "PTR", 16: "TXT", 28: "AAAA", 33: "SRV", 47: "NSEC" };

function announcing(networks: readonly LocalNetwork[] = FIRST, more: Partial<Announcement> = {}) {
  const clock = fakeClock();
  const log = loudLog();
  const socket = fakeMulticast(networks);
  const announcement = { ...ANNOUNCEMENT, ...more };
  const limits = new ReplyLimits(clock);
  const announcer = new MdnsAnnouncer({
    announcement,
    networks,
    socket,
    group: MDNS,
    clock,
    log,
    limits,
    random: () => 0.5,
  });
  const read = (bytes: Buffer) => readMessage(bytes) as DnsMessage;
  return {
    clock,
    log,
    socket,
    announcer,
    ask: (message: Partial<DnsMessage>, from = ASKER) => announcer.receive(writeMessage(message), from),
    toAll: () => socket.multicasts.splice(0).map(({ bytes }) => read(bytes)),
    told: () => socket.sent.splice(0).map(({ bytes, to }) => ({ ...read(bytes), to })),
  };
}

/** Its names are taken, and it has been said. */
function known(networks?: readonly LocalNetwork[], more?: Partial<Announcement>) {
  const it = announcing(networks, more);
  it.clock.advance(10);
  it.toAll();
  return it;
}

const list = (answers: readonly DnsRecord[] = []) => answers.map(({ type }) => NAMES[type]).join(" ");
const pointer = { name: HUE, type: TYPE.PTR, unicastResponse: false };
const service = (host = HOST, port = 1880): DnsRecord => ({
  name: INSTANCE,
  type: TYPE.SRV,
  ttl: 120,
  cacheFlush: true,
  data: Buffer.concat([uint16s(0, 0, port), nameBytes(host)]),
});

test("the records of a gateway", () => {
  const rows = serviceRecords(ANNOUNCEMENT, serviceNames(ANNOUNCEMENT, 1), "192.0.2.7");
  assert.deepEqual(
    rows.map(({ name, type, ttl, cacheFlush, data }) => [
      name.join("."),
      NAMES[type],
      ttl,
      cacheFlush,
      data.toString("latin1"),
    ]),
    [
      ["_services._dns-sd._udp.local", "PTR", 4500, false, "\x04_hue\x04_tcp\x05local\0"],
      ["_hue._tcp.local", "PTR", 4500, false, "\x0dHome - 0A1B2C\x04_hue\x04_tcp\x05local\0"],
      [INSTANCE.join("."), "SRV", 120, true, "\0\0\0\0\x07\x58\x15zigbee-gateway-0a1b2c\x05local\0"],
      [INSTANCE.join("."), "TXT", 4500, true, "\x19bridgeid=00212effff0a1b2c\x0emodelid=BSB002"],
      [INSTANCE.join("."), "NSEC", 4500, true, "\x0dHome - 0A1B2C\x04_hue\x04_tcp\x05local\0\0\x05\0\0\x80\0\x40"],
      [HOST.join("."), "A", 120, true, "\xc0\0\x02\x07"],
      [HOST.join("."), "NSEC", 120, true, "\x15zigbee-gateway-0a1b2c\x05local\0\0\x01\x40"],
    ],
  );
});

const hosts: [host: string, says: string][] = [
  ["198.51.100.1", "A c6336401"],
  ["[2001:db8::7]", "AAAA 20010db8000000000000000000000007"],
  ["::ffff:198.51.100.1", "AAAA 00000000000000000000ffffc6336401"],
];
for (const [host, says] of hosts) {
  test(`announced as ${host} it has that address`, () => {
    const rows = serviceRecords({ ...ANNOUNCEMENT, host }, serviceNames(ANNOUNCEMENT, 1), "192.0.2.7");
    assert.deepEqual(
      rows.filter(({ role }) => role === "address").map(({ type, data }) => `${NAMES[type]} ${data.toString("hex")}`),
      [says],
    );
  });
}

test("announced under a name, the name's own servers say where that is", () => {
  const rows = serviceRecords({ ...ANNOUNCEMENT, host: "home.example." }, serviceNames(ANNOUNCEMENT, 1), "192.0.2.7");
  assert.equal(list(rows), "PTR PTR SRV TXT NSEC");
  assert.deepEqual(rows[2]?.data, Buffer.concat([uint16s(0, 0, 1880), nameBytes(["home", "example"])]));
});

test("a long name is cut between its signs, so that it and its number fit", () => {
  const name = "😀".repeat(32);
  const [first = ""] = serviceNames({ ...ANNOUNCEMENT, name }, 1).instance;
  const [hundredth = ""] = serviceNames({ ...ANNOUNCEMENT, name }, 100).instance;
  assert.equal(first, `${"😀".repeat(13)} - 0A1B2C`);
  assert.equal(hundredth, `${"😀".repeat(12)} - 0A1B2C (100)`);
  assert.ok(Buffer.byteLength(hundredth) <= 63);
});

test("three probes, then two announcements", () => {
  const { clock, toAll } = announcing(NETWORKS);
  clock.advance(0.2);
  const probes = toAll();
  assert.equal(probes.length, 2, "one in each network");
  assert.deepEqual(probes[0]?.questions, [
    { name: INSTANCE, type: TYPE.ANY, unicastResponse: true },
    { name: HOST, type: TYPE.ANY, unicastResponse: true },
  ]);
  assert.deepEqual(
    probes.map(({ authorities }) => list(authorities)),
    ["SRV TXT A", "SRV TXT A"],
  );
  assert.notDeepEqual(probes[0]?.authorities[2]?.data, probes[1]?.authorities[2]?.data, "each with our address there");
  clock.advance(0.5);
  assert.equal(toAll().filter(({ isResponse }) => !isResponse).length, 4);
  clock.advance(0.25);
  assert.deepEqual(
    toAll().map(({ answers }) => list(answers)),
    Array(2).fill("PTR PTR SRV TXT NSEC A NSEC"),
  );
  clock.advance(1);
  assert.equal(toAll().length, 2);
  clock.advance(600);
  assert.equal(toAll().length, 0);
});

const questions: [name: readonly string[], type: number, answers: string, additionals: string][] = [
  [HUE, TYPE.PTR, "PTR", "SRV TXT A NSEC"],
  [["_HUE", "_TCP", "LOCAL"], TYPE.PTR, "PTR", "SRV TXT A NSEC"],
  [["_services", "_dns-sd", "_udp", "local"], TYPE.PTR, "PTR", ""],
  [INSTANCE, TYPE.SRV, "SRV", "A NSEC"],
  [INSTANCE, TYPE.TXT, "TXT", ""],
  [INSTANCE, TYPE.ANY, "SRV TXT", "A NSEC"],
  [INSTANCE, TYPE.A, "NSEC", ""],
  [HOST, TYPE.A, "A", "NSEC"],
  [HOST, TYPE.AAAA, "NSEC", ""],
];
for (const [name, type, answers, additionals] of questions) {
  test(`${name[0]} ${NAMES[type] ?? "ANY"}: ${answers}, and ${additionals || "nothing"} with it`, () => {
    const { clock, ask, toAll } = known();
    ask({ questions: [{ name, type, unicastResponse: false }] });
    clock.advance(0.13);
    const [said, ...more] = toAll();
    assert.deepEqual([list(said?.answers), list(said?.additionals), more.length], [answers, additionals, 0]);
  });
}

test("a question for other services is not answered", () => {
  const { clock, ask, toAll } = known();
  ask({ questions: [{ name: ["_http", "_tcp", "local"], type: TYPE.PTR, unicastResponse: false }] });
  ask({ questions: [{ name: HUE, type: TYPE.TXT, unicastResponse: false }] });
  ask({ questions: [] });
  clock.advance(5);
  assert.equal(toAll().length, 0);
});

test("shared records are sent after a delay, our own ones at once", () => {
  const { clock, ask, toAll } = known();
  ask({ questions: [pointer] });
  assert.equal(toAll().length, 0);
  clock.advance(0.13);
  assert.equal(toAll().length, 1);
  clock.advance(2);
  ask({ questions: [{ name: HOST, type: TYPE.A, unicastResponse: false }] });
  clock.advance(0.001);
  assert.equal(toAll().length, 1);
});

test("a known answer is not repeated, unless its ttl is nearly over", () => {
  const { clock, ask, toAll } = known();
  const row = (ttl: number): DnsRecord => ({
    name: HUE,
    type: TYPE.PTR,
    ttl,
    cacheFlush: false,
    data: nameBytes(INSTANCE),
  });
  ask({ questions: [pointer], answers: [row(2_250)] });
  clock.advance(5);
  assert.equal(toAll().length, 0);
  ask({ questions: [pointer], answers: [row(2_249)] });
  clock.advance(5);
  assert.equal(toAll().length, 1);
});

test("known answers may come in a second message", () => {
  const { clock, ask, toAll } = known();
  const row: DnsRecord = { name: HUE, type: TYPE.PTR, ttl: 4_500, cacheFlush: false, data: nameBytes(INSTANCE) };
  ask({ questions: [pointer], isTruncated: true });
  clock.advance(0.3);
  ask({ answers: [row] }, { address: "192.0.2.21", port: 5353 });
  clock.advance(0.05);
  ask({ answers: [row] });
  clock.advance(5);
  assert.equal(toAll().length, 0);
  ask({ questions: [pointer], isTruncated: true });
  clock.advance(0.39);
  assert.equal(toAll().length, 0);
  clock.advance(0.2);
  assert.equal(toAll().length, 1);
});

test("the same record is multicast once a second, however often it is asked for", () => {
  const { clock, ask, toAll } = known();
  for (let index = 0; index < 500; index += 1) {
    ask({ questions: [pointer] });
    clock.advance(0.01);
  }
  const times = toAll().length;
  assert.ok(times >= 4 && times <= 6, `${times} times in 5 s`);
});

test("a wish for unicast is met when all have heard the record of late; else it is multicast", () => {
  const { clock, ask, toAll, told } = known();
  const forOne = [{ ...pointer, unicastResponse: true }];
  ask({ questions: forOne });
  clock.advance(1);
  const [alone] = told();
  assert.deepEqual([alone?.to, list(alone?.answers), toAll().length], [ASKER, "PTR", 0]);
  ask({ questions: [...forOne, { name: HOST, type: TYPE.A, unicastResponse: false }] });
  clock.advance(1);
  assert.deepEqual([told().length, toAll().length], [0, 1], "not all of it was for one");
  clock.advance(1_200);
  ask({ questions: forOne });
  clock.advance(1);
  assert.deepEqual([told().length, toAll().length], [0, 1], "longer ago than a quarter of its time");
  ask({ questions: forOne }, { address: "198.51.100.9", port: 5353 });
  clock.advance(2);
  assert.equal(told().length, 0, "nobody from elsewhere");
});

test("a plain DNS client is answered as DNS has it, and only nearby", () => {
  const { ask, told, toAll } = known();
  ask({ id: 77, questions: [pointer] }, LEGACY);
  const [said] = told();
  assert.deepEqual([said?.id, said?.to, said?.questions], [77, LEGACY, [pointer]]);
  assert.equal(list(said?.answers), "PTR");
  for (const { ttl, cacheFlush } of [...(said?.answers ?? []), ...(said?.additionals ?? [])]) {
    assert.deepEqual([ttl, cacheFlush], [10, false]);
  }
  for (const address of ["198.51.100.9", "192.168.5.5"])
    ask({ id: 77, questions: [pointer] }, { address, port: 40_000 });
  ask({ id: 77, questions: [pointer] }, { address: "192.0.2.20", port: 53 });
  assert.equal(told().length, 0);
  for (let index = 0; index < 1_000; index += 1) ask({ id: 77, questions: [pointer] }, LEGACY);
  assert.ok(told().length <= 10);
  assert.equal(toAll().length, 0);
});

test("each network gets the address that we have there", () => {
  const { clock, ask, socket, told } = known(NETWORKS);
  ask({ questions: [{ name: HOST, type: TYPE.A, unicastResponse: false }] });
  clock.advance(1);
  const said = socket.multicasts
    .splice(0)
    .map(({ bytes, ip }) => [ip, [...(readMessage(bytes)?.answers[0]?.data ?? [])].join(".")]);
  assert.deepEqual(
    said,
    NETWORKS.map(({ ip }) => [ip, ip]),
  );
  ask(
    { id: 1, questions: [{ name: HOST, type: TYPE.A, unicastResponse: false }] },
    { address: "10.9.1.1", port: 40_000 },
  );
  assert.deepEqual([...(told()[0]?.answers[0]?.data ?? [])], [10, 9, 0, 7]);
});

test("a name that another device has is given up for a new one, and the log says which", () => {
  const { clock, ask, toAll, log } = announcing();
  clock.advance(0.3);
  ask({ isResponse: true, answers: [service(["other", "local"])] });
  clock.advance(5);
  const [said] = toAll().filter(({ isResponse }) => isResponse);
  const named = said?.answers.map(({ name }) => name[0]);
  assert.ok(named?.includes("Home - 0A1B2C (2)") && named.includes("zigbee-gateway-0a1b2c-2"), String(named));
  assert.deepEqual(log.lines.length, 1);
  assert.match(log.lines[0] ?? "", /announced as "Home - 0A1B2C \(2\)"/);
});

test("an announced name is probed again before it is given up", () => {
  const { clock, ask, toAll, log } = known();
  const other = service(["other", "local"]);
  ask({ isResponse: true, answers: [other] });
  clock.advance(5);
  assert.ok(
    toAll().some(({ answers }) => answers.some(({ name }) => name[0] === "Home - 0A1B2C")),
    "nobody was there",
  );
  ask({ isResponse: true, answers: [other] });
  clock.advance(0.3);
  ask({ isResponse: true, answers: [other] });
  clock.advance(5);
  assert.ok(toAll().some(({ answers }) => answers.some(({ name }) => name[0] === "Home - 0A1B2C (2)")));
  assert.equal(log.lines.length, 1);
});

test("our own messages, goodbyes of others and forged ports are no conflict", () => {
  const { clock, socket, announcer, ask, log, toAll } = announcing(NETWORKS);
  for (let seconds = 0; seconds < 5; seconds += 0.05) {
    for (const { bytes } of socket.multicasts.splice(0)) announcer.receive(bytes, ASKER);
    clock.advance(0.05);
  }
  ask({ isResponse: true, answers: [{ ...service(["other", "local"]), ttl: 0 }] });
  ask({ isResponse: true, answers: [service(["other", "local"])] }, LEGACY);
  clock.advance(5);
  assert.deepEqual([toAll(), log.lines], [[], []]);
});

test("of two that probe for the same name, the one with the later data gets it", () => {
  const asking = [{ name: INSTANCE, type: TYPE.ANY, unicastResponse: true }];
  const txt = serviceRecords(ANNOUNCEMENT, serviceNames(ANNOUNCEMENT, 1), "192.0.2.7").find(
    ({ role }) => role === "txt",
  ) as DnsRecord;
  const until = (port: number) => {
    const { clock, ask, toAll } = announcing();
    clock.advance(0.2);
    ask({ questions: asking, authorities: [txt, service(HOST, port)] });
    clock.advance(0.8);
    return toAll().some(({ isResponse }) => isResponse);
  };
  assert.equal(until(1), true, "ours are later: we go on");
  assert.equal(until(65_535), false, "ours are earlier: we wait, and ask again");
});

test("a device that probes for our name is answered at once", () => {
  const { ask, toAll } = known();
  const forOne = { name: INSTANCE, type: TYPE.ANY, unicastResponse: false };
  ask({ questions: [forOne], authorities: [service(["other", "local"])] });
  assert.match(list(toAll()[0]?.answers), /SRV TXT/);
});

test("a device that takes every name does not keep us busy", () => {
  const { clock, ask, socket } = announcing();
  let probes = 0;
  for (let tenths = 0; tenths < 3_000; tenths += 1) {
    for (const { bytes } of socket.multicasts.splice(0)) {
      const message = readMessage(bytes);
      probes += 1;
      const name = message?.questions[0]?.name;
      if (name) ask({ isResponse: true, answers: [{ ...service(["other", "local"]), name }] });
    }
    clock.advance(0.1);
  }
  assert.ok(probes > 10 && probes < 150, `${probes} in 300 s`);
});

test("its goodbye names only its own records", async () => {
  const { clock, announcer, ask, toAll } = known();
  ask({ questions: [pointer] });
  await announcer.stop();
  clock.advance(5);
  const said = toAll();
  assert.deepEqual(
    said.map(({ answers }) => list(answers)),
    ["PTR SRV TXT A"],
  );
  assert.ok(said[0]?.answers.every(({ ttl, name }) => ttl === 0 && name[0] !== "_services"));
  assert.equal(clock.pending, 0);
});

test("without an announcement there is no goodbye", async () => {
  const { clock, announcer, toAll } = announcing();
  clock.advance(0.3);
  await announcer.stop();
  assert.deepEqual([toAll().filter(({ isResponse }) => isResponse), clock.pending], [[], 0]);
});

test("after messages of any kind nothing is thrown, and little is answered", () => {
  const { clock, announcer, toAll } = known();
  const good = writeMessage({ questions: [pointer], authorities: [service()], answers: [service(HOST, 7)] });
  const changed = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 4 });
  fc.assert(
    fc.property(changed, fc.boolean(), (places, legacy) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of places) bytes[at] = value;
      announcer.receive(bytes, legacy ? LEGACY : ASKER);
    }),
    { numRuns: 2_000 },
  );
  clock.advance(1);
  assert.ok(toAll().length < 20);
});
