/** What the scene node does: each deed answers the scene, and what became of its lights. */
import type { NodeAPI } from "node-red";
import { idOf } from "../../src/model/addresses.ts";
import type { Address, Cause, Command, Resource, Values } from "../../src/model/resource.ts";
import { scenesOf } from "../../src/model/scenes.ts";
import { Failure } from "../gateway/failure.ts";
import type { Say } from "../gateway/node-status.ts";
import type { Running } from "../gateway/running.ts";
import { confirmedEach } from "./confirmed.ts";
import { nameOf } from "./facts.ts";
import { missing } from "./pick.ts";
import { type Action, type LightTold, lightsTold, slowest, stepIn } from "./scene-words.ts";

export interface Errand {
  readonly RED: NodeAPI;
  readonly say: Say;
  readonly running: Running;
  readonly group: Resource;
  readonly name: string; // of the scene, its id, or "next"
  readonly scene: Resource | undefined; // which is there already
  readonly tenths: number | undefined; //  of a second, for the transition
  readonly deadline: number | undefined; // seconds until its lights are to have confirmed it
  readonly cause: Cause;
  readonly wish: (command: Command) => Promise<void>;
}

export interface Done {
  readonly scene: Resource;
  readonly lights: readonly LightTold[];
}

const TENTHS = 10; // of a second

export const DEEDS: Readonly<Record<Action, (errand: Errand) => Promise<Done>>> = {
  recall,
  store: async (errand) => {
    const { address } = demanded(errand);
    await errand.wish({ method: "PUT", address: `${address}/store`, body: bodyOf(errand) });
    return asItIs(errand, address);
  },
  /** One of that name is stored anew. */
  create: async (errand) => {
    const { running, group, name, tenths, wish } = errand;
    const scenes = scenesOf(group.address);
    await wish({ method: "POST", address: scenes, body: { name } });
    const { address } = running.opened.gateway.store.list(scenes).find(({ attr }) => attr.name === name) as Resource;
    if (tenths !== undefined) await wish({ method: "PUT", address: `${address}/store`, body: bodyOf(errand) });
    return asItIs(errand, address);
  },
  delete: async (errand) => {
    const scene = demanded(errand);
    await errand.wish({ method: "DELETE", address: scene.address });
    return { scene, lights: [] };
  },
};

async function recall(errand: Errand): Promise<Done> {
  const { group, name, deadline, running, cause, wish } = errand;
  const path = stepIn(name) ?? idOf(demanded(errand).address);
  const command = {
    method: "PUT",
    address: `${scenesOf(group.address)}/${path}/recall`,
    body: bodyOf(errand),
  } as const;
  if (deadline === undefined) {
    await wish(command);
    return demandSome(errand, asItIs(errand, calledIn(errand)));
  }
  const confirmation = confirmedEach(running, group.address, cause, deadline + secondsOf(errand));
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
function calledIn({ running, group }: Errand): Address {
  const now = running.opened.gateway.store.get(group.address);
  return `${scenesOf(group.address)}/${now?.action.scene}`;
}

function asItIs({ RED, running, name }: Errand, address: Address): Done {
  const { store } = running.opened.gateway;
  const scene = store.get(address);
  if (!scene) throw missing(RED, name); // somebody was quicker
  return { scene, lights: lightsTold(store, scene) };
}

function demanded({ RED, scene, name }: Errand): Resource {
  if (!scene) throw missing(RED, name);
  return scene;
}

/** A recall of which nothing came true is a failure. */
function demandSome({ say }: Errand, done: Done): Done {
  const [first] = done.lights;
  if (!first?.error || done.lights.some(({ ok }) => ok)) return done;
  throw new Failure(first.error, say(`error.${first.error}`, { name: nameOf(done.scene) }));
}

/** Until the slowest light is as the scene says. */
function secondsOf({ running, group, scene, tenths }: Errand): number {
  const scenes = scene ? [scene] : running.opened.gateway.store.list(scenesOf(group.address));
  return (tenths ?? slowest(scenes)) / TENTHS;
}

function bodyOf({ tenths }: Errand): Values {
  return tenths === undefined ? {} : { transitiontime: tenths };
}
