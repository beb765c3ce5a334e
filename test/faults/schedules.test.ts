/** Faults 6, 22, 24 and 26 for schedules: commands to forbidden addresses, keys that are revoked, clocks, hostile texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../src/model/resource.ts";
import { settle, TEST } from "../support/fakes.ts";
import {
  command,
  done,
  fired,
  newKey,
  pass,
  plan,
  put,
  restarted,
  setTo,
  statusOf,
  timed,
} from "../support/schedules.ts";

/** K stands for a valid key. */
const FORBIDDEN: readonly string[] = [
  ...["/api/K/config", "/api/K/config/whitelist/K", "/api/K/schedules/1", "/api/K/schedules", "/api/K/rules/1"],
  ...[
    "/api/K/resourcelinks/1",
    "/api/K/userparameter/x",
    "/api/K/devices/1",
    "/api/K/alarmsystems/1",
    "/api/K/scenes/1",
  ],
  ...["/api/K", "/api/K/", "/api", "/api//lights/1/state", "/api/K/lights", "/api/K/lights/", "/api/K/sensors//1"],
  ...[
    "/api/K/lights/../config",
    "/api/K/lights/1/../../config",
    "/api/K/lights/.",
    "/api/K/lights/1/..",
    "/api/K/../K/lights/1",
  ],
  ...[
    "/api/K/lights/...",
    "/api/./K/lights/1/state",
    "//api/K/lights/1/state",
    "/api/K//lights/1/state",
    "/api/K/lights/1//state",
  ],
  ...[
    "/api/K/lights/1/state/",
    "/api/K/%6cights/1/state",
    "/api/K/lights/1%2f..%2fconfig",
    "/api/K/lights/%2e%2e/config",
  ],
  ...["/api/K/lights/1%00/state", "/api/K/lights/1/state?x", "/api/K/lights/1/state#x", "/api/K/lights/1;x/state"],
  ...["/api/K/lights\\..\\config", "/api/K/lights/1 /state", "/api/K/lights/1/state\n", "\n/api/K/lights/1/state"],
  ...[
    "http://127.0.0.1/api/K/lights/1/state",
    "https://evil.example/api/K/lights/1/state",
    "//evil.example/api/K/lights/1",
  ],
  ...["file:///api/K/lights/1/state", "api/K/lights/1/state", "/API/K/lights/1/state", "/api/K/Lights/1/state"],
  ...["/lights/1/state", "/api/K/lights/1/state/../../../config", "@evil.example/api/K/lights/1", "", "/", " "],
  ...["/api/K/lights/ä/state", "/api/K/lights/\u202e/state", "/api/K/lights/<b>/state", "/api/K/lights/1\u0000/state"],
  ...[`/api/K/lights/${"1/".repeat(300)}state`, `/api/K/lights/${"1".repeat(600)}`],
];

test("26: a command goes to lights, groups and sensors of this gateway, and nowhere else", async () => {
  const home = await timed("2026-03-02T12:00:00");
  await plan(home, { time: "R/PT00:00:01" });
  const before = home.store.get("/schedules/1");
  for (const form of FORBIDDEN) {
    const own = { ...command(home.key), address: form.replaceAll("K", home.key) };
    const made = await home.ask("POST", "/schedules", { command: own, time: "PT00:00:01" });
    assert.equal(made.status, 400, form);
    assert.match(JSON.stringify(made.body), /"type":7,"address":"\/schedules"/);
    assert.ok(!JSON.stringify(made.body).includes(home.key), "the key is not told");
    assert.equal((await home.ask("PUT", "/schedules/1", { command: own })).status, 400, form);
  }
  assert.deepEqual(home.store.get("/schedules/1"), before);
  assert.equal(home.store.count("/schedules"), 1);
  await home.stop();
});

const STRANGE: readonly unknown[] = [null, undefined, 5, true, [], {}, ["/api/K/lights/1/state"], { toString: "x" }];
for (const address of STRANGE) {
  test(`26: an address that is no text: ${JSON.stringify(address)}`, async () => {
    const home = await timed("2026-03-02T12:00:00");
    const reply = await home.ask("POST", "/schedules", {
      command: { ...command(home.key), address },
      time: "PT00:00:01",
    });
    assert.equal(reply.status, 400);
    await home.stop();
  });
}

const KEYS: readonly ((key: string) => string)[] = [
  (key) => key.toLowerCase(),
  (key) => key.slice(0, -1),
  (key) => `${key}0`,
  (key) => key.slice(0, 8),
  (key) => `${key.slice(0, 8)}${"0".repeat(32)}`,
  () => "whitelist",
  () => "undefined",
  () => "__proto__",
  () => "constructor",
];
test("26: only a whole and valid key will do", async () => {
  const home = await timed("2026-03-02T12:00:00");
  for (const wrong of KEYS) {
    const body = { command: command(wrong(home.key)), time: "PT00:00:01" };
    assert.equal((await home.ask("POST", "/schedules", body)).status, 400, wrong("K".repeat(40)));
  }
  await home.stop();
});

