/** Two simulated sticks at serial ports, one network of lights around them, and a radio that has one of them as its spare. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openClock } from "../../src/edges/clock.ts";
import type { Log } from "../../src/model/ports.ts";
import type { Ieee } from "../../src/model/radio/device-facts.ts";
import type { Radio } from "../../src/model/radio/radio-port.ts";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { type NetworkRecord, recordIn } from "../../src/radio/network-record.ts";
import { openRadio } from "../../src/radio/port.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { StickFamily, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { type FakePort, plugInto } from "./pty.ts";
import { type TestStation, testStation } from "./virtual.ts";

type Place = 0 | 1;

export interface TwoSticks {
  readonly network: VirtualNetwork;
  readonly lights: readonly Ieee[];
  readonly stations: ReadonlyMap<Ieee, TestStation>; // the lights, as they are on air
  readonly log: readonly string[];
  readonly radio: Radio; // the newest one
  readonly overlap: number; // the longest time that two coordinators were on air in the network of the lights; milliseconds
  stickAt(place: Place): VirtualStick | undefined;
  plug(place: Place): Promise<void>;
  /** Without power and gone, as when a user pulls it out. */
  pull(place: Place): Promise<void>;
  /** A radio whose stick is this one, and the other one its spare. */
  open(place: Place): Promise<void>;
  up(): Promise<void>;
  toggle(light: Ieee): Promise<void>;
  record(): NetworkRecord | undefined;
  /** The next radio knows of no takeover before: there may be one at once. */
  startAnew(): void;
}

const ENTRY = join(import.meta.dirname, "../../src/radio-process.ts");
const CHANNEL = 15;
const KEY = Array.from({ length: 16 }, (_, at) => at + 100);
const NUMBERS = { panid: 0x1a2b, extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8], networkKey: KEY };
const LOOKS_EVERY = 10; // milliseconds

export async function twoSticks(
  t: TestContext,
  families: readonly [StickFamily, StickFamily],
  count = 3, // lights
): Promise<TwoSticks> {
  const home = mkdtempSync(join(tmpdir(), "zigbee-gateway-sticks-"));
  const folder = join(home, "radio");
  const network = new VirtualNetwork({});
  const lines: string[] = [];
  const note = (text: string) => void lines.push(text);
  const log: Log = { info: note, warn: note, error: note };
  const sticks: { stick?: VirtualStick; port?: FakePort; saved?: object }[] = [{}, {}];
  const pathOf = (place: Place) => join(home, `stick-${place}`);
  let radio: Radio | undefined;
  let overlap = 0;
  let rivalsSince: number | undefined;
  const clock = openClock(log);
  const watching = setInterval(() => {
    rivalsSince = network.rivals > 1 ? (rivalsSince ?? performance.now()) : undefined;
    if (rivalsSince !== undefined) overlap = Math.max(overlap, performance.now() - rivalsSince + LOOKS_EVERY);
  }, LOOKS_EVERY);

  const plug = async (place: Place) => {
    const own = sticks[place] ?? {};
    const ieee = `0x00124b000000000${place + 1}`;
    const isFirst = place === 0 && own.saved === undefined;
    const made = isFirst ? { preformed: { ...NUMBERS, channel: CHANNEL, ieee } } : { ieee };
    own.stick = await openStick(families[place], { network, ...(own.saved ? { saved: own.saved } : made) });
    own.port = await plugInto(own.stick.port);
    symlinkSync(own.port.path, pathOf(place));
  };
  const pull = async (place: Place) => {
    const own = sticks[place] ?? {};
    rmSync(pathOf(place), { force: true });
    if (own.stick) own.saved = own.stick.save();
    await own.port?.unplug();
    await own.stick?.close();
    delete own.stick;
    delete own.port;
  };
  const open = async (place: Place) => {
    await radio?.stop();
    const choice = (at: Place) => ({ path: pathOf(at), adapter: families[at] });
    radio = openRadio({
      ...{ entry: ENTRY, clock, log },
      settings: { ...choice(place), channel: CHANNEL, folder },
      spare: { ...choice(place === 0 ? 1 : 0), isForced: false },
    });
    await radio.start();
  };
  t.after(async () => {
    clearInterval(watching);
    await radio?.stop();
    clock.stop();
    for (const place of [0, 1] as const) await pull(place);
    network.close();
    rmSync(home, { recursive: true, force: true });
  });

  mkdirSync(folder);
  const hex = (of: readonly number[] | Uint8Array) => Buffer.from(of).toString("hex");
  const extendedpanid = hex(extendedPanIdFor(families[0], { extendedpanid: hex(NUMBERS.extendedpanid) }));
  writeFileSync(join(folder, "network.json"), JSON.stringify({ key: hex(KEY), panid: NUMBERS.panid, extendedpanid }));
  for (const place of [0, 1] as const) await plug(place);
  await open(0);
  await isUp(radio);
  const lights = Array.from({ length: count }, (_, at) => `0x00158d00000000${(at + 1).toString(16).padStart(2, "0")}`);
  const current = () => radio as Radio;
  await current().permitJoin(254);
  const stations = new Map(lights.map((ieee) => [ieee, testStation({ ieee })]));
  for (const station of stations.values()) await letIn(current(), network, station);
  return {
    ...{ network, stations },
    lights,
    log: lines,
    get radio() {
      return current();
    },
    get overlap() {
      return overlap;
    },
    stickAt: (place) => sticks[place]?.stick,
    plug,
    pull,
    open,
    up: () => isUp(current()),
    toggle: async (ieee) => {
      const target = { ieee, endpoint: 1 };
      await current().order({ do: "command", target, cluster: "genOnOff", command: "toggle", payload: {} });
    },
    startAnew: () => rmSync(join(folder, "sticks.json"), { force: true }),
    record: () => recordIn(readFileSync(join(folder, "network.json"), "utf8")),
  };
}

async function letIn(radio: Radio, network: VirtualNetwork, station: TestStation): Promise<void> {
  const known = new Promise<void>((resolve) => {
    const stop = radio.hear((event) => {
      if (event.kind !== "device" || event.device.ieee !== station.ieee || !event.device.interviewed) return;
      stop();
      resolve();
    });
  });
  network.add(station);
  network.join(station);
  await known;
}

async function isUp(radio: Radio | undefined): Promise<void> {
  if (!radio || radio.up) return;
  await new Promise<void>((resolve) => {
    const stop = radio.hear(({ kind }) => {
      if (kind !== "up") return;
      stop();
      resolve();
    });
  });
}
