/** Resources that a deploy clears up when it removed a disabled node, and resources that it leaves alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeAPI } from "node-red";
import { type Deploy, removeOrphans } from "../../../nodes/flow-node/declaration.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";
import { clip, type FakeHouse, house } from "../../support/fakes.ts";

const IDS = ["made", "one-inner", "by-hand", "elsewhere"];
const NODES: readonly object[] = [
  { id: "tab", type: "tab" },
  { id: "gw", type: "zigbee-gateway" },
  ...["made", "by-hand"].map((id) => ({
    id,
    type: "zigbee-gateway-sensor",
    z: "tab",
    gateway: "gw",
    declares: "CLIP",
  })),
  { id: "one", type: "subflow:sub", z: "tab" },
  { id: "inner", type: "zigbee-gateway-sensor", z: "sub", gateway: "gw", declares: "CLIP" },
  { id: "hand", type: "debug", z: "tab" },
  { id: "elsewhere", type: "zigbee-gateway-sensor", z: "tab", gateway: "other", declares: "CLIP" }, // whose backup this one took
];

/** Resources that flows declare, that a flow has made without declaring them, and that look like either. */
async function furnished(errors?: RegExp): Promise<FakeHouse> {
  const home = await house(errors ? { errors } : {});
  const post = async (id: string, address: "/sensors" | "/rules" | "/schedules", body: object) => {
    const { status } = await home.perform({ method: "POST", address, body }, { by: `flow:${id}`, depth: 0 });
    assert.equal(status, 200);
  };
  const rule = { name: "r", conditions: [{ address: "/config/localtime", operator: "dx" }], actions: [] };
  for (const id of IDS)
    await post(id, "/sensors", { ...clip("CLIPSwitch"), owner: `flow:${id}`, uniqueid: `flow-${id}` });
  await post("made", "/rules", { ...rule, owner: "flow:made", uniqueid: "flow-made" });
  await post("made", "/schedules", {
    name: "s",
    localtime: "W127/T08:00:00",
    owner: "flow:made",
    uniqueid: "flow-made",
  });
  const actions = [{ method: "PUT", address: "/sensors/1", body: { name: "x" } }];
  await post("made", "/rules", { ...rule, actions }); // by a message
  await post("gw", "/sensors", { ...clip("CLIPSwitch"), uniqueid: "flow-x" });
  return home;
}

async function deploy(home: FakeHouse, deleted: readonly string[], { diff }: Deploy = { diff: { removed: deleted } }) {
  const nodes = NODES.filter((node) => !deleted.includes((node as { id: string }).id));
  const RED = {
    _: (key: string, { reason }: { readonly reason: string }) => `${key}: ${reason}`,
    nodes: { eachNode: (tell: (node: object) => void) => nodes.forEach(tell) },
  } as unknown as NodeAPI;
  const before = await everything(home);
  const complaints: string[] = [];
  const running = { opened: { gateway: home }, loaded: home.ready, language: "en-US" } as unknown as GatewayRuntime;
  await removeOrphans(RED, "gw", running, diff ? { diff } : {}, (text) => complaints.push(text));
  const after = await everything(home);
  return { cleared: before.filter((each) => !after.includes(each)), complaints };
}

async function everything({ store }: FakeHouse): Promise<readonly string[]> {
  return (["/sensors", "/rules", "/schedules"] as const).flatMap((collection) =>
    store.list(collection).map(({ address, attr }) => `${address} ${attr.uniqueid}`),
  );
}

const MADE = ["/sensors/1 flow-made", "/rules/1 flow-made", "/schedules/1 flow-made"];
const cases: readonly (readonly [what: string, deleted: readonly string[], diff: Deploy | undefined, string[]])[] = [
  ["a deleted node", ["made"], undefined, MADE],
  ["a deleted instance of a subflow", ["one"], undefined, ["/sensors/2 flow-one-inner"]],
  ["a node deleted in a subflow", ["inner"], undefined, ["/sensors/2 flow-one-inner"]],
  [
    "a node that is disabled, or moved, which Node-RED calls removed",
    [],
    { diff: { removed: ["made", "elsewhere", "tab"] } },
    [],
  ],
  ["a node whose id is part of another's", ["hand"], undefined, []],
  ["flows that are read from the disk", ["made"], {}, []],
  ["a node that went before", ["made", "hand"], { diff: { removed: ["hand"] } }, []],
  ["nothing", [], { diff: { removed: [] } }, []],
];

for (const [what, deleted, diff, cleared] of cases) {
  test(`of ${what} it clears up ${cleared.length}`, async () => {
    const home = await furnished();
    assert.deepEqual(await deploy(home, deleted, diff), { cleared, complaints: [] });
    await home.stop();
  });
}

test("a resource that the disk refuses to delete stays, with a complaint", async () => {
  const home = await furnished(/the disk refused it/);
  home.disk.fails = new Error("full");
  const { cleared, complaints } = await deploy(home, ["one"]);
  assert.deepEqual([cleared, complaints.length], [[], 1]);
  await home.stop();
});
