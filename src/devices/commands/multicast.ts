/** What is told to many at once: one frame for those who hear it together, and each of the others by itself. */
import type { DeviceCommand } from "../../model/devices.ts";
import type { Order, Radio, RadioFailure } from "../../model/radio.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import type { Held } from "../desired/belief.ts";
import type { Noted } from "../desired/pending.ts";
import type { Hanging, Refresh } from "../desired/refresh.ts";
import { isSleeper } from "../inventory/device-registry.ts";
import type { Recipient } from "./orders.ts";
import { together } from "./sender.ts";

/** Undefined: it came true. */
export type Outcome = RadioFailure | undefined;

/** What is wished of one resource of a device. */
export interface DeviceTask extends Recipient {
  readonly section: "state" | "config";
  readonly values: Values;
  readonly optimistic: Values;
  readonly held: Held;
  readonly noted?: Noted | undefined; // of the config of one that sleeps
  readonly cause: DeviceCommand["cause"];
}

export interface MulticastTask {
  readonly address: Address; // of the group
  readonly near: readonly DeviceTask[]; // who hear it together
  readonly orders: readonly Order[]; // for them
  readonly others: readonly DeviceTask[];
  readonly milliseconds: (task: DeviceTask) => number; // until it has come true
  readonly held?: Held; // what is believed of the group itself
  /** One of those who heard it together has told how it is now. */
  readonly arrived?: (task: DeviceTask) => void;
}

export interface MulticastParts {
  readonly radio: Radio;
  readonly refresh: Refresh;
  readonly tell: (task: DeviceTask) => Promise<Outcome>;
  readonly beginning: (task: DeviceTask) => (hasIt: boolean) => void;
  readonly failed: (address: Address, error: unknown) => RadioFailure;
  readonly judge: (
    of: { readonly resource: Resource; readonly cause: DeviceCommand["cause"] },
    ending: Promise<Outcome>,
  ) => void;
}

export function openMulticast({ radio, refresh, tell, beginning, failed, judge }: MulticastParts) {
  return async (many: MulticastTask): Promise<Outcome> => {
    const { near, others } = many;
    const endings = [...others.map(tell), ...tellTogether(many)];
    for (const [index, task] of [...others, ...near].entries()) judge(task, endings[index] as Promise<Outcome>);
    const failures = await Promise.all(endings);
    return failures.includes(undefined) ? undefined : failures[0];
  };

  /** Nobody answers a frame to a group: each of those who hear it is asked how it is. */
  function tellTogether({ address, near, orders, milliseconds, held, arrived }: MulticastTask): Promise<Outcome>[] {
    if (near.length === 0) {
      held?.keep();
      return [];
    }
    const beginnings = near.map(beginning);
    const told = together(orders.map((order) => radio.order(order))).then(
      () => {
        held?.keep();
        for (const hasIt of beginnings) hasIt(true);
        return undefined;
      },
      (error) => {
        held?.takeBack();
        for (const task of near) task.held.takeBack();
        for (const hasIt of beginnings) hasIt(false);
        return failed(address, error);
      },
    );
    return near.map(async (task): Promise<Outcome> => {
      const { device, part } = task;
      const failure = await told;
      if (failure !== undefined) return failure;
      if (isSleeper(device)) {
        task.held.keep();
        return undefined;
      }
      const ending = await new Promise<Outcome>((resolve) =>
        refresh.soon(device, part, milliseconds(task), watched(task.held, resolve)),
      );
      if (ending === undefined) arrived?.(task);
      return ending;
    });
  }
}

/** Tells which end it takes. */
function watched(held: Held, ended: (ending: Outcome) => void): Hanging {
  return {
    keep: () => {
      held.keep();
      ended(undefined);
    },
    takeBack: () => {
      held.takeBack();
      ended("unreachable");
    },
  };
}
