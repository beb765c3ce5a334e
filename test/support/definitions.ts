/** Every model that the converters know, as a device that has just joined: facts with knowledge, but no radio. */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Definition, type DefinitionWithExtend, prepareDefinition, setLogger } from "zigbee-herdsman-converters";
import type { DeviceFacts, EndpointFacts, Expose, ModelDefinition } from "../../src/model/radio/device-facts.ts";

const require = createRequire(import.meta.url);
const silent = () => {};

export function allModels(): readonly DeviceFacts[] {
  return allDefinitions().map(({ facts }) => facts);
}

export interface KnownModel {
  readonly facts: DeviceFacts;
  readonly definition: Definition;
}

let all: readonly KnownModel[] | undefined;

/** Prepares all of them, once in a process: some seconds, and 100 MB. No test may change them. */
export function allDefinitions(): readonly KnownModel[] {
  all ??= readDefinitions();
  return all;
}

function readDefinitions(): readonly KnownModel[] {
  setLogger({ debug: silent, info: silent, warning: silent, error: silent });
  const folder = join(dirname(require.resolve("zigbee-herdsman-converters/package.json")), "dist", "devices");
  const files = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== "index.js");
  return files.flatMap((file) => {
    const { definitions = [] } = require(join(folder, file)) as { definitions?: readonly DefinitionWithExtend[] };
    return definitions.map(knownModel);
  });
}

function knownModel(raw: DefinitionWithExtend): KnownModel {
  const fingerprint = raw.fingerprint?.[0];
  const modelid = raw.zigbeeModel?.[0] ?? fingerprint?.modelID ?? raw.model;
  const manufacturername = fingerprint?.manufacturerName ?? raw.vendor;
  const device = { modelID: modelid, manufacturerName: manufacturername, ieeeAddr: "0x0", endpoints: [] };
  const definition = prepareDefinition(raw);
  const knowledge = knowledgeOf(definition, { ...device, getEndpoint: silent, isDummyDevice: true });
  const ids = new Set([1, ...Object.values(knowledge.endpoints)]);
  const facts = deviceFacts({
    modelid,
    manufacturername,
    definition: knowledge,
    endpoints: [...ids].map((id) => ({ id })),
  });
  return { facts, definition };
}

/** As it arrives from the radio process: data, no methods. */
export function knowledgeOf(definition: Definition, device: unknown): ModelDefinition {
  const { vendor, model, description, generated = false, exposes, options = [] } = definition;
  const shown = typeof exposes === "function" ? exposes(device as never, {}) : exposes;
  const endpoints = endpointsOf(() => definition.endpoint?.(device as never));
  return { vendor, model, description, generated, exposes: plain(shown), options: plain(options), endpoints };
}

function plain(exposes: unknown): readonly Expose[] {
  return JSON.parse(JSON.stringify(exposes)) as readonly Expose[];
}

/** Some look at the device's endpoints first; a stand-in cannot answer all of them. */
function endpointsOf(ask: () => Readonly<Record<string, number>> | undefined): Readonly<Record<string, number>> {
  try {
    return ask() ?? {};
  } catch {
    return {};
  }
}

export type FactsGiven = Partial<Omit<DeviceFacts, "endpoints">> & {
  readonly endpoints?: readonly Partial<EndpointFacts>[];
};

/** A device as the radio tells of it; a test sets only the members that it cares for. */
export function deviceFacts({ endpoints = [{}], ...given }: FactsGiven): DeviceFacts {
  return {
    ieee: "0x00158d0001020304",
    kind: "router",
    sleepy: false,
    interviewed: true,
    modelid: "",
    manufacturername: "",
    manufacturer: 0,
    swversion: null,
    applicationVersion: null,
    powersource: null,
    colorcapabilities: null,
    lastseen: null,
    linkquality: null,
    endpoints: endpoints.map((each) => ({ id: 1, profile: 0x104, device: 0, inputs: [], outputs: [], ...each })),
    ...given,
  };
}
