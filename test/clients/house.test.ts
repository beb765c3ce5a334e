/** `npm start` with the virtual house, and a client that has HTTP and a WebSocket, and nothing else. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Listening, listener } from "../support/push.ts";
import { GROUPS, RESIDENTS } from "../support/residents.ts";
import { type Started, start } from "../support/start.ts";
import { MAC } from "../support/virtual-flow.ts";

// biome-ignore lint/suspicious/noExplicitAny: as a client reads it
type Json = any;

const PATIENCE = 60_000; // milliseconds
const SMOKE = "00:0d:6f:01:00:00:00:0c";
const DOOR = "00:12:4b:01:00:00:00:0a";

let house: Started;
let push: Listening;
let api = "";

before(async () => {
  house = await start();
  await meet();
});
after(async () => {
  push.socket.terminate();
  await house.remove();
});

async function meet(): Promise<void> {
  api = `http://${house.host}/api/${house.key}`;
  push = await listener(Number(new URL(api).port));
}

async function ask(method: string, path: string, body?: unknown): Promise<Json> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(api + path, { method, ...sent });
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  return await response.json();
}

/** A PUT of which all must succeed. */
async function put(path: string, body: object): Promise<void> {
  const answer = await ask("PUT", path, body);
  assert.ok(
    answer.every((one: Json) => one.success),
    JSON.stringify(answer),
  );
}

async function eventually(says: string, holds: () => Promise<unknown> | unknown): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, says);
    await pause(50);
  }
}

async function station(mac: string): Promise<Json> {
  const ieee = `0x${mac.replaceAll(":", "")}`;
  return (await ask("GET", "/virtual")).stations.find((one: Json) => one.ieee === ieee);
}

/** In the simulated device itself: "11/genOnOff/onOff". */
async function inside(mac: string, path: string): Promise<unknown> {
  const [endpoint = "", cluster = "", attribute = ""] = path.split("/");
  return (await station(mac)).endpoints[endpoint][cluster][attribute];
}

/** The address of a device's resource. */
async function addressOf(collection: string, mac: string, type?: string): Promise<string> {
  const found = Object.entries<Json>(await ask("GET", collection)).find(
    ([, { uniqueid, type: own }]) => uniqueid.startsWith(mac) && (type === undefined || own === type),
  );
  assert.ok(found, `${mac} has no ${type ?? "resource"} in ${collection}`);
  return `${collection}/${found[0]}`;
}

function pushed(mac: string, section: string): Json[] {
  return push.heard
    .filter(({ uniqueid }) => String(uniqueid).startsWith(mac))
    .flatMap((message: Json) => message[section] ?? []);
}

test("the lights and sensors of the house are there, as clients want them", async () => {
  const { lights, sensors: all, groups, config } = await ask("GET", "");
  // The flows that come along declare a virtual sensor of their own, and know where the house stands.
  const sensors = Object.fromEntries(
    Object.entries<Json>(all).filter(([, { type }]) => !/^(CLIP|Daylight)/.test(type)),
  );
  const seen = (family: string, all: Json) =>
    Object.entries<Json>(all).map(([id, { uniqueid, type, name }]) => [uniqueid, [`/${family}/${id}`, type, name]]);
  assert.deepEqual(
    Object.fromEntries([...seen("lights", lights), ...seen("sensors", sensors)]),
    RESIDENTS,
    "the same in every house, whatever a flow or the sun has made before",
  );
  const names = (scenes: Json) => scenes.map(({ name }: Json) => name).join();
  assert.deepEqual(
    Object.fromEntries(
      Object.entries<Json>(groups).map(([id, { name, type, lights, scenes }]) => [
        id,
        [name, type, lights.join(), names(scenes)],
      ]),
    ),
    GROUPS,
  );
  assert.match(config.fwversion, /^0x(?!0{8})[0-9a-f]{8}$/);
  for (const { uniqueid, name, type, manufacturername, modelid, state, ...more } of Object.values<Json>({
    ...lights,
    ...Object.fromEntries(Object.entries(sensors).map(([id, one]) => [`s${id}`, one])),
  })) {
    assert.match(uniqueid, /^([0-9a-f]{2}:){7}[0-9a-f]{2}-[0-9a-f]{2}(-[0-9a-f]{4})?$/);
    for (const text of [name, type, manufacturername, modelid]) assert.ok(typeof text === "string" && text !== "");
    assert.equal(type.startsWith("ZHA") ? more.config.reachable : state.reachable, true, name);
  }
  const types = new Set(Object.values<Json>(sensors).map(({ type }) => type));
  assert.deepEqual(
    [...types].toSorted(),
    ["Battery", "Consumption", "Fire", "Humidity", "LightLevel", "OpenClose", "Power", "Presence", "Switch"]
      .concat("Temperature", "Thermostat", "Water")
      .map((kind) => `ZHA${kind}`),
  );
});

