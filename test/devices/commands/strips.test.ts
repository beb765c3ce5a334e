/** Strips that show gradients: their plan, their orders and reads, and the state made of their reports. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Address, Resource, Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, LAMP, LIGHT, lamp, modelDefinition } from "../home.ts";

const STRIP = "0x001788010203cc01";
const LIST = { type: "list", name: "gradient", property: "gradient", access: 7 } as const;
const INPUTS = [0, 3, 4, 5, 6, 8, 0x0300, 0xfc03];
const TRANSITION = { type: "numeric", name: "transition", property: "transition", access: 2 } as const;
const strip = (more: Partial<DeviceFacts> = {}): DeviceFacts =>
  lamp(STRIP, {
    endpoints: [endpoint(11, INPUTS)],
    definition: modelDefinition([LIGHT, LIST], { options: [TRANSITION] }),
    gradient: { segments: 9, pixels: 24, length: 833, styles: 0b101 },
    ...more,
  });

const ON: Values = { state: "ON", brightness: 100, color: { x: 0.3, y: 0.3 }, color_mode: "xy" };
const TOLD = "4b010164fb74346b1350000000f3297fda7d55da7d55f3297fda7d552800";
const PLAIN = "0b000164fb74346b";
const POINTS = [
  [0.6915, 0.3038],
  [0.17, 0.7],
  [0.1532, 0.0475],
];
const FRAME = "500104000d300000000e1f5eb4d3d856b30e1800";

async function withDevices(...devices: readonly DeviceFacts[]): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "payload", ieee, endpoint: 11, payload: ON });
  await pass(home, 3);
  forget(home);
  return home;
}

async function pass(home: FakeHouse, seconds: number): Promise<void> {
  for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
    await settle();
    home.clock.advance(0.25);
  }
  await settle();
}

function forget({ radio, heard }: FakeHouse): void {
  radio.orders.length = 0;
  heard.length = 0;
}

const light = ({ store }: FakeHouse, id = "1") => store.get(`/lights/${id}`) as Resource;
const isFrame = (order: Order): order is Order & { do: "command" } =>
  order.do === "command" && order.command === "multiColor";
const frames = ({ radio }: FakeHouse) =>
  radio.orders
    .filter(isFrame)
    .map(({ target, payload }) => [
      "ieee" in target ? target.ieee : target.group,
      Buffer.from(payload.data as Uint8Array).toString("hex"),
    ]);
/** Of all that it shows in one piece. */
const reads = ({ radio }: FakeHouse) =>
  radio.orders.filter((order) => order.do === "read" && order.cluster === "manuSpecificPhilips2").length;

/** As the converters read it, and as it came. */
function says(
  home: FakeHouse,
  hex: string,
  payload: Values = { brightness: 100, color: { x: 0.5, y: 0.4 }, color_mode: "xy" },
) {
  const data = { state: Buffer.from(hex, "hex") };
  const raw = { type: "readResponse", cluster: "manuSpecificPhilips2", data, group: 0, manufacturer: 0x100b };
  home.radio.tell({ kind: "payload", ieee: STRIP, endpoint: 11, payload: { ...payload, philips_raw: hex }, raw });
}

function reports(home: FakeHouse, payload: Values, type = "attributeReport") {
  const raw = { type, cluster: "lightingColorCtrl", data: {}, group: 0, manufacturer: null };
  home.radio.tell({ kind: "payload", ieee: STRIP, endpoint: 11, payload, raw });
}

test("the gradients that it can show stand in its capabilities", () => {
  const [plan] = planDevice(strip()).resources;
  const { color } = (plan as unknown as { attr: { capabilities: { color: Values } } }).attr.capabilities;
  assert.deepEqual(color.gradient, {
    max_segments: 9,
    pixel_count: 24,
    pixel_length: 833,
    styles: ["linear", "mirrored"],
  });
  assert.deepEqual(color.modes, ["ct", "gradient", "xy"]);
  assert.deepEqual(plan?.state.gradient, {});
  assert.deepEqual(planDevice(strip()).coverage.unmapped, []);
});

