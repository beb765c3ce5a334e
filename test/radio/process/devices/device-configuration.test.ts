/** Devices are set up when they have come in: by their converters, and then as the gateway wants to be told. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHouse, type RadioHouse, type Station } from "../../../support/radio-house.ts";

let house: RadioHouse;

before(async () => {
  house = await openHouse();
});
after(() => house.close());

test("lamps report their state, at least every five minutes", async () => {
  const station = await settled("extended color light", 6);
  assert.deepEqual(reports(station), [
    "colorMode 1-300",
    "colorTemperature 1-300",
    "currentLevel 1-300",
    "currentX 1-300",
    "currentY 1-300",
    "onOff 1-300",
  ]);
});

test("IKEA's are given half an hour, and levels some seconds", async () => {
  assert.deepEqual(reports(await settled("dimmable light", 2)), ["currentLevel 5-1800", "onOff 1-1800"]);
});

test("a lamp without colors is not asked for them", async () => {
  const names = reports(await settled("color temperature light", 4)).map((report) => report.split(" ")[0]);
  assert.deepEqual(names, ["colorMode", "colorTemperature", "currentLevel", "onOff"]);
});

test("a plug tells each watt", async () => {
  const power = (await settled("metering plug", 3)).reporting.find(({ attribute }) => attribute === "activePower");
  assert.deepEqual([power?.min, power?.max], [1, 300]);
});

test("a device that sleeps is left as its converters configured it", async () => {
  const sensor = await settled("climate sensor", 2);
  assert.ok(sensor.reporting.some(({ attribute, max }) => attribute === "measuredValue" && Number(max) >= 3600));
});

test("a lamp is asked for the corners of its colors", async () => {
  const { gamut } = await house.facts(house.of("extended color light"));
  assert.deepEqual(gamut, { red: [0.6915, 0.3083], green: [0.17, 0.7], blue: [0.1532, 0.0475] });
  assert.equal("gamut" in (await house.facts(house.of("color temperature light"))), false);
});

test("a device is configured once, and again when that is ordered", async () => {
  const ieee = house.of("extended color light");
  const count = async () => (await frames()).to[ieee]?.unicast ?? 0;
  await house.again();
  await house.radio.heard("up");
  const before = await count();
  await house.radio.order({ do: "ping", target: { ieee } });
  assert.equal((await count()) - before, 1, "nothing else is sent to it");
  await house.radio.order({ do: "configure", target: { ieee } }, 60_000);
  assert.ok((await count()) - before > 1);
  await assert.rejects(house.radio.order({ do: "configure", target: { ieee: "0x00ffffffffffffff" } }), {
    code: "unknown",
  });
});

function reports({ reporting }: Station): string[] {
  return reporting.map(({ attribute, min, max }) => `${attribute} ${min}-${max}`).toSorted();
}

/** When so many things are reported: the setup after an interview takes its time. */
async function settled(profile: string, count: number): Promise<Station> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const station = await house.station(house.of(profile));
    if (station.reporting.length >= count) return station;
    assert.ok(performance.now() < deadline, `${profile} reports only ${JSON.stringify(station.reporting)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function frames(): Promise<{ to: Record<string, { unicast: number }> }> {
  return ((await house.radio.ask({ type: "inspect" })) as { frames: { to: Record<string, { unicast: number }> } })
    .frames;
}
