/** Wishes on their way to the disk: how they see each other, in which order they come true, and which ones a failure undoes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Cause, Reply } from "../../src/model/resource.ts";
import { clip, type FakeHouse, fakeDisk, house, settle } from "../support/fakes.ts";
import { inShort } from "../support/transports.ts";

const RADIO: Cause = { by: "radio", depth: 0 };
const ONE: Address = "/sensors/1";

/** A house with one sensor, on a disk that waits until it is let go. */
async function gated(type = "CLIPGenericStatus") {
  const disk = fakeDisk();
  const home = await house({ disk, errors: /the disk refused it/ });
  await home.ask("POST", "/sensors", clip(type, { name: "old", uniqueid: "u1" }));
  await settle();
  home.heard.length = 0;
  let open = () => {};
  disk.gate = new Promise((resolve) => {
    open = resolve;
  });
  const letGo = async (error?: Error) => {
    disk.fails = error;
    open();
    disk.gate = undefined;
    await settle();
  };
  return { ...home, disk, letGo };
}

const FULL = new Error("ENOSPC: no space left on device");
const kept = ({ disk }: FakeHouse, address: Address) => JSON.parse(disk.records.get(address) ?? "null");
const statusOf = (reply: Reply) => reply.status;

test("nothing is true, told or answered before the disk has it", async () => {
  const home = await gated();
  let answered = false;
  const reply = home.ask("PUT", ONE, { name: "new" }).then((answer) => {
    answered = true;
    return answer;
  });
  await settle();
  assert.equal(answered, false);
  assert.equal(home.store.get(ONE)?.attr.name, "old");
  assert.deepEqual(home.heard, []);
  await home.letGo();
  assert.deepEqual(inShort(await reply), [200, { "/sensors/1/name": "new" }]);
  assert.equal(home.store.get(ONE)?.attr.name, "new");
  assert.equal(home.heard.length, 1);
  await home.stop();
});

test("a write that the disk refuses changes nothing, is not told, and answers 503 with 901", async () => {
  const home = await gated();
  const records = new Map(home.disk.records);
  const { etag } = home.store;
  const wishes = [
    home.ask("PUT", ONE, { name: "new" }),
    home.ask("PUT", `${ONE}/state`, { status: 5 }),
    home.ask("PUT", `${ONE}/config`, { battery: 5 }),
    home.ask("POST", "/sensors", clip("CLIPAlarm")),
    home.ask("POST", "/resourcelinks", { name: "n", classid: 1, links: [] }),
    home.ask("DELETE", ONE),
    home.ask("PUT", "/config", { name: "House" }),
  ];
  await home.letGo(FULL);
  const addresses = [ONE, `${ONE}/state`, `${ONE}/config`, "/sensors", "/resourcelinks", ONE, "/config"];
  assert.deepEqual(
    (await Promise.all(wishes)).map((reply) => inShort(reply)),
    addresses.map((address) => [503, [901, address]]),
  );
  assert.deepEqual(home.heard, []);
  assert.deepEqual(home.disk.records, records);
  assert.equal(home.store.etag, etag);
  assert.equal(home.store.get(ONE)?.attr.name, "old");
  assert.equal(home.store.count("/sensors"), 1);
  assert.equal(home.log.lines.filter((line) => line.includes("ENOSPC")).length, 1, "one clear line");
  home.disk.fails = undefined;
  assert.equal((await home.ask("PUT", ONE, { name: "later" })).status, 200);
  assert.equal(home.log.lines.at(-1), `${ONE}: the disk takes writes again`);
  await home.stop();
});

test("a command that writes where others wait sees their writes, and fails with them", async () => {
  const home = await gated();
  const created = home.ask("POST", "/sensors", clip("CLIPGenericStatus"));
  await settle(); // the first batch is under way
  const renamed = home.ask("PUT", "/sensors/2", { name: "new" });
  const second = home.ask("POST", "/sensors", clip("CLIPGenericStatus"));
  await home.letGo(FULL);
  home.disk.fails = undefined;
  assert.deepEqual((await Promise.all([created, renamed, second])).map(statusOf), [503, 503, 503]);
  assert.equal(home.store.count("/sensors"), 1);
  assert.deepEqual(inShort(await home.ask("POST", "/sensors", clip("CLIPAlarm"))), [200, { id: "2" }]);
  await home.stop();
});

