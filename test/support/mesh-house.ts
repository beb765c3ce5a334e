/**
 * A mesh on paper: devices in rooms, links by distance and walls, frames that get through hop by hop or not, sleepers that report in, a stick
 * that tells more or less of why a frame was lost. It knows nothing of how troubles are found; it only makes the reports of a radio.
 */
import type { DeliveryLoss } from "../../src/model/doctor/deliveries.ts";

export const STEP = 5; // minutes
export const MINUTE = 60_000; // milliseconds
export const HOUR = 60 * MINUTE;
export const STICK = "00:00:00:00:00:00:00:00";

export type Random = () => number;

/** Numbers that are the same for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface MeshDevice {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly isRouter: boolean;
  readonly period: number; //   minutes between its reports, about
  readonly events: number; //   an hour, by day
  readonly orders: number; //   that it is given in an hour, by day
  battery: number | undefined; // as it says
  drain: number; //             percent a day
  parent: string; //            of a sleeper
  dueIn: number; //             minutes until its next report
  // ---- its possible faults
  hasPower: boolean;
  isLinkBroken: boolean; //     of the way down only
  fading: number; //            so much worse each of its links is
  isMute: boolean; //           tells nothing by itself
  talks: number; //             frames a minute more than usual
  isOutside: boolean; //        it is not in the network, or its key is another one
  tries: number; //             times an hour that it tries to come in
}

/** The frames of a device in one step, as the radio tells them. */
export interface StepCounts {
  sent: number;
  retried: number;
  lost: Partial<Record<DeliveryLoss, number>>;
  heard: number;
  told: number;
  links: number[];
  answered: boolean;
}

export interface Mesh {
  readonly random: Random;
  readonly devices: ReadonlyMap<string, MeshDevice>;
  readonly tellsRoutes: boolean; //  the stick tells "no route" from "no answer"
  readonly tellsChannel: boolean; // and that the channel was never free
  readonly channel: number;
  interference: number; //           0 to 1: so often the air is taken
  noise: (channel: number) => number; // 0 to 255
  deafness: number; //               so much worse the stick hears
  deafLosses: number; //             0 to 1: of the frames to it, beside that
  burden: number; //                 frames a minute that it is told to send beside all else
  readonly asks: Map<string, number>; // further orders in an hour, to some
  readonly ways: Map<string, readonly string[]>; // as they were found last: forgotten at each change of the mesh
}

const SIDE = { x: 18, y: 12 }; // metres

export function buildMesh(random: Random): Mesh {
  const devices = new Map<string, MeshDevice>();
  const routers = 8 + Math.floor(random() * 6);
  const sleepers = 10 + Math.floor(random() * 8);
  for (let n = 1; n <= routers + sleepers; n += 1) {
    const device = newDevice(n, n <= routers, random);
    devices.set(device.id, device);
  }
  const channel = [11, 15, 20, 25][Math.floor(random() * 4)] ?? 11;
  const tellsRoutes = random() < 0.75; // EmberZNet says only that it was not delivered
  const mesh: Mesh = {
    ...{ random, devices, channel, tellsRoutes, tellsChannel: tellsRoutes && random() < 0.7 },
    ...{ interference: 0.02, noise: () => 0, deafness: 0, deafLosses: 0, burden: 0, asks: new Map(), ways: new Map() },
  };
  mesh.noise = usualNoise(mesh);
  for (const device of devices.values()) if (!device.isRouter) device.parent = bestParent(mesh, device);
  return mesh;
}

function newDevice(n: number, isRouter: boolean, random: Random): MeshDevice {
  const isMeter = isRouter && random() < 0.5;
  const isRemote = !isRouter && random() < 0.2;
  return {
    id: `00:00:00:00:00:00:00:${n.toString(16).padStart(2, "0")}`,
    ...{ x: random() * SIDE.x, y: random() * SIDE.y, isRouter },
    period: isRouter ? (isMeter ? 5 + random() * 10 : 60) : isRemote ? 240 + random() * 480 : 25 + random() * 35,
    events: isRouter ? 0 : isRemote ? 0.15 : random() * 3,
    orders: isRouter ? 1 + random() * 4 : isRemote ? 0 : 0.02,
    battery: isRouter ? undefined : 40 + random() * 60,
    drain: isRouter ? 0 : 0.1,
    ...{ parent: STICK, dueIn: random() * 60, hasPower: true, isLinkBroken: false, fading: 0, isMute: false },
    ...{ talks: 0, isOutside: false, tries: 0 },
  };
}

