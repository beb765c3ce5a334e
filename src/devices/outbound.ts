/** Wishes on their way to the devices: at once, or for a sleeper when it is heard; and what becomes of them. */
import { familyOf } from "../model/addresses.ts";
import type { Wish } from "../model/devices.ts";
import { RadioError } from "../model/radio.ts";
import type { Address, Resource, Values } from "../model/resource.ts";
import type { Belief, Held } from "./belief.ts";
import { type Memberships, numberOf } from "./memberships.ts";
import { errandsFor, errandsForGroup, type Member } from "./orders.ts";
import type { Inside } from "./parts.ts";
import { mayBeRepeated, type Pending } from "./pending.ts";
import { isSilence, type Reach } from "./reach.ts";
import type { Refresh } from "./refresh.ts";
import type { Known } from "./registry.ts";
import { type Sender, together } from "./sender.ts";
import type { Sirens } from "./sirens.ts";

const UNTIL_REFRESH = 1_000; // behind the end of a transition
const TENTH = 100;
/** These change nothing that could be asked for. */
const PASSING: readonly string[] = ["alert", "transitiontime", "onoffcontrol", "colorloopspeed", "wrap"];

export interface OutboundParts extends Inside {
  readonly belief: Belief;
  readonly reach: Reach;
  readonly refresh: Refresh;
  readonly pending: Pending;
  readonly memberships: Memberships;
  readonly sender: Sender;
  readonly sirens: Sirens;
  /** It hears nothing now. */
  readonly sleeps: (device: Known) => boolean;
}

/** What is wished of one resource of a device. */
interface Task extends Member {
  readonly section: "state" | "config";
  readonly values: Values;
  readonly believed: Values;
  readonly held: Held;
  readonly cause: Wish["cause"];
}

export function openOutbound(parts: OutboundParts): (wish: Wish) => void {
  const { log, radio, registry, belief, reach, refresh, pending, memberships, sender, sirens, sleeps } = parts;

  return (wish) => {
    const { resource, section, believed, cause } = wish;
    if (familyOf(resource.address) === "groups") return toGroup(wish);
    const behind = registry.behind(resource.address);
    const held = belief.hold(resource, section, believed, cause);
    if (!behind || section === "action") return held.takeBack();
    tell({ ...behind, ...wish, section, held });
  };

  function tell(task: Task): void {
    const { device, part, resource, section, values, believed, held, cause } = task;
    const wait = () => pending.add(device, resource.address, values, held.handOver(), cause);
    const mayWait = section === "config" && device.facts.sleepy;
    if (mayWait && sleeps(device)) {
      wait();
      return;
    }
    deliver(task).then(
      () => {
        const unsure = held.contradicted || Object.keys(values).some((name) => !isClear(name, believed));
        held.keep();
        if (part.planned.links.some(({ op }) => op === "siren")) sirens.told(resource.address, values, cause);
        if (section === "state" && unsure && !device.facts.sleepy) refresh.soon(device, part, doneAfter(values));
      },
      (error) => {
        if (mayWait && mayBeRepeated(error)) return wait();
        failed(resource.address, error);
        held.takeBack();
        if (isSilence(error)) reach.lost(device);
      },
    );
  }

  async function deliver(task: Task): Promise<void> {
    const { device, resource, section, values, held } = task;
    const errands = errandsFor(task, section, values);
    if (errands.untaken.length > 0) {
      log.warn(`${resource.address}: its device cannot be told ${errands.untaken.join(", ")}`);
      held.takeBack(errands.untaken);
    }
    await sender.send(device, errands);
  }

  /** One frame for those who hear it as a group; the others are told one by one. */
  function toGroup({ resource, section, values, believed, members = [], cause }: Wish): void {
    const held = belief.hold(resource, section, believed, cause);
    const tasks = members.flatMap((member): Task[] => {
      const behind = registry.behind(member.resource.address);
      const held = belief.hold(member.resource, "state", member.believed, cause);
      if (behind) return [{ ...behind, ...member, section: "state", values, held, cause }];
      held.takeBack();
      return [];
    });
    const group = numberOf(resource.address);
    const near = tasks.filter(({ device, part }) => memberships.reaches(group, device, part));
    for (const task of tasks) if (!near.includes(task)) tell({ ...task, values: takenBy(task, values) });
    if (near.length === 0) {
      held.keep();
      return;
    }
    deliverToGroup(group, near, resource, values).then(
      () => {
        held.keep();
        // Nobody answers a frame to a group: each is asked how it is.
        for (const { device, part, held } of near) {
          if (device.facts.sleepy) held.keep();
          else refresh.soon(device, part, doneAfter(values), held);
        }
      },
      (error) => {
        failed(resource.address, error);
        held.takeBack();
        for (const task of near) task.held.takeBack();
      },
    );
  }

  async function deliverToGroup(
    group: number,
    near: readonly Member[],
    { action }: Resource,
    values: Values,
  ): Promise<void> {
    await together(errandsForGroup(group, near, action, values).map((order) => radio.order(order)));
  }

  function failed(address: Address, error: unknown): void {
    if (!(error instanceof RadioError)) log.error(`${address}: it could not be told: ${error}`);
    else if (!isSilence(error)) log.warn(`${address}: ${error.message}`);
  }
}

/** What comes of it is in the store already, or comes of itself. */
function isClear(name: string, believed: Values): boolean {
  return PASSING.includes(name) || (name !== "ontime" && Object.hasOwn(believed, name));
}

/** Milliseconds until the light is as it was wished. */
function doneAfter({ transitiontime = 0, ontime = 0 }: Values): number {
  return Math.max(Number(transitiontime), Number(ontime)) * TENTH + UNTIL_REFRESH;
}

/** Of what all lights of a group are told, a plug takes what plugs take. */
function takenBy({ resource }: { readonly resource: Resource }, values: Values): Values {
  const isTaken = (name: string) => name === "ontime" || PASSING.includes(name) || memberOf(name) in resource.state;
  return Object.fromEntries(Object.entries(values).filter(([name]) => isTaken(name)));
}

/** The member of a state that a command moves. */
function memberOf(command: string): string {
  return command === "stop" ? "open" : command.replace(/_inc$/, "");
}
