/** The commands to the gateway around pairing: openings, install codes, names and rooms, touchlink. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { devicesIn } from "../../../panels/devices/house-devices.ts";
import { setupCommands, withRoom } from "../../../panels/devices/rooms.ts";
import { readHouse } from "../../../panels/house.ts";
import {
  installCodeCommand,
  macOf,
  permitJoinCommand,
  routersIn,
  wholeOf,
} from "../../../panels/pairing/join-requests.ts";
import {
  failureOf,
  IDLE,
  networkOf,
  type ShownTouchlinkJob,
  touchlinkStateAfter,
} from "../../../panels/pairing/touchlink-state.ts";

const MAC = "00:15:8d:00:01:02:03:04";
const IEEE = "00158D0001020304";
const CODE = "83FED3407A939723A5C639B26916D505C3B5";

test("an opening says for how long, and through which router if not through all", () => {
  assert.deepEqual(permitJoinCommand(60), { method: "PUT", address: "/config", body: { permitjoin: 60 } });
  assert.deepEqual(permitJoinCommand(180, MAC).body, { permitjoin: 180, permitjoinrouter: MAC });
});

const wholes: [left: number, before: number, whole: number][] = [
  [60, 0, 60],
  [59, 60, 60],
  [59, 180, 180],
  [40, 0, 60],
  [61, 0, 180],
  [180, 60, 180],
  [254, 0, 254],
  [0, 60, 0],
];
for (const [left, before, whole] of wholes)
  test(`${left} s left, of ${before} before: the ring has ${whole}`, () => assert.equal(wholeOf(left, before), whole));

test("routers let in; they stand in the order of their names", () => {
  const devices = { a: { kind: "router" }, b: { kind: "end-device" }, c: { kind: "router" }, d: {} };
  const names: Record<string, string> = { a: "Lamp 10", c: "lamp 9" };
  assert.deepEqual(
    routersIn(devices, (mac) => names[mac] ?? mac),
    [
      { mac: "c", name: "lamp 9" },
      { mac: "a", name: "Lamp 10" },
    ],
  );
});

const codes: [code: string, address: string, is: unknown][] = [
  [CODE, MAC, [`/devices/${MAC}/installcode`, CODE]],
  [CODE.toLowerCase(), `0x${IEEE}`, [`/devices/${MAC}/installcode`, CODE]],
  ["83FE D340 7A93 9723 A5C6 39B2 6916 D505 C3B5", IEEE, [`/devices/${MAC}/installcode`, CODE]],
  ["83-FE-D3-40-7A-93", "00 15 8d 00 01 02 03 04", [`/devices/${MAC}/installcode`, "83FED3407A93"]],
  [`${IEEE}|${CODE}`, "", ["/devices/installcode", `${IEEE}|${CODE}`]],
  [`|${IEEE}|${CODE}|`, "", ["/devices/installcode", `|${IEEE}|${CODE}|`]],
  [` Z:${IEEE}$I:${CODE}%M:1 `, "", ["/devices/installcode", `Z:${IEEE}$I:${CODE}%M:1`]],
  [`G$M:69775$A:${IEEE}$I:${CODE}`, "", ["/devices/installcode", `G$M:69775$A:${IEEE}$I:${CODE}`]],
  [`HUE:Z:${CODE} M:${IEEE} D:L3B A:1184`, "", ["/devices/installcode", `HUE:Z:${CODE} M:${IEEE} D:L3B A:1184`]],
  ["x".repeat(95), "", ["/devices/installcode", "x".repeat(95)]],
  [CODE, "", "whose"],
  [CODE, "00:15:8d", "address"],
  ["83FED", MAC, "code"],
  ["hello world!", MAC, "code"],
  ["", MAC, "code"],
];
for (const [code, address, is] of codes) {
  test(`${code || "nothing"} of ${address || "nobody"}`, () => {
    const wish = installCodeCommand(code, address);
    const [at, body] =
      typeof wish === "string" ? [wish] : [wish.address, (wish.body as { installcode: string }).installcode];
    assert.deepEqual(body === undefined ? at : [at, body], is);
  });
}
test("an address is sixteen digits", () =>
  assert.deepEqual([macOf(`0X${IEEE}`), macOf("00158D00010203"), macOf("")], [MAC, undefined, undefined]));

const HOUSE = readHouse({
  devices: { [MAC]: {}, "00:12:4b:01:00:00:00:11": {} },
  lights: {
    1: { name: "Lamp 1", type: "Dimmable light", uniqueid: `${MAC}-01` },
    2: { name: "Lamp 2", type: "Dimmable light", uniqueid: `${MAC}-02` },
  },
  sensors: { 7: { name: "Presence 7", type: "ZHAPresence", uniqueid: "00:12:4b:01:00:00:00:11-01-0500" } },
  groups: {
    1: { name: "Hall", type: "Room", lights: ["1", "9"] },
    2: { name: "Attic", type: "Room", lights: [] },
    3: { name: "All downstairs", type: "LightGroup", lights: ["1"] },
  },
});
const [lamp, motion] = devicesIn(HOUSE);
assert.ok(lamp && motion);
const members = (id: number, lights: string[]) => ({ method: "PUT", address: `/groups/${id}`, body: { lights } });

const moves: [what: string, name: string, room: string | undefined, is: unknown[]][] = [
  ["nothing new", "Lamp 1", "1", [members(1, ["1", "9", "2"])]],
  [
    "into the attic: out of the hall, but not out of a group",
    "Lamp 1",
    "2",
    [members(1, ["9"]), members(2, ["1", "2"])],
  ],
  ["into no room", "Lamp 1", undefined, [members(1, ["9"])]],
];
for (const [what, name, room, is] of moves)
  test(`lights move ${what}`, () => assert.deepEqual(setupCommands(lamp, { name, room }, HOUSE), is));

test("a sensor is put into a room by a link, and named", () => {
  const wishes = setupCommands(motion, { name: " Stairs ", room: "2" }, HOUSE);
  assert.deepEqual(wishes[0], { method: "PUT", address: "/sensors/7", body: { name: "Stairs" } });
  assert.deepEqual([wishes[1]?.method, wishes[1]?.address], ["POST", "/resourcelinks"]);
  assert.deepEqual(setupCommands(motion, { name: "  ", room: undefined }, HOUSE), [], "an empty name is none");
});

test("a room made just now can be moved into before the house tells of it; then the house knows its members", () => {
  const early = withRoom(HOUSE, "4", "Cellar");
  assert.deepEqual(setupCommands(lamp, { name: "Lamp 1", room: "4" }, early), [
    members(1, ["9"]),
    members(4, ["1", "2"]),
  ]);
  assert.equal(withRoom(HOUSE, "1", "Hall"), HOUSE);
});

const RESULT = {
  1: { address: `0x${IEEE.toLowerCase()}`, factorynew: false, rssi: -70, channel: 15, panid: 1 },
  2: { address: "0x90fd9f0100000013", factorynew: true, rssi: -40, channel: 20, panid: 2 },
};

test("touchlink: a member that is told changes, one that is not stays; the loudest stands first", () => {
  const scanning = touchlinkStateAfter(IDLE, {
    scanstate: "scanning",
    result: {},
    lastscan: "x",
    job: { do: "scan", is: "running" },
  });
  assert.deepEqual(scanning, { isScanning: true, found: [], job: { do: "scan", is: "running" } });
  const found = touchlinkStateAfter(scanning, { result: RESULT });
  assert.deepEqual(
    found.found.map(({ id, mac, isFree }) => [id, mac, isFree]),
    [
      ["2", "90:fd:9f:01:00:00:00:13", true],
      ["1", MAC, false],
    ],
  );
  assert.equal(found.isScanning, true);
  const done = touchlinkStateAfter(found, { scanstate: "idle", job: { do: "scan", is: "done" } });
  assert.deepEqual([done.isScanning, done.found.length, done.job?.is], [false, 2, "done"]);
});

const FOUND = { id: "1", mac: MAC, isFree: false, rssi: -40, channel: 15 };
const JOINED = {
  devices: { [MAC]: { name: "Lamp" } },
  lights: { 7: { uniqueid: `${MAC}-0b`, state: { reachable: true } } },
};
const GONE = { ...JOINED, lights: { 7: { uniqueid: `${MAC}-0b`, state: { reachable: false } } } };
const NOBODY = { devices: {}, lights: {} };
for (const [what, found, house, network] of [
  ["found in a network that is not ours", FOUND, NOBODY, "elsewhere"],
  ["found in ours", FOUND, JOINED, "ours"],
  ["found in ours, and not reachable", FOUND, GONE, "ours"],
  ["reset", { ...FOUND, isFree: true }, NOBODY, "free"],
  ["one of ours that was reset", { ...FOUND, isFree: true }, GONE, "free"],
  ["reset, and in by now", { ...FOUND, isFree: true }, JOINED, "ours"],
] as const)
  test(`touchlink: a light that was ${what}: ${network}`, () => assert.equal(networkOf(found, house), network));

const failures: [failure: string | undefined, is: string][] = [
  ["unreachable", "unreachable"],
  ["timeout", "unreachable"],
  ["busy", "busy"],
  ["unsupported", "unsupported"],
  ["radio-down", "other"],
  [undefined, "other"],
];
for (const [failure, is] of failures)
  test(`touchlink fails by ${failure}: "${is}"`, () =>
    assert.equal(failureOf({ do: "reset", is: "failed", ...(failure ? { failure } : {}) } as ShownTouchlinkJob), is));
