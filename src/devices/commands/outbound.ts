/** Wishes on their way to the devices: at once, or for a sleeper when it is heard; and what becomes of them. */
import { familyOf, idOf } from "../../model/addresses.ts";
import type { DeliveryResult, DeviceCommand, QueuedCommand, SceneRecall } from "../../model/devices.ts";
import { wordsOf } from "../../model/errors.ts";
import { isSilence, RadioError, type RadioFailure } from "../../model/radio.ts";
import type { Address } from "../../model/resource.ts";
import { lightsIn } from "../../model/scenes.ts";
import type { Belief } from "../desired/belief.ts";
import type { Fading } from "../desired/fading.ts";
import type { Journeys } from "../desired/journeys.ts";
import { mayBeRepeated, type Noted, type Pending } from "../desired/pending.ts";
import type { PendingCommands } from "../desired/pending-commands.ts";
import type { Refresh } from "../desired/refresh.ts";
import type { Availability } from "../inventory/availability.ts";
import { BY_RADIO, type Device, isSleeper } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { type GroupMemberships, numberOf } from "../scenes/group-memberships.ts";
import { recallOf, type Scenes } from "../scenes/scenes.ts";
import { doneAfter, isUnclear, TENTH, UNTIL_REFRESH } from "../values/afterwards.ts";
import { skillsFor } from "./cluster-commands.ts";
import { showsGradients } from "./custom-frames.ts";
import type { Deliver } from "./delivery.ts";
import { type DeviceTask, type Outcome, openMulticast } from "./multicast.ts";
import { deviceOrders, groupOrders, MANNERS, understoodBy } from "./orders.ts";
import type { Refusals } from "./refusals.ts";
import type { Sender } from "./sender.ts";
import type { Sirens } from "./sirens.ts";
import type { TimedOffs } from "./timed-offs.ts";

export interface OutboundParts extends DevicesContext {
  readonly belief: Belief;
  readonly fading: Fading;
  readonly journeys: Journeys;
  readonly availability: Availability;
  readonly refresh: Refresh;
  readonly pending: Pending;
  readonly memberships: GroupMemberships;
  readonly scenes: Scenes;
  readonly sender: Sender;
  readonly sirens: Sirens;
  readonly pendingCommands: PendingCommands;
  readonly deliver: Deliver;
  readonly refusals: Refusals;
  readonly timedOffs: TimedOffs;
  /** It hears nothing now. */
  readonly isAsleep: (device: Device) => boolean;
  /** Hears how each wish ended. */
  readonly judged: (verdict: DeliveryResult) => void;
}

type Told = SceneRecall["lights"][number];

export interface Outbound {
  wish(wish: DeviceCommand): void;
  /** It is heard now, and did not hear this before. */
  again(wish: DeviceCommand): Promise<Outcome>;
  /** The time of a light is over that cannot count it itself. */
  switchOff(light: Address): Promise<Outcome>;
  note(wish: DeviceCommand): QueuedCommand;
  recall(wish: SceneRecall): void;
  /** Somebody else has told this light something. */
  overtake(light: Address): void;
}

