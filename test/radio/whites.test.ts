/** A white for lamps that differ in what they know of whites, on the real converters: one knows whites, one colors too, and one colors alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Values } from "../../src/model/resource.ts";
import { until } from "../support/radio-gateway.ts";
import { CT, XY } from "../support/scene-evening.ts";
import { openSceneHouse } from "../support/scene-house.ts";

const STRIP = "gradient strip"; // it tells the color of its white beside that
const LAMPS = [XY, CT, STRIP];
const G: Address = "/groups/1";
const SETTLED = 3_500; // milliseconds after which every lamp was asked how it is

test("the white of a room", { timeout: 200_000 }, async (t) => {
  const home = await openSceneHouse(t, LAMPS);
  const { ok, light, lamp } = home;
  const stateOf = (name: string): Values => home.gateway.store.get(light(name).address)?.state ?? {};
  const shown = () => LAMPS.map((name) => [stateOf(name).colormode, stateOf(name).ct]);
  const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLED));
  /** The bulb without whites has the color of the white, and the others the white itself. */
  const isOnAir = (ct: number, [x, y]: readonly [number, number]) => {
    const at = (attribute: string) => Number(lamp(light(XY)).of("lightingColorCtrl", attribute)) / 65_535;
    const known = [CT, STRIP].map((name) => Number(lamp(light(name)).of("lightingColorCtrl", "colorTemperature")));
    return (
      Math.abs(at("currentX") - x) < 0.005 &&
      Math.abs(at("currentY") - y) < 0.005 &&
      known.every((each) => Math.abs(each - ct) <= 1)
    );
  };
  await ok("POST", "/groups", { name: "Room", lights: [] });
  for (const [index, name] of LAMPS.entries()) {
    await ok("PUT", G, { lights: LAMPS.slice(0, index + 1).map((each) => light(each).id) }); // the first in it is not to speak for all
    await until(
      () => lamp(light(name)).groups["1"] !== undefined,
      () => `${name} is in the group`,
    );
  }
  await ok("PUT", `${G}/action`, { on: true, bri: 76 });
  await settle();

  await t.test("each lamp has it in its own words, and shows it as a white for good", async () => {
    const since = Date.now();
    await ok("PUT", `${G}/action`, { ct: 454 });
    await until(
      () => isOnAir(454, [0.5056, 0.4152]),
      () => "they have the warm white",
    );
    await settle();
    assert.deepEqual(
      shown(),
      LAMPS.map(() => ["ct", 454]),
    );
    const told = home.told(since).map(({ kind, command }) => `${kind} ${command}`);
    assert.deepEqual(told.sort(), ["group moveToColorTemp", "unicast moveToColor"]);
  });

  await t.test("each goes as far as it can: the narrow ends of one lamp are not those of the others", async () => {
    await ok("PUT", `${G}/action`, { ct: 153 });
    await settle();
    assert.deepEqual(shown(), [
      ["ct", 153],
      ["ct", 250],
      ["ct", 153],
    ]);
    await ok("PUT", `${G}/action`, { ct: 454 });
    await settle();
  });

  await t.test("a scene keeps the white, and brings it back", async () => {
    await ok("POST", `${G}/scenes`, { name: "Warm" });
    const entries = (await home.get(`${G}/scenes/1`)).lights as readonly Values[];
    assert.deepEqual(
      entries.map(({ colormode, ct }) => [colormode, ct]),
      LAMPS.map(() => ["ct", 454]),
    );
    await home.inStep(G);
    await ok("PUT", `${light(XY).address}/state`, { xy: [0.2, 0.2] });
    await ok("PUT", `${light(STRIP).address}/state`, { ct: 200 });
    await settle();
    assert.equal(stateOf(XY).colormode, "xy");
    await ok("PUT", `${G}/scenes/1/recall`, {});
    await until(
      () => isOnAir(454, [0.5056, 0.4152]),
      () => "they have the white of the scene",
    );
    await settle();
    assert.deepEqual(
      shown(),
      LAMPS.map(() => ["ct", 454]),
    );
  });

  await t.test("the bulb without whites alone: told a white, it shows none but that", async () => {
    await ok("PUT", `${light(XY).address}/state`, { ct: 250, transitiontime: 20 });
    await until(
      () => Math.abs(Number(lamp(light(XY)).of("lightingColorCtrl", "currentX")) / 65_535 - 0.3804) < 0.002,
      () => "it has the color of the white",
    );
    await settle();
    assert.deepEqual(shown()[0], ["ct", 250]);
    await ok("PUT", `${G}/action`, { ct_inc: 40, transitiontime: 0 });
    await settle();
    assert.deepEqual(shown()[0], ["ct", 290], "a step leads it to the white that it comes to");
  });
});
