/** Scenes of groups (interface 4.4): the states of a group's lights, recalled by one request. */
import type { Call, Handler } from "../../core/call.ts";
import type { Draft } from "../../core/draft.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { idOf, segmentsOf } from "../../model/addresses.ts";
import { formerNamesIn } from "../../model/automation/former-names.ts";
import { targetsOf } from "../../model/automation/targets.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, int } from "../../model/fields.ts";
import { lightsOf } from "../../model/lights/groups.ts";
import {
  capturedOf,
  inOrder,
  lightsIn,
  SCENES_IN_FLOWS,
  scenesOf,
  showScenes,
  USUAL_TRANSITION,
} from "../../model/lights/scenes.ts";
import { type Address, acted, created, type Resource, removed, success, type Values } from "../../model/resource.ts";
import { demandMembers, demandObject, demandRadio, named } from "../handlers.ts";
import { can } from "../lights/light-state.ts";
import { CONTENTS, readContents } from "./scene-contents.ts";
import { CHANGES, changedLight, recall } from "./scene-lights.ts";
import { SCENE_NAME, summary, TRANSITION } from "./scene-type.ts";

const MOST = 255; // an id is a byte on air
const ID = int({ min: 0, max: MOST, coerce: "number" });

/** The group that the first id of the address names; the error for a missing group names the given address. */
function groupIn(call: Call, address: Address): Resource {
  const group = call.draft.find("/groups", call.params.id ?? "");
  if (!group) throw new ApiError("notFound", address);
  return group;
}

function sceneIn(call: Call, group: Resource, address: Address): Resource {
  const { draft, params } = call;
  const scene = /^\d+$/.test(params.scene ?? "") ? draft.get(`${scenesOf(group.address)}/${params.scene}`) : undefined;
  if (!scene) throw new ApiError("notFound", address);
  return scene;
}

/** As clients write it. */
function sceneAddress({ params }: Call): Address {
  return `/groups/${params.id}/scenes/${params.scene}`;
}

const list: Handler = (call) => {
  const group = named(call);
  const scenes = call.store.list(scenesOf(group.address));
  const body = Object.fromEntries(scenes.map((scene) => [idOf(scene.address), summary(scene)]));
  return content(body, call.store.etagOf(group.address));
};

const read: Handler = (call) => {
  const group = groupIn(call, sceneAddress(call));
  const scene = sceneIn(call, group, sceneAddress(call));
  return content(call.store.view(scene), call.store.etagOf(group.address));
};

/** A scene with that name is stored anew. */
const create: Handler = (call) => {
  const { draft, params } = call;
  const at: Address = `/groups/${params.id}`;
  demandRadio(call, `${at}/scenes`);
  const body = demandMembers({ body: call.body, address: at });
  const group = groupIn(call, at);
  const given = nameIn(body, `${at}/scenes/name`);
  const scenes = draft.list(scenesOf(group.address));
  const known = scenes.find(({ attr }) => attr.name === given);
  if (known) return [created(known.address, stored(call, group, known, USUAL_TRANSITION))];
  const id = idIn(body, scenes, `${at}/scenes`, () => stillNamed(call, group, given));
  const scene: Resource = {
    address: `${scenesOf(group.address)}/${id}`,
    type: "Scene",
    attr: { name: given || `Scene ${id}`, transitiontime: USUAL_TRANSITION, lights: {} },
    config: {},
    state: {},
    action: {},
  };
  draft.put(scene);
  return [created(scene.address, stored(call, group, scene, USUAL_TRANSITION))];
};

function nameIn(body: Values, address: Address): string {
  if (!("name" in body)) throw new ApiError("missingOne", address, "name");
  const name = body.name === "" ? "" : accept(SCENE_NAME, body.name);
  if (name === undefined) throw new ApiError("invalid", address, "name", body.name);
  return String(name);
}

