/** Moving in over REST: a look, the move itself, the way back; two at once, a cancelled one, and a gateway that is killed between. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import type { ImportReport } from "../src/imports/report.ts";
import type { Address, Method, Values } from "../src/model/resource.ts";
import { type OpenGateway, open } from "../src/open.ts";
import { house } from "./support/houses.ts";
import { until } from "./support/radio-gateway.ts";

/** A body as JSON has it. */
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: looked at member by member
  readonly body: any;
}

const EDITOR = { by: "editor", depth: 0 };
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function folderOf(t: TestContext, files: ReadonlyMap<string, Uint8Array> = new Map()): string {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-move-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

async function start(t: TestContext, folder: string): Promise<OpenGateway> {
  const opened = open({
    ...{
      folder,
      log: quiet,
      settings: {},
      radio: { path: "none" },
      password: "",
      port: 0,
      pushPort: 0,
      pushKey: false,
    },
    ...{ announceHost: "", announcePort: 0, announcePushPort: 0, discovery: false },
    ...{ sharedPort: () => 0, sharedPath: "", sharedIsLocal: false, hasOwnRoute: () => false },
  });
  t.after(() => opened.stop());
  await Promise.all([opened.gateway.ready, opened.listening]);
  return opened;
}

async function ask({ gateway }: OpenGateway, method: Method, address: Address, body?: Values): Promise<Answer> {
  return await gateway.perform({ method, address, ...(body && { body }) }, EDITOR);
}

/** The job of a move, when it has ended or waits for the restart. */
async function moved(opened: OpenGateway, body: Values): Promise<Values> {
  const { body: answer } = await ask(opened, "POST", "/imports", body);
  const id = answer[0].success.id;
  let job: Values = {};
  await until(
    async () => {
      job = (await ask(opened, "GET", `/imports/${id}`)).body;
      return job.status !== "running" || (job.progress as Values | undefined)?.now === "restart";
    },
    () => "the move goes on",
  );
  return job;
}

function printOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const paths = names.map((each) => join(each.parentPath, each.name)).toSorted();
  return createHash("sha256")
    .update(paths.map((path) => `${path} ${readFileSync(path).toString("hex")}`).join("\n"))
    .digest("hex");
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

    const second = await start(t, folder);
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

    assert.equal((await ask(second, "POST", "/imports/undo")).status, 200);
    await second.stop();
    const third = await start(t, folder);
    assert.equal((await ask(third, "GET", "/config")).body.name, "Before");
    assert.deepEqual((await ask(third, "GET", "/lights")).body, {});
    await third.stop();
    assert.equal(printOf(source), before, "the source is as it was, with no file beside it");
  });
});

/** Over HTTP, as the program does that had the key: what it sees, writes, and is refused. */
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

suite("what comes to nothing", () => {
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
      "zll.db is cut off: bring a whole copy of it",
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
