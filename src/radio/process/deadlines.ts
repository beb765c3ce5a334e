/**
 * Which order a frame belongs to, however deep in the converters it is sent. When its time is over the order has failed, and whoever gave
 * it was told so: none of its frames may go on air after that.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { within } from "./orders/within.ts";

export interface Underway {
  readonly isGivenUp: boolean;
}

const orders = new AsyncLocalStorage<Underway | undefined>();

export async function doWithin<Answer>(
  milliseconds: number,
  doing: () => Promise<Answer>,
  late: () => Error,
): Promise<Answer> {
  const order = { isGivenUp: false };
  const giveUp = () => {
    order.isGivenUp = true;
    return late();
  };
  return await within(milliseconds, orders.run(order, doing), giveUp);
}

/** What is begun here goes on whatever becomes of the order that led to it. */
export function regardless<Answer>(begun: () => Answer): Answer {
  return orders.run(undefined, begun);
}

/** What waited its turn is sent for the order that it belongs to, whoever made room for it. */
export function onBehalfOf<Answer>(order: Underway | undefined, send: () => Answer): Answer {
  return orders.run(order, send);
}

/** Undefined: what is sent now was not ordered. */
export function orderUnderway(): Underway | undefined {
  return orders.getStore();
}
