/**
 * Whether the stick itself still lives. One whose firmware hangs keeps its line open and says nothing for ever; that no device answers says
 * nothing about it. When nothing has come from it for a while it is asked something that it must answer by itself.
 */
import type { Stop } from "../../../model/resource.ts";
import type { Adapter } from "../herdsman.ts";

/** Private parts of an adapter, as herdsman has them. */
type Inside = Readonly<Record<string, unknown>>;
type Call = (...what: readonly unknown[]) => Promise<unknown>;

interface Signs {
  /** Where the part is that has the line open. */
  readonly line: readonly string[];
  /** Asks the stick itself. Absent: the adapter does so all the time. */
  readonly ask?: (adapter: Inside) => Promise<unknown>;
}

const SYSTEM = 1; // a subsystem of Z-Stack

/** By kind of adapter; others cannot be asked anything that is not answered by herdsman alone. */
const SIGNS: Readonly<Record<string, Signs>> = {
  zstack: { line: ["znp"], ask: (adapter) => call(adapter, ["znp"], "request", SYSTEM, "ping", { capabilities: 1 }) },
  ember: { line: ["ezsp", "ash"], ask: (adapter) => call(adapter, ["ezsp"], "ezspNetworkState") },
  deconz: { line: ["driver"] },
  zboss: { line: ["driver", "port"], ask: (adapter) => call(adapter, [], "getCoordinatorVersion") },
  zigate: { line: ["driver"], ask: (adapter) => call(adapter, [], "getCoordinatorVersion") },
};

const LOOKS_EVERY = 2000; // milliseconds
/** Looks are counted, not milliseconds: a process that was itself stopped for long must not take its stick for dead. */
const ASKED_AFTER = 2; // silent looks, and then every other time
const SILENT_AFTER = 6;

/** `silent` is told once. */
export function watchStick(adapter: Adapter, kind: string, silent: () => void): Stop {
  const signs = SIGNS[kind];
  const inside = adapter as unknown as Inside;
  const owner = signs && within(inside, signs.line);
  const line = owner && (owner.serialPort ?? owner.socketPort);
  if (!signs || !isLine(line)) return () => {};
  let looks = 0;
  const heard = () => {
    looks = 0;
  };
  line.on("data", heard);
  const timer = setInterval(() => {
    looks += 1;
    if (looks >= SILENT_AFTER) {
      stop();
      silent();
    } else if (looks % ASKED_AFTER === 0) signs.ask?.(inside).catch(() => {}); // whatever it answers, it answers
  }, LOOKS_EVERY);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    line.off("data", heard);
  };
  return stop;
}

interface Line {
  on(event: "data", hear: () => void): unknown;
  off(event: "data", hear: () => void): unknown;
}

function isLine(line: unknown): line is Line {
  return typeof line === "object" && line !== null && "on" in line && "off" in line;
}

function within(from: Inside, path: readonly string[]): Inside | undefined {
  let found: Inside | undefined = from;
  for (const name of path) found = found?.[name] as Inside | undefined;
  return found;
}

async function call(adapter: Inside, path: readonly string[], name: string, ...what: readonly unknown[]) {
  const owner = within(adapter, path);
  const asks = owner?.[name];
  return typeof asks === "function" ? await (asks as Call).apply(owner, [...what]) : undefined;
}
