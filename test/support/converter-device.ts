/** A device as far as the converters look at it: they find its model, and read its frames. No radio, no air. */
import { Zcl } from "zigbee-herdsman";
import type { Definition } from "zigbee-herdsman-converters";
import * as converters from "zigbee-herdsman-converters";
import type { DeviceFacts, EndpointFacts } from "../../src/model/radio/device-facts.ts";
import type { Values } from "../../src/model/resource.ts";
import { deviceFacts, type FactsGiven, type KnownModel, knowledgeOf } from "./definitions.ts";

export interface KnownDevice {
  readonly facts: DeviceFacts;
  /** The values that the converters read in a frame; the options are those of every device. */
  hear(endpoint: number, cluster: string, type: string, data: Values, more?: Values): Promise<Values>;
  /** Whether any converter of it looks at such frames. */
  reads(cluster: string, type: string): boolean;
}

type Cached = Readonly<Record<string, Values>>;

const OPTIONS = { illuminance_raw: true, current_precision: 3, energy_precision: 3 };
const TYPES = { router: "Router", "end-device": "EndDevice", "green-power": "GreenPower", unknown: "Unknown" } as const;

/** The converters ask for the names of these classes. */
class Endpoint {
  readonly ID: number;
  readonly profileID: number;
  readonly deviceID: number;
  readonly inputClusters: readonly number[];
  readonly outputClusters: readonly number[];
  readonly clusters: Readonly<Record<string, { readonly attributes: Values }>>;
  readonly #read: Cached;
  readonly meta = {};
  readonly #device: Device;

  constructor({ id, profile, device, inputs, outputs }: EndpointFacts, owner: Device, read: Cached) {
    this.#read = read;
    this.clusters = Object.fromEntries(Object.entries(read).map(([name, attributes]) => [name, { attributes }]));
    [this.ID, this.profileID, this.deviceID] = [id, profile, device];
    [this.inputClusters, this.outputClusters] = [inputs, outputs];
    this.#device = owner;
  }
  getDevice(): Device {
    return this.#device;
  }
  getInputClusters() {
    return this.inputClusters.map((id) => Zcl.Utils.getCluster(id, undefined, {}));
  }
  getOutputClusters() {
    return this.outputClusters.map((id) => Zcl.Utils.getCluster(id, undefined, {}));
  }
  supportsInputCluster(name: string): boolean {
    return this.inputClusters.includes(Zcl.Utils.getCluster(name, undefined, {}).ID);
  }
  supportsOutputCluster(name: string): boolean {
    return this.outputClusters.includes(Zcl.Utils.getCluster(name, undefined, {}).ID);
  }
  getClusterAttributeValue(cluster: string, attribute: string): unknown {
    return this.#read[cluster]?.[attribute];
  }
  async command(): Promise<void> {}
  async read(): Promise<never> {
    throw new Error("nothing is on the air");
  }
}

class Device {
  readonly modelID: string;
  readonly manufacturerName: string;
  readonly manufacturerID: number;
  readonly ieeeAddr: string;
  readonly type: string;
  readonly endpoints: readonly Endpoint[];
  readonly meta = {};
  readonly powerSource = undefined;
  readonly softwareBuildID = undefined;

  constructor(facts: DeviceFacts, read: Cached) {
    [this.modelID, this.manufacturerName] = [facts.modelid, facts.manufacturername];
    [this.manufacturerID, this.ieeeAddr, this.type] = [facts.manufacturer, facts.ieee, TYPES[facts.kind]];
    this.endpoints = facts.endpoints.map((each) => new Endpoint(each, this, read));
  }
  getEndpoint(id: number): Endpoint | undefined {
    return this.endpoints.find(({ ID }) => ID === id);
  }
  addCustomCluster(): void {}
  save(): void {}
}

/** `read`: attributes that were read from it before. */
export async function knownDevice(given: FactsGiven, read: Cached = {}): Promise<KnownDevice> {
  converters.setLogger({ debug: silent, info: silent, warning: silent, error: silent });
  const bare = deviceFacts(given);
  const device = new Device(bare, read);
  const definition = await converters.findByDevice(device as never, true);
  if (!definition) throw new Error(`the converters know no ${given.modelid}`);
  return { facts: { ...bare, definition: knowledgeOf(definition, device) }, ...ears(definition, device) };
}

/** One whose definition is at hand. */
export function deviceOf({ facts, definition }: KnownModel): KnownDevice {
  return { facts, ...ears(definition, new Device(facts, {})) };
}

function ears(definition: Definition, device: Device): Omit<KnownDevice, "facts"> {
  const fits = ({ cluster, type }: Definition["fromZigbee"][number], frame: readonly [string, string]) =>
    cluster === frame[0] && [type].flat().includes(frame[1] as never);
  const state: Record<string, unknown> = {}; // its values so far: some values follow from two
  const hear: KnownDevice["hear"] = async (endpoint, cluster, type, data, more = {}) => {
    sequence += 1;
    const meta = { zclTransactionSequenceNumber: sequence, manufacturerCode: null, rawData: Buffer.alloc(0) };
    const message = { device, endpoint: device.getEndpoint(endpoint), cluster, type, data, groupID: 0, meta, ...more };
    const payload: Record<string, unknown> = {};
    const tell = (later: Values) => Object.assign(payload, later);
    for (const converter of definition.fromZigbee) {
      if (!fits(converter, [cluster, type])) continue;
      const around = { state, device, deviceExposesChanged: silent };
      const read = await converter.convert(definition, message as never, tell, OPTIONS, around as never);
      if (read) tell(read as Values);
    }
    converters.postProcessConvertedFromZigbeeMessage(definition, payload, OPTIONS, device as never);
    Object.assign(state, payload);
    return payload;
  };
  const reads = (cluster: string, type: string) => definition.fromZigbee.some((each) => fits(each, [cluster, type]));
  return { hear, reads };
}

let sequence = 0;
function silent(): void {}
