/** Moving in over REST: a look, the move itself, the way back; two at once, a cancelled one, and a gateway that is killed between. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { suite, type TestContext, test } from "node:test";
import type { ImportReport } from "../src/imports/report.ts";
import type { Address, Values } from "../src/model/resource.ts";
import type { OpenGateway } from "../src/open.ts";
import { VirtualNetwork } from "../src/virtual/air/virtual-network.ts";
import { openStick } from "../src/virtual/sticks/open-stick.ts";
import { openBroker } from "./support/broker.ts";
import { fixture, house } from "./support/houses.ts";
import { ask, folderOf, moved, printOf, start } from "./support/moves.ts";
import { startOther } from "./support/other-program.ts";
import { until } from "./support/radio-gateway.ts";

/** Of the invented house: its keys, that of the network, and that of the switch without a battery. */
const SECRETS = [
  ...["1A2B3C4D5E", "F00DFACE01", "0badc0ffee", "DEADBEEF00", "kJ8sWqLz0-Ab12Cd34Ef56Gh78Ij90KlMnOpQr"],
  ...["0123456789abcdeffedcba9876543210", "101112131415161718191a1b1c1d1e1f"],
];
const KEEPERS = /^radio.(network\.json|coordinator_backup\.json|database\.db)$/; // of the network's key