test("asked or not, it has gradients; a lamp with the cluster alone, or with the list alone, has none", () => {
  const { gradient: _, ...unasked } = strip();
  const [plan] = planDevice(unasked).resources;
  const { color } = (plan as unknown as { attr: { capabilities: { color: Values } } }).attr.capabilities;
  assert.deepEqual(["gradient" in color, (color.modes as string[]).includes("gradient")], [false, true]);
  const others = [
    strip({ definition: modelDefinition([LIGHT]) }),
    strip({ endpoints: [endpoint(11, INPUTS.slice(0, -1))] }),
  ];
  for (const other of others) {
    const [resource] = planDevice(other).resources;
    assert.equal("gradient" in (resource?.state ?? {}), false);
    assert.equal(JSON.stringify(resource?.attr).includes("gradient"), false);
  }
});

test("one frame tells it, the first point first; a second after the fade it is read, and its answer counts", async () => {
  const home = await withDevices(strip());
  await home.ask("PUT", "/lights/1/state", { gradient: { points: POINTS } });
  await settle();
  assert.deepEqual(frames(home), [[STRIP, FRAME]]);
  assert.equal(light(home).state.colormode, "gradient");
  await pass(home, 1);
  assert.equal(reads(home), 0);
  await pass(home, 1);
  assert.equal(reads(home), 1);
  says(home, TOLD);
  await settle();
  const { gradient, colormode, bri } = light(home).state as { gradient: Values } & Values;
  assert.deepEqual([colormode, bri, (gradient.points as unknown[]).length, gradient.segments], ["gradient", 100, 5, 5]);
  await home.stop();
});

test("red, green, blue and twenty times its own gradient: the bytes never change", async () => {
  const home = await withDevices(strip());
  await home.ask("PUT", "/lights/1/state", { gradient: { points: POINTS } });
  for (let round = 0; round < 20; round += 1) {
    const { gradient } = light(home).state;
    await home.ask("PUT", "/lights/1/state", { gradient });
  }
  await settle();
  assert.deepEqual(new Set(frames(home).map(([, frame]) => frame)), new Set([FRAME]));
  await home.stop();
});

test("refused, it is as it was", async () => {
  const home = await withDevices(strip());
  home.radio.answer = (order) => {
    if (isFrame(order)) throw new RadioError("refused", "it refused", 0x87);
    return {};
  };
  await home.ask("PUT", "/lights/1/state", { gradient: { points: POINTS } });
  assert.equal(light(home).state.colormode, "gradient");
  await settle();
  assert.deepEqual([light(home).state.colormode, light(home).state.gradient], ["xy", {}]);
  await home.stop();
});

test("with on and bri the converters tell those; switched on it is read, too", async () => {
  const home = await withDevices(strip());
  await home.ask("PUT", "/lights/1/state", { on: true, bri: 50, gradient: { points: POINTS }, transitiontime: 10 });
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => (order.do === "set" ? order.values : order.do)),
    [{ state: "ON", brightness: 50, transition: 1 }, "command"],
  );
  await pass(home, 3);
  forget(home);
  await home.ask("PUT", "/lights/1/state", { on: true });
  await pass(home, 2);
  assert.equal(reads(home), 1);
  await home.stop();
});

test("the one color that it tells by the standard cluster is not its mode; reported, it is asked for its gradient", async () => {
  const home = await withDevices(strip());
  await home.ask("PUT", "/lights/1/state", { gradient: { points: POINTS } });
  says(home, TOLD);
  await pass(home, 3);
  forget(home);
  reports(home, { color: { x: 0.69, y: 0.3 }, color_mode: "xy" });
  await pass(home, 3);
  assert.deepEqual([light(home).state.colormode, light(home).state.xy, reads(home)], ["gradient", [0.69, 0.3], 1]);
  says(home, PLAIN);
  await settle();
  assert.equal(light(home).state.colormode, "xy", "a remote has ended it");
  assert.equal((light(home).state.gradient as { points: unknown[] }).points.length, 5);
  says(home, TOLD);
  forget(home);
  reports(home, { color: { x: 0.1, y: 0.3 }, color_mode: "xy" }, "readResponse");
  await pass(home, 3);
  assert.deepEqual([light(home).state.colormode, reads(home)], ["gradient", 0], "asked, it is not asked once more");
  reports(home, { color_temp: 300, color_mode: "color_temp" });
  await settle();
  assert.equal(light(home).state.colormode, "ct");
  await home.stop();
});

