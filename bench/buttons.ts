/** P22: from a press of a remote to the frame that switches a light, by a rule and by a flow, while sensors report; against zigbee-herdsman alone. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { GatewayNode } from "../nodes/attach.ts";
import type { OpenGateway } from "../src/open.ts";
import { flowNode, gatewayNode, nodeRed, TAB } from "../test/support/node-red.ts";
import { atMost, type Bench, type Result } from "./goals.ts";
import { type House, knowNetwork, NOBODY, now, openBare, openHouse, openOurs, until } from "./radio-stage.ts";

const SENSORS = 20;
const PRESSES = 100;
const BETWEEN = 250; // milliseconds: a rule that fires more than 50 times in ten seconds is held back
const MORE = 10; // milliseconds that ours may take

export const benches: readonly Bench[] = [{ goals: ["P22"], run }];

interface Station {
  readonly ieee: string;
  readonly profile: string;
}

interface Figures {
  readonly median: number; // milliseconds
  readonly p99: number;
}

async function run(): Promise<readonly Result[]> {
  const [rule, flow, control] = [await byRule(), await byFlow(), await byHand()];
  const medians = ({ median }: Figures) => `medians ${median.toFixed(1)} and ${control.median.toFixed(1)} ms`;
  const resultOf = (by: string, figures: Figures) =>
    atMost(1, {
      goal: "P22",
      what: `button to light by a ${by}, beside ${SENSORS} that report: p99, against bare herdsman's and ${MORE} ms (${medians(figures)})`,
      unit: "ms",
      ours: figures.p99,
      control: control.p99 + MORE,
    });
  return [resultOf("rule", rule), resultOf("flow", flow)];
}

async function byRule(): Promise<Figures> {
  const house = await furnished();
  const ours = await openOurs(house);
  const { perform } = ours.opened.gateway;
  const { remote } = await letAllIn(ours.opened);
  const conditions = [{ address: `${remote}/state/lastupdated`, operator: "dx" }];
  const actions = [{ method: "PUT", address: "/lights/1/state", body: { on: true } }];
  await perform({ method: "POST", address: "/rules", body: { name: "press", conditions, actions } }, NOBODY);
  const figure = await presses(house);
  await ours.stop();
  await house.close();
  return figure;
}

/** The button node, a wire, the light node: in a real Node-RED. */
async function byFlow(): Promise<Figures> {
  const house = await furnished();
  const network = "bench";
  knowNetwork(house.air, join(house.folder, "zigbee-gateway", network));
  const gateway = gatewayNode("gw", { network, radio: `tcp://127.0.0.1:${house.air.port}`, adapter: "zstack" });
  const nodes = await nodeRed({ userDir: house.folder, flow: [TAB, gateway] });
  const { running } = nodes.nodes.getNode("gw") as GatewayNode;
  if (!running) throw new Error("there is no gateway");
  await running.opened.gateway.ready;
  const { remote, light } = await letAllIn(running.opened);
  const button = flowNode("button", "zigbee-gateway-button", { gateway: "gw", address: remote, wires: [["light"]] });
  const lamp = flowNode("light", "zigbee-gateway-light", { gateway: "gw", address: light, does: "on", wires: [[]] });
  await nodes.deploy([TAB, gateway, button, lamp], "nodes");
  const figures = await presses(house);
  await nodes.stop();
  await running.stop();
  await house.close();
  return figures;
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

async function byHand(): Promise<Figures> {
  const house = await furnished();
  const bare = openBare(house);
  await bare.up;
  await bare.join(1);
  await until(() => stationsOf(house).every(({ joined }) => joined));
  await pause(3_000);
  const remote = stationsOf(house).find(({ profile }) => profile === "remote");
  house.air.turn(remote?.ieee, { awake: 60 });
  await bare.obeyRemotes();
  const figure = await presses(house);
  await bare.stop();
  await house.close();
  return figure;
}

async function furnished(): Promise<House> {
  const house = await openHouse(1);
  house.air.turn(undefined, { add: { profile: "remote", count: 1 } });
  house.air.turn(undefined, { add: { profile: "climate sensor", count: SENSORS } });
  return house;
}

function stationsOf({ air }: House) {
  return air.look().stations as readonly (Station & { readonly joined: boolean })[];
}

/** From the press until the light is told: the median, and the slowest but one in a hundred. */
async function presses(house: House): Promise<Figures> {
  const stations = stationsOf(house);
  const of = (profile: string) => stations.filter((station) => station.profile === profile);
  const [light] = of("dimmable light");
  const [remote] = of("remote");
  if (!light || !remote) throw new Error("the house has no light or no remote");
  let warmth = 2_000;
  const chatter = setInterval(() => {
    warmth = warmth === 2_000 ? 2_500 : 2_000;
    for (const { ieee } of of("climate sensor"))
      house.air.turn(ieee, { set: { "msTemperatureMeasurement.measuredValue": warmth } });
  }, 1_000);
  const told = () => house.air.stick.counters.to.get(light.ieee)?.unicast ?? 0;
  const figures: number[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    const before = told();
    const start = now();
    house.air.turn(remote.ieee, { press: "toggle" });
    while (told() <= before) await new Promise((wake) => setImmediate(wake));
    figures.push(now() - start);
    await pause(BETWEEN);
  }
  clearInterval(chatter);
  figures.sort((one, other) => one - other);
  return { median: figures[PRESSES / 2] ?? Number.NaN, p99: figures.at(-2) ?? Number.NaN };
}
