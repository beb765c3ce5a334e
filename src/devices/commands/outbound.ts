/** Commands on their way to the devices: at once, or to a sleeper when it is heard; and the end of their claims. */
import { familyOf, idOf } from "../../model/addresses.ts";
import {
  COMMAND_OPTIONS,
  type DeliveryResult,
  type DeviceCommand,
  type QueuedCommand,
  type SceneRecall,
} from "../../model/devices.ts";
import { wordsOf } from "../../model/errors.ts";
import { lightsIn } from "../../model/lights/scenes.ts";
import { isSilence, RadioError, type RadioFailure } from "../../model/radio/orders.ts";
import type { Address, Values } from "../../model/resource.ts";
import type { CommandOutbox } from "../desired/command-outbox.ts";
import type { DesiredClaim, DesiredState } from "../desired/desired-state.ts";
import { mayBeRepeated, type Outbox } from "../desired/outbox.ts";
import type { Refresh } from "../desired/refresh.ts";
import type { TimedEnds } from "../desired/timed-ends.ts";
import type { Arrived, Transitions } from "../desired/transitions.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { Availability } from "../inventory/availability.ts";
import { type Device, isSleeper } from "../inventory/device-registry.ts";
import { type GroupMemberships, groupNumber } from "../scenes/group-memberships.ts";
import { recallOrder, type Scenes } from "../scenes/scenes.ts";
import { skillsFor } from "./cluster-commands.ts";
import { showsGradients } from "./custom-frames.ts";
import type { DeviceDelivery, Refusals } from "./delivery.ts";
import { ownValues, sharedBy } from "./group-whites.ts";
import { type Delivery, type DeviceTask, Multicast } from "./multicast.ts";
import { deviceOrders, groupOrders } from "./orders.ts";
import type { Sender } from "./sender.ts";
import type { Sirens, TimedOffs } from "./timed-offs.ts";

const UNTIL_REFRESH = 1_000; // milliseconds behind the end of a transition
const TENTH = 100;

interface OutboundParts extends DevicesContext {
  readonly availability: Availability;
  readonly commandOutbox: CommandOutbox;
  readonly delivery: DeviceDelivery;
  readonly desired: DesiredState;
  readonly memberships: GroupMemberships;
  readonly outbox: Outbox;
  readonly refresh: Refresh;
  readonly refusals: Refusals;
  readonly scenes: Scenes;
  readonly sender: Sender;
  readonly sirens: Sirens;
  readonly timedEnds: TimedEnds;
  readonly timedOffs: TimedOffs;
  readonly transitions: Transitions;
  /** The device hears nothing now. */
  readonly isAsleep: (device: Device) => boolean;
  /** Hears how each command ended. */
  readonly concluded: (result: DeliveryResult) => void;
}

type CommandOrigin = Pick<DeviceCommand, "resource" | "cause">;

export class Outbound {
  readonly #parts: OutboundParts;
  readonly #multicast: Multicast;
  readonly #latest = new Map<Address, object>(); // the last command of a light

