/** Every model of the catalog, with its real converters: it becomes the resources that deCONZ has, or it is said here why not. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { type CatalogResource, catalogResources } from "../../../src/devices/inventory/unique-ids.ts";
import { LIGHT_KINDS } from "../../../src/devices/mapping/light-features.ts";
import type { PlannedResource } from "../../../src/devices/plan/device-plan.ts";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { knownDevice } from "../../support/converter-device.ts";
import type { FactsGiven } from "../../support/definitions.ts";

const MOST_APART = 15;
const MOST_STRANGE = 43; // models that the converters do not know
/** Devices of this name have one cluster of their maker, also where their ids say otherwise. */
const TUYA = "TS0601";
const MODE = "its converters show what its mode has, and that is read from the device first";
const SECOND = "the second one of the real gateway tells the same presses again";
const VALVE = "what the real gateway calls open is the valve, which is the output here";
const NO_COMMAND = "its converters have no word for a second output";

/** By model: the resource that is lacking or differs, and why. */
const APART: Readonly<Record<string, string>> = {
  "Siglis|zigfred plus": MODE,
  "Siglis|zigfred uno": MODE,
  "Bosch|RBSH-MMS-ZB-EU": MODE,
  "_TZ3000_zmy1waw6|TS011F": NO_COMMAND,
  "Schneider Electric|1GANG/DIMMER/1": NO_COMMAND,
  "TZ3000_air9m6af|TS011F": "its maker's name is misspelt there: the converters take it for a plug that measures",
  "dresden elektronik|Lighting Switch": SECOND,
  "LiXee|ZLinky_TIC": "its register of alarms is a text of its converters, and no yes or no",
  "_TZE284_7ytb3h8u|TS0601": VALVE,
  "_TZE200_htnnfasr|TS0601": VALVE,
  "_TZ3210_amleyeej|TS0501B": "it is a lamp, which the real gateway takes for a repeater",
};

const list = createRequire(import.meta.url)("../../../src/devices/data/catalog.json") as Readonly<
  Record<string, readonly string[]>
>;
const models = Object.values(list).flat().sort();

/** The endpoints that the ids of its resources name; a remote commands others. */
function deviceFor(model: string): FactsGiven {
  const [manufacturername = "", modelid = ""] = model.split("|");
  const endpoints = new Map<number, { id: number; inputs: number[]; outputs: number[] }>();
  if (modelid === TUYA) return { manufacturername, modelid, endpoints: [{ id: 1, inputs: [0, 4, 5, 0xef00] }] };
  for (const { type, endpoint, cluster } of catalogResources(manufacturername, modelid)) {
    const found = endpoints.get(endpoint) ?? { id: endpoint, inputs: [0], outputs: [] };
    endpoints.set(endpoint, found);
    if (cluster === "") continue;
    found.inputs.push(Number.parseInt(cluster, 16));
    if (type === "ZHASwitch") found.outputs.push(Number.parseInt(cluster, 16));
  }
  return { manufacturername, modelid, endpoints: [...endpoints.values()] };
}

function kindOf({ type }: CatalogResource | PlannedResource): string {
  return type.startsWith("ZHA") || type.startsWith("ZGP") ? type : kindOfLight(LIGHT_KINDS[type] ?? "switch");
}

function kindOfLight(kind: string): string {
  return kind === "light" || kind === "switch" ? "lamp or plug" : kind;
}

function without(list: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others];
  return list.filter((each) => {
    const place = rest.indexOf(each);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}

test("each model becomes the resources that deCONZ makes of it", async (t) => {
  const apart: string[] = [];
  let [equal, more, strange] = [0, 0, 0];
  for (const model of models) {
    const given = deviceFor(model);
    const device = await knownDevice(given).catch(() => undefined);
    if (!device || device.facts.definition?.generated) {
      strange += 1;
      continue;
    }
    const theirs = catalogResources(given.manufacturername ?? "", given.modelid ?? "").map(kindOf);
    const ours = planDevice(device.facts).resources.map(kindOf);
    if (without(theirs, ours).length > 0) apart.push(model);
    else if (without(ours, theirs).length > 0) more += 1;
    else equal += 1;
  }
  t.diagnostic(`${models.length} models: ${equal} equal, ${more} with more, ${apart.length} apart, ${strange} unknown`);
  assert.deepEqual(apart.sort(), Object.keys(APART).sort());
  assert.ok(apart.length <= MOST_APART);
  assert.ok(strange <= MOST_STRANGE && models.length >= 1_093);
});

test("the unique ids are those of deCONZ", async () => {
  const others: string[] = [];
  for (const model of models) {
    const given = deviceFor(model);
    const device = await knownDevice(given).catch(() => undefined);
    if (!device || device.facts.definition?.generated || Object.hasOwn(APART, model)) continue;
    const known = catalogResources(given.manufacturername ?? "", given.modelid ?? "");
    const hex = (number: number) => number.toString(16).padStart(2, "0");
    const theirs = known.map((each) => {
      const { endpoint, cluster } = each;
      return `${kindOf(each)} ${[hex(endpoint), cluster].filter((part) => part !== "").join("-")}`;
    });
    const ours = planDevice(device.facts).resources.map((each) => `${kindOf(each)} ${each.uniqueid.slice(24)}`);
    const lost = without(theirs, ours);
    if (lost.length > 0) others.push(`${model}: ${lost}`);
  }
  assert.deepEqual(others, []);
});
