/**
 * The requests of the panels (the sidebar of the editor, and its page). Most of them are the REST API itself: `perform` takes any command,
 * and `changes` tells its effects.
 */
import type { NodeAPI } from "node-red";
import { idOf, withoutQuery } from "../../src/model/addresses.ts";
import type { FlowNodes } from "../../src/model/admin-api.ts";
import { formerNamesIn } from "../../src/model/automation/former-names.ts";
import type { ActionResult, Refusal } from "../../src/model/automation/rule-engine.ts";
import { type Address, isObject, type Method, type Reply } from "../../src/model/resource.ts";
import type { GatewayNode } from "../flow-node/flow-node.ts";
import { isLanguage, speakIn } from "../flow-node/language.ts";
import { refusalWords } from "../flow-node/refusal-words.ts";
import type { GatewayDef } from "../gateway/gateway-settings.ts";
import { type AdminCall, AdminError, type AdminReply, BY_EDITOR, type GatewayCall } from "./call.ts";
import { streamChanges } from "./change-stream.ts";
import { healthOf } from "./health.ts";

const METHODS: readonly unknown[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies readonly Method[];

/** Each gateway of the flows, also one that could not be opened. */
export function gateways({ RED }: AdminCall): AdminReply {
  const body: unknown[] = [];
  RED.nodes.eachNode((def) => {
    if (def.type !== "zigbee-gateway") return;
    const node = RED.nodes.getNode(def.id) as Partial<GatewayNode> | null;
    const { runtime, refusal } = node ?? {};
    const isStarting = !node && (def as { readonly d?: boolean }).d !== true; // Node-RED has read its flows, and not made its nodes yet
    const { fill = "red", text = refusal ?? "" } = runtime?.status ?? {};
    const named = runtime?.opened.gateway.store.get("/config")?.attr.name;
    const name = String((def as GatewayDef).name || named || def.id);
    body.push({ id: def.id, name, isRunning: runtime !== undefined, isStarting, status: { fill, text } });
  });
  return { body };
}

/** Statuses speak as the editor does that was opened last. */
export function spokenLanguage({ RED, request: { body } }: AdminCall): AdminReply {
  const isOther = isObject(body) && speakIn(RED, body.language);
  if (isOther)
    RED.nodes.eachNode(({ id, type }) => {
      if (type === "zigbee-gateway") (RED.nodes.getNode(id) as Partial<GatewayNode> | null)?.runtime?.refresh();
    });
  return { body: {} };
}

/** A refusal has the words that stand below a node, in the language of the panel that asks: the words of the API are for programs. */
export async function perform({ runtime, request }: GatewayCall): Promise<AdminReply> {
  const { method, address, body, language } = isObject(request.body) ? request.body : {};
  if (!METHODS.includes(method) || typeof address !== "string" || !address.startsWith("/"))
    throw new AdminError(400, "no-command");
  const asked = method === "GET" ? withoutQuery(address) : { address: address as Address };
  const command = { method: method as Method, ...asked, ...(body === undefined ? {} : { body }) };
  const reply = await runtime.opened.gateway.perform(command, BY_EDITOR);
  const say = refusalWords(runtime, isLanguage(language) ? language : undefined);
  const told = (reply.refusals ?? []).map(say);
  const words = told.length > 0 ? `,"told":${JSON.stringify([...new Set(told)])}` : "";
  const json = LOGS.test(address) ? JSON.stringify(worded(reply.body, say)) : jsonOf(reply);
  return { json: `{"status":${reply.status},"body":${json}${words}}` };
}

const LOGS = /^\/(rules|schedules)\/[^/]+\/(trace|trigger)$/;

/** In a log, why something was not done. */
function worded(body: unknown, say: (refusal: Refusal) => string): unknown {
  if (Array.isArray(body)) return body.map((each) => worded(each, say));
  if (!isObject(body) || !Array.isArray(body.actions)) return body;
  const actions = (body.actions as readonly ActionResult[]).map(({ refusal, ...result }) =>
    refusal ? { ...result, error: say(refusal) } : result,
  );
  return { ...body, actions };
}

/** Everything that the panels keep current from then on. */
export async function house({ runtime }: GatewayCall): Promise<AdminReply> {
  const { opened } = runtime;
  const { store, perform } = opened.gateway;
  const all = await perform({ method: "GET", address: "/" }, BY_EDITOR);
  if (all.status !== 200) throw new AdminError(503, "not-ready");
  const devices = store.list("/devices").filter(({ attr }) => attr.gone !== true);
  const views = devices.map((device) => [device.attr.uniqueid, store.view(device)]);
  const gateway = store.get("/gateway")?.state ?? {};
  const { path } = opened.radio;
  const network = opened.radio.network();
  const coordinator = (network?.coordinator.slice("0x".length).match(/../g) ?? []).join(":");
  const skills = network?.can ?? [];
  const radio = { hasRadio: path !== "none", isVirtual: path === "virtual", coordinator, skills };
  const stick = network ? { adapter: network.adapter, version: network.version } : {};
  const url = opened.ports().http > 0 ? runtime.url : "";
  const jobs = Object.fromEntries(store.list("/jobs").map((job) => [idOf(job.address), store.view(job)]));
  const formerNames = formerNamesIn(store);
  const more = { devices: Object.fromEntries(views), jobs, gateway, formerNames, ...radio, stick, url };
  return { json: `${jsonOf(all).slice(0, -1)},${JSON.stringify(more).slice(1)}` };
}

function jsonOf({ json, body }: Reply): string {
  return json === undefined ? (JSON.stringify(body) ?? "null") : json.toString();
}

export function changes({ runtime, request, response }: GatewayCall): undefined {
  if (!streamChanges(runtime, response)) throw new AdminError(503, "too-many");
  request.socket.setNoDelay(true);
}

/** The latest events, as far as the gateway keeps them. */
export async function events({ runtime }: GatewayCall): Promise<AdminReply> {
  if (!runtime.isLoaded) throw new AdminError(503, "not-ready");
  return { body: await runtime.recentEvents() };
}

export async function health({ RED, runtime, request: { query } }: GatewayCall): Promise<AdminReply> {
  const seen = { now: Number(query.now) || undefined, zone: typeof query.zone === "string" ? query.zone : "" };
  const { version } = RED.settings as unknown as { readonly version?: string };
  return { body: { ...(await healthOf(runtime, seen)), nodeRed: version ?? "" } };
}

// ---- flow nodes

interface SavedFlowNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly declares?: string;
  readonly declaredName?: string; // of the resource that it declares
  readonly label?: string; // of a tab
  readonly z?: string;
  readonly gateway?: string;
  readonly address?: string;
}

export function flowNodes({ RED, id }: GatewayCall): AdminReply {
  return { body: flowNodesOf(RED, id) };
}

/** So that the panels can name the node that owns a rule or changed a light: `flow:<node id>`. */
export function flowNodesOf(RED: NodeAPI, gateway: string): FlowNodes {
  const own: SavedFlowNode[] = [];
  const flows = new Map<string, string>();
  RED.nodes.eachNode((each) => {
    const def = each as SavedFlowNode;
    if (def.type === "tab" || def.type.startsWith("subflow")) flows.set(def.id, def.label || def.name || def.id);
    if (def.gateway === gateway) own.push(def);
  });
  return Object.fromEntries(
    own.map(({ id, name = "", declares, declaredName, type, z = "", address }) => [
      id,
      { name: (declares && declaredName) || name, kind: type, flow: flows.get(z) ?? "", ...(address && { address }) },
    ]),
  );
}
