/**
 * Whether the stick itself still lives. A stick whose firmware hangs keeps its serial line open and says nothing for ever; that no device
 * answers says nothing about it. When nothing has come from the stick for a while it is asked something that it must answer by itself.
 */
import type { Stop } from "../../../model/resource.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";

/** Private parts of an adapter, as herdsman has them. */
type AdapterPart = Readonly<Record<string, unknown>>;
type AdapterCall = (...parameters: readonly unknown[]) => Promise<unknown>;

interface LifeSign {
  /** Where the part is that has the serial line open. */
  readonly port: readonly string[];
  /** Asks the stick itself. Absent: the adapter does so all the time. */
  readonly ask?: (adapter: AdapterPart) => Promise<unknown>;
}

const SYSTEM = 1; // a subsystem of Z-Stack

/** By kind of adapter; others cannot be asked anything that is not answered by herdsman alone. */
const LIFE_SIGNS: Readonly<Record<string, LifeSign>> = {
  zstack: { port: ["znp"], ask: (adapter) => call(adapter, ["znp"], "request", SYSTEM, "ping", { capabilities: 1 }) },
  ember: { port: ["ezsp", "ash"], ask: (adapter) => call(adapter, ["ezsp"], "ezspNetworkState") },
  deconz: { port: ["driver"] },
  zboss: { port: ["driver", "port"], ask: (adapter) => call(adapter, [], "getCoordinatorVersion") },
  zigate: { port: ["driver"], ask: (adapter) => call(adapter, [], "getCoordinatorVersion") },
};

const CHECKS_EVERY = 2000; // milliseconds
/** Checks are counted, not milliseconds: a process that was itself stopped for long must not take its stick for dead. */
const ASKED_AFTER = 2; // silent checks, and then every other time
const SILENT_AFTER = 6;

/** `silent` is told once. */
export function watchStick(adapter: HerdsmanAdapter, kind: string, silent: () => void): Stop {
  const sign = LIFE_SIGNS[kind];
  const parts = adapter as unknown as AdapterPart;
  const owner = sign && partAt(parts, sign.port);
  const port = owner && (owner.serialPort ?? owner.socketPort);
  if (!sign || !isPort(port)) return () => {};
  let checks = 0;
  const heard = () => {
    checks = 0;
  };
  port.on("data", heard);
  const timer = setInterval(() => {
    checks += 1;
    if (checks >= SILENT_AFTER) {
      stop();
      silent();
    } else if (checks % ASKED_AFTER === 0) sign.ask?.(parts).catch(() => {}); // a stick that gives any answer lives
  }, CHECKS_EVERY);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    port.off("data", heard);
  };
  return stop;
}

interface DataPort {
  on(event: "data", listener: () => void): unknown;
  off(event: "data", listener: () => void): unknown;
}

function isPort(port: unknown): port is DataPort {
  return typeof port === "object" && port !== null && "on" in port && "off" in port;
}

function partAt(adapter: AdapterPart, path: readonly string[]): AdapterPart | undefined {
  let found: AdapterPart | undefined = adapter;
  for (const name of path) found = found?.[name] as AdapterPart | undefined;
  return found;
}

async function call(adapter: AdapterPart, path: readonly string[], name: string, ...parameters: readonly unknown[]) {
  const owner = partAt(adapter, path);
  const method = owner?.[name];
  return typeof method === "function" ? await (method as AdapterCall).apply(owner, [...parameters]) : undefined;
}
