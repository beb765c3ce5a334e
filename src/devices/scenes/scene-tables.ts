/**
 * The scenes that lights keep in their own tables, as far as they have confirmed them, and the tasks until they keep all that they should.
 * The records stand with the devices, over restarts.
 */
import { createHash } from "node:crypto";
import type { Store } from "../../core/store.ts";
import { idOf } from "../../model/addresses.ts";
import { groupOf, lightsIn, scenesOf } from "../../model/lights/scenes.ts";
import type { Address, Resource } from "../../model/resource.ts";
import { BY_RADIO, type Device, type DeviceResource, hasCluster } from "../inventory/device-registry.ts";
import { ALL_LIGHTS, groupNumber } from "./group-memberships.ts";
import { type AddSceneCommand, canBeKept, entryFor } from "./scene-frames.ts";

const SCENES = 0x0005;
/** Before the print of a scene that the light does not keep, though it should: the light has nothing else in that slot. */
const WITHOUT = "-";
/** The same, but the light has something else in that slot, or may have. */
const WRONG = "!";

/** By light and scene ("7 3/1"): the print of the content that the light keeps there. */
type SceneRecords = Readonly<Record<string, string>>;

export interface SceneSlot {
  readonly key: string;
  readonly light: Address;
  readonly endpoint: number;
  readonly group: number;
  readonly scene: number;
}

export interface SceneContent {
  readonly print: string;
  readonly entry: AddSceneCommand;
}

/** Write this content into the slot; without content: empty the slot. */
export interface SceneTask extends SceneSlot {
  readonly content?: SceneContent;
}

export class SceneTables {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined: the light does not take part in the scene, or keeps no scenes. */
  contentFor(device: Device, deviceResource: DeviceResource, scene: Resource): SceneContent | undefined {
    const light = lightsIn(scene)[idOf(deviceResource.address)];
    const has = (cluster: number) => hasCluster(device, deviceResource, cluster);
    const { group, scene: number } = slotOf(deviceResource, scene);
    if (!light || !has(SCENES) || group === ALL_LIGHTS || !canBeKept(light)) return undefined;
    const entry = entryFor(light, { group, scene: number }, has);
    return { entry, print: createHash("sha1").update(JSON.stringify(entry)).digest("hex").slice(0, 12) };
  }

  /** The light has confirmed this very content. */
  keeps(device: Device, deviceResource: DeviceResource, scene: Resource): boolean {
    const print = this.contentFor(device, deviceResource, scene)?.print;
    return print !== undefined && this.#recordOf(device, deviceResource, scene) === print;
  }

  /** The light has something in that slot, or may have. */
  hasSome(device: Device, deviceResource: DeviceResource, scene: Resource): boolean {
    return isSome(this.#recordOf(device, deviceResource, scene));
  }

  tasksFor(device: Device): readonly SceneTask[] {
    const records = this.#recordsOf(device);
    const wanted = this.#wantedOf(device);
    const isInVain = (key: string) => records[key] === WRONG + wanted.get(key)?.content.print;
    const removals = Object.keys(records).filter((key) => isSome(records[key]) && (!wanted.has(key) || isInVain(key)));
    const isSettled = ({ key, content: { print } }: Required<SceneTask>) =>
      [print, WITHOUT + print, WRONG + print].includes(records[key] ?? "");
    return [
      ...removals.flatMap((key) => slotIn(device, key) ?? []),
      ...[...wanted.values()].filter((task) => !isSettled(task)),
    ];
  }

  kept(device: Device, slot: SceneSlot, { print }: SceneContent): void {
    this.#note(device, slot, print);
  }

  /** The content of the slot is unknown from now on. Answers whether it was known before. */
  doubt(device: Device, slot: SceneSlot): boolean {
    const record = this.#recordsOf(device)[slot.key];
    if (record === undefined || record.startsWith(WITHOUT) || record.startsWith(WRONG)) return false;
    this.#note(device, slot, WRONG);
    return true;
  }

  /** The light does not keep this, and is not asked to again; `instead`: it keeps something else. */
  refused(device: Device, slot: SceneSlot, { print }: SceneContent, instead: boolean): void {
    this.#note(device, slot, (instead ? WRONG : WITHOUT) + print);
  }

  /** The light has made room: scenes that it had no place for may find one now. */
  removed(device: Device, slot: SceneSlot): void {
    const record = this.#recordsOf(device)[slot.key] ?? "";
    this.#keepOnly(device, (key, each) => key !== slot.key && !each.startsWith(WITHOUT));
    if (record.startsWith(WRONG) && record !== WRONG) this.#note(device, slot, WITHOUT + record.slice(1));
  }

  /** The device has forgotten all of them. */
  forget(device: Device): void {
    this.#keepOnly(device, () => false);
  }

  /** Drops records of scenes and lights that are gone. */
  sweep(device: Device): void {
    const wanted = this.#wantedOf(device);
    this.#keepOnly(device, (key, record) => wanted.has(key) || (isSome(record) && slotIn(device, key) !== undefined));
  }

  #recordsOf({ address }: Device): SceneRecords {
    return (this.#store.get(address)?.attr.scenes ?? {}) as SceneRecords;
  }

  #recordOf(device: Device, deviceResource: DeviceResource, scene: Resource): string | undefined {
    return this.#recordsOf(device)[slotOf(deviceResource, scene).key];
  }

  #put({ address }: Device, all: SceneRecords): void {
    this.#store.patch(address, "attr", { scenes: Object.keys(all).length > 0 ? all : undefined }, BY_RADIO);
  }

  #note(device: Device, { key }: SceneSlot, record: string): void {
    this.#put(device, { ...this.#recordsOf(device), [key]: record });
  }

  #keepOnly(device: Device, stays: (key: string, record: string) => boolean): void {
    const records = Object.entries(this.#recordsOf(device));
    const rest = records.filter(([key, record]) => stays(key, record));
    if (rest.length < records.length) this.#put(device, Object.fromEntries(rest));
  }

  #wantedOf(device: Device): ReadonlyMap<string, Required<SceneTask>> {
    const lights = device.resources.filter(({ planned }) => planned.family === "lights");
    const tasks = lights.flatMap((deviceResource) => {
      const isIn = ({ attr }: Resource) =>
        (attr.lights as readonly string[] | undefined)?.includes(idOf(deviceResource.address));
      const scenes = this.#store
        .list("/groups")
        .filter(isIn)
        .flatMap(({ address }) => this.#store.list(scenesOf(address)));
      return scenes.flatMap((scene) => {
        const content = this.contentFor(device, deviceResource, scene);
        return content ? [{ ...slotOf(deviceResource, scene), content }] : [];
      });
    });
    return new Map(tasks.map((task) => [task.key, task]));
  }
}

export function slotOf({ address, planned }: DeviceResource, scene: Resource): SceneSlot {
  const group = groupNumber(groupOf(scene.address));
  const number = Number(idOf(scene.address));
  return { key: `${idOf(address)} ${group}/${number}`, light: address, endpoint: planned.source, group, scene: number };
}

/** Undefined: the device does not have the light any more. */
function slotIn(device: Device, key: string): SceneSlot | undefined {
  const [, id, group, scene] = /^(\S+) (\d+)\/(\d+)$/.exec(key) ?? [];
  const deviceResource = device.resources.find(({ address }) => address === `/lights/${id}`);
  return (
    deviceResource && {
      key,
      light: deviceResource.address,
      endpoint: deviceResource.planned.source,
      group: Number(group),
      scene: Number(scene),
    }
  );
}

function isSome(held: string | undefined): boolean {
  return held !== undefined && !held.startsWith(WITHOUT);
}
