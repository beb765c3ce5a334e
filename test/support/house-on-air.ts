/**
 * An invented house of another program on air: all its devices are in its network and have heard its old stick count; and the stick on which it is
 * to go on. Its lamps obey or not.
 */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { ForeignHouse } from "../../src/imports/inventory.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { Preformed, StickFamily, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { house, readFiles } from "./houses.ts";
import { ask, folderOf, moved, start } from "./moves.ts";
import { until } from "./radio-gateway.ts";
import { type TestStation, testStation } from "./virtual.ts";

export type Program = "z2m" | "deconz" | "zha";
export type Move = readonly [program: Program, family: StickFamily, isSame: boolean];

export interface HouseOnAir {
  readonly folder: string; // of the gateway
  readonly source: string; // of the other program
  readonly program: Program;
  readonly isSame: boolean; // the stick is the one of the other program
  readonly foreign: ForeignHouse;
  readonly network: VirtualNetwork;
  readonly stations: ReadonlyMap<string, TestStation>;
  readonly stick: VirtualStick;
  readonly old: Preformed; // the stick of the other program
}

export interface LampOnAir {
  readonly address: Address;
  readonly station: TestStation;
}

/** The family of the stick that each program had. */
export const OLD: Readonly<Record<Program, StickFamily>> = { z2m: "zstack", deconz: "deconz", zha: "ember" };
const PROGRAMS = ["z2m", "deconz", "zha"] as const;
const FAMILIES: readonly StickFamily[] = ["zstack", "ember", "deconz"];
/** Of each program onto a stick of each family, and onto its own one. */
export const ALL_MOVES: readonly Move[] = PROGRAMS.flatMap((program) => [
  ...FAMILIES.map((family) => [program, family, false] as const),
  [program, OLD[program], true] as const,
]);
const ON_OFF = 6;
const ON = 1;
const LEVEL = 8;
const TO_LEVEL_WITH_ON = 4;
const BLANK = "0x00124b00000000aa";

export async function houseOnAir(t: TestContext, [program, family, isSame]: Move): Promise<HouseOnAir> {
  const files = house(program);
  const foreign = readFiles(files);
  const { key = "", panid = 0, extendedpanid = "", channel = 0, coordinator = "", frameCounter = 0 } = foreign.network;
  const keyNumber = foreign.network.keySequence ?? 0;
  const credentials = { panid, extendedpanid: `0x${extendedpanid}`, channel, key, keyNumber };
  const saved = foreign.devices.map(({ ieee, line }) => ({
    ...{ ieee, address: line.nwkAddr, parent: 0, network: credentials },
    heard: [[`0x${coordinator}`, frameCounter] as const],
  }));
  const network = new VirtualNetwork({ saved });
  const stations = new Map(foreign.devices.map((device) => [device.ieee, stationOf(device)]));
  const old: Preformed = {
    ...{ panid, channel, networkKey: [...Buffer.from(key, "hex")], ieee: `0x${coordinator}`, frameCounter },
    extendedpanid: [...extendedPanIdFor(OLD[program], { extendedpanid })],
  };
  const stick = await openStick(family, { network, ...(isSame ? { preformed: old } : { ieee: BLANK }) });
  for (const station of stations.values()) network.add(station);
  t.after(async () => {
    await stick.close();
    network.close();
  });
  const [folder, source] = [folderOf(t), folderOf(t, files)];
  return { ...{ folder, source, program, isSame, foreign, network, stations, stick, old } };
}

function stationOf({ ieee, line }: ForeignHouse["devices"][number]): TestStation {
  const isRouter = line.type === "Router";
  return testStation({
    ...{ ieee, router: isRouter, listens: isRouter, mains: isRouter },
    endpoints: Object.values(line.endpoints).map(({ epId, profId, devId, inClusterList, outClusterList }) => ({
      ...{ id: epId, profile: Number(profId ?? 0x0104), device: Number(devId ?? 0) },
      ...{ inputs: (inClusterList ?? []) as number[], outputs: (outClusterList ?? []) as number[] },
    })),
  });
}

