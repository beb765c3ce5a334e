/** Resources that deCONZ has of a model and that no converter exposes: they are planned all the same if the device has a standard cluster for them. */
import type { DeviceFacts, EndpointFacts } from "../../model/radio/device-facts.ts";
import { buildButtonMap } from "../buttons/button-maps.ts";
import type { CatalogResource } from "../inventory/unique-ids.ts";
import { FLAGS } from "../mapping/measured-values.ts";
import { addResource, clusterId, type PlanDraft, setInitial } from "./plan-draft.ts";
import { addRemote } from "./remotes.ts";
import { actionsOf } from "./standard-exposes.ts";

/** Members that are read from ZCL frames, by type. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  ZHABattery: ["battery"],
  ZHACarbonDioxide: ["measured_value"],
  ZHAConsumption: ["consumption"],
  ZHAHumidity: ["humidity"],
  ZHALightLevel: ["lightlevel"],
  ZHAMoisture: ["moisture"],
  ZHAPower: ["power", "voltage", "current"],
  ZHAPressure: ["pressure"],
  ZHATemperature: ["temperature"],
  ZHATime: ["utc", "localtime", "lastset"],
};
const ZONE = "0500";
const OCCUPANCY = "0406";
/** Input clusters report presses; output clusters send commands. */
const INPUT_CLUSTERS: readonly string[] = ["000f", "0012"];
const INPUT_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "000f": ["hold", "release"],
  "0012": ["single", "double", "triple", "quadruple", "hold", "release"],
};

export function planUnconverted(draft: PlanDraft): void {
  const isRemote = draft.resources.some(({ buttons }) => buttons !== undefined);
  for (const each of [...draft.unclaimed]) {
    if (each.type !== "ZHASwitch") planFromCluster(draft, each);
    else if (!isRemote) planFromCommands(draft, each);
  }
}

function planFromCluster(draft: PlanDraft, { type, endpoint, cluster }: CatalogResource): void {
  const flag = FLAGS[type] ?? "";
  const flags = cluster === ZONE ? [flag, "tampered", "lowbattery"] : cluster === OCCUPANCY ? [flag] : [];
  const members = READABLE[type] ?? flags;
  const source = draft.facts.endpoints.find(({ id, inputs }) => id === endpoint && inputs.includes(clusterId(cluster)));
  if (!source || members.length === 0 || members.includes("")) return;
  const kind = `${type} ${endpoint}-${cluster}`;
  const resource = addResource(draft, { family: "sensors", type, clusters: [cluster], at: endpoint, kind });
  resource.unconverted = true;
  setInitial(resource, "state", Object.fromEntries(members.map((member) => [member, null])));
}

function planFromCommands(draft: PlanDraft, { endpoint, cluster }: CatalogResource): void {
  const source = sendingEndpoint(draft, endpoint, cluster);
  if (!source) return;
  const kind = `ZHASwitch ${endpoint}-${cluster}`;
  const resource = addRemote(draft, {
    family: "sensors",
    type: "ZHASwitch",
    clusters: [cluster],
    at: endpoint,
    from: source,
    kind,
  });
  const actions = INPUT_ACTIONS[cluster] ?? actionsOf(only(draft.facts, source));
  const { modelid, manufacturername, definition } = draft.facts;
  const model = { modelid: cluster === "000f" ? "lumi." : modelid, manufacturername, model: definition?.model ?? "" };
  resource.buttons = { ...buildButtonMap(actions, model), unconverted: true };
}

/** The endpoint itself; of some devices deCONZ numbers it otherwise. */
function sendingEndpoint({ facts, resources }: PlanDraft, endpoint: number, cluster: string): number | undefined {
  const sends = ({ inputs, outputs }: EndpointFacts) =>
    (INPUT_CLUSTERS.includes(cluster) ? inputs : outputs).includes(clusterId(cluster));
  const taken = resources.filter(({ buttons }) => buttons !== undefined).map(({ source }) => source);
  const senders = facts.endpoints.filter((each) => sends(each) && !taken.includes(each.id));
  return (senders.find(({ id }) => id === endpoint) ?? senders[0])?.id;
}

function only(facts: DeviceFacts, endpoint: number): DeviceFacts {
  return { ...facts, endpoints: facts.endpoints.filter(({ id }) => id === endpoint) };
}
