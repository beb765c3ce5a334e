/**
 * The lights' own tables of scenes follow ours, so that a remote's recall works without us and one frame recalls them all. Who does not keep
 * a scene, or does something else when it is recalled, is told by itself.
 */
import { idOf } from "../../model/addresses.ts";
import { type Ieee, type Order, RadioError } from "../../model/radio.ts";
import type { Address, Change, Resource, Stop, Values } from "../../model/resource.ts";
import { groupOf, lightsIn } from "../../model/scenes.ts";
import type { Recipient } from "../commands/orders.ts";
import type { Sender } from "../commands/sender.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { type GroupMemberships, groupNumber } from "./group-memberships.ts";
import { seenAs, strayed } from "./scene-frames.ts";
import { openSceneTables, type SceneContent, type SceneSlot, type SceneTask, slotOf } from "./scene-tables.ts";

const AGAIN = 60_000; // milliseconds after a failure, if it is heard then
const INVALID_FIELD = 0x85; // it is not in the group
const FULL = 0x89;
const DONE = 0;
const MOST_STRAYS = 2; // one frame to a group may get lost

export interface Scenes {
  /** Those who confirmed this very content; nobody, where somebody else would take the frame for something else. */
  keepers<M extends Recipient>(scene: Resource, members: readonly M[]): readonly M[];
  /** What this light is to be told, because it is not as the scene says although it had confirmed it. */
  strayed(scene: Resource, light: Address): Values | undefined;
  heard(device: Device): void;
  /** It is here now, and may have to be told something. */
  look(device: Device): void;
  /** It has joined the network anew, and forgotten its scenes. */
  renew(device: Device): void;
  /** The lights of a group have stored what they do, and may keep that in other words than ours. */
  stored(group: number, scene: number): void;
  start(): Stop;
}

interface SceneAnswer {
  readonly status: number;
  readonly response?: Values;
}

