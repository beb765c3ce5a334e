/**
 * A stick whose firmware refuses a command of its start: the start goes on where it can do without, else it ends with one sentence that says what to
 * do. Neither the stick's network nor a device is lost by that, and firmware that knows the command has the house again.
 * LONG=1: each command of each family, also of the start in which a blank stick is given the network.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, type TestContext, test } from "node:test";
import type { RadioSettings } from "../../../src/radio/protocol.ts";
import type { EmberOptions } from "../../../src/virtual/sticks/ember/ember-stick.ts";
import { openStick } from "../../../src/virtual/sticks/open-stick.ts";
import { STICK_FAMILIES, type StickFamily, type VirtualStick } from "../../../src/virtual/sticks/virtual-stick.ts";
import { forkRadio, temporaryFolder } from "../../support/radio-process.ts";
import { NUMBERS, type Stage, stage } from "../../support/radio-stage.ts";
import { STICK } from "../../support/stick.ts";
import { testStation } from "../../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const BLANK = "0x00124b00000000ff";
const ON = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;
const KEY = Buffer.from(NUMBERS.networkKey).toString("hex");
const SENTENCE =
  /^(tcp:\S+: (its firmware is too old or of another kind: flash|the stick refused a step of its start: unplug|it does not answer as \w+: leave both empty)|the firmware of this stick is too old to take over|the devices would not hear this stick,) [^[\]='_]+$/;

type Start = "its own network" | "a network that it is given";

/** Some of them, as each family numbers its commands. */
const KNOWN: Readonly<Record<Start, Readonly<Record<StickFamily, readonly number[]>>>> = {
  "its own network": {
    zstack: [0x0101, 0x0102, 0x0113, 0x011c], // ping, version, length and value of an item
    ember: [0x00, 0xaa, 0x53, 0x55, 0xab, 0x15, 0x03, 0x02, 0x64, 0x17, 0x28, 0x114, 0x10, 0x5a, 0x26],
    deconz: [0x0d00, 0x0700, 0x0a01, 0x0a0e, 0x0a05, 0x0a0b, 0x0a1c, 0x0a18, 0x0a24, 0x0a0a, 0x0a27, 0x0a13],
  },
  "a network that it is given": {
    zstack: [0x011d, 0x0134, 0x0f05, 0x0540], // an item and a row are written, it forms, it starts
    ember: [0x68, 0x1e, 0x102, 0x103], // keys, it forms, its address is read and written
    deconz: [0x0800, 0x0b01, 0x0b0e, 0x0b05, 0x0b0b, 0x0b18, 0x0b27],
  },
};

const FAMILIES = process.env.LONG ? STICK_FAMILIES : [STICK];
const STARTS: readonly Start[] = process.env.LONG
  ? ["its own network", "a network that it is given"]
  : ["its own network"];
/** They share the commands: one that is refused takes up to 20 s, and mostly waits. */
const LANES = process.env.LONG ? 3 : 1;
const SOME = [0.5, 1]; // of all commands, where it has to be cheap

describe("a stick refuses a command of its start", { concurrency: 5 }, () => {
  for (const family of FAMILIES)
    for (const start of STARTS)
      for (let lane = 0; lane < LANES; lane += 1)
        test(`${family}, ${start}${LANES > 1 ? `, part ${lane + 1} of ${LANES}` : ""}`, async (t) => {
          const house = await houseOn(t, family);
          const scene = { house, start, folder: house.folder };
          const { asked, reason } = await startOnce(t, scene);
          assert.equal(reason, undefined);
          for (const command of KNOWN[start][family])
            assert.ok(asked.includes(command), `0x${command.toString(16)} is asked`);
          const refused = process.env.LONG
            ? asked.filter((_, at) => at % LANES === lane)
            : SOME.map((part) => asked[Math.floor(part * (asked.length - 1))] ?? 0);
          const told: string[] = [];
          for (const command of refused) told.push(await withoutCommand(t, scene, command));
          assert.equal((await startOnce(t, scene)).reason, undefined);
          t.diagnostic(told.join("\n"));
        });
});

