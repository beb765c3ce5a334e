/**
 * Power cuts in the first start after a move: while the new house is put in its place, while the stick is given the network, when the first devices
 * are asked. The start after them finds the new house whole, on the present stick; no device is interviewed, all lamps obey, and the former
 * house can be taken back. LONG=1: a hundred cuts, of each program and each family of sticks; KILLS says how many.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { Address } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";
import { read } from "../support/disk.ts";
import {
  ALL_MOVES,
  type HouseOnAir,
  houseOnAir,
  lampsOf,
  layReady,
  type Move,
  obey,
  pathOf,
  startOn,
} from "../support/house-on-air.ts";
import { ask, folderOf, printOf, start } from "../support/moves.ts";

/** When the power goes; true: now. */
type Cut = (scene: HouseOnAir) => () => boolean;

const PROCESS = join(import.meta.dirname, "../support/gateway-process.ts");
const QUESTION = /DESCRIPTOR_REQUEST|ACTIVE_ENDPOINTS_REQUEST/; // of an interview
const LONGEST = 9000; // milliseconds that a start takes at most, so that cuts hit all of it
const PATIENCE = 60_000; // milliseconds
const FAMILIES = /^\/(lights|sensors|groups|rules|schedules|resourcelinks)\//;

const isMoving: Cut = (scene) => {
  const staged = join(scene.folder, "restore");
  return () => existsSync(join(staged, "old")) || !existsSync(staged);
};
/** The stick of the other program is in its network already: there it is when the gateway asks it the first time. */
const isGiven: Cut = ({ stick }) => {
  let isAsked = false;
  stick.firmware.knows = () => {
    isAsked = true;
    return true;
  };
  return () => isAsked && stick.identity !== undefined;
};
const isAsking: Cut = ({ network: { counters } }) => {
  const before = counters.sent.zdo + counters.sent.unicast;
  return () => counters.sent.zdo + counters.sent.unicast > before;
};
const anywhere: Cut = () => {
  const at = performance.now() + Math.random() * LONGEST;
  return () => performance.now() > at;
};

/** One after the other, of one house. */
const CUTS: readonly Cut[] = [isMoving, isGiven, isAsking, ...Array(process.env.LONG ? 5 : 0).fill(anywhere)];
const KILLS = Number(process.env.KILLS ?? (process.env.LONG ? 100 : CUTS.length));
const MOVES: readonly Move[] = process.env.LONG ? ALL_MOVES : [["deconz", "ember", false]];

for (let round = 0; round < KILLS / CUTS.length; round += 1) {
  const move = MOVES[round % MOVES.length] ?? ["z2m", "zstack", true];
  const [program, family, isSame] = move;
  const words = `${program} onto ${isSame ? "the same stick" : "another stick"}, ${family}`;
  test(`${round}: ${words}, with ${CUTS.length} power cuts`, async (t) => {
    const scene = await houseOnAir(t, move);
    const { folder, source } = scene;
    const before = printOf(source);
    await layReady(t, scene, (opened) => ask(opened, "PUT", "/config", { name: "Before" }));
    const laid = folderOf(t);
    cpSync(join(folder, "restore"), laid, { recursive: true });
    const addresses = [...(await read(laid)).keys()].filter((address) => FAMILIES.test(address));
    const key = keyIn(laid);
    for (const cut of CUTS) await cutShort(t, scene, cut);

    const opened = await startOn(t, folder, scene.stick);
    await assertWhole(opened, scene, addresses);
    assert.equal(keyIn(folder), key);
    assert.equal((await ask(opened, "POST", "/imports/undo")).status, 200);
    await opened.stop();
    const former = await start(t, folder);
    assert.equal((await ask(former, "GET", "/config")).body.name, "Before");
    assert.deepEqual((await ask(former, "GET", "/lights")).body, {});
    await former.stop();
    assert.equal(printOf(source), before, "the source is as it was, with no file beside it");
  });
}

/** The gateway is started, and it and its radio process are killed in that moment. */
async function cutShort(t: TestContext, scene: HouseOnAir, cut: Cut): Promise<void> {
  const { folder, stick } = scene;
  const isNow = cut(scene);
  const child = spawn(process.execPath, [PROCESS, folder, "0", pathOf(stick), stick.family], {
    ...{ detached: true, stdio: "ignore" },
  });
  const gone = once(child, "exit");
  const since = performance.now();
  try {
    while (!isNow()) {
      assert.ok(performance.now() - since < PATIENCE && child.exitCode === null, "it did not come that far");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await gone;
  }
  t.diagnostic(`cut after ${Math.round(performance.now() - since)} ms`);
}

async function assertWhole(opened: OpenGateway, scene: HouseOnAir, addresses: readonly Address[]): Promise<void> {
  const { folder, foreign, network, stick } = scene;
  const { store } = opened.gateway;
  const missing = addresses.filter((address) => store.get(address) === undefined);
  assert.deepEqual(missing, [], "everything that was laid ready is there");
  const devices = store.list("/devices").filter(({ attr }) => attr.gone !== true);
  assert.equal(devices.length, foreign.devices.length);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("restore")),
    [],
    "nothing waits any more",
  );
  const { panid, key, channel } = foreign.network;
  const { identity } = stick;
  assert.deepEqual([identity?.panid, identity?.key, identity?.channel], [panid, key, channel]);
  await obey(opened, await lampsOf(opened, scene), network);
  assert.ok(
    !network.heard().some(({ kind, command }) => kind === "zdo" && QUESTION.test(command)),
    "nobody is interviewed",
  );
}

function keyIn(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, "radio", "network.json"), "utf8")).key;
}