  constructor(parts: OutboundParts) {
    this.#parts = parts;
    this.#multicast = new Multicast(parts.radio, parts.refresh, {
      send: (task) => this.#tell(task),
      begin: (task) => this.#begin(task),
      failed: (address, error) => this.#failed(address, error),
      conclude: (of, delivery) => this.#conclude(of, delivery),
    });
  }

  send(command: DeviceCommand): void {
    if (familyOf(command.resource.address) === "groups") void this.#conclude(command, this.#sendToGroup(command));
    else void this.#sendFirst(command);
  }

  /** The device is heard now, and did not hear this before. */
  resend(command: DeviceCommand): Promise<Delivery> {
    return this.#sendOne(command);
  }

  recall(recall: SceneRecall): void {
    void this.#conclude({ resource: recall.group, cause: recall.cause }, this.#sendScene(recall));
  }

  /** The time of a light is over that cannot count it itself. */
  switchOff(light: Address): Promise<Delivery> {
    const { store, radio, timedEnds } = this.#parts;
    const resource = store.get(light);
    if (!resource) return Promise.resolve("unknown");
    if (!radio.up || resource.state.reachable !== true) return Promise.resolve("unreachable"); // it is asked anyway whether it is there again
    const values = { on: false };
    const cause = { ...timedEnds.causeOf(light, "state", values) };
    store.patch(light, "state", values, cause);
    return this.#sendOne({ resource, section: "state", values, optimistic: values, cause });
  }

  /** A config: values that wait, or are options of the converters, are kept with the device in the same write. */
  enqueue(command: DeviceCommand): QueuedCommand {
    const { outbox, registry, sender } = this.#parts;
    const { resource, values, cause } = command;
    const owner = registry.resourceAt(resource.address);
    if (owner?.device.facts.sleepy) {
      const claim = outbox.claim(owner.device, resource.address, values, resource.config, cause);
      return {
        device: owner.device.address,
        send: () => void this.#sendFirst(command, claim),
        undo: () => claim.withdraw(),
      };
    }
    const options = owner
      ? deviceOrders({ device: owner.device, deviceResource: owner.resource, resource }, "config", values).options
      : {};
    if (!owner || Object.keys(options).length === 0)
      return { send: () => void this.#sendFirst(command), undo: () => {} };
    const written = sender.writeOptions(owner.device, options);
    const send = () => {
      written.keep();
      void this.#sendFirst(command);
    };
    return { device: owner.device.address, send, undo: written.undo };
  }

  /** A newer command, or a remote, has told this light something else. */
  overtake(light: Address): void {
    this.#latest.set(light, {});
  }

  // ---- one device

  #sendFirst(command: DeviceCommand, claim?: DesiredClaim): Promise<Delivery> {
    const { commandOutbox, registry } = this.#parts;
    this.#endTimedOff(command);
    const mayWait = commandOutbox.begin(registry.resourceAt(command.resource.address), command);
    const delivery = this.#sendOne(command, claim);
    if (mayWait) void delivery.then((failure) => commandOutbox.end(command, failure));
    return delivery;
  }

  /** Switching a light ends its timer, and may begin another one. */
  #endTimedOff(command: Pick<DeviceCommand, "resource" | "section" | "values" | "cause">): void {
    const { resource, section, values } = command;
    if (section === "state" && "on" in values) this.#parts.timedOffs.end(resource.address);
    this.#parts.timedEnds.told(command);
  }

  #sendOne(command: DeviceCommand, given?: DesiredClaim): Promise<Delivery> {
    const { desired, registry } = this.#parts;
    const { resource, section } = command;
    this.overtake(resource.address);
    const owner = registry.resourceAt(resource.address);
    const claim = given ?? desired.claim(command);
    if (owner && section !== "action") {
      const task = { ...command, device: owner.device, deviceResource: owner.resource, section, claim };
      return this.#conclude(command, this.#tell(task));
    }
    claim.undo();
    return this.#conclude(command, Promise.resolve("unknown"));
  }

  #conclude({ resource: { address }, cause }: CommandOrigin, delivery: Promise<Delivery>): Promise<Delivery> {
    const { log, concluded } = this.#parts;
    return delivery.then(
      (failure) => {
        concluded({ address, cause, ...(failure && { failure }) });
        return failure;
      },
      (error): Delivery => {
        log.error(`${address}: what became of what was told to it is lost: ${wordsOf(error)}`);
        return "unknown";
      },
    );
  }

  async #tell(task: DeviceTask): Promise<Delivery> {
    const { device, deviceResource, resource, section, claim } = task;
    const { delivery, log, refresh, isAsleep } = this.#parts;
    const wait = () => {
      claim.wait?.();
      return "asleep" as const;
    };
    if (claim.wait && isAsleep(device)) return wait();
    const latest = this.#latest.get(deviceResource.address);
    const arrived = this.#begin(task);
    try {
      const delivered = await delivery.deliver(task);
      const { unsupported } = delivered;
      if (unsupported.length > 0) log.warn(`${resource.address}: its device cannot be told ${unsupported.join(", ")}`);
      if (delivered.refusal && (claim.wait || delivered.isTotal)) throw delivered.refusal;
      return await this.#delivered(task, delivered, arrived);
    } catch (error) {
      if (claim.wait && mayBeRepeated(error)) return wait();
      arrived(false);
      if (isSilence(error) && (await this.#hasItAllTheSame(task, latest))) return undefined;
      claim.undo();
      if (section === "state" && isRefusal(error) && !isSleeper(device))
        refresh.soon(device, deviceResource, UNTIL_REFRESH); // some of it may have come true
      return this.#failed(resource.address, error);
    }
  }

  /** The device has taken all of it, or some. */
  async #delivered(
    task: DeviceTask,
    { unsupported, refused, refusal }: Awaited<ReturnType<DeviceDelivery["deliver"]>>,
    arrived: Arrived,
  ): Promise<Delivery> {
    const { device, deviceResource, resource, section, values, claim, cause } = task;
    const { log, refresh, sirens } = this.#parts;
    claim.undo([...unsupported, ...refused]);
    if (refusal) log.warn(`${resource.address}: ${refused.join(", ")}: ${refusal.message}`);
    const isUnsure = refusal !== undefined || claim.isContradicted || isUnclear(task);
    claim.keep();
    arrived(true);
    if (deviceResource.planned.mappings.some(({ conversion }) => conversion === "warning"))
      sirens.told(resource.address, values, cause);
    if (section === "state" && Object.keys(values).length === 0) await refresh.now(device, deviceResource);
    else if (section === "state" && isUnsure && !isSleeper(device))
      refresh.soon(device, deviceResource, doneAfter(values));
    if (refusal) return "refused";
    return unsupported.length === 0 ? undefined : "unsupported";
  }

  /** One answer of many may get lost: the device is asked at once how it is. A newer command learns itself whether the device is there. */
  async #hasItAllTheSame(task: DeviceTask, latest: object | undefined): Promise<boolean> {
    const { device, deviceResource, section, values, optimistic, claim } = task;
    const { availability, refresh } = this.#parts;
    if (this.#latest.get(deviceResource.address) !== latest) return false;
    if (section !== "state") {
      claim.undo();
      availability.verify(device);
      return false;
    }
    const isThere = await refresh.now(device, deviceResource, claim);
    if (!isThere || claim.isContradicted || Object.keys(optimistic).length === 0) return false;
    claim.keep();
    if (Number(values.transitiontime ?? 0) > 0) refresh.soon(device, deviceResource, doneAfter(values));
    return true;
  }

  #begin(task: DeviceTask): Arrived {
    if (task.section !== "state") return () => {};
    return this.#parts.transitions.begin(task, Number(task.values.transitiontime ?? 0) * TENTH);
  }

  #failed(address: Address, error: unknown): RadioFailure {
    const { log } = this.#parts;
    if (!(error instanceof RadioError)) log.error(`${address}: it could not be told: ${error}`);
    else if (!isSilence(error)) log.warn(`${address}: ${error.message}`);
    return error instanceof RadioError ? error.code : "refused";
  }

  // ---- many devices

  /** One frame for lights that hear it as a group; the others are told one by one, and so are strips their gradient. */
  async #sendToGroup(command: DeviceCommand): Promise<Delivery> {
    const { desired, memberships } = this.#parts;
    const { resource, values, members = [], cause } = command;
    const claim = desired.claim(command);
    const group = groupNumber(resource.address);
    const all = members.flatMap((member) => this.#taskFor({ ...member, values }, cause));
    const { gradient, ...rest } = values;
    const strips =
      gradient === undefined ? [] : all.filter(({ deviceResource }) => showsGradients(deviceResource.planned));
    const tasks = Object.keys(rest).every((name) => COMMAND_OPTIONS.includes(name)) ? strips : all;
    const hearsGroup = (task: DeviceTask) =>
      !strips.includes(task) && memberships.reaches(group, task.device, task.deviceResource) && this.#isAble(task);
    const reached = tasks.filter(hearsGroup);
    const { hearers, values: shared } = sharedBy(reached, rest);
    const others = tasks.filter((task) => !hearers.includes(task));
    const { bri_inc: _, ...unstepped } = values;
    const hearsStep = (task: DeviceTask) => hearers.length > 0 && reached.includes(task); // in the frame for the others
    const delivery = this.#multicast.send({
      address: resource.address,
      members: hearers,
      orders: hearers.length > 0 ? groupOrders(group, hearers, resource.action, shared) : [],
      others: others.map((task) => ({ ...task, values: ownValues(task, hearsStep(task) ? unstepped : values) })),
      milliseconds: () => doneAfter(values),
      claim,
    });
    return tasks.length > 0 ? delivery : "unreachable";
  }

  /** No light answers a frame to a group: a light that cannot do it, or has never shown that it can, is told by itself. */
  #isAble({ device, deviceResource, values }: DeviceTask): boolean {
    const { refusals } = this.#parts;
    const lacking = refusals.of(device, deviceResource);
    const isProven = values.ontime === undefined || refusals.hasShown(deviceResource, "ontime");
    return isProven && !skillsFor(values).some((skill) => lacking.has(skill));
  }

  /** One frame where the lights keep the scene themselves. A light that then is not as the scene says is told so, unless it was told something else since. */
  #sendScene({ group, scene, lights, asStored, cause }: SceneRecall): Promise<Delivery> {
    const { scenes, store } = this.#parts;
    const tasks = lights.flatMap((light) => this.#taskFor(light, cause));
    const isOfTables = ({ values }: DeviceTask) => values.effect === undefined; // no recall ends an effect for sure
    /** The recall carries no transition: the light uses the one that it stored. */
    const moving = (task: DeviceTask): DeviceTask => {
      const { transitiontime } = lightsIn(scene)[idOf(task.deviceResource.address)] ?? {};
      return { ...task, values: { ...task.values, transitiontime } };
    };
    const keepers = asStored ? scenes.keepers(scene, tasks).filter(isOfTables).map(moving) : [];
    const rest = tasks.filter(({ deviceResource }) => !keepers.some((task) => task.deviceResource === deviceResource));
    for (const task of rest.filter((each) => !hasValues(each))) {
      task.claim.keep();
      void this.#conclude(task, Promise.resolve(undefined)); // it is so already
    }
    const latest = new Map(keepers.map(({ deviceResource: { address } }) => [address, this.#latest.get(address)]));
    return this.#multicast.send({
      address: group.address,
      members: keepers,
      orders: keepers.length > 0 ? [recallOrder(scene, keepers)] : [],
      others: rest.filter(hasValues),
      milliseconds: ({ values }) => doneAfter(values),
      answered: ({ deviceResource: { address } }) => {
        const resource = this.#latest.get(address) === latest.get(address) ? store.get(address) : undefined;
        const values = resource && scenes.strayed(scene, address);
        if (values)
          for (const task of this.#taskFor({ resource, values, optimistic: {} }, cause)) void this.#tell(task);
      },
    });
  }

  #taskFor(
    { resource, values, optimistic }: SceneRecall["lights"][number],
    cause: DeviceCommand["cause"],
  ): DeviceTask[] {
    const { desired, registry } = this.#parts;
    const told = { resource, section: "state", values, optimistic, cause } as const;
    this.#endTimedOff(told);
    this.overtake(resource.address);
    const owner = registry.resourceAt(resource.address);
    const claim = desired.claim(told);
    if (owner) return [{ ...told, device: owner.device, deviceResource: owner.resource, claim }];
    claim.undo();
    return [];
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof RadioError && error.code === "refused";
}

function hasValues({ values }: DeviceTask): boolean {
  return Object.keys(values).length > 0;
}

/** The store does not show all results of a command yet. A strip comes on with its last colors and shows a gradient as well as it can. */
function isUnclear({ deviceResource: { planned }, values, optimistic }: DeviceTask): boolean {
  const mayShowOther = showsGradients(planned) && (values.on === true || values.gradient !== undefined);
  return mayShowOther || Object.keys(values).some((name) => !isClear(name, optimistic));
}

function isClear(name: string, optimistic: Values): boolean {
  if (name === "ontime") return false; // the light goes out by itself
  return name === "alert" || COMMAND_OPTIONS.includes(name) || Object.hasOwn(optimistic, name);
}

/** Milliseconds until the light is as desired. */
function doneAfter({ transitiontime = 0, ontime = 0 }: Values): number {
  return Math.max(Number(transitiontime), Number(ontime)) * TENTH + UNTIL_REFRESH;
}