function idIn(
  { id: given }: Values,
  scenes: readonly Resource[],
  address: Address,
  stillNamed: () => (id: number) => boolean,
): number {
  const taken = scenes.map((scene) => Number(idOf(scene.address)));
  if (given === undefined) {
    const isNamed = stillNamed();
    let id = 1;
    while (taken.includes(id) || isNamed(id)) id += 1;
    if (id > MOST) throw new ApiError("tooMany", address);
    return id;
  }
  const id = accept(ID, given);
  if (id === undefined) throw new ApiError("invalid", `${address}/id`, "id", given);
  if (taken.includes(Number(id))) throw new ApiError("duplicate", address, "scene", id);
  return Number(id);
}

/**
 * Whether rules, schedules and resourcelinks name a scene of this group, be it there or not: a rule of a deleted scene must not recall a new
 * scene in its place. No more must a flow, but one that waits for a scene of that name, or for any to come, gets it.
 */
function stillNamed({ draft, engines }: Call, group: Resource, name: string): (id: number) => boolean {
  const named = namedInResources(draft, group);
  const former = formerNamesIn(draft);
  const flows = engines.find(SCENES_IN_FLOWS);
  return (id) => {
    const at: Address = `${scenesOf(group.address)}/${id}`;
    const { [at]: before = name } = former;
    return named.includes(id) || (before !== name && flows?.isNamed(at) === true);
  };
}

function namedInResources(draft: Draft, group: Resource): readonly number[] {
  const targets = [...draft.list("/rules"), ...draft.list("/schedules")].flatMap(({ attr }) => targetsOf(attr));
  const links = draft.list("/resourcelinks").flatMap(({ attr }) => (Array.isArray(attr.links) ? attr.links : []));
  return [...targets, ...links].flatMap((address) => {
    const [family, id = "", section, scene] = typeof address === "string" ? segmentsOf(address) : [];
    if (family !== "groups" || section !== "scenes" || !/^\d+$/.test(scene ?? "")) return [];
    return draft.find("/groups", id)?.address === group.address ? [Number(scene)] : [];
  });
}

/** Each light of the group as it is; one that cannot be heard as it was last known. Returns the scene's id. */
function stored(call: Call, group: Resource, scene: Resource, transitiontime: number): string {
  const { draft } = call;
  const lights = capturedOf(lightsOf(draft, group), transitiontime);
  draft.patch(scene.address, "attr", { lights, transitiontime });
  showScenes(call.draft, group.address);
  return idOf(scene.address);
}

const store: Handler = (call) => {
  const at = sceneAddress(call);
  demandRadio(call, at);
  const group = groupIn(call, at);
  const { transitiontime: given = USUAL_TRANSITION } =
    call.body === undefined ? {} : demandObject({ body: call.body, address: at });
  const scene = sceneIn(call, group, at);
  const transitiontime = accept(TRANSITION, given);
  if (transitiontime === undefined) throw new ApiError("invalid", `${at}/transitiontime`, "transitiontime", given);
  return [acted(scene.address, stored(call, group, scene, Number(transitiontime)))];
};

/** Its name, and what all of its lights do. */
const update: Handler = (call) => {
  const at = sceneAddress(call);
  const body = demandMembers({ body: call.body, address: at });
  const group = groupIn(call, at);
  const scene = sceneIn(call, group, at);
  const unknown = Object.keys(body).find((name) => name !== "name" && name !== "lights");
  if (unknown !== undefined) throw new ApiError("unknown", `${at}/${unknown}`, unknown);
  const name = "name" in body ? accept(SCENE_NAME, body.name) : scene.attr.name;
  if (name === undefined) throw new ApiError("invalid", `${at}/name`, "name", body.name);
  if ("lights" in body) demandRadio(call, at);
  const lights = "lights" in body ? readContents(call, group, scene, body.lights) : lightsIn(scene);
  call.draft.patch(scene.address, "attr", { name, lights });
  showScenes(call.draft, group.address);
  return [
    ...("name" in body ? [success(`${at}/name`, name)] : []),
    ...("lights" in body ? [success(`${at}/lights`, Object.keys(lights))] : []),
  ];
};

