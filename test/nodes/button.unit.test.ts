/** The button node: each press is a message, by its gesture to its output, and never again. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { BY_RADIO } from "../support/lights.ts";
import { flowNode, gatewayNode, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const REMOTE = { address: "/sensors/1", uniqueid: "remote-1", resourceName: "Remote" };
const node = (id: string, more: object) => flowNode(id, "zigbee-gateway-button", { gateway: "gw", ...REMOTE, ...more });
const FLOW = [
  TAB,
  gatewayNode(),
  node("all", { wires: [["allOut"]] }),
  node("some", { gestures: "short_release, hold", buttons: "2", wires: [["clicked"], ["held"]] }),
  node("gone", { address: "/sensors/9", uniqueid: "gone", resourceName: "Attic", wires: [[]] }),
  node("none", { address: "", uniqueid: "", resourceName: "", wires: [[]] }),
  node("lost", { gateway: "", wires: [[]] }),
  ...["allOut", "clicked", "held"].map(sink),
];

describe("button node", () => {
  let house: UnitFlow;
  const press = async (buttonevent: number) => {
    await house.ask("PUT", "/sensors/1/state", { buttonevent });
    await house.pass(1);
  };

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode()] });
    const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
    await house.ask("POST", "/sensors", { ...words, name: "Remote", type: "CLIPSwitch", uniqueid: "remote-1" });
    await house.deploy(FLOW);
  });
  after(() => house.stop());

  test("before the first press the node waits; a remote that is not there is red", async () => {
    assert.deepEqual(await house.status("all", /waits/), { fill: "green", shape: "dot", text: "waits for a press" });
    assert.deepEqual(await house.status("gone", /not/), { fill: "red", shape: "dot", text: "not found: Attic" });
    assert.deepEqual(await house.status("none", /no/), { fill: "red", shape: "dot", text: "no remote is chosen" });
    assert.deepEqual(await house.status("lost", /no/), { fill: "red", shape: "dot", text: "no gateway" });
  });

  test("a press tells its key, its kind, the meaning of the key, and all of the remote", async () => {
    house.home().devices?.keys.set(2002, "step_up");
    await press(2002);
    const [{ data, event, _msgid, ...message } = {}] = await house.received("allOut");
    assert.deepEqual(message, {
      ...{ topic: "/sensors/1", payload: "short_release", button: 2, label: "button 2" },
      ...{ does: "step_up", buttonevent: 2002 },
    });
    assert.deepEqual([data.uniqueid, event.values.buttonevent, event.cause.by], ["remote-1", 2002, "rest:test"]);
    await house.status("all", /^Button 2: short press · \d+:\d\d [AP]M$/);
    await press(2002);
    assert.equal((await house.received("allOut")).length, 1, "the same press again is news");
    await press(1099);
    assert.equal((await house.received("allOut"))[0]?.payload, "other");
  });

  test("each gesture has its own output; keys that were not picked are silent, and do not change the status", async () => {
    for (const id of ["clicked", "held"]) await house.received(id, 0);
    for (const code of [2002, 2001, 2004, 1002, 1001]) await press(code);
    const outputs = [await house.received("clicked"), await house.received("held")];
    assert.deepEqual(
      outputs.map((messages) => messages.map(({ buttonevent }) => buttonevent)),
      [[2002], [2001]],
    );
    await house.status("some", /^Button 2: double press · /);
  });

  test("in the language of the editor", async () => {
    house.speak("de");
    await house.status("some", /^Taste 2: doppelt gedrückt · /);
    house.speak("en-US");
  });

  test("a name, a battery, or a restart is no press", async () => {
    await house.received("allOut", 0);
    await house.ask("PUT", "/sensors/1", { name: "Renamed" });
    house.home().store.patch("/sensors/1", "config", { battery: 50 }, BY_RADIO);
    await house.deploy(FLOW, "full");
    assert.deepEqual(await house.received("allOut", 0), []);
    await house.status("all", /^Button 1: held · \d+:\d\d [AP]M$/); // the last press is still known
    await house.status("some", /^waits for a press$/); // it was of another key
  });

  test("out of reach is red; a node that is gone hears nothing", async () => {
    house.home().store.patch("/sensors/1", "config", { reachable: false }, BY_RADIO);
    assert.equal((await house.status("all", /unreachable/)).fill, "red");
    house.home().store.patch("/sensors/1", "config", { reachable: true }, BY_RADIO);
    await house.deploy(
      FLOW.filter(({ id }) => id !== "all"),
      "nodes",
    );
    await press(1002);
    assert.deepEqual(await house.received("allOut", 0), []);
  });
});
