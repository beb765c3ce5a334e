/** Three hundred models with simulated attributes: the answers to the initial reads fill the members that were null. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import type { Values } from "../../../src/model/resource.ts";
import { deviceOf } from "../../support/converter-device.ts";
import { allDefinitions, type KnownModel } from "../../support/definitions.ts";

const MODELS = 300;
const LEAST = 0.97; // of what is asked: the rest knows no such value as ours, or is asked by its maker's own commands

interface Question {
  readonly cluster: string;
  readonly attributes: readonly (string | number)[];
}

/** A value as devices have it: small, and one of the words that most enums know. */
function simulated(cluster: string, attribute: string | number): unknown {
  try {
    const known = Zcl.Utils.getClusterAttribute(Zcl.Utils.getCluster(cluster, undefined, {}), attribute, undefined);
    return known && String(Zcl.DataType[known.type]).includes("STR") ? "1" : 1;
  } catch {
    return 1;
  }
}

/** What it asks of the air for one property; undefined: its converters cannot ask for it. */
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

test("values that can be read of three hundred models fill the members that were null", async (t) => {
  const misses: string[] = [];
  let asked = 0;
  let models = 0;
  for (const model of allDefinitions()) {
    if (models === MODELS) break;
    const device = deviceOf(model);
    const links = planDevice(model.facts).resources.flatMap((resource) =>
      resource.suffix === ""
        ? resource.mappings.filter(({ readable }) => readable).map((link) => ({ link, resource }))
        : [],
    );
    if (links.length === 0) continue;
    models += 1;
    for (const { link, resource } of links) {
      const questions = await questionsFor(model, link.property).catch(() => []);
      if (!questions) misses.push(`${model.facts.definition?.model} ${link.property}: it cannot be asked`);
      if (!questions || questions.length === 0) continue; // told by commands of the maker
      asked += 1;
      const said: Values[] = [];
      for (const { cluster, attributes } of questions) {
        const data: Values = Object.fromEntries(attributes.map((each) => [each, simulated(cluster, each)]));
        said.push(await device.hear(resource.source, cluster, "readResponse", data).catch(() => ({})));
      }
      const isRead = said.some((payload) => readPayload(resource, payload)[link.section][link.member] !== undefined);
      if (!isRead) misses.push(`${model.facts.definition?.model} ${link.property}: ${JSON.stringify(said)}`);
    }
  }
  t.diagnostic(`${models} models, ${asked} questions, ${misses.length} without an answer`);
  assert.equal(models, MODELS);
  assert.ok(asked > MODELS);
  assert.ok(misses.length <= (1 - LEAST) * asked, misses.slice(0, 40).join("\n"));
});