test("a command after a failure does not fail with it", async () => {
  const home = await gated();
  const one = home.ask("PUT", ONE, { name: "new" });
  await home.letGo(FULL);
  home.disk.fails = undefined;
  assert.equal((await one).status, 503);
  assert.equal((await home.ask("PUT", `${ONE}/state`, { status: 5 })).status, 200);
  assert.deepEqual([kept(home, ONE).attr.name, kept(home, ONE).state.status], ["old", 5]);
  await home.stop();
});

test("writes to one resource at the same time lose none, in memory or on the disk", async () => {
  const home = await gated("CLIPPower");
  const wishes = [home.ask("PUT", ONE, { name: "new" })];
  await settle();
  wishes.push(home.ask("PUT", `${ONE}/state`, { power: 5 }), home.ask("PUT", `${ONE}/state`, { voltage: 230 }));
  wishes.push(home.ask("PUT", `${ONE}/config`, { battery: 50 }), home.ask("PUT", `${ONE}/state`, { power: 6 }));
  await home.letGo();
  assert.deepEqual((await Promise.all(wishes)).map(statusOf), [200, 200, 200, 200, 200]);
  const { attr, state, config } = kept(home, ONE);
  assert.deepEqual([attr.name, state.power, state.voltage, config.battery], ["new", 6, 230, 50]);
  assert.deepEqual(home.store.get(ONE)?.state, state);
  assert.deepEqual(home.store.get(ONE)?.config, config);
  assert.equal(home.disk.writes.at(-1)?.addresses.length, 1, "what waited went out as one batch");
  await home.stop();
});

test("a fact while a write waits: both stand, and the disk gets both", async () => {
  const home = await gated();
  const wish = home.ask("PUT", `${ONE}/state`, { status: 5 });
  await settle();
  home.store.patch(ONE, "config", { battery: 7 }, RADIO);
  assert.equal(home.store.get(ONE)?.config.battery, 7, "a fact is true at once");
  assert.equal(home.store.get(ONE)?.state.status, 0);
  await home.letGo();
  assert.equal((await wish).status, 200);
  assert.deepEqual([home.store.get(ONE)?.state.status, home.store.get(ONE)?.config.battery], [5, 7]);
  home.clock.advance(21);
  await settle();
  assert.deepEqual([kept(home, ONE).state.status, kept(home, ONE).config.battery], [5, 7]);
  await home.stop();
});

test("a fact that removes the resource that a wish writes", async () => {
  const home = await gated();
  const wish = home.ask("PUT", `${ONE}/state`, { status: 5 });
  await settle();
  home.store.remove(ONE, RADIO);
  await home.letGo();
  assert.equal((await wish).status, 200);
  home.clock.advance(21);
  await settle();
  assert.equal(home.store.get(ONE), undefined);
  assert.equal(home.disk.records.has(ONE), false);
  await home.stop();
});

test("a creation that still waits: it is found, changed, and deleted", async () => {
  const home = await gated();
  const wishes = [
    home.ask("POST", "/sensors", clip("CLIPGenericStatus", { uniqueid: "u2" })),
    home.ask("POST", "/sensors", clip("CLIPGenericStatus", { uniqueid: "u2" })),
    home.ask("PUT", "/sensors/u2", { name: "found" }),
  ];
  await settle();
  assert.equal((await home.ask("GET", "/sensors/2")).status, 404, "others do not see it yet");
  wishes.push(home.ask("DELETE", "/sensors/2"), home.ask("PUT", "/sensors/2", { name: "gone" }));
  await home.letGo();
  assert.deepEqual((await Promise.all(wishes)).map(statusOf), [200, 400, 200, 200, 404]);
  assert.equal(home.disk.records.has("/sensors/2"), false);
  const events = home.heard.filter(({ resource }) => resource.address === "/sensors/2").map(({ event }) => event);
  assert.deepEqual(events, ["added", "changed", "deleted"]);
  assert.deepEqual(inShort(await home.ask("POST", "/sensors", clip("CLIPAlarm"))), [200, { id: "3" }]);
  await home.stop();
});