/** The next start on this stick is the first one of the house. `before`: runs before that in the gateway, which has no stick yet. */
export async function layReady(
  t: TestContext,
  { folder, source, stick, isSame }: HouseOnAir,
  before: (opened: OpenGateway) => Promise<unknown> = async () => {},
): Promise<void> {
  const opened = await start(t, folder);
  await before(opened);
  const job = await moved(opened, {
    ...{ path: source, go: true, gone: true, rare: true }, // test files beside this one start processes that look like the other program
    stick: { path: pathOf(stick), adapter: stick.family, same: isSame },
  });
  assert.equal((job.progress as Values | undefined)?.now, "restart", JSON.stringify(job.error));
  await opened.stop();
}

/** A gateway whose stick is up. */
export async function startOn(t: TestContext, folder: string, stick: VirtualStick): Promise<OpenGateway> {
  const lines: string[] = [];
  const opened = await start(t, folder, { path: pathOf(stick), adapter: stick.family }, (text) => lines.push(text));
  await until(
    () => opened.radio.network() !== undefined,
    () => `the radio is up: ${lines.join("; ")}`,
  );
  return opened;
}

export function pathOf({ port }: VirtualStick): string {
  return `tcp://127.0.0.1:${port}`;
}

/** Lights that are switched and have power of their own; a device that was disabled there stays off here. */
export async function lampsOf(opened: OpenGateway, { stations, foreign }: HouseOnAir): Promise<readonly LampOnAir[]> {
  const off = new Set(foreign.devices.filter(({ isDisabled }) => isDisabled).map(({ ieee }) => ieee));
  const lights = Object.entries<Values>((await ask(opened, "GET", "/lights")).body);
  const lamps = lights.flatMap(([id, { uniqueid, state, type }]) => {
    const ieee = `0x${String(uniqueid).slice(0, 23).replaceAll(":", "")}`;
    const station = stations.get(ieee);
    const isSwitched = "on" in (state as Values) && type !== "Window covering device";
    return station?.router && isSwitched && !off.has(ieee) ? [{ address: `/lights/${id}` as Address, station }] : [];
  });
  assert.ok(lamps.length >= 5, `${lamps.length} lamps`);
  return lamps;
}

/** All are told at once, and each has heard it; answers when the first one had. */
export async function obey(opened: OpenGateway, lamps: readonly LampOnAir[], network: VirtualNetwork): Promise<number> {
  for (const { station } of lamps) station.heard.length = 0;
  const [lamp] = lamps;
  const first = lamp && ask(opened, "PUT", `${lamp.address}/state`, { on: true });
  await until(
    () => lamp?.station.heard.some(isOn) === true,
    () => "the first one obeys",
  );
  const heard = Date.now();
  assert.equal((await first)?.status, 200);
  const answers = await Promise.all(lamps.map(({ address }) => ask(opened, "PUT", `${address}/state`, { on: true })));
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
  const deaf = () => lamps.filter(({ station }) => !station.heard.some(isOn));
  await until(
    () => deaf().length === 0,
    () => `all obey; not: ${deaf().map(({ station }) => heardBy(station))}; ${JSON.stringify(network.counters)}`,
  );
  return heard;
}

function heardBy({ ieee, heard }: TestStation): string {
  return `${ieee}, which heard ${heard.map(({ frame }) => `${frame.cluster}: ${frame.bytes.toString("hex")}`)}`;
}

export function isOn({ frame }: TestStation["heard"][number]): boolean {
  const [control = 0, , command] = frame.bytes;
  const isOn = frame.cluster === ON_OFF && command === ON;
  const isFaded = frame.cluster === LEVEL && command === TO_LEVEL_WITH_ON; // where an option says how long it takes
  return (control & 3) === 1 && (isOn || isFaded);
}
