/** P27: with a large house, from a command to the air, and from a frame to a client of push. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { atMost, type Bench, type Result, SHORT } from "./goals.ts";
import { at } from "./load.ts";
import { type House, NOBODY, now, type Ours, openHouse, openOurs, until } from "./radio-stage.ts";

const LIGHTS = 20;
const PATIENCE = 30 * 60_000; // milliseconds until all have joined
const LOST = 10_000;
const REMOTES = 10; // they report at once; a sensor waits until it may report again

export const benches: readonly Bench[] = [{ goals: ["P27"], run }];

async function run(long: boolean): Promise<readonly Result[]> {
  const devices = long ? 300 : SHORT ? 6 : 60;
  const times = SHORT ? 20 : 500;
  const lights = Math.min(LIGHTS, Math.ceil(devices / 3));
  const house = await openHouse(lights, 0);
  const remotes = Math.min(REMOTES, Math.ceil(devices / 10));
  house.air.apply(undefined, { add: { profile: "remote", count: remotes } });
  house.air.apply(undefined, { add: { profile: "climate sensor", count: devices - lights - remotes } });
  const ours = await openOurs(house);
  await letAllIn(ours, devices, lights);
  const commands = await commandsToAir(house, ours, lights, times);
  const frames = await framesToClient(house, ours, times);
  await ours.stop();
  await house.close();
  const told = (what: string, figures: readonly number[], share: number, most: number) =>
    atMost(1, {
      goal: "P27",
      what: `${what}, ${devices} devices, p${share * 100}`,
      unit: "ms",
      ours: at(figures, share),
      control: most,
    });
  return [
    told("command to air", commands, 0.5, 6),
    told("command to air", commands, 0.99, 20),
    told("frame to client", frames, 0.5, 5),
    told("frame to client", frames, 0.99, 30),
  ];
}

async function letAllIn({ opened }: Ours, devices: number, lights: number): Promise<void> {
  const { store, perform } = opened.gateway;
  const end = now() + PATIENCE;
  await until(() => opened.radio.network() !== undefined);
  const sensors = () => new Set(store.list("/sensors").map(({ attr }) => String(attr.uniqueid).slice(0, 23))).size;
  for (let opens = 0; store.count("/lights") < lights || sensors() < devices - lights; ) {
    if (now() > end) throw new Error(`${store.count("/lights")} lights and ${sensors()} sensors have joined`);
    if (now() > opens) {
      await perform({ method: "PUT", address: "/config", body: { permitjoin: 254 } }, NOBODY);
      opens = now() + 240_000;
    }
    await pause(100);
  }
  await perform({ method: "PUT", address: "/config", body: { permitjoin: 0 } }, NOBODY);
  await pause(SHORT ? 1_000 : 10_000); // the set-up after an interview is done
}

interface Station {
  readonly ieee: string;
  readonly profile: string;
}

/** Each light in its turn: one is not told more often than five times a second. */
async function commandsToAir(house: House, { put }: Ours, lights: number, times: number): Promise<readonly number[]> {
  const figures: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const before = house.sent();
    const start = now();
    const answered = put(`/lights/${1 + (turn % lights)}/state`, { on: Math.floor(turn / lights) % 2 === 0 });
    figures.push((await house.frame(before)) - start);
    await answered;
    await pause(Math.max(20, 250 / lights));
  }
  return figures.sort((one, other) => one - other);
}

async function framesToClient({ air }: House, { port }: Ours, times: number): Promise<readonly number[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  await once(socket, "open");
  const remotes = (air.inspect().stations as readonly Station[]).filter(({ profile }) => profile === "remote");
  const figures: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const start = now();
    const heard = heardOf(socket, '"buttonevent":');
    air.apply(remotes[turn % remotes.length]?.ieee, { press: "toggle" });
    await heard;
    figures.push(now() - start);
    await pause(100);
  }
  socket.terminate();
  return figures.sort((one, other) => one - other);
}

function heardOf(socket: WebSocket, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (text: unknown) => {
      if (!String(text).includes(words)) return;
      clearTimeout(timer);
      socket.off("message", listen);
      resolve();
    };
    const timer = setTimeout(() => reject(new Error(`${words} was not heard within ten seconds`)), LOST);
    socket.on("message", listen);
  });
}