test("26: a revoked key's schedules stop, those of others go on, also over a restart", async () => {
  const home = await timed("2026-03-02T12:00:00");
  const other = await newKey(home);
  await plan(home, { time: "R/PT00:00:10" });
  await plan(home, { time: "R/PT00:00:10", command: command(other, 2, 2) });
  await pass(home, 10);
  assert.deepEqual(done(home), ["/schedules/1", "/schedules/2"]);
  await home.ask("DELETE", `/config/whitelist/${home.key}`);
  await settle();
  await pass(home, 20);
  assert.deepEqual(done(home).slice(2), ["/schedules/2", "/schedules/2"]);
  const again = await restarted(home, "2026-03-02T12:00:35");
  await pass(again, 10);
  assert.deepEqual([fired(again).length, done(again)], [2, ["/schedules/2"]]);
  await again.stop();
});

test("26: a record of a schedule that was changed on the disk does nothing that it may not", async () => {
  const home = await timed("2026-03-02T12:00:00");
  for (let made = 0; made < 4; made += 1) await plan(home, { time: "R/PT00:00:10" });
  await home.stop();
  const record = JSON.parse(home.disk.records.get("/schedules/1") ?? "");
  const prefix = home.key.slice(0, 8);
  const changed: readonly Values[] = [
    { command: { address: `/api/${prefix}/config`, method: "PUT", body: { name: "hacked" } } },
    { command: "nonsense" },
    { time: "nonsense" },
    { due: "nonsense", base: null, left: {}, days: 5 },
  ];
  for (const [index, attr] of changed.entries())
    home.disk.records.set(`/schedules/${index + 1}`, JSON.stringify({ ...record, attr: { ...record.attr, ...attr } }));
  const again = await restarted(home, "2026-03-02T12:00:05");
  await pass(again, 30);
  assert.deepEqual(done(again), []);
  assert.notEqual(again.store.get("/config")?.attr.name, "hacked");
  await put(again, "/schedules/4", { time: "PT00:00:01" });
  await pass(again, 1);
  assert.deepEqual(done(again), ["/schedules/4"], "and it can be mended");
  await again.stop();
});

test("26: a schedule cannot ask for keys, open the network or restart the house", async () => {
  const home = await timed("2026-03-02T12:00:00");
  for (const path of ["config", "config/whitelist", "lights", "sensors", "config/restart"]) {
    for (const method of ["PUT", "POST", "DELETE"]) {
      const own = { address: `/api/${home.key}/${path}`, method, body: {} };
      assert.equal((await home.ask("POST", "/schedules", { command: own, time: "PT00:00:01" })).status, 400);
    }
  }
  await home.stop();
});

test("a command that throws, hangs or is refused harms no other: the schedules of the same second are done", async () => {
  const home = await timed("2026-03-02T09:59:55");
  const hostile = { on: { valueOf: 1 }, __proto__: null, constructor: 1 };
  for (const path of ["lights/9/state", "groups/__proto__/action", "sensors/constructor/state", "sensors/1/unicorn"]) {
    const own = { address: `/api/${home.key}/${path}`, method: "PUT", body: hostile };
    await plan(home, { time: "2026-03-02T10:00:00", command: own });
  }
  await plan(home, { time: "2026-03-02T10:00:00" });
  await pass(home, 5);
  assert.equal(fired(home).length, 5);
  assert.deepEqual(done(home), ["/schedules/5"]);
  await pass(home, 60); // a command that needs the radio waits so long for it
  assert.equal(home.log.lines.length, 4);
  for (const line of home.log.lines) assert.match(line, /^\/schedules\/[1-4]: PUT \/\S+: [^\n]+$/);
  await home.stop();
});

test("a listener that throws when a schedule happens does not keep it from happening again", async () => {
  const home = await timed("2026-03-02T12:00:00", { errors: /a listener failed/ });
  await plan(home, { time: "R/PT00:00:10" });
  home.bus.on(({ values }) => {
    if ("lastfired" in values) throw new Error("boom");
  });
  await pass(home, 30);
  assert.equal(done(home).length, 3);
  await home.stop();
});

test("24: a key in the body of a command, and in the refusal of that, is not told to the log", async () => {
  const home = await timed("2026-03-02T12:00:00");
  await plan(home, { time: "PT00:00:05", command: { ...command(home.key), body: { [home.key]: 1 } } });
  await pass(home, 5);
  const [line = ""] = home.log.lines;
  assert.ok(line.includes(home.key.slice(0, 8)) && !line.includes(home.key), line);
  await home.stop();
});

