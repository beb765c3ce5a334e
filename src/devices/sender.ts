/** Hands orders to the radio: who answers is there. */
import type { Answers, Order } from "../model/radio.ts";
import type { Values } from "../model/resource.ts";
import type { Errands } from "./orders.ts";
import type { Inside } from "./parts.ts";
import { BY_RADIO, type Known } from "./registry.ts";

export interface Sender {
  /** One order for one device. */
  ask<O extends Order>(device: Known, order: O): Promise<Answers[O["do"]]>;
  /** All that a wish takes. Rejects with the first failure, when all orders have ended. */
  send(device: Known, errands: Errands): Promise<void>;
}

export function openSender({ store, radio }: Inside, answered: (device: Known) => void): Sender {
  const ask: Sender["ask"] = async (device, order) => {
    const answer = await radio.order(order);
    answered(device);
    return answer;
  };
  return {
    ask,
    send: async (device, { orders, options }) => {
      if (Object.keys(options).length > 0) {
        // How its values are read is no matter for the air: the converters are told, at each start again.
        const all = { ...(store.get(device.address)?.attr.options as Values | undefined), ...options };
        store.patch(device.address, "attr", { options: all }, BY_RADIO);
        radio.setOptions(device.ieee, all);
      }
      await together(orders.map((order) => ask(device, order)));
    },
  };
}

export async function together(asked: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(asked)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