function usualNoise(mesh: Mesh): (channel: number) => number {
  const floor = new Map<number, number>();
  for (let channel = 11; channel <= 26; channel += 1) floor.set(channel, 20 + mesh.random() * 60);
  return (channel) => Math.max(0, (floor.get(channel) ?? 40) + (mesh.random() - 0.5) * 20);
}

// ---- links and ways

/** 0 to 255, as the receiver at the other end hears it. */
export function linkOf(mesh: Mesh, one: string, other: string): number {
  const [a, b] = [mesh.devices.get(one), mesh.devices.get(other)];
  const [from, to] = [a ?? { x: SIDE.x / 2, y: 0, fading: 0 }, b ?? { x: SIDE.x / 2, y: 0, fading: 0 }];
  const distance = Math.hypot(from.x - to.x, from.y - to.y);
  const walls = Math.floor(distance / 4) * (8 + ((hash(one) ^ hash(other)) % 10));
  const deaf = one === STICK || other === STICK ? mesh.deafness : 0;
  return Math.max(0, Math.min(255, 245 - 7 * distance - walls - from.fading - to.fading - deaf));
}

function hash(id: string): number {
  return Number.parseInt(id.slice(-2), 16) * 7;
}

function chance(mesh: Mesh, one: string, other: string): number {
  const atStick = one === STICK || other === STICK ? 1 - mesh.deafLosses : 1;
  return (1 / (1 + Math.exp(-(linkOf(mesh, one, other) - 40) / 8))) * (1 - mesh.interference) * atStick;
}

export function bestParent(mesh: Mesh, device: MeshDevice): string {
  const routers = [...mesh.devices.values()].filter(({ isRouter, hasPower }) => isRouter && hasPower);
  const all = [STICK, ...routers.map(({ id }) => id)];
  return all.sort((one, other) => linkOf(mesh, device.id, other) - linkOf(mesh, device.id, one))[0] ?? STICK;
}

/** From the stick to a device, by the best hops. */
export function wayTo(mesh: Mesh, device: MeshDevice): readonly string[] {
  const known = mesh.ways.get(device.id);
  if (known) return known;
  const way = findWay(mesh, device);
  mesh.ways.set(device.id, way);
  return way;
}

function findWay(mesh: Mesh, device: MeshDevice): readonly string[] {
  const last = device.isRouter ? device.id : device.parent;
  const cost = new Map<string, number>([[STICK, 0]]);
  const before = new Map<string, string>();
  const open = new Set([
    STICK,
    ...[...mesh.devices.values()].filter((each) => each.isRouter && each.hasPower).map(({ id }) => id),
    last,
  ]);
  while (open.size > 0) {
    const here = [...open].reduce((one, other) => ((cost.get(other) ?? 1e9) < (cost.get(one) ?? 1e9) ? other : one));
    open.delete(here);
    for (const next of open) {
      const link = linkOf(mesh, here, next);
      if (link < 25 && !(here === STICK && next === last)) continue;
      const sum = (cost.get(here) ?? 1e9) + 1 + 20 / Math.max(1, link / 20) ** 2;
      if (sum >= (cost.get(next) ?? 1e9)) continue;
      cost.set(next, sum);
      before.set(next, here);
    }
  }
  const way = [last];
  for (let hop = before.get(last); hop !== undefined && way.length < 12; hop = before.get(hop)) way.unshift(hop);
  if (way[0] !== STICK) way.unshift(STICK);
  return device.isRouter || last === device.id ? way : [...way, device.id];
}

/** Each hop tries four times. */
function getsThrough(mesh: Mesh, way: readonly string[]): number {
  for (let hop = 1; hop < way.length; hop += 1) {
    const to = mesh.devices.get(way[hop] ?? "");
    const p = to && !to.hasPower ? 0 : chance(mesh, way[hop - 1] ?? STICK, way[hop] ?? STICK);
    const all = 1 - (1 - p) ** 4;
    if (mesh.random() >= all) return hop;
  }
  return 0;
}

// ---- one step of the whole house

