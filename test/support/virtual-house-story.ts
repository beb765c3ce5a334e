/** The real herdsman lives with the virtual house, in a process of its own: it leaves timers behind. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Controller, setLogger } from "zigbee-herdsman";
import { INHABITANTS } from "../../src/virtual/house/residents.ts";
import type { SavedHouse } from "../../src/virtual/house/saved-house.ts";
import { openVirtualHouse, type VirtualHouse } from "../../src/virtual/index.ts";
import { until } from "./virtual-home.ts";

type Options = ConstructorParameters<typeof Controller>[0];
type Station = Readonly<Record<string, unknown>> & { readonly ieee: string };

const silent = () => {};
setLogger({ debug: silent, info: silent, warning: silent, error: silent });
const folder = mkdtempSync(join(tmpdir(), "virtual-house-"));
const residents = INHABITANTS.filter(({ role }) => role === "resident").length;

const stationsOf = (house: VirtualHouse) => house.inspect().stations as Station[];
const stationNamed = (house: VirtualHouse, name: string) =>
  stationsOf(house).find((one) => one.name === name) ?? assert.fail(name);
const attribute = (station: Station, endpoint: number, cluster: string, name: string) =>
  (station.endpoints as Record<number, Record<string, Record<string, unknown>>>)[endpoint]?.[cluster]?.[name];

async function open(saved: SavedHouse | undefined) {
  const house = await openVirtualHouse({ ...(saved ? { saved } : {}), life: false, latency: 1, channel: 15 });
  const { panID, extendedPanID, networkKey, channelList } = house.network;
  const options = {
    network: { panID, extendedPanID: [...extendedPanID], networkKey: [...networkKey], channelList: [...channelList] },
    serialPort: { path: `tcp://127.0.0.1:${house.port}`, adapter: house.adapter },
    databasePath: join(folder, "database.db"),
    databaseBackupPath: join(folder, "database.db.backup"),
    backupPath: join(folder, "backup.json"),
    adapter: { disableLED: true },
  };
  const controller = new Controller(options as unknown as Options);
  const messages: string[] = [];
  controller.setMaxListeners(0);
  controller.on("message", ({ type, cluster, device }) => messages.push(`${device.ieeeAddr} ${cluster} ${type}`));
  controller.on("deviceInterview", ({ status, device }) => {
    if (status !== "started") house.interviewed(device.ieeeAddr, status === "successful");
    messages.push(`${device.ieeeAddr} interview ${status}`);
  });
  assert.equal(await controller.start(), "resumed");
  const endpoint = (ieee: string, id: number) =>
    controller.getDeviceByIeeeAddr(ieee)?.getEndpoint(id) ?? assert.fail(ieee);
  const close = async () => {
    await controller.stop();
    const kept: SavedHouse = JSON.parse(JSON.stringify(house.save()));
    await house.close();
    return kept;
  };
  return { house, controller, messages, endpoint, close };
}

async function firstStart(): Promise<SavedHouse> {
  const { house, controller, messages, endpoint, close } = await open(undefined);
  let changes = 0;
  house.onChange(() => {
    changes += 1;
  });
  await controller.permitJoin(254);
  await house.complete;
  await controller.permitJoin(0);
  assert.equal(messages.filter((message) => message.endsWith("interview successful")).length, residents);
  assert.deepEqual(
    [...controller.getDevicesIterator(({ type }) => type !== "Coordinator")].map(({ ieeeAddr }) => ieeeAddr),
    stationsOf(house)
      .filter(({ role }) => role === "resident")
      .map(({ ieee }) => ieee),
  );

  const lamp = stationNamed(house, "Living room lamp");
  const light = endpoint(lamp.ieee, 11);
  await light.command("genLevelCtrl", "moveToLevelWithOnOff", { level: 99, transtime: 0 });
  assert.equal(attribute(stationNamed(house, "Living room lamp"), 11, "genLevelCtrl", "currentLevel"), 99);
  const group = controller.createGroup(5);
  await light.addToGroup(group);
  await light.command("genScenes", "store", { groupid: 5, sceneid: 1 });
  const before = house.inspect().frames as { sent: { group: number } };
  await group.command("genOnOff", "off", {});
  const after = house.inspect().frames as { sent: { group: number } };
  assert.equal(after.sent.group, before.sent.group + 1);
  assert.equal(attribute(stationNamed(house, "Living room lamp"), 11, "genOnOff", "onOff"), 0);

  const coordinator = controller.getDevicesByType("Coordinator")[0]?.getEndpoint(1) ?? assert.fail();
  await light.bind("genOnOff", coordinator);
  await light.configureReporting("genOnOff", [
    { attribute: "onOff", minimumReportInterval: 0, maximumReportInterval: 300, reportableChange: 0 },
  ]);
  const report = `${lamp.ieee} genOnOff attributeReport`;
  await until(() => messages.includes(report), "the first report");
  messages.length = 0;
  house.apply(lamp.ieee, { toggle: true });
  await until(() => messages.includes(report), "the report of a change at the wall");

  const door = stationNamed(house, "Front door");
  house.apply(door.ieee, { zone: { alarm1: true } });
  await until(() => messages.includes(`${door.ieee} ssIasZone commandStatusChangeNotification`), "the open door");
  await assert.rejects(light.read("hvacThermostat", ["localTemp"]), /UNSUPPORTED_CLUSTER/);
  await until(() => changes > 0, "the news that there is something to save");
  assert.throws(
    () => house.apply("0x0000000000000000", {}),
    /^Error: 0x0000000000000000 is not a device of the virtual house$/,
  );
  return close();
}

async function nextStart(saved: SavedHouse): Promise<void> {
  const { house, controller, messages, endpoint, close } = await open(saved);
  assert.equal(house.isComplete, true);
  const lamp = stationNamed(house, "Living room lamp");
  assert.deepEqual([lamp.joined, lamp.groups], [true, { 5: [11] }]);
  assert.equal(stationNamed(house, "Hall motion").reach, "expired");
  assert.deepEqual((await endpoint(lamp.ieee, 11).read("genLevelCtrl", ["currentLevel"])).currentLevel, 99);
  const report = `${lamp.ieee} genOnOff attributeReport`;
  house.apply(lamp.ieee, { toggle: true });
  await until(() => messages.includes(report), "a report, as it was configured before");
  house.apply(lamp.ieee, { toggle: true });
  await controller.permitJoin(60);
  const known = () => [
    ...controller.getDevicesIterator(
      ({ type, interviewState }) => type !== "Coordinator" && interviewState === "SUCCESSFUL",
    ),
  ];
  await until(() => known().length === residents + 2, "two strangers");
  const { added } = house.apply(undefined, { add: { profile: "color light", count: 20 } }) as { added: string[] };
  await until(() => known().length === residents + 22, "twenty guests");
  assert.equal(added.length, 20);
  await close();
}

await nextStart(await firstStart());
rmSync(folder, { recursive: true });
process.exit(0);
