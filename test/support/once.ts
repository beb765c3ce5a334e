/** A folder or file that is made once in a run, by the first test that needs it, and taken by all others. Test files run side by side. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PATIENCE = 180_000; // milliseconds
const LOOKS_EVERY = 100;

/** Answers the folder, or the file, that `make` has made; no test may change it. */
export async function onceInRun(name: string, make: (at: string) => Promise<unknown>): Promise<string> {
  const place = join(folderOfRun(), name);
  const [made, making] = [join(place, "made"), join(place, "making")];
  if (isFirst(place)) {
    try {
      await make(making);
      renameSync(making, made);
    } catch (error) {
      rmSync(place, { recursive: true });
      throw error;
    }
  }
  const deadline = Date.now() + PATIENCE;
  while (!existsSync(made)) {
    if (!existsSync(place)) throw new Error(`${name}, which another test needed first, could not be made`);
    if (Date.now() > deadline) throw new Error(`${name}, which another test makes, is not there yet`);
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY));
  }
  return made;
}

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
