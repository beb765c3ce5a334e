/**
 * The lights' own tables of scenes follow ours, so that a remote's recall works without us and one frame recalls them all. A light that does
 * not keep a scene, or does something else when it is recalled, is told by itself.
 */
import { isDeepStrictEqual } from "node:util";
import { idOf } from "../../model/addresses.ts";
import { groupOf, lightsIn } from "../../model/lights/scenes.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { type Order, RadioError } from "../../model/radio/orders.ts";
import type { Address, Change, Resource, Stop, Values } from "../../model/resource.ts";
import type { Recipient } from "../commands/orders.ts";
import type { Sender } from "../commands/sender.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { Device } from "../inventory/device-registry.ts";
import { type GroupMemberships, groupNumber } from "./group-memberships.ts";
import { seenAs, strayed } from "./scene-frames.ts";
import { type SceneContent, type SceneSlot, SceneTables, type SceneTask, slotOf } from "./scene-tables.ts";

const AGAIN = 60_000; // milliseconds after a failure, if it is heard then
const INVALID_FIELD = 0x85; // the status of a light that is not in the group
const FULL = 0x89;
const DONE = 0;
const MOST_STRAYS = 2; // one frame to a group may get lost

interface SceneAnswer {
  readonly status: number;
  readonly response?: Values;
}

export class Scenes {
  readonly #context: DevicesContext;
  readonly #memberships: GroupMemberships;
  readonly #sender: Sender;
  readonly #tables: SceneTables;
  readonly #behind = new Set<Ieee>(); // devices that may have to be told something
  readonly #busy = new Set<Ieee>();
  readonly #pauses = new Map<Ieee, number>(); // uptime until which a device that failed is not tried again
  readonly #rejoined = new Set<string>(); // slots of lights that said that they are not in the group, and were told to join it
  readonly #strays = new Map<string, number>(); // how often in a row, by slot and content

  constructor(context: DevicesContext, memberships: GroupMemberships, sender: Sender) {
    this.#context = context;
    this.#memberships = memberships;
    this.#sender = sender;
    this.#tables = new SceneTables(context.store);
  }