export function noCounts(): StepCounts {
  return { sent: 0, retried: 0, lost: {}, heard: 0, told: 0, links: [], answered: false };
}

/** `pings`: of those that were silent for long. */
export function stepMesh(mesh: Mesh, hour: number, pings: ReadonlySet<string>): ReadonlyMap<string, StepCounts> {
  const isDay = hour >= 7 && hour < 23;
  const found = new Map<string, StepCounts>();
  for (const device of mesh.devices.values()) {
    const counts = noCounts();
    found.set(device.id, counts);
    const asked = device.orders + (mesh.asks.get(device.id) ?? 0);
    const orders = poisson(mesh.random, (asked * (isDay ? 1 : 0.2) * STEP) / 60) + (pings.has(device.id) ? 2 : 0);
    for (let n = 0; n < orders; n += 1) order(mesh, device, counts);
    speak(mesh, device, counts, isDay);
  }
  return found;
}

function order(mesh: Mesh, device: MeshDevice, counts: StepCounts): void {
  const { random } = mesh;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    counts.sent += 1;
    if (attempt > 0) counts.retried += 1;
    const loss = lossOf(mesh, device);
    if (loss === undefined) {
      counts.heard += 1;
      counts.answered = true;
      counts.links.push(heardAs(mesh, device));
      return;
    }
    counts.lost[loss] = (counts.lost[loss] ?? 0) + 1;
    if (loss === "asleep" || loss === "busy" || random() < 0.3) return;
  }
}

function lossOf(mesh: Mesh, device: MeshDevice): DeliveryLoss | undefined {
  const { random, tellsRoutes, tellsChannel } = mesh;
  const crowd = Math.max(0, mesh.burden - 400) / (mesh.burden + 1);
  if (random() < crowd) return "busy";
  if (mesh.interference > 0.3 && tellsChannel && random() < mesh.interference ** 3) return "channel";
  const coarse = (loss: DeliveryLoss): DeliveryLoss => (tellsRoutes || loss === "silent" ? loss : "no-ack");
  if (device.isOutside || !device.hasPower) return coarse(random() < 0.6 ? "no-route" : "no-ack");
  if (device.isLinkBroken) return coarse(random() < 0.85 ? "no-route" : "silent");
  const way = wayTo(mesh, device);
  const stuck = getsThrough(mesh, way);
  if (stuck === 1) return "no-ack";
  if (stuck > 1) return coarse(random() < 0.5 ? "no-route" : "silent");
  if (!device.isRouter && random() < 0.9) return "asleep";
  return getsThrough(mesh, [...way].reverse()) > 0 ? "silent" : undefined;
}

/** Frames that it sends by itself: reports when they are due, and events. */
function speak(mesh: Mesh, device: MeshDevice, counts: StepCounts, isDay: boolean): void {
  const { random } = mesh;
  let frames = poisson(random, (device.events * (isDay ? 1 : 0.1) * STEP) / 60) + poisson(random, device.talks * STEP);
  device.dueIn -= STEP;
  if (device.dueIn <= 0) {
    device.dueIn = device.period * (0.9 + random() * 0.2);
    frames += random() < 0.99 ? 1 + Math.floor(random() * 2) : 0; // now and then it misses one
  }
  if (!device.hasPower || device.isOutside || device.isMute || frames === 0) return;
  const way = [...wayTo(mesh, device)].reverse();
  const most = Math.min(frames, 40); // the rest goes as they go
  let heard = 0;
  for (let n = 0; n < most; n += 1) if (getsThrough(mesh, way) === 0) heard += 1;
  const all = Math.round((heard * frames) / most);
  counts.heard += all;
  counts.told += all;
  if (all > 0) counts.links.push(heardAs(mesh, device));
}

/** By the stick: of a frame that comes by way of others, it hears the last of these. */
function heardAs(mesh: Mesh, device: MeshDevice): number {
  const way = wayTo(mesh, device);
  const noise = (mesh.random() - 0.5) * 24 - mesh.interference * 15;
  return Math.max(1, Math.min(255, linkOf(mesh, way[1] ?? device.id, STICK) + noise));
}

export function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * (random() + random() + random() - 1.5) * 2));
  let count = 0;
  for (let product = random(); product > Math.exp(-mean); product *= random()) count += 1;
  return count;
}
