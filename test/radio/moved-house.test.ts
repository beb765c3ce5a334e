/**
 * A whole house moves in while its devices are on air: they check key, number, channel, and how far the coordinator has counted. They obey at
 * once, nobody is interviewed, and the first command is on air soon. LONG=1: from each program to each family of sticks, and back again to
 * the old stick and zigbee2mqtt's own files.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { Controller, setLogger } from "zigbee-herdsman";
import type { ForeignHouse } from "../../src/imports/inventory.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { Preformed, StickFamily, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { house, readFiles } from "../support/houses.ts";
import { ask, folderOf, moved, start } from "../support/moves.ts";
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
const MOVES: readonly Move[] = process.env.LONG
  ? (["z2m", "deconz", "zha"] as const).flatMap((program) => [
      ...FAMILIES.map((family) => [program, family, false] as const),
      [program, ({ z2m: "zstack", deconz: "deconz", zha: "ember" } as const)[program], true] as const,
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
    if (process.env.LONG && program === "z2m" && !isSame && family !== "zstack") await goBack(t, scene);
  });

interface Scene {
  readonly folder: string;
  readonly source: string;
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
  const bytes = (hex: string) => [...Buffer.from(hex, "hex")];
  const old: Preformed = {
    ...{ panid, extendedpanid: bytes(extendedpanid), channel, networkKey: bytes(key), ieee: `0x${coordinator}` },
    frameCounter,
  };
  const stick = await openStick(family, { network, ...(isSame ? { preformed: old } : { ieee: "0x00124b00000000aa" }) });
  for (const station of stations.values()) network.add(station);
  t.after(async () => {
    await stick.close();
    network.close();
  });
  return { folder: folderOf(t), source: folderOf(t, files), foreign, network, stations, stick, old };
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
    ...{ path: source, go: true, rare: true, stick: { path, adapter: stick.family, same: isSame } },
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

/** As the report says it: the old stick is chosen here once; then herdsman goes on with the files that zigbee2mqtt has. */
async function goBack(
  t: TestContext,
  { folder, source, network, stations, stick, old, foreign }: Scene,
): Promise<void> {
  await stick.close();
  const former = await openStick("zstack", { network, preformed: old });
  t.after(() => former.close());
  const path = `tcp://127.0.0.1:${former.port}`;
  const here = await start(t, folder, { path, adapter: "zstack" });
  await until(
    () => here.radio.network() !== undefined,
    () => "the old stick is up",
  );
  await here.stop();
  setLogger({ debug() {}, info() {}, warning() {}, error() {} });
  const controller = new Controller({
    network: {
      ...{ panID: old.panid, extendedPanID: [...old.extendedpanid], networkKey: [...old.networkKey] },
      channelList: [old.channel],
    },
    serialPort: { path, adapter: "zstack" },
    databasePath: join(source, "database.db"),
    databaseBackupPath: join(source, "database.db.backup"),
    backupPath: join(source, "coordinator_backup.json"),
    adapter: { disableLED: false },
    acceptJoiningDeviceHandler: async () => true,
  });
  try {
    assert.equal(await controller.start(), "resumed");
    assert.equal(controller.getDevices().length, foreign.devices.length + 1);
    const [lamp] = foreign.devices.filter(({ ieee, line }) => stations.get(ieee)?.router && line.type === "Router");
    const station = stations.get(lamp?.ieee ?? "");
    assert.ok(lamp && station && readFileSync(join(source, "configuration.yaml")).length > 0);
    station.heard.length = 0;
    const [endpoint] =
      controller.getDeviceByIeeeAddr(lamp.ieee)?.endpoints.filter((each) => each.supportsInputCluster(ON_OFF)) ?? [];
    await endpoint?.command("genOnOff", "on", {});
    assert.ok(station.heard.some(isOn), "it listens to the old stick again");
  } finally {
    await controller.stop();
  }
}