/** Changes the state of a light in a scene; the light itself stays as it is. */
const modify: Handler = (call) => {
  const { draft, params, address } = call;
  demandRadio(call, address);
  const body = demandMembers(call);
  const group = draft.find("/groups", params.id ?? "");
  if (!group) throw new ApiError("noneSuch", address, `/groups/${params.id}`);
  const light = draft.find("/lights", params.light ?? "");
  if (light?.state.reachable !== true) throw new ApiError("noneSuch", address, `/lights/${params.light}`);
  const id = idOf(light.address);
  const scene = draft.get(`${scenesOf(group.address)}/${params.scene}`);
  const old = scene && lightsIn(scene)[id];
  if ("gradient" in body && !can(light, "gradient")) throw new ApiError("unknown", `${address}/gradient`, "gradient");
  const result = changedLight(light, old ?? {}, body, address);
  if ("error" in result) throw result.error;
  if ("wrong" in result) throw new ApiError("invalid", `${address}/${result.wrong}`, result.wrong, body[result.wrong]);
  if (!scene) throw new ApiError("noneSuch", address, `/scenes/${params.scene}`);
  if (!old) throw new ApiError("notInScene", address, id);
  draft.patch(scene.address, "attr", { lights: { ...lightsIn(scene), [id]: result.light } });
  showScenes(call.draft, group.address);
  return [acted(scene.address, params.scene)];
};

const remove: Handler = (call) => {
  const at = sceneAddress(call);
  demandRadio(call, at);
  const group = groupIn(call, at);
  const scene = sceneIn(call, group, at);
  call.draft.remove(scene.address);
  showScenes(call.draft, group.address);
  return [removed(scene.address, call.params.scene)];
};

const recallOne: Handler = (call) => {
  const at = sceneAddress(call);
  demandRadio(call, at);
  const group = groupIn(call, at);
  return recall(call, group, sceneIn(call, group, at));
};

/** Counted from the scene that was recalled last; without one, the first. */
const recallBy =
  (step: 1 | -1): Handler =>
  (call) => {
    const at: Address = `/groups/${call.params.id}/scenes/${step === 1 ? "next" : "prev"}`;
    demandRadio(call, at);
    const group = groupIn(call, at);
    const scenes = inOrder(call.draft.list(scenesOf(group.address)));
    const last = scenes.findIndex(({ address }) => idOf(address) === group.action.scene);
    const scene = last < 0 ? scenes[0] : scenes[(last + step + scenes.length) % scenes.length];
    if (!scene) throw new ApiError("notFound", at);
    return recall(call, group, scene);
  };

const etag = ({ store, params }: Call) => {
  const group = store.find("/groups", params.id ?? "");
  return group && store.etagOf(group.address);
};
const one = "Scene";
const errors = ["notConnected"] as const;

export const sceneRoutes: readonly Route[] = [
  ["GET", "/groups/:id/scenes", list, { does: "Get the scenes of a group", all: one }],
  [
    "POST",
    "/groups/:id/scenes",
    create,
    { does: "Make a scene of a group as it is now", one, body: { name: SCENE_NAME, id: ID }, needs: ["name"], errors },
  ],
  ["GET", "/groups/:id/scenes/:scene", read, { does: "Get a scene, with what each light does in it", one }],
  [
    "PUT",
    "/groups/:id/scenes/:scene",
    update,
    {
      does: "Rename a scene, or write what all of its lights do",
      etag,
      one,
      body: { name: SCENE_NAME, lights: CONTENTS },
      errors,
    },
  ],
  [
    "PUT",
    "/groups/:id/scenes/:scene/store",
    store,
    { does: "Store the group as it is now", etag, one, body: { transitiontime: TRANSITION }, errors },
  ],
  ["PUT", "/groups/:id/scenes/:scene/recall", recallOne, { does: "Recall a scene", etag, one, errors }],
  [
    "PUT",
    "/groups/:id/scenes/next/recall",
    recallBy(1),
    { does: "Recall the next scene of a group", etag, one, errors },
  ],
  ["PUT", "/groups/:id/scenes/prev/recall", recallBy(-1), { does: "Recall the scene before", etag, one, errors }],
  [
    "PUT",
    "/groups/:id/scenes/:scene/lights/:light/state",
    modify,
    { does: "Change what a light does in a scene", etag, one, body: CHANGES, errors },
  ],
  ["DELETE", "/groups/:id/scenes/:scene", remove, { does: "Delete a scene", errors }],
];
