/** P22: from a press of a remote to the frame for a light, by rule and by flow, while sensors report; against zigbee-herdsman alone. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { GatewayNode } from "../nodes/flow-node/flow-node.ts";
import type { OpenGateway } from "../src/open.ts";
import { flowNode, gatewayNode, nodeRed, TAB } from "../test/support/node-red.ts";
import { atMost, type Bench, paired, type Result, ROUNDS, SHORT } from "./goals.ts";
import { at } from "./load.ts";
import { type House, knowNetwork, NOBODY, now, openBare, openHouse, openOurs, STICK, until } from "./radio-stage.ts";

const SENSORS = 20;
const PRESSES = SHORT ? 5 : 72; // of each in a round: more than 500 in all
const BETWEEN = 250; // milliseconds: a rule that fires more than 50 times in ten seconds is held back
const MORE = 10; // milliseconds that ours may take

export const benches: readonly Bench[] = [{ goals: ["P22"], run }];

interface Station {
  readonly ieee: string;
  readonly profile: string;
}

/** A house in which a press switches the light, in one way or another. */
interface Way {
  readonly house: House;
  readonly stop: () => Promise<void>;
}

/** All three are there at the same time, and pressed in turn: other load on the machine hits all alike. */
async function run(): Promise<readonly Result[]> {
  const ways: Readonly<Record<"rule" | "flow" | "control", Way>> = {
    rule: await byRule(),
    flow: await byFlow(),
    control: await byHand(),
  };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const times = { rule: [], flow: [], control: [] } as Record<keyof typeof ways, number[]>;
  const rounds: Record<keyof typeof ways, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const p99 = { rule: 0, flow: 0, control: 0 };
    for (const name of [...names.slice(round % 3), ...names.slice(0, round % 3)]) {
      const own = await presses(ways[name].house);
      times[name].push(...own);
      p99[name] = at(sorted(own), 0.99);
    }
    rounds.push(p99);
  }
  for (const { stop } of Object.values(ways)) await stop();
  const shown = (name: keyof typeof ways) =>
    `${at(sorted(times[name]), 0.5).toFixed(1)} and ${at(sorted(times[name]), 0.99).toFixed(1)}`;
  return (["rule", "flow"] as const).map((name) => {
    const all = `of ${times[name].length} presses p50 and p99 ${shown(name)} ms, bare herdsman's ${shown("control")}`;
    const what = `button to light by a ${name}, beside ${SENSORS} that report: p99 of a round, against bare herdsman's and ${MORE} ms (${all})`;
    return atMost(1, {
      goal: "P22",
      what,
      unit: "ms",
      ...paired(rounds.map((p99) => [p99[name], p99.control + MORE])),
    });
  });
}

async function byRule(): Promise<Way> {
  const house = await furnished();
  const ours = await openOurs(house);
  const { perform } = ours.opened.gateway;
  const { remote } = await letAllIn(ours.opened);
  const conditions = [{ address: `${remote}/state/lastupdated`, operator: "dx" }];
  const actions = [{ method: "PUT", address: "/lights/1/state", body: { on: true } }];
  await perform({ method: "POST", address: "/rules", body: { name: "press", conditions, actions } }, NOBODY);
  return {
    house,
    stop: async () => {
      await ours.stop();
      await house.close();
    },
  };
}

/** The button node, a wire, the light node: in a real Node-RED. */
async function byFlow(): Promise<Way> {
  const house = await furnished();
  const network = "bench";
  knowNetwork(house.air, join(house.folder, "zigbee-gateway", network));
  const gateway = gatewayNode("gw", { network, radio: `tcp://127.0.0.1:${house.air.port}`, adapter: STICK });
  const nodes = await nodeRed({ userDir: house.folder, flow: [TAB, gateway] });
  const { runtime: running } = nodes.nodes.getNode("gw") as GatewayNode;
  if (!running) throw new Error("there is no gateway");
  await running.opened.gateway.ready;
  const { remote, light } = await letAllIn(running.opened);
  const button = flowNode("button", "zigbee-gateway-button", { gateway: "gw", address: remote, wires: [["light"]] });
  const lamp = flowNode("light", "zigbee-gateway-light", { gateway: "gw", address: light, does: "on", wires: [[]] });
  await nodes.deploy([TAB, gateway, button, lamp], "nodes");
  return {
    house,
    stop: async () => {
      await nodes.stop();
      await running.stop();
      await house.close();
    },
  };
}

/** Answers the addresses of the remote and the light. */
async function letAllIn({ gateway, radio }: OpenGateway): Promise<{ readonly remote: string; readonly light: string }> {
  const { perform, store } = gateway;
  await until(() => radio.network() !== undefined);
  await perform({ method: "PUT", address: "/config", body: { permitjoin: 254 } }, NOBODY);
  const remote = () => store.list("/sensors").find(({ type }) => type === "ZHASwitch")?.address;
  const light = () => store.list("/lights")[0]?.address;
  await until(() => light() !== undefined && remote() !== undefined && store.count("/sensors") > SENSORS);
  await pause(3_000);
  return { remote: String(remote()), light: String(light()) };
}

async function byHand(): Promise<Way> {
  const house = await furnished();
  const bare = openBare(house);
  await bare.up;
  await bare.join(1);
  await until(() => stationsOf(house).every(({ joined }) => joined));
  await pause(3_000);
  const remote = stationsOf(house).find(({ profile }) => profile === "remote");
  house.air.apply(remote?.ieee, { awake: 60 });
  await bare.obeyRemotes();
  return {
    house,
    stop: async () => {
      await bare.stop();
      await house.close();
    },
  };
}

async function furnished(): Promise<House> {
  const house = await openHouse(1);
  house.air.apply(undefined, { add: { profile: "remote", count: 1 } });
  house.air.apply(undefined, { add: { profile: "climate sensor", count: SENSORS } });
  return house;
}

function stationsOf({ air }: House) {
  return air.inspect().stations as readonly (Station & { readonly joined: boolean })[];
}

/** Milliseconds from each press until the light is told. */
async function presses(house: House): Promise<readonly number[]> {
  const stations = stationsOf(house);
  const of = (profile: string) => stations.filter((station) => station.profile === profile);
  const [light] = of("dimmable light");
  const [remote] = of("remote");
  if (!light || !remote) throw new Error("the house has no light or no remote");
  let warmth = 2_000;
  const chatter = setInterval(() => {
    warmth = warmth === 2_000 ? 2_500 : 2_000;
    for (const { ieee } of of("climate sensor"))
      house.air.apply(ieee, { set: { "msTemperatureMeasurement.measuredValue": warmth } });
  }, 1_000);
  const figures: number[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    const frame = house.frameTo(light.ieee);
    const start = now();
    house.air.apply(remote.ieee, { press: "toggle" });
    figures.push((await frame) - start);
    await pause(BETWEEN);
  }
  clearInterval(chatter);
  return figures;
}

function sorted(figures: readonly number[]): readonly number[] {
  return [...figures].sort((one, other) => one - other);
}
