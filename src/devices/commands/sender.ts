/** Hands orders to the radio: who answers is there. */
import { type Answers, type Order, RadioError } from "../../model/radio.ts";
import type { Address, Values } from "../../model/resource.ts";
import { BY_RADIO, type Device } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import type { OrderStep } from "./cluster-commands.ts";
import type { DeviceOrders } from "./orders.ts";

export interface Sender {
  /** One order for one device. */
  ask<O extends Order>(device: Device, order: O): Promise<Answers[O["do"]]>;
  /** All that a wish takes. Answers what failed, when all orders have ended. */
  attempt(device: Device, errands: DeviceOrders): Promise<readonly Failed[]>;
  /** The same. Rejects with the first failure. */
  send(device: Device, errands: DeviceOrders): Promise<void>;
  /** How its values are read is no matter for the air: the converters are told, at each start again. Rejects when it cannot be kept. */
  setOptions(device: Device, options: Values): Promise<void>;
  /** Only puts them into the store, until it is clear whether they are kept. */
  noteOptions(device: Device, options: Values): { kept(): void; takeBack(): void };
}

export interface Failed {
  readonly step: OrderStep;
  readonly error: unknown;
}

interface OptionsNote {
  readonly device: Address;
  readonly options: Values;
  before: Values; // as it would be without
}

export function openSender({ store, radio, keep }: DevicesContext, answered: (device: Device) => void): Sender {
  const ask: Sender["ask"] = async (device, order) => {
    const answer = await radio.order(order);
    answered(device);
    return answer;
  };
  let notes: readonly OptionsNote[] = [];
  const optionsOf = ({ address }: Device) => (store.get(address)?.attr.options ?? {}) as Values;
  const note = ({ address }: Device, options: Values) => store.patch(address, "attr", { options }, BY_RADIO);
  const noteOptions: Sender["noteOptions"] = (device, options) => {
    const own: OptionsNote = { device: device.address, options, before: optionsOf(device) };
    notes = [...notes, own];
    note(device, { ...own.before, ...options });
    return {
      kept: () => {
        notes = notes.filter((each) => each !== own);
      },
      takeBack: () => {
        const behind = notes.slice(notes.indexOf(own) + 1).filter((each) => each.device === own.device);
        notes = notes.filter((each) => each !== own);
        for (const name of Object.keys(options)) {
          const above = behind.find((each) => Object.hasOwn(each.options, name));
          if (above) above.before = restored(above.before, name, own.before);
          else note(device, restored(optionsOf(device), name, own.before));
        }
      },
    };
  };
  const setOptions: Sender["setOptions"] = async (device, options) => {
    const noted = noteOptions(device, options);
    try {
      await keep(device.address);
    } catch (error) {
      noted.takeBack();
      throw error;
    }
    noted.kept();
    radio.setOptions(device.ieee, optionsOf(device));
  };
  const take = async (device: Device, { order, then }: OrderStep) => {
    const answer = await ask(device, order);
    if (!then) return;
    const next = then("values" in answer ? answer.values : {});
    if (!next) throw new RadioError("refused", "it does not say where it is");
    await ask(device, next);
  };
  const attempt: Sender["attempt"] = async (device, { steps, options }) => {
    if (Object.keys(options).length > 0) await setOptions(device, options);
    const failures = steps.map((step) =>
      take(device, step).then(
        () => [],
        (error: unknown) => [{ step, error }],
      ),
    );
    return (await Promise.all(failures)).flat();
  };
  return {
    ask,
    setOptions,
    noteOptions,
    attempt,
    send: async (device, errands) => {
      const [failed] = await attempt(device, errands);
      if (failed) throw failed.error;
    },
  };
}

function restored(values: Values, name: string, from: Values): Values {
  const { [name]: _, ...others } = values;
  return Object.hasOwn(from, name) ? { ...others, [name]: from[name] } : others;
}

export async function together(asked: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(asked)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
