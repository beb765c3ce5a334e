/** A wish on its way to one device: all its orders, and what is done instead of those that the device refuses. */
import { RadioError } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import type { OrderStep } from "./cluster-commands.ts";
import type { DeviceTask } from "./multicast.ts";
import { deviceOrders, MANNERS } from "./orders.ts";
import type { Refusals } from "./refusals.ts";
import type { Failed, Sender } from "./sender.ts";
import type { TimedOffs } from "./timed-offs.ts";

const TENTH = 100; // milliseconds
const COLORS: readonly string[] = ["xy", "ct", "hue", "sat", "effect"];

export interface Delivered {
  readonly untaken: readonly string[]; // members that it cannot be told
  readonly refused: readonly string[]; // members that it heard of, and will not have; with what was believed beside them
  readonly isWhole: boolean; // nothing of it came true
  readonly refusal?: RadioError;
}

export type Deliver = (task: Omit<DeviceTask, "held">) => Promise<Delivered>;

interface Refusal {
  readonly step: OrderStep;
  readonly error: RadioError;
  readonly members: readonly string[];
}

export interface DeliveryParts {
  readonly sender: Sender;
  readonly refusals: Refusals;
  readonly timedOffs: TimedOffs;
}

/** Rejects when the device cannot be told anything. */
export function openDelivery({ sender, refusals, timedOffs }: DeliveryParts): Deliver {
  return async (task) => {
    const { device, part, section, values, resource } = task;
    const lacking = new Set(refusals.of(device, part));
    const refused = new Set<string>();
    let untaken: readonly string[] = [];
    let refusal: RadioError | undefined;
    let left = values;
    for (let isFirst = true; ; isFirst = false) {
      const errands = deviceOrders(task, section, left, lacking);
      if (isFirst) untaken = errands.untaken;
      else for (const member of errands.untaken) refused.add(member); // there is no other way
      const failures = await sender.attempt(device, errands);
      if (errands.offIn !== undefined && mayBeOn(failures))
        timedOffs.begin(resource.address, device.address, errands.offIn * TENTH);
      const refusedNow = refusalsIn(failures);
      if ("ontime" in left && refusedNow.length === 0 && errands.offIn === undefined) refusals.shown(part, "ontime");
      const again = new Set<string>();
      for (const { step, members, error } of refusedNow) {
        refusal ??= error;
        for (const member of members) {
          const skill = step.skills[member];
          if (skill === undefined || lacking.has(skill)) refused.add(member);
          else {
            lacking.add(skill);
            again.add(member);
            refusals.note(device, part, skill, error.status);
          }
        }
      }
      if (again.size === 0) break;
      left = again.has("on") ? without(values, refused) : only(values, again); // what was said to a light that is off is said again
    }
    return {
      untaken,
      refused: withTheirs([...refused], values),
      isWhole: isAll([...refused, ...untaken], values),
      ...(refused.size > 0 && refusal && { refusal }),
    };
  };
}

/** A light whose answer got lost may be on, and one that was on for a while already must not stay so. */
function mayBeOn(failures: readonly Failed[]): boolean {
  return !failures.some((failure) => refusalIn(failure)?.members.includes("on"));
}

/** Throws what else went wrong. */
function refusalsIn(failures: readonly Failed[]): readonly Refusal[] {
  return failures.flatMap((failure) => {
    const refusal = refusalIn(failure);
    if (!refusal) throw failure.error;
    return refusal.members.length > 0 ? [refusal] : []; // else it refused what somebody else asked with the same order
  });
}

/** Undefined: it failed for another reason. */
function refusalIn({ step, error }: Failed): Refusal | undefined {
  if (!(error instanceof RadioError) || error.code !== "refused") return undefined;
  const { keys } = error;
  const isMeant = (own: readonly string[]) => !keys || own.length === 0 || own.some((key) => keys.includes(key));
  const members = Object.entries(step.members).flatMap(([member, own]) => (isMeant(own) ? member : []));
  return { step, error, members };
}

function only(values: Values, members: ReadonlySet<string>): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([member]) => members.has(member) || MANNERS.includes(member)),
  );
}

function without(values: Values, members: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([member]) => !members.has(member)));
}

/** What has to be taken back with these: they were believed together. */
function withTheirs(refused: readonly string[], values: Values): readonly string[] {
  const isColor = refused.some((member) => COLORS.includes(member));
  const isFan = refused.includes("speed") && !("on" in values);
  return [...refused, ...(isColor ? ["colormode"] : []), ...(isFan ? ["on"] : [])];
}

function isAll(members: readonly string[], values: Values): boolean {
  return Object.keys(values).every((member) => MANNERS.includes(member) || members.includes(member));
}