test("no alarm device is left in doubt: the gateway asked for each state that was not reported", async () => {
  await eventually("all zones are known", async () => {
    const sensors = Object.values<Json>(await ask("GET", "/sensors"));
    const known = (type: string, member: string) => sensors.find((one) => one.type === type)?.state[member] === false;
    return known("ZHAOpenClose", "open") && known("ZHAFire", "fire") && known("ZHAWater", "water");
  });
});

test("a PUT turns a light on in the device itself, and dims and colours it", async () => {
  const lamp = await addressOf("/lights", MAC.colourLamp);
  await put(`${lamp}/state`, { on: true, bri: 100, ct: 300 });
  await eventually("it is on", async () => (await inside(MAC.colourLamp, "11/genOnOff/onOff")) === 1);
  await eventually("it is dimmed", async () => (await inside(MAC.colourLamp, "11/genLevelCtrl/currentLevel")) === 100);
  await eventually(
    "it is warmer",
    async () => (await inside(MAC.colourLamp, "11/lightingColorCtrl/colorTemperature")) === 300,
  );
  await eventually("it is told", () => pushed(MAC.colourLamp, "state").some(({ bri }) => bri === 100));
});

test("a group is told with one frame", async () => {
  const macs = [MAC.colourLamp, MAC.whiteLamp, MAC.hallLamp];
  const lights = await Promise.all(macs.map(async (mac) => (await addressOf("/lights", mac)).split("/").at(-1)));
  const [{ success }] = await ask("POST", "/groups", { name: "Downstairs" });
  await put(`/groups/${success.id}`, { lights });
  const isMember = async (mac: string) => Object.hasOwn((await station(mac)).groups, success.id);
  for (const mac of macs) await eventually(`${mac} is a member`, () => isMember(mac));
  let asked = -1;
  await eventually("nobody is asked any more what became of the last test", async () => {
    const before = asked;
    await pause(1_500);
    asked = (await ask("GET", "/virtual")).frames.sent.unicast;
    return asked === before;
  });
  await put("/virtual", { clear: true });
  await put(`/groups/${success.id}/action`, { on: true });
  let sent: Json;
  await eventually("it is sent", async () => {
    sent = (await ask("GET", "/virtual")).frames.sent;
    return sent.group > 0;
  });
  assert.deepEqual([sent.group, sent.unicast, sent.broadcast], [1, 0, 0]); // a second later each is asked how it is
  for (const mac of macs) {
    const endpoint = mac === MAC.colourLamp ? 11 : 1;
    await eventually(`${mac} is on`, async () => (await inside(mac, `${endpoint}/genOnOff/onOff`)) === 1);
  }
  await eventually("all are on", async () => (await ask("GET", `/groups/${success.id}`)).state.all_on);
});

