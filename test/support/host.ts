/** Node-RED as people have it: a process of its own with the settings that it makes itself, and the package put in by its palette. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { eventually, type Version } from "./node-red.ts";
import { freePort } from "./start.ts";

export interface Host {
  readonly url: string; // without a slash at the end
  readonly userDir: string;
  readonly output: () => string;
  /** As the palette does it with a file, while Node-RED runs. */
  install(tarball: string): Promise<void>;
  readonly isRunning: () => boolean;
  stop(): Promise<void>;
}

const PATIENCE = 120_000; // milliseconds
/** No tour and no question of Node-RED's own; and nothing is asked of the internet. */
const QUIET: Readonly<Record<string, unknown>> = {
  uiHost: "127.0.0.1",
  "editorTheme.tours": false,
  "editorTheme.palette.catalogues": [],
};

/** `shape`: the settings of the makers of the host; `lay`: fills its user directory before it starts. */
export async function openHost(
  version: Version,
  shape: Readonly<Record<string, unknown>> = {},
  lay: (userDir: string) => Promise<void> = async () => {},
): Promise<Host> {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-host-"));
  await lay(userDir);
  const port = await freePort();
  const cli = join(dirname(createRequire(import.meta.url).resolve(`${version}/package.json`)), "red.js");
  const settled = Object.entries({ ...QUIET, ...shape }).flatMap(([name, value]) => [
    "-D",
    `${name}=${value === false ? "false" : JSON.stringify(value)}`,
  ]);
  const child = spawn(
    process.execPath,
    [cli, "--userDir", userDir, "--port", String(port), "--no-telemetry", ...settled],
    {
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        NODE_TEST_CONTEXT: undefined,
        npm_config_ignore_scripts: "true",
        npm_config_prefer_offline: "true",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const gone = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const host: Host = {
    url,
    userDir,
    output: () => output,
    isRunning,
    install: async (tarball) => {
      const form = new FormData();
      form.append("tarball", new Blob([readFileSync(tarball)]), "package.tgz");
      const response = await fetch(`${url}/nodes`, { method: "POST", body: form });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}\n${output}`);
    },
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
      rmSync(userDir, { recursive: true, force: true });
    },
  };
  try {
    const isServed = () =>
      !isRunning() ||
      fetch(`${url}/settings`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isServed, () => output, PATIENCE);
    if (!isRunning()) throw new Error(output);
  } catch (error) {
    await host.stop();
    throw error;
  }
  return host;
}
