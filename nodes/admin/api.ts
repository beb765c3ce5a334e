/**
 * The admin API: what the dialogs of the editor and the panels ask, below `zigbee-gateway/` of Node-RED's own admin API. One table of
 * routes, each with the permission that it needs; one way in, one form of errors.
 */
import type { Request, RequestHandler, Response } from "express";
import type { NodeAPI } from "node-red";
import { isObject } from "../../src/model/resource.ts";
import type { GatewayNode } from "../flow-node/flow-node.ts";
import {
  downloadBackup,
  downloadCopy,
  keepUpload,
  listCopies,
  lookIntoBackup,
  makeCopy,
  restoreBackup,
  setAside,
} from "./backups.ts";
import { type AdminCall, AdminError, type AdminHost, type AdminReply, type GatewayCall } from "./call.ts";
import { dialogModel } from "./dialog-model.ts";
import { nextOfSchedules, nextTimes } from "./next-times.ts";
import { servePage } from "./page.ts";
import { changes, events, flowNodes, gateways, health, house, perform, spokenLanguage } from "./panels.ts";
import { remoteButtons, rowsOfResource, ruleItems, ruleOfRows } from "./rule-dialog.ts";
import { folders, keys, makeKey, openLinkWindow, ports, revokeKey, sticks, testStick, tryPort } from "./setup.ts";
import { movePlan, spareState, takeOver } from "./stick-change.ts";
import { uses } from "./uses.ts";

type AdminMethod = "get" | "post" | "delete";
type Permission = "read" | "write" | "read, or write by what it asks";
type AdminHandler<Call> = (call: Call) => AdminReply | Promise<AdminReply>;
type AdminRoute<Call> = readonly [
  method: AdminMethod,
  path: string,
  permission: Permission,
  answer: AdminHandler<Call>,
];

const ROOT = "/zigbee-gateway";

/** Asked of a gateway that runs. */
const OF_GATEWAY: readonly AdminRoute<GatewayCall>[] = [
  ["get", "house", "read", house],
  ["get", "changes", "read", changes],
  ["get", "events", "read", events],
  ["get", "health", "read", health],
  ["get", "flow-nodes", "read", flowNodes],
  ["get", "uses", "read", uses],
  ["post", "perform", "read, or write by what it asks", perform],
  ["get", "model", "read", dialogModel],
  ["get", "buttons/:uniqueid", "read", remoteButtons],
  ["get", "rule-words", "read", ruleItems],
  ["get", "rule-of-rows", "read", ruleOfRows],
  ["get", "rows-of", "read", rowsOfResource],
  ["get", "times", "read", nextTimes],
  ["get", "next-times", "read", nextOfSchedules],
  ["get", "keys", "read", keys],
  ["post", "keys", "write", makeKey],
  ["post", "unlock", "write", openLinkWindow],
  ["delete", "keys/:prefix", "write", revokeKey],
  ["get", "backup", "write", downloadBackup], // it holds the network's key: a user with read permission alone may not have one
  ["get", "backups", "read", listCopies],
  ["post", "backups", "write", makeCopy],
  ["get", "set-aside", "read", setAside],
  ["get", "backups/:name", "write", downloadCopy],
  ["post", "restore", "write", restoreBackup],
  ["post", "restore/look", "write", lookIntoBackup],
  ["post", "upload", "write", keepUpload],
  ["get", "move-plan", "read", movePlan],
  ["get", "spare", "read", spareState],
  ["post", "spare", "write", takeOver],
];

/** Asked also of a node whose gateway does not run yet. */
const OF_NODE: readonly AdminRoute<AdminCall>[] = [
  ["get", "ports", "read", ports],
  ["post", "try-port", "write", tryPort],
  ["get", "sticks", "read", sticks],
  ["post", "test-stick", "write", testStick],
  ["post", "test-broker", "write", brokerTest],
  ["get", "folders", "read", folders],
];

