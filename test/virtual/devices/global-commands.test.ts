/** The global commands that every cluster of a virtual device answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { reportsOf, stand } from "../../support/virtual-device.ts";

const { Status, DataType } = Zcl;
const PHILIPS = 0x100b;
const lamp = "extended color light";
const onOff = { cluster: "genOnOff", isGlobal: true } as const;

test("attributes are read one by one, each with its status", () => {
  const { ask } = stand(lamp);
  const payload = [{ attrId: 0 }, { attrId: 0x4003 }, { attrId: 0x7777 }];
  assert.deepEqual(ask({ ...onOff, command: "read", payload })?.payload, [
    { attrId: 0, status: 0, dataType: DataType.BOOLEAN, attrData: 0 },
    { attrId: 0x4003, status: 0, dataType: DataType.ENUM8, attrData: 1 },
    { attrId: 0x7777, status: Status.UNSUPPORTED_ATTRIBUTE },
  ]);
});

test("a manufacturer's own attribute has its own number space", () => {
  const { ask } = stand("motion sensor");
  const question = { cluster: "msOccupancySensing", command: "read", isGlobal: true, endpoint: 2 } as const;
  const payload = [{ attrId: 0x30 }];
  const statusOf = (answer: ReturnType<typeof ask>) =>
    (answer?.payload as { status: number }[] | undefined)?.[0]?.status;
  assert.equal(statusOf(ask({ ...question, payload })), Status.UNSUPPORTED_ATTRIBUTE);
  const own = ask({ ...question, payload, manufacturer: PHILIPS });
  assert.deepEqual(own?.payload, [{ attrId: 0x30, status: 0, dataType: DataType.UINT8, attrData: 2 }]);
  assert.equal(own?.manufacturer, PHILIPS);
  assert.equal(statusOf(ask({ ...question, payload, manufacturer: 0x117c })), Status.UNSUPPORTED_ATTRIBUTE);
});

const { BOOLEAN, ENUM8, UINT8, UINT16, CHAR_STR, IEEE_ADDR } = DataType;
const writes: [what: string, cluster: string, attrId: number, dataType: number, attrData: unknown, status: number][] = [
  ["a value that fits", "genOnOff", 0x4003, ENUM8, 255, Status.SUCCESS],
  ["another number space", "genOnOff", 0x4444, ENUM8, 1, Status.UNSUPPORTED_ATTRIBUTE],
  ["what can only be read", "genOnOff", 0, BOOLEAN, 1, Status.READ_ONLY],
  ["another type", "genOnOff", 0x4003, UINT8, 0, Status.INVALID_DATA_TYPE],
  ["too much", "lightingColorCtrl", 0x4010, UINT16, 0xff00, Status.INVALID_VALUE],
  ["a special value beyond the limit", "lightingColorCtrl", 0x4010, UINT16, 0xffff, Status.SUCCESS],
  ["what identifies is not writable", "genBasic", 5, CHAR_STR, "other", Status.READ_ONLY],
];
for (const [what, cluster, attrId, dataType, attrData, status] of writes) {
  test(`write ${what}: ${Status[status]}`, () => {
    const { ask } = stand(lamp);
    const payload = [{ attrId, dataType, attrData }];
    const answer = ask({ cluster, command: "write", payload, isGlobal: true });
    assert.deepEqual(answer?.payload, status === 0 ? [{ status }] : [{ status, attrId }]);
    const read = ask({ cluster, command: "read", payload: [{ attrId }], isGlobal: true })?.payload;
    const now = (read as { attrData?: unknown }[])[0]?.attrData;
    assert.equal(now === attrData, status === 0, "and it holds what it took, or what it had");
  });
}

test("of a plain write the good part is done, of an undivided one nothing or all", () => {
  const mixed = [
    { attrId: 0x4003, dataType: ENUM8, attrData: 0 },
    { attrId: 0, dataType: BOOLEAN, attrData: 1 },
  ];
  const refused = [{ status: Status.READ_ONLY, attrId: 0 }];
  const plain = stand(lamp);
  assert.deepEqual(plain.ask({ ...onOff, command: "write", payload: mixed })?.payload, refused);
  assert.equal(plain.get("genOnOff", "startUpOnOff"), 0);
  const undivided = stand(lamp);
  assert.deepEqual(undivided.ask({ ...onOff, command: "writeUndiv", payload: mixed })?.payload, refused);
  assert.equal(undivided.get("genOnOff", "startUpOnOff"), 1);
  assert.deepEqual(undivided.ask({ ...onOff, command: "writeUndiv", payload: mixed.slice(0, 1) })?.payload, [
    { status: 0 },
  ]);
  assert.equal(undivided.get("genOnOff", "startUpOnOff"), 0);
});

test("a write without an answer is done in silence, wrong ones too", () => {
  const { ask, get } = stand(lamp);
  const payload = [
    { attrId: 0x4003, dataType: ENUM8, attrData: 0 },
    { attrId: 0, dataType: BOOLEAN, attrData: 1 },
  ];
  assert.equal(ask({ ...onOff, command: "writeNoRsp", payload }), undefined);
  assert.deepEqual([get("genOnOff", "startUpOnOff"), get("genOnOff", "onOff")], [0, 0]);
});

test("reporting is configured, read back, and refused where it makes no sense", () => {
  const { ask } = stand(lamp);
  const rule = { direction: 0, attrId: 0, dataType: UINT8, minRepIntval: 1, maxRepIntval: 300, repChange: 5 };
  const configure = (cluster: string, ...payload: object[]) =>
    ask({ cluster, command: "configReport", payload, isGlobal: true })?.payload;
  assert.deepEqual(configure("genLevelCtrl", rule), [{ status: 0 }]);
  const read = (attrId: number) =>
    ask({ cluster: "genLevelCtrl", command: "readReportConfig", payload: [{ direction: 0, attrId }], isGlobal: true });
  assert.deepEqual(read(0)?.payload, [{ status: 0, ...rule }]);
  assert.deepEqual(read(1)?.payload, [{ status: Status.NOT_FOUND, direction: 0, attrId: 1 }]);
  assert.deepEqual(read(0x99)?.payload, [{ status: Status.UNSUPPORTED_ATTRIBUTE, direction: 0, attrId: 0x99 }]);
  for (const [cluster, wrong, status] of [
    ["genLevelCtrl", { ...rule, attrId: 0x99 }, Status.UNSUPPORTED_ATTRIBUTE],
    ["genLevelCtrl", { ...rule, dataType: UINT16 }, Status.INVALID_DATA_TYPE],
    ["genLevelCtrl", { ...rule, minRepIntval: 400 }, Status.INVALID_VALUE],
    ["genBasic", { ...rule, attrId: 4, dataType: CHAR_STR }, Status.UNREPORTABLE_ATTRIBUTE],
  ] as const) {
    assert.deepEqual(configure(cluster, wrong), [{ status, direction: 0, attrId: wrong.attrId }]);
  }
});

test("an attribute that is configured away is not reported any more", () => {
  const light = stand(lamp);
  light.bind("genLevelCtrl");
  const rule = { direction: 0, attrId: 0, dataType: UINT8, minRepIntval: 0, maxRepIntval: 300, repChange: 1 };
  const configure = (maxRepIntval: number) =>
    light.ask({
      cluster: "genLevelCtrl",
      command: "configReport",
      payload: [{ ...rule, maxRepIntval }],
      isGlobal: true,
    });
  configure(300);
  light.time.advance(10);
  assert.deepEqual(reportsOf(light), [{ 0: 254 }]);
  configure(0xffff);
  light.time.advance(1_000_000);
  assert.deepEqual(reportsOf(light), []);
});

test("its attributes are discovered in order, and piece by piece", () => {
  const { ask } = stand(lamp);
  const discover = (startAttrId: number, maxAttrIds: number, command = "discover") =>
    ask({ ...onOff, command, payload: { startAttrId, maxAttrIds } })?.payload as {
      discComplete: number;
      attrInfos: { attrId: number; access?: number }[];
    };
  const first = discover(0, 2);
  assert.deepEqual([first.discComplete, first.attrInfos.map(({ attrId }) => attrId)], [0, [0, 0x4000]]);
  const rest = discover(0x4001, 20);
  assert.deepEqual([rest.discComplete, rest.attrInfos.map(({ attrId }) => attrId)], [1, [0x4001, 0x4002, 0x4003]]);
  assert.deepEqual(discover(0, 9, "discoverExt").attrInfos.at(-1), { attrId: 0x4003, dataType: ENUM8, access: 7 });
});

const refusals: [what: string, question: Parameters<ReturnType<typeof stand>["ask"]>[0], status: number][] = [
  [
    "a cluster that it does not have",
    { cluster: "hvacThermostat", command: "read", payload: [{ attrId: 0 }], isGlobal: true },
    Status.UNSUPPORTED_CLUSTER,
  ],
  ["a command of such a cluster", { cluster: "closuresWindowCovering", command: "stop" }, Status.UNSUPPORTED_CLUSTER],
  [
    "a global command that nobody here knows",
    { ...onOff, command: "discoverCommands", payload: { startCmdId: 0, maxCmdIds: 9 } },
    Status.UNSUP_GENERAL_COMMAND,
  ],
  [
    "a command that its cluster does not have",
    { cluster: "genLevelCtrl", command: "moveToClosestFrequency", payload: { frequency: 1 } },
    Status.UNSUP_COMMAND,
  ],
];
for (const [what, question, status] of refusals) {
  test(`${what}: ${Status[status]}, also where no default response is wanted`, () => {
    assert.equal(stand(lamp).status(question), status);
    assert.equal(stand(lamp).status({ ...question, quiet: true }), status);
  });
}

const raw: [what: string, hex: string, status: number | undefined][] = [
  ["an unknown command", "014d77", Status.UNSUP_COMMAND],
  ["a manufacturer's command that it does not know", "050b104d77", Status.UNSUP_COMMAND],
  ["a read without an attribute", "004d00", Status.MALFORMED_COMMAND],
  ["a command that ends too early", "014d42", Status.INVALID_FIELD],
  ["an unknown global command", "004d99", Status.UNSUP_GENERAL_COMMAND],
  ["a default response that ends too early", "184d0b", undefined],
  ["less than a header", "0101", undefined],
  ["a manufacturer's header that ends too early", "050b10", undefined],
];
for (const [what, hex, status] of raw) {
  test(`${what} is answered with ${status === undefined ? "nothing" : Status[status]}`, () => {
    const answer = stand(lamp).hear(6, Buffer.from(hex, "hex"));
    assert.equal((answer?.payload as { statusCode: number } | undefined)?.statusCode, status);
  });
}

test("a default response comes when it is wanted, and never to many", () => {
  const { status, ask, get } = stand(lamp);
  const question = { cluster: "genOnOff", command: "toggle" } as const;
  assert.equal(status(question), Status.SUCCESS);
  assert.equal(ask({ ...question, quiet: true }), undefined);
  assert.equal(get("genOnOff", "onOff"), 0);
  assert.equal(ask({ ...question, to: { group: 5 } }), undefined);
  assert.equal(get("genOnOff", "onOff"), 1, "but it does what they are told");
  assert.equal(ask({ ...question, to: { broadcast: 0xfffd } }), undefined);
  assert.equal(
    ask({
      cluster: "hvacThermostat",
      command: "setpointRaiseLower",
      payload: { mode: 0, amount: 1 },
      to: { group: 5 },
    }),
    undefined,
  );
  assert.equal(ask({ ...onOff, command: "read", payload: [{ attrId: 0 }], to: { group: 5 } }), undefined);
  assert.equal(ask({ ...onOff, command: "defaultRsp", payload: { cmdId: 0, statusCode: 0 } }), undefined);
});

test("more than a frame holds is refused", () => {
  const payload = Array.from({ length: 60 }, () => ({ attrId: 4 }));
  const question = { cluster: "genBasic", command: "read", payload, isGlobal: true } as const;
  assert.equal(stand(lamp).status(question), Status.INSUFFICIENT_SPACE);
});

test("servers of a cluster that it is a client of may tell it something", () => {
  const { status } = stand("remote");
  const payload = { payloadType: 0, queryJitter: 50 };
  const question = { cluster: "genOta", command: "imageNotify", payload, fromServer: true } as const;
  assert.equal(status(question), Status.SUCCESS);
  assert.equal(stand("switch").status(question), Status.UNSUPPORTED_CLUSTER);
});

test("an address of eight bytes is written and read as it is", () => {
  const { ask, read } = stand("contact sensor");
  const attrData = "0x00124b0000000001";
  ask({
    cluster: "ssIasZone",
    command: "write",
    payload: [{ attrId: 0x10, dataType: IEEE_ADDR, attrData }],
    isGlobal: true,
  });
  assert.deepEqual(read("ssIasZone", "iasCieAddr"), [attrData]);
});
