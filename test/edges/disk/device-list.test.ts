/** The radio's list of devices: rows that a damage took come back from the newest sound backup, for devices that the gateway has. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { packArchive } from "../../../src/edges/disk/archive.ts";
import { type ExpectedDevice, repairDeviceList } from "../../../src/edges/disk/device-list.ts";
import { freshFolder, namesIn } from "../../support/disk.ts";
import { loudLog, START } from "../../support/fakes.ts";

const NETWORK = '{"key":"00"}\n';
const COORDINATOR = { id: 1, type: "Coordinator", ieeeAddr: "0xc" };
const GROUP = { id: 9, type: "Group", groupID: 1, members: [] };

const device = (id: number, ieee = `0x${id}`) => ({ id, type: "Router", ieeeAddr: ieee, modelId: `M${id}` });
const known = (...ids: number[]): ExpectedDevice[] => ids.map((id) => ({ ieee: `0x${id}`, isUsed: true }));
const WHOLE = [COORDINATOR, device(2), device(3), device(4), GROUP];
const listOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const half = (text: string) => text.slice(0, text.indexOf('"modelId":"M3"'));

interface Stage {
  readonly folder: string;
  readonly list: string;
  readonly lines: readonly string[];
  rows(): readonly { readonly id: number; readonly ieeeAddr?: string }[];
  mend(known: readonly ExpectedDevice[]): ReturnType<typeof repairDeviceList>;
}

async function stage(
  t: TestContext,
  text: string | undefined,
  backups: readonly (readonly object[])[] = [],
): Promise<Stage> {
  const folder = freshFolder(t);
  const log = loudLog();
  mkdirSync(join(folder, "radio"), { recursive: true });
  mkdirSync(join(folder, "copies"));
  writeFileSync(join(folder, "radio", "network.json"), NETWORK);
  writeFileSync(join(folder, "radio", "coordinator_backup.json"), "{}");
  const list = join(folder, "radio", "database.db");
  if (text !== undefined) writeFileSync(list, text);
  for (const [at, rows] of backups.entries()) {
    await writeCopy(folder, `00000${at + 1}-2026-02-0${at + 1}.backup`, listOf(rows));
  }
  const rows = () =>
    readFileSync(list, "utf8")
      .split("\n")
      .map((line) => JSON.parse(line));
  return { folder, list, lines: log.lines, rows, mend: (expected) => repairDeviceList({ folder, expected, log }) };
}

async function writeCopy(folder: string, name: string, list: string, network = NETWORK): Promise<void> {
  const radio = { "database.db": list, "network.json": network };
  writeFileSync(join(folder, "copies", name), await packArchive({ records: [], radio, about: {} }, START));
}

const damages: [what: string, text: string | undefined, says: string, kept: number, aside: boolean][] = [
  ["a list that is missing", undefined, "the file is missing", 0, false],
  ["an empty list", "", "the file is empty", 0, false],
  ["half a list", half(listOf(WHOLE)), "the file is damaged", 1, true],
  ["a list of zeroes", "\0".repeat(500), "the file is damaged", 0, true],
  ["a list without some lines", listOf([COORDINATOR, device(2)]), "devices are missing in it", 1, true],
];

for (const [what, text, says, kept, aside] of damages) {
  test(`${what}: the gateway's devices come back from the newest backup, and one line says so`, async (t) => {
    const { mend, rows, lines, folder, list } = await stage(t, text, [[COORDINATOR], WHOLE]);
    assert.deepEqual(await mend(known(2, 3, 4)), { recovered: 3 - kept, day: "2026-02-02", lost: [] });
    assert.deepEqual(
      rows()
        .map(({ ieeeAddr }) => ieeeAddr)
        .filter(Boolean)
        .sort(),
      ["0x2", "0x3", "0x4", "0xc"],
    );
    const original = aside ? "; the file as it was is kept as damaged/000001-database.db" : "";
    const from = `${3 - kept} brought back from the backup of 2026-02-02`;
    assert.deepEqual(lines, [`${list}: ${says}: ${kept} devices kept, ${from}${original}`]);
    if (aside) assert.equal(readFileSync(join(folder, "damaged", "000001-database.db"), "utf8"), text);
    assert.equal(await mend(known(2, 3, 4)), undefined, "once");
  });
}

test("a device that is in no backup has to join again: logged at each start with its address", async (t) => {
  const { mend, lines, list } = await stage(t, "");
  assert.deepEqual(await mend(known(2, 3)), { recovered: 0, day: "", lost: ["0x2", "0x3"] });
  assert.deepEqual(lines, [
    `${list}: the file is empty: 0 devices kept, there is no backup to look into; 2 have to join again: /devices/0x2, /devices/0x3`,
  ]);
});

test("a device that the gateway no longer has does not come back, and a row with a taken id gets another", async (t) => {
  const newer = [COORDINATOR, { ...device(5), id: 3 }];
  const { mend, rows } = await stage(t, listOf(newer), [WHOLE]);
  await mend([...known(3, 5), { ieee: "0x4", isUsed: false }]);
  assert.deepEqual(
    rows().map(({ id, ieeeAddr }) => [id, ieeeAddr]),
    [
      [1, "0xc"],
      [3, "0x5"],
      [4, "0x3"],
    ],
  );
});

test("a backup of another network, and a damaged one, are passed over", async (t) => {
  const { mend, folder } = await stage(t, "", [WHOLE]);
  await writeCopy(folder, "000002-2026-02-02.backup", listOf(WHOLE), '{"key":"11"}');
  await writeCopy(folder, "000003-2026-02-03.backup", half(listOf(WHOLE)));
  writeFileSync(join(folder, "copies", "000004-2026-02-04.backup"), "none");
  assert.equal((await mend(known(2, 3, 4)))?.day, "2026-02-01");
});

test("devices of a network that the stick gave up are not missing", async (t) => {
  const { mend, folder, lines } = await stage(t, listOf([COORDINATOR, device(5)]), [WHOLE]);
  writeFileSync(join(folder, "radio", "database.db.backup"), listOf(WHOLE));
  assert.equal(await mend(known(2, 3, 4, 5)), undefined);
  assert.deepEqual(lines, []);
});

test("for a stick without backups, the list of the last start is the newest backup", async (t) => {
  const { mend, folder, rows } = await stage(t, "", []);
  writeFileSync(join(folder, "radio", "database.db.backup"), listOf(WHOLE));
  rmSync(join(folder, "radio", "coordinator_backup.json"));
  assert.equal((await mend(known(2, 3, 4)))?.recovered, 3);
  assert.equal(rows().length, 5);
});

const sound: [what: string, text: string | undefined, known: readonly ExpectedDevice[]][] = [
  ["a list that has all", listOf(WHOLE), known(2, 3, 4)],
  ["a list that has more", listOf(WHOLE), known(2)],
  ["the first start", undefined, []],
  ["a network without devices", listOf([COORDINATOR]), []],
];

for (const [what, text, devices] of sound) {
  test(`${what} is left alone`, async (t) => {
    const { mend, lines, folder, list } = await stage(t, text, [WHOLE]);
    assert.equal(await mend(devices), undefined);
    assert.deepEqual(lines, []);
    assert.equal(existsSync(list) ? readFileSync(list, "utf8") : undefined, text);
    assert.deepEqual(namesIn(folder), ["copies", "radio"]);
  });
}
