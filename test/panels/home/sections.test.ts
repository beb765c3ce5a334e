/** The house by rooms, as Home shows it: which tile stands where, in which order, and devices without a tile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { devicesIn } from "../../../panels/devices/house-devices.ts";
import { moodOf } from "../../../panels/devices/values/words.ts";
import {
  allOffCommands,
  backOnCommands,
  firstStep,
  homeSections,
  inColumns,
  inTileOrder,
  isSilent,
  litIn,
  orderCommand,
  roomCommands,
  roomsInOrder,
  wholeSection,
} from "../../../panels/home/sections.ts";
import { levelOf } from "../../../panels/home/tiles.ts";
import { readHouse, scenesIn } from "../../../panels/house.ts";
import type { Values } from "../../../src/model/resource.ts";

const mac = (last: string) => `00:00:00:00:00:00:00:${last}`;
const light = (
  last: string,
  name: string,
  type = "Dimmable light",
  state: Values = { on: false, bri: 1 },
  end = "01",
) => ({
  ...{ name, type, uniqueid: `${mac(last)}-${end}` },
  ...{ state: { reachable: true, ...state }, config: {} },
});
const sensor = (last: string, name: string, type: string, state: Values = {}) => ({
  ...{ name, type, uniqueid: `${mac(last)}-02-0400`, state, config: { reachable: true } },
});
const GONE = { on: true, reachable: false };
const DEVICES = ["01", "02", "03", "04", "05", "06", "07", "08"];
const HOUSE = readHouse({
  devices: Object.fromEntries(DEVICES.map((last) => [mac(last), { uniqueid: mac(last) }])),
  lights: {
    1: light("01", "Zeta"),
    2: light("02", "Double left", "On/Off plug-in unit", { on: true }, "01"),
    3: light("02", "Double right", "On/Off plug-in unit", { on: false }, "02"),
    4: light("03", "Blind", "Window covering device", { on: true, open: false }),
    5: light("04", "Alpha", "Extended color light", { on: true }),
  },
  sensors: {
    1: sensor("02", "Power", "ZHAPower", { power: 23 }),
    2: sensor("05", "Climate", "ZHATemperature", { temperature: 2140 }),
    3: sensor("06", "Door", "ZHAOpenClose", { open: true }),
    4: sensor("07", "Remote", "ZHASwitch"),
    5: sensor("08", "Radiator", "ZHAThermostat"),
    6: { name: "Guests", type: "CLIPGenericFlag", uniqueid: "guests", state: { flag: true }, config: {} },
  },
  groups: {
    1: { name: "Kitchen", type: "Room", lights: ["1", "2", "4"], scenes: [] },
    2: { name: "Downstairs", type: "LightGroup", lights: ["1", "5"], scenes: [{ id: "2", name: "Night" }] },
    3: { name: "Attic", type: "Room", lights: [], scenes: [] },
    4: { name: "Of a remote", type: "LightGroup", lights: [], devicemembership: ["4"], scenes: [] },
  },
  resourcelinks: {
    1: {
      ...{ classid: 27_110, description: "sensors of a room" },
      links: ["/groups/1", "/sensors/2", "/sensors/3", "/sensors/4"],
    },
  },
});
const devices = devicesIn(HOUSE);
const sections = homeSections(devices, HOUSE);
const named = (name: string | undefined) => {
  const found = sections.find(({ room }) => room?.name === name);
  assert.ok(found, name);
  return found;
};
const handled = (name: string | undefined) => named(name).handled.map(({ resource }) => resource.view.name);

test("rooms by their names, then groups with lights, then devices in none", () => {
  assert.deepEqual(
    sections.map(({ room }) => room?.name),
    ["Attic", "Kitchen", "Downstairs", undefined],
  );
});

test("rooms that a user moved stand as they were put, and a new one after them", () => {
  const place = orderCommand(["2", "1"], HOUSE.resourcelinks);
  assert.deepEqual([place.method, place.address], ["POST", "/resourcelinks"]);
  const moved = (links: readonly string[]) => {
    const resourcelinks = { ...HOUSE.resourcelinks, 9: { ...(place.body as Values), links } };
    return { ...HOUSE, resourcelinks };
  };
  const names = (house: typeof HOUSE) => homeSections(devices, house).map(({ room }) => room?.name);
  const all = sections.flatMap(({ room }) => room ?? []);
  const backwards = all.map(({ id }) => `/groups/${id}`).reverse();
  assert.deepEqual(names(moved(backwards)), [...all.map(({ name }) => name).reverse(), undefined]);
  const attic = all.find(({ name }) => name === "Attic")?.id;
  assert.deepEqual(names(moved(["/groups/77", ...backwards.filter((each) => each !== `/groups/${attic}`)])), [
    "Downstairs",
    "Kitchen",
    "Attic",
    undefined,
  ]);
  const inLists = roomsInOrder(moved(backwards)).map(({ name }) => name);
  assert.deepEqual(inLists, ["Downstairs", "Kitchen", "Attic", "Of a remote"], "also where a room is chosen");
  const again = orderCommand(["1"], moved(backwards).resourcelinks);
  assert.deepEqual(again, { method: "PUT", address: "/resourcelinks/9", body: { links: ["/groups/1"] } });
});

test("each light of a double plug stands where it is; lights come before blinds and radiators", () => {
  assert.deepEqual(handled("Kitchen"), ["Zeta", "Double left", "Blind"]);
  assert.deepEqual(handled(undefined), ["Double right", "Radiator"]);
});

test("a lamp that is in a room is not shown in its groups again; one that is only in a group is there", () => {
  assert.deepEqual(handled("Downstairs"), ["Alpha"]);
});

test("the page of a group has also those that Home shows in their rooms", () => {
  const whole = wholeSection(named("Downstairs"), devices);
  assert.deepEqual(whole.handled.map(({ resource }) => resource.view.name).sort(), ["Alpha", "Zeta"]);
});

test("sensors are told in the room of their resourcelink, thermometers apart; a plug tells its power itself", () => {
  const { climate, readings } = named("Kitchen");
  assert.deepEqual(
    [climate, readings].map((all) => all.map(({ device }) => device.name)),
    [["Climate"], ["Door"]],
  );
});

test("remotes and virtual sensors have no place of their own", () => {
  const told = sections.flatMap(({ readings }) => readings.map(({ device }) => device.name));
  assert.deepEqual(told, ["Door"]);
  assert.deepEqual(
    devices.filter(isSilent).map(({ name }) => name),
    ["Remote"],
  );
});

const switchedIn = ({ switched }: { readonly switched: readonly { readonly view: Values }[] }) =>
  switched.map(({ view }) => view.name);

test("a room switches its lights: no blind, and no plug", () => {
  assert.deepEqual([named("Kitchen").isAnyOn, switchedIn(named("Kitchen"))], [false, ["Zeta"]]);
  assert.equal(named("Kitchen").isWhole, false);
  assert.deepEqual(switchedIn(named("Attic")), []);
});

test("a plug follows its room where the user says so, and a light does not", () => {
  const said = (last: string, followsroom: boolean) => ({
    ...HOUSE.devices,
    [mac(last)]: { uniqueid: mac(last), followsroom },
  });
  const kitchenOf = (house: typeof HOUSE) => {
    const found = homeSections(devicesIn(house), house).find(({ room }) => room?.name === "Kitchen");
    assert.ok(found);
    return found;
  };
  const all = kitchenOf({ ...HOUSE, devices: said("02", true) });
  assert.deepEqual([all.isAnyOn, all.isWhole, switchedIn(all)], [true, true, ["Zeta", "Double left"]]);
  assert.deepEqual(switchedIn(kitchenOf({ ...HOUSE, devices: said("01", false) })), []);
});

test("a lamp that cannot be reached is not told to shine, though it was on last", () => {
  const gone = { ...HOUSE, lights: { ...HOUSE.lights, 5: light("04", "Alpha", "Extended color light", GONE) } };
  const seen = (house: typeof HOUSE) => {
    const all = homeSections(devicesIn(house), house);
    const lit = [...litIn(all, new Map())];
    return [lit, all.find(({ room }) => room?.name === "Downstairs")?.isAnyOn];
  };
  assert.deepEqual(seen(HOUSE), [["/lights/5"], true]);
  assert.deepEqual(seen(gone), [[], false]);
  const [alpha] = devicesIn(gone).filter(({ name }) => name === "Alpha");
  assert.ok(alpha);
  assert.equal(moodOf(alpha), "calm");
  assert.deepEqual(levelOf({ ...GONE, bri: 254 }), { isOn: false, percent: 100 });
});

test("a command without a lamp's answer is not counted: the lamp is as it was before", () => {
  const all = homeSections(devicesIn(HOUSE), HOUSE);
  assert.deepEqual([...litIn(all, new Map([["/lights/5", false]]))], []);
  const off = { ...HOUSE, lights: { ...HOUSE.lights, 5: light("04", "Alpha", "Extended color light", { on: false }) } };
  const wish = homeSections(devicesIn(off), off);
  assert.deepEqual(
    [[...litIn(wish, new Map())], [...litIn(wish, new Map([["/lights/5", true]]))]],
    [[], ["/lights/5"]],
  );
});

test("a group switches all that it has", () => {
  const house = { ...HOUSE, groups: { 2: { name: "Plugs", type: "LightGroup", lights: ["1", "2", "4"] } } };
  const [plugs] = homeSections(devicesIn(house), house);
  assert.deepEqual([plugs?.isWhole, plugs && switchedIn(plugs)], [true, ["Zeta", "Double left"]]);
});

test("a room that follows as a whole is one command to its group; else each is told that is there", () => {
  const at = (id: number, state: Values) => ({ address: `/lights/${id}`, state });
  const [lamp, plug, gone] = [at(1, { on: true, bri: 9 }), at(2, { on: true }), at(3, { on: true, reachable: false })];
  const told = (isWhole: boolean, switched: readonly (typeof lamp)[], bri?: number) =>
    roomCommands("7", { switched, isWhole }, { on: true, ...(bri === undefined ? {} : { bri }) }).map(
      ({ address, body }) => [address, body],
    );
  assert.deepEqual(told(true, [lamp, plug, gone], 100), [["/groups/7/action", { on: true, bri: 100 }]]);
  assert.deepEqual(told(false, [lamp, plug, gone], 100), [
    ["/lights/1/state", { on: true, bri: 100 }],
    ["/lights/2/state", { on: true }],
  ]);
  assert.deepEqual(
    told(false, [gone]),
    [["/lights/3/state", { on: true }]],
    "it is told, so that somebody hears why not",
  );
});

test("all lights off: a room as by its switch, a lamp in none by itself; no plug, and nothing that is dark or does not follow", () => {
  const on = { on: true, reachable: true };
  const lit = (id: 1 | 2 | 3 | 5) => ({ [id]: { ...HOUSE.lights[id], state: { bri: 1, ...on } } });
  const told = (house: typeof HOUSE) =>
    allOffCommands(homeSections(devicesIn(house), house)).map(({ address, body }) => [address, body]);
  const of = (...ids: readonly (1 | 2 | 3 | 5)[]) => ({
    ...HOUSE,
    lights: { ...HOUSE.lights, ...Object.assign({}, ...ids.map(lit)) },
  });
  const off = { on: false };
  assert.deepEqual(told(HOUSE), [["/lights/5/state", off]]);
  assert.deepEqual(told(of(1, 2, 3)), [
    ["/lights/1/state", off],
    ["/lights/5/state", off],
  ]);
  const whole = { ...of(1), groups: { 1: { name: "Kitchen", type: "Room", lights: ["1", "5"] } } };
  assert.deepEqual(told(whole), [["/groups/1/action", off]]);
  const stays = { ...HOUSE, devices: { ...HOUSE.devices, [mac("04")]: { uniqueid: mac("04"), followsroom: false } } };
  assert.deepEqual(told(stays), []);
});

test("lights that all lights off takes are brought back as they shone, each by itself and once", () => {
  const shine = (id: 1 | 2 | 5, state: Values) => ({
    [id]: { ...HOUSE.lights[id], state: { reachable: true, ...state } },
  });
  const lights = {
    ...HOUSE.lights,
    ...shine(1, { on: true, bri: 90, colormode: "ct", ct: 366 }),
    ...shine(2, { on: false, bri: 90 }),
    ...shine(5, { on: true }),
  };
  const groups = { 1: { name: "Kitchen", type: "Room", lights: ["1", "2", "5"] } };
  const back = (house: typeof HOUSE) => backOnCommands(homeSections(devicesIn(house), house));
  assert.deepEqual(back({ ...HOUSE, lights, groups } as typeof HOUSE), [
    { method: "PUT", address: "/lights/1/state", body: { on: true, bri: 90, ct: 366 } },
    { method: "PUT", address: "/lights/5/state", body: { on: true } },
  ]);
});

test("rooms stand in columns of about one height, the first on top; in a narrow place below each other", () => {
  const names = (width: number) =>
    inColumns(sections, width).map((column) => column.map(({ room }) => room?.name ?? "none"));
  assert.deepEqual(names(280), [["Attic", "Kitchen", "Downstairs", "none"]]);
  assert.deepEqual(names(640), [["Attic", "Downstairs", "none"], ["Kitchen"]]);
  assert.equal(inColumns(sections, 4_000).length, 4);
  assert.deepEqual(inColumns([], 640), [[]]);
});

test("the lights of a scene stand as the tiles of their room do: each kind by names, and last those without a tile", () => {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  const lights = ["9", "4", "3", "1", "5", "2"].map((id) => ({ id }));
  assert.deepEqual(ids(inTileOrder(lights, devices)), ["5", "1", "2", "3", "4", "9"]);
  const page = wholeSection(named("Downstairs"), devices).handled.map(({ resource }) => resource);
  assert.deepEqual(ids(page), ids(inTileOrder([{ id: "1" }, { id: "5" }], devices)), "also on the page of a group");
});

test("scenes in the order in which they are gone through", () => {
  assert.deepEqual(named("Downstairs").scenes, [{ id: "2", name: "Night" }]);
  const scenes = [
    { id: "1", name: "B" },
    { id: "7", name: "a" },
  ];
  assert.deepEqual(
    scenesIn({ scenes }).map(({ id }) => id),
    ["1", "7"],
    "as the dialog of scenes has them, too",
  );
  assert.deepEqual(scenesIn(undefined), []);
});

test("where nothing lives yet, a radio comes first: without one no device can be let in", () => {
  assert.deepEqual(
    (["none", "down", "starting", "up"] as const).map((radio) => firstStep(radio, "").opens),
    ["settings", "settings", "pairing", "pairing"],
  );
});

test("a color goes to the lights of a room that can show it; a light that is off stays off, unless it is asked to come on", () => {
  const lamp = (id: string, state: Values) => ({ address: `/lights/${id}`, state });
  const switched = [
    lamp("1", { on: true, bri: 9, xy: [0.3, 0.3] }),
    lamp("2", { on: true, bri: 9, ct: 300 }),
    lamp("3", { on: true, bri: 9 }),
    lamp("4", { on: false, bri: 9, ct: 300 }),
  ];
  const told = (wish: Parameters<typeof roomCommands>[2]) =>
    roomCommands("7", { switched, isWhole: false }, wish).map(({ address, body }) => [address, body]);
  assert.deepEqual(told({ xy: [0.5, 0.4] }), [["/lights/1/state", { xy: [0.5, 0.4] }]]);
  assert.deepEqual(told({ ct: 200 }), [
    ["/lights/1/state", { ct: 200 }],
    ["/lights/2/state", { ct: 200 }],
  ]);
  assert.deepEqual(
    told({ on: true, ct: 200 }).map(([address]) => address),
    ["/lights/1/state", "/lights/2/state", "/lights/3/state", "/lights/4/state"],
    "what has no color comes on without one",
  );
});
