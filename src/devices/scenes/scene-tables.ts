/**
 * What the lights keep in their own tables of scenes, as far as they have confirmed it, and how that differs from what they should keep.
 * It stands with their devices, over restarts.
 */
import { createHash } from "node:crypto";
import { idOf } from "../../model/addresses.ts";
import type { Address, Resource } from "../../model/resource.ts";
import { groupOf, lightsIn, scenesOf } from "../../model/scenes.ts";
import { BY_RADIO, type Device, type DeviceResource, hasCluster } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { ALL_LIGHTS, groupNumber } from "./group-memberships.ts";
import { type AddSceneCommand, canBeKept, entryFor } from "./scene-frames.ts";

const SCENES = 0x0005;
/** Before the print of what it was to keep: it does not, and has nothing else in that place. */
const WITHOUT = "-";
/** The same, but it has something else in that place, or may have. */
const WRONG = "!";

/** By light and scene ("7 3/1"): the print of what it keeps there. */
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

/** Without content it is to be forgotten. */
export interface SceneTask extends SceneSlot {
  readonly content?: SceneContent;
}

export interface SceneTables {
  /** Undefined: it does not take part in it, or keeps no scenes. */
  contentFor(device: Device, part: DeviceResource, scene: Resource): SceneContent | undefined;
  /** It has confirmed this very content. */
  keeps(device: Device, part: DeviceResource, scene: Resource): boolean;
  /** It has something in that place, or may have. */
  hasSome(device: Device, part: DeviceResource, scene: Resource): boolean;
  errandsFor(device: Device): readonly SceneTask[];
  kept(device: Device, place: SceneSlot, content: SceneContent): void;
  /** It is not known any more what it has there. Answers whether that is news. */
  doubt(device: Device, place: SceneSlot): boolean;
  /** It does not keep this, and is not asked to again; `instead`: it keeps something else. */
  refused(device: Device, place: SceneSlot, content: SceneContent, instead: boolean): void;
  /** It has made room: what it had no place for before may find one now. */
  removed(device: Device, place: SceneSlot): void;
  /** It has forgotten all of them. */
  forget(device: Device): void;
  /** What is of no use any more. */
  sweep(device: Device): void;
}

export function openSceneTables({ store }: DevicesContext): SceneTables {
  const keptBy = ({ address }: Device) => (store.get(address)?.attr.scenes ?? {}) as SceneRecords;
  const heldBy = (device: Device, part: DeviceResource, scene: Resource) => keptBy(device)[slotOf(part, scene).key];
  const put = ({ address }: Device, all: SceneRecords) =>
    store.patch(address, "attr", { scenes: Object.keys(all).length > 0 ? all : undefined }, BY_RADIO);
  const note = (device: Device, { key }: SceneSlot, held: string) => put(device, { ...keptBy(device), [key]: held });
  const keepOnly = (device: Device, stays: (key: string, held: string) => boolean) => {
    const entries = Object.entries(keptBy(device));
    const rest = entries.filter(([key, held]) => stays(key, held));
    if (rest.length < entries.length) put(device, Object.fromEntries(rest));
  };

  const tables: SceneTables = {
    contentFor: (device, part, scene) => {
      const light = lightsIn(scene)[idOf(part.address)];
      const has = (cluster: number) => hasCluster(device, part, cluster);
      const { group, scene: number } = slotOf(part, scene);
      if (!light || !has(SCENES) || group === ALL_LIGHTS || !canBeKept(light)) return undefined;
      const entry = entryFor(light, { group, scene: number }, has);
      return { entry, print: createHash("sha1").update(JSON.stringify(entry)).digest("hex").slice(0, 12) };
    },
    keeps: (device, part, scene) => {
      const print = tables.contentFor(device, part, scene)?.print;
      return print !== undefined && heldBy(device, part, scene) === print;
    },
    hasSome: (device, part, scene) => isSome(heldBy(device, part, scene)),
    errandsFor: (device) => {
      const kept = keptBy(device);
      const wanted = wantedOf(device);
      const isInVain = (key: string) => kept[key] === WRONG + wanted.get(key)?.content.print;
      const places = Object.keys(kept).filter((key) => isSome(kept[key]) && (!wanted.has(key) || isInVain(key)));
      const isSettled = ({ key, content: { print } }: Required<SceneTask>) =>
        [print, WITHOUT + print, WRONG + print].includes(kept[key] ?? "");
      return [
        ...places.flatMap((key) => slotIn(device, key) ?? []),
        ...[...wanted.values()].filter((errand) => !isSettled(errand)),
      ];
    },
    kept: (device, place, { print }) => note(device, place, print),
    doubt: (device, place) => {
      const held = keptBy(device)[place.key];
      if (held === undefined || held.startsWith(WITHOUT) || held.startsWith(WRONG)) return false;
      note(device, place, WRONG);
      return true;
    },
    refused: (device, place, { print }, instead) => note(device, place, (instead ? WRONG : WITHOUT) + print),
    removed: (device, place) => {
      const held = keptBy(device)[place.key] ?? "";
      keepOnly(device, (key, each) => key !== place.key && !each.startsWith(WITHOUT));
      if (held.startsWith(WRONG) && held !== WRONG) note(device, place, WITHOUT + held.slice(1));
    },
    forget: (device) => keepOnly(device, () => false),
    sweep: (device) => {
      const wanted = wantedOf(device);
      keepOnly(device, (key, held) => wanted.has(key) || (isSome(held) && slotIn(device, key) !== undefined));
    },
  };
  return tables;

  function wantedOf(device: Device): ReadonlyMap<string, Required<SceneTask>> {
    const lights = device.resources.filter(({ planned }) => planned.family === "lights");
    const errands = lights.flatMap((part) => {
      const isIn = ({ attr }: Resource) => (attr.lights as readonly string[] | undefined)?.includes(idOf(part.address));
      const groups = store.list("/groups").filter(isIn);
      return groups
        .flatMap(({ address }) => store.list(scenesOf(address)))
        .flatMap((scene) => {
          const content = tables.contentFor(device, part, scene);
          return content ? [{ ...slotOf(part, scene), content }] : [];
        });
    });
    return new Map(errands.map((errand) => [errand.key, errand]));
  }
}

export function slotOf({ address, planned }: DeviceResource, scene: Resource): SceneSlot {
  const group = groupNumber(groupOf(scene.address));
  const number = Number(idOf(scene.address));
  return { key: `${idOf(address)} ${group}/${number}`, light: address, endpoint: planned.source, group, scene: number };
}

/** Undefined: the device has no such light any more. */
function slotIn(device: Device, key: string): SceneSlot | undefined {
  const [, id, group, scene] = /^(\S+) (\d+)\/(\d+)$/.exec(key) ?? [];
  const part = device.resources.find(({ address }) => address === `/lights/${id}`);
  return (
    part && { key, light: part.address, endpoint: part.planned.source, group: Number(group), scene: Number(scene) }
  );
}

function isSome(held: string | undefined): boolean {
  return held !== undefined && !held.startsWith(WITHOUT);
}
