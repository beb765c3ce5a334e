/** Nodes answer about themselves so that herdsman's own reader understands it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zdo } from "zigbee-herdsman";
import type { StationBinding, StationEndpoint } from "../../../src/virtual/air/air-station.ts";
import { type ByteWriter, reader, write } from "../../../src/virtual/devices/bytes.ts";
import { answerZdo, ZDO, type ZdoNeighbour, type ZdoNode } from "../../../src/virtual/devices/zdo.ts";

const IEEE = "0x00158d0000000001";
const OTHER = "0x00158d0000000002";
const NOBODY = "0x0000000000000000";
const ENDPOINTS: readonly StationEndpoint[] = [
  { id: 1, profile: 0x0104, device: 0x0100, inputs: [0, 6, 0xfc00], outputs: [25] },
  { id: 242, profile: 0xa1e0, device: 0x61, inputs: [], outputs: [33] },
];

function node(facts: Partial<ZdoNode> = {}): ZdoNode & { readonly told: unknown[] } {
  const told: unknown[] = [];
  return {
    ieee: IEEE,
    address: 0x1234,
    kind: "router",
    listens: true,
    mains: true,
    manufacturer: 0x100b,
    endpoints: ENDPOINTS,
    bindings: [] as StationBinding[],
    extendedpanid: "0x0102030405060708",
    neighbours: () => [],
    routes: () => [],
    permit: (seconds) => told.push(["permit", seconds]),
    leave: (comesBack) => told.push(["leave", comesBack]),
    told,
    ...facts,
  };
}

function ask(self: ZdoNode, cluster: number, request: ByteWriter): { status: number; answer: unknown } {
  const bytes = answerZdo(cluster, reader(request.done()), self);
  assert.ok(bytes);
  const [status, answer] = Zdo.Buffalo.readResponse(false, cluster | 0x8000, bytes) as unknown as [number, unknown];
  return { status, answer };
}

test("its addresses", () => {
  for (const cluster of [ZDO.NETWORK_ADDRESS, ZDO.IEEE_ADDRESS]) {
    const { status, answer } = ask(node(), cluster, write().ieee(IEEE).u8(0, 0));
    assert.equal(status, 0);
    assert.deepEqual(answer, { eui64: IEEE, nwkAddress: 0x1234, startIndex: 0, assocDevList: [] });
  }
});

const KINDS: [facts: Partial<ZdoNode>, logicalType: number, capabilities: object][] = [
  [{}, 1, { deviceType: 1, powerSource: 1, rxOnWhenIdle: 1 }],
  [{ kind: "coordinator" }, 0, { deviceType: 1, powerSource: 1, rxOnWhenIdle: 1 }],
  [
    { kind: "end-device", mains: false, listens: false },
    2,
    { deviceType: 0, powerSource: 0, rxOnWhenIdle: 0, allocateAddress: 1 },
  ],
];
for (const [facts, logicalType, capabilities] of KINDS) {
  test(`a node descriptor of kind ${logicalType}`, () => {
    const { answer } = ask(node(facts), ZDO.NODE_DESCRIPTOR, write().u16(0x1234));
    const descriptor = answer as { logicalType: number; manufacturerCode: number; capabilities: object };
    assert.equal(descriptor.logicalType, logicalType);
    assert.equal(descriptor.manufacturerCode, 0x100b);
    assert.deepEqual({ ...descriptor.capabilities, ...capabilities }, descriptor.capabilities);
  });
}

test("its endpoints, and nothing about others", () => {
  const active = ask(node(), ZDO.ACTIVE_ENDPOINTS, write().u16(0x1234));
  assert.deepEqual(active.answer, { nwkAddress: 0x1234, endpointList: [1, 242] });
  const simple = ask(node(), ZDO.SIMPLE_DESCRIPTOR, write().u16(0x1234).u8(1)).answer as Record<string, unknown>;
  assert.deepEqual(
    [simple.endpoint, simple.profileId, simple.deviceId, simple.inClusterList, simple.outClusterList],
    [1, 0x0104, 0x0100, [0, 6, 0xfc00], [25]],
  );
  assert.equal(ask(node(), ZDO.SIMPLE_DESCRIPTOR, write().u16(0x1234).u8(9)).status, Zdo.Status.NOT_ACTIVE);
  assert.equal(ask(node(), ZDO.NODE_DESCRIPTOR, write().u16(7)).status, Zdo.Status.DEVICE_NOT_FOUND);
  assert.equal(ask(node(), ZDO.SIMPLE_DESCRIPTOR, write().u16(7).u8(1)).status, Zdo.Status.DEVICE_NOT_FOUND);
});

test("its power source", () => {
  const mains = ask(node(), ZDO.POWER_DESCRIPTOR, write().u16(0x1234)).answer as Record<string, unknown>;
  const battery = ask(node({ mains: false, listens: false }), ZDO.POWER_DESCRIPTOR, write().u16(0x1234)).answer;
  assert.equal(mains.currentPowerSource, 1);
  assert.equal((battery as Record<string, unknown>).currentPowerSource, 4);
});

test("bindings are made once, listed in pages, and undone", () => {
  const self = node();
  const toDevice = (cluster: number) => write().ieee(IEEE).u8(1).u16(cluster).u8(3).ieee(OTHER).u8(1);
  const toGroup = write().ieee(IEEE).u8(1).u16(8).u8(1).u16(77);
  for (const cluster of [6, 6, 0x0300, 0x0402]) assert.equal(ask(self, ZDO.BIND, toDevice(cluster)).status, 0);
  assert.equal(ask(self, ZDO.BIND, toGroup).status, 0);
  assert.equal(self.bindings.length, 4);

  const list = (start: number) => ask(self, ZDO.BINDINGS, write().u8(start)).answer as Record<string, unknown>;
  assert.equal(list(0).bindingTableEntries, 4);
  assert.equal((list(0).entryList as unknown[]).length, 3);
  assert.deepEqual(list(3).entryList, [
    { sourceEui64: IEEE, sourceEndpoint: 1, clusterId: 8, destAddrMode: 1, dest: 77, destEndpoint: undefined },
  ]);

  assert.equal(ask(self, ZDO.UNBIND, toGroup).status, 0);
  assert.equal(ask(self, ZDO.UNBIND, toDevice(0x0300)).status, 0);
  assert.equal(ask(self, ZDO.UNBIND, toDevice(0x0300)).status, Zdo.Status.NO_ENTRY);
  assert.deepEqual(
    self.bindings.map(({ cluster }) => cluster),
    [6, 0x0402],
  );
});

test("a binding that cannot be is refused", () => {
  const full = node({
    bindings: Array.from({ length: 64 }, (_, group) => ({ endpoint: 1, cluster: 6, target: { group } })),
  });
  const toGroup = (endpoint: number, mode: number) => write().ieee(IEEE).u8(endpoint).u16(6).u8(mode).u16(999);
  assert.equal(ask(full, ZDO.BIND, toGroup(1, 1)).status, Zdo.Status.TABLE_FULL);
  assert.equal(ask(node(), ZDO.BIND, toGroup(9, 1)).status, Zdo.Status.INVALID_EP);
  assert.equal(ask(node(), ZDO.BIND, toGroup(1, 2)).status, Zdo.Status.NOT_SUPPORTED);
});

test("its neighbours and routes", () => {
  const neighbour: ZdoNeighbour = {
    ieee: OTHER,
    address: 7,
    kind: "end-device",
    listens: false,
    relation: "child",
    open: false,
    depth: 2,
    linkquality: 99,
  };
  const self = node({ neighbours: () => [neighbour], routes: () => [{ destination: 9, nextHop: 7 }] });
  const lqi = ask(self, ZDO.NEIGHBOURS, write().u8(0)).answer as { entryList: Record<string, unknown>[] };
  const [entry] = lqi.entryList;
  assert.deepEqual(
    [
      entry?.eui64,
      entry?.nwkAddress,
      entry?.deviceType,
      entry?.rxOnWhenIdle,
      entry?.relationship,
      entry?.depth,
      entry?.lqi,
    ],
    [OTHER, 7, 2, 0, 1, 2, 99],
  );
  const routes = ask(self, ZDO.ROUTES, write().u8(0)).answer as { entryList: Record<string, unknown>[] };
  assert.deepEqual([routes.entryList[0]?.destinationAddress, routes.entryList[0]?.nextHopAddress], [9, 7]);
});

test("it leaves when it is meant, and opens when it is a router", () => {
  const self = node();
  assert.equal(ask(self, ZDO.LEAVE, write().ieee(NOBODY).u8(0)).status, 0);
  assert.equal(ask(self, ZDO.LEAVE, write().ieee(IEEE).u8(0x80)).status, 0);
  assert.equal(ask(self, ZDO.LEAVE, write().ieee(OTHER).u8(0)).status, Zdo.Status.DEVICE_NOT_FOUND);
  assert.equal(ask(self, ZDO.PERMIT_JOIN, write().u8(60, 1)).status, 0);
  assert.deepEqual(self.told, [
    ["leave", false],
    ["leave", true],
    ["permit", 60],
  ]);
  const sensor = node({ kind: "end-device" });
  assert.equal(ask(sensor, ZDO.PERMIT_JOIN, write().u8(60, 1)).status, Zdo.Status.NOT_SUPPORTED);
});

test("an unknown request is answered so; a frame that ends too early is an error of the sender", () => {
  assert.deepEqual(answerZdo(0x77, reader(Buffer.alloc(0)), node()), Buffer.of(Zdo.Status.NOT_SUPPORTED));
  assert.throws(() => answerZdo(ZDO.BIND, reader(Buffer.of(1)), node()), RangeError);
});
