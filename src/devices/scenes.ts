/**
 * The lights' own tables of scenes, kept in step with ours, so that a remote's recall works without us and one frame recalls them all.
 * What a light has confirmed stands with its device; what differs from that is told it again, also after a restart.
 */
import { createHash } from "node:crypto";
import { idOf } from "../model/addresses.ts";
import { type Ieee, type Order, RadioError } from "../model/radio.ts";
import type { Address, Change, Resource, Stop, Values } from "../model/resource.ts";
import { groupOf, lightsIn, scenesOf } from "../model/scenes.ts";
import { ALL_LIGHTS, type Memberships, numberOf } from "./memberships.ts";
import type { Member } from "./orders.ts";
import type { Inside } from "./parts.ts";
import { BY_RADIO, hasCluster, type Known, type Part } from "./registry.ts";
import { type Entry, entryFor, strayed } from "./scene-words.ts";
import type { Sender } from "./sender.ts";

const SCENES = 0x0005;
const AGAIN = 60_000; // milliseconds after a failure, if it is heard then
const INVALID_FIELD = 0x85; // it is not in the group
const FULL = 0x89;
const DONE = 0;
/** Before the print of what it was to keep: it does not, and has nothing else in that place. */
const WITHOUT = "-";
/** The same, but it still has something in that place. */
const WRONG = "!";

export interface Scenes {
  /** Those who confirmed this very content; nobody, where one of the others would take the frame for something else. */
  keepers<M extends Member>(scene: Resource, members: readonly M[]): readonly M[];
  /** What this light is to be told, because it is not as the scene says although it had confirmed it; it is not relied upon again. */
  strayed(scene: Resource, light: Address): Values | undefined;
  heard(device: Known): void;
  /** It is here now, and may have to be told something. */
  look(device: Known): void;
  /** It has joined the network anew, and forgotten its scenes. */
  renew(device: Known): void;
  start(): Stop;
}

/** By light and scene ("7 3/1"): the print of what it keeps there. */
type Kept = Readonly<Record<string, string>>;

interface Place {
  readonly key: string;
  readonly light: Address;
  readonly endpoint: number;
  readonly group: number;
  readonly scene: number;
}

interface Content {
  readonly print: string;
  readonly entry: Entry;
}

/** Without content it is to be forgotten. */
interface Errand extends Place {
  readonly content?: Content;
}

