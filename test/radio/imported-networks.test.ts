/**
 * The files of a move, as the real radio process opens them on a simulated stick: the same one, and a blank one that is given the network. No
 * device is interviewed again. LONG=1: from each program to each family of sticks.
 */
import assert from "node:assert/strict";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { extendedPanIdFor, LEAP } from "../../src/radio/coordinator-dialects.ts";
import { recordIn } from "../../src/radio/network-record.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { house, planFiles } from "../support/houses.ts";
import { forkRadio, temporaryFolder } from "../support/radio-process.ts";

type Family = "zstack" | "ember" | "deconz";
type Move = readonly [program: string, family: Family, isSame: boolean];

const SAME: readonly Move[] = [
  ["z2m", "zstack", true],
  ["deconz", "deconz", true],
  ["zha", "ember", true],
];
const BLANK = "0x00124b00000000aa";
const FAMILIES: readonly Family[] = ["zstack", "ember", "deconz"];
const MOVES: readonly Move[] = process.env.LONG
  ? [...SAME, ...["z2m", "deconz", "zha"].flatMap((from) => FAMILIES.map((family) => [from, family, false] as const))]
  : [
      ["z2m", "zstack", true],
      ["deconz", "zstack", false],
    ];

for (const [program, family, isSame] of MOVES)
  test(`${program}: ${isSame ? "the same stick" : "a blank stick"}, ${family}`, async (t) => {
    const plan = await planFiles(house(program), { stick: { adapter: family, isSame } });
    const record = recordIn(plan.radio["network.json"] ?? "");
    assert.ok(record?.channel && record.coordinator && record.counter);
    const preformed = {
      ...{ panid: record.panid, channel: record.channel, networkKey: [...Buffer.from(record.key, "hex")] },
      ...{ ieee: record.coordinator, frameCounter: record.counter + 100 },
      extendedpanid: [...extendedPanIdFor(family, record)],
    };
    const network = new VirtualNetwork({});
    const stick = await openStick(family, {
      network,
      ...(isSame ? { preformed } : { ieee: BLANK }),
    });
    t.after(async () => {
      await stick.close();
      network.close();
    });
    const { up, events } = await started(t, plan.radio, stick.port, family, record.channel);
    assert.equal(up.network.formed, false);
    assert.deepEqual(
      [up.network.panid, up.network.channel, up.network.extendedpanid],
      [record.panid, record.channel, record.extendedpanid],
    );
    const told = events.flatMap((event) => (event.kind === "devices" || event.kind === "up" ? event.devices : []));
    assert.equal(told.length, plan.report.devices.length);
    const interviewed = told.filter((device) => device.interviewed).length;
    assert.equal(interviewed, plan.report.devices.filter((device) => device.isInterviewed).length);
    assert.ok(!events.some(({ kind }) => kind === "interviewing"), "nobody is interviewed again");
    assert.ok(stick.frameCounter >= record.counter, "it counts on");
    if (isSame) assert.ok(stick.frameCounter < record.counter + LEAP / 2, "it was not given what it has");
    assert.equal(stick.identity?.key, record.key);
    const keepsOwn = family === "ember" && !isSame; // this one's cannot be written
    assert.equal(stick.ieee, keepsOwn ? BLANK : record.coordinator, "else devices report to nobody");
  });

async function started(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  port: number,
  adapter: Family,
  channel: number,
) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  const radio = forkRadio();
  t.after(async () => {
    await radio.stop();
    folder.remove();
  });
  const settings = { path: `tcp://127.0.0.1:${port}`, adapter, channel, folder: folder.path };
  const up = await radio
    .start(settings)
    .catch((error) => assert.fail(`${error}: ${radio.log.join("; ")}, ${JSON.stringify(radio.events.slice(-1))}`));
  return { up, events: radio.events };
}
