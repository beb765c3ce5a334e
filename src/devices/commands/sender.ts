/** Hands orders to the radio: a device that answers is there. */
import { type Answers, type Order, RadioError } from "../../model/radio/orders.ts";
import type { Values } from "../../model/resource.ts";
import { OpenWrites } from "../desired/desired-state.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO, type Device } from "../inventory/device-registry.ts";
import type { OrderStep } from "./cluster-commands.ts";
import type { DeviceOrders } from "./orders.ts";

export interface FailedStep {
  readonly step: OrderStep;
  readonly error: unknown;
}

/** Options of converters in the store of which it is not clear yet whether they are kept. */
interface WrittenOptions {
  keep(): void;
  undo(): void;
}

const ABSENT = Symbol("no such option");

export class Sender {
  readonly #context: Pick<DevicesContext, "store" | "radio" | "keep">;
  readonly #answered: (device: Device, values: Values) => void;
  readonly #options = new OpenWrites<unknown>();

  /** `answered` is also given the values that a device has taken, as the converters expect it to be now. */
  constructor(
    context: Pick<DevicesContext, "store" | "radio" | "keep">,
    answered: (device: Device, values: Values) => void,
  ) {
    this.#context = context;
    this.#answered = answered;
  }

  /** One order for one device. */
  async ask<O extends Order>(device: Device, order: O): Promise<Answers[O["do"]]> {
    const answer = await this.#context.radio.order(order);
    this.#answered(device, "state" in answer ? answer.state : {});
    return answer;
  }

  /** Sends all orders of a command. Answers the failed ones, when all have ended. */
  async attempt(device: Device, { steps, options }: DeviceOrders): Promise<readonly FailedStep[]> {
    if (Object.keys(options).length > 0) await this.setOptions(device, options);
    const failures = steps.map((step) =>
      this.#take(device, step).then(
        () => [],
        (error: unknown) => [{ step, error }],
      ),
    );
    return (await Promise.all(failures)).flat();
  }

  /** Sends all orders. Rejects with the first failure. */
  async send(device: Device, orders: DeviceOrders): Promise<void> {
    const [failed] = await this.attempt(device, orders);
    if (failed) throw failed.error;
  }

  /** Options only concern the converters, and nothing is sent. They are told again at each start. Rejects when the disk refuses them. */
  async setOptions(device: Device, options: Values): Promise<void> {
    const written = this.writeOptions(device, options);
    try {
      await this.#context.keep(device.address);
    } catch (error) {
      written.undo();
      throw error;
    }
    written.keep();
    this.#context.radio.setOptions(device.ieee, this.#optionsOf(device));
  }

  /** Only puts the options into the store, until it is clear whether they are kept. */
  writeOptions(device: Device, options: Values): WrittenOptions {
    const before = this.#optionsOf(device);
    const writes = Object.entries(options).map(([name, value]) => {
      const below = Object.hasOwn(before, name) ? before[name] : ABSENT;
      return { name, write: this.#options.open(`${device.address} ${name}`, value, below) };
    });
    this.#show(device, { ...before, ...options });
    return {
      keep: () => {
        for (const { write } of writes) write.keep();
      },
      undo: () => {
        for (const { name, write } of writes) {
          const undone = write.undo();
          if (!undone) continue;
          const { [name]: _, ...others } = this.#optionsOf(device);
          this.#show(device, undone.below === ABSENT ? others : { ...others, [name]: undone.below });
        }
      },
    };
  }

  #optionsOf({ address }: Device): Values {
    return (this.#context.store.get(address)?.attr.options ?? {}) as Values;
  }

  #show({ address }: Device, options: Values): void {
    this.#context.store.patch(address, "attr", { options }, BY_RADIO);
  }

  async #take(device: Device, { order, then }: OrderStep): Promise<void> {
    const answer = await this.ask(device, order);
    if (!then) return;
    const next = then("values" in answer ? answer.values : {});
    if (!next) throw new RadioError("refused", "it does not say where it is");
    await this.ask(device, next);
  }
}