test("a value that its one frame does not tell is asked for apart, once", async () => {
  const hs = { type: "composite", name: "color_hs", property: "color", access: 7 } as const;
  const home = await house();
  const all = { ...LIGHT, features: [...(LIGHT.features ?? []), hs] };
  home.radio.rise([strip({ definition: modelDefinition([all, LIST]) })]);
  await settle();
  says(home, PLAIN, ON);
  await pass(home, 10);
  const asked = home.radio.orders.filter((order) => order.do === "read" && order.cluster === "lightingColorCtrl");
  const attributes = ["enhancedCurrentHue", "currentSaturation", "colorTemperature"];
  const target = { ieee: STRIP, endpoint: 11 };
  assert.deepEqual(asked, [{ do: "read", target, cluster: "lightingColorCtrl", attributes }]);
  const color = { x: 0.5, y: 0.4, hue: 60, saturation: 50 };
  reports(home, { color, color_temp: 300, color_mode: "xy" }, "readResponse");
  await settle();
  const { hue, sat, ct } = light(home).state;
  assert.deepEqual([hue, sat, ct], [10_923, 127, 300]);
  await home.stop();
});

test("xy after it is told as ever", async () => {
  const home = await withDevices(strip());
  await home.ask("PUT", "/lights/1/state", { gradient: { points: POINTS } });
  await home.ask("PUT", "/lights/1/state", { xy: [0.2, 0.2] });
  await settle();
  assert.deepEqual([light(home).state.colormode, frames(home).length], ["xy", 1]);
  await home.stop();
});

