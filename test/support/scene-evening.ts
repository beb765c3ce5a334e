/** Lights of every color mode, one without the scenes cluster, one with room for two scenes, one that cannot be reached: all in group 1. */
import type { TestContext } from "node:test";
import type { Address, Method, Values } from "../../src/model/resource.ts";
import type { Listening } from "./push.ts";
import { until } from "./radio-gateway.ts";
import { type Light, openSceneHouse, pushClient, type SceneHouse } from "./scene-house.ts";

export const COLORS = "extended color light";
export const XY = "color light";
export const CT = "color temperature light";
export const DIM = "dimmable light";
export const SMALL = "dimmable hue light";
export const BARE = "switch module";
export const PLUG = "metering plug";
export const AWAY = "dimmable light 2";
export const ALL = [COLORS, XY, CT, DIM, SMALL, BARE, PLUG, AWAY];
export const PRESENT = ALL.filter((name) => name !== AWAY);

export const EVENING: Readonly<Record<string, Values>> = {
  [COLORS]: { on: true, bri: 120, hue: 7992, sat: 140 },
  [XY]: { on: true, bri: 50, xy: [0.3, 0.4] },
  [CT]: { on: true, bri: 60, ct: 300 },
  [DIM]: { on: true, bri: 70 },
  [SMALL]: { on: false },
  [BARE]: { on: true },
  [PLUG]: { on: true },
};
export const OTHER: Readonly<Record<string, Values>> = {
  [COLORS]: { on: true, bri: 30, ct: 200 },
  [XY]: { on: false },
  [CT]: { on: true, bri: 200, ct: 400 },
  [DIM]: { on: true, bri: 9 },
  [SMALL]: { on: true, bri: 99 },
  [BARE]: { on: false },
  [PLUG]: { on: false },
};

const SILENCE = 3_000; // milliseconds

export const G: Address = "/groups/1";
export const S: Address = `${G}/scenes`;

export interface Evening extends SceneHouse {
  readonly push: Listening;
  readonly ids: readonly string[];
  /** Those that keep no scenes. */
  readonly without: readonly Light[];
  /** The state of a light in a scene. */
  entry(name: string, scene?: string): Promise<Values | undefined>;
  /** The scenes in the answer of the group. */
  shown(): Promise<readonly Values[]>;
  etag(): Promise<unknown>;
  /** It must be none other than an error: its status, type and address. */
  refusal(method: Method, path: string, body?: unknown): Promise<readonly unknown[]>;
  allFollow(scene: string, names?: readonly string[]): Promise<void>;
  /** All that was said has come true, and nothing is under way any more. */
  quiet(): Promise<void>;
}

export async function openEvening(t: TestContext): Promise<Evening> {
  const home = await openSceneHouse(t, [...ALL, "keypad"]);
  const { ok, become, follows, light, gateway } = home;
  const push = await pushClient(t, home);
  const ids = ALL.map((name) => light(name).id);
  await become({ ...EVENING, [AWAY]: { on: true, bri: 44 } });
  home.turn(light(SMALL), { scenes: { room: 2 } });
  await ok("POST", "/groups", { name: "House", lights: ids });
  await until(
    () => home.lights.every((each) => home.lamp(each).groups["1"] !== undefined),
    () => "all are in the group",
  );
  home.turn(light(AWAY), { reach: "no-ack" });
  await home.ask("PUT", `${light(AWAY).address}/state`, { alert: "select" }); // herdsman tries this again and again
  await until(
    () => gateway.store.get(light(AWAY).address)?.state.reachable === false,
    () => "it is away",
  );
  return {
    ...home,
    ...{ push, ids, without: [light(BARE), light(AWAY)] },
    entry: async (name, scene = "1") =>
      ((await home.get(`${S}/${scene}`)).lights as readonly Values[]).find(({ id }) => id === light(name).id),
    shown: async () => (await home.get(G)).scenes as readonly Values[],
    etag: async () => (await home.get(G)).etag,
    refusal: async (method, path, body) => {
      const answer = await home.ask(method, path, body);
      const [{ error }] = answer.body as [{ error: { type: number; address: string } }];
      return [answer.status, error.type, error.address];
    },
    allFollow: async (scene, names = PRESENT) => {
      for (const name of names) await follows(light(name), `${S}/${scene}`);
    },
    quiet: async () => {
      let [seen, since] = [-1, 0];
      await until(
        () => {
          const now = push.heard.length + home.told(0).length;
          if (now !== seen) [seen, since] = [now, Date.now()];
          return Date.now() - since > SILENCE;
        },
        () => "nothing is heard any more",
      );
    },
  };
}
