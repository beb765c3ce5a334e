/**
 * The data of a gateway with a virtual house in which all have moved in. A gateway writes them once in a run, when a test needs them
 * first, and from then on they are copied: thirty interviews cost more than most tests in that house.
 */
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onceInRun } from "./once.ts";

const MAKER = fileURLToPath(new URL("./move-in.ts", import.meta.url));
const PATIENCE = 180_000; // milliseconds

/** Where the gateway node of that network will look for them. */
export async function layMovedIn(userDir: string, network: string): Promise<void> {
  const make = (at: string) => promisify(execFile)(process.execPath, [MAKER, at], { timeout: PATIENCE });
  const house = await onceInRun("moved-in", make);
  cpSync(house, join(userDir, "zigbee-gateway", `${network}-virtual`), { recursive: true });
}