interface Scene {
  readonly house: Stage;
  readonly start: Start;
  folder: string; // with the record of the network so far
}

/** Where a stick is plugged in, and the gateway's record of it. */
interface Place {
  readonly stick: VirtualStick;
  readonly settings: RadioSettings;
}

/** A lamp is in the network, and the radio is stopped. */
async function houseOn(t: TestContext, family: StickFamily): Promise<Stage> {
  const all = await stage(t, { open: (options) => openStick(family, options) });
  const { radio, network } = all;
  const lamp = testStation({ ieee: LAMP });
  network.add(lamp);
  await radio.ask({ type: "permit", seconds: 60 });
  assert.equal(network.join(lamp), true);
  await radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
  await radio.ask({ type: "permit", seconds: 0 });
  await radio.ask({ type: "backup" });
  await radio.stop();
  return all;
}

/** Each time that the network is to be given the stick is another one. */
async function placeFor(t: TestContext, scene: Scene): Promise<Place> {
  const { stick, settings, network } = scene.house;
  if (scene.start === "its own network") return { stick, settings };
  await stick.close();
  const own = temporaryFolder();
  t.after(() => own.remove());
  cpSync(scene.folder, own.path, { recursive: true });
  scene.folder = own.path;
  const options: EmberOptions = { network, ieee: BLANK, rewritable: "yes" };
  const blank = await openStick(stick.family, options);
  t.after(() => blank.close());
  return { stick: blank, settings: { ...settings, path: `tcp://127.0.0.1:${blank.port}`, folder: own.path } };
}

async function startOnce(t: TestContext, scene: Scene): Promise<Attempt> {
  const place = await placeFor(t, scene);
  const told = await attempt(t, place);
  if (scene.start !== "its own network") await place.stick.close();
  return told;
}

/** Answers the reason of the end, if it ended. */
async function withoutCommand(t: TestContext, scene: Scene, command: number): Promise<string> {
  const place = await placeFor(t, scene);
  const isOwn = scene.start === "its own network";
  const before = place.stick.identity;
  const { asked, reason } = await attempt(t, place, command);
  const name = `0x${command.toString(16)}`;
  assert.ok(asked.includes(command), `${name} was asked, and refused`);
  if (reason !== undefined) assert.match(reason, SENTENCE, name);
  if (isOwn) assert.deepEqual(place.stick.identity, before, name);
  assert.match(readFileSync(join(place.settings.folder, "database.db"), "utf8"), new RegExp(LAMP), name);
  assert.equal(JSON.parse(readFileSync(join(place.settings.folder, "network.json"), "utf8")).key, KEY, name);
  if (process.env.LONG) assert.equal((await attempt(t, place)).reason, undefined, name);
  assert.equal(scene.house.network.counters.replayed, 0, name);
  if (!isOwn) await place.stick.close();
  return `${name}: ${reason ?? "up"}`;
}

interface Attempt {
  readonly asked: readonly number[]; // commands, until it was up
  readonly reason?: string; // absent: it came up, and the lamp obeys
}

async function attempt(t: TestContext, { stick, settings }: Place, refused?: number): Promise<Attempt> {
  const asked = new Set<number>();
  let isStarting = true;
  stick.firmware.knows = (command) => {
    if (isStarting) asked.add(command);
    return command !== refused;
  };
  const radio = forkRadio();
  t.after(() => radio.stop());
  const isUp = await radio.start(settings).then(
    () => true,
    () => false,
  );
  isStarting = false;
  if (!isUp) {
    const { reason } = await radio.heard("down");
    assert.equal(await radio.ended, 0);
    assert.equal(radio.events.filter(({ kind }) => kind === "down").length, 1, "told once");
    return { asked: [...asked], reason };
  }
  stick.firmware.knows = () => true; // the commands for sending are another matter
  assert.deepEqual(await radio.order(ON), { state: { state: "ON" } });
  await radio.stop();
  return { asked: [...asked] };
}
