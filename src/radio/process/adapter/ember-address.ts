/**
 * The address of an EmberZNet stick. Devices report to the address of their coordinator, and current firmware keeps one beside its maker's: so a stick
 * that takes the place of another one has that one's address, and nothing has to be set up anew. It is obeyed when the stick has started once more.
 */
import type { Ieee } from "../../../model/radio/device-facts.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";

/** Private parts of herdsman's adapter. */
interface EmberAdapter {
  readonly ezsp: Ezsp;
  readonly multicastTable: number[];
  initEzsp: () => Promise<string>;
}

interface Ezsp {
  initialVersionSent: boolean;
  ezspNetworkInit: (...parameters: unknown[]) => Promise<unknown>;
  ezspGetEui64(): Promise<string>;
  ezspGetTokenData(token: number, index: number): Promise<[status: number, value: TokenValue]>;
  ezspSetTokenData(token: number, index: number, value: TokenValue): Promise<number>;
  stop(): Promise<void>;
  ash: Line;
}

interface Line {
  readonly portOptions: unknown;
}

interface TokenValue {
  readonly size: number;
  readonly data: Buffer;
}

const OK = 0;
const TOKENS: readonly number[] = [0x1e12a, 0xe12a]; // where the address stands, in newer firmware and in older
const NO_ADDRESS = Buffer.alloc(8, 0xff); // then its maker's counts

class StartAgain extends Error {}

/** Before it starts. Undefined: its maker's address. A stick that cannot be given one goes on with its own. */
export function giveAddress(adapter: HerdsmanAdapter, wanted: Ieee | undefined): void {
  const ember = adapter as unknown as EmberAdapter;
  const { ezsp } = ember;
  const [init, initNetwork] = [ember.initEzsp.bind(ember), ezsp.ezspNetworkInit.bind(ezsp)];
  let isTried = false;
  ezsp.ezspNetworkInit = async (...parameters) => {
    const isFirst = !isTried;
    isTried = true;
    if (isFirst && (await isWritten(ezsp, wanted).catch(() => false))) throw new StartAgain();
    return await initNetwork(...parameters);
  };
  ember.initEzsp = async () => {
    try {
      return await init();
    } catch (error) {
      if (!(error instanceof StartAgain)) throw error;
      await ezsp.stop();
      ezsp.ash = new (ezsp.ash.constructor as new (options: unknown) => Line)(ezsp.ash.portOptions); // it counts its frames from the first one on
      ezsp.initialVersionSent = false;
      ember.multicastTable.length = 0;
      return await init();
    }
  };
}

/** False where there is nothing to write, or it cannot be written. */
async function isWritten(ezsp: Ezsp, wanted: Ieee | undefined): Promise<boolean> {
  if ((await ezsp.ezspGetEui64()) === wanted) return false;
  const data = wanted === undefined ? NO_ADDRESS : Buffer.from(wanted.slice(2), "hex").reverse();
  for (const token of TOKENS) {
    const [status, before] = await ezsp.ezspGetTokenData(token, 0);
    if (status !== OK) continue;
    if (before.data.equals(data)) return false; // it is not obeyed
    return (await ezsp.ezspSetTokenData(token, 0, { size: data.length, data })) === OK;
  }
  return false;
}