export function openScenes(parts: DevicesContext, memberships: GroupMemberships, sender: Sender): Scenes {
  const { store, bus, clock, log, registry, keep } = parts;
  const tables = openSceneTables(parts);
  const behind = new Set<Ieee>(); // who may have to be told something
  const busy = new Set<Ieee>();
  const pauses = new Map<Ieee, number>(); // uptime before which a device is left in peace
  const regrouped = new Set<string>(); // places of those who said that they are in no such group, and were told to be
  const strays = new Map<string, number>(); // how often in a row, by place and content

  return {
    keepers: (scene, members) => {
      const group = groupNumber(groupOf(scene.address));
      const hears = ({ device, part }: Endpoint) => memberships.reaches(group, device, part);
      const keepers = members.filter((member) => hears(member) && tables.keeps(member.device, member.part, scene));
      const ours = new Set(keepers.map(({ part }) => part.address));
      const isBusy = members.some(({ device, part }) => busy.has(device.ieee) && !ours.has(part.address));
      const mistakes = (end: Endpoint) =>
        !ours.has(end.part.address) && tables.hasSome(end.device, end.part, scene) && isThere(end.part) && hears(end);
      return isBusy || lightsOf(registry.all()).some(mistakes) ? [] : keepers;
    },
    strayed: (scene, light) => {
      const known = registry.resourceAt(light);
      const current = store.get(scene.address);
      const wanted = current && lightsIn(current)[idOf(light)];
      if (!known || !wanted) return undefined;
      const place = slotOf(known.resource, current);
      const content = tables.contentFor(known.device, known.resource, current);
      const values = strayed(wanted, store.get(light)?.state ?? {});
      const name = `${place.key} ${content?.print}`;
      const times = values ? (strays.get(name) ?? 0) + 1 : 0;
      if (values) strays.set(name, times);
      else strays.delete(name);
      if (!values || !content) return values;
      if (times < MOST_STRAYS) tables.doubt(known.device, place);
      else {
        tables.refused(known.device, place, content, true);
        log.warn(`${light}: it does not do what ${scene.address} says, and is told so by itself from now on`);
      }
      look(known.device);
      return values;
    },
    heard: (device) => {
      if (behind.has(device.ieee)) void tell(device);
    },
    look,
    renew: (device) => {
      tables.forget(device);
      look(device);
    },
    stored: (group, scene) => {
      const resource = store.get(`/groups/${group}/scenes/${scene}`);
      if (!resource) return;
      for (const { device, part } of lightsOf(registry.all()))
        if (tables.doubt(device, slotOf(part, resource))) look(device);
    },
    start: () => bus.on(follow),
  };

  function follow({ resource, event, section, before }: Change): void {
    if (resource.type !== "Scene" || (event === "changed" && section !== "attr")) return;
    const ids = [...Object.keys(lightsIn(resource)), ...Object.keys((before.lights as Values | undefined) ?? {})];
    for (const id of new Set(ids)) {
      const known = registry.resourceAt(`/lights/${id}`);
      if (known) look(known.device);
    }
  }

  function look(device: Device): void {
    pauses.delete(device.ieee);
    if (tables.errandsFor(device).length === 0) return;
    behind.add(device.ieee);
    if (!device.facts.sleepy) void tell(device);
  }

  /** One after the other; what comes on top meanwhile is told too. Who cannot be reached is told when it is heard. */
  async function tell(device: Device): Promise<void> {
    const { ieee } = device;
    const isHere = device.resources.every(
      ({ planned, address }) => planned.family !== "lights" || isThere({ address }),
    );
    if (!isHere || busy.has(ieee) || clock.uptime() < (pauses.get(ieee) ?? 0)) return;
    busy.add(ieee);
    try {
      const now = () => registry.get(ieee) ?? device; // more may become known of it meanwhile
      for (let errand = nextFor(now()); errand; errand = nextFor(now())) await run(now(), errand);
      tables.sweep(now());
      if (tables.errandsFor(now()).length === 0) behind.delete(ieee);
    } catch (error) {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its scenes are not in step: ${error}`);
      pauses.set(ieee, clock.uptime() + AGAIN);
    } finally {
      busy.delete(ieee);
    }
  }

  async function run(device: Device, errand: SceneTask): Promise<void> {
    // What it confirmed before must not count after a power cut, once it may have been told something else.
    if (tables.doubt(device, errand)) await keep(device.address).catch(() => {}); // what the disk refuses now, it takes later
    if (errand.content) return write(device, errand, errand.content);
    await say(device, errand, "remove"); // what it answers: it is not there
    tables.removed(device, errand);
  }

  async function write(device: Device, place: SceneSlot, content: SceneContent): Promise<void> {
    const { key, light, group, scene } = place;
    const { status } = await say(device, place, content.entry.command, content.entry.payload);
    if (status === INVALID_FIELD && !regrouped.has(key)) {
      regrouped.add(key);
      memberships.join(light, `/groups/${group}`).send();
      return;
    }
    const outcome = status === DONE ? await verified(device, place, content) : "none";
    if (outcome === "same") {
      regrouped.delete(key);
      return tables.kept(device, place, content);
    }
    const answered = status === FULL ? "its table is full" : `it answers ${status}`;
    const why = status === DONE ? "it says that it does" : answered;
    log.info(
      `${light}: it does not keep /groups/${group}/scenes/${scene} (${why}), and is told by itself what to do in it`,
    );
    tables.refused(device, place, content, outcome === "other");
  }

  /** Some add a scene, but leave out what is to be in it: those are asked to store what they do, if that is it. */
  async function verified(
    device: Device,
    place: SceneSlot,
    { entry }: SceneContent,
  ): Promise<"same" | "none" | "other"> {
    const view = async () => {
      const { status, response } = await say(device, place, "view");
      return status === DONE ? seenAs(entry, response ?? {}) : "none";
    };
    const first = await view();
    if (first === "same" || !isSo(place)) return first === "bare" ? "same" : first;
    if ((await say(device, place, "store")).status !== DONE) return first === "bare" ? "same" : first;
    const then = await view();
    return then === "bare" ? "same" : then;
  }

  /** The light does now what it does in the scene. */
  function isSo({ light, group, scene }: SceneSlot): boolean {
    const resource = store.get(`/groups/${group}/scenes/${scene}`);
    const wanted = resource && lightsIn(resource)[idOf(light)];
    return wanted !== undefined && strayed(wanted, store.get(light)?.state ?? {}) === undefined;
  }

  async function say(device: Device, place: SceneSlot, command: string, payload?: Values): Promise<SceneAnswer> {
    const target = { ieee: device.ieee, endpoint: place.endpoint };
    const named = payload ?? { groupid: place.group, sceneid: place.scene };
    try {
      const answer = await sender.ask(device, {
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
  function nextFor(device: Device): SceneTask | undefined {
    return tables.errandsFor(device).find(({ content, light, group }) => {
      const part = device.resources.find(({ address }) => address === light);
      return !content || (part !== undefined && memberships.isIn(group, device, part));
    });
  }

  function isThere({ address }: Pick<DeviceResource, "address">): boolean {
    return store.get(address)?.state.reachable !== false;
  }
}

type Endpoint = Pick<Recipient, "device" | "part">;

function lightsOf(devices: Iterable<Device>): readonly Endpoint[] {
  const ends = [...devices].flatMap((device) => device.resources.map((part) => ({ device, part })));
  return ends.filter(({ part: { planned } }) => planned.family === "lights");
}

/** One frame for all who keep it. */
export function recallOrder(scene: Resource, members: readonly Recipient[]): Order {
  const group = groupNumber(groupOf(scene.address));
  const ends = members.map(({ device, part }) => ({ ieee: device.ieee, endpoint: part.planned.source }));
  const payload = { groupid: group, sceneid: Number(idOf(scene.address)) };
  return { do: "command", target: { group, members: ends }, cluster: "genScenes", command: "recall", payload };
}
