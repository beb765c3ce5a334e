/** Scenes: the values that a light keeps by group and number, and brings back on request. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint, CommandHandler, CommandPayload, StoredScene } from "./cluster.ts";
import { moveTo } from "./level.ts";
import { FIELDS, isPartOfScene, isRecalling, putScene, recallScene, sceneOf, storeScene } from "./scene-values.ts";

const CLUSTER = "genScenes";
const ROOM = 32; // scenes
const OWN_TIME = 0xffff; // of the scene
const COPY_ALL = 1;
const WITH_NAMES = 0x80;

/** How a light can be wrong about its scenes: it keeps none; it recalls none; it is dim when it recalls one. */
export const LIES = ["none", "forgets", "ignores", "strays"] as const;
type Lie = (typeof LIES)[number];
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
    remove: (endpoint, { groupid = 0, sceneid = 0 }) => {
      const scene = sceneOf(endpoint, { group: groupid, id: sceneid });
      const status = scene ? STATUS.SUCCESS : isMember(endpoint, groupid) ? STATUS.NOT_FOUND : STATUS.INVALID_FIELD;
      if (scene) forget(endpoint, (other) => other === scene);
      return { command: "removeRsp", payload: { status, groupid, sceneid } };
    },
    removeAll: (endpoint, { groupid = 0 }) => {
      const status = isMember(endpoint, groupid) ? STATUS.SUCCESS : STATUS.INVALID_FIELD;
      forgetScenes(endpoint, groupid);
      return { command: "removeAllRsp", payload: { status, groupid } };
    },
    store: (endpoint, { groupid = 0, sceneid = 0 }) => {
      const status = refusal(endpoint, groupid, sceneid) ?? STATUS.SUCCESS;
      if (status === STATUS.SUCCESS) {
        storeScene(endpoint, { group: groupid, id: sceneid });
        nowIs(endpoint, groupid, sceneid);
      }
      return { command: "storeRsp", payload: { status, groupid, sceneid } };
    },
    recall: (endpoint, { groupid = 0, sceneid = 0, transitionTime = OWN_TIME }) => {
      if (!isMember(endpoint, groupid)) return STATUS.INVALID_FIELD;
      if (lies(endpoint, "ignores")) return undefined;
      const tenths = transitionTime === OWN_TIME ? undefined : transitionTime;
      if (!recallScene(endpoint, { group: groupid, id: sceneid }, tenths)) return STATUS.NOT_FOUND;
      nowIs(endpoint, groupid, sceneid);
      if (lies(endpoint, "strays")) moveTo(endpoint, DIM, 0, false, false);
      return undefined;
    },
    getSceneMembership: (endpoint, { groupid = 0 }, alone) => {
      const capacity = roomOf(endpoint) - scenesOf(endpoint).length;
      if (!isMember(endpoint, groupid)) {
        return { command: "getSceneMembershipRsp", payload: { status: STATUS.INVALID_FIELD, capacity, groupid } };
      }
      const scenelist = scenesOf(endpoint)
        .filter(({ group }) => group === groupid)
        .map(({ id }) => id);
      if (!alone && scenelist.length === 0) return undefined;
      const payload = { status: STATUS.SUCCESS, capacity, groupid, scenecount: scenelist.length, scenelist };
      return { command: "getSceneMembershipRsp", payload };
    },
    copy,
  },
  changed: (endpoint, cluster, attribute) => {
    if (isPartOfScene(cluster, attribute) && !isRecalling(endpoint)) endpoint.set(CLUSTER, { sceneValid: 0 });
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
export function forgetScenes(endpoint: ClusterEndpoint, group: number): void {
  forget(endpoint, (scene) => scene.endpoint === endpoint.id && scene.group === group);
}

function add(answer: string, tenthsPerUnit: number): CommandHandler {
  return (endpoint, payload) => {
    const { groupid, sceneid, transtime, scenename, extensionfieldsets } = payload as unknown as AddPayload;
    const status = refusal(endpoint, groupid, sceneid) ?? STATUS.SUCCESS;
    if (status === STATUS.SUCCESS && !lies(endpoint, "forgets")) {
      const known = extensionfieldsets.filter(({ clstId }) => FIELDS.some(({ id }) => id === clstId));
      const values = Object.fromEntries(known.map(({ clstId, extField }) => [clstId, extField]));
      const tenths = transtime * tenthsPerUnit;
      putScene(endpoint, { group: groupid, id: sceneid, endpoint: endpoint.id, name: scenename, tenths, values });
      count(endpoint);
    }
    return { command: answer, payload: { status, groupId: groupid, sceneId: sceneid } };
  };
}

function view(answer: string, tenthsPerUnit: number): CommandHandler {
  return (endpoint, { groupid = 0, sceneid = 0 }) => {
    const scene = sceneOf(endpoint, { group: groupid, id: sceneid });
    if (!scene) {
      const status = isMember(endpoint, groupid) ? STATUS.NOT_FOUND : STATUS.INVALID_FIELD;
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
  endpoint: ClusterEndpoint,
  { mode = 0, groupidfrom = 0, sceneidfrom = 0, groupidto = 0, sceneidto = 0 }: CommandPayload,
) {
  const all = (mode & COPY_ALL) !== 0;
  const answer = (status: number) => ({ command: "copyRsp", payload: { status, groupidfrom, sceneidfrom } });
  if (!isMember(endpoint, groupidfrom) || !isMember(endpoint, groupidto)) return answer(STATUS.INVALID_FIELD);
  const source = scenesOf(endpoint).filter(({ group, id }) => group === groupidfrom && (all || id === sceneidfrom));
  if (source.length === 0 && !all) return answer(STATUS.NOT_FOUND);
  const copies = source.map((scene) => ({ ...scene, group: groupidto, id: all ? scene.id : sceneidto }));
  const fresh = copies.filter((scene) => !sceneOf(endpoint, scene));
  if (scenesOf(endpoint).length + fresh.length > roomOf(endpoint)) return answer(STATUS.INSUFFICIENT_SPACE);
  for (const scene of copies) putScene(endpoint, scene);
  count(endpoint);
  return answer(STATUS.SUCCESS);
}

function refusal(endpoint: ClusterEndpoint, group: number, id: number): number | undefined {
  if (!isMember(endpoint, group)) return STATUS.INVALID_FIELD;
  const isNew = !sceneOf(endpoint, { group, id });
  return isNew && scenesOf(endpoint).length >= roomOf(endpoint) ? STATUS.INSUFFICIENT_SPACE : undefined;
}

/** Group 0 is that of scenes without a group. */
function isMember(endpoint: ClusterEndpoint, group: number): boolean {
  return group === 0 || endpoint.device.groups.get(group)?.has(endpoint.id) === true;
}

function roomOf({ memory }: ClusterEndpoint): number {
  return memory.sceneRoom ?? ROOM;
}

function lies({ memory }: ClusterEndpoint, how: Lie): boolean {
  return memory.sceneLie === LIES.indexOf(how);
}

function scenesOf({ device, id }: ClusterEndpoint): StoredScene[] {
  return device.scenes.filter((scene) => scene.endpoint === id);
}

function nowIs(endpoint: ClusterEndpoint, currentGroup: number, currentScene: number): void {
  endpoint.set(CLUSTER, { currentGroup, currentScene, sceneValid: 1 });
  count(endpoint);
}

function count(endpoint: ClusterEndpoint): void {
  endpoint.set(CLUSTER, { count: scenesOf(endpoint).length });
}

function forget(endpoint: ClusterEndpoint, isMeant: (scene: StoredScene) => boolean): void {
  endpoint.device.scenes = endpoint.device.scenes.filter((scene) => !isMeant(scene));
  endpoint.device.note();
  count(endpoint);
}
