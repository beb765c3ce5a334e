/** The Daylight sensor and the sensors beside it, over Berlin on a summer's day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConfigSettings } from "../../src/gateway.ts";
import { clip, type FakeDisk, type FakeHouse, fakeClock, fakeDisk, house, settle, TEST } from "../support/fakes.ts";

const BERLIN: ConfigSettings = { latitude: 52.52, longitude: 13.405, timezone: "Europe/Berlin" };
const NO_OFFSETS = { sunriseoffset: 0, sunsetoffset: 0 };

async function berlin(time: string, settings = BERLIN, disk: FakeDisk = fakeDisk()): Promise<FakeHouse> {
  return house({ disk, settings, clock: fakeClock(Date.parse(`2026-06-21T${time}Z`)) });
}

async function until({ clock }: FakeHouse, time: string, tick: 1 | 60 = 1): Promise<void> {
  clock.advance((Date.parse(`2026-06-21T${time}Z`) - clock.now()) / 1000, tick);
  await settle();
}

const sensor = ({ store }: FakeHouse) => store.list("/sensors").find(({ type }) => type === "Daylight");
const sky = (home: FakeHouse) => {
  const { status, daylight, dark } = sensor(home)?.state ?? {};
  return [status, daylight, dark];
};

test("case 166: no location set anywhere: GET /sensors has nothing, not even with half of a location", async () => {
  for (const settings of [{}, { latitude: 52.52 }, { longitude: 13.405 }]) {
    const home = await house({ settings });
    home.clock.advance(20);
    await settle();
    assert.deepEqual(await home.ask("GET", "/sensors").then(({ body }) => body), {});
    await home.stop();
  }
});

test("with a location there is one, and it is as clients know it", async () => {
  const home = await berlin("12:00:00");
  const { bridgeid } = home.store.get("/config")?.attr ?? {};
  const { etag, ...seen } = (await home.ask("GET", "/sensors/1")).body as Record<string, unknown>;
  assert.match(String(etag), /^[0-9a-f]{32}$/);
  assert.deepEqual(seen, {
    name: "Daylight",
    type: "Daylight",
    modelid: "PHDL00",
    manufacturername: "Philips",
    swversion: "1.0",
    uniqueid: `${String(bridgeid).replace(/..(?!$)/g, "$&:")}-01`,
    config: { on: true, configured: true, sunriseoffset: 30, sunsetoffset: -30 },
    state: {
      daylight: true,
      dark: false,
      status: 170,
      sunrise: "2026-06-21T02:44:19",
      sunset: "2026-06-21T19:34:24",
      lastupdated: "2026-06-21T12:00:00.000",
    },
  });
  await home.stop();
});

test("case 168: at 19:10Z status 180, daylight false since 19:04:24Z, dark false until 19:54:39Z", async () => {
  const home = await berlin("19:04:00");
  assert.deepEqual(sky(home), [180, true, false]);
  await until(home, "19:04:23");
  assert.deepEqual(sky(home), [180, true, false]);
  await until(home, "19:04:30");
  assert.deepEqual(sky(home), [180, false, false]);
  await until(home, "19:10:00");
  assert.deepEqual(sky(home), [180, false, false]);
  await until(home, "19:54:38");
  assert.deepEqual(sky(home), [200, false, false]);
  await until(home, "19:54:40");
  assert.deepEqual(sky(home), [200, false, true]);
  await home.stop();
});

test("case 169: offsets 0, at 19:36Z: status 200, daylight false, dark false", async () => {
  const home = await berlin("19:34:30");
  await home.ask("PUT", "/sensors/1/config", NO_OFFSETS);
  await until(home, "19:36:00");
  assert.deepEqual(sky(home), [200, false, false]);
  await home.stop();
});

test("case 76: a condition on dark finds it within 10 s after dusk and its offset", async () => {
  const home = await berlin("19:54:00");
  const dark = () => home.heard.filter(({ section, values }) => section === "state" && values.dark === true).length;
  await until(home, "19:54:39");
  assert.equal(dark(), 0);
  await until(home, "19:54:49");
  assert.equal(dark(), 1);
  await until(home, "21:00:00");
  assert.equal(dark(), 1);
  await home.stop();
});

test("a day: an event for each phase and each turn, lastupdated with it, and none between", async () => {
  const home = await berlin("00:00:00");
  home.heard.length = 0;
  await until(home, "23:59:59", 60);
  const states = home.heard.filter(({ section }) => section === "state");
  const said = states.map(({ values }) => Object.keys(values).filter((name) => name !== "lastupdated"));
  assert.equal(states.length, said.length);
  assert.ok(states.every(({ values, cause }) => values.lastupdated !== undefined && cause.by === "clock"));
  const statuses = states.flatMap(({ values }) => values.status ?? []);
  assert.deepEqual(statuses, [120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220, 100], "no deep night in June");
  assert.deepEqual(
    said.filter((names) => !names.includes("status")),
    [["dark"], ["daylight"], ["daylight"], ["dark"]],
  );
  assert.deepEqual(said.at(-1), ["status", "sunrise", "sunset"], "with the nadir a new solar day begins");
  await home.stop();
});

test("offsets take effect at once, and are in the range that there is", async () => {
  const home = await berlin("19:10:00");
  const put = async (body: object) => (await home.ask("PUT", "/sensors/1/config", body)).body;
  assert.deepEqual(await put({ sunsetoffset: 0 }), [{ success: { "/sensors/1/config/sunsetoffset": 0 } }]);
  await settle();
  assert.deepEqual(sky(home), [180, true, false]);
  for (const sunsetoffset of [-121, 121, "0", 0.5, null]) {
    const [outcome] = (await put({ sunsetoffset })) as { error: { type: number } }[];
    assert.equal(outcome?.error.type, 7, String(sunsetoffset));
  }
  await home.stop();
});

test("lat and long move the gateway at once, and no client sees them", async () => {
  const home = await berlin("19:36:00");
  const { status, body } = await home.ask("PUT", "/sensors/1/config", { lat: "-33.87", long: "+151.21" });
  assert.equal(status, 200);
  assert.deepEqual(body, [
    { success: { "/sensors/1/config/lat": "-33.87" } },
    { success: { "/sensors/1/config/long": "+151.21" } },
  ]);
  await settle();
  assert.deepEqual(sky(home), [110, false, true]);
  assert.equal(sensor(home)?.state.sunrise, "2026-06-21T21:01:23");
  const { latitude, longitude } = home.store.get("/config")?.attr ?? {};
  assert.deepEqual([latitude, longitude], [-33.87, 151.21]);
  const all = JSON.stringify([
    (await home.ask("GET", "/")).body,
    home.heard.filter(({ resource }) => resource.type === "Daylight"),
  ]);
  assert.doesNotMatch(all, /"lat"|"long"|33\.87|151\.21/);
  await home.stop();
});

test("where PUT moved it, it stays over a restart, until the dialog says something new", async () => {
  const home = await berlin("12:00:00");
  await home.ask("PUT", "/sensors/1/config", { lat: "10.5" });
  await home.stop();
  const latitudeAt = async (settings: ConfigSettings) => {
    const again = await berlin("13:00:00", settings, home.disk);
    const { latitude } = again.store.get("/config")?.attr ?? {};
    assert.equal(again.store.count("/sensors"), 1);
    assert.equal(sensor(again)?.address, "/sensors/1");
    await again.stop();
    return latitude;
  };
  assert.equal(await latitudeAt(BERLIN), 10.5);
  assert.equal(await latitudeAt({ ...BERLIN, latitude: 52.5 }), 52.5);
});

const NO_DEGREES = ["052.52N", "52,52", "", " 52", "5.2e1", "90.01", "1000", "0x10", "NaN", 52.52, null, true, ["52"]];
test("case 171: lat that is no decimal: item type 7, unchanged", async () => {
  const home = await berlin("12:00:00");
  for (const lat of NO_DEGREES) {
    const { body } = await home.ask("PUT", "/sensors/1/config", { lat, on: true });
    const [wrong, right] = body as { error: { type: number; address: string } }[];
    assert.deepEqual([wrong?.error.type, wrong?.error.address], [7, "/sensors/1/config/lat"], JSON.stringify(lat));
    assert.deepEqual(right, { success: { "/sensors/1/config/on": true } });
  }
  assert.equal((await home.ask("PUT", "/sensors/1/config", { long: "180.5" })).status, 400);
  assert.equal(home.store.get("/config")?.attr.latitude, 52.52);
  await home.stop();
});

test("other members may not be written: its state, whether it is configured, members of other sensors", async () => {
  const home = await berlin("12:00:00");
  const refused = async (path: "state" | "config", body: object) => {
    const reply = await home.ask("PUT", `/sensors/1/${path}`, body);
    return [reply.status, (reply.body as { error: { type: number } }[])[0]?.error.type];
  };
  assert.deepEqual(await refused("state", { daylight: false }), [400, 6]);
  assert.deepEqual(await refused("state", { flag: false }), [400, 6]);
  assert.deepEqual(await refused("config", { configured: false }), [400, 8]);
  assert.deepEqual(await refused("config", { reachable: true }), [400, 6]);
  assert.deepEqual((await home.ask("PUT", "/sensors/1/state", {})).body, []);
  assert.equal((await home.ask("POST", "/sensors", clip("Daylight"))).status, 400);
  assert.equal((await home.ask("POST", "/sensors", clip("CLIPDaylight"))).status, 400);
  await home.stop();
});

test("off, it stands still; on again, it is up to date at once", async () => {
  const home = await berlin("19:00:00");
  await home.ask("PUT", "/sensors/1/config", { on: false });
  await until(home, "19:10:00");
  assert.deepEqual(sky(home), [180, true, false]);
  await home.ask("PUT", "/sensors/1/config", { on: true });
  await settle();
  assert.deepEqual(sky(home), [180, false, false]);
  await home.stop();
});

test("a clock that is set is followed within 10 s", async () => {
  const home = await berlin("12:00:00");
  home.clock.set(Date.parse("2026-12-21T23:00:00Z"));
  home.clock.advance(10);
  assert.deepEqual(sky(home), [230, false, true]);
  home.clock.set(Date.parse("2026-06-21T12:00:00Z"));
  home.clock.advance(10);
  assert.deepEqual(sky(home), [170, true, false]);
  await home.stop();
});

test("it starts up to date, under the id and the name that it had, and tells only the values that are new", async () => {
  const home = await berlin("12:00:00");
  await home.ask("PUT", "/sensors/1", { name: "Sun" });
  await home.stop();
  const again = await berlin("12:30:00", BERLIN, home.disk);
  assert.equal(sensor(again)?.attr.name, "Sun");
  assert.equal(sensor(again)?.state.lastupdated, "2026-06-21T12:00:00.000");
  await again.stop();
  const evening = await berlin("21:00:00", BERLIN, home.disk);
  assert.deepEqual(sky(evening), [210, false, true]);
  await evening.stop();
});

test("deleted, it stays away, also over a restart, until the gateway moves", async () => {
  const home = await berlin("12:00:00");
  assert.deepEqual((await home.ask("DELETE", "/sensors/1")).body, [{ success: "1" }]);
  home.clock.advance(60);
  await settle();
  assert.equal(sensor(home), undefined);
  await home.stop();
  const again = await berlin("12:30:00", BERLIN, home.disk);
  assert.equal(sensor(again), undefined);
  await again.stop();
  const moved = await berlin("13:00:00", { ...BERLIN, longitude: 13.4 }, home.disk);
  assert.equal(sensor(moved)?.address, "/sensors/2");
  await moved.stop();
});

test("a location that becomes known while it runs brings it at once", async () => {
  const home = await berlin("12:00:00", {});
  assert.equal(sensor(home), undefined);
  home.store.patch("/config", "attr", { latitude: 0, longitude: 0 }, TEST);
  await settle();
  assert.deepEqual(sky(home), [160, true, false]);
  assert.deepEqual(
    home.heard.filter(({ event }) => event === "added").map(({ resource }) => resource.type),
    ["Daylight"],
  );
  await home.stop();
});

test("a client's sensor with the same uniqueid is left alone", async () => {
  const home = await berlin("12:00:00", {});
  const { bridgeid } = home.store.get("/config")?.attr ?? {};
  const uniqueid = `${String(bridgeid).replace(/..(?!$)/g, "$&:")}-01`;
  await home.ask("POST", "/sensors", clip("CLIPGenericFlag", { uniqueid }));
  home.store.patch("/config", "attr", { latitude: 52, longitude: 13 }, TEST);
  await settle();
  home.clock.advance(30);
  await settle();
  assert.deepEqual(
    home.store.list("/sensors").map(({ type, state }) => [type, "status" in state]),
    [
      ["CLIPGenericFlag", false],
      ["Daylight", true],
    ],
  );
  await home.stop();
});

test("where the sun does not set there is no sunset, and it is day", async () => {
  const home = await berlin("23:30:00", { latitude: 78.22, longitude: 15.65 });
  assert.deepEqual(sky(home), [100, true, false]);
  assert.deepEqual([sensor(home)?.state.sunrise, sensor(home)?.state.sunset], [null, null]);
  await home.stop();
});

const OFFSETS: [config: object, localtime: string][] = [
  [{ mode: "sunrise" }, "2026-06-21T04:44:19"],
  [{ mode: "sunset", offset: -90 }, "2026-06-21T20:04:24"],
  [{ mode: "sunset", offset: 180 }, "2026-06-22T00:34:24"],
];
for (const [config, localtime] of OFFSETS) {
  test(`a CLIPDaylightOffset with ${JSON.stringify(config)} is at ${localtime}`, async () => {
    const home = await berlin("12:00:00");
    await home.ask("POST", "/sensors", clip("CLIPDaylightOffset", { config }));
    await settle();
    assert.equal(home.store.get("/sensors/2")?.state.localtime, localtime);
    await home.stop();
  });
}

test("a CLIPDaylightOffset moves with its config, the zone and the days, and not otherwise", async () => {
  const home = await berlin("12:00:00");
  await home.ask("POST", "/sensors", clip("CLIPDaylightOffset", { config: { mode: "sunset" } }));
  await settle();
  const state = () => home.store.get("/sensors/2")?.state ?? {};
  const { lastupdated } = state();
  home.clock.advance(60);
  assert.equal(state().lastupdated, lastupdated);
  await home.ask("PUT", "/sensors/2/config", { offset: 10 });
  await settle();
  assert.equal(state().localtime, "2026-06-21T21:44:24");
  await home.ask("PUT", "/config", { timezone: "UTC" });
  await settle();
  assert.equal(state().localtime, "2026-06-21T19:44:24");
  home.clock.advance(12 * 3600, 60);
  await settle();
  assert.equal(state().localtime, "2026-06-22T19:44:36");
  await home.ask("DELETE", "/sensors/2");
  home.clock.advance(24 * 3600, 60);
  await settle();
  assert.equal(home.store.get("/sensors/2"), undefined);
  await home.stop();
});

test("a fixed one keeps its clock time and moves to today, also without a location", async () => {
  const home = await berlin("12:00:00", { timezone: "Europe/Berlin" });
  const state = { localtime: "2020-01-01T18:04:00" };
  await home.ask("POST", "/sensors", clip("CLIPDaylightOffset", { config: { mode: "fix" }, state }));
  await home.ask("POST", "/sensors", clip("CLIPDaylightOffset", { config: { mode: "sunrise" } }));
  await settle();
  assert.equal(home.store.get("/sensors/1")?.state.localtime, "2026-06-21T18:04:00");
  assert.equal(home.store.get("/sensors/2")?.state.localtime, undefined);
  await home.ask("PUT", "/sensors/1/state", { localtime: "2026-06-01T07:00:00" });
  await settle();
  assert.equal(home.store.get("/sensors/1")?.state.localtime, "2026-06-21T07:00:00");
  await until(home, "22:00:10"); // midnight in Berlin
  assert.equal(home.store.get("/sensors/1")?.state.localtime, "2026-06-22T07:00:00");
  await home.stop();
});
