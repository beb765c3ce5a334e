/** Groups: create, read, change, delete, and the effects of their members (wire 4.8 to 4.10). */
import assert from "node:assert/strict";
import { type Address, NOT_JSON, type Values } from "../../src/model/resource.ts";
import { clip, fakeDisk, fakeRadio, house, queuedFor, settle, TEST } from "../support/fakes.ts";
import { BY_RADIO, type LitWorld, light, lit } from "../support/lights.ts";
import { type Ask, created, inShort, seen } from "../support/transports.ts";

const GROUPS: Address = "/groups";

async function lamps(world: Pick<LitWorld, "store">, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await light(world, "Dimmable light");
}

lit("a new group: its members, its defaults, its push", async (world) => {
  const { ask, heard } = world;
  assert.deepEqual(await seen(ask, GROUPS), {});
  assert.equal(await created(ask, GROUPS, { name: " Living " }), "1");
  const { etag, ...group } = await seen(ask, "/groups/1");
  assert.match(etag, /^[0-9a-f]{32}$/);
  assert.deepEqual(group, {
    action: {
      ...{ alert: "none", bri: 127, colormode: "hs", ct: 0, effect: "none" },
      ...{ hue: 0, on: false, sat: 127, scene: "", xy: [0, 0] },
    },
    devicemembership: [],
    hidden: false,
    id: "1",
    lights: [],
    lightsequence: [],
    multideviceids: [],
    name: "Living",
    scenes: [],
    state: { all_on: false, any_on: false },
    type: "LightGroup",
  });
  assert.deepEqual(await seen(ask, GROUPS), { "1": { etag, ...group } });
  await settle();
  assert.deepEqual(
    heard.map(({ event, resource }) => [event, resource.address]).filter(([, at]) => at !== "/ids"),
    [["added", "/groups/1"]],
  );
  assert.equal(await created(ask, GROUPS, { name: "Living" }), "2", "a name may be given twice");
  assert.deepEqual((await seen(ask, "/capabilities")).groups, { available: 98, total: 100 });
});

lit("what a new group may say", async (world) => {
  const { ask } = world;
  await lamps(world, 2);
  const hue = { name: "Hue", type: "LightGroup", lights: ["2", "1", "2"], recycle: false };
  await created(ask, GROUPS, hue);
  assert.deepEqual((await seen(ask, "/groups/1")).lights, ["2", "1"]);
  await created(ask, GROUPS, { name: "Kitchen", type: "Room", uniqueid: "11-digits-x" });
  const { type, class: kind, uniqueid } = await seen(ask, "/groups/2");
  assert.deepEqual([type, kind, uniqueid], ["Room", "Other", "11-digits-x"]);
  assert.equal((await seen(ask, "/groups/11-digits-x")).id, "2");
  await created(ask, GROUPS, { name: "Bath", type: "Room", class: "Bathroom" });
  assert.equal((await seen(ask, "/groups/3")).class, "Bathroom");
});

const NOT_NEW: readonly (readonly [body: unknown, type: number, at: string])[] = [
  ...[NOT_JSON, {}, [], 5, "name", null, undefined].map((body) => [body, 2, "/groups"] as const),
  [{ type: "LightGroup" }, 5, "/groups"],
  [{ name: "" }, 7, "/groups/name"],
  [{ name: 5 }, 7, "/groups/name"],
  [{ name: "x".repeat(33) }, 7, "/groups/name"],
  [{ name: "x", type: "Zone" }, 7, "/groups/type"],
  [{ type: "Zone" }, 7, "/groups/type"], // the type is looked at first
  [{ name: "x", class: "Bathroom" }, 7, "/groups/class"],
  [{ name: "x", type: "Room", class: 5 }, 7, "/groups/class"],
  [{ name: "x", uniqueid: "short" }, 7, "/groups/uniqueid"],
  [{ name: "x", lights: ["9"] }, 7, "/groups/lights"],
  [{ name: "x", lights: "1" }, 7, "/groups/lights"],
  [{ name: "x", foo: 1 }, 6, "/groups/foo"],
];

lit("a new group: what does not fit", async ({ ask }) => {
  for (const [body, type, at] of NOT_NEW)
    assert.deepEqual(inShort(await ask("POST", GROUPS, body)), [400, [type, at]], String(JSON.stringify(body)));
  await created(ask, GROUPS, { name: "x", uniqueid: "fourteen-chars" });
  const again = await ask("POST", GROUPS, { name: "x", uniqueid: "fourteen-chars" });
  assert.deepEqual(inShort(again), [400, [100, GROUPS]]);
  assert.deepEqual(Object.keys(await seen(ask, GROUPS)), ["1"]);
});