export function openScenes(parts: Inside, memberships: Memberships, sender: Sender): Scenes {
  const { store, bus, clock, log, registry } = parts;
  const behind = new Set<Ieee>(); // who may have to be told something
  const busy = new Set<Ieee>();
  const pauses = new Map<Ieee, number>(); // uptime before which a device is left in peace
  const regrouped = new Set<string>(); // who said that it was in no such group, and was told to be

  return {
    keepers: (scene, members) => {
      const keeps = (member: Member) => {
        const wanted = contentFor(member.device, member.part, scene);
        return wanted !== undefined && heldBy(member, scene) === wanted.print;
      };
      const keepers = members.filter(keeps);
      const mayMistake = (member: Member) =>
        busy.has(member.device.ieee) || ![undefined, WITHOUT].includes(heldBy(member, scene)?.charAt(0));
      return members.some((member) => !keepers.includes(member) && mayMistake(member)) ? [] : keepers;
    },
    strayed: (scene, light) => {
      const known = registry.behind(light);
      const current = store.get(scene.address);
      const wanted = current && lightsIn(current)[idOf(light)];
      const values = known && wanted && strayed(wanted, store.get(light)?.state ?? {});
      if (!values) return undefined;
      const content = contentFor(known.device, known.part, current);
      if (content) note(known.device, placeOf(known.part, scene).key, WRONG + content.print);
      look(known.device);
      log.warn(`${light}: it did not do what ${scene.address} says, and is told so by itself from now on`);
      return values;
    },
    heard: (device) => {
      if (behind.has(device.ieee)) void tell(device);
    },
    look,
    renew: (device) => {
      store.patch(device.address, "attr", { scenes: undefined }, BY_RADIO);
      look(device);
    },
    start: () => bus.on(follow),
  };

  function follow({ resource, event, section, before }: Change): void {
    if (resource.type !== "Scene" || (event === "changed" && section !== "attr")) return;
    const ids = [...Object.keys(lightsIn(resource)), ...Object.keys((before.lights as Values | undefined) ?? {})];
    for (const id of new Set(ids)) {
      const known = registry.behind(`/lights/${id}`);
      if (known) look(known.device);
    }
  }

  function look(device: Known): void {
    pauses.delete(device.ieee);
    if (errandsFor(device).length === 0) return;
    behind.add(device.ieee);
    if (!device.facts.sleepy) void tell(device);
  }

  /** One after the other; what comes on top meanwhile is told too. */
  async function tell(device: Known): Promise<void> {
    const { ieee } = device;
    if (busy.has(ieee) || clock.uptime() < (pauses.get(ieee) ?? 0)) return;
    busy.add(ieee);
    try {
      for (let errand = nextFor(device); errand; errand = nextFor(device)) await run(device, errand);
      if (errandsFor(device).length === 0) behind.delete(ieee);
    } catch (error) {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its scenes are not in step: ${error}`);
      pauses.set(ieee, clock.uptime() + AGAIN);
    } finally {
      busy.delete(ieee);
    }
  }

  async function run(device: Known, errand: Errand): Promise<void> {
    const { key, light, group, scene, content } = errand;
    if (!content) {
      await say(device, errand, "remove"); // what it answers: it is not there
      const held = keptBy(device)[key];
      return note(device, key, held?.startsWith(WRONG) ? WITHOUT + held.slice(1) : undefined);
    }
    const { print, entry } = content;
    const status = await say(device, errand, entry.command, entry.payload);
    if (status === INVALID_FIELD && !regrouped.has(key)) {
      regrouped.add(key);
      const resource = store.get(light);
      if (resource) memberships.join(resource, `/groups/${group}`);
      return;
    }
    if (status === DONE && (await say(device, errand, "view")) === DONE) return note(device, key, print);
    const why = status === FULL ? "its table is full" : `it answers ${status}`;
    log.info(
      `${light}: it does not keep /groups/${group}/scenes/${scene} (${why}), and is told by itself what to do in it`,
    );
    note(device, key, (keptBy(device)[key] === undefined ? WITHOUT : WRONG) + print);
  }

  /** Answers the status of its answer. */
  async function say(device: Known, place: Place, command: string, payload?: Values): Promise<number> {
    const target = { ieee: device.ieee, endpoint: place.endpoint };
    const named = payload ?? { groupid: place.group, sceneid: place.scene };
    try {
      await sender.ask(device, { do: "command", target, cluster: "genScenes", command, payload: named });
      return DONE;
    } catch (error) {
      const isAnswer = error instanceof RadioError && ["refused", "unsupported", "invalid"].includes(error.code);
      if (!isAnswer) throw error;
      return error.status ?? -1;
    }
  }

  /** A light that is not in its group yet waits for that. */
  function nextFor(device: Known): Errand | undefined {
    return errandsFor(device).find(({ content, light, group }) => {
      const part = device.parts.find(({ address }) => address === light);
      return !content || (part !== undefined && memberships.reaches(group, device, part));
    });
  }

  /** What differs between what it keeps and what it should. */
  function errandsFor(device: Known): readonly Errand[] {
    const kept = keptBy(device);
    const wanted = new Map(wantedOf(device).map((errand) => [errand.key, errand]));
    const isSettled = ({ key, content }: Errand) =>
      content && [content.print, WITHOUT + content.print, WRONG + content.print].includes(kept[key] ?? "");
    const spoilt = Object.keys(kept).filter(
      (key) => !wanted.has(key) || kept[key] === WRONG + wanted.get(key)?.content?.print,
    );
    return [
      ...spoilt.flatMap((key) => removal(device, key)),
      ...[...wanted.values()].filter((errand) => !isSettled(errand)),
    ];
  }

  function wantedOf(device: Known): readonly Errand[] {
    const lights = device.parts.filter(({ planned }) => planned.family === "lights");
    return lights.flatMap((part) => {
      const isIn = ({ attr }: Resource) => (attr.lights as readonly string[] | undefined)?.includes(idOf(part.address));
      const scenes = store
        .list("/groups")
        .filter(isIn)
        .flatMap(({ address }) => store.list(scenesOf(address)));
      return scenes.flatMap((scene) => {
        const content = contentFor(device, part, scene);
        return content ? [{ ...placeOf(part, scene), content }] : [];
      });
    });
  }

  /** Undefined: it does not take part in it, or keeps no scenes. */
  function contentFor(device: Known, part: Part, scene: Resource): Content | undefined {
    const light = lightsIn(scene)[idOf(part.address)];
    const { group, scene: number } = placeOf(part, scene);
    const has = (cluster: number) => hasCluster(device, part, cluster);
    if (!light || !has(SCENES) || group === ALL_LIGHTS) return undefined;
    const entry = entryFor(light, { group, scene: number, name: String(scene.attr.name) }, has);
    return { entry, print: createHash("sha1").update(JSON.stringify(entry)).digest("hex").slice(0, 12) };
  }

  function removal(device: Known, key: string): readonly Errand[] {
    const [, id = "", group, scene] = /^(\S+) (\d+)\/(\d+)$/.exec(key) ?? [];
    const part = device.parts.find(({ address }) => address === `/lights/${id}`);
    const isHeld = part !== undefined && !keptBy(device)[key]?.startsWith(WITHOUT);
    if (isHeld)
      return [{ key, light: part.address, endpoint: part.planned.source, group: Number(group), scene: Number(scene) }];
    note(device, key, undefined);
    return [];
  }

  function heldBy({ device, part }: Member, scene: Resource): string | undefined {
    return keptBy(device)[placeOf(part, scene).key];
  }

  function keptBy({ address }: Known): Kept {
    return (store.get(address)?.attr.scenes ?? {}) as Kept;
  }

  function note(device: Known, key: string, print: string | undefined): void {
    const { [key]: _, ...others } = keptBy(device);
    const scenes = print === undefined ? others : { ...others, [key]: print };
    store.patch(device.address, "attr", { scenes: Object.keys(scenes).length > 0 ? scenes : undefined }, BY_RADIO);
  }
}

/** One frame for all who keep it. */
export function recallOf(scene: Resource, members: readonly Member[]): Order {
  const group = numberOf(groupOf(scene.address));
  const ends = members.map(({ device, part }) => ({ ieee: device.ieee, endpoint: part.planned.source }));
  const payload = { groupid: group, sceneid: Number(idOf(scene.address)) };
  return { do: "command", target: { group, members: ends }, cluster: "genScenes", command: "recall", payload };
}

function placeOf({ address, planned }: Part, scene: Resource): Place {
  const group = numberOf(groupOf(scene.address));
  const number = Number(idOf(scene.address));
  return { key: `${idOf(address)} ${group}/${number}`, light: address, endpoint: planned.source, group, scene: number };
}
