/** Scenes: what a light keeps of itself by group and number, and brings back when it is asked to. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterCommand, ClusterEndpoint, CommandPayload, StoredScene } from "./cluster.ts";
import { moveTo } from "./level.ts";
import { FIELDS, isPartOfScene, isRecalling, putScene, recallScene, sceneOf, storeScene } from "./scene-values.ts";

const CLUSTER = "genScenes";
const ROOM = 32; // scenes
const OWN_TIME = 0xffff; // of the scene
const COPY_ALL = 1;
const WITH_NAMES = 0x80;

/** How a light can be wrong about its scenes: it keeps none; it recalls none; it is dim when it recalls one. */
export const LIES = ["none", "forgets", "ignores", "strays"] as const;
export type Lie = (typeof LIES)[number];
const DIM = 1; // level of one that strays

interface AddPayload {
  readonly groupid: number;
  readonly sceneid: number;
  readonly transtime: number;
  readonly scenename: string;
  readonly extensionfieldsets: readonly { readonly clstId: number; readonly extField: readonly number[] }[];
}

export const SCENES: Cluster = {
  name: CLUSTER,
  attributes: { count: 0, currentScene: 0, currentGroup: 0, sceneValid: 0, nameSupport: WITH_NAMES },
  commands: {
    add: add("addRsp", 10),
    enhancedAdd: add("enhancedAddRsp", 1),
    view: view("viewRsp", 10),
    enhancedView: view("enhancedViewRsp", 1),
    remove: (spot, { groupid = 0, sceneid = 0 }) => {
      const scene = sceneOf(spot, { group: groupid, id: sceneid });
      const status = scene ? STATUS.SUCCESS : isMember(spot, groupid) ? STATUS.NOT_FOUND : STATUS.INVALID_FIELD;
      if (scene) forget(spot, (other) => other === scene);
      return { command: "removeRsp", payload: { status, groupid, sceneid } };
    },
    removeAll: (spot, { groupid = 0 }) => {
      const status = isMember(spot, groupid) ? STATUS.SUCCESS : STATUS.INVALID_FIELD;
      forgetScenes(spot, groupid);
      return { command: "removeAllRsp", payload: { status, groupid } };
    },
    store: (spot, { groupid = 0, sceneid = 0 }) => {
      const status = refusal(spot, groupid, sceneid) ?? STATUS.SUCCESS;
      if (status === STATUS.SUCCESS) {
        storeScene(spot, { group: groupid, id: sceneid });
        nowIs(spot, groupid, sceneid);
      }
      return { command: "storeRsp", payload: { status, groupid, sceneid } };
    },
    recall: (spot, { groupid = 0, sceneid = 0, transitionTime = OWN_TIME }) => {
      if (!isMember(spot, groupid)) return STATUS.INVALID_FIELD;
      if (lies(spot, "ignores")) return undefined;
      const tenths = transitionTime === OWN_TIME ? undefined : transitionTime;
      if (!recallScene(spot, { group: groupid, id: sceneid }, tenths)) return STATUS.NOT_FOUND;
      nowIs(spot, groupid, sceneid);
      if (lies(spot, "strays")) moveTo(spot, DIM, 0, false, false);
      return undefined;
    },
    getSceneMembership: (spot, { groupid = 0 }, alone) => {
      const capacity = roomOf(spot) - scenesOf(spot).length;
      if (!isMember(spot, groupid)) {
        return { command: "getSceneMembershipRsp", payload: { status: STATUS.INVALID_FIELD, capacity, groupid } };
      }
      const scenelist = scenesOf(spot)
        .filter(({ group }) => group === groupid)
        .map(({ id }) => id);
      if (!alone && scenelist.length === 0) return undefined;
      const payload = { status: STATUS.SUCCESS, capacity, groupid, scenecount: scenelist.length, scenelist };
      return { command: "getSceneMembershipRsp", payload };
    },
    copy,
  },
  changed: (spot, cluster, attribute) => {
    if (isPartOfScene(cluster, attribute) && !isRecalling(spot)) spot.set(CLUSTER, { sceneValid: 0 });
  },
};

/** From now on it has room for so many, or lies so. */
export function setScenes(
  { memory }: ClusterEndpoint,
  { room, lie }: { readonly room?: number; readonly lie?: Lie },
): void {
  if (room !== undefined) memory.sceneRoom = room;
  if (lie !== undefined) memory.sceneLie = LIES.indexOf(lie);
}

/** Those of one group; with the group they go. */
export function forgetScenes(spot: ClusterEndpoint, group: number): void {
  forget(spot, (scene) => scene.endpoint === spot.endpoint && scene.group === group);
}

