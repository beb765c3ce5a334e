/**
 * Changes inside zigbee-herdsman: a frame that it cannot digest would end the process, a burst of frames would hold the
 * process up for minutes, each step of a configuration would write the whole database, and a model may be kept as no text.
 */
import { wordsOf } from "../../../model/errors.ts";
import { RadioError } from "../../../model/radio/orders.ts";
import { within } from "../deadlines.ts";
import { isSystemError } from "../end-reasons.ts";
import type { Herdsman, HerdsmanAdapter } from "../herdsman.ts";

type AdapterListener = (...event: unknown[]) => unknown;

const ADAPTER_EVENTS = ["zclPayload", "zdoResponse", "deviceJoined", "deviceLeave"] as const;

/** A frame that herdsman fails on is lost alone. `broken`: it was not the frame's fault, but the disk's. */
export function guardAdapter(
  adapter: HerdsmanAdapter,
  warn: (text: string) => void,
  broken: (error: unknown) => void,
): void {
  const fail = (error: unknown) => {
    if (isSystemError(error)) broken(error);
    else warn(`a frame could not be understood: ${wordsOf(error)}`);
  };
  for (const event of ADAPTER_EVENTS) {
    const listeners = adapter.listeners(event) as AdapterListener[];
    adapter.removeAllListeners(event);
    for (const listener of listeners) {
      const guarded: AdapterListener = async (...what) => {
        try {
          await listener(...what);
        } catch (error) {
          fail(error);
        }
      };
      adapter.on(event, guarded as never);
    }
  }
}

const SEARCH = 20_000; // milliseconds, beside the answer's own time, for a device that is looked for meanwhile
const CONFIRMED = 10_000; // milliseconds, beside the answer's own time, until the stick has told the fate of a frame
const ANSWERED = 30_000; // milliseconds for a call that names no time of its own
const READ = 120_000; // milliseconds for all that an old stick with hundreds of keys holds

/** Milliseconds that a call of the adapter may take at most. */
const LIMITS: Readonly<Record<string, (...parameters: never[]) => number>> = {
  sendZclFrameToEndpoint: (
    ...[, , , , timeout, , noRecovery]: Parameters<HerdsmanAdapter["sendZclFrameToEndpoint"]>
  ) => (noRecovery ? timeout + CONFIRMED : 2 * timeout + SEARCH),
  sendZclFrameToGroup: () => ANSWERED,
  sendZclFrameToAll: () => ANSWERED,
  sendZdo: () => ANSWERED,
  permitJoin: () => ANSWERED,
  addInstallCode: () => ANSWERED,
  backup: () => READ,
};

/** Some sticks never tell the fate of a frame, and herdsman waits for ever: then the place of that frame would stay taken. */
export function limitAdapterCalls(adapter: HerdsmanAdapter): void {
  const methods = adapter as unknown as Record<string, (...parameters: never[]) => Promise<unknown>>;
  for (const [name, limitOf] of Object.entries(LIMITS)) {
    const call = methods[name]?.bind(adapter);
    if (!call) continue;
    methods[name] = async (...parameters) =>
      await within(limitOf(...parameters), call(...parameters), () => new RadioError("timeout", "it does not answer"));
  }
}

/** As node's streams call it. */
interface StreamParser {
  _transform: (chunk: Buffer, encoding: string, done: (error?: Error | null) => void) => void;
}

const CHUNK = 256; // bytes; some frames
/** Where the parser is, by kind of adapter: private there. */
const PARSERS: Readonly<Record<string, readonly string[]>> = {
  zstack: ["znp", "unpiParser"],
  zboss: ["driver", "port", "reader"],
};

/** Some parsers put all that is still unread into words after each frame, for a log that is not kept. So they are given little at a time. */
export function parseInChunks(adapter: HerdsmanAdapter, kind: string): void {
  let found: unknown = PARSERS[kind] && adapter;
  for (const name of PARSERS[kind] ?? []) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  const parser = found as StreamParser | undefined;
  if (typeof parser?._transform !== "function") return;
  const transform = parser._transform.bind(parser);
  parser._transform = (chunk, encoding, done) => {
    let failure: Error | null | undefined;
    const noted = (error?: Error | null) => {
      failure ??= error;
    };
    for (let at = 0; at < chunk.length; at += CHUNK) transform(chunk.subarray(at, at + CHUNK), encoding, noted);
    done(failure);
  };
}

/** As herdsman has them. */
interface DatabaseEntry {
  readonly id: number;
  readonly interviewState?: string;
}

interface HerdsmanDatabase {
  readonly entries: ReadonlyMap<number, DatabaseEntry>;
  update(entry: DatabaseEntry, write: boolean): void;
  write(): void;
}

const INTERVIEWED = "SUCCESSFUL";
const BATCHED_FOR = 1000; // milliseconds

/**
 * Herdsman writes its whole database to the disk, and waits for that, after each single step of a configuration. Here steps that follow
 * each other are written once; a new or a deleted device at once, and the facts of an interview, too. `broken`: the disk did not take it.
 */
export function batchDatabaseSaves(herdsman: Herdsman, broken: (error: unknown) => void): void {
  const { database } = herdsman as unknown as { readonly database: HerdsmanDatabase };
  const update = database.update.bind(database);
  const write = database.write.bind(database);
  let timer: NodeJS.Timeout | undefined;

  const writeNow = () => {
    try {
      database.write();
    } catch (error) {
      broken(error);
    }
  };
  database.write = () => {
    clearTimeout(timer);
    timer = undefined;
    write();
  };
  database.update = (entry, isLasting) => {
    const before = database.entries.get(entry.id)?.interviewState;
    const isNewlyInterviewed = entry.interviewState === INTERVIEWED && before !== INTERVIEWED;
    update(entry, false);
    if (!isLasting) return;
    if (isNewlyInterviewed) writeNow();
    else timer ??= setTimeout(writeNow, BATCHED_FOR).unref();
  };
}

const TEXTS = ["modelId", "manufacturerName", "dateCode", "swBuildId"];
const patched = new WeakSet<object>();

/** Herdsman keeps each value that a device reports as its model, for ever, of any type: here it keeps only texts. */
export function keepOnlyTexts(prototype: { updateGenBasic(data: object): void }): void {
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const update = prototype.updateGenBasic;
  prototype.updateGenBasic = function (data) {
    const fits = ([name, value]: [string, unknown]) => typeof value === "string" || !TEXTS.includes(name);
    update.call(this, Object.fromEntries(Object.entries(data).filter(fits)));
  };
}
