/** The event node: changes of one resource, or of all, through its filters. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { NEWEST } from "../../nodes/shared/versions.ts";
import { BY_RADIO, light } from "../support/lights.ts";
import { flowNode, gatewayNode, sink, TAB } from "../support/node-red.ts";
import { newKey } from "../support/schedules.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const HALL = { address: "/sensors/1", uniqueid: "hall-1", resourceName: "Hall" };
const WORDS = { modelid: "M", swversion: "1", manufacturername: "Me" };
const KITCHEN = { address: "/groups/1", resourceName: "Kitchen", within: true };
const SINKS = [
  "allOut",
  "hallOut",
  "namesOut",
  "renamedOut",
  "restOut",
  "presenceOut",
  "deletedOut",
  "gatewayOut",
  "roomOut",
  "calmOut",
  "scenesOut",
];
const node = (id: string, more: object) =>
  flowNode(id, "zigbee-gateway-event", { gateway: "gw", wires: [[`${id}Out`]], ...more });
const FLOW = [
  TAB,
  gatewayNode(),
  node("all", {}),
  node("hall", { ...HALL }),
  node("names", { section: "attr", member: "name" }),
  node("renamed", { family: "lights,sensors,groups", section: "attr", member: "name" }),
  node("rest", { cause: "rest, flow", family: "sensors" }),
  node("presence", { member: "presence,battery" }),
  node("deleted", { event: "deleted" }),
  node("jobs", { family: "jobs", wires: [[]] }),
  node("gateway", { family: "gateway" }),
  node("room", { ...KITCHEN }),
  node("calm", { ...KITCHEN, version: NEWEST, measured: false }),
  node("scenes", { version: NEWEST, measured: false, family: "scenes" }),
  node("called", { ...KITCHEN, within: false, member: "scene", wires: [[]] }),
  node("lost", { gateway: "" }),
  ...SINKS.map(sink),
];

describe("event node", () => {
  let house: UnitFlow;
  const heard = async () => {
    const all = await Promise.all(SINKS.map(async (id) => [id, await house.received(id, 0)] as const));
    return Object.fromEntries(all.flatMap(([id, list]) => (list.length > 0 ? [[id.replace("Out", ""), list]] : [])));
  };
  const see = (presence: boolean) => house.ask("PUT", "/sensors/hall-1/state", { presence });

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode()] });
    await house.ask("POST", "/sensors", { ...WORDS, name: "Hall", type: "CLIPPresence", uniqueid: "hall-1" });
    await light(house.home(), "Dimmable light");
    await house.deploy(FLOW);
  });
  after(() => house.stop());
  beforeEach(async () => void (await heard()));

  test("a change, with its value before, its cause, its time, and its number", async () => {
    await see(true);
    const { all = [], ...others } = await heard();
    assert.deepEqual(Object.keys(others).sort(), ["hall", "presence", "rest"]);
    const [{ topic, payload, data, event } = {}] = all;
    assert.deepEqual([topic, payload.presence, data.uniqueid], ["/sensors/1/state", true, "hall-1"]);
    assert.deepEqual(
      [event.event, event.section, event.before.presence, event.cause.by],
      [...["changed", "state", false, "rest:test"]],
    );
    assert.ok(event.n > 0 && !Number.isNaN(Date.parse(event.at)));
  });

  test("its status says the event in words, with the name of the sensor only where that is not clear", async () => {
    await see(false);
    await house.status("all", /^Hall: no motion · \d+:\d\d [AP]M$/);
    await house.status("hall", /^no motion · \d+:\d\d [AP]M$/);
    house.speak("de"); // the gateway has a status of its own to tell
    await house.status("hall", /^keine Bewegung · \d\d:\d\d$/);
    await see(true);
    await house.status("hall", /^Bewegung · \d\d:\d\d$/);
    house.speak("en-GB"); // no words of its own, but a clock
    await see(false);
    await house.status("hall", /^no motion · \d\d:\d\d$/);
    house.speak("en-aa-bb"); // looks like a language
    await see(true);
    await house.status("hall", /^motion · \d+:\d\d [AP]M$/);
    house.speak("en-US");
    assert.deepEqual(await house.status("lost"), { fill: "red", shape: "dot", text: "no gateway" });
  });

  test("steps of a long job are messages, and no status of a node that did not ask for them", async () => {
    await see(false);
    await see(true);
    await heard();
    await house.ask("POST", "/touchlink/scan", {});
    await house.pass(5);
    const { all = [] } = await heard();
    assert.ok(all.some(({ topic }) => String(topic).startsWith("/jobs/")));
    await house.status("jobs", /^Touchlink scan: is (under way|done) · \d+:\d\d [AP]M$/);
    await house.pass(1); // statuses are half a second apart
    assert.match((await house.status("all")).text, /^Hall: motion · \d+:\d\d [AP]M$/);
  });

  test("filters: by section and member, by cause, by kind of event", async () => {
    await house.ask("PUT", "/sensors/1", { name: "Porch" });
    const renamed = await heard();
    assert.deepEqual(Object.keys(renamed).sort(), ["all", "hall", "names", "renamed", "rest"]);
    assert.deepEqual([renamed.names?.[0]?.topic, renamed.names?.[0]?.payload.name], ["/sensors/1", "Porch"]);
    house.home().store.patch("/sensors/1", "config", { battery: 50 }, BY_RADIO);
    assert.deepEqual(Object.keys(await heard()).sort(), ["all", "hall", "presence"]);
    house.home().store.patch("/lights/1", "state", { bri: 7 }, BY_RADIO);
    assert.deepEqual(Object.keys(await heard()), ["all"]);
  });

  test("a new name of a light is told to a node that asks for that, with the client that gave it", async () => {
    await house.ask("PUT", "/lights/1", { name: "Desk" });
    const { renamed = [] } = await heard();
    const told = renamed.map(({ topic, payload, event }) => [topic, payload.name, event.cause.by]);
    assert.deepEqual(told, [["/lights/1", "Desk", "rest:test"]]);
    await house.ask("PUT", "/lights/1", { name: "Dimmable light 1" });
  });

  test("a deleted sensor is told as it was; then the node says that it is gone, until it is back", async () => {
    await house.ask("DELETE", "/sensors/1");
    const { deleted = [], hall = [] } = await heard();
    assert.deepEqual([deleted[0]?.topic, deleted[0]?.payload.uniqueid, hall.length], ["/sensors/1", "hall-1", 1]);
    await house.status("hall", /^not found: Hall$/);
    await house.ask("POST", "/sensors", { ...WORDS, name: "Hall", type: "CLIPPresence", uniqueid: "hall-1" });
    assert.equal((await heard()).hall?.[0]?.event.event, "added");
    await house.status("hall", /^it is new · \d+:\d\d [AP]M$/);
  });

  test("a schedule that comes is new, and its pattern stands in no status", async () => {
    const key = await newKey(house.home());
    const command = { address: `/api/${key}/lights/1/state`, method: "PUT", body: { on: true } };
    const [{ success }] = await house.ask("POST", "/schedules", { name: "Dusk", localtime: "W127/T19:00:00", command });
    await house.status("all", /^Dusk: it is new · /);
    await house.ask("PUT", `/schedules/${success.id}`, { localtime: "W127/T20:00:00" });
    const { text = "" } = await house.status("all", /^Dusk: .*changed/);
    assert.doesNotMatch(text, /W127/);
    await house.ask("DELETE", `/schedules/${success.id}`);
  });

  test("what is left out by the filter takes no status away", async () => {
    await house.ask("PUT", "/sensors/hall-1", { name: "Porch" });
    await house.status("names", /^Porch: /);
    const other = { ...WORDS, name: "Other", type: "CLIPPresence", uniqueid: "other-1" };
    await house.ask("POST", "/sensors", other);
    await house.pass(1);
    await house.status("names", /^Porch: /);
    await house.ask("DELETE", "/sensors/other-1");
    await house.ask("PUT", "/sensors/hall-1", { name: "Hall" });
    await heard();
  });

  test("of a room the node tells all that happens in it, as its lights come and go", async () => {
    const told = async () => ((await heard()).room ?? []).map(({ topic }) => topic);
    const dim = async (bri: number) => {
      house.home().store.patch("/lights/1", "state", { bri }, BY_RADIO);
      return (await told()).includes("/lights/1/state");
    };
    await house.ask("POST", "/groups", { name: "Kitchen" });
    assert.deepEqual(await told(), ["/groups/1"]);
    assert.equal(await dim(8), false, "it is elsewhere");
    await house.ask("PUT", "/groups/1", { lights: ["1"] });
    await told();
    assert.equal(await dim(9), true);
    await house.status("room", /^Dimmable light 1: .+ · \d+:\d\d [AP]M$/);
    const { any_on } = house.home().store.get("/groups/1")?.state ?? {};
    house.home().store.patch("/groups/1", "state", { any_on: !any_on }, BY_RADIO);
    const { room = [], calm = [] } = await heard();
    assert.deepEqual([room.length, calm.length], [1, 0], "its lights have told it");
    await house.ask("POST", "/groups/1/scenes", { name: "Movie" });
    assert.equal((await heard()).scenes?.[0]?.event.event, "added");
    await house.ask("PUT", "/groups/1/scenes/1/recall", {});
    const { scenes = [] } = await heard();
    assert.deepEqual(
      scenes.map(({ payload }) => Object.keys(payload)),
      [["called"]],
    );
    await house.status("called", /^Scene: Movie, on · \d+:\d\d [AP]M$/);
    await house.ask("PUT", "/groups/1", { lights: [] });
    await told();
    assert.equal(await dim(10), false, "it was taken out");
  });

  test("of a room, measurements come only where they are wanted; a deleted sensor is told, though nothing of it is left", async () => {
    const meter = { ...WORDS, name: "Meter", type: "CLIPTemperature", uniqueid: "00:11:22:33:44:55:66:77-01-0402" };
    const made = await house.ask("POST", "/sensors", meter);
    const address = `/sensors/${made[0].success.id}` as const;
    await house.ask("POST", "/resourcelinks", { name: "n", classid: 27110, links: ["/groups/1", address] });
    const warm = (temperature: number) => house.home().store.patch(address, "state", { temperature }, BY_RADIO);
    warm(2100);
    await heard();
    warm(2150);
    const { room = [], calm } = await heard();
    assert.deepEqual([room[0]?.payload.temperature, calm], [2150, undefined]);
    await house.ask("DELETE", address);
    const last = await heard();
    const isTold = ({ topic, event }: (typeof room)[number]) => topic === address && event.event === "deleted";
    assert.deepEqual([last.room?.filter(isTold).length, last.calm?.filter(isTold).length], [1, 1]);
    await house.ask("DELETE", "/groups/1");
    assert.deepEqual(
      (await heard()).room?.map(({ topic }) => topic),
      ["/groups/1"],
    );
    await house.status("room", /^not found: Kitchen$/);
  });

  test("the gateway tells of itself by a word", async () => {
    const { radio } = house.home();
    radio.tell({ kind: "down", reason: "it was pulled out" });
    const { gateway = [], all = [] } = await heard();
    assert.deepEqual([gateway[0]?.topic, gateway[0]?.payload], ["/gateway", "radio-down"]);
    assert.ok(all.some(({ topic }) => topic === "/gateway"));
    await house.status("all", /^the radio is off: .*pulled out|^the radio is off.* · \d+:\d\d [AP]M$/);
    radio.rise();
  });

  test("a change of a message by a flow changes nothing in the gateway; a node that is gone hears nothing", async () => {
    await see(true);
    const [message] = (await heard()).all ?? [];
    Object.assign(message?.data.state, { presence: "spoilt" });
    assert.equal(house.home().store.find("/sensors", "hall-1")?.state.presence, true);
    await house.deploy(
      FLOW.filter(({ id }) => id !== "all"),
      "nodes",
    );
    await see(false);
    assert.deepEqual(Object.keys(await heard()).sort(), ["hall", "presence", "rest"]);
  });
});
