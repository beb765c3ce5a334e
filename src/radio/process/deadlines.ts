/**
 * Deadlines: no request to the radio may wait for ever. An order whose time is over has failed, and the gateway was told so: none
 * of its frames may go on air after that, however deep in the converters they are sent.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface RunningOrder {
  readonly isGivenUp: boolean;
  readonly isBackground: boolean; // no person waits for its effect
}

/** A frame was not sent, because its order has been given up. */
export class AbandonedError extends Error {
  constructor() {
    super("nobody waits for it any more");
  }
}

const orders = new AsyncLocalStorage<RunningOrder | undefined>();

/** As the promise, or rejected with the reason when that takes longer. */
export function within<Value>(milliseconds: number, promise: Promise<Value>, late: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

interface OrderLimit {
  readonly deadline: number; // milliseconds
  readonly isBackground?: boolean;
}

export async function runOrder<Answer>(
  { deadline, isBackground = false }: OrderLimit,
  run: () => Promise<Answer>,
  late: () => Error,
): Promise<Answer> {
  const order = { isGivenUp: false, isBackground };
  const giveUp = () => {
    order.isGivenUp = true;
    return late();
  };
  return await within(deadline, orders.run(order, run), giveUp);
}

/** Work that is begun here goes on, even if the order that led to it fails. */
export function outsideOrder<Answer>(run: () => Answer): Answer {
  return orders.run(undefined, run);
}

/** A frame that waited its turn is sent for the order that it belongs to, whichever order made room for it. */
export function onBehalfOf<Answer>(order: RunningOrder | undefined, send: () => Answer): Answer {
  return orders.run(order, send);
}

/** Undefined: no order led to the frame that is sent now. */
export function currentOrder(): RunningOrder | undefined {
  return orders.getStore();
}
