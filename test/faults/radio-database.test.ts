/** The radio's own list of its devices is damaged while nothing runs: the next start has them all, and tells the damage. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type OpenGateway, open } from "../../src/open.ts";
import { INHABITANTS } from "../../src/virtual/house/residents.ts";
import { BARE } from "../support/bare-gateway.ts";
import { forkRadio } from "../support/radio-process.ts";
import { STICK } from "../support/stick.ts";

const PATIENCE = 120_000; // milliseconds

const folder = mkdtempSync(join(tmpdir(), "zigbee-radio-list-"));
const list = join(folder, "radio", "database.db");
const RESIDENTS = INHABITANTS.filter(({ role }) => role === "resident").length;
let devices = 0;

before(async () => {
  const { opened } = await start();
  await until(() => devicesOf(opened).filter(({ state }) => state.pairing === "ready").length === RESIDENTS);
  await opened.backup.nightly.add();
  await opened.stop();
  devices = rows();
});
after(() => rmSync(folder, { recursive: true, force: true }));

for (const [what, harm] of [
  ["cut to nothing", () => ""],
  ["cut in half", (text: string) => text.slice(0, text.length / 2)],
] as const) {
  test(`${what}: the lights are there again, one line says so, and the damaged list is kept`, async () => {
    writeFileSync(list, harm(readFileSync(list, "utf8")));
    const { opened, lines } = await start();
    await until(() => opened.radio.network() !== undefined);
    assert.ok((opened.radio.loss()?.recovered ?? 0) > 0);
    const [light] = lights(opened).filter(({ attr }) => attr.uniqueid !== undefined);
    await until(() => opened.gateway.store.get(light?.address ?? "/")?.state.reachable === true);
    await opened.stop();
    assert.ok(rows() >= devices, `${rows()} of ${devices}`);
    const told = lines.filter((line) => line.includes("database.db"));
    assert.equal(told.length, 1, told.join("\n"));
    assert.match(told[0] ?? "", /brought back from the backup of/);
  });
}

test("a folder in place of the list is named by the reason why the radio is down", async (t) => {
  const { radio, network } = {
    radio: mkdtempSync(join(tmpdir(), "zigbee-radio-list-")),
    network: join(folder, "radio"),
  };
  t.after(() => rmSync(radio, { recursive: true, force: true }));
  for (const name of readdirSync(network)) writeFileSync(join(radio, name), readFileSync(join(network, name)));
  rmSync(join(radio, "database.db"));
  mkdirSync(join(radio, "database.db"));
  writeFileSync(join(radio, "database.db.tmp.2026-03-01T00-00-00.000Z"), "half");
  const process = forkRadio();
  const settings = { path: "virtual", stick: STICK, channel: 11, folder: radio, life: false } as const;
  void process.ask({ type: "start", settings, options: {} }).catch(() => {});
  const { reason } = await process.heard("down");
  assert.match(reason, /database\.db is no file: put a copy of the file back/);
  await process.ended;
  assert.deepEqual(
    readdirSync(radio).filter((name) => name.includes(".tmp")),
    [],
  );
});

async function start(): Promise<{ opened: OpenGateway; lines: readonly string[] }> {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const opened = open({
    ...{ ...BARE, folder, radio: { path: "virtual" } },
    log: { info: () => {}, warn: say, error: say },
  });
  await opened.gateway.ready;
  return { opened, lines };
}

function devicesOf({ gateway }: OpenGateway) {
  return gateway.store.list("/devices");
}

function lights({ gateway }: OpenGateway) {
  return gateway.store.list("/lights");
}

/** Groups have rows of their own, which come with the first command to each: they are not counted. */
function rows(): number {
  return readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "" && (JSON.parse(line) as { type: string }).type !== "Group").length;
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