export function openOutbound(parts: OutboundParts): Outbound {
  const { store, log, radio, registry, belief, availability, refresh } = parts;
  const { pending, memberships, scenes, sender, sirens, isAsleep, judged } = parts;

  const turnOf = new Map<Address, object>(); // what a light was told last
  const overtake = (light: Address) => void turnOf.set(light, {});
  const together = openMulticast({ radio, refresh, tell, beginning, failed, judge });

  return {
    overtake,
    recall: (wish) => void judge({ resource: wish.group, cause: wish.cause }, toScene(wish)),
    wish: (wish) => {
      if (familyOf(wish.resource.address) === "groups") void judge(wish, toGroup(wish));
      else void begin(wish);
    },
    again: (wish) => told(wish),
    switchOff: (light) => {
      const resource = store.get(light);
      if (!resource) return Promise.resolve("unknown");
      if (!radio.up || resource.state.reachable !== true) return Promise.resolve("unreachable"); // whether it is there again is asked anyway
      const cause = { ...BY_RADIO };
      const optimistic = { on: false };
      store.patch(light, "state", optimistic, cause);
      return told({ resource, section: "state", values: { on: false }, optimistic, cause });
    },
    note: (wish) => {
      const { resource, values, cause } = wish;
      const behind = registry.resourceAt(resource.address);
      if (behind?.device.facts.sleepy) {
        const noted = pending.note(behind.device, resource.address, values, resource.config, cause);
        return { device: behind.device.address, send: () => void begin(wish, noted), undo: noted.takeBack };
      }
      const options = behind
        ? deviceOrders({ device: behind.device, part: behind.resource, resource }, "config", values).options
        : {};
      if (!behind || Object.keys(options).length === 0) return { send: () => void begin(wish), undo: () => {} };
      const { device } = behind;
      const noted = sender.noteOptions(device, options);
      const send = () => {
        noted.kept();
        void begin(wish);
      };
      return { device: device.address, send, undo: noted.takeBack };
    },
  };

  function begin(wish: DeviceCommand, noted?: Noted): Promise<Outcome> {
    switched(wish);
    const mayWait = parts.pendingCommands.begin(registry.resourceAt(wish.resource.address), wish);
    const ending = told(wish, noted);
    if (mayWait) void ending.then((failure) => parts.pendingCommands.over(wish, failure));
    return ending;
  }

  /** Whatever time it had is over. */
  function switched({ resource, section, values }: Pick<DeviceCommand, "resource" | "section" | "values">): void {
    if (section === "state" && "on" in values) parts.timedOffs.end(resource.address);
  }

  function told(wish: DeviceCommand, noted?: Noted): Promise<Outcome> {
    const { resource, section, optimistic, cause } = wish;
    overtake(resource.address);
    const behind = registry.resourceAt(resource.address);
    const held = belief.hold(resource, section, optimistic, cause);
    if (behind && section !== "action") {
      return judge(wish, tell({ device: behind.device, part: behind.resource, ...wish, section, held, noted }));
    }
    noted?.takeBack();
    held.takeBack();
    return judge(wish, Promise.resolve("unknown"));
  }

  function judge(
    { resource: { address }, cause }: Pick<DeviceCommand, "resource" | "cause">,
    ending: Promise<Outcome>,
  ): Promise<Outcome> {
    return ending.then(
      (failure) => {
        judged({ address, cause, ...(failure && { failure }) });
        return failure;
      },
      (error): Outcome => {
        log.error(`${address}: what became of what was told to it is lost: ${wordsOf(error)}`);
        return "unknown";
      },
    );
  }

  async function tell(task: DeviceTask): Promise<Outcome> {
    const { device, part, resource, section, values, optimistic, held, noted, cause } = task;
    const wait = ({ wait }: Noted) => {
      held.handOver();
      wait();
      return "asleep" as const;
    };
    if (noted && isAsleep(device)) return wait(noted);
    const turn = turnOf.get(part.address);
    const hasIt = beginning(task);
    try {
      const { untaken, refused, refusal, isWhole } = await parts.deliver(task);
      if (untaken.length > 0) log.warn(`${resource.address}: its device cannot be told ${untaken.join(", ")}`);
      if (refusal && (noted || isWhole)) throw refusal;
      held.takeBack([...untaken, ...refused]);
      if (refusal) log.warn(`${resource.address}: ${refused.join(", ")}: ${refusal.message}`);
      const unsure = refusal || held.contradicted || isUnclear(part, values, optimistic);
      held.keep();
      noted?.came();
      hasIt(true);
      if (part.planned.mappings.some(({ conversion }) => conversion === "warning"))
        sirens.told(resource.address, values, cause);
      if (section === "state" && Object.keys(values).length === 0) await refresh.now(device, part);
      else if (section === "state" && unsure && !isSleeper(device)) refresh.soon(device, part, doneAfter(values));
      if (refusal) return "refused";
      return untaken.length === 0 ? undefined : "unsupported";
    } catch (error) {
      if (noted && mayBeRepeated(error)) return wait(noted);
      if (noted) held.handOver();
      noted?.refused();
      hasIt(false);
      if (isSilence(error) && (await hasItAllTheSame(task, turn))) return undefined;
      held.takeBack();
      if (section === "state" && isRefusal(error) && !isSleeper(device)) refresh.soon(device, part, UNTIL_REFRESH); // some of it may have come true
      return failed(resource.address, error);
    }
  }

  /** One answer of many may get lost: it is asked at once how it is. Whoever told it something newer learns whether it is there. */
  async function hasItAllTheSame(task: DeviceTask, turn: object | undefined): Promise<boolean> {
    const { device, part, section, values, optimistic, held } = task;
    if (turnOf.get(part.address) !== turn) return false;
    if (section !== "state") {
      held.takeBack();
      availability.verify(device);
      return false;
    }
    const isThere = await refresh.now(device, part, held);
    if (!isThere || held.contradicted || Object.keys(optimistic).length === 0) return false;
    held.keep();
    if (Number(values.transitiontime ?? 0) > 0) refresh.soon(device, part, doneAfter(values));
    return true;
  }

  function beginning({ device, part, section, values, optimistic }: DeviceTask): (hasIt: boolean) => void {
    if (section !== "state") return () => {};
    const milliseconds = Number(values.transitiontime ?? 0) * TENTH;
    const fade = parts.fading.begin(device, part, optimistic, milliseconds);
    const journey = parts.journeys.begin(part.address, { values, optimistic }, milliseconds);
    return (hasIt) => {
      fade(hasIt);
      journey(hasIt);
    };
  }

  /** One frame for those who hear it as a group; the others are told one by one, and so are strips their gradient. */
  async function toGroup({
    resource,
    section,
    values,
    optimistic,
    members = [],
    cause,
  }: DeviceCommand): Promise<Outcome> {
    const held = belief.hold(resource, section, optimistic, cause);
    const group = numberOf(resource.address);
    const all = members.flatMap((member) => taskFor({ ...member, values }, cause));
    const { gradient, ...rest } = values;
    const strips = gradient === undefined ? [] : all.filter(({ part }) => showsGradients(part.planned));
    const tasks = Object.keys(rest).every((name) => MANNERS.includes(name)) ? strips : all;
    const isNear = (task: DeviceTask) =>
      !strips.includes(task) && memberships.reaches(group, task.device, task.part) && isAble(task);
    const near = tasks.filter(isNear);
    const others = tasks.filter((task) => !near.includes(task));
    const ending = together({
      address: resource.address,
      near,
      orders: near.length > 0 ? groupOrders(group, near, resource.action, rest) : [],
      others: others.map((task) => ({ ...task, values: understoodBy(task, values) })),
      milliseconds: () => doneAfter(values),
      held,
    });
    return tasks.length > 0 ? ending : "unreachable";
  }

  /** Nobody answers a frame to a group: who cannot do it, or has never shown that it can, is told by itself. */
  function isAble({ device, part, values }: DeviceTask): boolean {
    const lacking = parts.refusals.of(device, part);
    const isProven = values.ontime === undefined || parts.refusals.hasShown(part, "ontime");
    return isProven && !skillsFor(values).some((skill) => lacking.has(skill));
  }

  /** One frame where the lights keep the scene themselves. Who then is not as it says is told so, unless it was told something else since. */
  function toScene({ group, scene, lights, asStored, cause }: SceneRecall): Promise<Outcome> {
    const tasks = lights.flatMap((light) => taskFor(light, cause));
    const isOfTables = ({ values }: DeviceTask) => values.effect === undefined; // no recall ends an effect for sure
    const near = asStored ? scenes.keepers(scene, tasks).filter(isOfTables).map(moving) : [];
    const rest = tasks.filter(({ part }) => !near.some((task) => task.part === part));
    const [others, idle] = [rest.filter(hasValues), rest.filter((task) => !hasValues(task))];
    for (const task of idle) {
      task.held.keep();
      void judge(task, Promise.resolve(undefined)); // it is so already
    }
    const turns = new Map(near.map(({ part: { address } }) => [address, turnOf.get(address)]));
    return together({
      address: group.address,
      near,
      orders: near.length > 0 ? [recallOf(scene, near)] : [],
      others,
      milliseconds: ({ values }) => doneAfter(values),
      arrived: ({ part: { address } }) => {
        const resource = turnOf.get(address) === turns.get(address) ? store.get(address) : undefined;
        const values = resource && scenes.strayed(scene, address);
        if (values) for (const task of taskFor({ resource, values, optimistic: {} }, cause)) void tell(task);
      },
    });

    /** It is not told how, but moves as it keeps it. */
    function moving(task: DeviceTask): DeviceTask {
      const { transitiontime } = lightsIn(scene)[idOf(task.part.address)] ?? {};
      return { ...task, values: { ...task.values, transitiontime } };
    }
  }

  function taskFor({ resource, values, optimistic }: Told, cause: DeviceCommand["cause"]): DeviceTask[] {
    switched({ resource, section: "state", values });
    overtake(resource.address);
    const behind = registry.resourceAt(resource.address);
    const held = belief.hold(resource, "state", optimistic, cause);
    if (behind) {
      const { device, resource: part } = behind;
      return [{ device, part, resource, section: "state", values, optimistic, held, cause }];
    }
    held.takeBack();
    return [];
  }

  function failed(address: Address, error: unknown): RadioFailure {
    if (!(error instanceof RadioError)) log.error(`${address}: it could not be told: ${error}`);
    else if (!isSilence(error)) log.warn(`${address}: ${error.message}`);
    return error instanceof RadioError ? error.code : "refused";
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof RadioError && error.code === "refused";
}

function hasValues({ values }: DeviceTask): boolean {
  return Object.keys(values).length > 0;
}
