/**
 * Finds out whether the program that a house comes from still runs: two coordinators of one network destroy it, and of two programs at one
 * stick each hears half. Only this machine is asked, and the broker that the program's own settings name.
 */
import { basename } from "node:path";
import { bridgeAt } from "./edges/local-bridges.ts";
import { bridgeState } from "./edges/mqtt/mqtt.ts";
import { connectedTo, holdersOf, isPackage, otherProcesses, type RunningProcess } from "./edges/running-programs.ts";
import type { ForeignTraces, Program } from "./imports/inventory.ts";
import { PROGRAMS } from "./imports/plan/way-back.ts";
import { type ToldNote, told } from "./imports/report.ts";
import type { Note } from "./imports/words.ts";

interface Suspect extends ForeignTraces {
  readonly program: Program;
  readonly sticks: readonly string[]; // paths: that of the other program, and ours
}

/** The gateway's own traces, which are no sign of another program. */
export interface OwnTraces {
  readonly ports: readonly number[];
  readonly mqtt?: { readonly url: string; readonly base: string } | undefined;
}

const API_PORTS: readonly number[] = [80, 8080, 40_850]; // deCONZ's own, in a container, as an add-on
const CLIENT = "zigbee-gateway-look";
const TCP = /^(?:tcp|socket):\/\/\[?([^\]/]+?)\]?:(\d+)\/?$/;
const HOME_ASSISTANT = /(^|\/)(hass|homeassistant)$/;

/** True of a sign that no user can overrule. */
export function isSure({ code }: Note): boolean {
  return code === "other-port";
}

export async function signsOf(suspect: Suspect, own: OwnTraces, apiPorts = API_PORTS): Promise<readonly ToldNote[]> {
  const [processes, ...answers] = await Promise.all([
    processSigns(suspect),
    brokerSigns(suspect, own),
    apiSigns(
      suspect,
      apiPorts.filter((port) => !own.ports.includes(port)),
    ),
  ]);
  return told([...processes, ...answers.flat()]);
}

/** The programs that have the stick open: the gateway must not speak to it at the same time. */
export async function stickHolders(path: string): Promise<readonly ToldNote[]> {
  return told((await portSigns([path], await otherProcesses())).map(({ note }) => note));
}

interface ProcessSign {
  readonly pid: number;
  readonly note: Note;
}

/** Each process is named once, by the surest sign. */
async function processSigns({ program, sticks, databases }: Suspect): Promise<readonly Note[]> {
  const processes = await otherProcesses();
  const ofDatabases = (await holdersOf(databases, processes)).map(async (each) => ({
    pid: each.pid,
    note: { code: "other-database", values: { name: await nameOf(each), pid: each.pid, file: each.path } } as const,
  }));
  const byName = processes.map(async (each) => ((await isOf(program, each)) ? [each.pid] : []));
  const signs: readonly ProcessSign[] = [
    ...(await portSigns(sticks, processes)),
    ...(await Promise.all(ofDatabases)),
    ...(await Promise.all(byName)).flat().map((pid) => ({
      ...{ pid, note: { code: "other-process", values: { program: PROGRAMS[program], pid } } as const },
    })),
  ];
  return signs.filter(({ pid }, at) => signs.findIndex((each) => each.pid === pid) === at).map(({ note }) => note);
}

async function portSigns(
  paths: readonly string[],
  processes: readonly RunningProcess[],
): Promise<readonly ProcessSign[]> {
  const serial = await holdersOf(
    paths.filter((path) => path.startsWith("/")),
    processes,
  );
  const remote = paths.map(async (path) => {
    const [, host = "", port] = TCP.exec(path) ?? [];
    const connected = port === undefined ? [] : await connectedTo({ host, port: Number(port) }, processes);
    return connected.map((each) => ({ ...each, path }));
  });
  return await Promise.all(
    [...serial, ...(await Promise.all(remote)).flat()].map(async (each) => ({
      pid: each.pid,
      note: { code: "other-port", values: { name: await nameOf(each), pid: each.pid, path: each.path } } as const,
    })),
  );
}

async function nameOf(each: RunningProcess): Promise<string> {
  if (await isPackage(each, "zigbee2mqtt")) return PROGRAMS.zigbee2mqtt;
  if (isDeconz(each)) return PROGRAMS.deconz;
  if (each.words.some((word) => HOME_ASSISTANT.test(word))) return PROGRAMS.zha;
  return basename(each.words[0] ?? "") || each.name; // Node calls its main thread otherwise
}

/** Home Assistant may go on running: only its open ports and files tell whether ZHA does. */
async function isOf(program: Program, each: RunningProcess): Promise<boolean> {
  if (program === "zigbee2mqtt") return await isPackage(each, "zigbee2mqtt");
  return program === "deconz" && isDeconz(each);
}

function isDeconz({ name }: RunningProcess): boolean {
  return /^deCONZ/.test(name);
}

/** We speak zigbee2mqtt's topics, too. */
async function brokerSigns({ program, broker, base = "" }: Suspect, { mqtt }: OwnTraces): Promise<readonly Note[]> {
  if (!broker || base === "") return [];
  if (mqtt?.base === base && hostOf(mqtt.url) === hostOf(broker.url)) return [];
  const state = await bridgeState(broker, base, CLIENT).catch(() => undefined);
  return state === "online" ? [{ code: "other-mqtt", values: { program: PROGRAMS[program] } }] : [];
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/^localhost$/, "127.0.0.1") : url;
}

async function apiSigns({ program, bridgeid }: Suspect, ports: readonly number[]): Promise<readonly Note[]> {
  if (bridgeid === undefined) return [];
  const found = await Promise.all(
    ports.map(async (port) => ((await bridgeAt(port)) === bridgeid.toUpperCase() ? [port] : [])),
  );
  return found.flat().map((port) => ({ code: "other-api", values: { program: PROGRAMS[program], port } }));
}
