/** The whole of the devices, in a house with a radio that answers as one likes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, settle } from "../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "./home.ts";

test("a device becomes resources when its interview is done, and its frames become facts", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "joined", ieee: MOTION });
  home.radio.tell({ kind: "interviewing", ieee: MOTION });
  assert.equal(home.store.count("/sensors"), 0);
  home.radio.tell({ kind: "device", device: motion() });
  assert.deepEqual(
    home.store.list("/sensors").map(({ type, attr }) => [type, attr.name, attr.uniqueid, attr.ep]),
    [
      ["ZHAPresence", "Presence 1", "00:17:88:01:02:03:aa:02-02-0406", 2],
      ["ZHALightLevel", "LightLevel 2", "00:17:88:01:02:03:aa:02-02-0400", 2],
      ["ZHATemperature", "Temperature 3", "00:17:88:01:02:03:aa:02-02-0402", 2],
    ],
  );
  const payload = { temperature: 21.5, battery: 80, occupancy: true };
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload });
  assert.equal(home.store.get("/sensors/3")?.state.temperature, 2150);
  assert.equal(home.store.get("/sensors/1")?.state.presence, true);
  for (const sensor of home.store.list("/sensors")) assert.equal(sensor.config.battery, 80, sensor.address);
  await settle();
  const steps = home.heard.filter(({ resource }) => resource.type === "Device").map(({ values }) => values.pairing);
  assert.deepEqual(
    steps.filter((step) => step !== undefined),
    ["joined", "interviewing", "ready"],
  );
  const ours = home.heard.filter(({ resource }) => /^\/(sensors|devices)\//.test(resource.address));
  assert.deepEqual(new Set(ours.map(({ cause }) => cause.by)), new Set(["radio"]));
  await home.stop();
});

test("a client's command to a light is sent, and is in no other's way when the radio is down", async () => {
  const home = await house();
  home.radio.rise([lamp()]);
  await settle();
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF", brightness: 10 } });
  home.radio.orders.length = 0;
  const reply = await home.ask("PUT", "/lights/1/state", { on: true, bri: 200, transitiontime: 0 });
  assert.equal(reply.status, 200);
  assert.deepEqual(home.radio.orders, [
    {
      do: "set",
      target: { ieee: LAMP, endpoint: 1 },
      values: { state: "ON", brightness: 200, transition: 0 },
    },
  ]);
  assert.equal(home.store.get("/lights/1")?.state.bri, 200);
  home.radio.tell({ kind: "down", reason: "it was pulled out" });
  const busy = await home.ask("PUT", "/lights/1/state", { on: false });
  assert.match(JSON.stringify(busy.body), /951/);
  assert.equal(home.store.get("/lights/1")?.state.on, true);
  assert.equal(home.store.get("/lights/1")?.state.reachable, true, "the radio is not the light");
  await home.stop();
});
