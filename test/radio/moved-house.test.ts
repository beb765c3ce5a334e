/**
 * A whole house moves in while its devices are on air: they check key, number, channel, and how far the coordinator has counted. They obey at
 * once, none is interviewed, and the first command is on air soon. Then it goes back, as the report says it: the other program finds its network
 * with its own files, and its devices obey. LONG=1: from each program to each family of sticks.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { databaseText } from "../../src/imports/database-lines.ts";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import {
  ALL_MOVES,
  type HouseOnAir,
  houseOnAir,
  isOn,
  type LampOnAir,
  lampsOf,
  layReady,
  type Move,
  OLD,
  obey,
  startOn,
} from "../support/house-on-air.ts";
import { folderOf } from "../support/moves.ts";
import { startOldProgram } from "../support/old-program.ts";

const QUESTION = /DESCRIPTOR_REQUEST|ACTIVE_ENDPOINTS_REQUEST/; // of an interview
const MOVES: readonly Move[] = process.env.LONG ? ALL_MOVES : [["z2m", "zstack", true]];

for (const move of MOVES)
  test(`${move[0]} onto ${move[2] ? "the same stick" : "another stick"}, ${move[1]}`, async (t) => {
    const scene = await houseOnAir(t, move);
    const { foreign, network, stick } = scene;
    const began = Date.now();
    await layReady(t, scene);
    const opened = await startOn(t, scene.folder, stick);
    const lamps = await lampsOf(opened, scene);
    const first = await obey(opened, lamps, network);
    t.diagnostic(`from go to the first light ${first - began} ms, to all ${lamps.length} ${Date.now() - began} ms`);
    assert.ok(stick.frameCounter >= (foreign.network.frameCounter ?? 0), "it counts on");
    assert.ok(
      !network.heard().some(({ kind, command }) => kind === "zdo" && QUESTION.test(command)),
      "nobody is interviewed",
    );
    await opened.stop();
    await goBack(t, scene, lamps);
  });

/** As the report says it. */
async function goBack(t: TestContext, scene: HouseOnAir, lamps: readonly LampOnAir[]): Promise<void> {
  const { program, isSame, stick, network, old } = scene;
  if (isSame) return await assertGoesOn(t, scene, stick, lamps);
  if (program === "z2m" && stick.family === OLD[program]) await assertGoesOn(t, scene, stick, lamps); // it takes that stick as well
  await stick.close();
  const former = await openStick(OLD[program], { network, preformed: old });
  t.after(() => former.close());
  await giveNetwork(t, scene, former, lamps);
  await assertGoesOn(t, scene, former, lamps);
}

/** The old stick is chosen here, and the lamps obey it. */
async function giveNetwork(
  t: TestContext,
  { folder, network }: HouseOnAir,
  former: VirtualStick,
  lamps: readonly LampOnAir[],
): Promise<void> {
  const here = await startOn(t, folder, former);
  await obey(here, lamps, network);
  await here.stop();
  network.counters.replayed = 0; // a ConBee's first frames after power have its former counter
}

/** The other program finds the stick in its network, as its own files have it, and no device drops a frame of it. */
async function assertGoesOn(
  t: TestContext,
  { source, program, foreign, network, stick: given }: HouseOnAir,
  stick: VirtualStick,
  lamps: readonly LampOnAir[],
): Promise<void> {
  const { key = "", panid = 0, extendedpanid = "", channel = 0, keySequence = 0 } = foreign.network;
  const isTaken = given.family === "ember" && OLD[program] !== "ember"; // devices were set up for its own address
  const coordinator = isTaken ? given.ieee : `0x${foreign.network.coordinator}`;
  const known = { panid, extendedpanid: `0x${extendedpanid}`, channel, key, keyNumber: keySequence };
  assert.deepEqual([stick.identity, stick.ieee], [known, coordinator]);
  const lines = foreign.devices.map(({ line }) => line);
  const own =
    program === "z2m" ? source : folderOf(t, new Map([["database.db", Buffer.from(databaseText(lines, []))]]));
  for (const { station } of lamps) station.heard.length = 0;
  const { began, devices, deaf } = await startOldProgram({
    lamps: lamps.map(({ station }) => station.ieee),
    options: {
      network: {
        ...{ panID: panid, networkKey: [...Buffer.from(key, "hex")], channelList: [channel] },
        extendedPanID: [...extendedPanIdFor(stick.family, { extendedpanid })],
      },
      serialPort: { path: `tcp://127.0.0.1:${stick.port}`, adapter: stick.family },
      databasePath: join(own, "database.db"),
      databaseBackupPath: join(own, "database.db.backup"),
      backupPath: join(own, "coordinator_backup.json"),
    },
  });
  assert.deepEqual([began, devices, deaf], ["resumed", foreign.devices.length, []]);
  assert.deepEqual(stick.identity, known, "it was not set up anew");
  assert.ok(lamps.every(({ station }) => station.heard.some(isOn)));
  assert.equal(network.counters.replayed, 0, "no device has dropped a frame");
}
