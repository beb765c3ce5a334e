/** Carries out the orders of the gateway, one row for each kind, and tells why they fail. */
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { type Answers, type Order, RadioError } from "../../../model/radio/orders.ts";
import type { RadioEvent } from "../../../model/radio/radio-port.ts";
import { ORDER_RULES } from "../../pacing.ts";
import type { CircuitBreaker } from "../adapter/circuit-breaker.ts";
import { busyWithTouchlink, type TransmitHold } from "../adapter/transmit-hold.ts";
import { runOrder } from "../deadlines.ts";
import type { DeviceConfiguration } from "../devices/device-configuration.ts";
import { isSleepy } from "../devices/device-facts.ts";
import type { Interviews } from "../devices/interviews.ts";
import { isSystemError } from "../end-reasons.ts";
import { adapterOf, type Herdsman, type HerdsmanDevice, type HerdsmanEndpoint } from "../herdsman.ts";
import { command, isEndpoint, read, report, write } from "./cluster-orders.ts";
import { get, set } from "./converter-orders.ts";
import { failureOf } from "./order-failures.ts";
import { bind, bindings, energy, join, leave, neighbours, ping, routes, unbind } from "./table-orders.ts";
import type { Targets } from "./targets.ts";

interface OrderExecutionParts {
  readonly herdsman: Herdsman;
  readonly transmitHold: TransmitHold;
  readonly targets: Targets;
  readonly breaker: CircuitBreaker;
  readonly interviews: Interviews;
  readonly configuration: DeviceConfiguration;
  readonly coordinator: HerdsmanEndpoint; // where reports go
  readonly emit: (event: RadioEvent) => void;
  readonly warn: (text: string) => void;
  readonly broken: (error: unknown) => void; // the disk does not take the data that are to be kept
}

type OrderOf<Kind, Some = Order> = Some extends { readonly do: infer Does }
  ? Kind extends Does
    ? Some
    : never
  : never;
type Executor<Kind extends Order["do"]> = (order: OrderOf<Kind>, deadline: number) => Promise<Answers[Kind]>;

/** Rejects with a RadioError, after so many milliseconds at the latest. */
export type ExecuteOrder = (order: Order, deadline: number) => Promise<Answers[Order["do"]]>;

export function orderExecution(parts: OrderExecutionParts): ExecuteOrder {
  const { herdsman, transmitHold, broken } = parts;
  const executors: { readonly [Kind in Order["do"]]: Executor<Kind> } = {
    ...valueOrders(parts),
    ...tableOrders(parts),
  };

  return async (order, deadline) => {
    const execute = Object.hasOwn(executors, order.do) ? (executors[order.do] as Executor<Order["do"]>) : undefined;
    if (!execute) throw new RadioError("invalid", `nobody knows how to do "${String((order as Order).do)}"`);
    const late = () =>
      transmitHold.isHeld ? busyWithTouchlink() : new RadioError("timeout", `no answer within ${deadline / 1000} s`);
    try {
      const isBackground = ORDER_RULES[order.do].background === true;
      return await runOrder({ deadline, isBackground }, () => execute(order as never, deadline), late);
    } catch (error) {
      if (isSystemError(error)) broken(error);
      throw failureOf(error, sleeps(order));
    }
  };

  function sleeps({ target }: Order): boolean {
    const device = "ieee" in target ? herdsman.getDeviceByIeeeAddr(target.ieee) : undefined;
    return device !== undefined && isSleepy(device);
  }
}

type ValueOrder = "set" | "get" | "command" | "read" | "write" | "interview" | "configure" | "remove";

function valueOrders(parts: OrderExecutionParts): { readonly [Kind in ValueOrder]: Executor<Kind> } {
  const { targets, interviews, configuration } = parts;
  return {
    set: async ({ target, values }) => await set(targets.converterTarget(target), values),
    get: async ({ target, keys }) => await get(targets.converterTarget(target), keys),
    command: async (order) => await command(targets.entity(order.target), order),
    read: async (order) => {
      const entity = targets.entity(order.target);
      if (!isEndpoint(entity)) throw new RadioError("unsupported", "a group cannot be asked");
      return await read(entity, order);
    },
    write: async (order) => await write(targets.entity(order.target), order),
    interview: async ({ target }) => {
      await interviews.interview(targets.device(target.ieee));
      return {};
    },
    configure: async ({ target }) => {
      await configuration.configureNow(targets.device(target.ieee));
      return {};
    },
    remove: async ({ target, reset }, deadline) =>
      await interviews.remove(targets.device(target.ieee), reset, 0.8 * deadline),
  };
}

type TableOrder = Exclude<Order["do"], ValueOrder>;

function tableOrders(parts: OrderExecutionParts): { readonly [Kind in TableOrder]: Executor<Kind> } {
  const { herdsman, targets, breaker, coordinator, emit, warn } = parts;
  const ownerOf = (address: number) => herdsman.getDeviceByNetworkAddress(address)?.ieeeAddr;
  /** An answer about its tables says that it is there: herdsman takes no note of that. */
  const heard = async <Answer>(ieee: Ieee, ask: (device: HerdsmanDevice) => Promise<Answer>): Promise<Answer> => {
    const device = targets.device(ieee);
    const answer = await ask(device);
    if (device.type !== "Coordinator") emit({ kind: "seen", ieee, linkquality: device.linkquality ?? null });
    return answer;
  };
  return {
    join: async ({ target, group }) => await join(targets.endpoint(target), targets.group(group)),
    leave: async ({ target, group }) => await leave(targets.endpoint(target), targets.group(group)),
    bind: async ({ target, cluster, to }) => {
      const done = await bind(targets.endpoint(target), cluster, targets.bindTarget(to), coordinator, warn);
      emit({ kind: "bound", ieee: target.ieee });
      return done;
    },
    unbind: async ({ target, cluster, to }) => {
      const done = await unbind(targets.endpoint(target), cluster, targets.bindTarget(to));
      emit({ kind: "unbound", ieee: target.ieee });
      return done;
    },
    report: async (order) => await report(targets.endpoint(order.target), order),
    bindings: async ({ target }) => await heard(target.ieee, bindings),
    neighbours: async ({ target }) => await heard(target.ieee, neighbours),
    routes: async ({ target }) => await heard(target.ieee, (device) => routes(device, ownerOf)),
    energy: async ({ target, channels }) => await energy(adapterOf(herdsman), targets.device(target.ieee), channels),
    ping: async ({ target }) => {
      breaker.trust(target.ieee);
      return await ping(targets.device(target.ieee));
    },
  };
}
