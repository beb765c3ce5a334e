/**
 * A whole house moves in while its devices are on air: they check key, number, channel, and how far the coordinator has counted. They obey at
 * once, nobody is interviewed, and the first command is on air soon. Then it goes back, as the report says it: the other program finds its network
 * with its own files, and its devices obey. LONG=1: from each program to each family of sticks.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { databaseText } from "../../src/imports/database-lines.ts";
import type { ForeignHouse } from "../../src/imports/inventory.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { Preformed, StickFamily, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { house, readFiles } from "../support/houses.ts";
import { ask, folderOf, moved, start } from "../support/moves.ts";
import { startOldProgram } from "../support/old-program.ts";
import { until } from "../support/radio-gateway.ts";
import { type TestStation, testStation } from "../support/virtual.ts";

type Program = "z2m" | "deconz" | "zha";
type Move = readonly [program: Program, family: StickFamily, isSame: boolean];

const ON_OFF = 6;
const ON = 1;
const LEVEL = 8;
const TO_LEVEL_WITH_ON = 4;
const QUESTION = /DESCRIPTOR_REQUEST|ACTIVE_ENDPOINTS_REQUEST/; // of an interview
const FAMILIES: readonly StickFamily[] = ["zstack", "ember", "deconz"];
const OLD: Readonly<Record<Program, StickFamily>> = { z2m: "zstack", deconz: "deconz", zha: "ember" };
const MOVES: readonly Move[] = process.env.LONG
  ? (["z2m", "deconz", "zha"] as const).flatMap((program) => [
      ...FAMILIES.map((family) => [program, family, false] as const),
      [program, OLD[program], true] as const,
    ])
  : [["z2m", "zstack", true]];

for (const [program, family, isSame] of MOVES)
  test(`${program} onto ${isSame ? "the same stick" : "another stick"}, ${family}`, async (t) => {
    const scene = await sceneOf(t, program, family, isSame);
    const { opened, lamps, network, stick, began } = await moveIn(t, scene, isSame);
    const first = await obey(opened, lamps, network);
    t.diagnostic(`from go to the first light ${first - began} ms, to all ${lamps.length} ${Date.now() - began} ms`);
    assert.ok(stick.frameCounter >= (scene.foreign.network.frameCounter ?? 0), "it counts on");
    assert.ok(
      !network.heard().some(({ kind, command }) => kind === "zdo" && QUESTION.test(command)),
      "nobody is interviewed",
    );
    await opened.stop();
    await goBack(t, scene, lamps, isSame);
  });

interface Scene {
  readonly folder: string;
  readonly source: string;
  readonly program: Program;
  readonly foreign: ForeignHouse;
  readonly network: VirtualNetwork;
  readonly stations: ReadonlyMap<string, TestStation>;
  readonly stick: VirtualStick;
  readonly old: Preformed;
}

/** All devices of the house are in its network, and have heard the old stick count. */
async function sceneOf(t: TestContext, program: Program, family: StickFamily, isSame: boolean): Promise<Scene> {
  const files = house(program);
  const foreign = readFiles(files);
  const { key = "", panid = 0, extendedpanid = "", channel = 0, coordinator = "", frameCounter = 0 } = foreign.network;
  const keyNumber = foreign.network.keySequence ?? 0;
  const credentials = { panid, extendedpanid: `0x${extendedpanid}`, channel, key, keyNumber };
  const saved = foreign.devices.map(({ ieee, line }) => ({
    ...{ ieee, address: line.nwkAddr, parent: 0, network: credentials },
    heard: [[`0x${coordinator}`, frameCounter] as const],
  }));
  const network = new VirtualNetwork({ saved });
  const stations = new Map(foreign.devices.map((device) => [device.ieee, stationOf(device)]));
  const old: Preformed = {
    ...{ panid, channel, networkKey: [...Buffer.from(key, "hex")], ieee: `0x${coordinator}`, frameCounter },
    extendedpanid: [...extendedPanIdFor(OLD[program], { extendedpanid })],
  };
  const stick = await openStick(family, { network, ...(isSame ? { preformed: old } : { ieee: "0x00124b00000000aa" }) });
  for (const station of stations.values()) network.add(station);
  t.after(async () => {
    await stick.close();
    network.close();
  });
  return { folder: folderOf(t), source: folderOf(t, files), program, foreign, network, stations, stick, old };
}

function stationOf({ ieee, line }: ForeignHouse["devices"][number]): TestStation {
  const isRouter = line.type === "Router";
  return testStation({
    ...{ ieee, router: isRouter, listens: isRouter, mains: isRouter },
    endpoints: Object.values(line.endpoints).map(({ epId, profId, devId, inClusterList, outClusterList }) => ({
      ...{ id: epId, profile: Number(profId ?? 0x0104), device: Number(devId ?? 0) },
      ...{ inputs: (inClusterList ?? []) as number[], outputs: (outClusterList ?? []) as number[] },
    })),
  });
}

interface Lamp {
  readonly address: Address;
  readonly station: TestStation;
}

