/**
 * Another stick takes a house over: names, groups, scenes and rules are as before, the devices on air know them still, and their reports reach
 * those rules. Nothing is paired or asked anew. LONG=1: each pair of families.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, type TestContext, test } from "node:test";
import { type Address, isObject, type Method, parsedJson, type Values } from "../../src/model/resource.ts";
import { STICK_FAMILIES, type StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { alike, differing } from "../support/alike.ts";
import { openRadioGateway, type RadioGateway, until } from "../support/radio-gateway.ts";
import { SPARE_PAIR } from "../support/stick.ts";

const PROFILES = ["extended color light", "dimmable light", "climate sensor"];
const TOLD = ["/lights", "/sensors", "/groups", "/groups/1/scenes/1", "/groups/1/scenes/2", "/rules", "/devices"];
const TEMPERATURE = "msTemperatureMeasurement.measuredValue";
const [COLD, HOT] = [1_900, 3_100]; // hundredths of a degree
const BRIGHT = { "1": 200, "2": 100 } as const; // by light, in the scene
const EVENING = "/groups/1/scenes/1";
const PAIRS: readonly (readonly [StickFamily, StickFamily])[] = process.env.LONG
  ? STICK_FAMILIES.flatMap((from) => STICK_FAMILIES.map((to) => [from, to] as const))
  : [SPARE_PAIR];

interface Station {
  readonly ieee: string;
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly groups: Readonly<Record<string, readonly number[]>>;
  readonly scenes: readonly { readonly group: number; readonly id: number }[];
}

describe("a house with another stick", { concurrency: 3 }, () => {
  for (const [from, to] of PAIRS)
    test(`${from}, then ${to}`, async (t) => {
      const house = await furnished(t, from, to);
      const { stage, climate } = house;
      const [before, database] = [await told(stage), devicesIn(stage)];
      stage.forget();
      await stage.radio.spare?.takeOver();
      await stage.up();
      assert.equal(stage.radio.network?.adapter, to);
      await isAsBefore(stage, before);
      assert.deepEqual(devicesIn(stage), database);

      await bothObey(house);
      stage.house.apply(climate, { awake: 120 }); // where the stick has an address of its own it is told that
      stage.house.apply(climate, { announce: true });
      const isMoved = () => stage.events.findLast(({ kind }) => kind === "moved");
      await until(
        () => {
          const moved = isMoved();
          return moved === undefined || (moved.kind === "moved" && moved.done === moved.total);
        },
        () => `all report to it: ${JSON.stringify(isMoved())}`,
      );
      await ruleFires(house);
      await stillChanges(house);
      const anew = stage.events.filter(({ kind }) => ["joined", "left", "failed"].includes(kind));
      assert.deepEqual(anew, []);
      assert.equal(stage.house.air.counters.replayed, 0);
      assert.deepEqual(stage.errors, []);
    });
});

interface House {
  readonly stage: RadioGateway;
  readonly lamps: readonly string[]; // their own addresses
  readonly climate: string;
}

/** Two lamps in a group with two scenes, a sensor, and a rule that ties them together: all of it has names, and has reached the devices. */
async function furnished(t: TestContext, stick: StickFamily, spare: StickFamily): Promise<House> {
  const stage = await openRadioGateway(t, { stick, spare });
  const ieees: string[] = [];
  for (const profile of PROFILES) ieees.push(...(await stage.move(profile)));
  const [colour = "", white = "", climate = ""] = ieees;
  const house = { stage, lamps: [colour, white], climate };
  stage.house.apply(climate, { set: { [TEMPERATURE]: COLD } });
  const thermometer = await addressOfTemperature(stage);
  await ok(stage, "PUT", "/lights/1", { name: "Reading lamp" });
  await ok(stage, "PUT", "/lights/2", { name: "Ceiling" });
  await ok(stage, "PUT", thermometer, { name: "By the window" });
  await ok(stage, "POST", "/groups", { name: "Both" });
  await ok(stage, "PUT", "/groups/1", { lights: ["1", "2"] });
  for (const [light, bri] of Object.entries(BRIGHT))
    await ok(stage, "PUT", `/lights/${light}/state`, { on: true, bri, transitiontime: 0 });
  await until(
    () => levels(house).every((level, at) => level === Object.values(BRIGHT)[at]),
    () => `both shine: ${levels(house)}`,
  );
  await ok(stage, "POST", "/groups/1/scenes", { name: "Evening" });
  await ok(stage, "POST", "/groups/1/scenes", { name: "Later" });
  const conditions = [{ address: `${thermometer}/state/temperature`, operator: "gt", value: "3000" }];
  const actions = [{ address: "/groups/1/action", method: "PUT", body: { on: false } }];
  await ok(stage, "POST", "/rules", { name: "Too warm", conditions, actions });
  await until(
    () => lampsOf(house).every(({ groups, scenes }) => groups["1"] !== undefined && scenes.length === 2),
    () => `they keep group and scenes: ${JSON.stringify(lampsOf(house).map(({ groups, scenes }) => [groups, scenes]))}`,
  );
  await until(
    () => reports(stage, climate),
    () => "the sensor is set up",
  );
  await settled(stage);
  return house;
}

