/** Gateways that a house moves into, over REST: each opened on a folder, as Node-RED would, and stopped again. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import type { Address, Method, Values } from "../../src/model/resource.ts";
import { type OpenGateway, type OpenOptions, open, type RadioChoice } from "../../src/open.ts";
import { BARE } from "./bare-gateway.ts";
import { until } from "./radio-gateway.ts";

/** A body as JSON has it. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: looked at member by member
  readonly body: any;
}

const EDITOR = { by: "editor", depth: 0 };

export function folderOf(t: TestContext, files: ReadonlyMap<string, Uint8Array> = new Map()): string {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-move-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

/** Of all of its files and their names. */
export function printOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const paths = names.map((each) => join(each.parentPath, each.name)).toSorted();
  return createHash("sha256")
    .update(paths.map((path) => `${path} ${readFileSync(path).toString("hex")}`).join("\n"))
    .digest("hex");
}

/** `log`: hears each line. `settings`: of the dialog. `stickFolder`: where it has a stick. */
export async function start(
  t: TestContext,
  folder: string,
  radio: RadioChoice = { path: "none" },
  log: (text: string) => void = () => {},
  settings: OpenOptions["settings"] = {},
  stickFolder = folder,
): Promise<OpenGateway> {
  const opened = open({ ...BARE, folder, stickFolder, log: { info: log, warn: log, error: log }, radio, settings });
  t.after(() => opened.stop());
  await Promise.all([opened.gateway.ready, opened.listening]);
  return opened;
}

export async function ask({ gateway }: OpenGateway, method: Method, address: Address, body?: Values): Promise<Answer> {
  return await gateway.perform({ method, address, ...(body && { body }) }, EDITOR);
}

/** The job of a move, when it has ended or waits for the restart. */
export async function moved(opened: OpenGateway, body: Values): Promise<Values> {
  const { body: answer } = await ask(opened, "POST", "/imports", body);
  const id = answer[0].success.id;
  let job: Values = {};
  await until(
    async () => {
      job = (await ask(opened, "GET", `/imports/${id}`)).body;
      return job.status !== "running" || (job.progress as Values | undefined)?.now === "restart";
    },
    () => "the move goes on",
  );
  return job;
}
