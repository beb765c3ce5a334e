/** Alarm devices: they enrol, and then tell the alarms of their zone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { setZone } from "../../../src/virtual/clusters/iaszone.ts";
import { COORDINATOR, FRIEND, type Stand, stand } from "../../support/virtual-device.ts";

const cluster = "ssIasZone";

function write({ ask }: Stand, attrData = COORDINATOR): void {
  ask({
    cluster,
    command: "write",
    payload: [{ attrId: 0x10, dataType: Zcl.DataType.IEEE_ADDR, attrData }],
    isGlobal: true,
  });
}

function enrolled(): Stand {
  const sensor = stand("contact sensor");
  write(sensor);
  sensor.ask({ cluster, command: "enrollRsp", payload: { enrollrspcode: 0, zoneid: 23 }, quiet: true });
  sensor.said.length = 0;
  return sensor;
}
const zone = ({ device }: Stand, bits: object) => setZone(device.clusterEndpoints.get(1) ?? assert.fail(), bits);

test("a coordinator that writes its address is asked to enrol it, and does", () => {
  const sensor = stand("contact sensor");
  write(sensor);
  const request = sensor.said.find(({ command }) => command === "enrollReq");
  assert.deepEqual(
    [request?.to, request?.payload],
    [
      { address: 0, endpoint: 1 },
      { zonetype: 0x0015, manucode: 0 },
    ],
  );
  assert.deepEqual(sensor.read(cluster, "zoneState", "iasCieAddr"), [0, COORDINATOR]);
  sensor.ask({ cluster, command: "enrollRsp", payload: { enrollrspcode: 0, zoneid: 23 } });
  assert.deepEqual(sensor.read(cluster, "zoneState", "zoneId"), [1, 23]);
});

test("an answer without a question, or a refusal, enrols no sensor", () => {
  const sensor = stand("contact sensor");
  const answer = (enrollrspcode: number) =>
    sensor.status({ cluster, command: "enrollRsp", payload: { enrollrspcode, zoneid: 1 } });
  assert.equal(answer(0), Zcl.Status.NOT_AUTHORIZED);
  write(sensor);
  assert.equal(answer(1), Zcl.Status.SUCCESS);
  assert.equal(sensor.get(cluster, "zoneState"), 0);
});

test("a new watcher is enrolled anew", () => {
  const sensor = enrolled();
  write(sensor, FRIEND);
  assert.deepEqual([sensor.get(cluster, "zoneState"), sensor.get(cluster, "zoneId")], [0, 0xff]);
  assert.deepEqual(sensor.said.find(({ command }) => command === "enrollReq")?.to, { address: 0x2222, endpoint: 1 });
});

test("an alarm of the zone is told, without any binding, as long as it is enrolled", () => {
  const sensor = enrolled();
  zone(sensor, { alarm1: true, battery: true });
  zone(sensor, { alarm1: true });
  zone(sensor, { alarm1: false });
  assert.deepEqual(
    sensor.said.map(({ to, command, payload }) => [to, command, payload]),
    [0x09, 0x08].map((zonestatus) => [
      { address: 0, endpoint: 1 },
      "statusChangeNotification",
      { zonestatus, extendedstatus: 0, zoneID: 23, delay: 0 },
    ]),
  );
  sensor.device.clusterEndpoints.get(1)?.set(cluster, { zoneId: 24 });
  sensor.device.clusterEndpoints.get(1)?.set("genPowerCfg", { batteryVoltage: 20 });
  assert.equal(sensor.said.length, 2, "nothing else is told that way");
  const other = stand("contact sensor");
  zone(other, { alarm1: true });
  assert.deepEqual(other.said, []);
  assert.equal(other.get(cluster, "zoneStatus"), 1);
});

test("a motion ends by itself after a minute, also of a sensor that is not enrolled; a door stays open", () => {
  const [motion, door] = [stand("motion zone"), enrolled()];
  for (const each of [motion, door]) zone(each, { alarm1: true });
  motion.time.advance(30_000);
  zone(motion, { battery: true });
  motion.time.advance(29_000);
  assert.equal(motion.get(cluster, "zoneStatus"), 0x09);
  motion.time.advance(1_000);
  door.time.advance(60_000);
  assert.deepEqual([motion.get(cluster, "zoneStatus"), door.get(cluster, "zoneStatus")], [0x08, 0x01]);
  zone(motion, { alarm1: true });
  zone(motion, { alarm1: false });
  motion.time.advance(30_000);
  zone(motion, { alarm1: true });
  motion.time.advance(59_000);
  assert.equal(motion.get(cluster, "zoneStatus"), 0x09, "it is counted anew");
});

test("a test lasts as long as it is wanted", () => {
  const sensor = enrolled();
  sensor.ask({ cluster, command: "initTestMode", payload: { testModeDuration: 10, currentZoneSensitivityLevel: 0 } });
  assert.equal(sensor.get(cluster, "zoneStatus"), 0x100);
  sensor.time.advance(10_000);
  assert.equal(sensor.get(cluster, "zoneStatus"), 0);
});

test("a sensor that leaves is enrolled no more", () => {
  const sensor = enrolled();
  sensor.device.left();
  assert.deepEqual([sensor.get(cluster, "zoneState"), sensor.get(cluster, "zoneId")], [0, 0xff]);
  assert.equal(sensor.device.save().values["1/ssIasZone/iasCieAddr"], "0x0000000000000000");
});

test("a siren howls for a while, or until it is told to stop", () => {
  const smoke = stand("smoke sensor");
  const warn = (startwarninginfo: number, warningduration: number) =>
    smoke.ask({
      cluster: "ssIasWd",
      command: "startWarning",
      payload: { startwarninginfo, warningduration, strobedutycycle: 0, strobelevel: 0 },
    });
  const now = () => smoke.device.clusterEndpoints.get(1)?.memory.warning;
  warn(0x24, 60);
  assert.equal(now(), 2);
  smoke.time.advance(59_000);
  assert.equal(now(), 2);
  smoke.time.advance(1000);
  assert.equal(now(), 0);
  warn(0x14, 60);
  smoke.time.advance(30_000);
  warn(0x24, 60);
  smoke.time.advance(50_000);
  assert.equal(now(), 2, "the newer one holds");
  warn(0, 0);
  assert.equal(now(), 0);
  warn(0x14, 3600);
  smoke.time.advance(240_000);
  assert.equal(now(), 0, "there is a longest time");
  assert.equal(smoke.status({ cluster: "ssIasWd", command: "squawk", payload: { squawkinfo: 0 } }), Zcl.Status.SUCCESS);
});
