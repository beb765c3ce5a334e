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
  /** How its values are read is no matter for the air: the converters are told, at each start again. Rejects when it cannot be kept. */
  setOptions(device: Known, options: Values): Promise<void>;
}

export function openSender({ store, radio, keep }: Inside, answered: (device: Known) => void): Sender {
  const ask: Sender["ask"] = async (device, order) => {
    const answer = await radio.order(order);
    answered(device);
    return answer;
  };
  const optionsOf = ({ address }: Known) => (store.get(address)?.attr.options ?? {}) as Values;
  const note = ({ address }: Known, options: Values) => store.patch(address, "attr", { options }, BY_RADIO);
  const setOptions: Sender["setOptions"] = async (device, options) => {
    const before = optionsOf(device);
    note(device, { ...before, ...options });
    try {
      await keep(device.address);
    } catch (error) {
      const others = Object.entries(optionsOf(device)).filter(([name]) => !Object.hasOwn(options, name));
      const older = Object.entries(before).filter(([name]) => Object.hasOwn(options, name));
      note(device, Object.fromEntries([...others, ...older]));
      throw error;
    }
    radio.setOptions(device.ieee, optionsOf(device));
  };
  return {
    ask,
    setOptions,
    send: async (device, { orders, options }) => {
      if (Object.keys(options).length > 0) await setOptions(device, options);
      await together(orders.map((order) => ask(device, order)));
    },
  };
}

export async function together(asked: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(asked)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
