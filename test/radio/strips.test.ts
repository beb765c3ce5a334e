/** Light strips on the real zigbee-herdsman: a gradient over HTTP arrives at the virtual strip, and the strip's own is read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../src/model/resource.ts";
import { openRadioGateway, until } from "../support/radio-gateway.ts";

const RED = [0.6915, 0.3038];
const GREEN = [0.17, 0.7];
const BLUE = [0.1532, 0.0475];
type Light = { readonly attr: Values; readonly state: Values; readonly config: Values };

test("a gradient", { timeout: 400_000 }, async (t) => {
  const stage = await openRadioGateway(t);
  const [ieee = ""] = await stage.move("gradient strip");
  const address = stage.addressOf(ieee) as `/lights/${string}`;
  const light = () => stage.gateway.store.get(address) as Light;
  const shown = (attribute: string) => {
    const all = stage.house.inspect().stations as { ieee: string; endpoints: Record<string, Record<string, Values>> }[];
    return all.find((one) => one.ieee === ieee)?.endpoints[11]?.manuSpecificPhilips2?.[attribute];
  };
  const put = async (path: string, body: Values) => {
    const answer = await stage.ask("PUT", `${address}/${path}`, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  await t.test("its gradients are asked for when it comes in", async () => {
    const gradient = {
      max_segments: 9,
      pixel_count: 24,
      pixel_length: 833,
      styles: ["linear", "scattered", "mirrored"],
    };
    const told = () => (light().attr.capabilities as { color: Values }).color;
    await until(
      () => told().gradient !== undefined,
      () => `its capabilities: ${JSON.stringify(told())}`,
    );
    assert.deepEqual(told().gradient, gradient);
    assert.deepEqual(told().xy, { red: [0.6915, 0.3083], green: [0.17, 0.7], blue: [0.1532, 0.0475] });
    await until(
      () => light().config["color/gradient/reversed"] === false,
      () => "which end it begins at",
    );
  });

  await t.test("the frame arrives, and read back it is the same", async () => {
    await put("state", { on: true });
    await put("state", { gradient: { points: [RED, GREEN, BLUE] }, bri: 100 });
    await until(
      () => String(shown("state")).endsWith("0d300000000e1f5eb4d3d856b30e1800"),
      () => `the strip shows it: ${shown("state")}`,
    );
    const believed = light().state.gradient;
    stage.gateway.store.patch(address, "state", { gradient: {} }, { by: "test", depth: 0 });
    await until(
      () => Object.keys(light().state.gradient as Values).length > 0,
      () => "it is read",
    );
    assert.deepEqual(light().state.gradient, believed);
    assert.equal(light().state.colormode, "gradient");
    for (let round = 0; round < 20; round += 1) await put("state", { gradient: light().state.gradient });
    const target = { ieee, endpoint: 11 };
    await stage.radio.order({ do: "read", target, cluster: "genOnOff", attributes: ["onOff"] }); // behind all of them
    assert.match(String(shown("state")), /0d300000000e1f5eb4d3d856b30e1800$/);
  });

  await t.test("another color ends it, also at the wall", async () => {
    const wall = () => stage.house.apply(ieee, { set: { "11/lightingColorCtrl.currentX": 20_000 } });
    wall();
    await until(
      () => light().state.colormode === "xy",
      () => `its mode: ${light().state.colormode}`,
    );
    await put("state", { gradient: { points: [RED, BLUE] } });
    await put("state", { ct: 300 });
    await until(
      () => String(shown("state")).startsWith("0f00") && light().state.colormode === "ct",
      () => `it is white: ${shown("state")}, ${light().state.colormode}`,
    );
  });

  await t.test("its hue is told from the start, and goes with the color that is set", async () => {
    const isBlue = () => Math.abs(Number(light().state.hue) - 47_000) < 3000;
    await until(
      () => typeof light().state.hue === "number" && typeof light().state.sat === "number",
      () => `its hue: ${JSON.stringify(light().state)}`,
    );
    await put("state", { xy: BLUE });
    await until(isBlue, () => `blue: ${JSON.stringify(light().state)}`);
  });

  await t.test("it begins at its other end", async () => {
    await put("config", { color: { gradient: { reversed: true } } });
    await until(
      () => shown("reversed") === 1,
      () => "it is written",
    );
  });
  assert.deepEqual(stage.errors, []);
});

test("a strip goes with the music", { timeout: 400_000 }, async (t) => {
  const stage = await openRadioGateway(t);
  const [ieee = ""] = await stage.move("music strip");
  const address = stage.addressOf(ieee) as `/lights/${string}`;
  const light = () => stage.gateway.store.get(address) as Light;
  const heard = () => stage.attribute(ieee, "manuSpecificLumi", "musicSync");
  await until(
    () => light().state.music_sync === false && light().config["color/gradient/pixel_count"] === 10,
    () => `it is read: ${JSON.stringify(light().state)}`,
  );
  await until(
    () => light().config.temperature === 3000,
    () => `its own temperature: ${JSON.stringify(light().config)}`,
  );
  for (const music_sync of [true, false]) {
    assert.equal((await stage.ask("PUT", `${address}/state`, { music_sync })).status, 200);
    await until(
      () => heard() === Number(music_sync) && light().state.music_sync === music_sync,
      () => `the strip has it: ${heard()}`,
    );
  }
  assert.deepEqual(stage.errors, []);
});
