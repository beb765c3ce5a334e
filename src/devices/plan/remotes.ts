/** Remotes, keypads, cubes and dials: sensors that report what a user did. */
import type { DeviceFacts, EndpointFacts } from "../../model/radio/device-facts.ts";
import { buildButtonMap } from "../buttons/button-maps.ts";
import { isCube } from "../buttons/cube.ts";
import {
  addResource,
  clusterId,
  mainEndpoint,
  type PlanDraft,
  type ResourceDraft,
  type ResourceRequest,
  setInitial,
} from "./plan-draft.ts";

const SCENES = "0005";
const KEYPAD = "0501";
const GREEN_POWER = 0xf2;
const SCENES_MODE = 1; // of a remote that reports each of its buttons
const TURNS = /rotat|dial_/;
const HUE = /^(Philips|Signify)/;

/** The cluster in the unique id of a remote: the first that it has on this side. */
const UNIQUE_ID_CLUSTERS: readonly (readonly [cluster: string, side: readonly ("inputs" | "outputs")[]])[] = [
  ["1000", ["inputs"]],
  ["0006", ["outputs", "inputs"]],
  ["0102", ["outputs", "inputs"]],
  ["000c", ["inputs"]],
  ["0101", ["inputs"]],
  ["0012", ["inputs"]],
  ["0500", ["inputs"]],
  [KEYPAD, ["outputs"]],
  [SCENES, ["outputs"]],
];

export function planRemotes(draft: PlanDraft): void {
  const actions = exposedActions(draft);
  if (actions.length === 0) return;
  const isLock = draft.names.has("lock_state"); // its actions say which user came in
  (isLock ? draft.ignored : draft.mapped).add("action");
  if (isLock) return;
  if (actions.includes("disarm") && draft.names.has("action_code")) planKeypad(draft);
  else planRemote(draft, actions);
}

function planRemote(draft: PlanDraft, actions: readonly string[]): void {
  const remote = addSwitch(draft, actions);
  if (draft.names.has("action_duration")) setInitial(remote, "state", { eventduration: null });
  if (isCube(draft.facts.modelid)) planCube(draft, remote);
  else if (isDial(draft, actions)) planDial(draft, remote);
}

/** One remote for the whole device: its buttons are numbered across its endpoints. */
export function addSwitch(
  draft: PlanDraft,
  actions: readonly string[],
  unconverted = !draft.facts.definition,
): ResourceDraft {
  const { facts } = draft;
  const { endpoint, cluster } = remoteEndpoint(facts);
  const type = facts.kind === "green-power" ? "ZGPSwitch" : "ZHASwitch";
  const resource = addRemote(draft, { family: "sensors", type, clusters: [cluster], at: endpoint });
  const remote = {
    modelid: facts.modelid,
    manufacturername: facts.manufacturername,
    model: facts.definition?.model ?? "",
  };
  resource.buttons = { ...buildButtonMap(actions, remote), ...(unconverted ? { unconverted } : {}) };
  return resource;
}

export function addRemote(draft: PlanDraft, wanted: ResourceRequest): ResourceDraft {
  const resource = addResource(draft, wanted);
  setInitial(resource, "attr", { mode: SCENES_MODE });
  return resource;
}

function exposedActions({ exposes }: PlanDraft): readonly string[] {
  const lists = exposes
    .filter(({ name, type }) => name === "action" && type === "enum")
    .map(({ values = [] }) => values);
  return [...new Set(lists.flat().map(String))];
}

function remoteEndpoint(facts: DeviceFacts): { readonly endpoint: number; readonly cluster: string } {
  if (facts.kind === "green-power") return { endpoint: GREEN_POWER, cluster: "" };
  if (isCube(facts.modelid)) return { endpoint: 2, cluster: "0012" };
  const sides = HUE.test(facts.manufacturername)
    ? [["fc00", ["inputs"]] as const, ...UNIQUE_ID_CLUSTERS]
    : UNIQUE_ID_CLUSTERS;
  for (const [cluster, order] of sides) {
    for (const side of order) {
      const found = facts.endpoints.find((each) => has(each, side, cluster));
      if (found) return { endpoint: found.id, cluster };
    }
  }
  return { endpoint: mainEndpoint(facts), cluster: "0006" };
}

function has(endpoint: EndpointFacts, side: "inputs" | "outputs", cluster: string): boolean {
  return endpoint[side].includes(clusterId(cluster));
}

function planKeypad(draft: PlanDraft): void {
  const pad = addResource(draft, { family: "sensors", type: "ZHAAncillaryControl", clusters: [KEYPAD] });
  setInitial(pad, "state", { action: null, panel: null, seconds_remaining: 0 });
}

/** A cube is two sensors: one for its sides, one for its rotation. */
function planCube(draft: PlanDraft, sides: ResourceDraft): void {
  const wanted = { family: "sensors", type: "ZHASwitch", clusters: ["000c"], at: 3, kind: "turned" } as const;
  const turned = addResource(draft, wanted);
  for (const each of [sides, turned]) setInitial(each, "state", { gesture: null });
}

function isDial({ isCatalogued, names, unclaimed }: PlanDraft, actions: readonly string[]): boolean {
  if (isCatalogued) return unclaimed.some(({ type }) => type === "ZHARelativeRotary");
  return names.has("action_rotation_angle") || actions.some((action) => TURNS.test(action));
}

function planDial(draft: PlanDraft, remote: ResourceDraft): void {
  const clusters = HUE.test(draft.facts.manufacturername) ? ["fc00", "0008"] : ["0008", "fc00"];
  addResource(draft, { family: "sensors", type: "ZHARelativeRotary", clusters, at: remote.source });
}
