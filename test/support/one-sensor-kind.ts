/**
 * One row more in the table of sensor kinds, and nothing else: tells as JSON its effects for clients, in the reference, the dialogs,
 * the messages of flows and the panels. Runs in a process of its own, so that no other test meets the row.
 */
import { readFileSync } from "node:fs";
import { int } from "../../src/model/fields.ts";
import type { Change, Resource, Values } from "../../src/model/resource.ts";
import type { SensorKind } from "../../src/model/sensors/sensor-fields.ts";
import { SENSOR_KINDS } from "../../src/model/sensors/sensor-kinds.ts";

const RADON: SensorKind = {
  kind: "air",
  name: { "en-US": "Radon", de: "Radon" },
  words: { radioactivity: { "en-US": "Radioactivity", de: "Radioaktivität" } },
  tells: ["radioactivity", 20],
  fedBy: { properties: ["radon"], clusters: ["fc11"] },
  state: { radioactivity: int({ min: 0, max: 5_000, unit: "Bq/m³" }) },
  config: { alarmlevel: int({ min: 0, max: 5_000, default: 300, unit: "Bq/m³" }) },
};
Object.assign(SENSOR_KINDS, { Radon: RADON });

const { DEFINITIONS, ROUTES } = await import("../../src/resources/index.ts");
const { openapi } = await import("../../src/edges/deconz/openapi.ts");
const { pushMessage } = await import("../../src/edges/deconz/push-messages.ts");
const { house, settle } = await import("./fakes.ts");
const { facts, modelDefinition, MOTION } = await import("../devices/home.ts");
const { modelOf } = await import("../../nodes/admin/dialog-model.ts");
const { ruleWordsOf } = await import("../../nodes/admin/rule-dialog.ts");
const { payloadOf, readings } = await import("../../nodes/messages/sensor-words.ts");
const { inWords, wordingIn } = await import("../../nodes/messages/value-words.ts");
const { sayMember, sayState, sayType, sayValue } = await import("../../panels/devices/values/words.ts");
const { iconOf, kindOf } = await import("../../panels/devices/kinds.ts");
const { setTexts } = await import("../../panels/texts.ts");

const radon = { type: "numeric", name: "radon", property: "radon", access: 1, unit: "Bq/m³" } as const;
const home = await house();
home.radio.rise([facts(MOTION, { kind: "end-device", definition: modelDefinition([radon]) })]);
await settle();
home.heard.length = 0;
home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 1, payload: { radon: 120 } });
await settle();
const sensor = home.store.get("/sensors/1") as Resource;
const definition = home.store.definition(sensor);
const change = home.heard.find(({ section }) => section === "state") as Change;
const { schemas } = openapi(DEFINITIONS, ROUTES).components as { schemas: Record<string, { properties: Values }> };
const view = home.store.view(sensor);
const members = readings(sensor, definition, [["state", "radioactivity"]], "human");

function inPanels(language: "en-US" | "de") {
  const file = new URL(`../../locales/${language}/zigbee-gateway-panels.json`, import.meta.url);
  setTexts(JSON.parse(readFileSync(file, "utf8")), language);
  const resource = { ...sensor, family: "sensors", view, id: "1" };
  const device = { resources: [resource] } as unknown as Parameters<typeof sayState>[0];
  return {
    ...{ type: sayType(sensor.type), member: sayMember("radioactivity"), line: sayState(device) },
    ...{ value: sayValue(resource, "radioactivity", 120), icon: iconOf(kindOf(device)) },
  };
}

const written = await home.ask("PUT", "/sensors/1/config", { alarmlevel: 9_000 });
console.log(
  JSON.stringify({
    read: (await home.ask("GET", "/sensors/1")).body,
    refused: written.body,
    pushed: pushMessage(change, { definition, whole: false, view: home.store.view }),
    schema: schemas.ZHARadonState?.properties.radioactivity,
    dialog: modelOf(home.store).resources.find(({ address }) => address === "/sensors/1")?.members.state,
    rule: ruleWordsOf(home.store).types.ZHARadon?.find(({ item }) => item === "state/radioactivity"),
    message: payloadOf(members, ["radioactivity"], definition, "human"),
    status: inWords(members, definition, () => "state", wordingIn("en-US")),
    panels: { "en-US": inPanels("en-US"), de: inPanels("de") },
  }),
);
await home.stop();