export function serveAdmin(host: AdminHost): void {
  const { RED } = host;
  const add = ([method, path, permission, answer]: AdminRoute<AdminCall>) => {
    const guarded: AdminHandler<AdminCall> = (call) => {
      if (permission === "write") demandOwnPage(call);
      return answer(call);
    };
    RED.httpAdmin[method](`${ROOT}/${path}`, ...guards(RED, method, permission), (request, response) =>
      serve(host, request, response, guarded),
    );
  };
  servePage(RED, ROOT);
  add(["get", "gateways", "read", gateways]);
  add(["post", "language", "read", spokenLanguage]);
  for (const [method, path, permission, answer] of OF_NODE) add([method, `:id/${path}`, permission, answer]);
  for (const [method, path, permission, answer] of OF_GATEWAY)
    add([method, `:id/${path}`, permission, (call) => answer(demandRunning(call))]);
}

/** The way in and the way out of every route. */
function serve(host: AdminHost, request: Request, response: Response, answer: AdminHandler<AdminCall>): void {
  const { RED } = host;
  const id = String(request.params.id);
  const { runtime, refusal } = (RED.nodes.getNode(id) ?? {}) as Partial<GatewayNode>;
  const say = (key: string) => RED._(`zigbee-gateway.live.${key}`);
  response.set("Cache-Control", "no-store");
  Promise.resolve({ ...host, id, runtime: runtime?.isStopped ? undefined : runtime, refusal, request, response, say })
    .then(answer)
    .then((reply) => {
      if (!reply) return;
      if ("json" in reply) response.type("json").send(reply.json);
      else response.status(reply.status ?? 200).json(reply.body);
    })
    .catch((error) => {
      const known = error instanceof AdminError ? error : new AdminError(500, "failed", say("failed"));
      if (error !== known)
        RED.log.error(`[zigbee-gateway] ${request.path}: ${error instanceof Error ? error.stack : error}`);
      if (!response.headersSent) response.status(known.status).json({ error: known.code, text: known.message });
    });
}

// ---- permissions

function guards(RED: NodeAPI, method: AdminMethod, permission: Permission): readonly RequestHandler[] {
  const needs = (name: string) => RED.auth.needsPermission(`zigbee-gateway.${name}`);
  const demandType = method === "get" ? [] : [demandSafeType(RED)];
  if (permission === "read" || permission === "write") return [needs(permission), ...demandType];
  const mayWrite = needs("write");
  const byWhatItAsks: RequestHandler = (request, response, next) => {
    if (isObject(request.body) && request.body.method === "GET") return next();
    mayWrite(request, response, next);
  };
  return [needs("read"), ...demandType, byWhatItAsks];
}

/** A foreign page cannot send these types without asking first. */
function demandSafeType(RED: NodeAPI): RequestHandler {
  return ({ headers, path }, response, next) => {
    const [type, code] = /\/restore(\/look)?$/.test(path)
      ? [/^application\/gzip$/, "not-a-backup"]
      : path.endsWith("/upload")
        ? [/^application\/octet-stream$/, "not-a-backup"]
        : [/^application\/json\b/i, "not-json"];
    if (type.test(headers["content-type"] ?? "")) return next();
    response.status(415).json({ error: code, text: RED._(`zigbee-gateway.live.${code}`) });
  };
}

/**
 * Without a login, a page that came by DNS rebinding could open the link window by itself. With a login that page has no token, and users
 * may come by any name that a proxy has.
 */
function demandOwnPage({ RED, runtime, request, say }: AdminCall): void {
  const hasLogin = Boolean((RED.settings as { readonly adminAuth?: unknown }).adminAuth);
  if (!hasLogin && runtime?.opened.isForeign(request.headers)) throw new AdminError(403, "foreign", say("foreign"));
}

function demandRunning(call: AdminCall): GatewayCall {
  const { runtime, refusal, say } = call;
  if (!runtime) throw new AdminError(404, "not-running", refusal ?? say("not-running"));
  return { ...call, runtime };
}

import { brokerTest } from "./broker-test.ts";
