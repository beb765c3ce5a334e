/** A whole gateway on the simulated stick, with lights of every color mode in one group; their tables are compared with REST. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { openClock } from "../../src/edges/clock.ts";
import { openPush } from "../../src/edges/push/push.ts";
import { idOf } from "../../src/model/addresses.ts";
import type { Address, Method, Values } from "../../src/model/resource.ts";
import type { DecodedFrame } from "../../src/virtual/air/traffic.ts";
import type { Controls } from "../../src/virtual/house/control-checks.ts";
import { type Listening, listener } from "./push.ts";
import { type Answer, openRadioGateway, type RadioGateway, until } from "./radio-gateway.ts";

export interface Light {
  readonly ieee: string;
  readonly address: Address;
  readonly id: string;
}

/** A light as it is on air, which may differ from REST. */
export interface Lamp {
  readonly scenes: readonly Stored[];
  readonly groups: Readonly<Record<string, readonly number[]>>;
  /** Of the endpoint that can be switched or moved. */
  of(cluster: string, attribute: string): unknown;
}

export interface Stored {
  readonly group: number;
  readonly id: number;
  readonly tenths: number;
  readonly values: Readonly<Record<string, Values>>;
}

export interface SceneHouse extends RadioGateway {
  light(name: string): Light;
  readonly lights: readonly Light[];
  lamp(light: Light): Lamp;
  turn(light: Light, knobs: Controls): void;
  /** It must be good. */
  ok(method: Method, address: string, body?: unknown): Promise<unknown>;
  /** The lights become so, and have told so. */
  become(wishes: Readonly<Record<string, Values>>): Promise<void>;
  /** The commands of the coordinator since then; questions are none. */
  told(since: number): readonly DecodedFrame[];
  /** Each light that can keeps the scenes that REST tells, and no other; `without`: lights that cannot. */
  inStep(group: string, without?: readonly Light[]): Promise<void>;
  /** The light and REST say the same, as the scene has it. */
  follows(light: Light, scene: string): Promise<void>;
}

interface Station {
  readonly ieee: string;
  readonly profile: string;
  readonly scenes: readonly Stored[];
  readonly groups: Lamp["groups"];
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Values>>>>;
}

const UNIT = 65_535;
const MOVING = ["genScenes", "genOnOff", "genLevelCtrl", "lightingColorCtrl", "closuresWindowCovering"];