test("a write that needs no disk waits behind one that does, if they meet", async () => {
  const home = await gated();
  const off = home.ask("PUT", `${ONE}/config`, { on: false });
  await settle();
  const ignored = home.ask("PUT", `${ONE}/state`, { status: 5 });
  await settle();
  assert.equal(home.store.get(ONE)?.state.status, 0);
  await home.letGo();
  assert.deepEqual((await Promise.all([off, ignored])).map(statusOf), [200, 200]);
  assert.equal(home.store.get(ONE)?.state.status, 0, "it was off by then");
  assert.equal(kept(home, ONE).state.status, 0);
  await home.stop();
});

test("a command that needs no disk does not wait for it", async () => {
  const home = await gated();
  const slow = home.ask("PUT", ONE, { name: "new" });
  assert.equal((await home.ask("PUT", "/config", { unlock: 60 })).status, 200);
  assert.equal(home.store.get("/config")?.attr.linkbutton, true);
  await home.letGo();
  assert.equal((await slow).status, 200);
  await home.stop();
});

test("a value is flushed, a definition is on the medium", async () => {
  const home = await gated();
  await home.letGo();
  const sync = async (wish: Promise<Reply>) => {
    assert.equal((await wish).status, 200);
    return home.disk.writes.at(-1)?.sync;
  };
  assert.equal(await sync(home.ask("PUT", `${ONE}/state`, { status: 5 })), false);
  assert.equal(await sync(home.ask("PUT", ONE, { name: "x" })), true);
  assert.equal(await sync(home.ask("PUT", `${ONE}/config`, { battery: 5 })), true);
  assert.equal(await sync(home.ask("POST", "/sensors", clip("CLIPAlarm"))), true);
  assert.equal(await sync(home.ask("DELETE", "/sensors/2")), true);
  await home.stop();
});

test("a disk that had it and failed all the same is told the truth again", async () => {
  const home = await gated();
  await home.letGo();
  const { write } = home.disk;
  home.disk.write = async (records, sync) => {
    await write(records, sync);
    throw new Error("fsync failed");
  };
  assert.equal((await home.ask("PUT", ONE, { name: "new" })).status, 503);
  assert.equal(kept(home, ONE).attr.name, "new");
  home.disk.write = write;
  for (const seconds of [1, 21]) {
    home.clock.advance(seconds);
    await settle();
  }
  assert.equal(kept(home, ONE).attr.name, "old");
  await home.stop();
});

test("a write that is in the store already goes along in one batch, or is taken back, the last first", async () => {
  const home = await gated();
  await home.letGo();
  const back: string[] = [];
  const draft = () => {
    const draft = home.store.draft(RADIO);
    draft.carry(ONE, () => back.push("one"));
    draft.carry("/config", () => back.push("config"));
    return draft;
  };
  const good = draft();
  assert.deepEqual(good.saving(), { addresses: [ONE, "/config"], sync: true });
  home.store.commit(good);
  assert.deepEqual(back, []);
  home.store.drop(draft());
  assert.deepEqual(back, ["config", "one"]);
  await home.stop();
});

test("of one cause so many writes wait for the disk and no more; others are not in its way", async () => {
  const home = await gated();
  const flood = Array.from({ length: 1_100 }, (_, n) => home.ask("PUT", `${ONE}/state`, { status: n }));
  const other = home.perform({ method: "PUT", address: ONE, body: { name: "new" } }, { by: "rest:other", depth: 0 });
  await home.letGo();
  const statuses = (await Promise.all(flood)).map(statusOf);
  assert.equal(statuses.filter((status) => status === 200).length, 1_000);
  assert.deepEqual(statuses.slice(1_000), Array(100).fill(503));
  assert.deepEqual(inShort((await Promise.all(flood)).at(-1) as Reply), [503, [901, `${ONE}/state`]]);
  assert.equal((await other).status, 200);
  await settle();
  await settle();
  assert.deepEqual([home.store.get(ONE)?.state.status, home.store.get(ONE)?.attr.name], [999, "new"]);
  assert.equal((await home.ask("PUT", `${ONE}/state`, { status: 5_000 })).status, 200, "there is room again");
  assert.equal((await home.ask("GET", ONE)).status, 200);
  await home.stop();
});

test("a resource can still be read while too many commands wait", async () => {
  const home = await gated();
  const flood = Array.from({ length: 1_000 }, (_, n) => home.ask("PUT", `${ONE}/state`, { status: n }));
  assert.equal((await home.ask("GET", ONE)).status, 200);
  await home.letGo();
  await Promise.all(flood);
  await home.stop();
});
