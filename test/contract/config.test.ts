/** The configuration (interface 4.6, wire 2): which client sees which member, and each setting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOT_JSON } from "../../src/model/resource.ts";
import { fakeHost, fakeRadio, house, settle } from "../support/fakes.ts";
import { contract, inShort, overHttp, seen } from "../support/transports.ts";

const BASIC = [
  "apiversion",
  "bridgeid",
  "datastoreversion",
  "devicename",
  "factorynew",
  "mac",
  "modelid",
  "name",
  "replacesbridgeid",
  "starterkitid",
  "swversion",
];

contract("B1: with a wrong key the public part, and nothing else", async ({ asStranger }) => {
  const config = await seen(asStranger, "/config");
  assert.deepEqual(Object.keys(config).sort(), BASIC);
  const { bridgeid, ...others } = config;
  assert.match(bridgeid, /^00212EFFFF[0-9A-F]{6}$/);
  assert.deepEqual(others, {
    apiversion: "1.16.0",
    datastoreversion: "93",
    devicename: "ConBee II",
    factorynew: false,
    mac: "02:00:00:00:00:07",
    modelid: "deCONZ",
    name: "Zigbee gateway",
    replacesbridgeid: null,
    starterkitid: "",
    swversion: "2.33.2",
  });
  assert.deepEqual(inShort(await asStranger("GET", "/lights")), [403, [1, "/lights"]]);
  assert.deepEqual(inShort(await asStranger("PUT", "/config", { unlock: 60 })), [403, [1, "/config"]]);
  assert.deepEqual(inShort(await asStranger("GET", "/")), [403, [1, "/"]]);
});

contract("with a key everything that clients look for", async ({ ask, key, asStranger }) => {
  const config = await seen(ask, "/config");
  const basic = await seen(asStranger, "/config");
  for (const name of BASIC) assert.deepEqual(config[name], basic[name]);
  const { uuid, whitelist, timezone, localtime, ...others } = config;
  assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone, timezone);
  assert.match(localtime, /^2026-03-0[12]T\d\d:\d\d:00$/);
  const day = "2026-03-01T12:00:00";
  assert.deepEqual(whitelist, { [key]: { name: "test", "create date": day, "last use date": day } });
  const wanted = {
    UTC: day,
    dhcp: true,
    disablePermitJoinAutoOff: false,
    discovery: false,
    fwneedupdate: false,
    fwupdatestate: "idle",
    fwversion: "0x26780700",
    gateway: "192.0.2.1",
    groupdelay: 50,
    ipaddress: "192.0.2.7",
    lightlastseeninterval: 60,
    linkbutton: false,
    netmask: "255.255.255.0",
    networkopenduration: 60,
    otauactive: false,
    panid: 0x1a62,
    permitjoin: 0,
    permitjoinfull: 0,
    port: 1880,
    portalservices: false,
    proxyport: 0,
    rfconnected: false,
    system: "other",
    timeformat: "24h",
    updatechannel: "stable",
    websocketnotifyall: false,
    websocketport: 1881,
    zigbeechannel: 11,
  };
  for (const [name, value] of Object.entries(wanted)) assert.deepEqual(others[name], value, name);
  for (const name of ["swupdate", "swupdate2", "backup", "internetservices", "portalstate"]) {
    assert.equal(typeof others[name], "object", name);
  }
  for (const name of ["unlock", "utc", "applied", "latitude", "longitude", "unlockeduntil"]) {
    assert.equal(name in config, false, name);
  }
});

const SETTINGS: [name: string, good: readonly unknown[], bad: readonly unknown[]][] = [
  ["name", ["House", "x".repeat(32)], ["x".repeat(33), 5, null]],
  ["updatechannel", ["alpha", "beta", "stable"], ["", "new", 1]],
  ["groupdelay", [0, 5_000], [-1, 5_001, "5", 1.5]],
  ["otauactive", [true, false], [1, "true", null]],
  ["discovery", [true, false], [1, "true", null]],
  ["zigbeechannel", [15, 20, 25, 11], [12, 26, "11", null]],
  ["networkopenduration", [1, 65_535], [-1, 65_536, "60"]],
  ["timezone", ["Europe/Berlin", "America/New_York", "UTC"], ["", "None", "Mars/Base", "+02:00", 2]],
  ["timeformat", ["12h", "24h"], ["", "24", 24]],
  ["websocketnotifyall", [true, false], [1, "true", null]],
  ["disablePermitJoinAutoOff", [true, false], [1, "true", null]],
  ["lightlastseeninterval", [1, 65_535], [0, 65_536, "60"]],
];

contract("2.3: each setting is checked, kept and shown", async ({ ask }) => {
  for (const [name, good, bad] of SETTINGS) {
    for (const value of good) {
      const reply = await ask("PUT", "/config", { [name]: value });
      assert.deepEqual(inShort(reply), [200, { [`/config/${name}`]: value }]);
      assert.deepEqual((await seen(ask, "/config"))[name], value);
    }
    for (const value of bad) {
      const reply = await ask("PUT", "/config", { [name]: value });
      assert.deepEqual(inShort(reply), [400, [7, `/config/${name}`]], `${name}: ${JSON.stringify(value)}`);
    }
  }
});

contract("2.3: an empty name brings the default back; a channel of 0 stays as it is", async ({ ask }) => {
  await ask("PUT", "/config", { name: "House", zigbeechannel: 20 });
  const reply = await ask("PUT", "/config", { name: "", zigbeechannel: 0 });
  assert.deepEqual(inShort(reply), [200, { "/config/name": "Zigbee gateway" }, { "/config/zigbeechannel": 0 }]);
  const { name, zigbeechannel } = await seen(ask, "/config");
  assert.deepEqual([name, zigbeechannel], ["Zigbee gateway", 20]);
});

contract("2.3: clock settings are checked and have no effect", async ({ ask }) => {
  const now = "2020-02-03T04:05:06";
  assert.deepEqual(inShort(await ask("PUT", "/config", { utc: now })), [200, { "/config/utc": now }]);
  assert.deepEqual(inShort(await ask("PUT", "/config", { UTC: now })), [200, { "/config/utc": now }]);
  assert.deepEqual(inShort(await ask("PUT", "/config", { localtime: now })), [200, { "/config/localtime": now }]);
  assert.equal((await seen(ask, "/config")).UTC, "2026-03-01T12:00:00");
  for (const bad of ["2026-02-31T12:00:00", "2020-02-03", "2020-02-03T04:05:06Z", "2020-99-03T04:05:06", 5, null]) {
    assert.deepEqual(inShort(await ask("PUT", "/config", { utc: bad })), [400, [7, "/config/utc"]]);
    assert.deepEqual(inShort(await ask("PUT", "/config", { UTC: bad })), [400, [7, "/config/utc"]]);
    assert.deepEqual(inShort(await ask("PUT", "/config", { localtime: bad })), [400, [7, "/config/localtime"]]);
  }
});

contract("2.3: a fixed order; the first wrong value ends it, and what came before stays", async ({ ask }) => {
  const body = { timeformat: "12h", groupdelay: 9_999, foo: 1, updatechannel: "beta", name: "House" };
  assert.deepEqual(inShort(await ask("PUT", "/config", body)), [
    400,
    { "/config/name": "House" },
    { "/config/updatechannel": "beta" },
    [7, "/config/groupdelay"],
  ]);
  const { name, updatechannel, timeformat, groupdelay } = await seen(ask, "/config");
  assert.deepEqual([name, updatechannel, timeformat, groupdelay], ["House", "beta", "24h", 50]);
});

contract("2.3: what cannot be written", async ({ ask }) => {
  for (const name of ["foo", "constructor", "__proto__", "toString", "applied", "undaylit", "unlockeduntil"]) {
    const body = JSON.parse(`{"${name}": 1}`);
    assert.deepEqual(inShort(await ask("PUT", "/config", body)), [400, [6, `/config/${name}`]]);
  }
  for (const name of ["bridgeid", "uuid", "mac", "panid", "whitelist", "websocketport", "swversion", "ipaddress"]) {
    assert.deepEqual(inShort(await ask("PUT", "/config", { [name]: 1 })), [400, [8, `/config/${name}`]]);
  }
  const mixed = await ask("PUT", "/config", { foo: 1, uuid: "x", name: "House" });
  assert.deepEqual(inShort(mixed), [200, { "/config/name": "House" }, [6, "/config/foo"], [8, "/config/uuid"]]);
  for (const body of [NOT_JSON, [], "text", 5, null, undefined, {}]) {
    assert.deepEqual(inShort(await ask("PUT", "/config", body)), [400, [2, ""]]);
  }
});

contract("PATCH is PUT", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("PATCH", "/config", { name: "H" })), [200, { "/config/name": "H" }]);
});

contract("the etag changes with every real change of anything, not with the clock", async ({ ask, clock, radio }) => {
  const etag = async () => (await ask("GET", "/config")).etag;
  const first = await etag();
  assert.match(first ?? "", /^[0-9a-f]{32}$/);
  clock.advance(5);
  await settle();
  assert.equal((await seen(ask, "/config")).UTC, "2026-03-01T12:00:05");
  assert.equal(await etag(), first);
  await ask("PUT", "/config", { name: "Zigbee gateway" });
  assert.equal(await etag(), first);
  const { etag: written } = await ask("PUT", "/config", { name: "House" });
  assert.notEqual(written, first);
  assert.equal(await etag(), written);
  radio.rise();
  assert.notEqual(await etag(), written);
  assert.equal((await seen(ask, "/config")).rfconnected, true);
});

contract("the place is told once, and never shown; what is none is refused", async ({ ask, store }) => {
  const place = { latitude: 52.52, longitude: 13.4 };
  assert.deepEqual(inShort(await ask("PUT", "/config", place)), [
    200,
    { "/config/latitude": 52.52 },
    { "/config/longitude": 13.4 },
  ]);
  const { latitude, longitude } = store.get("/config")?.attr ?? {};
  assert.deepEqual({ latitude, longitude }, place);
  for (const wrong of [91, -90.5, "north"])
    assert.deepEqual(inShort(await ask("PUT", "/config", { latitude: wrong })), [400, [7, "/config/latitude"]]);
});

contract("permitjoin needs the radio, closing does not; what came before stays", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("PUT", "/config", { permitjoin: 0 })), [200, { "/config/permitjoin": 0 }]);
  const reply = await ask("PUT", "/config", { permitjoin: 60, name: "House", groupdelay: 1 });
  assert.deepEqual(inShort(reply), [503, { "/config/name": "House" }, [950, "/config/permitjoin"]]);
  for (const bad of [-1, 256, "60", true, null]) {
    assert.deepEqual(inShort(await ask("PUT", "/config", { permitjoin: bad })), [400, [7, "/config/permitjoin"]]);
  }
});

contract(
  "a radio that is not set cannot be started, and nobody is told that it was",
  async ({ ask }) => {
    const reply = await ask("PUT", "/config", { rfconnected: true });
    assert.deepEqual(inShort(reply), [503, [950, "/config/rfconnected"]]);
    assert.equal((await ask("PUT", "/config", { rfconnected: false })).status, 200);
  },
  () => ({ radio: { ...fakeRadio(), missing: true as const } }),
);

contract("rfconnected starts and stops the radio", async ({ ask, radio }) => {
  const asked: string[] = [];
  Object.assign(radio, {
    start: async () => asked.push("start"),
    stop: async () => asked.push("stop"),
  });
  for (const rfconnected of [false, true]) {
    assert.deepEqual(inShort(await ask("PUT", "/config", { rfconnected })), [
      200,
      { "/config/rfconnected": rfconnected },
    ]);
  }
  assert.deepEqual(asked, ["start"], "it was down already");
  radio.rise();
  await ask("PUT", "/config", { rfconnected: false });
  assert.deepEqual(asked, ["start", "stop"]);
});

contract("2.5: the actions below /config", async ({ ask }) => {
  for (const name of ["restartapp", "restart", "shutdown"] as const) {
    assert.deepEqual(inShort(await ask("POST", `/config/${name}`)), [200, { [`/config/${name}`]: true }]);
  }
  assert.deepEqual(inShort(await ask("POST", "/config/update")), [200, { "/config/update": "2.33.2" }]);
  assert.deepEqual(inShort(await ask("POST", "/config/updatefirmware")), [503, [951, "/config/updatefirmware"]]);
  assert.deepEqual(inShort(await ask("PUT", "/config/password", {})), [400, [8, "/config/password"]]);
  assert.deepEqual(inShort(await ask("DELETE", "/config/password")), [403, [1, "/config/password"]]);
  assert.deepEqual(inShort(await ask("GET", "/config/wifi")), [404, [3, "/config/wifi"]]);
  assert.deepEqual(inShort(await ask("POST", "/config/export")), [404, [4, "/config/export"]]);
});

contract(
  "the radio may refuse; the client has its answer, the log the reason",
  async ({ ask, radio, log }) => {
    const refuse = async () => {
      throw new Error("no stick");
    };
    Object.assign(radio, { stop: refuse, permitJoin: refuse });
    assert.equal((await ask("PUT", "/config", { rfconnected: false, permitjoin: 5 })).status, 200);
    assert.equal((await ask("POST", "/config/restartapp")).status, 200);
    await settle();
    assert.equal(log.lines.filter((line) => line.includes("no stick")).length, 3);
    Object.assign(radio, { stop: async () => {} });
  },
  () => ({ radio: fakeRadio(true) }),
);

overHttp("the password's own path needs no key, and is refused under its own name", async ({ raw }) => {
  const response = await raw("/api/config/password", { method: "DELETE" });
  assert.equal(response.status, 403);
  const [{ error }] = (await response.json()) as [{ error: { type: number; address: string } }];
  assert.deepEqual([error.type, error.address], [1, "/config/password"]);
});

test("a body of thousands of strange members looks the settings up once", async () => {
  const real = fakeHost();
  let looks = 0;
  const addresses = () => {
    looks += 1;
    return real.addresses();
  };
  const home = await house({ host: { ...real, addresses } });
  const strange = Array.from({ length: 9_989 }, (_, index) => [`strange${index}`, 1]);
  looks = 0;
  const { status, body } = await home.ask("PUT", "/config", Object.fromEntries([...strange, ["mac", "x"]]));
  const types = (body as { error: { type: number } }[]).map(({ error }) => error.type);
  assert.deepEqual([status, types.length, types[0], types.at(-1)], [400, 9_990, 6, 8]);
  assert.ok(looks <= 2, `${looks} times`);
  await home.stop();
});
