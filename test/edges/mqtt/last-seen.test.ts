/** When a device was heard: in each form of zigbee2mqtt's setting, in payloads and at Home Assistant. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceEntities } from "../../../src/edges/mqtt/discovery/device-entities.ts";
import { LastSeen, type LastSeenForm } from "../../../src/edges/mqtt/last-seen.ts";
import type { Resource } from "../../../src/model/resource.ts";
import { LAMP, lamp } from "../../devices/home.ts";
import { fakeClock, house } from "../../support/fakes.ts";
import { homeAssistantFaults } from "../../support/home-assistant.ts";
import { mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const AT = Date.UTC(2026, 6, 1, 10, 20, 30, 456);

const forms: [form: LastSeenForm, told: unknown, inWinter: unknown][] = [
  ["ISO_8601", "2026-07-01T10:20:30.456Z", "2026-01-01T10:20:00.000Z"],
  ["ISO_8601_local", "2026-07-01T07:50:30-02:30", "2026-01-01T06:50:00-03:30"],
  ["epoch", AT, Date.UTC(2026, 0, 1, 10, 20)],
  ["disable", undefined, undefined],
];
for (const [form, told, inWinter] of forms)
  test(`as ${form}: when it was heard, or the time from an earlier run`, async () => {
    const home = await house();
    await home.ask("PUT", "/config", { timezone: "America/St_Johns" });
    const clock = { ...fakeClock(), now: () => AT };
    const lastSeen = new LastSeen({ form, store: home.store, clock });
    const device = { ieee: LAMP, resource: { attr: { lastseen: "2026-01-01T10:20Z" } } as unknown as Resource };
    assert.equal(lastSeen.of(device).last_seen, inWinter);
    lastSeen.heard(LAMP);
    assert.equal(lastSeen.of(device).last_seen, told);
    assert.deepEqual(lastSeen.of({ ...device, ieee: "0x1", resource: { attr: {} } as unknown as Resource }), {});
    const config = deviceEntities([], "b", "n", form).find(({ object }) => object === "last_seen")?.config;
    assert.equal(config !== undefined, form !== "disable");
    const whole = {
      ...config,
      unique_id: "u",
      availability: [],
      device: { identifiers: ["d"] },
      origin: { name: "t" },
    };
    if (config) assert.deepEqual(homeAssistantFaults("homeassistant/sensor/d/last_seen/config", whole), []);
    await home.stop();
  });

test("a device that was heard later without a value was seen then", async () => {
  const { store, stop } = await house();
  const lastSeen = new LastSeen({ form: "epoch", store, clock: { ...fakeClock(), now: () => AT } });
  lastSeen.heard(LAMP);
  const seenAt = (lastseen: string) =>
    lastSeen.of({ ieee: LAMP, resource: { attr: { lastseen } } as unknown as Resource }).last_seen;
  assert.equal(seenAt("2026-07-01T10:20Z"), AT);
  assert.equal(seenAt("2026-07-01T11:45Z"), Date.UTC(2026, 6, 1, 11, 45));
  await stop();
});

test("it is told as the dialog says, and clients are told which form it is", async (t) => {
  const { broker } = await mqttStage(t, {
    settings: { lastSeen: "epoch" },
    devices: [lamp(LAMP, { values: { state: "ON" } })],
  });
  const light = "zigbee2mqtt/Extended color light 1";
  broker.send(`${light}/set`, { state: "OFF" });
  await until(() => typeof broker.json(light)?.last_seen === "number", "the time");
  const { advanced } = broker.json("zigbee2mqtt/bridge/info").config as { advanced: { last_seen: string } };
  assert.equal(advanced.last_seen, "epoch");
});