lit("ids: never given again, until there are no others", async ({ ask, store }) => {
  for (const id of ["1", "2"]) assert.equal(await created(ask, GROUPS, { name: "x" }), id);
  assert.deepEqual(inShort(await ask("DELETE", "/groups/2")), [200, { id: "2" }]);
  assert.equal(await created(ask, GROUPS, { name: "x" }), "3");
  store.patch("/ids", "attr", { groups: 65_519 }, TEST);
  assert.equal(await created(ask, GROUPS, { name: "x" }), "2");
  assert.equal(await created(ask, GROUPS, { name: "x" }), "4");
});

lit("B13: the group of all lights", async (world) => {
  const { ask } = world;
  await lamps(world, 2);
  await created(ask, GROUPS, { name: "G" });
  assert.deepEqual(Object.keys(await seen(ask, GROUPS)), ["1"]);
  assert.deepEqual(Object.keys((await seen(ask, "/")).groups), ["1"]);
  for (const path of ["/groups/0", "/groups/65520"] as const) {
    const { id, name, type, lights, state, uniqueid } = await seen(ask, path);
    assert.deepEqual([id, name, type, lights, uniqueid], ["65520", "All", "LightGroup", ["1", "2"], undefined]);
    assert.deepEqual(state, { all_on: true, any_on: true });
    assert.deepEqual(inShort(await ask("DELETE", path)), [404, [3, path]]);
    assert.deepEqual(inShort(await ask("PUT", path, { lights: ["1"] })), [400, [8, `${path}/lights`]]);
    assert.deepEqual(inShort(await ask("PUT", path, { name: "Every" })), [200, { [`${path}/name`]: "Every" }]);
    await ask("PUT", path, { name: "All" });
  }
});

lit("PUT: names, hints for clients, classes", async ({ ask, heard }) => {
  await created(ask, GROUPS, { name: "G" });
  await created(ask, GROUPS, { name: "R", type: "Room" });
  await settle();
  heard.length = 0;
  const body = { name: " New ", hidden: true, lightsequence: ["2", "1"], multideviceids: ["5"] };
  const reply = await ask("PUT", "/groups/1", body);
  const told = { ...body, name: "New" };
  assert.deepEqual(inShort(reply), [
    200,
    ...Object.entries(told).map(([name, value]) => ({ [`/groups/1/${name}`]: value })),
  ]);
  assert.equal(reply.etag, (await ask("GET", "/groups/1")).etag);
  const { name, hidden, lightsequence, multideviceids } = await seen(ask, "/groups/1");
  assert.deepEqual({ name, hidden, lightsequence, multideviceids }, told);
  await settle();
  assert.deepEqual(
    heard.map(({ section, values }) => [section, values]),
    [["attr", told]],
  );
  assert.deepEqual(inShort(await ask("PUT", "/groups/2", { class: "Office" })), [200, { "/groups/2/class": "Office" }]);
});

const MISFITS: readonly (readonly [body: unknown, type: number, at: string])[] = [
  ...[NOT_JSON, {}, [], 5, undefined].map((body) => [body, 2, ""] as const),
  [{ name: "" }, 7, "/name"],
  [{ name: "x".repeat(33) }, 7, "/name"],
  [{ name: 5 }, 7, "/name"],
  [{ hidden: "true" }, 7, "/hidden"],
  [{ lights: "1" }, 7, "/lights"],
  [{ lights: [1] }, 7, "/lights"],
  [{ lightsequence: [1] }, 7, "/lightsequence"],
  [{ multideviceids: {} }, 7, "/multideviceids"],
  [{ class: "Office" }, 7, "/class"],
  [{ foo: 1 }, 6, "/foo"],
  ...["id", "type", "etag", "scenes", "devicemembership", "uniqueid"].map(
    (name) => [{ [name]: "x" }, 8, `/${name}`] as const,
  ),
];

lit("PUT: one member that does not fit refuses the whole", async (world) => {
  const { ask, store } = world;
  await lamps(world, 1);
  await created(ask, GROUPS, { name: "G" });
  await settle();
  const before = store.get("/groups/1");
  for (const [body, type, at] of MISFITS) {
    const more = { name: "Other", lights: ["1"], ...(body as Values) };
    const whole =
      typeof body === "object" && !Array.isArray(body) && Object.keys(body as object).length > 0 ? more : body;
    assert.deepEqual(inShort(await ask("PUT", "/groups/1", whole)), [400, [type, `/groups/1${at}`]], at);
  }
  for (const body of [{ name: "x" }, NOT_JSON])
    assert.deepEqual(inShort(await ask("PUT", "/groups/9", body)), [404, [3, "/groups/9"]]);
  assert.deepEqual(store.get("/groups/1"), before);
});

