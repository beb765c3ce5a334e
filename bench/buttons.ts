/** P22: from a press of a remote to the frame that switches a light, by a rule, while sensors report; against zigbee-herdsman alone. */
import { setTimeout as pause } from "node:timers/promises";
import { atMost, type Bench, type Result } from "./goals.ts";
import { type House, NOBODY, now, openBare, openHouse, openOurs, until } from "./radio-stage.ts";

const SENSORS = 20;
const PRESSES = 100;
const BETWEEN = 250; // milliseconds: a rule that fires more than 50 times in ten seconds is held back
const MORE = 10; // milliseconds that ours may take

export const buttons: Bench = { goals: ["P22"], run };

interface Station {
  readonly ieee: string;
  readonly profile: string;
}

async function run(): Promise<readonly Result[]> {
  const [ours, control] = [await byRule(), await byHand()];
  return [
    atMost(1, {
      goal: "P22",
      what: `button to light by a rule, beside ${SENSORS} that report: p99, against bare herdsman's and ${MORE} ms`,
      unit: "ms",
      ours,
      control: control + MORE,
    }),
  ];
}

async function byRule(): Promise<number> {
  const house = await furnished();
  const ours = await openOurs(house);
  const { perform, store } = ours.opened.gateway;
  await until(() => ours.opened.radio.network() !== undefined);
  await perform({ method: "PUT", address: "/config", body: { permitjoin: 254 } }, NOBODY);
  const remote = () => store.list("/sensors").find(({ type }) => type === "ZHASwitch");
  await until(() => store.count("/lights") > 0 && remote() !== undefined && store.count("/sensors") > SENSORS);
  await pause(3_000);
  const conditions = [{ address: `${remote()?.address}/state/lastupdated`, operator: "dx" }];
  const actions = [{ method: "PUT", address: "/lights/1/state", body: { on: true } }];
  await perform({ method: "POST", address: "/rules", body: { name: "press", conditions, actions } }, NOBODY);
  const figure = await presses(house);
  await ours.stop();
  await house.close();
  return figure;
}

async function byHand(): Promise<number> {
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

/** Milliseconds from the press until the light is told; the slowest but one in a hundred. */
async function presses(house: House): Promise<number> {
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
  return figures.at(-2) ?? Number.NaN;
}
