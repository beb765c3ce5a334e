/**
 * What the panels (the sidebar of the editor, and its page) ask, below `zigbee-gateway/` of Node-RED's admin API. Most of it is
 * the REST API itself: `perform` takes any wish, and `changes` tells what comes of it.
 */
import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { NodeAPI } from "node-red";
import { type Address, type Cause, isObject, type Method, type Reply } from "../../src/model/resource.ts";
import type { GatewayNode } from "../gateway/attach.ts";
import type { Running } from "../gateway/running.ts";
import type { GatewayDef } from "../gateway/settings.ts";
import { flowNodesOf } from "./flow-nodes.ts";
import { healthOf } from "./health.ts";
import { PAGE, PAGE_FILES, PAGE_FOLDER, PAGE_POLICY } from "./page.ts";
import { stream } from "./stream.ts";
import { textsIn } from "./texts.ts";

type Serve = (running: Running, request: Request, response: Response, next: NextFunction) => void | Promise<void>;

const ROOT = "/zigbee-gateway";
const BY_EDITOR: Cause = { by: "editor", depth: 0 };
const METHODS: readonly unknown[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies readonly Method[];
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

export function servePanels(RED: NodeAPI): void {
  const { httpAdmin } = RED;
  const [mayRead, mayWrite] = ["read", "write"].map((kind) => RED.auth.needsPermission(`zigbee-gateway.${kind}`)) as [
    RequestHandler,
    RequestHandler,
  ];
  const answer = (serve: Serve) => (request: Request, response: Response, next: NextFunction) => {
    response.set("Cache-Control", "no-store");
    const { running, refusal } = (RED.nodes.getNode(String(request.params.id)) ?? {}) as Partial<GatewayNode>;
    if (!running || running.isStopped) {
      response.status(404).json({ error: "not-running", reason: refusal ?? "" });
      return;
    }
    Promise.resolve(serve(running, request, response, next)).catch((error) => {
      RED.log.error(`[zigbee-gateway] ${request.path}: ${error instanceof Error ? error.stack : error}`);
      if (!response.headersSent) response.status(500).json({ error: "failed" });
    });
  };

  // The page and its texts hold no secret, and a browser that opens a page shows no token.
  httpAdmin.get(ROOT, (request, response) => {
    if (!/\/(\?|$)/.test(request.originalUrl)) response.redirect("zigbee-gateway/");
    else response.set({ "Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache" }).type("html").send(PAGE);
  });
  for (const file of PAGE_FILES)
    httpAdmin.get(`${ROOT}/${file}`, (_, response) => {
      response.set("Cache-Control", "no-cache").sendFile(file, { root: PAGE_FOLDER, cacheControl: false });
    });
  httpAdmin.get(`${ROOT}/texts`, (request, response) => {
    const { lang } = request.query;
    const { language, json } = textsIn(typeof lang === "string" && LANGUAGE.test(lang) ? lang : "");
    response.set({ "Cache-Control": "no-cache", "Content-Language": language }).type("json").send(json);
  });
  httpAdmin.get(`${ROOT}/gateways`, mayRead, (_, response) => {
    response.set("Cache-Control", "no-store").json(gateways(RED));
  });
  httpAdmin.get(`${ROOT}/:id/house`, mayRead, answer(sendHouse));
  httpAdmin.get(`${ROOT}/:id/changes`, mayRead, answer(sendChanges));
  httpAdmin.get(`${ROOT}/:id/history`, mayRead, answer(sendHistory));
  httpAdmin.get(`${ROOT}/:id/health`, mayRead, answer(sendHealth));
  httpAdmin.get(`${ROOT}/:id/flow-nodes`, mayRead, answer(sendFlowNodes));
  httpAdmin.post(`${ROOT}/:id/perform`, mayRead, demandJson, demandRight(mayWrite), answer(perform));

  function sendFlowNodes(_: Running, { params }: Request, response: Response): void {
    response.json(flowNodesOf(RED, String(params.id)));
  }

  async function sendHealth(running: Running, { query }: Request, response: Response): Promise<void> {
    const seen = { now: Number(query.now) || undefined, zone: typeof query.zone === "string" ? query.zone : "" };
    const { version } = RED.settings as unknown as { readonly version?: string };
    response.json({ ...(await healthOf(running, seen)), nodeRed: version ?? "" });
  }
}

/** Each gateway of the flows, also one that could not be opened. */
function gateways(RED: NodeAPI): readonly unknown[] {
  const rows: unknown[] = [];
  RED.nodes.eachNode((def) => {
    if (def.type !== "zigbee-gateway") return;
    const { running, refusal } = (RED.nodes.getNode(def.id) ?? {}) as Partial<GatewayNode>;
    const { fill = "red", text = refusal ?? "" } = running?.look ?? {};
    const named = running?.opened.gateway.store.get("/config")?.attr.name;
    const name = String((def as GatewayDef).name || named || def.id);
    rows.push({ id: def.id, name, isRunning: running !== undefined, status: { fill, text } });
  });
  return rows;
}

/** A page of somebody else cannot send this type without asking first. */
const demandJson: RequestHandler = (request, response, next) => {
  if (/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return next();
  response.status(415).json({ error: "not-json" });
};

/** Whoever may only look may only ask. */
function demandRight(mayWrite: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (isObject(request.body) && request.body.method === "GET") return next();
    mayWrite(request, response, next);
  };
}

const perform: Serve = async (running, request, response) => {
  const { method, address, body } = isObject(request.body) ? request.body : {};
  if (!METHODS.includes(method) || typeof address !== "string" || !address.startsWith("/")) {
    response.status(400).json({ error: "no-wish" });
    return;
  }
  const command = { method: method as Method, address: address as Address, ...(body === undefined ? {} : { body }) };
  const reply = await running.opened.gateway.perform(command, BY_EDITOR);
  response.type("json").send(`{"status":${reply.status},"body":${jsonOf(reply)}}`);
};

/** Everything that the panels keep current from then on. */
const sendHouse: Serve = async ({ opened }, _, response) => {
  const { store, perform } = opened.gateway;
  const all = await perform({ method: "GET", address: "/" }, BY_EDITOR);
  if (all.status !== 200) {
    response.status(503).json({ error: "not-ready" });
    return;
  }
  const devices = store.list("/devices").filter(({ attr }) => attr.gone !== true);
  const views = devices.map((device) => [device.attr.uniqueid, store.view(device)]);
  const gateway = store.get("/gateway")?.state ?? {};
  const { path } = opened.radio;
  const network = opened.radio.network();
  const coordinator = (network?.coordinator.slice("0x".length).match(/../g) ?? []).join(":");
  const skills = network?.can ?? [];
  const radio = { hasRadio: path !== "none", isVirtual: path === "virtual", coordinator, skills };
  const more = { devices: Object.fromEntries(views), gateway, ...radio };
  response.type("json").send(`${jsonOf(all).slice(0, -1)},${JSON.stringify(more).slice(1)}`);
};

const sendChanges: Serve = (running, request, response) => {
  if (!stream(running, response)) response.status(503).json({ error: "too-many" });
  else request.socket.setNoDelay(true);
};

const sendHistory: Serve = ({ opened }, { query }, response) => {
  response.json(typeof query.of === "string" ? opened.gateway.historyOf(query.of as Address) : []);
};

function jsonOf({ json, body }: Reply): string {
  return json === undefined ? (JSON.stringify(body) ?? "null") : json.toString();
}
