/** Several test files in one process, one after the other: each has its own hooks, and modules that all of them load are loaded once. */
import process from "node:process";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

for (const file of (process.env.TEST_FILES ?? "").split("\n"))
  describe(file, async () => {
    await import(pathToFileURL(file).href);
  });
