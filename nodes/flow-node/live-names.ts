/**
 * The present names of devices, groups and scenes, where nodes were saved with another name. Editors get them on Node-RED's own line,
 * which keeps them for editors that open later: labels follow, and the user has to deploy no flow for that.
 */
import type { NodeAPI, NodeDef } from "node-red";
import { type RowReference, usualRuleName } from "../../src/model/automation/rule-rows.ts";
import { type Address, isObject, type Resource, type Stop } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";
import { sensorName } from "../shared/called.ts";
import { CALLED, NAMES_TOPIC, type NewNames } from "../shared/live-names.ts";
import { isRenamed } from "./declaration.ts";
import { referenceOf, referredScene, resolve, type SavedReference, type Store } from "./resource-reference.ts";

export interface NamingDef extends NodeDef, SavedReference {
  readonly gateway?: string;
  readonly declares?: string;
  readonly declaredName?: string;
  readonly usualName?: string; // of a schedule
  readonly measures?: unknown; //  of a sensor
  readonly conditions?: unknown; // of a rule: rows
  readonly actions?: unknown;
  readonly scene?: string;
  readonly sceneName?: string;
}

interface LiveNames {
  /** Flows, or names, may have become other. */
  readonly tell: () => void;
  readonly stop: Stop;
}

export function liveNames(RED: NodeAPI, gateway: string, { bus, store, ready }: OpenGateway["gateway"]): LiveNames {
  let told = "{}";
  let isPlanned = false;
  const tell = () => {
    isPlanned = false;
    const names = namesNow(RED, gateway, store);
    const json = JSON.stringify(names);
    if (json !== told) RED.comms.publish(`${NAMES_TOPIC}/${gateway}`, names, true);
    told = json;
  };
  const soon = () => {
    if (!isPlanned) queueMicrotask(tell);
    isPlanned = true;
  };
  ready.then(soon, () => {});
  const stop = bus.on(({ event, section, values }) => {
    const isNamed = section === "attr" && "name" in values;
    if (store.get("/config") && (isNamed || event !== "changed")) soon();
  });
  return { tell: soon, stop };
}

function namesNow(RED: NodeAPI, gateway: string, store: Store): NewNames {
  const names: Record<string, Record<string, readonly [saved: string, now: string]>> = {};
  RED.nodes.eachNode((each) => {
    const def = each as NamingDef;
    if (def.gateway !== gateway) return;
    const resource = def.declares ? declaredBy(store, def) : resolve(store, referenceOf(def));
    const scene = resource && def.sceneName && sceneOf(store, resource, def);
    const own = Object.fromEntries([
      ...(resource ? renamed(...savedName(def, resource), resource) : []),
      ...(scene ? renamed("sceneName", def.sceneName, scene) : []),
    ]);
    if (Object.keys(own).length > 0) names[def.id] = own;
  });
  return names;
}

function renamed(member: string, saved: unknown, { attr: { name } }: Resource) {
  const isOther = typeof saved === "string" && typeof name === "string" && name !== saved;
  return isOther ? [[member, [saved, name]] as const] : [];
}

/** The user gave it no name: a rule takes its name from its rows, a schedule from its time. */
function isUnnamed({ declares, declaredName, name }: NamingDef): boolean {
  return (declares === "Rule" || declares === "Schedule") && declaredName === "" && !name;
}

/** Which property holds its name, and how it was saved. A declared resource keeps the name that a program gave it. */
function savedName(def: NamingDef, resource: Resource): readonly [member: string, saved: unknown] {
  const { declared } = resource.attr;
  if (!def.declares) return ["resourceName", def.resourceName || undefined];
  if (!isUnnamed(def)) return ["declaredName", isObject(declared) && declared.name];
  return isRenamed(resource) ? ["declaredName", ""] : [CALLED, usualName(def)];
}

/** The label of a node without a name of its own: errors and the log call the node so, and not by its id. */
export function calledAfter(def: NamingDef): string {
  const { declares, declaredName, resourceName = "", measures } = def;
  if (!declares) return sensorName(resourceName, typeof measures === "string" ? measures : "");
  return declaredName || (declares === "Rule" || declares === "Schedule" ? usualName(def) : "");
}

/** As its dialog makes it. */
function usualName({ declares, usualName: ofTime = "", conditions, actions }: NamingDef): string {
  if (declares === "Schedule") return ofTime;
  const rows = (saved: unknown): readonly RowReference[] => (Array.isArray(saved) ? saved.filter(isObject) : []);
  return usualRuleName({ conditions: rows(conditions), actions: rows(actions) });
}

function declaredBy(store: Store, { id, declares = "" }: NamingDef): Resource | undefined {
  const collection: Address = declares === "Rule" ? "/rules" : declares === "Schedule" ? "/schedules" : "/sensors";
  return store.find(collection, `flow-${id}`);
}

function sceneOf(store: Store, group: Resource, def: NamingDef): Resource | undefined {
  return referredScene(store, group, referenceOf(def), def.scene ?? "", def.sceneName ?? "");
}