/** One frame for both, and one for the scene that they keep. */
async function bothObey(house: House): Promise<void> {
  const { stage } = house;
  const { sent } = stage.house.air.counters;
  const before = sent.group;
  await ok(stage, "PUT", "/groups/1/action", { on: false });
  await areOn(house, 0);
  assert.equal(stage.house.air.counters.sent.group, before + 1);
  await ok(stage, "PUT", `${EVENING}/recall`, {});
  await areOn(house, 1);
  await until(
    () => levels(house).every((level, at) => level === Object.values(BRIGHT)[at]),
    () => `they are as the scene has them: ${levels(house)}`,
  );
  assert.equal(stage.house.air.counters.sent.group, before + 2);
}

/** The sensor's report reaches the rule, and the rule's action the lamps. */
async function ruleFires(house: House): Promise<void> {
  const { stage, climate } = house;
  stage.house.apply(climate, { set: { [TEMPERATURE]: HOT } });
  await areOn(house, 0);
  const { timestriggered } = await stage.get("/rules/1");
  assert.equal(timestriggered, 1);
}

/** The new stick takes a lamp out of the group, and a scene from both. */
async function stillChanges(house: House): Promise<void> {
  const { stage } = house;
  await ok(stage, "DELETE", "/groups/1/scenes/2");
  await ok(stage, "PUT", "/groups/1", { lights: ["1"] });
  await until(
    () => {
      const [colour, white] = lampsOf(house);
      return colour?.scenes.length === 1 && colour.groups["1"] !== undefined && white?.groups["1"] === undefined;
    },
    () => JSON.stringify(lampsOf(house).map(({ groups, scenes }) => [groups, scenes])),
  );
}

async function told({ get }: RadioGateway): Promise<unknown> {
  return await Promise.all(TOLD.map(async (address) => ({ asked: address, answer: alike(await get(address)) })));
}

/** When all that lights tell a moment later has been told. */
async function settled(stage: RadioGateway): Promise<void> {
  let last: unknown;
  let now = await told(stage);
  do {
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    now = await told(stage);
  } while (differing(now, last, "").length > 0);
}

async function isAsBefore(stage: RadioGateway, before: unknown): Promise<void> {
  let differences: readonly string[] = [];
  await until(
    async () => {
      differences = differing(await told(stage), before, "");
      return differences.length === 0;
    },
    () => differences.join("\n"),
  );
}

/** As herdsman keeps them. */
function devicesIn({ folder }: RadioGateway): readonly unknown[] {
  const lines = readFileSync(join(folder, "database.db"), "utf8").split("\n");
  return lines.map(parsedJson).flatMap((line) => {
    if (!isObject(line) || typeof line.ieeeAddr !== "string" || line.type === "Coordinator") return [];
    const { id, ieeeAddr, nwkAddr, modelId, epList } = line;
    return [{ id, ieeeAddr, nwkAddr, modelId, epList }];
  });
}

async function areOn(house: House, on: 0 | 1): Promise<void> {
  const { stage, lamps } = house;
  const is = () => lamps.map((ieee) => stage.attribute(ieee, "genOnOff", "onOff"));
  await until(
    () => lampsOf(house).every(({ endpoints }) => valueIn(endpoints, "genOnOff", "onOff") === on),
    () => `both are ${on ? "on" : "off"}: ${is()}; ${stage.log.slice(-3).join("; ")}`,
  );
}

function levels(house: House): readonly unknown[] {
  return lampsOf(house).map(({ endpoints }) => valueIn(endpoints, "genLevelCtrl", "currentLevel"));
}

function valueIn(endpoints: Station["endpoints"], cluster: string, attribute: string): unknown {
  return Object.values(endpoints).find((clusters) => clusters[cluster])?.[cluster]?.[attribute];
}

function lampsOf({ stage, lamps }: House): readonly Station[] {
  const stations = stage.house.inspect().stations as readonly Station[];
  return lamps.flatMap((ieee) => stations.find((one) => one.ieee === ieee) ?? []);
}

function reports({ house }: RadioGateway, ieee: string): boolean {
  const stations = house.inspect().stations as readonly {
    readonly ieee: string;
    readonly reporting: readonly unknown[];
  }[];
  return (stations.find((one) => one.ieee === ieee)?.reporting.length ?? 0) > 0;
}

async function addressOfTemperature({ get }: RadioGateway): Promise<Address> {
  const sensors = Object.entries(await get("/sensors")) as [string, Values][];
  const [id] = sensors.find(([, { type }]) => type === "ZHATemperature") ?? assert.fail("there is no thermometer");
  return `/sensors/${id}`;
}

async function ok({ ask }: RadioGateway, method: Method, address: string, body?: unknown): Promise<void> {
  const answer = await ask(method, address, body);
  assert.equal(answer.status, 200, `${method} ${address}: ${JSON.stringify(answer.body)}`);
  assert.doesNotMatch(JSON.stringify(answer.body), /"error"/, address);
}
