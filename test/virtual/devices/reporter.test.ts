/** When a virtual device reports which attribute, and to which target. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { count } from "../../../src/virtual/clusters/metering.ts";
import { COORDINATOR, FRIEND, reportsOf, type Stand, stand } from "../../support/virtual-device.ts";

const { INT16, UINT16, BOOLEAN } = Zcl.DataType;
const CLIMATE = "msTemperatureMeasurement";
const SECOND = 1000;

function configure(
  { ask }: Stand,
  cluster: string,
  attrId: number,
  dataType: number,
  [minRepIntval, maxRepIntval, repChange = 0]: readonly number[],
): void {
  const payload = [{ direction: 0, attrId, dataType, minRepIntval, maxRepIntval, repChange }];
  assert.deepEqual(ask({ cluster, command: "configReport", payload, isGlobal: true })?.payload, [{ status: 0 }]);
}

function thermometer(...rule: readonly number[]): Stand & { warm(value: number): void } {
  const device = stand("climate sensor");
  device.bind(CLIMATE);
  configure(device, CLIMATE, 0, INT16, rule);
  device.time.advance(1);
  assert.deepEqual(reportsOf(device), [{ 0: 2080 }], "the first report comes at once");
  return { ...device, warm: (measuredValue) => device.device.clusterEndpoints.get(1)?.set(CLIMATE, { measuredValue }) };
}

test("a change that is large enough is told, a smaller one is not", () => {
  const sensor = thermometer(0, 0, 20);
  sensor.warm(2099);
  sensor.time.advance(SECOND);
  assert.deepEqual(reportsOf(sensor), []);
  sensor.warm(2100);
  sensor.time.advance(SECOND);
  assert.deepEqual(reportsOf(sensor), [{ 0: 2100 }]);
  sensor.warm(2081);
  sensor.time.advance(SECOND);
  assert.deepEqual(reportsOf(sensor), [], "it counts from what was told last");
  sensor.warm(2080);
  sensor.time.advance(SECOND);
  assert.deepEqual(reportsOf(sensor), [{ 0: 2080 }]);
});

test("between two reports is the least interval, and then the newest value", () => {
  const sensor = thermometer(10, 0, 1);
  sensor.warm(2200);
  sensor.time.advance(9 * SECOND);
  sensor.warm(2300);
  assert.deepEqual(reportsOf(sensor), []);
  sensor.time.advance(SECOND);
  assert.deepEqual(reportsOf(sensor), [{ 0: 2300 }]);
});

test("a meter tells each unit that it counts, however large a change was asked for", () => {
  const plug = stand("metering plug");
  const meter = plug.device.clusterEndpoints.get(1);
  plug.bind("seMetering");
  configure(plug, "seMetering", 0, Zcl.DataType.UINT48, [10, 0, 10]);
  plug.time.advance(11 * SECOND);
  reportsOf(plug);
  for (const seconds of [20, 20]) if (meter) count(meter, seconds); // at 60 W, less than a unit
  plug.time.advance(11 * SECOND);
  assert.deepEqual(reportsOf(plug), []);
  if (meter) count(meter, 600);
  plug.time.advance(11 * SECOND);
  assert.deepEqual(reportsOf(plug), [{ 0: 1235 }]);
});

test("a value that went back meanwhile is no news", () => {
  const sensor = thermometer(10, 0, 50);
  sensor.warm(2200);
  sensor.time.advance(SECOND);
  sensor.warm(2085);
  sensor.time.advance(60 * SECOND);
  assert.deepEqual(reportsOf(sensor), []);
});

test("after the longest interval it is told again, without any change", () => {
  const sensor = thermometer(1, 60, 100);
  sensor.time.advance(59 * SECOND);
  assert.deepEqual(reportsOf(sensor), []);
  sensor.time.advance(62 * SECOND);
  assert.deepEqual(reportsOf(sensor), [{ 0: 2080 }, { 0: 2080 }]);
});

test("attributes that are due together travel together", () => {
  const light = stand("color light");
  light.bind("lightingColorCtrl");
  for (const attrId of [3, 4]) configure(light, "lightingColorCtrl", attrId, UINT16, [0, 0, 1]);
  light.time.advance(1);
  assert.equal(reportsOf(light).length, 1);
  light.device.clusterEndpoints.get(1)?.set("lightingColorCtrl", { currentX: 100, currentY: 200 });
  light.time.advance(1);
  assert.deepEqual(reportsOf(light), [{ 3: 100, 4: 200 }]);
});

test("no binding: nothing is said; bound targets hear it all, devices and groups", () => {
  const light = stand("dimmable light");
  configure(light, "genOnOff", 0, BOOLEAN, [0, 0]);
  light.time.advance(1);
  assert.deepEqual(reportsOf(light), []);
  light.bind("genOnOff", COORDINATOR);
  light.bind("genOnOff", FRIEND);
  light.bind("genOnOff", "0x00124b00000000ff"); // not in the network
  light.bind("genLevelCtrl", COORDINATOR);
  light.device.bindings.push({ endpoint: 1, cluster: 6, target: { group: 9 } });
  light.ask({ cluster: "genOnOff", command: "toggle", quiet: true });
  light.time.advance(1);
  assert.deepEqual(
    light.said.map(({ to }) => to),
    [{ address: 0, endpoint: 1 }, { address: 0x2222, endpoint: 1 }, { group: 9 }],
  );
  assert.deepEqual(reportsOf(light), [{ 0: 1 }, { 0: 1 }, { 0: 1 }]);
});

test("a manufacturer's own attribute is reported under its name", () => {
  const sensor = stand("motion sensor");
  sensor.bind("msOccupancySensing", COORDINATOR, 2);
  const payload = [
    { direction: 0, attrId: 0x30, dataType: Zcl.DataType.UINT8, minRepIntval: 0, maxRepIntval: 0, repChange: 1 },
  ];
  const question = { cluster: "msOccupancySensing", command: "configReport", isGlobal: true, endpoint: 2 } as const;
  sensor.ask({ ...question, payload, manufacturer: 0x100b });
  sensor.time.advance(1);
  assert.deepEqual(
    sensor.said.filter(({ command }) => command === "report").map(({ manufacturer }) => manufacturer),
    [0x100b],
  );
});

test("rules outlive a restart, without telling everything anew", () => {
  const sensor = thermometer(0, 0, 20);
  const again = stand("climate sensor", { saved: JSON.parse(JSON.stringify(sensor.device.save())) });
  again.time.advance(SECOND);
  assert.deepEqual(reportsOf(again), []);
  again.device.clusterEndpoints.get(1)?.set(CLIMATE, { measuredValue: 2500 });
  again.time.advance(SECOND);
  assert.deepEqual(reportsOf(again), [{ 0: 2500 }]);
});

test("a device that leaves forgets its reporting", () => {
  const sensor = thermometer(0, 60, 20);
  sensor.device.left();
  assert.deepEqual(sensor.device.save().reporting, []);
  assert.equal(sensor.time.waiting, 0);
});

test("a value set by hand is told at once, however seldom was agreed; a value told already is not", () => {
  const sensor = thermometer(3600, 65_000, 1000);
  const attribute = sensor.device.clusterEndpoints.get(1)?.attribute(CLIMATE, "measuredValue") ?? assert.fail();
  sensor.warm(2090);
  sensor.device.reporter.tell(attribute);
  sensor.time.advance(1);
  assert.deepEqual(reportsOf(sensor), [{ 0: 2090 }]);
  sensor.device.reporter.tell(attribute);
  sensor.time.advance(SECOND);
  assert.deepEqual(reportsOf(sensor), []);
});
