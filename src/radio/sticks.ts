/** The sticks of this machine: which there are, and the kind of one that answers. The editor asks before a user chooses a radio. */
import { fork } from "node:child_process";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { succeeds } from "../model/errors.ts";
import type { StickSays } from "../model/imports/asked-stick.ts";
import { isObject } from "../model/resource.ts";
import { noAnswerFrom } from "./stick-failures.ts";
import { guessOf, labelOf, type StickAdapter } from "./stick-names.ts";

interface Stick {
  readonly path: string; //  that stays the same wherever it is plugged in, where there is one
  readonly label: string; // for a person
  readonly adapter?: StickAdapter; // probably
}

export interface StickTest {
  readonly path: string; // a serial port, tcp://host:port or mdns://service
  readonly adapter?: StickAdapter | undefined;
  readonly baudRate?: number | undefined;
  readonly guess?: StickAdapter | undefined;
}

export type StickAnswer =
  | { readonly ok: true; readonly adapter: StickAdapter; readonly baudRate?: number; readonly firmware: string }
  | { readonly ok: false; readonly reason: string }; // one plain sentence with its cure

/** A port as the system lists it. */
export interface PortFacts {
  readonly path: string;
  readonly manufacturer?: string | undefined;
  readonly pnpId?: string | undefined;
  readonly vendorId?: string | undefined;
}

export type ProbeTask =
  | { readonly forkProbe: "list" }
  | { readonly forkProbe: "test" | "network"; readonly test: StickTest }
  | { readonly forkProbe: "silence"; readonly stick: SilencedStick };

/** A stick whose kind is known, or guessed from its name. */
export interface SilencedStick {
  readonly path: string;
  readonly adapter: StickAdapter;
  readonly baudRate?: number | undefined;
}

/** Where the system keeps its devices and its knowledge of them. */
interface SystemFolders {
  readonly dev: string;
  readonly sys: string;
}

const LINUX: SystemFolders = { dev: "/dev", sys: "/sys" };
const ENTRY = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./probe/main.ts" : "./probe/main.js", import.meta.url),
);
const MAY_TAKE = 19_500; // milliseconds: then a person believes that nothing happens any more
const PORT = /^tty(USB|ACM|AMA)\d+$/;
const NO_STICK = /bluetooth|debug-console|wlan-debug/i;
const PARENTS = 4; // from a serial port up to the USB device that it belongs to

export async function listSticks(places?: SystemFolders): Promise<readonly Stick[]> {
  if (process.platform === "linux" || places) return await onLinux(places ?? LINUX);
  const found = await look({ forkProbe: "list" });
  return Array.isArray(found) ? (found as PortFacts[]).filter(({ path }) => !NO_STICK.test(path)).map(stickOf) : [];
}

/** Asks the stick at the path for its kind, in less than 20 seconds, and changes nothing in it. */
export async function testStick(test: StickTest): Promise<StickAnswer> {
  const guess = test.guess ?? guessOf(test.path);
  const answer = await look({ forkProbe: "test", test: { ...test, guess } });
  return isAnswer(answer) ? answer : { ok: false, reason: noAnswerFrom(test) };
}

/** Takes the stick off the air, also when it does not answer: the gateway never learns whether the stick has heard. */
export async function silenceStick({ path, adapter = guessOf(path), baudRate }: StickTest): Promise<void> {
  if (adapter) await look({ forkProbe: "silence", stick: { path, adapter, baudRate } });
}

/** The stick at the path, and the network that it holds: nothing in it changes, and nothing goes on air. */
export async function askStick(test: StickTest): Promise<StickSays> {
  const guess = test.guess ?? guessOf(test.path);
  const answer = await look({ forkProbe: "network", test: { ...test, guess } });
  if (isObject(answer) && "holds" in answer) return answer as unknown as StickSays;
  return { reason: isAnswer(answer) && !answer.ok ? answer.reason : noAnswerFrom(test) };
}

async function onLinux({ dev, sys }: SystemFolders): Promise<readonly Stick[]> {
  const folder = join(dev, "serial", "by-id");
  const named = new Map<string, Stick>(); // by the device behind the name
  for (const id of (await namesIn(folder)).toSorted()) {
    const device = await realpath(join(folder, id)).catch(() => undefined); // it has just been pulled out
    if (device)
      named.set(basename(device), stick(join(folder, id), `${labelOf(id)} (${basename(device)})`, guessOf(id)));
  }
  const others: Stick[] = [];
  for (const name of (await namesIn(dev)).filter((one) => PORT.test(one) && !named.has(one)).toSorted()) {
    if (!(await isReal(join(dev, name), join(sys, "class", "tty"), name))) continue;
    const words = await usbName(join(sys, "class", "tty", name, "device"));
    others.push(stick(join(dev, name), words ? `${words} (${name})` : name, guessOf(words)));
  }
  return [...named.values(), ...others];
}

/** Boards make files for serial ports that they do not have. In a container the system may not tell. */
async function isReal(path: string, known: string, name: string): Promise<boolean> {
  const isDevice = await stat(path).then(
    (facts) => facts.isCharacterDevice(),
    () => false,
  );
  if (!isDevice || (await namesIn(known)).length === 0) return isDevice;
  return await succeeds(stat(join(known, name, "device")));
}

/** "ITEAD SONOFF Zigbee 3.0 USB Dongle Plus V2", as the stick itself says; "" when it is none. */
async function usbName(device: string): Promise<string> {
  let folder = await realpath(device).catch(() => "");
  for (let step = 0; folder && step < PARENTS; step += 1) {
    const [vendor, product] = await Promise.all([
      textIn(join(folder, "manufacturer")),
      textIn(join(folder, "product")),
    ]);
    if (product) return labelOf(`${vendor} ${product}`.trim());
    folder = join(folder, "..");
  }
  return "";
}

function stickOf({ path, manufacturer = "", pnpId = "" }: PortFacts): Stick {
  const words = labelOf(manufacturer || pnpId);
  return stick(path, words ? `${words} (${path})` : path, guessOf(`${manufacturer} ${pnpId} ${path}`));
}

function stick(path: string, label: string, adapter: StickAdapter | undefined): Stick {
  return { path, label, ...(adapter && { adapter }) };
}

function isAnswer(value: unknown): value is StickAnswer {
  return (
    isObject(value) && typeof value.ok === "boolean" && typeof (value.ok ? value.adapter : value.reason) === "string"
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []); // not there: nothing is plugged in
}

async function textIn(path: string): Promise<string> {
  return (await readFile(path, "utf8").catch(() => "")).trim();
}

/** Answers undefined when the probe process ended without an answer. */
function look(task: ProbeTask): Promise<unknown> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return new Promise((resolve) => {
    const child = fork(ENTRY, [], {
      execArgv: [],
      env,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      timeout: MAY_TAKE,
      killSignal: "SIGKILL",
    });
    child.once("message", resolve);
    child.once("exit", () => resolve(undefined));
    child.once("error", () => resolve(undefined));
    child.send(task, () => {});
  });
}
