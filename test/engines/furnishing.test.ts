/** The rooms, groups and scenes of a house that comes furnished. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { GATEWAY } from "../../src/model/addresses.ts";
import { HISTORY, type MeasuredMember } from "../../src/model/history/ports.ts";
import type { GroupFacts } from "../../src/model/radio/device-facts.ts";
import type { RadioEvent } from "../../src/model/radio/radio-port.ts";
import type { Address } from "../../src/model/resource.ts";
import { LAMP, lamp, MOTION, motion } from "../devices/home.ts";
import { type FakeHouse, house, settle } from "../support/fakes.ts";
import { BY_RADIO } from "../support/lights.ts";

const OTHER = "0x001788010203aa03";
const GROUPS: readonly GroupFacts[] = [
  { name: "Hall", isRoom: true, devices: [LAMP, MOTION], scenes: [] },
  {
    ...{ name: "All lamps", isRoom: false, devices: [LAMP, OTHER] },
    scenes: [{ name: "Evening", lights: { [LAMP]: { on: true, bri: 60, ct: 400 }, [OTHER]: { on: false } } }],
  },
];
const FURNISHED: RadioEvent = { kind: "furnished", groups: GROUPS };

async function complete(disk?: FakeHouse["disk"]): Promise<FakeHouse> {
  const home = await house(disk ? { disk } : {});
  home.radio.rise([lamp(), motion(), lamp(OTHER)]);
  for (const ieee of [LAMP, MOTION, OTHER]) home.radio.tell({ kind: "seen", ieee, linkquality: 80 });
  await settle();
  return home;
}

async function furnished(): Promise<FakeHouse> {
  const home = await complete();
  home.radio.tell(FURNISHED);
  await settle();
  return home;
}

const namesIn = async ({ ask }: FakeHouse) =>
  Object.entries((await ask("GET", "/groups")).body as Record<string, { name: string; type: string }>).map(
    ([id, { name, type }]) => `${id} ${name} ${type}`,
  );

test("rooms, groups and scenes are made in their order, and no light moves", async () => {
  const home = await furnished();
  assert.deepEqual(await namesIn(home), ["1 Hall Room", "2 All lamps LightGroup"]);
  const { store } = home;
  assert.deepEqual([store.get("/groups/1")?.attr.lights, store.get("/groups/2")?.attr.lights], [["1"], ["1", "2"]]);
  const sensors = store.list("/sensors").map(({ address }) => address);
  const { attr } = store.get("/resourcelinks/1") ?? assert.fail();
  assert.deepEqual([attr.classid, attr.links, attr.owner], [27_110, ["/groups/1", ...sensors], "gateway"]);
  const { attr: scene } = store.get("/groups/2/scenes/1") ?? assert.fail();
  const lights = scene.lights as Record<string, Record<string, unknown>>;
  assert.deepEqual([lights[1]?.bri, lights[1]?.ct, lights[1]?.on, lights[2]?.on], [60, 400, true, false]);
  const moved = home.radio.orders.filter(({ do: what }) => what === "set");
  assert.deepEqual(moved, []);
  await home.stop();
});

test("a resource that a client renames or deletes stays so, also over restarts", async () => {
  const first = await furnished();
  await first.ask("PUT", "/groups/1", { name: "Corridor" });
  await first.ask("DELETE", "/groups/2");
  await first.ask("DELETE", "/resourcelinks/1");
  first.radio.tell(FURNISHED);
  await settle();
  await first.stop();
  const again = await complete(first.disk);
  again.radio.tell(FURNISHED);
  await settle();
  assert.deepEqual(await namesIn(again), ["1 Corridor Room"]);
  assert.deepEqual((await again.ask("GET", "/resourcelinks")).body, {});
  await again.stop();
});

test("the part that the radio's end cut off is done at the next start, and nothing is made twice", async () => {
  const home = await complete();
  home.log.lines.length = 0;
  home.radio.up = false; // scenes cannot be made now
  home.radio.tell(FURNISHED);
  await settle();
  assert.match(home.log.lines.join(), /\/groups: those of the virtual house were not made/);
  assert.deepEqual(await namesIn(home), ["1 Hall Room", "2 All lamps LightGroup"]);
  home.radio.up = true;
  home.radio.tell(FURNISHED);
  await settle();
  assert.deepEqual(await namesIn(home), ["1 Hall Room", "2 All lamps LightGroup"]);
  assert.equal(Object.keys((await home.ask("GET", "/resourcelinks")).body as object).length, 1);
  assert.equal(home.store.get("/groups/2/scenes/1")?.attr.name, "Evening");
  await home.stop();
});

test("a house that tells of its past has a history of it, once; another one has none", async () => {
  const home = await complete();
  let asked = 0;
  const values = [1, 2, 3].map((days) => [home.clock.now() - days * 86_400_000, 80 + days] as const).reverse();
  const past = async () => {
    asked += 1;
    return [
      { device: MOTION, member: "config/battery", values },
      { device: LAMP, member: "state/on", values: values.map(([at]) => [at, 1] as const) },
      { group: "Hall", member: "state/any_on", values: values.map(([at]) => [at, 1] as const) },
      { group: "Nobody's", member: "state/any_on", values },
    ];
  };
  const virtual = { inspect: async () => ({}), apply: async () => ({}), past };
  (home.radio as { virtual: unknown }).virtual = virtual;
  const [sensor] = home.store.list("/sensors");
  for (const { address } of home.store.list("/sensors")) home.store.patch(address, "config", { battery: 80 }, BY_RADIO);
  home.radio.tell(FURNISHED);
  await settle();
  const daysOf = async (address: Address, member: MeasuredMember) =>
    (await home.engines.get(HISTORY).daily(address, member)).map(({ last }) => last);
  assert.deepEqual((await daysOf(sensor?.address ?? "/", "config/battery")).slice(0, 3), [83, 82, 81]);
  assert.equal((await daysOf("/lights/1", "state/on"))[0], 1);
  assert.equal((await daysOf("/groups/1", "state/any_on"))[0], 1);
  assert.ok(Number(home.store.get(GATEWAY)?.attr.past) > 0);
  home.radio.tell(FURNISHED);
  await settle();
  assert.equal(asked, 1);
  await home.stop();
  const other = await furnished();
  assert.equal(other.store.get(GATEWAY)?.attr.past, undefined);
  const days = await other.engines.get(HISTORY).daily("/lights/1", "state/on");
  assert.ok(days.length <= 1, "today, and no day before");
  await other.stop();
});