test("a press of the remote is pushed, as a state of its own", async () => {
  await put(`/virtual/${MAC.remote}`, { press: "toggle" });
  await eventually("it is pushed", () => pushed(MAC.remote, "state").length > 0);
  const [state] = pushed(MAC.remote, "state");
  assert.equal(state.buttonevent, 1002);
  assert.match(state.lastupdated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
  const { buttons, values } = await ask("GET", `/devices/${MAC.remote}-01-1000/state/buttonevent/introspect`);
  assert.equal(Object.keys(buttons).length, 5);
  assert.ok(values[1002]);
});

test("a search pairs the two that wait", async () => {
  for (const collection of ["/sensors", "/lights"]) {
    const [{ success }] = await ask("POST", collection, {});
    assert.ok(success[collection], JSON.stringify(success));
    assert.equal((await ask("GET", `${collection}/new`)).lastscan, "active");
  }
  for (const [mac, collection] of [
    [MAC.newLamp, "/lights"],
    [MAC.newMotion, "/sensors"],
  ] as const) {
    const isAdded = ({ e, uniqueid }: Json) => e === "added" && String(uniqueid).startsWith(mac);
    await eventually(`${mac} is told`, () => push.heard.some(isAdded));
    const added: Json = push.heard.find(isAdded);
    const whole = added.light ?? added.sensor;
    assert.equal(whole.uniqueid, added.uniqueid);
    const found = await ask("GET", `${collection}/new`);
    assert.equal(found.lastscan, "active");
    assert.equal(found[added.id]?.name, whole.name);
  }
  await put("/config", { permitjoin: 0 });
});

test("a light that does not answer is unreachable, and the desired state is taken back", async () => {
  const lamp = await addressOf("/lights", MAC.hallLamp);
  const isOn = async () => (await ask("GET", lamp)).state.on;
  await put(`${lamp}/state`, { on: true }); // the flow that comes along may have switched it off
  await eventually("it is on", async () => (await inside(MAC.hallLamp, "1/genOnOff/onOff")) === 1);
  await put(`/virtual/${MAC.hallLamp}`, { reach: "no-ack" });
  const [answer] = await ask("PUT", `${lamp}/state`, { on: false });
  assert.ok(answer.success, "it is believed at first");
  await eventually("it is unreachable", async () => (await ask("GET", lamp)).state.reachable === false);
  await eventually("it is on, as it was", isOn);
  await put(`/virtual/${MAC.hallLamp}`, { reach: "ok", announce: true });
  await eventually("it is back", async () => (await ask("GET", lamp)).state.reachable === true);
  await put(`${lamp}/state`, { on: false });
  await eventually("it obeys", async () => (await inside(MAC.hallLamp, "1/genOnOff/onOff")) === 0);
});

test("thermostats, blinds, plugs and sirens obey", async () => {
  await put(`${await addressOf("/sensors", MAC.thermostat)}/config`, { heatsetpoint: 2350 });
  const setpoint = "1/hvacThermostat/occupiedHeatingSetpoint";
  await eventually("it heats", async () => (await inside(MAC.thermostat, setpoint)) === 2350);

  const blind = await addressOf("/lights", MAC.blind);
  await put(`${blind}/state`, { lift: 40 });
  await eventually("it arrives", async () => (await ask("GET", blind)).state.lift === 40);
  const position = "1/closuresWindowCovering/currentPositionLiftPercentage";
  await eventually("it is there", async () => (await inside(MAC.blind, position)) === 40);

  const power = await addressOf("/sensors", MAC.plug, "ZHAPower");
  await put(`${await addressOf("/lights", MAC.plug)}/state`, { on: false });
  await eventually("it takes nothing", async () => (await ask("GET", power)).state.power === 0);

  await put(`/virtual/${SMOKE}`, { awake: 60 });
  await put(`${await addressOf("/lights", SMOKE)}/state`, { alert: "lselect" });
  await eventually("it howls", async () => ((await station(SMOKE)).warning ?? "stop") !== "stop");
});

test("everything that a device shows can be read and set", async () => {
  const all = `/devices/${MAC.whiteLamp}/exposes`;
  const shown = await ask("GET", all);
  assert.ok(
    shown.state && shown.brightness && shown.color_temp && shown.transition?.option,
    Object.keys(shown).join(" "),
  );
  await put(`${all}/brightness`, { value: 77 });
  const level = async () => (await inside(MAC.whiteLamp, "1/genLevelCtrl/currentLevel")) === 77;
  await eventually("it is dimmed", level);
  const [{ success }] = await ask("POST", `${all}/brightness`);
  assert.deepEqual(success, { [`${all}/brightness`]: 77 });
  const [{ error }] = await ask("PUT", `${all}/brightness`, { value: "much" });
  assert.equal(error.address, `${all}/brightness`);
});

test("a remote is bound to a lamp and released", async () => {
  const bindings = `/devices/${MAC.remote}/bindings`;
  await put(`/virtual/${MAC.remote}`, { awake: 60 });
  const wanted = { endpoint: 1, cluster: "genScenes", target: { uniqueid: MAC.whiteLamp, endpoint: 1 } };
  const isThere = async () => {
    const all: Json[] = await ask("GET", bindings);
    return all.some(({ cluster, target }) => cluster === wanted.cluster && target.uniqueid === MAC.whiteLamp);
  };
  assert.equal(await isThere(), false);
  const [bound] = await ask("POST", bindings, wanted);
  assert.ok(bound.success, JSON.stringify(bound));
  assert.equal(await isThere(), true);
  const [unbound] = await ask("DELETE", bindings, wanted);
  assert.ok(unbound.success, JSON.stringify(unbound));
  assert.equal(await isThere(), false);
});

test("after a restart everything is there, a lamp that was out of reach still is, and sensors go on telling", async () => {
  const lamp = await addressOf("/lights", MAC.hallLamp);
  await put(`/virtual/${MAC.hallLamp}`, { reach: "no-ack" });
  await ask("PUT", `${lamp}/state`, { on: true });
  await eventually("it is unreachable", async () => (await ask("GET", lamp)).state.reachable === false);
  const names = async () => {
    const { lights, sensors, groups } = await ask("GET", "");
    const of = (all: Json) => Object.entries<Json>(all).map(([id, { uniqueid, name }]) => [id, uniqueid, name]);
    return [lights, sensors, groups].map(of);
  };
  const rules = async () =>
    Object.fromEntries((await ask("GET", "/virtual")).stations.map((one: Json) => [one.ieee, one.reporting]));
  const before = { names: await names(), rules: await rules() };

  await house.end();
  const { userDir } = house;
  assert.deepEqual(complaints(), []);
  house = await start({ userDir });
  await meet();

  assert.deepEqual(await names(), before.names);
  assert.deepEqual(await rules(), before.rules, "nobody forgot what he is to report");
  assert.equal((await ask("GET", lamp)).state.reachable, false);
  const motion = await addressOf("/sensors", MAC.motion, "ZHAPresence");
  const occupy = (occupancy: number) =>
    put(`/virtual/${MAC.motion}`, { set: { "msOccupancySensing.occupancy": occupancy } });
  await occupy(0); // the house may have sent a person there by itself
  await eventually("nobody is there", async () => (await ask("GET", motion)).state.presence === false);
  await put(`/virtual/${MAC.climate}`, { set: { "msTemperatureMeasurement.measuredValue": 2777 } });
  await put(`/virtual/${DOOR}`, { zone: { alarm1: true } });
  await occupy(1);
  await eventually("the door is open", () => pushed(DOOR, "state").some(({ open }) => open === true));
  await eventually("somebody is there", () => pushed(MAC.motion, "state").some(({ presence }) => presence === true));
});

test("the log has no warning and no error of ours after all that", () => {
  assert.deepEqual(complaints(), []);
});

/** Lines of the log that are warnings or errors of ours. */
function complaints(): string[] {
  return house
    .output()
    .split("\n")
    .filter((line) => /\[(warn|error)\] \[zigbee|Error:/.test(line));
}
