/**
 * Keeps a house from losing its network. Herdsman forms a new network where the stick and its backup do not fit the house, and then forgets
 * all devices: with devices, Z-Stack and EmberZNet sticks are kept from that before they do it; of others the devices are kept at least.
 */
import { Adapter } from "zigbee-herdsman/dist/adapter/adapter.js";
import { ExplainedError } from "../end-reasons.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";

type AdapterMethod = (...parameters: unknown[]) => Promise<unknown>;
type Methods = Record<string, AdapterMethod>;

export interface NetworkGuard {
  /** The backup has the network that the stick is to be in, on its channel. */
  readonly canRestore: boolean;
  readonly warn: (text: string) => void;
}

const FOREIGN =
  "the stick is not in the network that the devices joined, and its backup does not fit: plug the former stick in again, restore a backup of the gateway, or choose a new data folder and join all devices again";

/** For the next adapter that herdsman makes. */
export async function guardNetwork(kind: string, guard: NetworkGuard): Promise<void> {
  if (kind === "zstack") await guardZStack();
  const create = Adapter.create;
  Adapter.create = async (...parameters) => {
    Adapter.create = create;
    const adapter = await create.apply(Adapter, parameters);
    if (kind === "ember") guardEmber(adapter, guard);
    keepDevices(adapter, guard);
    return adapter;
  };
}

async function guardZStack(): Promise<void> {
  const { ZnpAdapterManager } = await import("zigbee-herdsman/dist/adapter/z-stack/adapter/manager.js");
  const manager = ZnpAdapterManager.prototype as unknown as Methods;
  wrap(manager, "determineStrategy", async (determine) => {
    const strategy = await determine();
    if (strategy === "startCommissioning") throw new ExplainedError(FOREIGN);
    return strategy;
  });
}

/** It leaves a network that does not fit before it looks for the backup. */
function guardEmber(adapter: HerdsmanAdapter, { canRestore }: NetworkGuard): void {
  const { ezsp } = adapter as unknown as { readonly ezsp: Methods };
  wrap(ezsp, "ezspLeaveNetwork", async (leave) => {
    if (!canRestore) throw new ExplainedError(FOREIGN);
    return await leave();
  });
  wrap(adapter as unknown as Methods, "formNetwork", async (form, isFromBackup) => {
    if (isFromBackup !== true) throw new ExplainedError(FOREIGN);
    return await form();
  });
}

/** Herdsman empties its database when it hears "reset". */
function keepDevices(adapter: HerdsmanAdapter, { warn }: NetworkGuard): void {
  const start = adapter.start.bind(adapter);
  adapter.start = async () => {
    const result = await start();
    if (result !== "reset") return result;
    warn("the stick had lost its network, and has formed it anew: devices that stay silent have to join again");
    return "resumed";
  };
}

/** `call`: the method as it was, with what it was called with. */
function wrap(
  owner: Methods,
  name: string,
  around: (call: () => Promise<unknown>, ...parameters: unknown[]) => Promise<unknown>,
): void {
  const method = owner[name];
  if (!method) throw new Error(`herdsman has no ${name} any more`);
  owner[name] = async function (this: unknown, ...parameters: unknown[]) {
    return await around(() => method.apply(this, parameters), ...parameters);
  };
}
