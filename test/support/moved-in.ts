/**
 * The data of a gateway with a virtual house in which all have moved in. A gateway writes them once in a run of tests, when somebody needs them
 * first, and from then on they are copied: thirty interviews cost more than most of what is tested in that house.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MAKER = fileURLToPath(new URL("./move-in.ts", import.meta.url));
const PATIENCE = 180_000; // milliseconds
const LOOKS_EVERY = 100;

/** Where the gateway node of that network will look for them. */
export async function layMovedIn(userDir: string, network: string): Promise<void> {
  cpSync(await movedIn(), join(userDir, "zigbee-gateway", `${network}-virtual`), { recursive: true });
}

async function movedIn(): Promise<string> {
  const place = join(folderOfRun(), "moved-in");
  const [house, making] = [join(place, "house"), join(place, "making")];
  if (isFirst(place)) {
    try {
      await promisify(execFile)(process.execPath, [MAKER, making], { timeout: PATIENCE });
      renameSync(making, house);
    } catch (error) {
      rmSync(place, { recursive: true });
      throw error;
    }
  }
  const deadline = Date.now() + PATIENCE;
  while (!existsSync(house)) {
    if (!existsSync(place)) throw new Error("the house that another test needed first could not be made");
    if (Date.now() > deadline) throw new Error("the house that another test makes is not there yet");
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY));
  }
  return house;
}

/** Test files run side by side. */
function isFirst(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** As scripts/test.ts says; a test file that is run by itself has one of its own. */
function folderOfRun(): string {
  if (process.env.TEST_RUN_FOLDER) return process.env.TEST_RUN_FOLDER;
  const own = mkdtempSync(join(tmpdir(), "zigbee-gateway-run-"));
  process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  process.env.TEST_RUN_FOLDER = own;
  return own;
}
