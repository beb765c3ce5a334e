/** Hands the orders of a wish to the radio, and what is only about reading to whom it concerns. */
import type { Values } from "../model/resource.ts";
import type { Errands } from "./orders.ts";
import type { Inside } from "./parts.ts";
import { BY_RADIO, type Known } from "./registry.ts";

/** Rejects with the first failure, when all orders have ended. */
export type Send = (device: Known, errands: Errands) => Promise<void>;

export function openSender({ store, radio }: Inside): Send {
  return async (device, { orders, options }) => {
    if (Object.keys(options).length > 0) {
      const all = { ...(store.get(device.address)?.attr.options as Values | undefined), ...options };
      store.patch(device.address, "attr", { options: all }, BY_RADIO);
      radio.setOptions(device.ieee, all);
    }
    await together(orders.map((order) => radio.order(order)));
  };
}

export async function together(asked: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(asked)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
