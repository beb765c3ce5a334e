/**
 * Keeps a house from losing its network. Herdsman forms a new network where the stick and its backup do not fit the house, and then forgets
 * all devices: with devices, Z-Stack and EmberZNet sticks are kept from that before they do it; of others the devices are kept at least.
 * A stick that was in this network before another one took it over counts too low for the devices: it is given the network anew.
 */
import { Adapter } from "zigbee-herdsman/dist/adapter/adapter.js";
import { ExplainedError } from "../end-reasons.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { type EmberCommands, emberCounter, type ZStackManager, zStackCounter } from "./frame-counter.ts";
import { wrap } from "./wrapping.ts";
import { type RestoredBackup, restoreWhatFits } from "./zstack-patches.ts";

/** Private parts of herdsman's adapter for EmberZNet. */
interface EmberAdapter {
  readonly ezsp: EmberCommands & {
    ezspLeaveNetwork(...parameters: unknown[]): Promise<unknown>;
    ezspNetworkInit(...parameters: unknown[]): Promise<unknown>;
    ezspGetNetworkParameters(): Promise<readonly [status: number, type: number, parameters: unknown]>;
    ezspFormNetwork(...parameters: unknown[]): Promise<unknown>;
  };
  formNetwork(isFromBackup: boolean, ...parameters: unknown[]): Promise<unknown>;
}

/** Private parts of herdsman's backup for Z-Stack. */
interface BackupWriter {
  readonly nv: { writeTable(...table: unknown[]): Promise<unknown> };
  restoreBackup(this: BackupWriter, backup: RestoredBackup): Promise<unknown>;
}

interface NetworkGuard {
  /** The backup to restore has the network that the stick is to be in, on its channel. */
  readonly canRestore: boolean;
  /** The frame counter that is known of the network: a stick that is behind it was not the last one. */
  readonly counter: number;
  /**
   * From now on the stick may count from where it is told to: on the disk before it does, so that no other one is ever told to begin where this one
   * did. Not a step sooner, because a stick that refuses an earlier one is tried again and again, and the numbers for frames must last.
   */
  readonly given: () => void;
  readonly warn: (text: string) => void;
}

const FOREIGN =
  "the stick is not in the network that the devices joined, and its backup does not fit: plug the former stick in again, restore a backup of the gateway, or choose a new data folder and join all devices again";
const NOT_JOINED = 0x17;
const NO_COORDINATOR = 0; // a type of node

/** For the next adapter that herdsman makes. */
export async function guardNetwork(kind: string, guard: NetworkGuard): Promise<void> {
  if (kind === "zstack") await guardZStack(guard);
  prepareAdapter((adapter) => {
    if (kind === "ember") guardEmber(adapter, guard);
    if (kind === "deconz") guardDeconz(adapter, guard);
    keepDevices(adapter, guard);
  });
}

/** The next adapter that herdsman makes is changed before it starts. */
export function prepareAdapter(change: (adapter: HerdsmanAdapter) => void): void {
  const create = Adapter.create;
  Adapter.create = async (...parameters) => {
    Adapter.create = create;
    const adapter = await create.apply(Adapter, parameters);
    change(adapter);
    return adapter;
  };
}

async function guardZStack({ canRestore, counter, given, warn }: NetworkGuard): Promise<void> {
  const { ZnpAdapterManager } = await import("zigbee-herdsman/dist/adapter/z-stack/adapter/manager.js");
  const manager = ZnpAdapterManager.prototype as unknown as { determineStrategy(): Promise<string> };
  const determine = manager.determineStrategy;
  manager.determineStrategy = async function (this: ZStackManager) {
    const strategy = await determine.call(this as never);
    if (strategy === "startCommissioning") throw new ExplainedError(FOREIGN);
    if (strategy !== "startup" || !canRestore) return strategy;
    return isBehind(await zStackCounter(this).catch(() => undefined), counter) ? "restoreBackup" : strategy;
  };
  const { AdapterBackup } = await import("zigbee-herdsman/dist/adapter/z-stack/adapter/adapter-backup.js");
  const writer = AdapterBackup.prototype as unknown as BackupWriter;
  const restore = writer.restoreBackup;
  writer.restoreBackup = async function (this: BackupWriter, backup) {
    wrap(this.nv, "writeTable", async (write, ...table) => {
      given(); // the first of all tables is that of the counters
      return await write(...table);
    });
    return await restoreWhatFits(backup, () => restore.call(this, backup), warn);
  };
}

/** It leaves a network that does not fit before it looks for the backup. */
function guardEmber(adapter: HerdsmanAdapter, { canRestore, counter, given }: NetworkGuard): void {
  const ember = adapter as unknown as EmberAdapter;
  const { ezsp } = ember;
  wrap(ezsp, "ezspLeaveNetwork", async (leave, ...parameters) => {
    if (!canRestore) throw new ExplainedError(FOREIGN);
    return await leave(...parameters);
  });
  wrap(ember, "formNetwork", async (form, isFromBackup, ...parameters) => {
    if (isFromBackup !== true) throw new ExplainedError(FOREIGN);
    return await form(isFromBackup, ...parameters);
  });
  wrap(ezsp, "ezspFormNetwork", async (form, ...parameters) => {
    given(); // its former counter does not matter, it was in no network
    return await form(...parameters);
  });
  let isAsked = false; // herdsman asks it first at the start, and leaves where it is no coordinator
  wrap(ezsp, "ezspGetNetworkParameters", async (get) => {
    const [status, type, parameters] = await get();
    if (isAsked || !canRestore) return [status, type, parameters];
    isAsked = true;
    const isLeft = isBehind(await emberCounter(ezsp).catch(() => undefined), counter);
    return [status, isLeft ? NO_COORDINATOR : type, parameters];
  });
}

/** An EmberZNet stick that is told to start is in the network that it was in last, until it leaves that: another stick may have it now. */
export function startOffAir(adapter: HerdsmanAdapter): void {
  const { ezsp } = adapter as unknown as EmberAdapter;
  wrap(ezsp, "ezspNetworkInit", async () => NOT_JOINED);
}

/** It only writes the counter when it takes the network for a new one, and looks for that last of all. */
function guardDeconz(adapter: HerdsmanAdapter, { counter }: NetworkGuard): void {
  const driver = (adapter as unknown as { driver?: DeconzDriver }).driver;
  if (!driver) return;
  wrap(driver, "isNetworkConfigurationValid", (isValid) => {
    const isFit = isValid();
    if (!driver.configMatchesBackup || driver.paramFrameCounter >= counter) return isFit;
    driver.configIsNewNetwork = true;
    return false;
  });
}

interface DeconzDriver {
  isNetworkConfigurationValid: () => boolean;
  readonly configMatchesBackup: boolean;
  readonly paramFrameCounter: number;
  configIsNewNetwork: boolean;
}

function isBehind(counter: number | undefined, known: number): boolean {
  return counter !== undefined && counter < known;
}

/** Herdsman empties its database when it hears "reset". */
function keepDevices(adapter: HerdsmanAdapter, { warn }: NetworkGuard): void {
  wrap(adapter, "start", async (start) => {
    const result = await start();
    if (result !== "reset") return result;
    warn("the stick had lost its network, and has formed it anew: devices that stay silent have to join again");
    return "resumed";
  });
}
