/**
 * Faults of the mesh on paper: twelve, and a lamp that is switched off at the wall. Each changes only how the mesh behaves;
 * the one that suffers from it is answered. Undefined: this house has no device to which it could happen.
 */
import { bestParent, linkOf, type Mesh, type MeshDevice, STICK, wayTo } from "./mesh-house.ts";

export interface Seeded {
  readonly subject: string;
  /** Happens once, when it begins. */
  readonly says?: "left";
}

type Seed = (mesh: Mesh) => Seeded | undefined;

const all = (mesh: Mesh) => [...mesh.devices.values()];
const routersOf = (mesh: Mesh) => all(mesh).filter(({ isRouter }) => isRouter);
const sleepersOf = (mesh: Mesh) => all(mesh).filter(({ isRouter, period }) => !isRouter && period < 120);
const childrenOf = (mesh: Mesh, id: string) => all(mesh).filter(({ parent, isRouter }) => !isRouter && parent === id);

function oneOf<T>(mesh: Mesh, some: readonly T[]): T | undefined {
  return some[Math.floor(mesh.random() * some.length)];
}

const on =
  (pick: (mesh: Mesh) => readonly MeshDevice[], break_: (device: MeshDevice, mesh: Mesh) => void): Seed =>
  (mesh) => {
    const device = oneOf(mesh, pick(mesh));
    if (!device) return undefined;
    break_(device, mesh);
    return { subject: device.id };
  };

/** The children of a router that goes find another parent soon. */
function moveChildren(mesh: Mesh, id: string): void {
  mesh.ways.clear();
  for (const child of childrenOf(mesh, id)) child.parent = bestParent(mesh, child);
}

/** Routers that are told something often enough that a fault can be seen. */
const busyRouters = (mesh: Mesh) => routersOf(mesh).filter(({ orders }) => orders >= 2);

export const FAULTS: Readonly<Record<string, Seed>> = {
  "parent-gone": (mesh) => {
    const parents = routersOf(mesh).filter(({ id }) => childrenOf(mesh, id).some(({ period }) => period < 120));
    const parent = oneOf(mesh, parents);
    const child =
      parent &&
      oneOf(
        mesh,
        childrenOf(mesh, parent.id).filter(({ period }) => period < 120),
      );
    if (!parent || !child) return undefined;
    parent.hasPower = false;
    return { subject: child.id };
  },
  "no-power": on(routersOf, (device, mesh) => {
    device.hasPower = false;
    moveChildren(mesh, device.id);
  }),
  "route-broken": on(
    (mesh) => busyRouters(mesh).filter((device) => wayTo(mesh, device).length > 2 || mesh.random() < 0.4),
    (device, mesh) => {
      device.isLinkBroken = true;
      mesh.asks.set(device.id, 6);
    },
  ),
  "link-weak": on(busyRouters, (device, mesh) => {
    const best = Math.max(linkOf(mesh, device.id, bestOf(mesh, device)), 40);
    device.fading = best - (26 + mesh.random() * 10);
    mesh.asks.set(device.id, 4);
    moveChildren(mesh, device.id);
  }),
  "channel-busy": (mesh) => {
    mesh.interference = 0.72 + mesh.random() * 0.15;
    const before = mesh.noise;
    const [own, loud] = [mesh.channel, 100 + mesh.random() * 60];
    mesh.noise = (channel) => before(channel) + (Math.abs(channel - own) <= 1 ? loud : 0);
    for (const device of routersOf(mesh)) mesh.asks.set(device.id, 3);
    const device = oneOf(mesh, routersOf(mesh));
    return device && { subject: device.id };
  },
  "battery-flat": on(sleepersOf, (device, mesh) => {
    if (mesh.random() < 0.85) device.battery = 1 + mesh.random() * 16; // others say 100 % to the end
    device.hasPower = false;
  }),
  left: (mesh) => {
    const device = oneOf(mesh, all(mesh));
    if (!device) return undefined;
    device.isOutside = true;
    return { subject: device.id, says: "left" };
  },
  asleep: on(sleepersOf, (device, mesh) => {
    mesh.asks.set(device.id, 4);
  }),
  "chatty-neighbour": (mesh) => {
    const talker = oneOf(mesh, all(mesh));
    if (!talker) return undefined;
    talker.talks = 40 + mesh.random() * 100;
    mesh.interference = 0.62 + mesh.random() * 0.15;
    const others = routersOf(mesh).filter(({ id }) => id !== talker.id);
    for (const device of others) mesh.asks.set(device.id, 4);
    const device = oneOf(mesh, others);
    return device && { subject: device.id };
  },
  "wrong-key": on(all, (device, mesh) => {
    device.isOutside = true;
    device.tries = 3 + mesh.random() * 8;
  }),
  "stick-overloaded": (mesh) => {
    mesh.burden = 800 + mesh.random() * 800;
    for (const device of routersOf(mesh)) mesh.asks.set(device.id, 10);
    const device = oneOf(mesh, routersOf(mesh));
    return device && { subject: device.id };
  },
  "stick-deaf": (mesh) => {
    mesh.deafness = 60 + mesh.random() * 50;
    mesh.deafLosses = 0.75 + mesh.random() * 0.1;
    const before = mesh.noise;
    mesh.noise = (channel) => before(channel) + 90;
    for (const device of routersOf(mesh)) mesh.asks.set(device.id, 4);
    const device = oneOf(mesh, routersOf(mesh));
    return device && { subject: device.id };
  },
  "reporting-lost": on(
    (mesh) => routersOf(mesh).filter(({ period, orders }) => period < 30 && orders >= 1),
    (device) => {
      device.isMute = true;
    },
  ),
};

function bestOf(mesh: Mesh, device: MeshDevice): string {
  const others = [STICK, ...routersOf(mesh).flatMap(({ id }) => (id === device.id ? [] : [id]))];
  return others.sort((one, other) => linkOf(mesh, device.id, other) - linkOf(mesh, device.id, one))[0] ?? STICK;
}