/** Named by their profiles in the virtual house; several of one are numbered: "dimmable light", "dimmable light 2". */
export async function openSceneHouse(t: TestContext, names: readonly string[]): Promise<SceneHouse> {
  const stage = await openRadioGateway(t);
  const ieees = await stage.move(...names.map((name) => name.replace(/ \d+$/, "")));
  const named = new Map(
    ieees.map((ieee, index) => {
      const address = stage.addressOf(ieee) as Address;
      return [names[index] ?? "", { ieee, address, id: idOf(address) }];
    }),
  );
  const all = [...named.values()];
  const stations = () => stage.house.inspect().stations as readonly Station[];

  const self: SceneHouse = {
    ...stage,
    lights: all.filter(({ address }) => address.startsWith("/lights/")),
    light: (name) => {
      const light = named.get(name);
      assert.ok(light, name);
      return light;
    },
    lamp: ({ ieee }) => {
      const station = stations().find((one) => one.ieee === ieee);
      assert.ok(station, ieee);
      const clusters = Object.assign({}, ...Object.values(station.endpoints).toReversed()) as Record<string, Values>;
      return { ...station, of: (cluster, attribute) => clusters[cluster]?.[attribute] };
    },
    turn: ({ ieee }, knobs) => void stage.house.apply(ieee, knobs),
    ok: async (method, address, body) => {
      const answer = await stage.ask(method, address, body);
      assert.equal(answer.status, 200, `${method} ${address}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    become: async (wishes) => {
      for (const [name, body] of Object.entries(wishes)) {
        const { address } = self.light(name);
        const wish = "lift" in body || !("bri" in body) ? body : { ...body, transitiontime: 0 };
        await self.ok("PUT", `${address}/state`, wish);
      }
      for (const [name, body] of Object.entries(wishes)) {
        const light = self.light(name);
        const wanted = Object.entries(body).filter(([member]) => member !== "transitiontime");
        const is = () => shownBy(self.lamp(light), stage.gateway.store.get(light.address)?.state ?? {});
        await until(
          () => wanted.every(([member, value]) => isNear(member, is()[member], value)),
          () => `${name} becomes ${JSON.stringify(body)}: ${JSON.stringify(is())}`,
        );
      }
    },
    told: (since) =>
      stage.house.air.heard().filter(({ at, from, cluster, bytes }) => {
        const isCommand = (Number.parseInt(bytes.slice(0, 2), 16) & 3) === 1;
        return at >= since && from === "coordinator" && isCommand && MOVING.includes(cluster);
      }),
    inStep: async (group, without = []) => {
      let why = "";
      await until(
        async () => {
          why = await outOfStep(self, group, without);
          return why === "";
        },
        () => why,
      );
    },
    follows: async (light, scene) => {
      const { lights } = await stage.get(scene);
      const wanted = (lights as readonly Values[]).find(({ id }) => id === light.id) ?? {};
      let is: Values = {};
      const members = wanted.lift === undefined ? ["on", "bri", "x", "y", "ct", "hue", "sat"] : ["lift"];
      const due = members.filter(
        (name) => wanted[name] !== undefined && (wanted.on === true || name === "on" || name === "lift"),
      );
      await until(
        () => {
          is = shownBy(self.lamp(light), stage.gateway.store.get(light.address)?.state ?? {});
          return due.every((name) => (name === "bri" && wanted.bri === 0) || isNear(name, is[name], wanted[name]));
        },
        () =>
          `${light.address} is as ${scene} says ${JSON.stringify(wanted)}: ${JSON.stringify(is)} is what REST and the light agree upon; ` +
          `REST says ${JSON.stringify(stage.gateway.store.get(light.address)?.state)}, the light is at ${self.lamp(light).of("genLevelCtrl", "currentLevel")}`,
      );
    },
  };
  return self;
}

/** The values that REST and the light agree upon; others are not shown. */
function shownBy(lamp: Lamp, state: Values): Values {
  const [x, y] = Array.isArray(state.xy) ? state.xy : [];
  const pairs: readonly (readonly [name: string, ours: unknown, theirs: unknown])[] = [
    ["on", state.on, lamp.of("genOnOff", "onOff") === undefined ? state.on : lamp.of("genOnOff", "onOff") === 1],
    ["bri", state.bri, state.lift === undefined ? lamp.of("genLevelCtrl", "currentLevel") : state.bri],
    ["x", x, Number(lamp.of("lightingColorCtrl", "currentX")) / UNIT],
    ["y", y, Number(lamp.of("lightingColorCtrl", "currentY")) / UNIT],
    ["ct", state.ct, lamp.of("lightingColorCtrl", "colorTemperature")],
    ["hue", state.hue, lamp.of("lightingColorCtrl", "enhancedCurrentHue")],
    ["sat", state.sat, lamp.of("lightingColorCtrl", "currentSaturation")],
    ["lift", state.lift, lamp.of("closuresWindowCovering", "currentPositionLiftPercentage")],
  ];
  const agreed = pairs.filter(([name, ours, theirs]) => isNear(name, ours, theirs));
  const shown = Object.fromEntries(agreed.map(([name, ours]) => [name, ours]));
  const effect = lamp.of("lightingColorCtrl", "colorLoopActive") === 1 ? "colorloop" : "none";
  return {
    ...shown,
    ...("x" in shown && "y" in shown ? { xy: [shown.x, shown.y] } : {}),
    ...(state.effect === effect ? { effect } : {}),
  };
}

const NEAR: Readonly<Record<string, number>> = { x: 0.001, y: 0.001, hue: 100 };

function isNear(member: string, one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.every((part, at) => isNear("x", part, other[at]));
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) <= (NEAR[member] ?? 0);
}

/** Why tables and REST differ; nothing when they do not. */
async function outOfStep(house: SceneHouse, group: string, without: readonly Light[]): Promise<string> {
  const scenes = (await house.ask("GET", `${group}/scenes`)) as Answer & { body: Readonly<Record<string, Values>> };
  const ids = scenes.status === 200 ? Object.keys(scenes.body) : [];
  const views = new Map<string, readonly Values[]>();
  for (const id of ids) views.set(id, (await house.get(`${group}/scenes/${id}`)).lights as readonly Values[]);
  for (const light of house.lights) {
    const lamp = house.lamp(light);
    const kept = lamp.scenes.filter((one) => `/groups/${one.group}` === group);
    const due = without.includes(light) ? [] : ids.filter((id) => views.get(id)?.some((one) => one.id === light.id));
    const own = kept.map(({ id }) => String(id)).sort();
    if (JSON.stringify(own) !== JSON.stringify(due.sort())) return `${light.address} keeps ${own}, not ${due}`;
    const device = house.gateway.store.list("/devices").find(({ attr }) => attr.ieee === light.ieee);
    const confirmed = (device?.attr.scenes ?? {}) as Readonly<Record<string, string>>;
    for (const id of due) {
      const note = confirmed[`${light.id} ${group.split("/")[2]}/${id}`];
      if (!/^[0-9a-f]+$/.test(note ?? "")) return `${light.address} has not confirmed scene ${id}: ${note}`;
      const wanted = views.get(id)?.find((one) => one.id === light.id) ?? {};
      const stored = kept.find((one) => String(one.id) === id);
      if (stored && !isSame(stored, wanted))
        return `${light.address} keeps ${JSON.stringify(stored)}, not ${JSON.stringify(wanted)}`;
    }
  }
  return "";
}

function isSame({ tenths, values }: Stored, wanted: Values): boolean {
  const { genOnOff, genLevelCtrl, lightingColorCtrl = {}, closuresWindowCovering } = values;
  if (tenths !== wanted.transitiontime) return false;
  if (wanted.lift !== undefined) return closuresWindowCovering?.currentPositionLiftPercentage === wanted.lift;
  if (genOnOff?.onOff !== Number(wanted.on)) return false;
  if (wanted.on !== true) return genLevelCtrl === undefined;
  if (genLevelCtrl && genLevelCtrl.currentLevel !== wanted.bri) return false;
  const { currentX, currentY, colorTemperature, enhancedCurrentHue, currentSaturation, colorLoopActive } =
    lightingColorCtrl;
  if (wanted.effect === "colorloop") return colorLoopActive === 1;
  if (wanted.colormode === "xy")
    return isNear("x", Number(currentX) / UNIT, wanted.x) && isNear("y", Number(currentY) / UNIT, wanted.y);
  if (wanted.colormode === "ct") return colorTemperature === wanted.ct && Number(currentX) > 0;
  if (wanted.colormode === "hs") return enhancedCurrentHue === wanted.hue && currentSaturation === wanted.sat;
  return true;
}

/** A client of the push channel. */
export async function pushClient(t: TestContext, { gateway }: RadioGateway): Promise<Listening> {
  const log = { info: () => {}, warn: () => {}, error: (text: string) => assert.fail(text) };
  const clock = openClock(log);
  const { bus, store } = gateway;
  const push = openPush({ bus, store, clock, log, whole: () => false, mayListen: () => true });
  const server = createServer().on("upgrade", push.upgrade).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = await listener((server.address() as AddressInfo).port);
  t.after(() => {
    client.socket.terminate();
    push.close();
    server.close();
    clock.stop();
  });
  return client;
}