lit("membership: at once in the lists, then on air", async (world) => {
  const { ask, devices, store } = world;
  await lamps(world, 3);
  await created(ask, GROUPS, { name: "G", lights: ["1"] });
  const moves: string[] = [];
  devices.join = ({ address }, group) => queuedFor(() => moves.push(`${address} joins ${group}`));
  devices.leave = ({ address }, group) => queuedFor(() => moves.push(`${address} leaves ${group}`));
  const uniqueid = String(store.get("/lights/3")?.attr.uniqueid);
  const reply = await ask("PUT", "/groups/1", { lights: ["2", uniqueid, "2"] });
  assert.deepEqual(inShort(reply), [200, { "/groups/1/lights": ["2", "3"] }]);
  assert.deepEqual(moves, ["/lights/1 leaves /groups/1", "/lights/2 joins /groups/1", "/lights/3 joins /groups/1"]);
  assert.deepEqual((await seen(ask, "/groups/1")).lights, ["2", "3"]);
  await settle();
  assert.deepEqual((await seen(ask, "/lights/1")).config.groups, ["0"]);
  assert.deepEqual((await seen(ask, "/lights/3")).config.groups, ["0", "1"]);
  moves.length = 0;
  await ask("PUT", "/groups/1", { lights: ["3", "2"] });
  assert.deepEqual(moves, [], "nobody came, nobody went");
  await ask("DELETE", "/groups/1");
  assert.deepEqual(moves, ["/lights/3 leaves /groups/1", "/lights/2 leaves /groups/1"]);
  await settle();
  assert.deepEqual((await seen(ask, "/lights/3")).config.groups, ["0"]);
  assert.deepEqual(inShort(await ask("DELETE", "/groups/1")), [404, [3, "/groups/1"]]);
});

lit("membership: a light that there is not refuses the list, and nothing else", async (world) => {
  const { ask } = world;
  await lamps(world, 2);
  await created(ask, GROUPS, { name: "G", lights: ["1"] });
  const reply = await ask("PUT", "/groups/1", { name: "New", lights: ["2", "8", "9"] });
  const refused = [7, "/groups/1/lights"];
  assert.deepEqual(inShort(reply), [200, { "/groups/1/name": "New" }, refused, refused]);
  assert.deepEqual(inShort(await ask("PUT", "/groups/1", { lights: ["9"] })), [200, refused]);
  const { name, lights } = await seen(ask, "/groups/1");
  assert.deepEqual([name, lights], ["New", ["1"]]);
});

lit(
  "a disk that refuses: nobody joins, nothing is changed",
  async (world) => {
    const { ask, devices, disk } = world;
    await lamps(world, 1);
    await created(ask, GROUPS, { name: "G" });
    const moves: string[] = [];
    devices.join = ({ address }) => queuedFor(() => moves.push(address));
    disk.fails = new Error("full");
    assert.deepEqual(inShort(await ask("PUT", "/groups/1", { lights: ["1"] })), [503, [901, "/groups/1"]]);
    assert.deepEqual(inShort(await ask("DELETE", "/groups/1")), [503, [901, "/groups/1"]]);
    disk.fails = undefined;
    assert.deepEqual([moves, (await seen(ask, "/groups/1")).lights], [[], []]);
  },
  () => ({ errors: /full/ }),
);

lit("a group that a remote made goes with its last remote", async ({ ask, store }) => {
  for (const type of ["CLIPSwitch", "CLIPSwitch"]) await created(ask, "/sensors", clip(type));
  await created(ask, GROUPS, { name: "Remote" });
  await created(ask, GROUPS, { name: "Other" });
  store.patch("/groups/1", "attr", { devicemembership: ["1", "2"] }, BY_RADIO);
  await ask("DELETE", "/sensors/1");
  await settle();
  assert.deepEqual((await seen(ask, "/groups/1")).devicemembership, ["2"]);
  await ask("DELETE", "/sensors/2");
  await settle();
  assert.deepEqual(Object.keys(await seen(ask, GROUPS)), ["2"]);
});

lit("groups outlive a restart, and what follows from their members is found again", async (world) => {
  const { ask, disk, stop } = world;
  await lamps(world, 2);
  await created(ask, GROUPS, { name: "G", lights: ["1", "2"] });
  await settle();
  await stop();
  disk.records.delete("/lights/2"); // as after a power cut: its end was written, the groups' change was not
  const after = await house({ disk: fakeDisk(disk.records), radio: fakeRadio(true) });
  const again: Ask = after.ask;
  assert.deepEqual((await seen(again, "/groups/1")).lights, ["1"]);
  assert.deepEqual((await seen(again, "/groups/0")).lights, ["1"]);
  assert.deepEqual((await seen(again, "/lights/1")).config.groups, ["0", "1"]);
  assert.deepEqual((await seen(again, "/groups/1")).state, { all_on: true, any_on: true });
  await after.stop();
});
