/** Malformed messages to each node: one clear error for the catch nodes, or the member is not looked at; and nothing was changed. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { light } from "../support/lights.ts";
import { flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const GATEWAY = gatewayNode("gw", { radio: "virtual" });
const IDS = { gateway: "gw", version: 1 };
const node = (name: string, more: object = {}) =>
  flowNode(name, `zigbee-gateway-${name}`, { ...IDS, ...more, wires: [["out"], []] });
const MADE = { inputs: 1, outputs: 2 };
const PRESS = { address: "/sensors/1", uniqueid: "remote-1", resourceName: "Remote" };
const NODES = [
  node("light", {
    target: "message",
    address: "/lights/1",
    uniqueid: "00:17:88:01:00:00:00:01-0b",
    resourceName: "Lamp",
  }),
  node("scene", { target: "message", address: "/groups/1", resourceName: "Kitchen", does: "recall" }),
  node("sensor", { declares: "CLIPTemperature", declaredName: "Soil", members: "temperature", ...MADE }),
  node("rule", {
    declares: "Rule",
    declaredName: "Ours",
    conditions: [{ ...PRESS, item: "state/buttonevent", operator: "dx" }],
    ...MADE,
  }),
  node("schedule", { declares: "Schedule", declaredName: "Ours", time: "W127/T07:00:00", ...MADE }),
  node("touchlink", { does: "reset" }),
  node("pairing", { seconds: "60" }),
  node("request", { method: "", address: "", body: "payload", bodyType: "msg" }),
  { ...node("button", PRESS), wires: [[]] },
  { ...node("event"), wires: [[]] },
];
const FLOW = [
  TAB,
  GATEWAY,
  ...NODES,
  ...["out", "caught", "completed"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  flowNode("complete", "complete", { scope: NODES.map(({ id }) => id), wires: [["completed"]] }),
];

const circular: Message = { name: "round" };
circular.itself = circular;
const deep = (levels: number) => {
  let inner: unknown = 1;
  for (let level = 0; level < levels; level += 1) inner = [inner];
  return inner;
};
const LONG = "x".repeat(1_000_000);

/** No node takes these for anything. */
const STRANGE: readonly [what: string, value: unknown][] = [
  ["null", null],
  ["a list", [true]],
  ["not a number", Number.NaN],
  ["a huge text", LONG],
  ["a huge object", Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`member${index}`, index]))],
  ["a circle", circular],
  ["a well of lists", deep(1_000)],
  ["a number that JSON does not know", 10n],
  ["a prototype", "__proto__"],
  ["an object without a text", Object.assign(Object.create(null), { strange: Object.create(null) })],
];
const UNSAYABLE = ["a circle", "a number that JSON does not know"]; // all else the API itself refuses, in its answer
/** The member of a message that is made strange, with the other members; and the strange values that are valid, or not looked at. */
const PARTS: readonly [id: string, part: string, rest: Message, fine?: readonly string[]][] = [
  ["light", "payload", {}],
  ["light", "action", { payload: true }],
  ["scene", "payload", {}],
  ["scene", "action", { payload: "Movie" }],
  ["scene", "group", { payload: "Movie" }],
  ["scene", "transition", { payload: "Movie" }],
  ["sensor", "payload", {}],
  ["sensor", "payload", { action: "write" }],
  ["sensor", "action", { payload: 21 }],
  ["rule", "action", {}],
  ["schedule", "action", {}],
  ["schedule", "payload", {}],
  ["touchlink", "payload", { confirm: true }],
  ["touchlink", "action", { payload: 1 }],
  ["pairing", "payload", {}],
  ["request", "topic", { method: "GET" }, ["a prototype"]], // the API answers that this address is not there
  ["request", "method", { topic: "/config" }, ["null", "not a number"]],
  [
    "request",
    "payload",
    { method: "PUT", topic: "/config" },
    STRANGE.map(([what]) => what).filter((what) => !UNSAYABLE.includes(what)),
  ],
];

