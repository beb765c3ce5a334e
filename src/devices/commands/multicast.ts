/** Commands to many lights at once: one frame for lights that hear it as a group, and one order after the other for the rest. */
import type { DeviceCommand } from "../../model/devices.ts";
import type { Order, RadioFailure } from "../../model/radio/orders.ts";
import type { Radio } from "../../model/radio/radio-port.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import type { DesiredClaim } from "../desired/desired-state.ts";
import type { AwaitingClaim, Refresh } from "../desired/refresh.ts";
import type { Arrived } from "../desired/transitions.ts";
import { isSleeper } from "../inventory/device-registry.ts";
import type { Recipient } from "./orders.ts";

/** Undefined: it came true. */
export type Delivery = RadioFailure | undefined;

/** The desired values of one resource of a device. */
export interface DeviceTask extends Recipient {
  readonly section: "state" | "config";
  readonly values: Values;
  readonly optimistic: Values;
  readonly claim: DesiredClaim;
  readonly cause: DeviceCommand["cause"];
}

interface MulticastTask {
  readonly address: Address; // of the group
  readonly members: readonly DeviceTask[]; // lights that hear one frame
  readonly orders: readonly Order[]; // for them
  readonly others: readonly DeviceTask[];
  readonly milliseconds: (task: DeviceTask) => number; // until it has come true
  readonly claim?: DesiredClaim; // of the group itself
  /** A member has answered how it is now. */
  readonly answered?: (task: DeviceTask) => void;
}

/** How single tasks are sent and judged. */
interface Unicast {
  readonly send: (task: DeviceTask) => Promise<Delivery>;
  readonly begin: (task: DeviceTask) => Arrived;
  readonly failed: (address: Address, error: unknown) => RadioFailure;
  readonly conclude: (
    of: { readonly resource: Resource; readonly cause: DeviceCommand["cause"] },
    delivery: Promise<Delivery>,
  ) => void;
}

export class Multicast {
  readonly #radio: Radio;
  readonly #refresh: Refresh;
  readonly #unicast: Unicast;

  constructor(radio: Radio, refresh: Refresh, unicast: Unicast) {
    this.#radio = radio;
    this.#refresh = refresh;
    this.#unicast = unicast;
  }

  async send(task: MulticastTask): Promise<Delivery> {
    const tasks = [...task.others, ...task.members];
    const deliveries = [...task.others.map(this.#unicast.send), ...this.#sendToMembers(task)];
    for (const [index, each] of tasks.entries()) this.#unicast.conclude(each, deliveries[index] as Promise<Delivery>);
    const failures = await Promise.all(deliveries);
    return failures.includes(undefined) ? undefined : failures[0];
  }

  /** No light answers a frame to a group: each of its members is asked how it is. */
  #sendToMembers(task: MulticastTask): Promise<Delivery>[] {
    if (task.members.length === 0) {
      task.claim?.keep();
      return [];
    }
    const sent = this.#sendFrames(task);
    return task.members.map(async (member): Promise<Delivery> => {
      const { device, deviceResource, claim } = member;
      const failure = await sent;
      if (failure !== undefined) return failure;
      if (isSleeper(device)) {
        claim.keep();
        return undefined;
      }
      const delivery = await new Promise<Delivery>((resolve) =>
        this.#refresh.soon(device, deviceResource, task.milliseconds(member), watched(claim, resolve)),
      );
      if (delivery === undefined) task.answered?.(member);
      return delivery;
    });
  }

  async #sendFrames({ address, members, orders, claim }: MulticastTask): Promise<Delivery> {
    const begun = members.map(this.#unicast.begin);
    const results = await Promise.allSettled(orders.map((order) => this.#radio.order(order)));
    const failed = results.find(({ status }) => status === "rejected");
    if (failed?.status !== "rejected") {
      claim?.keep();
      for (const arrived of begun) arrived(true);
      return undefined;
    }
    claim?.undo();
    for (const member of members) member.claim.undo();
    for (const arrived of begun) arrived(false);
    return this.#unicast.failed(address, failed.reason);
  }
}

/** Tells which end the claim takes. */
function watched(claim: DesiredClaim, ended: (delivery: Delivery) => void): AwaitingClaim {
  return {
    keep: () => {
      claim.keep();
      ended(undefined);
    },
    undo: () => {
      claim.undo();
      ended("unreachable");
    },
  };
}