async function moveIn(t: TestContext, { folder, source, stations, foreign, stick, network }: Scene, isSame: boolean) {
  const off = new Set(foreign.devices.filter(({ isDisabled }) => isDisabled).map(({ ieee }) => ieee)); // there, and so here
  const before = await start(t, folder);
  const path = `tcp://127.0.0.1:${stick.port}`;
  const began = Date.now();
  const job = await moved(before, {
    ...{ path: source, go: true, gone: true, rare: true }, // test files beside this one start what looks like the other program
    stick: { path, adapter: stick.family, same: isSame },
  });
  assert.equal((job.progress as Values | undefined)?.now, "restart", JSON.stringify(job.error));
  await before.stop();
  const lines: string[] = [];
  const opened = await start(t, folder, { path, adapter: stick.family }, (text) => lines.push(text));
  await until(
    () => opened.radio.network() !== undefined,
    () => `the radio is up: ${lines.join("; ")}`,
  );
  const lights = Object.entries<Values>((await ask(opened, "GET", "/lights")).body);
  const lamps: readonly Lamp[] = lights.flatMap(([id, { uniqueid, state, type }]) => {
    const ieee = `0x${String(uniqueid).slice(0, 23).replaceAll(":", "")}`;
    const station = stations.get(ieee);
    const isSwitched = "on" in (state as Values) && type !== "Window covering device";
    return station?.router && isSwitched && !off.has(ieee) ? [{ address: `/lights/${id}` as Address, station }] : [];
  });
  assert.ok(lamps.length >= 5, `${lamps.length} lamps`);
  return { opened, lamps, network, stick, began };
}

/** All are told at once, and each has heard it; answers when the first one had. */
async function obey(opened: OpenGateway, lamps: readonly Lamp[], network: VirtualNetwork): Promise<number> {
  const [lamp] = lamps;
  const first = lamp && ask(opened, "PUT", `${lamp.address}/state`, { on: true });
  await until(
    () => lamp?.station.heard.some(isOn) === true,
    () => "the first one obeys",
  );
  const heard = Date.now();
  assert.equal((await first)?.status, 200);
  const answers = await Promise.all(lamps.map(({ address }) => ask(opened, "PUT", `${address}/state`, { on: true })));
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
  const deaf = () => lamps.filter(({ station }) => !station.heard.some(isOn));
  await until(
    () => deaf().length === 0,
    () => `all obey; not: ${deaf().map(({ station }) => station.ieee)}; ${JSON.stringify(network.counters)}`,
  );
  return heard;
}

function isOn({ frame }: TestStation["heard"][number]): boolean {
  const [control = 0, , command] = frame.bytes;
  const isOn = frame.cluster === ON_OFF && command === ON;
  const isFaded = frame.cluster === LEVEL && command === TO_LEVEL_WITH_ON; // where an option says how long it takes
  return (control & 3) === 1 && (isOn || isFaded);
}

/** As the report says it. */
async function goBack(t: TestContext, scene: Scene, lamps: readonly Lamp[], isSame: boolean): Promise<void> {
  const { program, stick, network, old } = scene;
  if (isSame) return await assertGoesOn(t, scene, stick, lamps);
  if (program === "z2m" && stick.family === OLD[program]) await assertGoesOn(t, scene, stick, lamps); // it takes that stick as well
  await stick.close();
  const former = await openStick(OLD[program], { network, preformed: old });
  t.after(() => former.close());
  await giveNetwork(t, scene, former, lamps);
  await assertGoesOn(t, scene, former, lamps);
}

/** The old stick is chosen here, and the lamps obey it. */
async function giveNetwork(
  t: TestContext,
  { folder, network }: Scene,
  { port, family }: VirtualStick,
  lamps: readonly Lamp[],
): Promise<void> {
  const here = await start(t, folder, { path: `tcp://127.0.0.1:${port}`, adapter: family });
  await until(
    () => here.radio.network() !== undefined,
    () => "the old stick is up",
  );
  for (const { station } of lamps) station.heard.length = 0;
  await obey(here, lamps, network);
  await here.stop();
}

/** The other program finds the stick in its network, as its own files have it, and no device drops a frame of it. */
async function assertGoesOn(
  t: TestContext,
  { source, program, foreign, network, stick: given }: Scene,
  stick: VirtualStick,
  lamps: readonly Lamp[],
): Promise<void> {
  const { key = "", panid = 0, extendedpanid = "", channel = 0, keySequence = 0 } = foreign.network;
  const isTaken = given.family === "ember" && OLD[program] !== "ember"; // devices were set up for its own address
  const coordinator = isTaken ? given.ieee : `0x${foreign.network.coordinator}`;
  const known = { panid, extendedpanid: `0x${extendedpanid}`, channel, key, keyNumber: keySequence };
  assert.deepEqual([stick.identity, stick.ieee], [known, coordinator]);
  const lines = foreign.devices.map(({ line }) => line);
  const own =
    program === "z2m" ? source : folderOf(t, new Map([["database.db", Buffer.from(databaseText(lines, []))]]));
  for (const { station } of lamps) station.heard.length = 0;
  const { began, devices, deaf } = await startOldProgram({
    lamps: lamps.map(({ station }) => station.ieee),
    options: {
      network: {
        ...{ panID: panid, networkKey: [...Buffer.from(key, "hex")], channelList: [channel] },
        extendedPanID: [...extendedPanIdFor(stick.family, { extendedpanid })],
      },
      serialPort: { path: `tcp://127.0.0.1:${stick.port}`, adapter: stick.family },
      databasePath: join(own, "database.db"),
      databaseBackupPath: join(own, "database.db.backup"),
      backupPath: join(own, "coordinator_backup.json"),
    },
  });
  assert.deepEqual([began, devices, deaf], ["resumed", foreign.devices.length, []]);
  assert.deepEqual(stick.identity, known, "it was not set up anew");
  assert.ok(lamps.every(({ station }) => station.heard.some(isOn)));
  assert.equal(network.counters.replayed, 0, "no device has dropped a frame");
}
