/**
 * A device may have another address in the network although the stick has not heard it say so: a frame to it then goes nowhere. Herdsman
 * asks all for its address only with Z-Stack; with the others it is asked for here, and herdsman takes the answer.
 */
import { Zdo } from "zigbee-herdsman";
import type { DeliveryLoss } from "../../../model/doctor/deliveries.ts";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { lossOf } from "../orders/order-failures.ts";
import { wrap } from "./wrapping.ts";

const EVERY = 60_000; // milliseconds, for each device
const BETWEEN = 2_000; // each question is repeated by every router
const ALL_THAT_LISTEN = 0xfffd;
const UNHEARD: readonly DeliveryLoss[] = ["no-ack", "no-route", "silent"]; // an EmberZNet says only after five seconds that a frame was not delivered

/** `listens`: others do not hear the question, and tell their address when they wake. */
export function searchAddresses(adapter: HerdsmanAdapter, listens: (ieee: Ieee) => boolean): void {
  const asked = new Map<Ieee, number>();
  let last = Number.NEGATIVE_INFINITY;
  const search = (ieee: Ieee) => {
    const now = performance.now();
    if (now - last < BETWEEN || now - (asked.get(ieee) ?? Number.NEGATIVE_INFINITY) < EVERY || !listens(ieee)) return;
    asked.set(ieee, now);
    last = now;
    const cluster = Zdo.ClusterId.NETWORK_ADDRESS_REQUEST;
    const question = Zdo.Buffalo.buildRequest(adapter.hasZdoMessageOverhead, cluster, ieee as `0x${string}`, false, 0);
    adapter.sendZdo(ieee, ALL_THAT_LISTEN, cluster, question, true).catch(() => {}); // it is asked again with the next loss
  };
  wrap(adapter, "sendZclFrameToEndpoint", async (send, ...request) => {
    try {
      return await send(...request);
    } catch (error) {
      const loss = lossOf(error);
      if (loss !== undefined && UNHEARD.includes(loss)) search(request[0]);
      throw error;
    }
  });
}
