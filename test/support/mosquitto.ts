/** Mosquitto as Debian ships it, as a second broker of the tests: where it is installed, or where MOSQUITTO_PATH says. */
import { type ChildProcess, spawn } from "node:child_process";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import mqttClient from "mqtt/lib/client";
import { type BrokerOptions, retainedAt, type TestBroker } from "./broker.ts";
import { freePort } from "./start.ts";
import { until } from "./virtual-home.ts";

const SYSTEM = ["/usr/sbin", "/usr/local/sbin"]; // where a usual user's PATH does not lead
const SPY = { user: "spy", password: "spy" };

export const MOSQUITTO = pathOf();
/** For the tests that need it: why they are skipped. */
export const WITHOUT_MOSQUITTO = MOSQUITTO === undefined && "mosquitto is not installed, and MOSQUITTO_PATH names none";

function pathOf(): string | undefined {
  const { MOSQUITTO_PATH: named, PATH = "" } = process.env;
  const all = named ? [named] : [...PATH.split(delimiter), ...SYSTEM].map((folder) => join(folder, "mosquitto"));
  return all.find((path) => existsSync(path));
}

export interface MosquittoOptions extends BrokerOptions {
  readonly certificates?: { readonly certificate: string; readonly authority?: string }; // paths; `authority`: of clients that may connect
  readonly mayNothing?: true; // the user comes in, and may neither read nor write
}

export async function openMosquitto(options: MosquittoOptions = {}): Promise<TestBroker> {
  const { user, password = "", mayNothing, certificates: tls } = options;
  const port = await freePort();
  const spyPort = tls ? await freePort() : port;
  const folder = mkdtempSync(join(tmpdir(), "zigbee-mosquitto-"));
  const file = (name: string, lines: readonly string[]) => {
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`, { mode: 0o600 });
    return join(folder, name);
  };
  const logins = [SPY, ...(user === undefined ? [] : [{ user, password }])];
  const passwords = file("passwords", logins.map(hashed));
  const rights = file("rights", [`user ${SPY.user}`, "topic readwrite #"]);
  const configuration = file("mosquitto.conf", [
    `listener ${port} 127.0.0.1`,
    ...(tls ? [...secured(tls), `listener ${spyPort} 127.0.0.1`] : []),
    `allow_anonymous ${user === undefined}`,
    ...["persistence true", `persistence_location ${folder}/`, "autosave_interval 0"],
    ...["log_dest stderr", "log_type subscribe", "log_type error", "log_timestamp false"],
    ...(process.getuid?.() === 0 ? ["user root"] : []), // else it may not write into the folder
    `password_file ${passwords}`,
    ...(mayNothing ? [`acl_file ${rights}`] : []),
  ]);
  const heard = { last: new Map<string, string>(), all: [] as (readonly [string, string])[], subscriptions: 0 };
  let child: ChildProcess | undefined;
  let spy: InstanceType<typeof mqttClient.default> | undefined;
  const start = async () => {
    child = spawn(MOSQUITTO ?? "mosquitto", ["-c", configuration], { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr?.on("data", (text) => {
      const lines = String(text).split("\n");
      heard.subscriptions += lines.filter((line) => /^\S+ \d \S/.test(line) && !line.startsWith("spy ")).length;
    });
    spy = await spyAt(spyPort, heard);
  };
  const stop = async () => {
    spy?.end(true);
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  };
  await start();
  return {
    ...{ url: `${tls ? "mqtts" : "mqtt"}://127.0.0.1:${port}`, port, last: heard.last, all: heard.all, stop, start },
    get subscriptions() {
      return heard.subscriptions;
    },
    json: (topic) => JSON.parse(heard.last.get(topic) ?? "null"),
    said: async (topic) => {
      await until(() => heard.last.has(topic), `nothing was said at ${topic}`);
      return heard.last.get(topic) ?? "";
    },
    send: (topic, payload, retain = false) =>
      void spy?.publish(topic, typeof payload === "string" ? payload : JSON.stringify(payload), { retain }),
    retained: () => retainedAt(spyPort, SPY),
    restart: async () => {
      await stop();
      await start();
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function secured({ certificate, authority }: NonNullable<MosquittoOptions["certificates"]>): readonly string[] {
  const own = [`certfile ${certificate}`, `keyfile ${certificate}`];
  return authority === undefined ? own : [...own, `cafile ${authority}`, "require_certificate true"];
}

/** A line of its file of passwords: PBKDF2 with SHA-512. */
function hashed({ user, password }: { readonly user: string; readonly password: string }): string {
  const [salt, rounds] = [randomBytes(12), 101];
  const hash = pbkdf2Sync(password, salt, rounds, 64, "sha512");
  return `${user}:$7$${rounds}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Hears everything, as soon as the broker answers. */
async function spyAt(port: number, heard: Pick<TestBroker, "last" | "all">) {
  for (const end = Date.now() + 10_000; ; ) {
    const client = new mqttClient.default(() => connectTcp(port, "127.0.0.1"), {
      ...{ clientId: "spy", reconnectPeriod: 0, username: SPY.user, password: SPY.password },
    });
    client.on("message", (topic, payload) => {
      const text = payload.toString();
      (heard.all as (readonly [string, string])[]).push([topic, text]);
      if (text === "") heard.last.delete(topic);
      else heard.last.set(topic, text);
    });
    const isUp = await new Promise<boolean>((resolve) => {
      client.on("connect", () => client.subscribe("#", (error) => resolve(!error)));
      client.on("error", () => resolve(false));
      client.on("close", () => resolve(false));
    });
    if (isUp) return client;
    client.end(true);
    if (Date.now() > end) throw new Error("mosquitto does not answer");
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
