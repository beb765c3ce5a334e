/** What uses a device: each node and resource that would miss it, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isOfNode,
  type NamedNode,
  thingAt,
  usesByBinding,
  usesInFlows,
  usesInStore,
} from "../../../nodes/admin/uses.ts";
import type { Store } from "../../../nodes/flow-node/resource-reference.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";

const MAC = "00:17:88:01:00:00:00:01";
const OTHER = "00:17:88:01:00:00:00:02";

const resource = (address: string, attr: Values, config: Values = {}): Resource =>
  ({ address, type: "x", attr, config, state: {}, action: {} }) as unknown as Resource;
const ALL: readonly Resource[] = [
  resource("/lights/1", { name: "Lamp", uniqueid: `${MAC}-01` }),
  resource("/lights/11", { name: "Other", uniqueid: `${OTHER}-01` }),
  resource("/sensors/1", { name: "Power", uniqueid: `${MAC}-01-0b04` }),
  resource("/sensors/2", { name: "Flag", uniqueid: "guests" }),
  resource("/sensors/3", { name: "Remote", uniqueid: `${OTHER}-02-1000` }, { group: "2,7" }),
  resource("/devices/a", { name: "Lamp", uniqueid: MAC }),
  resource("/groups/65520", { name: "All", lights: ["1", "11"], devicemembership: [] }),
  resource("/groups/1", { name: "Hall", lights: ["1", "11"], devicemembership: [] }),
  resource("/groups/2", { name: "Attic", lights: ["11"], devicemembership: ["1"] }),
  resource("/groups/3", { name: "Secret", lights: ["1"], hidden: true }),
  resource("/groups/1/scenes/1", { name: "Evening", lights: { 1: { on: true } } }),
  resource("/groups/1/scenes/2", { name: "Night", lights: { 11: { on: true } } }),
  resource("/rules/1", { name: "When it is on", conditions: [{ address: "/lights/1/state/on" }], actions: [] }),
  resource("/rules/2", { name: "Then it", conditions: [], actions: [{ address: "/lights/1/state" }] }),
  resource("/rules/3", { name: "Not it", conditions: [{ address: "/lights/11/state/on" }], actions: [{}] }),
  resource("/rules/4", { name: "By its unique id", conditions: [{ address: `/sensors/${MAC}-01-0b04/state/power` }] }),
  resource("/schedules/1", { name: "Dusk", command: { address: "/api/12345678/lights/1/state" } }),
  resource("/schedules/2", { name: "Dawn", command: { address: "/api/12345678/lights/11/state" } }),
  resource("/schedules/3", { name: "Broken", command: "?" }),
  resource("/rules/20", { name: "Recalls it", actions: [{ address: "/groups/1/scenes/1/recall" }] }),
  resource("/rules/21", { name: "Recalls others", actions: [{ address: "/groups/1/scenes/11/recall" }] }),
  resource("/rules/22", { name: "Elsewhere", actions: [{ address: "/groups/2/scenes/1/recall" }] }),
  resource("/schedules/4", { name: "At night", command: { address: "/api/12345678/groups/1/scenes/1/recall" } }),
  resource("/rules/30", { name: "Switches it", conditions: [], actions: [{ address: "/rules/3" }] }),
  resource("/rules/31", { name: "Not it either", conditions: [], actions: [{ address: "/rules/30" }] }),
];
const store = {
  get: (address: string) => ALL.find((each) => each.address === address),
  list: (collection: string) => ALL.filter(({ address }) => address.slice(0, address.lastIndexOf("/")) === collection),
} as unknown as Store;

const names = (uses: readonly { by: string; name: string }[]) => uses.map(({ by, name }) => `${by} ${name}`);

test("rules, schedules, scenes and groups that name one of its lights and sensors", () => {
  assert.deepEqual(names(usesInStore(store, thingAt(store, MAC))), [
    "rule When it is on",
    "rule Then it",
    "rule By its unique id",
    "schedule Dusk",
    "scene Evening",
    "group Hall",
    "group Attic",
  ]);
  assert.deepEqual(names(usesInStore(store, thingAt(store, "/sensors/2"))), []);
  assert.deepEqual(names(usesInStore(store, thingAt(store, "00:00"))), []);
});

test("a resource that a node declares is told once, as that node", () => {
  const own = resource("/rules/9", { name: "Of a node", owner: "flow:n1" });
  const of = { get: (address: string) => (address === own.address ? own : undefined) } as unknown as Store;
  const inFlows = [{ by: "flow", name: "", node: "n1" }] as const;
  const isOf = (address: string, nodes: Parameters<typeof isOfNode>[2] = inFlows) =>
    isOfNode(of, { by: "rule", name: "", address }, nodes);
  assert.deepEqual([isOf("/rules/9"), isOf("/rules/9", []), isOf("/rules/8")], [true, false, false]);
});

test("a rule is used by rules that switch it, and by nodes that name it; never by itself", () => {
  const thing = thingAt(store, "/rules/3");
  assert.deepEqual(names(usesInStore(store, thing)), ["rule Switches it"]);
  assert.deepEqual(names(usesInStore(store, thingAt(store, "/schedules/3"))), []);
  const all = [node("a", { address: "/rules/30" }), node("b", { address: "/rules/3", uniqueid: "" }), node("c", {})];
  assert.deepEqual(names(usesInFlows(all, thing)), ["flow b"]);
  const own = [resource("/rules/3", { name: "Itself", conditions: [], actions: [{ address: "/rules/3" }] })];
  assert.deepEqual(
    usesInStore({ ...store, list: (all: string) => (all === "/rules" ? own : []) } as unknown as Store, thing),
    [],
  );
});

test("a scene is used by rules, schedules and nodes that recall it, and by remotes that speak of scenes to its group", () => {
  const thing = thingAt(store, "/groups/1/scenes/1");
  assert.deepEqual(names(usesInStore(store, thing)), ["rule Recalls it", "schedule At night"]);
  const inGroup = { address: "/groups/1", uniqueid: "" };
  const nodes = [
    node("scene", { ...inGroup, scene: "1", sceneName: "Evening" }),
    node("other scene", { ...inGroup, scene: "2" }),
    node("elsewhere", { ...inGroup, address: "/groups/2", scene: "1" }),
    node("any scene", { ...inGroup, scene: "" }),
    node("rule", { actions: [{ ...inGroup, does: "scene", value: "1" }] }),
    node("brightness", { actions: [{ ...inGroup, does: "brightness", value: "1" }] }),
    node("request", { address: "/groups/1/scenes/1/recall" }),
    node("other request", { address: "/groups/1/scenes/11/recall" }),
  ];
  assert.deepEqual(names(usesInFlows(nodes, thing)), ["flow scene", "flow rule", "flow request"]);
  const binding = (cluster: string, group: string) => ({ uniqueid: OTHER, cluster, target: { group } });
  const bindings = [binding("genScenes", "1"), binding("genScenes", "2"), binding("genOnOff", "1")];
  const recall = { by: "binding", way: "recall", name: OTHER, address: `/devices/${OTHER}` };
  assert.deepEqual(usesByBinding(store, bindings, thing.key), [recall]);
  assert.deepEqual(usesByBinding(store, bindings.slice(1), thing.key), []);
});

test("a group is used by what names it or a scene of it, and by remotes that speak to it; never by itself", () => {
  const thing = thingAt(store, "/groups/1");
  assert.deepEqual(names(usesInStore(store, thing)), ["rule Recalls it", "rule Recalls others", "schedule At night"]);
  const nodes = [
    node("room", { address: "/groups/1", uniqueid: "" }),
    node("scene", { address: "/groups/1", uniqueid: "", scene: "2" }),
    node("elsewhere", { address: "/groups/11", uniqueid: "" }),
  ];
  assert.deepEqual(names(usesInFlows(nodes, thing)), ["flow room", "flow scene"]);
  const to = (group: string) => ({ uniqueid: OTHER, cluster: "genOnOff", target: { group } });
  const from = { by: "binding", way: "from", name: OTHER, address: `/devices/${OTHER}` };
  assert.deepEqual(usesByBinding(store, [to("1"), to("11")], thing.key), [from]);
});

test("a remote uses the groups that it controls", () => {
  assert.ok(names(usesInStore(store, thingAt(store, OTHER))).includes("group Attic"));
  assert.ok(!names(usesInStore(store, thingAt(store, "/sensors/2"))).includes("group Attic"));
});

const node = (id: string, saved: Values): NamedNode => [
  { id, ...saved },
  { name: id, kind: "zigbee-gateway-light", flow: "Flow 1" },
];
const nodes: readonly [says: string, node: NamedNode, uses: boolean][] = [
  ["a pick by its unique id", node("a", { address: "/lights/7", uniqueid: `${MAC}-01` }), true],
  ["a pick of another with the same id of old", node("b", { address: "/lights/1", uniqueid: `${OTHER}-01` }), false],
  ["an address that was written", node("c", { address: "/lights/1/state", uniqueid: "" }), true],
  ["an address that only begins alike", node("d", { address: "/lights/11", uniqueid: "" }), false],
  ["a row of a rule", node("e", { conditions: [{ address: "/sensors/1", uniqueid: `${MAC}-01-0b04` }] }), true],
  ["a text that is no address", node("f", { name: "lights 1", info: "/lights" }), false],
  ["nothing at all", node("g", {}), false],
];
for (const [says, each, isUsed] of nodes)
  test(`a flow node with ${says} ${isUsed ? "uses" : "does not use"} it`, () =>
    assert.equal(usesInFlows([each], thingAt(store, MAC)).length, isUsed ? 1 : 0));

test("a use by a node tells the resource that the node is set to: without a name it is called after that", () => {
  const [saved, info] = node("a", { address: "/lights/1", uniqueid: `${MAC}-01` });
  const [use] = usesInFlows([[saved, { ...info, name: "", address: "/lights/1" }]], thingAt(store, MAC));
  assert.deepEqual([use?.name, use?.of], ["", "/lights/1"]);
});

test("a virtual sensor is used by its address or its unique id", () => {
  const thing = thingAt(store, "/sensors/2");
  const uses = usesInFlows(
    [node("a", { uniqueid: "guests", address: "/sensors/9" }), node("b", { address: "/sensors/2" })],
    thing,
  );
  assert.deepEqual(uses, [
    { by: "flow", name: "a", kind: "zigbee-gateway-light", within: "Flow 1", node: "a" },
    { by: "flow", name: "b", kind: "zigbee-gateway-light", within: "Flow 1", node: "b" },
  ]);
});

test("bindings both ways, each device once, and groups that there are", () => {
  const binding = (uniqueid: string, target: object, cluster = "genOnOff") => ({ uniqueid, cluster, target });
  const all = [
    binding(MAC, { uniqueid: OTHER }),
    binding(MAC, { uniqueid: OTHER }, "genLevelCtrl"),
    binding(MAC, { group: "1" }),
    binding(MAC, { group: "99" }),
    binding(OTHER, { uniqueid: MAC }),
    binding(OTHER, { group: "1" }),
  ];
  assert.deepEqual(
    usesByBinding(store, all, MAC).map(({ way, name, address }) => [way, name, address]),
    [
      ["to", OTHER, `/devices/${OTHER}`],
      ["to", "Hall", "/groups/1"],
      ["from", OTHER, `/devices/${OTHER}`],
    ],
  );
});
