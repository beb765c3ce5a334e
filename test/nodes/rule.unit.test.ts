/** Rule nodes, followed or declared: their messages in and out, the life of a declared rule, its obstacles. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { GatewayNode } from "../../nodes/flow-node/flow-node.ts";
import { HELD_FLAG, HELD_ID } from "../../src/model/automation/rule-rows.ts";
import { type FlowNode, flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, type UnitOptions, unitFlow } from "../support/unit-flow.ts";

const HALL = { address: "/sensors/1", uniqueid: "hall-1", resourceName: "Hall", house: "" };
const LAMP = { address: "/sensors/2", uniqueid: "lamp-2", resourceName: "Lamp", house: "" };
const PRESENT = { ...HALL, item: "state/presence", operator: "eq", value: "true" };
const LIT = { ...LAMP, does: "body", value: '{"flag": true}' };
const RULE = { gateway: "gw", declares: "Rule", declaredName: "Motion", conditions: [PRESENT], actions: [LIT] };

const DAY = 86_400_000; // milliseconds

const rule = (more: object = {}) =>
  flowNode("rule", "zigbee-gateway-rule", { ...RULE, inputs: 1, outputs: 2, wires: [["out"], ["fires"]], ...more });
const flow = (more: object = {}, ...others: readonly FlowNode[]): FlowNode[] => [
  TAB,
  gatewayNode(),
  rule(more),
  ...["out", "fires", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  ...others,
];

describe("rule node", () => {
  const disks: UnitOptions["disks"] = new Map();
  let house: UnitFlow;
  const ask: UnitFlow["ask"] = (...asked) => house.ask(...asked);
  const rules = async (): Promise<Message[]> =>
    Object.entries<Message>(await ask("GET", "/rules")).map(([id, each]) => ({ id, ...each }));
  const own = async () => (await rules()).filter(({ owner }) => String(owner).startsWith("flow:"));
  const isThere = () => house.eventually(async () => (await own())[0]);
  const see = (presence: boolean) => ask("PUT", "/sensors/1/state", { presence });
  const makeSensor = async (name: string, type: string, state: object) => {
    const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
    const uniqueid = name.toLowerCase().replace(" ", "-");
    const made = await ask("POST", "/sensors", { ...words, name: name.split(" ")[0], type, uniqueid, state });
    return String(made[0].success.id);
  };
  /** An answer of the node, as soon as there is one. */
  const told = async (message: Message): Promise<Message> => {
    house.send("rule", message);
    const [answer] = await house.received("out");
    return answer as Message;
  };

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode()], disks });
    await makeSensor("Hall 1", "CLIPPresence", { presence: false });
    await makeSensor("Lamp 2", "CLIPGenericFlag", { flag: false });
  });
  after(() => house.stop());

  // ---- messages in and out

  test("a node makes its rule, which fires, acts, and says why", async () => {
    await house.deploy(flow());
    const made = await isThere();
    assert.deepEqual(
      [made.name, made.owner, made.status, made.timestriggered, made.uniqueid, made.declared],
      ["Motion", "flow:rule", "enabled", 0, undefined, undefined],
    );
    assert.deepEqual(made.conditions, [{ address: "/sensors/1/state/presence", operator: "eq", value: "true" }]);
    assert.deepEqual(made.actions, [{ address: "/sensors/2/state", method: "PUT", body: { flag: true } }]);
    assert.deepEqual(await house.status("rule", /waits/), { fill: "green", shape: "dot", text: "waits" });
    await see(true);
    const [fact] = await house.received("fires");
    assert.deepEqual([fact?.topic, fact?.payload, fact?.data.name], [`/rules/${made.id}`, true, "Motion"]);
    const { wokenBy, conditions, actions } = fact?.trace ?? {};
    assert.equal(wokenBy, "/sensors/1/state/presence");
    const seen = { address: "/sensors/1/state/presence", operator: "eq", value: "true", actual: true, ok: true };
    assert.deepEqual(conditions, [seen]);
    assert.deepEqual(actions, [{ address: "/sensors/2/state", method: "PUT", status: 200 }]);
    assert.deepEqual([fact?.event.values.timestriggered, fact?.event.before.timestriggered], [1, 0]);
    assert.equal((await ask("GET", "/sensors/2")).state.flag, true);
    await house.status("rule", /^fired · \d+:\d\d [AP]M$/);
    await see(false);
    assert.deepEqual(await house.received("out", 0), [], "facts have an output of their own");
  });

  test("that it fired and could do nothing stands below it, until it is mended", async () => {
    await house.deploy(flow({ actions: [{ ...LAMP, does: "body", value: '{"flag": "maybe"}' }] }));
    await house.status("rule", /waits|fired/);
    await see(true);
    const { fill, text } = await house.status("rule", / maybe · \d+:\d\d [AP]M$/);
    assert.deepEqual([fill, await house.received("fires", 0)], ["red", []]);
    assert.match(text, /cannot be maybe/);
    await see(false);
    await house.deploy(flow());
    await house.status("rule", /fired|waits/);
  });

  test("a rule is read, enabled, disabled and toggled by messages", async () => {
    const { id } = await isThere();
    const steps: readonly [action: string | undefined, status: string][] = [
      [undefined, "enabled"],
      ["toggle", "disabled"],
      ["read", "disabled"],
      ["enable", "enabled"],
      ["disable", "disabled"],
      ["toggle", "enabled"],
    ];
    for (const [action, status] of steps) {
      const answer = await told({ _msgid: "m", ...(action ? { action } : {}) });
      assert.deepEqual([answer._msgid, answer.topic, answer.payload.status], ["m", `/rules/${id}`, status], action);
      assert.deepEqual(answer.payload.conditions, (await isThere()).conditions);
    }
    await told({ action: "disable" });
    assert.deepEqual(await house.status("rule", /disabled/), { fill: "grey", shape: "dot", text: "disabled" });
    await see(true);
    await see(false);
    await told({ action: "enable" });
    assert.deepEqual(await house.received("fires", 0), []);
  });

  test("a rule can be tried, and triggered", async () => {
    const before = await isThere();
    const tried = await told({ payload: "try" }); // as in msg.action
    assert.deepEqual([tried.payload.fires, tried.payload.wokenBy, tried.payload.actions], [false, "try", []]);
    assert.deepEqual(
      tried.payload.conditions.map(({ actual, ok }: Message) => [actual, ok]),
      [[false, false]],
    );
    assert.equal((await isThere()).timestriggered, before.timestriggered, "nothing was done");
    await ask("PUT", "/sensors/2/state", { flag: false });
    const triggered = await told({ action: "trigger" });
    assert.deepEqual(
      [triggered.payload.timestriggered, triggered.trace.actions],
      [before.timestriggered + 1, [{ address: "/sensors/2/state", method: "PUT", status: 200 }]],
    );
    assert.equal((await ask("GET", "/sensors/2")).state.flag, true);
    const [fact] = await house.received("fires");
    assert.equal(fact?.trace.wokenBy, "flow:rule");
  });

  test("an action that the node does not know is an error", async () => {
    const strange = ["explode", "constructor", 5].flatMap((word) => [{ action: word }, { payload: word }]);
    for (const message of [...strange, { action: null }, { payload: false }]) {
      house.send("rule", message);
      const [caught] = await house.received("caught");
      assert.deepEqual([caught?.error.code, caught?.error.source.id], ["invalid", "rule"]);
      assert.match(caught?.error.message, /^“.+” is not understood: try read, enable/);
    }
  });

  test("a rule without actions fires: the wire is its action", async () => {
    const wired = { declaredName: "Wired", actions: [], inputs: 0, outputs: 1, wires: [["fires"]] };
    await house.deploy(flow(wired));
    await house.eventually(async () => (await ask("GET", "/rules/1")).name === "Wired");
    await see(true);
    const [fact] = await house.received("fires");
    assert.deepEqual([fact?.payload, fact?.trace.actions, fact?.data.name], [true, [], "Wired"]);
    assert.equal(fact?.data.uniqueid, undefined);
    await see(false);
    await house.deploy(flow());
    await house.eventually(async () => (await ask("GET", "/rules/1")).name === "Motion");
  });

  test("a rule without a name is called after the resource it moves, and follows that; a name by a client stays", async () => {
    const isCalled = (name: string) => house.eventually(async () => (await ask("GET", "/rules/1")).name === name);
    await house.deploy(flow({ declaredName: "" }));
    await isCalled("Hall → Lamp");
    await ask("PUT", "/sensors/2", { name: "Spot" });
    await isCalled("Hall → Spot");
    const names = house.told.filter(({ topic }) => topic === "zigbee-gateway/names/gw").at(-1)?.data;
    assert.deepEqual(names, { rule: { called: ["Hall → Lamp", "Hall → Spot"] } }, "so it is on the canvas");
    await house.deploy(flow({ declaredName: "", periodic: "3" }));
    await house.eventually(async () => (await ask("GET", "/rules/1")).periodic === 3000);
    assert.equal((await ask("GET", "/rules/1")).name, "Hall → Spot");
    const daytime = { address: "/config", item: "localtime", operator: "in", value: "T08:00:00/T16:00:00" };
    await house.deploy(flow({ declaredName: "", conditions: [daytime, PRESENT] }));
    await isCalled("Spot");
    await house.deploy(flow({ declaredName: "Spot", conditions: [daytime, PRESENT] }));
    await told({ action: "read" });
    await ask("PUT", "/sensors/2", { name: "Lamp" });
    await house.pass(1);
    assert.equal((await ask("GET", "/rules/1")).name, "Spot", "typed just as it was called: now it is its name");
    await house.deploy(flow({ declaredName: "", periodic: "3" }));
    await isCalled("Hall → Lamp");
    await ask("PUT", "/sensors/2", { name: "Spot" });
    await ask("PUT", "/rules/1", { name: "Mine" });
    await house.deploy(flow({ declaredName: "" }));
    await house.eventually(async () => (await ask("GET", "/rules/1")).periodic === 0);
    assert.equal((await ask("GET", "/rules/1")).name, "Mine");
    const called = house.told.filter(({ topic }) => topic === "zigbee-gateway/names/gw").at(-1)?.data;
    assert.deepEqual(called, { rule: { declaredName: ["", "Mine"] } }, "whatever rows it is given");
    await ask("PUT", "/sensors/2", { name: "Lamp" });
    await house.deploy(flow());
    await isCalled("Motion");
  });

  // ---- the life of a declared rule

  for (const type of ["full", "nodes", "reload"] as const) {
    test(`the same declaration deployed again ("${type}") changes nothing`, async () => {
      await ask("PUT", `/rules/${(await isThere()).id}`, { name: "Renamed", status: "disabled" });
      const old = await isThere();
      await house.deploy(flow({ x: 200 + Math.random() * 100 }), type);
      await told({ action: "read" });
      assert.deepEqual(await own(), [old]);
    });
  }

  test("a changed node rewrites its condition, and nothing else", async () => {
    const old = await isThere();
    await house.deploy(flow({ conditions: [{ ...PRESENT, value: "false" }] }), "nodes");
    const changed = await house.eventually(async () =>
      (await own()).find((each) => each.conditions[0].value === "false"),
    );
    const { etag: _, conditions: __, ...rest } = changed;
    const { etag: ___, conditions: ____, ...before } = old;
    assert.deepEqual(rest, before, "renamed, disabled and counted as before");
    await house.deploy(flow({ declaredName: "Other", actions: [], periodic: "2" }), "nodes");
    const other = await house.eventually(async () => (await own()).find(({ name }) => name === "Other"));
    assert.deepEqual([other.id, other.actions, other.periodic, other.status], [old.id, [], 2000, "disabled"]);
    await ask("PUT", `/rules/${old.id}`, { status: "enabled" });
    await house.deploy(flow());
    await house.eventually(async () => (await own()).find(({ name }) => name === "Motion"));
  });

  test("over REST it can be renamed, enabled and disabled; all else is the flow's, which is named", async () => {
    const { id } = await isThere();
    const refusals = [
      await ask("DELETE", `/rules/${id}`),
      await ask("PUT", `/rules/${id}`, { conditions: [{ address: "/sensors/1/state/presence", operator: "dx" }] }),
      await ask("PUT", `/rules/${id}`, { periodic: 5 }),
    ];
    for (const [refusal] of refusals) assert.match(refusal.error.description, /belongs to flow:rule/);
    assert.ok((await ask("PUT", `/rules/${id}`, { name: "By hand" }))[0].success);
    assert.equal((await own()).length, 1);
  });

  test("while its node or its tab is disabled so is the rule, and then it is the same again", async () => {
    const { id, timestriggered } = await isThere();
    const disabled: FlowNode[][] = [flow({ d: true }), [{ ...TAB, disabled: true }, ...flow().slice(1)]];
    for (const off of disabled) {
      await house.deploy(off);
      assert.deepEqual(
        (await own()).map((each) => [each.id, each.status, each.name]),
        [[id, "disabled", "By hand"]],
      );
      await see(true);
      await see(false);
      await house.deploy(flow());
      await house.eventually(async () => (await own())[0]?.status === "enabled");
      assert.deepEqual([(await isThere()).id, (await isThere()).timestriggered], [id, timestriggered]);
    }
    await told({ action: "disable" });
    await house.deploy(flow({ d: true }));
    await house.deploy(flow());
    assert.equal((await told({ action: "read" })).payload.status, "disabled", "what a message has disabled stays so");
    await told({ action: "enable" });
  });

  test("an unknown type, for which all flows are stopped, does not touch it", async () => {
    const old = await isThere();
    const stuck = house.deploy([...flow(), flowNode("strange", "no-such-node")]); // such flows are not started
    await house.eventually(() => !house.nodes.getNode("rule"));
    assert.deepEqual(await own(), [old]);
    await see(true);
    await house.eventually(async () => (await isThere()).timestriggered === old.timestriggered + 1);
    await see(false);
    await house.deploy(flow());
    await stuck;
    assert.equal((await isThere()).id, old.id);
  });

  test("a rule goes with its node, and when that follows another one", async () => {
    await isThere();
    await house.deploy(
      flow().filter(({ id }) => id !== "rule"),
      "nodes",
    );
    assert.deepEqual(await own(), []);
    await house.deploy(flow());
    await isThere();
    await house.deploy(flow({ declares: "", address: "/rules/99", resourceName: "Nowhere" }), "nodes");
    assert.deepEqual(await own(), [], "the node follows another one");
    await house.status("rule", /^not found: Nowhere$/);
  });

  // ---- obstacles

  test("a named sensor that is not there is shown, and the rule is made as soon as it comes in", async () => {
    const attic = { ...PRESENT, address: "/sensors/9", uniqueid: "attic-3", resourceName: "Attic" };
    const before = house.lines.length;
    await house.deploy(flow({ conditions: [attic] }));
    await house.status("rule", /^not found: Attic$/);
    assert.deepEqual(await own(), []);
    house.send("rule", { action: "read" });
    assert.equal((await house.received("caught"))[0]?.error.code, "not-found");
    const id = await makeSensor("Attic 3", "CLIPPresence", { presence: false });
    const made = await isThere();
    assert.equal(made.conditions[0].address, `/sensors/${id}/state/presence`);
    await house.status("rule", /^waits$/);
    await ask("DELETE", `/sensors/${id}`);
    const again = await makeSensor("Attic 3", "CLIPPresence", { presence: false });
    assert.notEqual(again, id);
    const moved = await house.eventually(async () =>
      (await own()).find(({ conditions }) => conditions[0].address === `/sensors/${again}/state/presence`),
    );
    assert.equal(moved.id, made.id, "what comes in anew is the same to it");
    assert.equal(house.lines.length, before, "and that is no error");
    await ask("DELETE", `/sensors/${again}`);
  });

  test("a sensor that the rule looks at goes and comes back: it works again, but not while its node is disabled", async () => {
    const attic = { ...PRESENT, uniqueid: "attic-3", resourceName: "Attic" };
    const both = { conditions: [PRESENT, attic] };
    const statusOf = (wanted: string) => house.eventually(async () => (await own())[0]?.status === wanted);
    let id = await makeSensor("Attic 3", "CLIPPresence", { presence: true });
    await house.deploy(flow(both));
    const { id: made } = await isThere();
    for (const isOff of [false, true]) {
      await ask("DELETE", `/sensors/${id}`);
      assert.equal((await house.status("rule", /Attic/)).text, "not found: Attic", "at once, not when it fires");
      await see(false);
      await see(true);
      await statusOf("disabled");
      if (isOff) await house.deploy(flow({ ...both, d: true }));
      id = await makeSensor("Attic 3", "CLIPPresence", { presence: true });
      if (isOff) {
        assert.equal((await isThere()).status, "disabled");
        await house.deploy(flow(both));
      }
      await statusOf("enabled");
      await house.status("rule", /^(waits|fired)/);
    }
    await see(false);
    await see(true);
    assert.equal(
      (await house.eventually(async () => (await own()).find(({ timestriggered }) => timestriggered > 0))).id,
      made,
    );
    await see(false);
    await ask("DELETE", `/sensors/${id}`);
    house.lines.length = 0;
  });

  test("a resource that it moves is gone: its name stands below the node at once, and stays there when it fires", async () => {
    const spare = await makeSensor("Spare 4", "CLIPGenericFlag", { flag: false });
    const it = { address: `/sensors/${spare}`, uniqueid: "spare-4", resourceName: "Spare" };
    await house.deploy(flow({ actions: [{ ...LIT, ...it }] }));
    await house.status("rule", /^(waits|fired)/);
    await ask("DELETE", `/sensors/${spare}`);
    const gone = { fill: "red", shape: "dot", text: "not found: Spare" };
    assert.deepEqual(await house.status("rule", /Spare/), gone);
    await see(true);
    await house.pass(1);
    assert.deepEqual(await house.status("rule", /./), gone);
    await see(false);
    const again = await makeSensor("Spare 4", "CLIPGenericFlag", { flag: false });
    await house.status("rule", /^(waits|fired)/);
    await house.deploy(flow());
    await ask("DELETE", `/sensors/${again}`);
    house.lines.length = 0;
  });

  const bad: readonly [what: string, more: object, says: RegExp][] = [
    ["no condition", { conditions: [] }, /choose a condition$/],
    [
      "an operator that does not suit",
      { conditions: [{ ...PRESENT, operator: "in" }] },
      /a condition is not valid, choose it again: Hall \(Motion\)$/,
    ],
    [
      "a value that is none",
      { conditions: [{ ...PRESENT, item: "config/battery", value: "warm" }] },
      /a condition is not valid, choose it again: Hall \(Battery\)$/,
    ],
    [
      "a number that nobody typed",
      { conditions: [{ ...PRESENT, item: "config/battery", operator: "lt", value: "" }] },
      /: the number is missing$/,
    ],
    ["two that exclude each other", { conditions: ["dx", "ddx"].map(changing) }, /a condition is not valid/],
    ["a body that is no JSON", { actions: [{ ...LIT, value: "{" }] }, /this is not JSON: \{/],
    ["a deed that nobody knows", { actions: [{ ...LIT, does: "explode" }] }, /can do “explode”/],
    [
      "an address that is none",
      { actions: [{ address: "webhook", does: "webhook", url: "ftp://x" }] },
      /an action is not valid, choose it again: ftp:\/\/x$/,
    ],
  ];
  for (const [what, more, says] of bad) {
    test(`${what} is refused with one sentence`, async () => {
      const before = house.lines.length;
      await house.deploy(flow(more));
      const status = await house.status("rule", says);
      assert.deepEqual([status.fill, status.shape], ["red", "dot"]);
      house.send("rule", { action: "enable" });
      const [caught] = await house.received("caught");
      assert.equal(caught?.error.code, "invalid");
      const lines = house.lines.slice(before);
      assert.equal(lines.length, 1, "told once; to catch nodes that of the message");
      assert.match(lines[0] ?? "", /the rule could not be made: /);
      assert.match(lines[0] ?? "", says);
      house.lines.length = before;
    });
  }

  // ---- following one that is there

  test("a rule that a program made is followed, by its id here and by its name elsewhere", async () => {
    const conditions = [{ address: "/sensors/1/state/presence", operator: "dx" }];
    const actions = [{ address: "/sensors/2/state", method: "PUT", body: { flag: false } }];
    const [{ success }] = await ask("POST", "/rules", { name: "Theirs", conditions, actions });
    const bridge = (await ask("GET", "/config")).bridgeid;
    const here = { declares: "", address: `/rules/${success.id}`, resourceName: "Theirs", house: bridge };
    const there = { ...here, address: "/rules/77", house: "00212EFFFF000000" };
    const only = flowNode("only", "zigbee-gateway-rule", { gateway: "gw", ...there, wires: [["seen"]] });
    await house.deploy(flow(here, only, sink("seen")));
    await house.status("rule", /^waits$/);
    await house.received("fires", 0);
    await see(true);
    for (const place of ["fires", "seen"]) {
      const [fact] = await house.received(place);
      assert.deepEqual([fact?.topic, fact?.payload, fact?.trace.conditions[0].actual], [here.address, true, true]);
    }
    assert.equal((await told({ action: "disable" })).payload.status, "disabled");
    await see(false);
    await ask("DELETE", here.address);
    await house.status("rule", /^not found: Theirs$/);
    assert.deepEqual(await house.received("seen", 0), []);
    house.send("rule", { action: "enable" });
    assert.equal((await house.received("caught"))[0]?.error.code, "not-found");
  });

  test("a node without a choice or a gateway says so", async () => {
    const nodes = [
      flowNode("none", "zigbee-gateway-rule", { gateway: "gw", declares: "", inputs: 1, outputs: 2, wires: [[], []] }),
      flowNode("lost", "zigbee-gateway-rule", { ...RULE, gateway: "nowhere", inputs: 1, outputs: 2, wires: [[], []] }),
    ];
    await house.deploy(flow({}, ...nodes));
    assert.deepEqual(await house.status("none", /chosen/), { fill: "red", shape: "dot", text: "no rule is chosen" });
    assert.deepEqual(await house.status("lost", /gateway/), { fill: "red", shape: "dot", text: "no gateway" });
    for (const id of ["none", "lost"]) {
      house.send(id, { action: "read" });
      assert.equal((await house.received("caught"))[0]?.error.code, "not-found");
    }
  });

  test("a restart changes nothing", async () => {
    const old = await isThere();
    await house.stop();
    house = await unitFlow({ flow: flow(), disks });
    await house.status("rule", /^(waits|fired)/); // the status from before lingers for a moment
    house.lines.length = 0;
    await told({ action: "read" });
    assert.deepEqual(await own(), [{ ...old, etag: (await isThere()).etag }]);
    await see(true);
    assert.equal((await house.received("fires")).length, 1);
  });

  test("any client may delete a rule of a node that is not in the flows any more", async () => {
    const { runtime: running } = house.nodes.getNode("gw") as unknown as GatewayNode;
    const body = { name: "Left", conditions: [{ address: "/config/localtime", operator: "dx" }], owner: "flow:gone" };
    const cause = { by: "flow:gone", depth: 0 };
    await running?.opened.gateway.perform({ method: "POST", address: "/rules", body }, cause);
    const [made, left] = ["flow:rule", "flow:gone"].map((owner) =>
      own().then((all) => all.find((each) => each.owner === owner)),
    );
    assert.match((await ask("DELETE", `/rules/${(await made)?.id}`))[0].error.description, /belongs to flow:rule/);
    assert.deepEqual(await ask("DELETE", `/rules/${(await left)?.id}`), [{ success: (await left)?.id }]);
  });

  test("flags that were made for rules outlive a deploy, also where no rule waits for them any more: a node may be pasted again", async () => {
    const words = { modelid: HELD_FLAG, swversion: "1", manufacturername: "Me", type: "CLIPGenericFlag" };
    const flag = async (name: string, days: number) => {
      const uniqueid = `${HELD_ID}${Date.now() - days * DAY}`;
      const [{ success }] = await ask("POST", "/sensors", { ...words, name, uniqueid });
      return { address: `/sensors/${success.id}`, uniqueid, resourceName: name, house: "" };
    };
    const [waited] = [await flag("Waited for", 2), await flag("Left", 3), await flag("Being edited", 0)];
    await house.deploy(flow({ conditions: [{ ...waited, item: "state/flag", operator: "eq", value: "true" }] }));
    const names = async () => Object.values<Message>(await ask("GET", "/sensors")).map(({ name }) => name);
    assert.deepEqual((await names()).filter((name) => /^(Being|Left|Waited)/.test(name)).sort(), [
      "Being edited",
      "Left",
      "Waited for",
    ]);
  });

  test("a rule that moves nothing, and whose message no wire takes, says so", async () => {
    await see(false);
    await house.deploy(flow({ actions: [], wires: [["out"], []] }));
    const idle = await house.status("rule", /nothing to do/);
    assert.deepEqual([idle?.fill, idle?.shape], ["yellow", "ring"]);
    await see(true);
    await house.status("rule", /^fired · \d+:\d\d [AP]M · nothing to do$/);
    await see(false);
    await house.deploy(flow({ actions: [] }));
    const wired = await house.status("rule", /^fired · \d+:\d\d [AP]M$/);
    assert.equal(wired?.fill, "green", "a wire takes it");
  });

  test("nothing else was logged as an error", () => {
    assert.deepEqual(
      house.lines.filter((line) => /zigbee|Error|could not/i.test(line)),
      [],
    );
  });

  function changing(operator: string): object {
    return { ...PRESENT, operator, value: operator === "ddx" ? "PT00:00:05" : "" };
  }
});
