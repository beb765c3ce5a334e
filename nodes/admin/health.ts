/** "Is everything all right?": one list, each check with its result and, where it is not, the key of its cure. The panels ask while they are open. */
import { readFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { resolve } from "node:path";
import process from "node:process";
import type { Finding, Health } from "../../src/model/admin-api.ts";
import { wordsOf } from "../../src/model/errors.ts";
import type { Values } from "../../src/model/resource.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import {
  type BrowserClock,
  backup,
  batteries,
  clock,
  disk,
  errors,
  type HealthCheck,
  links,
  mqtt,
  queue,
  radio,
  rules,
  silent,
  stick,
  troubles,
} from "./checks.ts";
import { api, push } from "./reach.ts";
import { spare } from "./stick-change.ts";

const CHECKS: Readonly<Record<string, HealthCheck>> = {
  radio,
  stick,
  spare,
  backup,
  disk,
  api,
  push,
  mqtt,
  clock,
  links,
  troubles,
  silent,
  batteries,
  rules,
  queue,
  errors,
};
const PATIENCE = 6_000; // milliseconds for each; they run side by side

export async function healthOf(runtime: GatewayRuntime, seen: BrowserClock): Promise<Omit<Health, "nodeRed">> {
  await runtime.opened.gateway.ready.catch(() => {}); // then some checks say so
  const findings = await Promise.all(
    Object.entries(CHECKS).map(async ([check, look]) => ({ check, ...(await contained(look, runtime, seen)) })),
  );
  return { at: runtime.now, about: about(), findings };
}

/** A check that fails or hangs is a finding, too. */
async function contained(look: HealthCheck, runtime: GatewayRuntime, seen: BrowserClock): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE).unref();
  });
  try {
    return await Promise.race([Promise.resolve().then(() => look(runtime, seen)), late]);
  } catch (error) {
    return { ok: null, says: "failed", values: { reason: wordsOf(error) } };
  } finally {
    clearTimeout(timer);
  }
}

function about(): Values {
  return { version: version(), node: process.version, system: `${platform()} ${arch()}` };
}

function version(): string {
  for (const up of ["../../..", "../.."]) {
    try {
      return String(JSON.parse(readFileSync(resolve(import.meta.dirname, up, "package.json"), "utf8")).version);
    } catch {
      // from the sources it lies two folders up, built three
    }
  }
  return "";
}
