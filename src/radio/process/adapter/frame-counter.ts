/**
 * The counter of the frames that the stick has sent, asked of the stick itself. Devices drop a frame that does not count on, so another
 * stick has to begin above it; herdsman asks once a day at most, and one family not at all.
 */
import type { Stop } from "../../../model/resource.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";

interface Counters {
  readonly extendedPanID: Buffer;
  readonly FrameCounter: number;
}

/** Private parts of herdsman's Z-Stack adapter. */
export interface ZStackManager {
  readonly options: { readonly version: number };
  readonly nwkOptions: { readonly extendedPanId: Buffer };
  readonly backup: {
    getNetworkSecurityMaterialTable(version: number): Promise<{ readonly used: readonly Counters[] }>;
  };
}

interface EmberParts {
  readonly ezsp: EmberCommands;
  readonly queue: { execute<Answer>(run: () => Promise<Answer>): Promise<Answer> };
}

export interface EmberCommands {
  ezspGetNetworkKeyInfo(): Promise<[status: number, keys: { readonly networkKeyFrameCounter: number }]>;
}

interface DeconzParts {
  readonly driver: { readParameterRequest(parameter: number): Promise<number | null> };
}

const READ_EVERY = 600_000; // milliseconds
const OK = 0;
const FRAME_COUNTER = 0x27; // a parameter of deCONZ sticks
const WITHOUT_TABLE = 0; // Z-Stack 1.2
const ANY_NETWORK = Buffer.alloc(8, 0xff);

const READERS: Readonly<Record<string, (adapter: HerdsmanAdapter) => Promise<number | undefined>>> = {
  zstack: async (adapter) =>
    await zStackCounter((adapter as unknown as { adapterManager: ZStackManager }).adapterManager),
  ember: async (adapter) => {
    const { ezsp, queue } = adapter as unknown as EmberParts;
    return await queue.execute(async () => await emberCounter(ezsp));
  },
  deconz: async (adapter) => {
    const { driver } = adapter as unknown as DeconzParts;
    return (await driver.readParameterRequest(FRAME_COUNTER)) ?? undefined; // old firmware does not tell it
  },
};

/** Undefined where the stick does not tell it. */
export async function readFrameCounter(adapter: HerdsmanAdapter, kind: string): Promise<number | undefined> {
  return await READERS[kind]?.(adapter).catch(() => undefined);
}

/** `counted` is told it now and then. */
export function watchFrameCounter(adapter: HerdsmanAdapter, kind: string, counted: (counter: number) => void): Stop {
  const read = async () => {
    const counter = await readFrameCounter(adapter, kind);
    if (counter !== undefined) counted(counter);
  };
  const timer = setInterval(() => void read(), READ_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/** As the stick keeps it over a power cut, some frames behind. */
export async function zStackCounter({ options, nwkOptions, backup }: ZStackManager): Promise<number | undefined> {
  if (options.version === WITHOUT_TABLE) return undefined;
  const { used } = await backup.getNetworkSecurityMaterialTable(options.version);
  const of = (network: Buffer) => used.find(({ extendedPanID }) => extendedPanID.equals(network))?.FrameCounter;
  return of(nwkOptions.extendedPanId) ?? of(ANY_NETWORK);
}

export async function emberCounter(ezsp: EmberCommands): Promise<number | undefined> {
  const [status, { networkKeyFrameCounter }] = await ezsp.ezspGetNetworkKeyInfo();
  return status === OK ? networkKeyFrameCounter : undefined;
}
