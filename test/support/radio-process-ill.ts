/** The real radio process with two illnesses: SIGUSR2 is an uncaught exception, and beside a file named "full" the disk is full. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import process from "node:process";

let folder = "";

process.on("SIGUSR2", () => {
  throw new Error("a bug that nobody knows");
});
process.on("message", (ask: { readonly settings?: { readonly folder: string } }) => {
  folder = ask.settings?.folder ?? folder;
});

const writeFileSync = fs.writeFileSync;
fs.writeFileSync = (...what: Parameters<typeof writeFileSync>) => {
  if (folder && fs.existsSync(join(folder, "full"))) {
    const code = "ENOSPC";
    throw Object.assign(new Error(`${code}: no space left on device, write`), { code, errno: -28, syscall: "write" });
  }
  writeFileSync(...what);
};
syncBuiltinESMExports();

await import("../../src/radio-process.ts");
