/** Backups for the dialog of the gateway node: taken, listed, downloaded, and put back. */
import type { Request, Response } from "express";
import { wordsOf } from "../../src/model/errors.ts";
import { IMPORTS } from "../../src/model/imports/wish.ts";
import { AdminError, type AdminReply, BY_EDITOR, type GatewayCall } from "./call.ts";

const LARGEST = 32 * 1024 * 1024; // bytes
const PACKED = "application/gzip";

export async function downloadBackup({ runtime, response }: GatewayCall): Promise<AdminReply> {
  const { backup, gateway } = runtime.opened;
  const bytes = await explained(backup.make(BY_EDITOR));
  await backup.nightly.keep(bytes);
  return send(response, bytes, nameNow(gateway.store.get("/config")?.attr.UTC));
}

export async function listCopies({ runtime }: GatewayCall): Promise<AdminReply> {
  return { body: await explained(runtime.opened.backup.nightly.list()) };
}

/** One beside those of the nights. */
export async function makeCopy({ runtime }: GatewayCall): Promise<AdminReply> {
  return { body: await explained(runtime.opened.backup.nightly.add()) };
}

/** Whether there is something to take back. */
export async function setAside({ runtime }: GatewayCall): Promise<AdminReply> {
  return { body: { isSetAside: await explained(runtime.opened.backup.isSetAside()) } };
}

export async function downloadCopy({ runtime, request, response }: GatewayCall): Promise<AdminReply> {
  const name = String(request.params.name);
  return send(response, await explained(runtime.opened.backup.nightly.read(name)), name);
}

/** The data that a restore would bring back, and the data that it would lose: a dialog asks before it restores. */
export async function lookIntoBackup({ runtime, request, say }: GatewayCall): Promise<AdminReply> {
  const look = bodyOf(request, say("not-a-backup")).then((bytes) => runtime.opened.backup.look(bytes));
  return { body: await explained(look) };
}

export async function restoreBackup({ runtime, adoption, request, say }: GatewayCall): Promise<AdminReply> {
  await explained(
    bodyOf(request, say("not-a-backup")).then((bytes) => runtime.opened.backup.restore(bytes, BY_EDITOR)),
  );
  await adoption.retire(runtime); // the next deploy opens the house that was laid ready
  return { body: { restored: true } };
}

/** The packed house of another program, for a move that names it. */
export async function keepUpload({ runtime, request, say }: GatewayCall): Promise<AdminReply> {
  const bytes = await explained(bodyOf(request, say("not-a-backup")));
  const name = String(request.query.name ?? "").replaceAll(/[\\/]/g, "") || "upload";
  return { body: { upload: runtime.opened.gateway.engines.get(IMPORTS).keep(new Map([[name, bytes]])) } };
}

/** The answer tells the obstacle of a backup in the obstacle's own words. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new AdminError(400, "no-backup", wordsOf(error));
  }
}

function send(response: Response, bytes: Buffer, name: string): undefined {
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
