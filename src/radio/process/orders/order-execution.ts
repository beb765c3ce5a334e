/** What the gateway orders, one row for each kind: who does it, and how its failures are told. */
import { type Answers, type Ieee, type Order, RadioError, type RadioEvent } from "../../../model/radio.ts";
import type { Breaker } from "../adapter/circuit-breaker.ts";
import { type Air, away } from "../adapter/transmit-hold.ts";
import { doWithin } from "../deadlines.ts";
import type { Configuring } from "../devices/device-configuration.ts";
import { isSleepy } from "../devices/device-facts.ts";
import type { Arrivals } from "../devices/interviews.ts";
import { isOfSystem } from "../end-reasons.ts";
import type { Endpoint, Herdsman } from "../herdsman.ts";
import { command, isEndpoint, read, write } from "./cluster-orders.ts";
import { get, set } from "./converter-orders.ts";
import { failureOf } from "./order-failures.ts";
import { bind, bindings, join, leave, unbind } from "./table-orders.ts";
import { neighbours, ping, routes } from "./tables.ts";
import type { Parties } from "./targets.ts";

export interface OrderParts {
  readonly herdsman: Herdsman;
  readonly air: Air;
  readonly parties: Parties;
  readonly breaker: Breaker;
  readonly arrivals: Arrivals;
  readonly configuring: Configuring;
  readonly ours: Endpoint; // the coordinator's, where reports go
  readonly news: (news: RadioEvent) => void;
  readonly warn: (text: string) => void;
  readonly broken: (error: unknown) => void; // the disk does not take what is to be kept
}

/** Rejects with a RadioError, after so many milliseconds at the latest. */
export type Obey = (order: Order, deadline: number) => Promise<Answers[Order["do"]]>;

type OrderTo<Kind, Some = Order> = Some extends { readonly do: infer Does }
  ? Kind extends Does
    ? Some
    : never
  : never;
type Doing<Kind extends Order["do"]> = (order: OrderTo<Kind>, deadline: number) => Promise<Answers[Kind]>;

export function openOrders(parts: OrderParts): Obey {
  const { herdsman, air, parties, breaker, arrivals, configuring, ours, news, warn, broken } = parts;

  const doings: { readonly [Kind in Order["do"]]: Doing<Kind> } = {
    set: async ({ target, values }) => await set(parties.party(target), values),
    get: async ({ target, keys }) => await get(parties.party(target), keys),
    command: async (order) => await command(parties.entity(order.target), order),
    read: async (order) => {
      const entity = parties.entity(order.target);
      if (!isEndpoint(entity)) throw new RadioError("unsupported", "a group cannot be asked");
      return await read(entity, order);
    },
    write: async (order) => await write(parties.entity(order.target), order),
    join: async ({ target, group }) => await join(parties.endpoint(target), parties.group(group)),
    leave: async ({ target, group }) => await leave(parties.endpoint(target), parties.group(group)),
    bind: async ({ target, cluster, to }) => {
      const done = await bind(parties.endpoint(target), cluster, parties.end(to), ours, warn);
      news({ kind: "bound", ieee: target.ieee });
      return done;
    },
    unbind: async ({ target, cluster, to }) => {
      const done = await unbind(parties.endpoint(target), cluster, parties.end(to));
      news({ kind: "unbound", ieee: target.ieee });
      return done;
    },
    bindings: async ({ target }) => await bindings(parties.device(target.ieee)),
    neighbours: async ({ target }) => await neighbours(parties.device(target.ieee)),
    routes: async ({ target }) => await routes(parties.device(target.ieee)),
    ping: async ({ target }) => {
      breaker.trust(target.ieee);
      return await ping(parties.device(target.ieee));
    },
    remove: async ({ target, reset }, deadline) =>
      await arrivals.remove(parties.device(target.ieee), reset, 0.8 * deadline),
    interview: async ({ target }) => {
      await arrivals.interview(parties.device(target.ieee));
      return {};
    },
    configure: async ({ target }) => {
      await configuring.now(parties.device(target.ieee));
      return {};
    },
  };

  return async (order, deadline) => {
    const doing = Object.hasOwn(doings, order.do) ? (doings[order.do] as Doing<Order["do"]>) : undefined;
    if (!doing) throw new RadioError("invalid", `nobody knows how to do "${String((order as Order).do)}"`);
    const late = () => (air.isHeld ? away() : new RadioError("timeout", `no answer within ${deadline / 1000} s`));
    try {
      return await doWithin(deadline, () => doing(order as never, deadline), late);
    } catch (error) {
      if (isOfSystem(error)) broken(error);
      throw failureOf(error, sleeps(order));
    }
  };

  function sleeps({ target }: Order): boolean {
    const device = "ieee" in target ? herdsman.getDeviceByIeeeAddr(target.ieee as Ieee) : undefined;
    return device !== undefined && isSleepy(device);
  }
}
