/** What the real gateway has of a model, and no converter shows: where the device speaks of it in a standard cluster, it is there all the same. */
import type { DeviceFacts, EndpointFacts } from "../../model/radio.ts";
import { buildButtonMap } from "../buttons/button-maps.ts";
import type { CatalogResource } from "../inventory/unique-ids.ts";
import { FLAGS } from "../mapping/measured-values.ts";
import { addResource, type PlanDraft, setInitial } from "./plan-draft.ts";
import { addRemote } from "./remotes.ts";
import { pressedBy } from "./standard-exposes.ts";

/** What raw frames can say, by type. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
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
/** Clusters that tell themselves what is pressed; all others by what they command. */
const TELLING: readonly string[] = ["000f", "0012"];
const GESTURES: Readonly<Record<string, readonly string[]>> = {
  "000f": ["hold", "release"],
  "0012": ["single", "double", "triple", "quadruple", "hold", "release"],
};

export function planUnconverted(draft: PlanDraft): void {
  const isRemote = draft.resources.some(({ buttons }) => buttons !== undefined);
  for (const each of [...draft.unclaimed]) {
    if (each.type !== "ZHASwitch") planSpoken(draft, each);
    else if (!isRemote) planPressed(draft, each);
  }
}

function planSpoken(draft: PlanDraft, { type, endpoint, cluster }: CatalogResource): void {
  const flag = FLAGS[type] ?? "";
  const flags = cluster === ZONE ? [flag, "tampered", "lowbattery"] : cluster === OCCUPANCY ? [flag] : [];
  const members = SPOKEN[type] ?? flags;
  const source = draft.facts.endpoints.find(({ id, inputs }) => id === endpoint && inputs.includes(idOf(cluster)));
  if (!source || members.length === 0 || members.includes("")) return;
  const kind = `${type} ${endpoint}-${cluster}`;
  const resource = addResource(draft, { family: "sensors", type, clusters: [cluster], at: endpoint, kind });
  resource.unconverted = true;
  setInitial(resource, "state", Object.fromEntries(members.map((member) => [member, null])));
}

function planPressed(draft: PlanDraft, { endpoint, cluster }: CatalogResource): void {
  const source = speaker(draft, endpoint, cluster);
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
  const actions = GESTURES[cluster] ?? pressedBy(only(draft.facts, source));
  const { modelid, manufacturername, definition } = draft.facts;
  const model = { modelid: cluster === "000f" ? "lumi." : modelid, manufacturername, model: definition?.model ?? "" };
  resource.buttons = { ...buildButtonMap(actions, model), unconverted: true };
}

/** The endpoint itself; of some devices the gateway numbers it otherwise. */
function speaker({ facts, resources }: PlanDraft, endpoint: number, cluster: string): number | undefined {
  const speaks = ({ inputs, outputs }: EndpointFacts) =>
    (TELLING.includes(cluster) ? inputs : outputs).includes(idOf(cluster));
  const taken = resources.filter(({ buttons }) => buttons !== undefined).map(({ source }) => source);
  const speakers = facts.endpoints.filter((each) => speaks(each) && !taken.includes(each.id));
  return (speakers.find(({ id }) => id === endpoint) ?? speakers[0])?.id;
}

function only(facts: DeviceFacts, endpoint: number): DeviceFacts {
  return { ...facts, endpoints: facts.endpoints.filter(({ id }) => id === endpoint) };
}

function idOf(cluster: string): number {
  return Number.parseInt(cluster, 16);
}