describe("malformed messages and nodes", () => {
  let house: UnitFlow;

  before(async () => {
    house = await unitFlow({ flow: [TAB, GATEWAY] });
    await light(house.home(), "Extended color light");
    const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
    await house.ask("POST", "/sensors", { ...words, name: "Remote", type: "CLIPSwitch", uniqueid: "remote-1" });
    await house.ask("POST", "/groups", { name: "Kitchen", lights: ["1"] });
    await house.ask("POST", "/groups/1/scenes", { name: "Movie" });
    await house.deploy(FLOW);
    for (const id of ["rule", "schedule", "sensor"]) await house.status(id, /^(waits|next|unknown|no value yet|\d)/);
  });
  after(() => house.stop());

  /** All that people can see, but the clock. */
  async function everything(): Promise<unknown> {
    const families = ["lights", "groups", "sensors", "rules", "schedules", "touchlink/scan"];
    const all = await Promise.all(families.map((family) => house.ask("GET", `/${family}`)));
    const { name, permitjoin, timezone, rfconnected } = await house.ask("GET", "/config");
    return JSON.parse(JSON.stringify([all, name, permitjoin, timezone, rfconnected], isTold));
  }

  function isTold(key: string, value: unknown): unknown {
    return ["lastupdated", "lastseen", "lastannounced", "etag", "due", "localtime"].includes(key) ? undefined : value;
  }

  for (const [id, part, rest, fine = []] of PARTS) {
    const whole = Object.entries(rest).map(([name, value]) => `, ${name} ${value}`);
    test(`${id}: a strange ${part}${whole.join("")}`, async () => {
      const before = await everything();
      for (const [what, value] of STRANGE) {
        for (const inbox of ["out", "caught", "completed"]) await house.received(inbox, 0);
        house.send(id, { _msgid: "m", mine: 1, ...rest, [part]: value });
        if (fine.includes(what)) {
          assert.equal((await house.received("completed"))[0]?._msgid, "m", what);
          assert.deepEqual(await house.received("caught", 0), [], what);
          continue;
        }
        const [caught, ...more] = await house.received("caught");
        assert.deepEqual([more, caught?._msgid, caught?.mine], [[], "m", 1], what);
        const { code, message, source } = caught?.error ?? {};
        assert.deepEqual([source.id, typeof code], [id, "string"], `${what}: ${message}`);
        assert.ok(message.length > 10 && message.length < 300, `${what}: ${message.length} ${message.slice(0, 300)}`);
        assert.deepEqual([await house.received("out", 0), await house.received("completed", 0)], [[], []], what);
      }
      assert.deepEqual(await everything(), before);
    });
  }

  test("a node that is asked well after all that answers once, and is done", async () => {
    const WELL: readonly [id: string, message: Message][] = [
      ["light", { payload: true }],
      ["scene", { payload: "Movie" }],
      ["sensor", { payload: 21 }],
      ["rule", {}],
      ["schedule", { action: "next" }],
      ["pairing", { payload: false }],
      ["request", { topic: "/config" }],
    ];
    for (const [id, message] of WELL) {
      for (const inbox of ["out", "caught", "completed"]) await house.received(inbox, 0);
      house.send(id, { _msgid: id, ...message });
      assert.equal((await house.received("completed"))[0]?._msgid, id);
      assert.deepEqual(
        (await house.received("out")).map(({ _msgid }) => _msgid),
        [id],
      );
      assert.deepEqual(await house.received("caught", 0), []);
    }
  });

  test("every node says how it is", async () => {
    for (const { id } of NODES) {
      if (id === "event") continue; // it has heard of nothing, or of anything
      const { fill, text } = await house.status(id);
      assert.ok(fill !== undefined && text !== "", id);
    }
  });

  test("all that is set with names of the environment, by the instance of a subflow", async () => {
    const set = {
      GW: "gw",
      LIGHT: "/lights/1",
      GROUP: "/groups/1",
      SENSOR: "/sensors/1",
      NAME: "Set",
      TIME: "W127/T08:00:00",
      AT: "/groups/1",
    };
    const given = (name: string) => `\${${name}}`;
    const env = (values: object) => Object.entries(values).map(([name, value]) => ({ name, type: "str", value }));
    const address: Readonly<Record<string, string>> = {
      light: "LIGHT",
      scene: "GROUP",
      sensor: "SENSOR",
      button: "SENSOR",
      event: "SENSOR",
    };
    const inner = NODES.map((one) => {
      const at =
        address[one.id] === undefined ? {} : { address: given(address[one.id] ?? ""), uniqueid: "", resourceName: "" };
      const declared = { declaredName: given("NAME"), time: given("TIME") };
      return {
        ...one,
        z: "sub",
        gateway: given("GW"),
        ...(one.declares ? declared : {}),
        ...at,
        wires: [["inside"], []],
      };
    });
    const asking = inner.map((one) => (one.id === "request" ? { ...one, method: "GET", address: given("AT") } : one));
    const sensing = asking.map((one) => (one.id === "sensor" ? { ...one, declares: "", members: "" } : one));
    const instance = flowNode("inst", "subflow:sub", { env: env(set), wires: [] });
    const template = { id: "sub", type: "subflow", name: "All", in: [], out: [], env: env({ ...set, GW: "", AT: "" }) };
    await house.deploy([TAB, GATEWAY, template, ...sensing, { ...sink("inside"), z: "sub" }, instance]);
    for (const id of ["rule", "schedule"]) await house.status(`inst-${id}`, /^(waits|next)/);
    for (const { id } of sensing.filter(({ id }) => id !== "event"))
      await house.eventually(
        async () => (await house.status(`inst-${id}`)).fill !== "red",
        () => id,
      );
    house.send("inst-request", {});
    assert.equal((await house.received("inst-inside"))[0]?.payload.name, "Kitchen");
  });

  test("a node of a newer package runs as far as it is understood, with one plain warning; a node without a version runs", async () => {
    house.lines.length = 0;
    const { version: _, ...old } = node("request");
    const flow = [...FLOW.filter(({ id }) => id !== "request" && id !== "gw"), { ...GATEWAY, version: 7 }];
    await house.deploy([...flow, node("request", { version: 7, novelty: { a: 1 } }), { ...old, id: "old" }]);
    for (const id of ["request", "old"]) {
      house.send(id, { method: "GET", topic: "/config" });
      assert.equal((await house.received("out"))[0]?.statusCode, 200);
    }
    const warnings = house.lines.filter((line) => /newer version/.test(line));
    assert.equal(warnings.length, 2, "the gateway's and the request's");
    for (const text of warnings) assert.match(text, /^It was saved by a newer version of this package \(7, /);
    await house.eventually(async () => (await house.status("request")).fill === "green");
  });
});