/** For every text and every number that a client may say. */
const HOSTILE: readonly unknown[] = [
  ...["__proto__", "constructor", "<script>alert(1)</script>", "'; DROP TABLE", "\u0000", "\ud800", "$1", "%s%n"],
  ...["x".repeat(100_000), "R/PT".repeat(10_000), `W${"1".repeat(50_000)}/T00:00:00`, `${"A".repeat(50_000)}!`],
  ...[Number.MAX_VALUE, -0, 1e21, null, true, [], [[[[]]]], {}, { a: { b: { c: {} } } }],
];
const MEMBERS = [
  ...["name", "description", "status", "activation", "command", "autodelete", "recycle", "localtime", "time", "owner"],
  ...["starttime", "created", "etag", "uniqueid", "declared", "due", "base", "left", "days", "given", "lastfired"],
];

test("22: hostile texts in every member: taken as texts or refused, and the house goes on", async () => {
  const home = await timed("2026-03-02T12:00:00");
  const own = command(home.key);
  await plan(home, { time: "R/PT00:00:10", name: "victim" });
  for (const member of MEMBERS) {
    for (const value of HOSTILE) {
      for (const reply of [
        await home.ask("POST", "/schedules", { command: own, time: "PT00:10:00", [member]: value }),
        await home.ask("PUT", "/schedules/1", { [member]: value }),
      ]) {
        assert.ok([200, 400].includes(reply.status), `${member}: ${reply.status}`);
        assert.ok(JSON.stringify(reply.body).length < 300_000);
      }
    }
    for (const { address } of home.store.list("/schedules").slice(1)) await home.ask("DELETE", address);
  }
  await settle();
  assert.equal(({} as Values).polluted, undefined);
  await put(home, "/schedules/1", { time: "PT00:00:05", status: "enabled", command: own });
  await pass(home, 5);
  assert.deepEqual(done(home), ["/schedules/1"]);
  await home.stop();
});

test("22: hostile bodies of commands are kept as they are, and do no harm when they are done", async () => {
  const home = await timed("2026-03-02T12:00:00");
  const bodies = ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"status":"<b>"}'];
  for (const text of bodies)
    await plan(home, { time: "PT00:00:05", command: { ...command(home.key), body: JSON.parse(text) } });
  const huge = { ...command(home.key), body: { text: "x".repeat(20_000) } };
  assert.equal((await home.ask("POST", "/schedules", { command: huge, time: "PT00:00:05" })).status, 400);
  await pass(home, 5);
  assert.equal(fired(home).length, bodies.length);
  assert.equal(({} as Values).polluted, undefined);
  await home.stop();
});

test("24: no key of a schedule reaches the disk or the log", async () => {
  const home = await timed("2026-03-02T12:00:00");
  await plan(home, {
    time: "R/PT00:00:01",
    command: { ...command(home.key), address: `/api/${home.key}/lights/9/state` },
  });
  await home.ask("PUT", "/schedules/1", { command: { ...command(home.key), address: `/api/${home.key}/config` } });
  await pass(home, 2);
  await home.ask("DELETE", `/config/whitelist/${home.key}`);
  await settle();
  await pass(home, 2);
  await home.stop();
  assert.equal(home.log.lines.length, 2);
  assert.ok(!home.log.lines.join("\n").includes(home.key));
  assert.ok(![...home.disk.records.values()].join("\n").includes(home.key));
});

const JUMPS: readonly string[] = [
  ...[
    "2026-03-02T13:00:00",
    "2026-03-02T11:00:00",
    "2038-01-19T03:14:05",
    "2028-02-28T23:59:55",
    "1970-01-01T00:00:00",
  ],
  ...["2026-03-29T00:59:55", "2026-10-25T00:59:55", "2106-02-07T06:28:10", "9998-12-31T23:59:50"],
];
for (const to of JUMPS) {
  test(`6: the clock is set to ${to}: timers run, weekly ones have a next time, and nothing happens twice`, async () => {
    const home = await timed("2026-03-02T12:00:00");
    await plan(home, { time: "R/PT00:00:10" });
    await plan(home, { localtime: "W127/T13:00:00" });
    await pass(home, 2);
    await setTo(home, to);
    await pass(home, 28);
    assert.equal(fired(home).filter((each) => each.startsWith("1 ")).length, 3);
    const { body } = await home.ask("GET", "/schedules/2/next");
    const [next] = body as { utc: string }[];
    assert.ok(next && next.utc > new Date(home.clock.now()).toISOString().slice(0, 19), JSON.stringify(body));
    assert.equal(statusOf(home, "/schedules/2"), "enabled");
    await home.stop();
  });
}

test("6: the zone changes again and again while schedules wait: they happen once, where it then is", async () => {
  const home = await timed("2026-03-02T05:59:50");
  await plan(home, { localtime: "W127/T07:00:00" });
  for (const timezone of ["Asia/Kathmandu", "Pacific/Kiritimati", "Australia/Lord_Howe", "UTC", "Europe/Berlin"]) {
    await home.perform({ method: "PUT", address: "/config", body: { timezone } }, TEST);
    await pass(home, 1);
  }
  await pass(home, 60);
  assert.deepEqual(fired(home), ["1 2026-03-02T06:00:00"]);
  await home.stop();
});