function assertNoSecret(text: string, where: string): void {
  for (const secret of SECRETS) assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${where}: ${secret}`);
}

suite("a house of deCONZ", () => {
  test("is looked at, moves in, goes on with its own key, and can be taken back", async (t) => {
    const [source, folder] = [folderOf(t, house("deconz")), folderOf(t)];
    const before = printOf(source);
    const first = await start(t, folder);
    await ask(first, "PUT", "/config", { name: "Before" });

    const look = await moved(first, { path: source });
    assert.equal(look.status, "done");
    const { report } = look.result as Values;
    const { totals, source: read, stick } = report as ImportReport;
    assert.deepEqual([totals.devices, totals.rules, stick.verdict], [[25, 25], [13, 15], "resume"]);
    assert.deepEqual(Object.keys((await ask(first, "GET", "/lights")).body), []);

    const job = await moved(first, { path: source, go: true, print: read.print });
    assert.deepEqual([job.status, job.progress], ["running", { done: 2, total: 3, now: "restart" }]);
    assert.equal((await ask(first, "POST", "/imports", { path: source })).status, 503, "one at a time");
    await first.stop();

    const lines: string[] = [];
    const second = await start(t, folder, undefined, (line) => lines.push(line));
    const { gateway } = second;
    const { name, bridgeid } = (await ask(second, "GET", "/config")).body;
    assert.deepEqual([name, bridgeid], ["Phoscon-GW", "00212EFFFF0A0B0C"]);
    assert.equal(Object.keys((await ask(second, "GET", "/lights")).body).length, 13);
    assert.deepEqual((await ask(second, "GET", "/groups/1")).body.lights, ["1", "4", "5"]);
    assert.equal((await ask(second, "GET", "/groups/1")).body.scenes.length, 4);
    assert.equal((await ask(second, "GET", "/schedules/1")).body.time, "W124/T05:30:00");
    const moves = Object.values<Values>((await ask(second, "GET", "/imports")).body);
    assert.deepEqual(
      moves.map(({ does, status }) => [does, status]),
      [["import", "done"]],
    );
    assert.deepEqual(readdirSync(join(folder, "radio")).toSorted(), ["database.db", "network.json"]);

    assert.equal(gateway.callerOf("1A2B3C4D5E"), undefined);
    assert.equal((await gateway.proveKey("1A2B3C4D5E"))?.cause.by, "rest:Home Assistant");
    assert.equal(await gateway.proveKey("1A2B3C4D5F"), undefined);
    assert.equal(await gateway.proveKey("1a2b3c4d5e"), undefined);
    assert.ok(gateway.callerOf("1A2B3C4D5E"), "from then on it is known");
    assert.equal(
      Object.values<Values>((await ask(second, "GET", "/sensors")).body).filter(({ type }) => type === "Daylight")
        .length,
      1,
    );

    await speaksByItsKey(t, second);
    const shown = [
      "/config",
      "/lights",
      "/sensors",
      "/groups",
      "/rules",
      "/schedules",
      "/resourcelinks",
      "/devices",
      "/jobs",
    ];
    const answers = await Promise.all(
      shown.map(async (address) => (await ask(second, "GET", address as Address)).body),
    );
    assertNoSecret(JSON.stringify(answers), "what REST shows");
    assertNoSecret(lines.join("\n"), "the log");
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (!KEEPERS.test(name) && statSync(join(folder, name)).isFile())
        assertNoSecret(readFileSync(join(folder, name), "latin1"), name);

    assert.equal((await ask(second, "POST", "/imports/undo")).status, 200);
    await second.stop();
    const third = await start(t, folder);
    assert.equal((await ask(third, "GET", "/config")).body.name, "Before");
    assert.deepEqual((await ask(third, "GET", "/lights")).body, {});
    await third.stop();
    assert.equal(printOf(source), before, "the source is as it was, with no file beside it");
  });
});

test("from the virtual house it is laid ready where the stick will be: the virtual house stays as it is", async (t) => {
  const [folder, stickFolder] = [folderOf(t), join(folderOf(t), "not-there-yet")];
  const virtual = await start(t, folder, undefined, undefined, {}, stickFolder);
  await ask(virtual, "POST", "/groups", { name: "Of the virtual house" });
  const { result, progress } = await moved(virtual, { path: folderOf(t, house("z2m")), go: true });
  const { notes } = (result as { readonly report: ImportReport }).report;
  assert.ok(!notes.some(({ code }) => code.startsWith("replaces")));
  assert.equal((progress as Values).now, "restart");
  await virtual.stop();
  const withStick = await start(t, stickFolder, undefined, undefined, {}, stickFolder);
  assert.equal(Object.keys((await ask(withStick, "GET", "/devices")).body).length, 25);
  const groupsMoved = Object.keys((await ask(withStick, "GET", "/groups")).body).length;
  await withStick.stop();
  const again = await start(t, folder, undefined, undefined, {}, stickFolder);
  const { result: told } = await moved(again, { path: folderOf(t, house("deconz")) });
  const aside = (told as { readonly report: ImportReport }).report.notes.find(({ code }) => code === "replaces-stick");
  assert.deepEqual(aside?.values, { devices: 25, groups: groupsMoved }, "the house that moved in before");
  const groups = Object.values<Values>((await ask(again, "GET", "/groups")).body);
  assert.ok(groups.some(({ name }) => name === "Of the virtual house"));
  await again.stop();
});

test("the network stays on its channel, also against the dialog of the gateway", async (t) => {
  const onChannel14 = (file: string, from: RegExp, to: string) =>
    Buffer.from(fixture(`z2m/${file}`).toString().replace(from, to));
  const files = house("z2m", {
    "configuration.yaml": onChannel14("configuration.yaml", /channel: 20/, "channel: 14"),
    "coordinator_backup.json": onChannel14("coordinator_backup.json", /"channel": ?20/, '"channel":14'),
  });
  const [source, folder] = [folderOf(t, files), folderOf(t)];
  const settings = { zigbeechannel: 11, name: "By the dialog" };
  const channelOf = async (opened: OpenGateway) => (await ask(opened, "GET", "/config")).body.zigbeechannel;
  const first = await start(t, folder, undefined, undefined, settings);
  assert.equal(await channelOf(first), 11);
  const { result } = await moved(first, { path: source, go: true });
  const { notes } = (result as { readonly report: ImportReport }).report;
  assert.deepEqual(notes.find(({ code }) => code === "channel-differs")?.values, { there: 14, here: 11 });
  await first.stop();
  for (const since of ["the restart", "a start after that"]) {
    const next = await start(t, folder, undefined, undefined, settings);
    assert.equal(await channelOf(next), 14, since);
    await next.stop();
  }
});

/** Over HTTP, as the program does that had the key: its reads, its writes, and its refusals. */
async function speaksByItsKey(t: TestContext, { handler }: OpenGateway): Promise<void> {
  const server = createServer((request, response) => handler(request, response)).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(at + path, init);
    return { status: response.status, text: await response.text() };
  };
  const config = await send("/1A2B3C4D5E/config");
  assert.equal(config.status, 200);
  assert.ok(config.text.includes("1A2B3C4D5E"), "its own key it sees in full");
  for (const other of ["F00DFACE01", "0badc0ffee", "DEADBEEF00"]) assert.ok(!config.text.includes(other.slice(0, 6)));
  assert.ok((await send("/1A2B3C4D5E/rules")).text.includes('"owner":"1A2B3C4D5E"'));
  assert.ok((await send("/1A2B3C4D5E/schedules/1")).text.includes("/api/1A2B3C4D5E/groups/3/action"));
  for (const wrong of ["1A2B3C4D5F", "1a2b3c4d5e", "DEADBEEF00"])
    assert.equal((await send(`/${wrong}/lights`)).status, 403);
  const command = { address: "/api/F00DFACE01/groups/1/action", method: "PUT", body: { on: true } };
  const body = JSON.stringify({ name: "by its own key", localtime: "W127/T07:00:00", command });
  const made = await send("/F00DFACE01/schedules", { method: "POST", body });
  assert.equal(made.status, 200, made.text);
  const [{ success }] = JSON.parse(made.text);
  assert.ok(!(await send(`/1A2B3C4D5E/schedules/${success.id}`)).text.includes("F00DFACE01"), "nobody else sees it");
  assert.equal((await send("/0badc0ffee/config/whitelist/0badc0ffee", { method: "DELETE" })).status, 200);
  assert.equal((await send("/0badc0ffee/lights")).status, 403, "a key that was taken away is none");
}

suite("moves that come to nothing", () => {
  test("files that cannot be read, a network that cannot go on, and files that have changed change nothing", async (t) => {
    const folder = folderOf(t);
    const opened = await start(t, folder);
    const failed = async (body: Values) => {
      const { status, error } = await moved(opened, body);
      return [status, (error as Values).description];
    };
    assert.deepEqual(await failed({ path: folderOf(t), go: true }).then(([status]) => status), "failed");
    const damaged = folderOf(t, house("deconz", { "zll.db": "deconz-variants/zll-cut.db" }));
    assert.deepEqual(await failed({ path: damaged, go: true }), [
      "failed",
      "zll.db is cut off: use a whole copy of it",
    ]);
    const z2m = folderOf(t, house("z2m", { "coordinator_backup.json": undefined }));
    const [, why] = await failed({ path: z2m, go: true, stick: { adapter: "zstack", same: false } });
    assert.match(String(why), /no backup of the stick/);
    const [, changed] = await failed({ path: folderOf(t, house("z2m")), go: true, print: "another" });
    assert.match(String(changed), /have changed/);
    const [, rare] = await failed({
      path: folderOf(t, house("z2m")),
      go: true,
      stick: { adapter: "ember", same: false },
    });
    assert.match(String(rare), /rarely been tried/);
    assert.ok(!existsSync(join(folder, "restore")) && !existsSync(join(folder, "restore.new")));
    assert.equal((await ask(opened, "POST", "/imports/undo")).status, 404);
    for (const body of [{}, { path: 7 }, { path: "" }, { path: "/x", stick: { adapter: "none" } }])
      assert.notEqual((await ask(opened, "POST", "/imports", body as Values)).status, 200, JSON.stringify(body));
    await opened.stop();
  });

  test("a move that is cancelled before the restart is none", async (t) => {
    const [source, folder] = [folderOf(t, house("z2m")), folderOf(t)];
    const first = await start(t, folder);
    await moved(first, { path: source, go: true });
    assert.ok(existsSync(join(folder, "restore")));
    const [[id] = []] = Object.entries((await ask(first, "GET", "/imports")).body);
    assert.equal((await ask(first, "DELETE", `/jobs/${id}`)).status, 200);
    assert.ok(!existsSync(join(folder, "restore")));
    await first.stop();
    const second = await start(t, folder);
    assert.deepEqual((await ask(second, "GET", "/lights")).body, {});
    await second.stop();
  });
});

test("it can be done again, and brings the same", async (t) => {
  const [source, folder] = [folderOf(t, house("z2m")), folderOf(t)];
  const pages: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const opened = await start(t, folder);
    if (times === 1) pages.push(JSON.stringify((await ask(opened, "GET", "/lights")).body));
    await moved(opened, { path: source, go: true });
    await opened.stop();
  }
  const last = await start(t, folder);
  assert.equal(
    JSON.stringify((await ask(last, "GET", "/lights")).body).replaceAll(/"etag":"[^"]*"/g, ""),
    pages[0]?.replaceAll(/"etag":"[^"]*"/g, ""),
  );
  await last.stop();
});

suite("the stick, and the other program", () => {
  const KEY = "112233445566778899aabbccddee0f01";
  const OWN = {
    ...{ panid: 0x2b1c, extendedpanid: [0, 0x12, 0x4b, 0, 0x99, 0xaa, 0, 1], channel: 20, ieee: "0x00124b0099aa0001" },
    ...{ networkKey: [...Buffer.from(KEY, "hex")], frameCounter: 1_300_000 },
  };

  async function plugged(t: TestContext, preformed?: typeof OWN) {
    const network = new VirtualNetwork({});
    const stick = await openStick("zstack", {
      network,
      ...(preformed ? { preformed } : { ieee: "0x00124b00000000aa" }),
    });
    t.after(async () => {
      await stick.close();
      network.close();
    });
    return { stick, wish: { path: `tcp://127.0.0.1:${stick.port}` } };
  }

  test("a stick that answers another key than the files is refused before anything is written", async (t) => {
    const [source, folder, lines] = [folderOf(t, house("z2m")), folderOf(t), [] as string[]];
    const opened = await start(t, folder, undefined, (line) => lines.push(line));
    const { wish, stick } = await plugged(t, { ...OWN, networkKey: OWN.networkKey.toReversed() });
    const before = JSON.stringify(stick.save());
    const job = await moved(opened, { path: source, go: true, stick: { ...wish, same: true } });
    assert.deepEqual([job.status, codesIn(job)], ["failed", ["stick-other-network"]]);
    assert.ok(!existsSync(join(folder, "restore")) && !existsSync(join(folder, "restore.new")));
    assert.equal(JSON.stringify(stick.save()), before);
    const told = [...lines, JSON.stringify((await ask(opened, "GET", "/jobs")).body)].join();
    for (const secret of [KEY, Buffer.from(KEY, "hex").reverse().toString("hex")]) assert.ok(!told.includes(secret));
    await opened.stop();
  });

  test("a stick that is in the network says so; an empty one is given it, though the backup allowed many channels", async (t) => {
    const changes = { "coordinator_backup.json": "z2m-variants/coordinator_backup.wide-mask.json" };
    const opened = await start(t, folderOf(t));
    const look = async (preformed?: typeof OWN) => {
      const { wish } = await plugged(t, preformed);
      const job = await moved(opened, { path: folderOf(t, house("z2m", changes)), stick: { ...wish, same: true } });
      const { stick } = (job.result as { report: ImportReport }).report;
      return [stick.verdict, stick.asked?.holds];
    };
    assert.deepEqual(await look(OWN), ["resume", "same"]);
    assert.deepEqual(await look(), ["restore", "none"]);
    await opened.stop();
  });

  test("nothing moves while the other program has the stick open, and the user may know better than a broker", {
    skip: process.platform !== "linux" && "only Linux shows what runs",
  }, async (t) => {
    const broker = await openBroker();
    t.after(() => broker.close());
    const settings = fixture("z2m/configuration.yaml").toString();
    const source = folderOf(
      t,
      house("z2m", {
        "configuration.yaml": Buffer.from(settings.replace("mqtt://broker.example:1883", broker.url)),
      }),
    );
    const folder = folderOf(t);
    const opened = await start(t, folder);
    const { wish } = await plugged(t, OWN);
    const go = (more: Values = {}) =>
      moved(opened, { path: source, go: true, stick: { ...wish, same: true }, ...more });
    const other = await startOther(join(folderOf(t), "zigbee2mqtt", "index.js"), [wish.path]);
    t.after(other.end);
    assert.deepEqual(codesIn(await go()), ["other-port"]);
    assert.deepEqual(codesIn(await go({ gone: true })), ["other-port"]);
    await other.end();
    broker.send("zigbee2mqtt/bridge/state", { state: "online" }, true);
    assert.deepEqual(codesIn(await go()), ["other-mqtt"]);
    assert.ok(!existsSync(join(folder, "restore")));
    assert.equal((await go({ gone: true })).status, "running");
    assert.ok(existsSync(join(folder, "restore")));
    await opened.stop();
  });

  test("a stick that is not in the network after all is not given another one: the devices stay, and all can be taken back", async (t) => {
    const files = house("z2m", { "coordinator_backup.json": "z2m-variants/coordinator_backup.cut.json" });
    const [source, folder, lines] = [folderOf(t, files), folderOf(t), [] as string[]];
    const before = printOf(source);
    const first = await start(t, folder);
    await ask(first, "PUT", "/config", { name: "Before" });
    assert.equal((await moved(first, { path: source, go: true })).status, "running");
    await first.stop();
    const { stick, wish } = await plugged(t);
    const second = await start(t, folder, { ...wish, adapter: "zstack" }, (line) => lines.push(line));
    await until(
      () => lines.some((line) => /not in the network that the devices joined/.test(line)),
      () => lines.join("; "),
    );
    assert.equal(stick.identity, undefined, "it has no network");
    const database = readFileSync(join(folder, "radio", "database.db"), "utf8");
    assert.equal(database.split("\n").filter((line) => /"type":"(Router|EndDevice|GreenPower)"/.test(line)).length, 25);
    assert.equal((await ask(second, "POST", "/imports/undo")).status, 200);
    const jobs = Object.values<Values>((await ask(second, "GET", "/jobs")).body);
    const undo = jobs.find(({ does }) => does === "undo-import");
    assert.match(JSON.stringify(undo?.result), /start zigbee2mqtt with its own files/);
    await second.stop();
    const third = await start(t, folder);
    assert.equal((await ask(third, "GET", "/config")).body.name, "Before");
    await third.stop();
    assert.equal(printOf(source), before);
  });

  test("a user who looks at other houses after the move is told the way back to the one that moved in", async (t) => {
    const [source, folder] = [folderOf(t, house("z2m")), folderOf(t)];
    const first = await start(t, folder);
    assert.equal((await moved(first, { path: source, go: true })).status, "running");
    await first.stop();
    const second = await start(t, folder);
    const other = folderOf(t, house("deconz"));
    for (let times = 0; times < 4; times += 1) assert.equal((await moved(second, { path: other })).does, "import-look");
    assert.equal((await moved(second, { path: other, go: true, print: "another" })).status, "failed");
    assert.equal((await ask(second, "POST", "/imports/undo")).status, 200);
    const jobs = Object.values<Values>((await ask(second, "GET", "/jobs")).body);
    const { back } = (jobs.find(({ does }) => does === "undo-import")?.result ?? {}) as Partial<ImportReport>;
    assert.ok(back?.some(({ values }) => values?.program === "zigbee2mqtt"));
    assert.ok(!back?.some(({ code }) => code === "back-phoscon"));
    await second.stop();
  });

  test("without its count, a stick that is in the network goes on", async (t) => {
    const files = house("z2m", { "coordinator_backup.json": undefined });
    const [source, folder] = [folderOf(t, files), folderOf(t)];
    const first = await start(t, folder);
    await moved(first, { path: source, go: true });
    await first.stop();
    const { wish } = await plugged(t, OWN);
    const lines: string[] = [];
    const second = await start(t, folder, { ...wish, adapter: "zstack" }, (line) => lines.push(line));
    await until(
      () => second.radio.network() !== undefined,
      () => lines.join("; "),
    );
    await until(
      () => JSON.parse(readFileSync(join(folder, "radio", "network.json"), "utf8")).counter >= 1_300_000,
      () => `it has learned the count: ${lines.join("; ")}`,
    );
    await second.stop();
  });
});

function codesIn({ result }: Values): readonly string[] {
  const { refused = [] } = (result ?? {}) as { readonly refused?: readonly { readonly code: string }[] };
  return refused.map(({ code }) => code);
}

test("a full disk leaves the house as it was, and says so; with room it moves", async (t) => {
  const folder = folderOf(t);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (!mounted) return t.skip("only who may mount has a small disk");
  try {
    const source = folderOf(t, house("z2m"));
    const opened = await start(t, folder);
    await ask(opened, "PUT", "/config", { name: "Before" });
    const ballast = join(folder, "ballast");
    const { bfree, bsize } = statfsSync(folder);
    writeFileSync(ballast, Buffer.alloc(bfree * bsize - 20_000));
    const { status, error } = await moved(opened, { path: source, go: true });
    assert.deepEqual([status, /the disk is full/.test(String((error as Values).description))], ["failed", true]);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith("restore")),
      [],
    );
    assert.equal((await ask(opened, "GET", "/config")).body.name, "Before");
    rmSync(ballast);
    assert.equal((await moved(opened, { path: source, go: true })).status, "running");
    await opened.stop();
  } finally {
    spawnSync("umount", [folder]);
  }
});
