/** When devices were last heard: to the minute, and not more often than clients want it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "../home.ts";

const DEVICE = "/devices/00:17:88:01:02:03:aa:02";
const hear = ({ radio }: FakeHouse, linkquality: number | null = null) =>
  radio.tell({ kind: "seen", ieee: MOTION, linkquality });

async function atHome(): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise([motion(), lamp()]);
  await settle();
  home.heard.length = 0;
  return home;
}

test("all resources of a device show lastseen, once in lightlastseeninterval seconds", async () => {
  const home = await atHome();
  await home.ask("PUT", "/config", { lightlastseeninterval: 120 });
  home.heard.length = 0;
  for (let second = 0; second < 300; second += 1) {
    hear(home, 100);
    home.clock.advance(1);
  }
  await settle();
  const told = home.heard.filter(({ values }) => "lastseen" in values);
  assert.deepEqual(
    told.filter(({ resource }) => resource.address === "/sensors/1").map(({ values }) => values),
    [{ lastseen: "2026-03-01T12:00Z" }, { lastseen: "2026-03-01T12:02Z" }, { lastseen: "2026-03-01T12:04Z" }],
  );
  assert.deepEqual([...new Set(told.map(({ resource }) => resource.address))].sort(), [
    DEVICE,
    "/sensors/1",
    "/sensors/2",
    "/sensors/3",
  ]);
  assert.equal(home.store.get(DEVICE)?.attr.linkquality, 100);
  await home.stop();
});

test("within the same minute nothing changes", async () => {
  const home = await atHome();
  await home.ask("PUT", "/config", { lightlastseeninterval: 1 });
  home.heard.length = 0;
  for (let second = 0; second < 50; second += 1) {
    hear(home);
    home.clock.advance(1);
  }
  await settle();
  assert.equal(home.heard.filter(({ values }) => "lastseen" in values).length, 4);
  await home.stop();
});

test("lastseen goes on when the clock is put back", async () => {
  const home = await atHome();
  hear(home);
  home.clock.set(Date.parse("2026-02-01T08:00:00Z"));
  hear(home);
  assert.equal(home.store.get("/sensors/1")?.attr.lastseen, "2026-02-01T08:00Z");
  await home.stop();
});

test("lastannounced is to the second; a light is then read, a sleeper is not", async () => {
  const home = await atHome();
  for (let second = 0; second < 5; second += 1) {
    home.clock.advance(1);
    await settle();
  }
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "announced", ieee: MOTION });
  home.radio.tell({ kind: "announced", ieee: LAMP });
  assert.equal(home.store.get("/sensors/1")?.attr.lastannounced, "2026-03-01T12:00:05Z");
  assert.equal(home.store.get("/lights/1")?.attr.lastannounced, "2026-03-01T12:00:05Z");
  for (let second = 0; second < 3; second += 1) {
    home.clock.advance(1);
    await settle();
  }
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "get" && order.target),
    [{ ieee: LAMP, endpoint: 1 }],
  );
  await home.stop();
});
