/** One of ten models with simulated attributes: the answers to the initial reads fill the members that were null. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import type { Values } from "../../../src/model/resource.ts";
import { deviceOf } from "../../support/converter-device.ts";
import { allDefinitions, type KnownModel } from "../../support/definitions.ts";

const EACH = 10; // one of so many models, of all vendors
const MODELS = 300;
/** Questions in vain, by model and property, and why. */
const PROMISED = "the converters promise that it can be asked, and cannot ask for it";
const ENDPOINT = "what is asked and told has the name of an endpoint, which this test does not have";
const OWN_WORD = "a number of its maker, and not 1";
const NO_MEMBER = "no such word is known of a member of ours";
const IN_VAIN: Readonly<Record<string, string>> = {
  ...reasons(PROMISED, "EKO07259 running_state", "ND-01 sensitivity_alarm", "R3 Smart Switch state"),
  ...reasons(PROMISED, "SH4-ZB window_detection", "TRV60_thermostat window_detection", "ZMS-206EU-2 state"),
  ...reasons(PROMISED, "ZWT07 local_temperature", "412175 power_apparent_phase_b", "412175 power_apparent_phase_c"),
  ...reasons(PROMISED, "412175 power_phase_b", "412175 power_phase_c"),
  ...reasons(ENDPOINT, "LLKZMK12LM operation_mode_l1", "QBKG24LM operation_mode_left", "QBKG41LM operation_mode_left"),
  ...reasons(ENDPOINT, "ZNQBKG25LM operation_mode_left", "ZNQBKG40LM operation_mode_top"),
  ...reasons(ENDPOINT, "WS-K08E operation_mode_left", "WS-K08E current", "WS-K08E power"),
  ...reasons(ENDPOINT, "SR-ZG9030A-MW brightness", "SR-ZG9030A-MW power_on_behavior", "SR-ZG9030A-MW state"),
  ...reasons(
    OWN_WORD,
    "HGZB-1S state",
    "QBCZ11LM power_outage_memory",
    "SNZB-04PR2 tamper",
    "WNAL50/WNRL50 device_mode",
  ),
  ...reasons(NO_MEMBER, "UT-A01E preset"),
};

function reasons(why: string, ...asked: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(asked.map((each) => [each, why]));
}

interface Question {
  readonly cluster: string;
  readonly attributes: readonly (string | number)[];
}

const HUE_CLUSTER = "manuSpecificPhilips2";
const TOLD_AS_XY = ["hue", "sat"]; // Hue's lamps tell one kind of color at a time
/** The state that a lamp of Hue tells at once: on, bri, ct and xy. */
const HUE_STATE = Buffer.from("0f0001fe72010f5eb4d3", "hex");

/** A value as devices have it: small, and one of the words that most enums know. */
function simulated(cluster: string, attribute: string | number): unknown {
  if (cluster === HUE_CLUSTER) return HUE_STATE;
  const known = attributeOf(cluster, attribute);
  return known && String(Zcl.DataType[known.type]).includes("STR") ? "1" : 1;
}

function attributeOf(cluster: string, attribute: string | number) {
  try {
    return Zcl.Utils.getClusterAttribute(Zcl.Utils.getCluster(cluster, undefined, {}), attribute, undefined);
  } catch {
    return undefined; // of its maker
  }
}

/** The questions on air for one property; undefined: its converters cannot ask for it. */
async function questionsFor({ definition }: KnownModel, property: string): Promise<readonly Question[] | undefined> {
  const converter = definition.toZigbee.find(({ key, convertGet }) => convertGet && (!key || key.includes(property)));
  if (!converter?.convertGet) return undefined;
  const questions: Question[] = [];
  const entity = {
    ID: 1,
    clusters: {},
    supportsInputCluster: () => true,
    getClusterAttributeValue: () => undefined,
    getDevice: () => ({ endpoints: [entity], getEndpoint: () => entity, customClusters: {} }),
    read: async (cluster: string, attributes: readonly (string | number)[]) => {
      questions.push({ cluster, attributes });
      return Object.fromEntries(attributes.map((each) => [each, simulated(cluster, each)]));
    },
    command: async () => {},
  };
  const meta = { device: entity.getDevice(), mapped: definition, options: {}, state: {}, message: {} };
  await converter.convertGet(entity as never, property, meta as never);
  return questions;
}

test("values that can be read of one of ten models fill the members that were null", async (t) => {
  const misses = new Set<string>();
  let asked = 0;
  let models = 0;
  for (const [at, model] of allDefinitions().entries()) {
    if (at % EACH !== 0) continue;
    const device = deviceOf(model);
    const links = planDevice(model.facts).resources.flatMap((resource) =>
      resource.suffix === ""
        ? resource.mappings.filter(({ readable }) => readable).map((link) => ({ link, resource }))
        : [],
    );
    if (links.length === 0) continue;
    models += 1;
    for (const { link, resource } of links) {
      const name = `${model.facts.definition?.model} ${link.property}`;
      const questions = await questionsFor(model, link.property).catch(() => []);
      if (!questions) misses.add(name);
      if (!questions || questions.length === 0) continue; // told by commands of the maker
      asked += 1;
      const said: Values[] = [];
      for (const { cluster, attributes } of questions) {
        const data: Values = Object.fromEntries(
          attributes.map((each) => {
            const name = attributeOf(cluster, each)?.name ?? each; // as herdsman tells it
            return [name, simulated(cluster, each)];
          }),
        );
        said.push(await device.hear(resource.source, cluster, "readResponse", data).catch(() => ({})));
      }
      const isRead = said.some((payload) => readPayload(resource, payload)[link.section][link.member] !== undefined);
      if (TOLD_AS_XY.includes(link.member) && questions.every(({ cluster }) => cluster === HUE_CLUSTER)) continue;
      if (!isRead) misses.add(name);
    }
  }
  t.diagnostic(`${models} models, ${asked} questions, ${misses.size} without an answer`);
  assert.ok(models > MODELS);
  assert.ok(asked > MODELS);
  assert.deepEqual([...misses].toSorted(), Object.keys(IN_VAIN).toSorted());
});
