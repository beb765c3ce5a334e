/** P24: the cost of a palette install, against the six packages that it is made of alone, and five megabytes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Bench, sideBySide } from "./goals.ts";

const MEGABYTES = 5;

export const benches: readonly Bench[] = [
  {
    goals: ["P24"],
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
      execFileSync("npm", ["pack", "--pack-destination", folder], { stdio: "ignore" });
      const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
      const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
      const control = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
      const sizes = { ours: install([tarball]).megabytes, control: install(control).megabytes + MEGABYTES };
      const times = await sideBySide(
        async () => install([tarball]).seconds,
        async () => install(control).seconds,
      );
      rmSync(folder, { recursive: true });
      return [
        atMost(1, { goal: "P24", what: "size of a palette install", unit: "MB", ...sizes }),
        atMost(1.1, { goal: "P24", what: "time of a palette install", unit: "s", ...times }),
      ];
    },
  },
];

function install(packages: readonly string[]): { seconds: number; megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-install-"));
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const start = performance.now();
  execFileSync(
    "npm",
    ["install", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline", ...packages],
    {
      cwd: folder,
      stdio: "ignore",
    },
  );
  const seconds = (performance.now() - start) / 1000;
  const megabytes =
    Number(execFileSync("du", ["-sk", join(folder, "node_modules")], { encoding: "utf8" }).split("\t")[0]) / 1024;
  rmSync(folder, { recursive: true });
  return { seconds, megabytes };
}
