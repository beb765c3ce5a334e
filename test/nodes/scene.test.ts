/** Scenes of the virtual house in a flow of a real Node-RED: recalled, stored, made, deleted, and heard of, whichever client calls them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  gatewayNode,
  type Message,
  type NodeRed,
  nodeRed,
  TAB,
  withNewestVersion,
} from "../support/node-red.ts";
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";
import { ALL, flow, GROUP, OK, scene } from "./scene-flow.ts";

withNewestVersion((version) => {
  let house: NodeRed;
  let home: VirtualFlow;
  const answered = async (id: string, message: object): Promise<Message> => {
    house.send(id, message);
    return (await house.received("out"))[0] ?? {};
  };
  const refused = async (id: string, message: Message): Promise<Message> => {
    house.send(id, { _msgid: "m", payload: undefined, ...message });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.payload, caught?.error.source.id], ["m", message.payload, id]);
    return caught?.error;
  };
  const scenes = async () => {
    const { scenes } = await home.get("/groups/9");
    return scenes.map(({ id, name, transitiontime }: Message) => [id, name, transitiontime]);
  };
  const level = (mac: string, endpoint = 1) => home.attribute(mac, `${endpoint}/genLevelCtrl.currentLevel`);
  const turned = (light: string, bri: number) =>
    home.put(`/lights/${light}/state`, { on: true, bri, transitiontime: 0 });
  const quiet = async () => {
    for (const id of ["out", "saidFacts", "movieFacts", "anywhereFacts", "caught"]) await house.received(id, 0);
  };

  before(async () => {
    house = await nodeRed({ version, movedIn: true, flow: [TAB, gatewayNode("gw", { radio: "virtual" })] });
    home = await virtualFlow(house);
    await home.post("/groups", { name: "Desk" });
    await home.put("/groups/9", { lights: ALL });
    await home.post("/groups", { name: "Empty" });
    for (const light of ALL) await turned(light, 40);
    await eventually(async () => (await level(MAC.hallLamp)) === 40);
    await house.deploy(flow());
  });
  after(() => house.stop());

  test("a scene is made, and answered in the same message with the outcome for each light", async () => {
    const { _msgid, mine, topic, payload, group, scene, lights, data, ...more } = await answered("said", {
      _msgid: "m1",
      mine: 1,
      action: "create",
      payload: "Movie",
    });
    assert.deepEqual([_msgid, mine, topic, payload, group, scene], ["m1", 1, "/groups/9/scenes/1", "Movie", "9", "1"]);
    assert.deepEqual(lights, OK);
    assert.deepEqual(
      [data.id, data.name, data.type, more.event, more.warnings],
      ["1", "Movie", "Scene", undefined, undefined],
    );
    assert.deepEqual(await scenes(), [["1", "Movie", 10]]);
    assert.equal((await house.received("saidFacts", 0)).length, 0, "nobody has called it");
  });

  test("a second scene, with a transition of its own; the same again is stored anew", async () => {
    for (const light of ALL) await turned(light, 200);
    const { scene, payload } = await answered("said", { action: "create", payload: " Work ", transition: 0.5 });
    assert.deepEqual([scene, payload], ["2", "Work"]);
    assert.equal((await answered("said", { action: "create", payload: "Work", transition: 0.4 })).scene, "2");
    assert.deepEqual(await scenes(), [
      ["1", "Movie", 10],
      ["2", "Work", 4],
    ]);
  });

  test("any message recalls the scene of the dialog; its lights do it", async () => {
    const { payload, scene, lights, event } = await answered("movie", { payload: 1764000000000, action: "recall" });
    assert.deepEqual([payload, scene, lights, event], ["Movie", "1", OK, undefined]);
    for (const mac of [MAC.whiteLamp, MAC.hallLamp]) await eventually(async () => (await level(mac)) === 40);
    await eventually(async () => (await level(MAC.colourLamp, 11)) === 40);
    const { fill, shape } = await house.status("movie", /^Movie · \d+:\d\d [AP]M$/);
    assert.deepEqual([fill, shape], ["green", "dot"]);
  });

  test("a scene is called by its name, by its id, as the next one, as the one before, round and round", async () => {
    for (const [id, payload, called] of [
      ["said", "Work", "2"],
      ["said", "1", "1"],
      ["said", 2, "2"],
      ["said", "next", "1"],
      ["said", "previous", "2"],
      ["next", "whatever", "1"],
      ["next", undefined, "2"],
      ["back", {}, "1"],
    ] as const) {
      const { scene, payload: name } = await answered(id, { payload });
      assert.deepEqual([scene, name], [called, called === "1" ? "Movie" : "Work"], String(payload));
    }
    assert.equal((await home.get("/groups/9")).action.scene, "1");
  });

  test("with a transition, which is clamped where it is too long", async () => {
    const { warnings } = await answered("said", { payload: "Work", transition: 7_000 });
    assert.deepEqual(warnings, ["transition 7000 → 6553"]);
    for (const payload of ["Movie", "Work"]) {
      const now = await answered("said", { payload, transition: 0, warnings: ["of another node"] });
      assert.equal(now.warnings, undefined);
    }
    await eventually(async () => (await level(MAC.hallLamp)) === 200);
    await house.status("movie", /^now: Work · \d+:\d\d [AP]M$/); // another than its label names
  });

  test("the answer comes when its lights have confirmed it; also lights that have nothing to do", async () => {
    await turned("2", 9);
    const { lights } = await answered("sure", { payload: "Work", transition: 0.3 });
    assert.deepEqual(lights, OK);
    await eventually(async () => (await level(MAC.whiteLamp)) === 200);
    const kept = await answered("sure", { payload: "Movie" }); // as they keep it themselves
    assert.deepEqual(kept.lights, OK);
    for (const mac of [MAC.whiteLamp, MAC.hallLamp]) await eventually(async () => (await level(mac)) === 40);
  });

  test("stored anew, as its lights are now", async () => {
    await turned("3", 77);
    const { lights, scene } = await answered("said", { action: "store", payload: "Movie", transition: 2 });
    assert.deepEqual([lights, scene], [OK, "1"]);
    const { lights: stored } = await home.get("/groups/9/scenes/1");
    assert.deepEqual(
      stored.map(({ bri, transitiontime }: Message) => [bri, transitiontime]),
      [
        [40, 20],
        [40, 20],
        [77, 20],
      ],
    );
  });

  test("the deadline begins where the transition ends", async () => {
    const { store } = house.nodes.getNode("gw").runtime.opened.gateway;
    const LAMPS = [MAC.colourLamp, MAC.whiteLamp, MAC.hallLamp];
    const prints = () => LAMPS.map((mac, index) => store.get(`/devices/${mac}`).attr.scenes?.[`${ALL[index]} 9/1`]);
    for (const light of ALL) await turned(light, 99);
    const before = prints();
    await answered("said", { action: "store", payload: "Movie", transition: 9 });
    await eventually(() => prints().every((print, at) => /^[0-9a-f]+$/.test(print) && print !== before[at])); // one frame is enough now
    for (const light of ALL) await turned(light, 9);
    assert.deepEqual((await answered("patient", {})).lights, OK);
    for (const light of ALL) await turned(light, 40);
    await answered("said", { action: "store", payload: "Movie", transition: 0.5 });
  });

  test("which of its lights has not confirmed it in time is told; that is an error when it is all of them", async () => {
    for (const light of ["1", "2"]) await turned(light, 9);
    await home.turn(MAC.whiteLamp, { latency: 6_000 });
    const { lights } = await answered("quick", {});
    assert.deepEqual(lights, [OK[0], { id: "2", ok: false, error: "timeout" }, OK[2]]);
    for (const mac of [MAC.colourLamp, MAC.hallLamp]) await home.turn(mac, { latency: 6_000 });
    for (const [index, light] of ALL.entries()) await home.put(`/lights/${light}/state`, { bri: 100 + index });
    const { code, message } = await refused("quick", {});
    assert.deepEqual([code, message], ["timeout", "no light of Movie confirmed it in time"]);
    for (const mac of [MAC.colourLamp, MAC.whiteLamp, MAC.hallLamp]) await home.turn(mac, { latency: 5 });
    for (const mac of [MAC.hallLamp, MAC.whiteLamp]) await eventually(async () => (await level(mac)) === 40);
  });

  // ---- calls that it hears

  test("a call of a scene by any client is heard; a call by this flow only by choice", async () => {
    await answered("said", { payload: "Movie" });
    await answered("said", { payload: "Work" });
    await quiet();
    await answered("said", { payload: "Movie" });
    const [own] = await house.received("movieFacts");
    assert.deepEqual([own?.payload, own?.event.cause], ["Movie", { by: "flow:said", depth: 0 }]);
    assert.deepEqual((await house.received("anywhereFacts"))[0]?.payload, "Movie", "for another flow it is news");
    await home.put("/groups/9/scenes/2/recall", {});
    const [called] = await house.received("saidFacts");
    const { topic, payload, group, scene, lights, data, event } = called ?? {};
    assert.deepEqual([topic, payload, group, scene, lights], ["/groups/9/scenes/2", "Work", "9", "2", OK]);
    assert.deepEqual(
      [data.name, event.event, event.section, event.cause.by],
      ["Work", "changed", "state", "rest:test"],
    );
    assert.ok(event.n > 0 && Date.parse(event.at) > 0);
    assert.deepEqual(await house.received("movieFacts", 0), [], "another scene than its own");
    await home.post("/groups/10/scenes", { name: "Alone" });
    await home.put("/groups/10/scenes/1/recall", {});
    assert.equal((await house.received("anywhereFacts", 2))[1]?.group, "10");
    assert.deepEqual(await house.received("saidFacts", 0), [], "another group");
  });

  test("a remote that recalls a scene by itself is heard, too", async () => {
    const [ieee] = (await home.turn(undefined, { add: { profile: "keypad" } })).added;
    const mac = String(ieee).slice(2).match(/../g)?.join(":") ?? "";
    await home.put("/config", { permitjoin: 120 });
    const at = `/devices/${mac}/bindings`;
    const binding = { endpoint: 1, cluster: "genScenes", target: { group: "9" } };
    await eventually(async () => (await home.post(at, binding))?.[0]?.success !== undefined);
    const hasCome = async () =>
      Object.values<Message>(await home.get("/sensors")).some(({ uniqueid }) => uniqueid.startsWith(mac));
    await eventually(hasCome);
    await home.put("/config", { permitjoin: 0 });
    await quiet();
    await home.turn(mac, { press: "recall_2" });
    const [called] = await house.received("saidFacts");
    assert.deepEqual([called?.payload, called?.scene, called?.event.cause.by], ["Work", "2", "radio"]);
    assert.deepEqual(called?.lights, OK);
  });

  // ---- messages that it does not know

  test("the message may name the group only where the dialog allows it", async () => {
    for (const group of ["Desk", "9", 9, "/groups/9"])
      assert.equal((await answered("anywhere", { group, payload: "Work" })).topic, "/groups/9/scenes/2");
    assert.equal((await answered("said", { group: "Empty", payload: "Work" })).group, "9");
    assert.equal((await refused("anywhere", { payload: "Work" })).code, "not-found");
    assert.equal((await refused("anywhere", { group: "Attic", payload: "Work" })).message, "not found: Attic");
    assert.equal((await refused("anywhere", { group: {}, payload: "Work" })).code, "invalid");
  });

  test("a message that is malformed, or names a missing scene, is one clear error, and changes nothing", async () => {
    const before = JSON.stringify(await home.get("/groups/9"));
    await quiet();
    const wrong: readonly [message: Message, code: string, text: RegExp][] = [
      [{ payload: "Dinner" }, "not-found", /^Desk has no scene “Dinner”: use Movie or Work$/],
      [{ payload: 9 }, "not-found", /^Desk has no scene “9”: use Movie or Work$/],
      [{ payload: true }, "invalid", /^“true” names no scene: try its name/],
      [{ payload: { scene: "Movie" } }, "invalid", /^“.*Movie.*” names no scene/],
      [{ payload: "" }, "invalid", /^the payload has to be/],
      [{ payload: ["Movie"] }, "invalid", /^“.*Movie.*” names no scene/],
      [{ payload: 1.5 }, "invalid", /^“1.5” names no scene/],
      [
        { payload: "Movie", action: "explode" },
        "invalid",
        /^“explode” is not understood: try recall, store, create, delete$/,
      ],
      [{ payload: "Movie", action: "constructor" }, "invalid", /constructor/],
      [{ payload: "Movie", action: {} }, "invalid", /^“{}” is not understood/],
      [{ payload: "Movie", transition: "soon" }, "invalid", /^msg.transition has to be/],
      [{ payload: "Movie", transition: -1 }, "invalid", /^msg.transition has to be/],
      [{ payload: "Movie", transition: Number.NaN }, "invalid", /^msg.transition has to be/],
      [{ payload: "next", action: "delete" }, "invalid", /^only recall knows next; delete needs/],
      [{ payload: "short_release", buttonevent: 1002 }, "invalid", /^a press of a remote names no scene: choose/],
      [{ payload: "Dinner", action: "delete" }, "not-found", /Dinner/],
      [{ payload: "Dinner", action: "store" }, "not-found", /Dinner/],
      [{ payload: "x".repeat(33), action: "create" }, "invalid", /^“Name” is too long/],
    ];
    for (const [message, code, text] of wrong) {
      const error = await refused("said", message);
      assert.equal(error.code, code, JSON.stringify(message));
      assert.match(error.message, text);
    }
    assert.deepEqual([await house.received("out", 0), await house.received("caught", 0)], [[], []]);
    assert.equal(JSON.stringify(await home.get("/groups/9")), before);
  });

  test("a chosen room or scene that is not there is an error, and the status of its node", async () => {
    assert.deepEqual(await house.status("lost", /not/), { fill: "red", shape: "dot", text: "not found: Gone" });
    assert.equal((await refused("lost", { payload: "Movie" })).message, "not found: Gone");
    await house.status("homeless", /^not found: Attic$/);
    assert.equal((await refused("homeless", { payload: "Movie" })).code, "not-found");
    await house.status("nothing", /^no room is chosen$/);
    assert.equal((await refused("nothing", { payload: "Movie" })).code, "not-found");
  });

  test("in another house group and scene are found by their names", async () => {
    const carried = { ...GROUP, address: "/groups/77", house: "another", scene: "9", sceneName: "Work" };
    await house.deploy(flow(scene("carried", carried)), "nodes");
    assert.equal((await answered("carried", {})).topic, "/groups/9/scenes/2");
  });

  test("while the radio is down a call is an error that says so", async () => {
    await home.put("/config", { rfconnected: false });
    await eventually(async () => (await home.get("/config")).rfconnected === false);
    await quiet(); // what was on its way failed, too
    const { code, message } = await refused("said", { payload: "Movie" });
    assert.deepEqual([code, message], ["radio-down", "the radio is down"]);
    await home.put("/config", { rfconnected: true });
    await eventually(async () => (await home.get("/config")).rfconnected === true);
  });

  test("a light that does not answer is told; then it is known; when it is all there are, it is an error", async () => {
    await home.put("/groups/10", { lights: ["3"] });
    await answered("anywhere", { group: "Empty", action: "create", payload: "Alone" });
    await turned("3", 5);
    await home.turn(MAC.hallLamp, { reach: "no-route" });
    const lights = [OK[0], OK[1], { id: "3", ok: false, error: "unreachable" }];
    assert.deepEqual((await answered("sure", { payload: "Work", transition: 0 })).lights, lights);
    await eventually(async () => (await home.get("/lights/3")).state.reachable === false);
    assert.deepEqual((await answered("movie", {})).lights, lights);
    const stored = await answered("said", { action: "store", payload: "Movie" });
    assert.deepEqual(stored.lights, lights, "it is kept as it was last known");
    const { code, message } = await refused("anywhere", { group: "Empty", payload: "Alone" });
    assert.deepEqual([code, message], ["unreachable", "no light of Alone can be reached"]);
  });

  test("deleted, and not there any more", async () => {
    const { payload, lights, scene } = await answered("said", { action: "delete", payload: "Movie" });
    assert.deepEqual([payload, lights, scene], ["Movie", [], "1"]);
    await house.status("movie", /^not found: Movie$/);
    assert.equal((await refused("movie", {})).code, "not-found");
  });

  test("a node of a deleted scene calls no new scene in its place, but a new one of the same name", async () => {
    const { scene: other } = await answered("said", { action: "create", payload: "Nap" });
    assert.notEqual(other, "1");
    assert.equal((await refused("movie", {})).code, "not-found");
    assert.equal((await answered("said", { action: "create", payload: "Movie" })).scene, "1");
    assert.equal((await answered("movie", {})).payload, "Movie");
  });
});
