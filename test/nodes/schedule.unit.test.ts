/** Schedule nodes: declared, followed, moved by messages, and heard. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { comesAndGoes } from "../support/declaring.ts";
import { light, told } from "../support/lights.ts";
import { type FlowNode, flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { newKey } from "../support/schedules.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const BERLIN = { timezone: "Europe/Berlin", latitude: "52.52", longitude: "13.41" };
const DAILY = "W127/T07:00:00";
const MADE = { gateway: "gw", declares: "Schedule", declaredName: "Wake up", time: DAILY, zone: "local" };
const made = (more: object = {}) =>
  flowNode("made", "zigbee-gateway-schedule", {
    ...MADE,
    afterwards: "kept",
    payload: "",
    payloadType: "planned",
    inputs: 1,
    outputs: 2,
    wires: [["out"], ["fires"]],
    ...more,
  });
const flow = (more: object = {}, ...others: readonly FlowNode[]): FlowNode[] => [
  TAB,
  gatewayNode("gw", BERLIN),
  made(more),
  ...["out", "fires", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  ...others,
];

describe("schedule node", () => {
  let house: UnitFlow;
  const ask: UnitFlow["ask"] = (...asked) => house.ask(...asked);
  const schedules = async (): Promise<Message[]> =>
    Object.entries<Message>(await ask("GET", "/schedules")).map(([id, schedule]) => ({ id, ...schedule }));
  const own = async () => (await schedules()).filter(({ owner }) => owner !== undefined);
  const isThere = () => house.eventually(async () => (await own())[0]);
  const answered = async (message: object): Promise<Message> => {
    house.send("made", message);
    return (await house.received("out"))[0] ?? {};
  };

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode("gw", BERLIN)] });
  });
  after(() => house.stop());

  // ---- declared

  test("a node makes its schedule, which needs no command, and answers with its next five times", async () => {
    await house.deploy(flow());
    const answer = await answered({ _msgid: "m1", action: "next", mine: 1 });
    assert.deepEqual([answer._msgid, answer.mine, answer.topic], ["m1", 1, "/schedules/1"]);
    const { next, ...seen } = answer.payload;
    assert.deepEqual([seen.name, seen.status, seen.localtime, seen.autodelete], ["Wake up", "enabled", DAILY, false]);
    assert.deepEqual([answer.data.id, answer.data.name, answer.data.type], ["1", "Wake up", "Schedule"]);
    assert.equal(next.length, 5);
    for (const { local } of next) assert.match(local, /T07:00:00$/);
    const [schedule] = await own();
    assert.deepEqual([schedule?.owner, schedule?.command, schedule?.uniqueid], ["flow:made", undefined, undefined]);
    const { text, ...look } = await house.status("made", /next/);
    assert.match(text, /^next: (today|tomorrow) 7:00 AM$/);
    assert.deepEqual(look, { fill: "green", shape: "dot" });
  });

  test("a schedule whose dialog was never opened is called after its time, as its node is", async () => {
    await house.deploy(flow({ declaredName: "", name: "", time: "W127/T07:00:00" }));
    await house.eventually(async () => (await own())[0]?.name === "Every day at 7:00 AM");
    await house.deploy(flow());
    await house.eventually(async () => (await own())[0]?.name === "Wake up");
  });

  for (const type of ["full", "nodes", "reload"] as const) {
    test(`the same declaration deployed again ("${type}") changes nothing`, async () => {
      await ask("PUT", "/schedules/1", { name: "Renamed" });
      const [old] = await own();
      await house.deploy(flow({ x: 200 + Math.random() * 100 }), type);
      await answered({ action: "next" });
      assert.deepEqual(await own(), [old]);
    });
  }

  test("a setting that is declared otherwise is written, and nothing else", async () => {
    const [old] = await own();
    await house.deploy(flow({ time: "W124/T06:30:00" }), "nodes");
    const { payload } = await answered({ action: "next" });
    assert.deepEqual([payload.localtime, payload.name, payload.created], ["W124/T06:30:00", "Renamed", old?.created]);
    await house.deploy(flow({ time: "W124/T06:30:00", zone: "utc" }), "nodes");
    const { payload: inUtc } = await answered({ action: "next" });
    assert.deepEqual([inUtc.time, inUtc.localtime], ["W124/T06:30:00", undefined]);
    for (const { utc } of inUtc.next) assert.match(utc, /T06:30:00$/);
    await house.deploy(flow({ time: "W124/T06:30:00" }), "nodes");
    assert.equal((await answered({ action: "next" })).payload.localtime, "W124/T06:30:00", "and back again");
    await house.deploy(flow({ time: "W127/sunset-00:30:00", zone: "utc", afterwards: "deleted" }), "nodes");
    const { payload: sun } = await answered({ action: "next" });
    assert.deepEqual([sun.localtime, sun.autodelete, sun.next.length], ["W127/sunset-00:30:00", true, 5]);
    assert.equal((await own()).length, 1);
    await house.deploy(flow(), "nodes");
  });

  test("over REST it can be renamed, enabled and disabled; all else is the flow's, which is named", async () => {
    const { id } = await isThere();
    const refusals = [await ask("DELETE", `/schedules/${id}`), await ask("PUT", `/schedules/${id}`, { time: DAILY })];
    for (const [refusal] of refusals) assert.match(refusal.error.description, /belongs to flow:made/);
    assert.ok((await ask("PUT", `/schedules/${id}`, { status: "disabled" }))[0].success);
    assert.deepEqual(await house.status("made", /disabled/), { fill: "grey", shape: "dot", text: "disabled" });
    await ask("PUT", `/schedules/${id}`, { status: "enabled" });
    await house.status("made", /next/);
  });

  test("while its node or its tab is disabled, so is the schedule", async () => {
    const { id } = await isThere();
    const disabled: FlowNode[][] = [flow({ d: true }), [{ ...TAB, disabled: true }, ...flow().slice(1)]];
    for (const off of disabled) {
      await house.deploy(off);
      assert.deepEqual([(await isThere()).id, (await isThere()).status], [id, "disabled"]);
      await house.deploy(flow());
      await house.eventually(async () => (await isThere()).status === "enabled");
      assert.equal((await isThere()).id, id);
    }
  });

  test("a schedule goes with its node, and when the node declares it no more", async () => {
    await comesAndGoes(house, flow(), { isThere, own });
    await house.deploy(flow({ declares: "", address: "/schedules/77", resourceName: "Other" }), "nodes");
    assert.deepEqual(await own(), []);
    assert.deepEqual(await house.status("made", /not/), { fill: "red", shape: "dot", text: "not found: Other" });
    await house.deploy(flow({ declares: "" }), "nodes");
    await house.status("made", /^no schedule is chosen$/);
  });

  test("a time that no schedule can have is an error of its node", async () => {
    const nowhere = gatewayNode("nowhere", { port: "" });
    for (const [time, gateway, says] of [
      ["tomorrow", "gw", /tomorrow/],
      ["W127/T07:00:00Asoon", "gw", /W127\/T07:00:00Asoon/],
      ["W127/sunset", "nowhere", /^the place of the house is not set: enter it/],
    ] as const) {
      await house.deploy(flow({ time, gateway }, nowhere));
      await house.eventually(() => house.lines.some((line) => line.includes("the schedule could not be made: ")));
      house.lines.length = 0;
      const { fill, text } = await house.status("made", says);
      assert.deepEqual([fill, text.length > 10], ["red", true]);
      house.send("made", { action: "next" });
      assert.deepEqual([(await house.received("caught"))[0]?.error.code], ["invalid"]);
    }
    await house.deploy(flow({ time: "tomorrow" }));
    await house.status("made", /is not a time/);
    house.speak("de");
    await house.status("made", /^„tomorrow“ ist keine Zeit/);
    house.speak("en-US");
    house.lines.length = 0;
    await house.received("caught", 0);
    await house.deploy(flow());
    await house.status("made", /next/);
  });

  test("without a day or a time nothing is made, and its status says so; one that is there does not fire on its old days", async () => {
    const lacks = [
      ["W0/T07:00:00", /^no day is chosen$/],
      ["W127/T", /^no time is chosen$/],
      ["T", /^no time is chosen$/],
      ["PT00:00:00", /^its length is 0$/],
    ] as const;
    for (const [time, says] of lacks) {
      await house.deploy(flow({ id: "bare", time }));
      assert.equal((await house.status("bare", says)).fill, "red");
      assert.equal(house.home().store.find("/schedules", "flow-bare"), undefined);
    }
    await house.deploy(flow());
    await house.deploy(flow({ time: "W0/T07:00:00" }));
    await house.status("made", /^no day is chosen$/);
    assert.equal(house.home().store.find("/schedules", "flow-made")?.attr.due, undefined);
    house.lines.length = 0;
    await house.received("caught", 0);
    await house.deploy(flow());
    await house.status("made", /next/);
  });

  // ---- messages

  test("messages disable, enable and move it, by either clock", async () => {
    assert.equal((await answered({ action: "disable" })).payload.status, "disabled");
    assert.deepEqual((await answered({ action: "next" })).payload.next, []);
    assert.equal((await answered({ action: "enable" })).payload.status, "enabled");
    assert.equal((await answered({ payload: { time: "W127/T08:00:00" } })).payload.localtime, "W127/T08:00:00");
    const { payload } = await answered({ payload: { time: "W127/T08:00:00", utc: true } });
    assert.deepEqual([payload.time, payload.localtime], ["W127/T08:00:00", undefined]);
    await house.deploy(flow());
    assert.equal((await answered({ action: "next" })).payload.time, "W127/T08:00:00", "the same was declared");
  });

  test("a message that a schedule does not know is one plain error, and changes nothing", async () => {
    const [old] = await own();
    const wrong: readonly [message: object, text: RegExp][] = [
      [{ action: "explode" }, /^“explode” is not understood: try enable, disable, restart, next$/],
      [{ payload: null }, /^send a time such as "07:30"/],
      [{ payload: "25:99" }, /^“25:99” is not understood: try 07:30, sunset, enable, next$/],
      [{ payload: { time: DAILY, name: "x" } }, /^“name” is not understood: a time has time and utc$/],
      [{ payload: { time: "tomorrow" } }, /tomorrow/],
      [{ payload: { time: "sunset", utc: true } }, /sunset/],
    ];
    for (const [message, text] of wrong) {
      house.send("made", { _msgid: "m2", ...message });
      const [caught] = await house.received("caught");
      assert.deepEqual([caught?._msgid, caught?.error.code, caught?.error.source.id], ["m2", "invalid", "made"]);
      assert.match(caught?.error.message, text);
    }
    assert.deepEqual(await own(), [old]);
  });

  // ---- it is time

  test("when it is time, one message says so, with the planned time as its payload", async () => {
    await house.deploy(flow({ time: "PT00:00:01" }));
    const [fired] = await house.received("fires");
    assert.equal(fired?.payload, fired?.scheduled);
    assert.deepEqual([fired?.topic, fired?.data.name], [`/schedules/${(await isThere()).id}`, "Wake up"]);
    const late = Date.parse(fired?.fired) - Date.parse(fired?.scheduled);
    assert.ok(late >= 0 && fired?.lateBy === late / 1000, `${late}`);
    assert.ok(!("next" in (fired ?? {})), "that was the last time");
    assert.deepEqual([fired?.event.event, fired?.event.section], ["changed", "attr"]);
    assert.equal((await house.status("made", /^done · \d+:\d\d [AP]M$/)).fill, "green");
    await house.deploy(flow({ time: "PT00:00:01" }));
    assert.equal((await answered({ action: "next" })).payload.status, "disabled", "kept, and not started by a deploy");
    assert.equal((await answered({ action: "restart" })).payload.status, "enabled");
    assert.equal((await house.received("fires")).length, 1);
  });

  test("again and again, with the payload that was set; the next time goes along", async () => {
    await house.deploy(flow({ time: "R03/PT00:00:01", payload: '{"on":true}', payloadType: "json" }));
    const fires = await house.received("fires", 3);
    assert.deepEqual(
      fires.map(({ payload }) => payload),
      [{ on: true }, { on: true }, { on: true }],
    );
    const times = fires.map(({ scheduled }) => Date.parse(scheduled));
    assert.deepEqual([Number(times[1]) - Number(times[0]), Number(times[2]) - Number(times[1])], [1_000, 1_000]);
    for (const [n, { next, lateBy }] of fires.entries()) {
      const behind = times.slice(n + 1, lateBy < 1 ? n + 2 : undefined); // an answer that is late by a period tells the times after that
      assert.ok(behind.length === 0 ? next === undefined : behind.includes(Date.parse(next)), `${n}: ${next}`);
    }
  });

  test("a time span may wait for a message; other times and deploys do not start it", async () => {
    for (const time of ["R02/PT00:00:01", "R03/PT00:00:01"]) {
      await house.deploy(flow({ time, begins: "message" }));
      assert.equal((await answered({ action: "next" })).payload.status, "disabled");
    }
    assert.equal((await answered({ action: "restart" })).payload.next.length, 3);
    await house.received("fires");
    await answered({ action: "disable" });
    assert.equal((await answered({ action: "restart" })).payload.next.length, 3, "the whole of it");
    await house.received("fires");
    await house.deploy(flow().filter(({ id }) => id !== "made"));
    await house.deploy(flow({ time: "PT01:00:00", begins: "message" }));
    assert.equal((await answered({ action: "next" })).payload.status, "disabled", "also one that is new");
    await house.deploy(flow());
    assert.equal((await answered({ action: "enable" })).payload.status, "enabled");
    await house.deploy(flow({ time: "PT01:00:00", begins: "message" }));
    assert.equal((await answered({ action: "next" })).payload.status, "disabled", "and one that went by the clock");
    await ask("POST", "/groups", { name: "Something" });
    assert.equal((await answered({ action: "next" })).payload.status, "disabled");
  });

  test("a payload that cannot be had is an error", async () => {
    await house.deploy(flow({ time: "PT00:00:01", payload: "{", payloadType: "json" }));
    assert.match((await house.received("caught"))[0]?.error.message, /^the payload could not be evaluated: /);
  });

  test("without an input there is one output", async () => {
    const plain = { inputs: 0, outputs: 1, wires: [["fires"]], payload: "7", payloadType: "num" };
    await house.deploy(flow({ time: "R01/PT00:00:01", ...plain }));
    assert.equal((await house.received("fires"))[0]?.payload, 7);
  });

  test("a schedule that is deleted at its end is gone until the next start, or until it is wanted again", async () => {
    const brief = flow({ time: "PT00:00:01", afterwards: "deleted" });
    await house.deploy(brief);
    await house.received("fires");
    assert.deepEqual(await house.status("made", /ended/), { fill: "grey", shape: "dot", text: "it has ended" });
    await ask("POST", "/groups", { name: "Another" }); // something comes into being
    house.send("made", { action: "next" });
    assert.equal((await house.received("caught"))[0]?.error.code, "not-found");
    assert.deepEqual(await own(), []);
    assert.equal((await answered({ action: "restart" })).payload.status, "enabled");
    await house.received("fires");
    await house.deploy(brief);
    await house.received("fires");
  });

  // ---- into a light

  const lamp = async (more: object = {}) => {
    const { store } = house.home();
    const id = store.list("/lights")[0]?.address ?? `/lights/${await light(house.home(), "On/Off light")}`;
    const { uniqueid } = store.get(id)?.attr ?? {};
    const picked = { gateway: "gw", address: id, uniqueid, resourceName: "Lamp" };
    return [flowNode("lamp", "zigbee-gateway-light", { ...picked, version: 5, ...more }), sink("done")];
  };
  const untouched = () => {
    const source = readFileSync(new URL("../../dialogs/schedule.ts", import.meta.url), "utf8");
    const defaults = ["payload", "payloadType"].map((name) => {
      const [, value] = new RegExp(`${name}: \\{ value: "(\\w*)" \\}`).exec(source) ?? [];
      return [name, value ?? assert.fail(`the dialog says nothing of ${name}`)];
    });
    return Object.fromEntries(defaults);
  };
  const sent = () => told(house.home().devices as never).map((each) => (each as Message).values);

  test("its wire into a light switches the light on when it is time, with the payload that a new node has", async () => {
    const lit = { wires: [["out"], ["lamp"]], ...untouched() };
    await house.deploy(flow({ time: "PT00:00:30", ...lit }, ...(await lamp({ wires: [["done"]] }))));
    await answered({ action: "next" });
    sent();
    await house.pass(10);
    assert.deepEqual(sent(), [], "it is not time yet");
    assert.equal((await house.received("done"))[0]?.payload, true);
    assert.deepEqual(sent(), [{ on: true }]);
  });

  test("the planned time into a light that goes by its message: the node warns of it when it is deployed", async () => {
    const says =
      /^a light is wired to this schedule, and cannot do anything with the planned time: let the payload be /;
    const warnings = () => house.lines.splice(0).filter((line) => says.test(line)).length;
    const into = { wires: [[], ["lamp"]], payloadType: "planned" };
    const cases: [what: string, schedule: object, light: object, warnings: number][] = [
      ["by the second output, where the first is for answers", into, {}, 1],
      ["by the only output", { ...into, inputs: 0, outputs: 1, wires: [["lamp"]] }, {}, 1],
      ["a node of an older version, which says nothing of its payload", { ...into, payloadType: undefined }, {}, 1],
      ["an answer goes into the light", { ...into, wires: [["lamp"], []] }, {}, 0],
      ["another payload", { ...into, ...untouched() }, {}, 0],
      ["a light that does the same whatever it is told", into, { does: "on" }, 0],
      ["a light that is disabled", into, { d: true }, 0],
    ];
    for (const [what, schedule, does, expected] of cases) {
      house.lines.length = 0;
      await house.deploy(flow(schedule, ...(await lamp(does))));
      await house.pass(1);
      assert.equal(warnings(), expected, what);
    }
  });

  // ---- followed

  test("a schedule of another client is followed, and moved", async () => {
    const words = { modelid: "M", swversion: "1", manufacturername: "Me", uniqueid: "flag-1" };
    const [flag] = await ask("POST", "/sensors", { ...words, name: "Flag", type: "CLIPGenericFlag" });
    const key = await newKey(house.home());
    const command = { address: `/api/${key}/sensors/${flag.success.id}/state`, method: "PUT", body: { flag: true } };
    const [{ success }] = await ask("POST", "/schedules", { name: "Theirs", command, time: "R/PT00:00:01" });
    const address = `/schedules/${success.id}`;
    await house.deploy(flow({ declares: "", address, resourceName: "Theirs" }));
    const [fired] = await house.received("fires");
    assert.deepEqual([fired?.topic, fired?.data.name], [address, "Theirs"]);
    await house.status("made", /^next: \w+ \d+:\d\d(:\d\d)? [AP]M$/);
    assert.equal((await answered({ action: "disable" })).payload.status, "disabled");
    assert.equal((await answered({ payload: { time: DAILY } })).payload.localtime, DAILY);
    await ask("DELETE", address);
    await house.status("made", /^not found: Theirs$/);
    house.send("made", { action: "enable" });
    assert.equal((await house.received("caught"))[0]?.error.code, "not-found");
  });

  test("nothing was logged as an error", () => {
    assert.deepEqual(
      house.lines.filter((line) => /zigbee|Error/i.test(line)),
      [],
    );
  });

  test("a schedule without a name of its own is called after its time", async () => {
    await house.deploy(flow({ declaredName: "", usualName: "Every day at 7:00 AM" }));
    await house.eventually(async () => (await own())[0]?.name === "Every day at 7:00 AM");
    const later = { declaredName: "", usualName: "Every day at 8:00 AM", time: "W127/T08:00:00" };
    await house.deploy(flow(later), "nodes");
    assert.equal((await answered({ action: "next" })).payload.name, "Every day at 8:00 AM", "it follows that");
    await ask("PUT", `/schedules/${(await isThere()).id}`, { name: "Mine" });
    await house.deploy(flow({ declaredName: "", usualName: "Every day at 7:00 AM" }), "nodes");
    const { payload } = await answered({ action: "next" });
    assert.deepEqual([payload.name, payload.localtime], ["Mine", DAILY], "what a client calls it stays");
    await house.deploy([TAB, gatewayNode("gw", BERLIN)]);
    await house.eventually(async () => (await own()).length === 0);
  });
});
