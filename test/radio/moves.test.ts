/**
 * A network moves from stick to stick, also to one of another family: nothing is paired again, all devices obey at once, and all report, to any address
 * the new coordinator has. The devices check key, numbers and frame counter. LONG=1: every pair, and there and back.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { isObject, type Values } from "../../src/model/resource.ts";
import type { RadioSettings } from "../../src/radio/protocol.ts";
import { forkRadio, type RadioProcess, temporaryFolder } from "../support/radio-process.ts";

type Stick = NonNullable<RadioSettings["stick"]>;

interface Resident {
  readonly ieee: string;
  readonly profile: string;
  readonly joined: boolean;
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly bindings: readonly { readonly target: unknown }[];
}

interface Look {
  readonly coordinator: string;
  readonly framecounter: number;
  readonly frames: { readonly replayed: number; readonly lost: number };
  readonly stations: readonly Resident[];
}

const ADDED = ["dimmable light", "color light", "switch"]; // to twenty and more
const FAMILIES: readonly Stick[] = ["zstack", "ember", "deconz"];
let measured = 15; // degrees, more each time
const CHAINS: readonly (readonly Stick[])[] = process.env.LONG
  ? [...FAMILIES.flatMap((from) => FAMILIES.map((to) => [from, to])), [...FAMILIES, ...FAMILIES]]
  : [["zstack", "ember"]];

for (const [first = "zstack", ...others] of CHAINS)
  test(`a network moves: ${[first, ...others].join(", ")}`, async (t) => {
    const folder = temporaryFolder();
    t.after(() => folder.remove());
    const before = await moveIn(t, folder.path, first);
    let last = before;
    for (const stick of others) last = await moveTo(t, folder.path, stick, last);
  });

test("a backup of the first version is restored onto a stick of another family", {
  skip: !process.env.LONG,
}, async (t) => {
  const folder = temporaryFolder();
  const other = temporaryFolder();
  t.after(() => folder.remove());
  t.after(() => other.remove());
  const before = await moveIn(t, folder.path, "zstack");
  for (const name of ["database.db", "coordinator_backup.json", "states.json", "virtual.json"])
    cpSync(join(folder.path, name), join(other.path, name));
  const { key, panid, extendedpanid } = JSON.parse(readFileSync(join(folder.path, "network.json"), "utf8"));
  writeFileSync(join(other.path, "network.json"), JSON.stringify({ key, panid, extendedpanid }));
  await moveTo(t, other.path, "ember", before);
});

/** The residents and some others have joined, and are set up. */
async function moveIn(t: TestContext, folder: string, stick: Stick): Promise<Look> {
  measured = 15;
  const radio = await up(t, folder, stick);
  await radio.heard("permit", ({ seconds }) => seconds === 0);
  await radio.ask({ type: "permit", seconds: 60 });
  for (const profile of ADDED) {
    const { added } = (await radio.ask({ type: "apply", controls: { add: { profile } } })) as { added: string[] };
    await radio.heard("device", ({ device }) => device.ieee === added[0] && device.interviewed);
  }
  const seen = await look(radio);
  assert.ok(seen.stations.filter(({ joined }) => joined).length >= 20);
  await radio.stop();
  return seen;
}

async function moveTo(t: TestContext, folder: string, stick: Stick, before: Look): Promise<Look> {
  unplug(folder, stick);
  const radio = await up(t, folder, stick);
  const seen = await look(radio);
  const joined = seen.stations.filter((one) => one.joined);
  assert.ok(seen.framecounter > before.framecounter, "devices drop what does not count on");
  await assertObedient(radio, joined);
  if (seen.coordinator !== before.coordinator) await settle(radio, joined);
  const settled = await look(radio);
  await assertReporting(radio, settled);
  const after = await look(radio);
  assert.equal(after.frames.replayed, 0);
  assert.equal(after.frames.lost, settled.frames.lost, "only what was said before went to an address that nobody has");
  await radio.stop();
  return after;
}

async function assertObedient(radio: RadioProcess, joined: readonly Resident[]): Promise<void> {
  for (const { ieee, profile, endpoints } of joined) {
    const [endpoint = ""] = Object.entries(endpoints).find(([, { genOnOff }]) => genOnOff) ?? [];
    if (endpoint === "" || /thermostat|smoke/.test(profile)) continue;
    await radio.order({ do: "set", target: { ieee, endpoint: Number(endpoint) }, values: { state: "TOGGLE" } });
  }
}

/** Those that sleep come when they wake. */
async function settle(radio: RadioProcess, joined: readonly Resident[]): Promise<void> {
  for (const { ieee } of joined) {
    await radio.ask({ type: "apply", ieee, controls: { awake: 120 } });
    await radio.ask({ type: "apply", ieee, controls: { announce: true } });
  }
  const { total } = await radio.heard("moved", ({ done, total }) => done === total);
  assert.equal(total, joined.length);
}

/** The targets of its bindings, and that its reports arrive. */
async function assertReporting(radio: RadioProcess, { stations, coordinator }: Look): Promise<void> {
  const bound = stations.filter(({ joined, bindings }) => joined && bindings.length > 0);
  assert.ok(bound.length > 10);
  for (const { profile, bindings } of bound)
    for (const { target } of bindings)
      if (isObject(target) && "ieee" in target) assert.equal(target.ieee, coordinator, profile);
  const climate = stations.find(({ profile }) => profile === "climate sensor")?.ieee ?? "";
  const door = stations.find(({ profile }) => profile === "contact sensor")?.ieee ?? "";
  measured += 1;
  radio.forget();
  await radio.ask({
    type: "apply",
    ieee: climate,
    controls: { set: { "msTemperatureMeasurement.measuredValue": measured * 100 } },
  });
  await radio.ask({ type: "apply", ieee: door, controls: { zone: { alarm1: measured % 2 === 0 } } });
  await radio.heard("payload", ({ ieee, payload }) => ieee === climate && payload.temperature === measured);
  await radio.heard("payload", ({ ieee, payload }) => ieee === door && payload.contact === (measured % 2 === 1));
}

async function up(t: TestContext, folder: string, stick: Stick): Promise<RadioProcess> {
  const radio = forkRadio();
  t.after(() => radio.stop());
  await radio.start({ path: "virtual", stick, channel: 15, folder, life: false });
  return radio;
}

/** A stick of this family is bought new. */
function unplug(folder: string, stick: Stick): void {
  const path = join(folder, "virtual.json");
  const house = JSON.parse(readFileSync(path, "utf8"));
  const { [stick]: _, ...sticks } = house.sticks;
  writeFileSync(path, JSON.stringify({ ...house, sticks }));
}

async function look(radio: RadioProcess): Promise<Look> {
  return (await radio.ask({ type: "inspect" })) as Look;
}
