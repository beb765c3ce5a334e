/** Backups for the dialog of the gateway node: taken, downloaded, and put back, below `zigbee-gateway/<node id>/` of Node-RED's admin API. */
import type { Request, Response } from "express";
import type { NodeAPI } from "node-red";
import { wordsOf } from "../../src/model/errors.ts";
import type { Adoption } from "../gateway/adoption.ts";
import type { GatewayNode } from "../gateway/attach.ts";
import type { Running } from "../gateway/running.ts";
import { isForeign } from "./api.ts";

const LARGEST = 32 * 1024 * 1024; // bytes
const PACKED = "application/gzip"; // no page of somebody else can send it without asking first

type Serve = (running: Running, request: Request, response: Response) => Promise<void>;

export function serveBackups(RED: NodeAPI, adoption: Adoption): void {
  const say = (key: string) => RED._(`zigbee-gateway.live.${key}`);
  const route = (verb: "get" | "post", path: string, permission: string, serve: Serve) => {
    const guard = RED.auth.needsPermission(`zigbee-gateway.${permission}`);
    RED.httpAdmin[verb](`/zigbee-gateway/:id/${path}`, guard, (request, response) => {
      const running = (RED.nodes.getNode(String(request.params.id)) as Partial<GatewayNode> | undefined)?.running;
      response.set("Cache-Control", "no-store");
      if (!running) {
        response.status(404).json({ error: say("not-running") });
        return;
      }
      if (permission === "write" && isForeign(RED, running, request)) {
        response.status(403).json({ error: say("foreign") });
        return;
      }
      serve(running, request, response).catch((error) => response.status(400).json({ error: wordsOf(error) }));
    });
  };

  // A backup holds the network's key: who may only look may not have one.
  route("get", "backup", "write", async ({ opened }, _, response) => {
    send(response, await opened.backup.make(), nameNow(opened.gateway.store.get("/config")?.attr.UTC));
  });
  route("get", "backups", "read", async ({ opened }, _, response) => {
    response.json(await opened.backup.nightly.list());
  });
  route("get", "backups/:name", "write", async ({ opened }, request, response) => {
    const name = String(request.params.name);
    send(response, await opened.backup.nightly.read(name), name);
  });
  route("post", "restore", "write", async (running, request, response) => {
    if (request.headers["content-type"] !== PACKED) {
      response.status(415).json({ error: say("not-a-backup") });
      return;
    }
    await running.opened.backup.restore(await bodyOf(request, say("not-a-backup")));
    await adoption.retire(running); // the next deploy opens what was laid ready
    response.json({ restored: true });
  });
}

function send(response: Response, bytes: Buffer, name: string): void {
  response.attachment(name).type(PACKED).send(bytes);
}

function nameNow(utc: unknown): string {
  return `zigbee-gateway-${String(utc)
    .replaceAll(/[^0-9]/g, "")
    .slice(0, 14)}.backup.gz`;
}

async function bodyOf(request: Request, refusal: string): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > LARGEST) throw new Error(refusal);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST) throw new Error(refusal);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
