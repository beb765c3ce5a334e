/** The actions of the scene node: each one answers the scene, and the outcome for its lights. */
import type { NodeAPI } from "node-red";
import { idOf } from "../../src/model/addresses.ts";
import { scenesOf } from "../../src/model/lights/scenes.ts";
import type { Address, Cause, Command, Resource, Values } from "../../src/model/resource.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import { nameOf } from "../messages/change-messages.ts";
import { type Action, type LightTold, lightsTold, slowest, stepIn } from "../messages/scene-words.ts";
import { awaitConfirmations } from "./confirmation.ts";
import { NodeError } from "./node-error.ts";
import { notFound } from "./resource-reference.ts";

interface SceneCommand {
  readonly RED: NodeAPI;
  readonly say: Translate;
  readonly runtime: GatewayRuntime;
  readonly group: Resource;
  readonly name: string; // of the scene, its id, or "next"
  readonly scene: Resource | undefined; // which is there already
  readonly tenths: number | undefined; //  of a second, for the transition
  readonly deadline: number | undefined; // seconds until its lights are to have confirmed it
  readonly cause: Cause;
  readonly wish: (command: Command) => Promise<void>;
  /** What becomes of the recall is heard from now on; `of` is the scene. */
  readonly begins: (of: Resource) => void;
}

export interface SceneOutcome {
  readonly scene: Resource;
  readonly lights: readonly LightTold[];
}

const TENTHS = 10; // of a second

export const SCENE_ACTIONS: Readonly<Record<Action, (errand: SceneCommand) => Promise<SceneOutcome>>> = {
  recall,
  store: async (errand) => {
    const { address } = demanded(errand);
    await errand.wish({ method: "PUT", address: `${address}/store`, body: bodyOf(errand) });
    return asItIs(errand, address);
  },
  /** One of that name is stored anew. */
  create: async (errand) => {
    const { runtime, group, name, tenths, wish } = errand;
    const scenes = scenesOf(group.address);
    await wish({ method: "POST", address: scenes, body: { name } });
    const { address } = runtime.opened.gateway.store.list(scenes).find(({ attr }) => attr.name === name) as Resource;
    if (tenths !== undefined) await wish({ method: "PUT", address: `${address}/store`, body: bodyOf(errand) });
    return asItIs(errand, address);
  },
  delete: async (errand) => {
    const scene = demanded(errand);
    await errand.wish({ method: "DELETE", address: scene.address });
    return { scene, lights: [] };
  },
};

async function recall(errand: SceneCommand): Promise<SceneOutcome> {
  const { group, name, deadline, runtime, cause, wish } = errand;
  const path = stepIn(name) ?? idOf(demanded(errand).address);
  const command = {
    method: "PUT",
    address: `${scenesOf(group.address)}/${path}/recall`,
    body: bodyOf(errand),
  } as const;
  if (deadline === undefined) {
    errand.begins(errand.scene ?? group);
    await wish(command);
    return demandSome(errand, asItIs(errand, calledIn(errand)));
  }
  const confirmation = awaitConfirmations(runtime, group.address, cause, deadline + secondsOf(errand));
  try {
    await wish(command);
    const { scene, lights } = asItIs(errand, calledIn(errand));
    const failureOf = await confirmation.ended();
    const judged = lights.map(({ id, ok, error = failureOf(`/lights/${id}`) }) =>
      error === undefined ? { id, ok } : { id, ok: false, error },
    );
    return demandSome(errand, { scene, lights: judged });
  } finally {
    confirmation.stop();
  }
}

/** Which one is the next is known only afterwards. */
function calledIn({ runtime, group }: SceneCommand): Address {
  const now = runtime.opened.gateway.store.get(group.address);
  return `${scenesOf(group.address)}/${now?.action.scene}`;
}

function asItIs({ RED, runtime, name }: SceneCommand, address: Address): SceneOutcome {
  const { store } = runtime.opened.gateway;
  const scene = store.get(address);
  if (!scene) throw notFound(RED, name); // a client deleted it first
  return { scene, lights: lightsTold(store, scene) };
}

function demanded({ RED, scene, name }: SceneCommand): Resource {
  if (!scene) throw notFound(RED, name);
  return scene;
}

/** A recall of which nothing came true is a failure. */
function demandSome({ say }: SceneCommand, done: SceneOutcome): SceneOutcome {
  const [first] = done.lights;
  if (!first?.error || done.lights.some(({ ok }) => ok)) return done;
  throw new NodeError(first.error, say(`error.${first.error}`, { name: nameOf(done.scene) }));
}

/** Until the slowest light is as the scene says. */
function secondsOf({ runtime, group, scene, tenths }: SceneCommand): number {
  const scenes = scene ? [scene] : runtime.opened.gateway.store.list(scenesOf(group.address));
  return (tenths ?? slowest(scenes)) / TENTHS;
}

function bodyOf({ tenths }: SceneCommand): Values {
  return tenths === undefined ? {} : { transitiontime: tenths };
}
