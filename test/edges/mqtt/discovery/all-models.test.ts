/** Every model that the converters know is told to Home Assistant in a form that it takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceEntities } from "../../../../src/edges/mqtt/discovery/device-entities.ts";
import { allModels } from "../../../support/definitions.ts";
import { homeAssistantFaults } from "../../../support/home-assistant.ts";

const DEVICE = { identifiers: ["zigbee2mqtt_0x00158d0001020304"], name: "Thing" };
const models = allModels();

test(`none of the messages of ${models.length} models would be refused`, () => {
  const faults = new Map<string, string>();
  const counts: Record<string, number> = {};
  for (const { definition } of models) {
    const ids = new Set<string>();
    for (const { component, object, config } of deviceEntities(definition?.exposes ?? [], "zigbee2mqtt", "Thing")) {
      counts[component] = (counts[component] ?? 0) + 1;
      const unique_id = `0x00158d0001020304_${object}_zigbee2mqtt`;
      const more = component === "device_automation" ? {} : { unique_id, availability: [] };
      const topic = `homeassistant/${component}/0x00158d0001020304/${object}/config`;
      const found = homeAssistantFaults(topic, { ...config, ...more, device: DEVICE, origin: { name: "test" } });
      const isTwice = component !== "device_automation" && ids.has(`${component} ${unique_id}`);
      ids.add(`${component} ${unique_id}`);
      for (const fault of [...found, ...(isTwice ? ["one id twice"] : [])])
        if (!faults.has(`${component}: ${fault}`))
          faults.set(`${component}: ${fault}`, `${definition?.vendor} ${definition?.model} ${object}`);
    }
  }
  assert.deepEqual([...faults], []);
  for (const component of [
    "light",
    "climate",
    "cover",
    "fan",
    "lock",
    "siren",
    "alarm_control_panel",
    "event",
    "text",
    "button",
  ])
    assert.ok((counts[component] ?? 0) > 0, component);
});

test("nearly every value of every model is an entity", () => {
  const silent = models.filter(({ definition }) => {
    const entities = deviceEntities(definition?.exposes ?? [], "b", "n");
    return entities.length <= 2 && (definition?.exposes.length ?? 0) > 1; // link quality and last seen alone
  });
  assert.ok(silent.length < models.length / 500, silent.map(({ definition }) => definition?.model).join(", "));
});

test("a thermostat's temperature and its offset are values of their own beside it", () => {
  const thermostat = models.find(({ definition }) => definition?.model === "SPZB0001");
  const entities = deviceEntities(thermostat?.definition?.exposes ?? [], "b", "n");
  const ids = entities.map(({ component, object }) => `${component}/${object}`);
  for (const id of ["climate/climate", "sensor/local_temperature", "number/local_temperature_calibration"])
    assert.ok(ids.includes(id), `${id}: ${ids.join(", ")}`);
});
