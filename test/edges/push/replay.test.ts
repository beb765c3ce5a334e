/** Order, completeness and replay (fault 30): a client's values after any number of messages equal those of GET. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { WebSocket } from "ws";
import { Replay } from "../../../src/edges/push/clients.ts";
import type { Values } from "../../../src/model/resource.ts";
import { START, settle, TEST } from "../../support/fakes.ts";
import { listener, measure, type PushWorld, sensor, story, until } from "../../support/push.ts";

/** As clients do it: a picture of the house, kept up by messages alone. */
function picture(heard: readonly Values[], start = new Map<unknown, Values>()): Map<unknown, Values> {
  for (const message of heard) {
    const held = start.get(message.id) as { state: Values; config: Values } | undefined;
    if (message.e === "added") start.set(message.id, message.sensor as Values);
    if (message.e === "deleted") start.delete(message.id);
    if (message.e !== "changed" || !held) continue;
    const { attr, state, config } = message as { attr?: Values; state?: Values; config?: Values };
    start.set(message.id, {
      ...held,
      ...attr,
      state: { ...held.state, ...state },
      config: { ...held.config, ...config },
    });
  }
  return start;
}

function house(store: PushWorld["store"]): Map<unknown, Values> {
  return new Map(store.list("/sensors").map((each) => [each.address.slice(9), store.view(each)]));
}

function withoutEtags(sensors: Map<unknown, Values>): [string, Values][] {
  return [...sensors].map(([id, { etag: _, ...rest }]): [string, Values] => [String(id), rest]).sort();
}

/** So many things happen, several of them at once. */
async function live(store: PushWorld["store"], count: number, seed: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const id = 1 + ((turn * 7 + seed) % 11);
    if (!store.get(`/sensors/${id}`)) store.put(sensor(id), TEST);
    else if ((turn + seed) % 13 === 0) store.remove(`/sensors/${id}`, TEST);
    else if (turn % 5 === 0) store.patch(`/sensors/${id}`, "attr", { name: `N${turn}` }, TEST);
    else if (turn % 5 === 1) store.patch(`/sensors/${id}`, "config", { battery: turn % 100 }, TEST);
    else measure(store, id, turn + seed);
    if (turn % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
  await settle();
}

story("after 3,000 events every client holds what GET shows", async ({ port, store }) => {
  const clients = await Promise.all(Array.from({ length: 5 }, (_, index) => listener(port, index ? "/" : "/?since=0")));
  await live(store, 3_000, 0);
  store.put(sensor(99), TEST);
  for (const { heard } of clients) {
    await until(() => heard.at(-1)?.id === "99");
    assert.deepEqual(withoutEtags(picture(heard)), withoutEtags(house(store)));
  }
});

story("numbers run without a gap, and only for those who asked", async ({ port, store }) => {
  const [plain, numbered] = [await listener(port), await listener(port, "/?since=0")];
  store.put(sensor(1), TEST);
  for (let status = 0; status < 50; status += 1) measure(store, 1, status);
  const [first, ...rest] = await numbered.has(52);
  assert.deepEqual(first, { t: "event", e: "resync", n: START * 1_000 });
  for (const [index, { n }] of rest.entries()) assert.equal(n, START * 1_000 + index + 1);
  await plain.has(51);
  assert.deepEqual(
    plain.heard,
    rest.map(({ n: _, ...message }) => message),
  );
});

story("after a gap the missed messages come first, none twice, none left out", async ({ port, store }) => {
  let client = await listener(port, "/?since=0");
  const [{ n: start } = {}] = await client.has(1);
  const heard: Values[] = [];
  let last = Number(start);
  for (let gap = 0; gap < 5; gap += 1) {
    await live(store, 100, gap);
    await gone(client.socket);
    heard.push(...client.heard.filter(({ e }) => e !== "resync"));
    last = Number(heard.at(-1)?.n ?? last);
    await live(store, 300, gap + 100);
    client = await listener(port, `/?since=${last}`);
  }
  store.put(sensor(99), TEST);
  await until(() => client.heard.at(-1)?.id === "99");
  heard.push(...client.heard);
  for (const [index, { n }] of heard.entries()) assert.equal(n, Number(start) + 1 + index);
  assert.deepEqual(withoutEtags(picture(heard)), withoutEtags(house(store)));
});

const UNKNOWN: [says: string, since: (last: number) => string][] = [
  ["an earlier run's number", (last) => String(last - 5_000_000)],
  ["a number ahead", (last) => String(last + 1)],
  ["no number", () => "x"],
  ["an empty number", () => ""],
  ["a fraction", (last) => String(last - 0.5)],
  ["infinity", () => "-1e999"],
];
for (const [says, since] of UNKNOWN)
  story(`${says} cannot be replayed, and that is said`, async ({ port, store }) => {
    const first = await listener(port, "/?since=0");
    store.put(sensor(1), TEST);
    measure(store, 1, 1);
    const last = Number((await first.has(3)).at(-1)?.n);
    const client = await listener(port, `/?since=${since(last)}`);
    measure(store, 1, 2);
    const [resync, next] = await client.has(2);
    assert.deepEqual(resync, { t: "event", e: "resync", n: last });
    assert.equal(next?.n, last + 1);
  });

story("who has missed nothing is told nothing", async ({ port, store }) => {
  const first = await listener(port, "/?since=0");
  store.put(sensor(1), TEST);
  const { n } = (await first.has(2)).at(-1) ?? {};
  const client = await listener(port, `/?since=${n}`);
  measure(store, 1, 1);
  assert.deepEqual((await client.has(1))[0]?.n, Number(n) + 1);
});

test("the messages for a replay are bounded in number and in size", () => {
  const many = new Replay(0);
  for (let number = 1; number <= 3_000; number += 1) many.add('{"a":1}');
  assert.equal(many.since(2_000).length, 1_000);
  assert.match(many.since(1_999).join(), /resync/);
  const long = new Replay(0);
  for (let number = 1; number <= 100; number += 1) long.add(JSON.stringify({ a: "x".repeat(99_900) }));
  assert.equal(long.since(95).length, 5);
  assert.match(long.since(94).join(), /resync/);
  assert.equal(long.since(100).length, 0);
});

test("no number of an earlier run is taken for one of this run", () => {
  const earlier = new Replay(START);
  let last = "";
  for (let number = 0; number < 5_000; number += 1) last = earlier.add('{"a":1}');
  const later = new Replay(START + 60_000);
  later.add('{"a":1}');
  assert.match(later.since(JSON.parse(last).n).join(), /resync/);
});

async function gone(socket: WebSocket): Promise<void> {
  const close = once(socket, "close");
  socket.terminate();
  await close;
}