function add(answer: string, tenthsPerUnit: number): ClusterCommand {
  return (spot, payload) => {
    const { groupid, sceneid, transtime, scenename, extensionfieldsets } = payload as unknown as AddPayload;
    const status = refusal(spot, groupid, sceneid) ?? STATUS.SUCCESS;
    if (status === STATUS.SUCCESS && !lies(spot, "forgets")) {
      const known = extensionfieldsets.filter(({ clstId }) => FIELDS.some(({ id }) => id === clstId));
      const values = Object.fromEntries(known.map(({ clstId, extField }) => [clstId, extField]));
      const tenths = transtime * tenthsPerUnit;
      putScene(spot, { group: groupid, id: sceneid, endpoint: spot.endpoint, name: scenename, tenths, values });
      count(spot);
    }
    return { command: answer, payload: { status, groupId: groupid, sceneId: sceneid } };
  };
}

function view(answer: string, tenthsPerUnit: number): ClusterCommand {
  return (spot, { groupid = 0, sceneid = 0 }) => {
    const scene = sceneOf(spot, { group: groupid, id: sceneid });
    if (!scene) {
      const status = isMember(spot, groupid) ? STATUS.NOT_FOUND : STATUS.INVALID_FIELD;
      return { command: answer, payload: { status, groupid, sceneid } };
    }
    const extensionfieldsets = FIELDS.flatMap(({ id, bytes }) => {
      const extField = scene.values[id];
      if (!extField) return [];
      const len = bytes.slice(0, extField.length).reduce((sum, size) => sum + size, 0);
      return [{ clstId: id, len, extField }];
    });
    const transtime = Math.floor(scene.tenths / tenthsPerUnit);
    const payload = { status: STATUS.SUCCESS, groupid, sceneid, transtime, scenename: scene.name, extensionfieldsets };
    return { command: answer, payload };
  };
}

function copy(
  spot: ClusterEndpoint,
  { mode = 0, groupidfrom = 0, sceneidfrom = 0, groupidto = 0, sceneidto = 0 }: CommandPayload,
) {
  const all = (mode & COPY_ALL) !== 0;
  const answer = (status: number) => ({ command: "copyRsp", payload: { status, groupidfrom, sceneidfrom } });
  if (!isMember(spot, groupidfrom) || !isMember(spot, groupidto)) return answer(STATUS.INVALID_FIELD);
  const source = scenesOf(spot).filter(({ group, id }) => group === groupidfrom && (all || id === sceneidfrom));
  if (source.length === 0 && !all) return answer(STATUS.NOT_FOUND);
  const copies = source.map((scene) => ({ ...scene, group: groupidto, id: all ? scene.id : sceneidto }));
  const fresh = copies.filter((scene) => !sceneOf(spot, scene));
  if (scenesOf(spot).length + fresh.length > roomOf(spot)) return answer(STATUS.INSUFFICIENT_SPACE);
  for (const scene of copies) putScene(spot, scene);
  count(spot);
  return answer(STATUS.SUCCESS);
}

function refusal(spot: ClusterEndpoint, group: number, id: number): number | undefined {
  if (!isMember(spot, group)) return STATUS.INVALID_FIELD;
  const isNew = !sceneOf(spot, { group, id });
  return isNew && scenesOf(spot).length >= roomOf(spot) ? STATUS.INSUFFICIENT_SPACE : undefined;
}

/** Group 0 is that of scenes without a group. */
function isMember(spot: ClusterEndpoint, group: number): boolean {
  return group === 0 || spot.body.groups.get(group)?.has(spot.endpoint) === true;
}

function roomOf({ memory }: ClusterEndpoint): number {
  return memory.sceneRoom ?? ROOM;
}

function lies({ memory }: ClusterEndpoint, how: Lie): boolean {
  return memory.sceneLie === LIES.indexOf(how);
}

function scenesOf({ body, endpoint }: ClusterEndpoint): StoredScene[] {
  return body.scenes.filter((scene) => scene.endpoint === endpoint);
}

function nowIs(spot: ClusterEndpoint, currentGroup: number, currentScene: number): void {
  spot.set(CLUSTER, { currentGroup, currentScene, sceneValid: 1 });
  count(spot);
}

function count(spot: ClusterEndpoint): void {
  spot.set(CLUSTER, { count: scenesOf(spot).length });
}

function forget(spot: ClusterEndpoint, isMeant: (scene: StoredScene) => boolean): void {
  spot.body.scenes = spot.body.scenes.filter((scene) => !isMeant(scene));
  spot.body.note();
  count(spot);
}