test("which end it begins at is an attribute, written and told", async () => {
  const home = await withDevices(strip());
  const reply = await home.ask("PUT", "/lights/1/config", { color: { gradient: { reversed: true } } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  await settle();
  const target = { ieee: STRIP, endpoint: 11 };
  const values = { 51: { value: 1, type: 0x10 } };
  const order = { do: "write", target, cluster: "manuSpecificPhilips2", values, manufacturer: 0x100b };
  assert.deepEqual(home.radio.orders, [order]);
  const raw = {
    type: "readResponse",
    cluster: "manuSpecificPhilips2",
    data: { 51: 0 },
    group: 0,
    manufacturer: 0x100b,
  };
  home.radio.tell({ kind: "payload", ieee: STRIP, endpoint: 11, payload: {}, raw });
  await settle();
  assert.equal(light(home).config["color/gradient/reversed"], false);
  await home.stop();
});

/** A group of a strip and two lamps, which hear it as a group. */
async function inGroup(): Promise<{ readonly home: FakeHouse; readonly group: Address }> {
  const home = await withDevices(strip(), lamp(LAMP), lamp("0x001788010203aa09"));
  await home.ask("POST", "/groups", { name: "All", lights: ["1", "2", "3"] });
  await pass(home, 3);
  forget(home);
  return { home, group: "/groups/1" };
}

test("of a group each that shows gradients is told it, alone; the others the values for all", async () => {
  const { home, group } = await inGroup();
  await home.ask("PUT", `${group}/action`, { gradient: { points: POINTS } });
  await settle();
  assert.deepEqual(frames(home), [[STRIP, FRAME]]);
  assert.equal(home.radio.orders.length, 1);
  assert.deepEqual([light(home).state.colormode, light(home, "2").state.colormode], ["gradient", "xy"]);
  await pass(home, 3);
  forget(home);
  await home.ask("PUT", `${group}/action`, { gradient: { points: POINTS }, bri: 9 });
  await settle();
  const sets = home.radio.orders.flatMap(({ do: does, target }) => (does === "set" ? [target] : []));
  assert.deepEqual(frames(home), [[STRIP, FRAME]]);
  assert.deepEqual(
    sets.map((target) => ("group" in target ? target.members.length : target.ieee)),
    [STRIP, 2],
  );
  await home.ask("PUT", "/groups/1", { lights: ["2", "3"] });
  const reply = await home.ask("PUT", `${group}/action`, { gradient: { points: POINTS } });
  assert.match(JSON.stringify(reply.body), /"type":6.*parameter, gradient, not available/);
  await home.stop();
});

test("a scene keeps it, and recalls it light by light; then the strip is read", async () => {
  const { home, group } = await inGroup();
  await home.ask("PUT", "/lights/1/state", { gradient: { points: POINTS, style: "mirrored" } });
  const { gradient } = light(home).state;
  await home.ask("POST", `${group}/scenes`, { name: "Evening" });
  const scene = (await home.ask("GET", `${group}/scenes/1`)).body as { lights: Values[] };
  assert.deepEqual([scene.lights[0]?.colormode, scene.lights[0]?.gradient], ["gradient", gradient]);
  await home.ask("PUT", "/lights/1/state", { ct: 300 });
  await pass(home, 5);
  forget(home);
  await home.ask("PUT", `${group}/scenes/1/recall`);
  await pass(home, 4);
  assert.deepEqual(frames(home).length, 1);
  assert.ok(reads(home) >= 1);
  assert.deepEqual([light(home).state.colormode, light(home).state.gradient], ["gradient", gradient]);
  forget(home);
  await home.ask("PUT", `${group}/scenes/1/recall`);
  await pass(home, 4);
  assert.deepEqual(frames(home), [], "it is so already");
  await home.stop();
});

test("in a scene a light's gradient can be changed", async () => {
  const { home, group } = await inGroup();
  await home.ask("POST", `${group}/scenes`, { name: "Evening" });
  const at = `${group}/scenes/1/lights/1/state` as const;
  assert.equal((await home.ask("PUT", at, { gradient: { points: POINTS } })).status, 200);
  const scene = (await home.ask("GET", `${group}/scenes/1`)).body as { lights: Values[] };
  assert.equal(scene.lights[0]?.colormode, "gradient");
  const wrong = await home.ask("PUT", at, { gradient: {} });
  assert.match(JSON.stringify(wrong.body), /missing parameter, gradient.points, for parameter, gradient/);
  const none = await home.ask("PUT", `${group}/scenes/1/lights/2/state`, { gradient: { points: POINTS } });
  assert.match(JSON.stringify(none.body), /"type":6/);
  await home.stop();
});

test("going with the music is a value of the converters: null until it is told, asked at the start, pushed when it changes", async () => {
  const audio = {
    type: "binary",
    name: "audio",
    property: "audio",
    access: 7,
    value_on: "ON",
    value_off: "OFF",
  } as const;
  const length = {
    type: "numeric",
    name: "length",
    property: "length",
    access: 7,
    value_min: 1,
    value_max: 10,
  } as const;
  const home = await house();
  home.radio.rise([lamp(STRIP, { definition: modelDefinition([LIGHT, audio, length]) })]);
  await settle();
  assert.equal(light(home).state.music_sync, null);
  await pass(home, 2);
  const [asked] = home.radio.orders;
  assert.ok(asked?.do === "get" && asked.keys.includes("audio"));
  home.radio.tell({ kind: "payload", ieee: STRIP, endpoint: 1, payload: { ...ON, audio: "OFF", length: 2 } });
  await settle();
  assert.deepEqual([light(home).state.music_sync, light(home).config["color/gradient/pixel_count"]], [false, 10]);
  forget(home);
  await home.ask("PUT", "/lights/1/state", { music_sync: true });
  const pixels = (pixel_count: number) => home.ask("PUT", "/lights/1/config", { color: { gradient: { pixel_count } } });
  assert.equal((await pixels(4)).status, 400);
  assert.equal((await pixels(50)).status, 200);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "set" && order.values),
    [{ audio: "ON" }, { length: 10 }],
  );
  assert.equal(light(home).state.music_sync, true);
  forget(home);
  home.radio.tell({ kind: "payload", ieee: STRIP, endpoint: 1, payload: { audio: "OFF" } });
  await settle();
  assert.deepEqual(
    home.heard.map(({ values }) => values),
    [{ music_sync: false }],
  );
  await home.stop();
});