  /** Lights that confirmed this very content; none, where another light would take the frame for something else. */
  keepers<M extends Recipient>(scene: Resource, members: readonly M[]): readonly M[] {
    const group = groupNumber(groupOf(scene.address));
    const hears = ({ device, deviceResource }: Endpoint) => this.#memberships.reaches(group, device, deviceResource);
    const keepers = members.filter(
      (member) => hears(member) && this.#tables.keeps(member.device, member.deviceResource, scene),
    );
    const own = new Set(keepers.map(({ deviceResource }) => deviceResource.address));
    const isBusy = members.some(
      ({ device, deviceResource }) => this.#busy.has(device.ieee) && !own.has(deviceResource.address),
    );
    const mistakes = (end: Endpoint) =>
      !own.has(end.deviceResource.address) &&
      this.#tables.hasSome(end.device, end.deviceResource, scene) &&
      this.#isReachable(end.deviceResource.address) &&
      hears(end);
    return isBusy || lightsOf(this.#context.registry.all()).some(mistakes) ? [] : keepers;
  }

  /** The command for a light that is not as the recalled scene says, although it had confirmed that. What was changed in the scene since moves no light. */
  strayed(scene: Resource, light: Address): Values | undefined {
    const { store, registry, log } = this.#context;
    const owner = registry.resourceAt(light);
    const current = store.get(scene.address);
    const wanted = lightsIn(scene)[idOf(light)];
    if (!owner || !current || !wanted || !isDeepStrictEqual(lightsIn(current)[idOf(light)], wanted)) return undefined;
    const { device, resource: deviceResource } = owner;
    const slot = slotOf(deviceResource, current);
    const content = this.#tables.contentFor(device, deviceResource, current);
    const values = strayed(wanted, store.get(light)?.state ?? {});
    const name = `${slot.key} ${content?.print}`;
    const times = values ? (this.#strays.get(name) ?? 0) + 1 : 0;
    if (values) this.#strays.set(name, times);
    else this.#strays.delete(name);
    if (!values || !content) return values;
    if (times < MOST_STRAYS) this.#tables.doubt(device, slot);
    else {
      this.#tables.refused(device, slot, content, true);
      log.warn(`${light}: it does not do what ${scene.address} says, and is told so by itself from now on`);
    }
    this.look(device);
    return values;
  }

  heard(device: Device): void {
    if (this.#behind.has(device.ieee)) void this.#tell(device);
  }

  /** The device is here now, and may have to be told something. */
  look(device: Device): void {
    this.#pauses.delete(device.ieee);
    if (this.#tables.tasksFor(device).length === 0) return;
    this.#behind.add(device.ieee);
    if (!device.facts.sleepy) void this.#tell(device);
  }

  /** The device has joined the network anew, and forgotten its scenes. */
  renew(device: Device): void {
    this.#tables.forget(device);
    this.look(device);
  }

  /** The lights of a group have stored their state, and may keep it in other words than ours. */
  stored(group: number, scene: number): void {
    const { store, registry } = this.#context;
    const resource = store.get(`/groups/${group}/scenes/${scene}`);
    if (!resource) return;
    for (const { device, deviceResource } of lightsOf(registry.all()))
      if (this.#tables.doubt(device, slotOf(deviceResource, resource))) this.look(device);
  }

  start(): Stop {
    return this.#context.bus.on((change) => this.#follow(change));
  }

  #follow({ resource, event, section, before }: Change): void {
    if (resource.type !== "Scene" || (event === "changed" && section !== "attr")) return;
    const ids = [...Object.keys(lightsIn(resource)), ...Object.keys((before.lights as Values | undefined) ?? {})];
    for (const id of new Set(ids)) {
      const owner = this.#context.registry.resourceAt(`/lights/${id}`);
      if (owner) this.look(owner.device);
    }
  }

  /** One task after the other, with those that come meanwhile. A device that cannot be reached is told when it is heard. */
  async #tell(device: Device): Promise<void> {
    const { clock, log, registry } = this.#context;
    const { ieee } = device;
    const lights = device.resources.filter(({ planned }) => planned.family === "lights");
    const isHere = lights.every(({ address }) => this.#isReachable(address));
    if (!isHere || this.#busy.has(ieee) || clock.uptime() < (this.#pauses.get(ieee) ?? 0)) return;
    this.#busy.add(ieee);
    try {
      const now = () => registry.get(ieee) ?? device; // it may be planned anew meanwhile
      for (let task = this.#nextFor(now()); task; task = this.#nextFor(now())) await this.#run(now(), task);
      this.#tables.sweep(now());
      if (this.#tables.tasksFor(now()).length === 0) this.#behind.delete(ieee);
    } catch (error) {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its scenes are not in step: ${error}`);
      this.#pauses.set(ieee, clock.uptime() + AGAIN);
    } finally {
      this.#busy.delete(ieee);
    }
  }

  async #run(device: Device, task: SceneTask): Promise<void> {
    // An earlier confirmation must not count after a power cut, once the light may have been told something else.
    if (this.#tables.doubt(device, task)) await this.#context.keep(device.address).catch(() => {}); // the disk takes a refused write later
    if (task.content) return this.#write(device, task, task.content);
    await this.#say(device, task, "remove"); // any answer means that the scene is not there
    this.#tables.removed(device, task);
  }

  async #write(device: Device, slot: SceneSlot, content: SceneContent): Promise<void> {
    const { key, light, group, scene } = slot;
    const { status } = await this.#say(device, slot, content.entry.command, content.entry.payload);
    if (status === INVALID_FIELD && !this.#rejoined.has(key)) {
      this.#rejoined.add(key);
      this.#memberships.join(light, `/groups/${group}`).send();
      return;
    }
    const outcome = status === DONE ? await this.#verified(device, slot, content) : "none";
    if (outcome === "same") {
      this.#rejoined.delete(key);
      return this.#tables.kept(device, slot, content);
    }
    const answered = status === FULL ? "its table is full" : `it answers ${status}`;
    const why = status === DONE ? "it says that it does" : answered;
    this.#context.log.info(
      `${light}: it does not keep /groups/${group}/scenes/${scene} (${why}), and is told by itself what to do in it`,
    );
    this.#tables.refused(device, slot, content, outcome === "other");
  }

  /** Some lights add a scene, but leave out its values: these lights are asked to store their present state, if it is that of the scene. */
  async #verified(device: Device, slot: SceneSlot, { entry }: SceneContent): Promise<"same" | "none" | "other"> {
    const view = async () => {
      const { status, response } = await this.#say(device, slot, "view");
      return status === DONE ? seenAs(entry, response ?? {}) : "none";
    };
    const first = await view();
    if (first === "same" || !this.#isSo(slot)) return first === "bare" ? "same" : first;
    if ((await this.#say(device, slot, "store")).status !== DONE) return first === "bare" ? "same" : first;
    const then = await view();
    return then === "bare" ? "same" : then;
  }

  /** The light is now as the scene says. */
  #isSo({ light, group, scene }: SceneSlot): boolean {
    const { store } = this.#context;
    const resource = store.get(`/groups/${group}/scenes/${scene}`);
    const wanted = resource && lightsIn(resource)[idOf(light)];
    return wanted !== undefined && strayed(wanted, store.get(light)?.state ?? {}) === undefined;
  }

  async #say(device: Device, slot: SceneSlot, command: string, payload?: Values): Promise<SceneAnswer> {
    const target = { ieee: device.ieee, endpoint: slot.endpoint };
    const named = payload ?? { groupid: slot.group, sceneid: slot.scene };
    try {
      const answer = await this.#sender.ask(device, {
        ...{ do: "command", target, cluster: "genScenes", command, payload: named },
      });
      return { status: DONE, ...answer };
    } catch (error) {
      const isAnswer = error instanceof RadioError && ["refused", "unsupported", "invalid"].includes(error.code);
      if (!isAnswer) throw error;
      return { status: error.status ?? -1 };
    }
  }

  /** A light that is not in its group yet waits for that. */
  #nextFor(device: Device): SceneTask | undefined {
    return this.#tables.tasksFor(device).find(({ content, light, group }) => {
      const deviceResource = device.resources.find(({ address }) => address === light);
      return !content || (deviceResource !== undefined && this.#memberships.isIn(group, device, deviceResource));
    });
  }

  #isReachable(light: Address): boolean {
    return this.#context.store.get(light)?.state.reachable !== false;
  }
}

type Endpoint = Pick<Recipient, "device" | "deviceResource">;

function lightsOf(devices: Iterable<Device>): readonly Endpoint[] {
  const ends = [...devices].flatMap((device) => device.resources.map((deviceResource) => ({ device, deviceResource })));
  return ends.filter(({ deviceResource: { planned } }) => planned.family === "lights");
}

/** One frame for all lights that keep the scene. */
export function recallOrder(scene: Resource, members: readonly Recipient[]): Order {
  const group = groupNumber(groupOf(scene.address));
  const ends = members.map(({ device, deviceResource }) => ({
    ieee: device.ieee,
    endpoint: deviceResource.planned.source,
  }));
  const payload = { groupid: group, sceneid: Number(idOf(scene.address)) };
  return { do: "command", target: { group, members: ends }, cluster: "genScenes", command: "recall", payload };
}
