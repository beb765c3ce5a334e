import assert from "node:assert/strict";
import { test } from "node:test";
import type { Api } from "../../../panels/api.ts";
import type { HouseDevice } from "../../../panels/devices/house-devices.ts";
import { readHouse } from "../../../panels/house.ts";
import type { LiveHouse } from "../../../panels/live-house.ts";
import {
  hasNewcomer,
  type JoinedDevice,
  joinLog,
  macsFound,
  whyFailed,
  withFound,
  withNotices,
  without,
} from "../../../panels/pairing/joining.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { settle } from "../../support/fakes.ts";

const LAMP = "00:17:88:01:00:00:00:10";
const MOTION = "00:12:4b:01:00:00:00:11";

const news = (mac: string, pairing: unknown, at = 1): ChangeNotice => ({
  address: `/devices/${mac}`,
  type: "Device",
  event: "changed",
  section: "state",
  values: { pairing },
  by: "radio",
  at,
});
const steps = (all: readonly JoinedDevice[]) => all.map(({ mac, step }) => `${mac.slice(-2)} ${step}`);

const ways: [what: string, told: ChangeNotice[], is: string[]][] = [
  [
    "comes, is asked, and is ready",
    [news(LAMP, "joined"), news(LAMP, "interviewing"), news(LAMP, "ready")],
    ["10 ready"],
  ],
  [
    "fails, is asked again, and is ready",
    [news(LAMP, "joined"), news(LAMP, "failed"), news(LAMP, "ready")],
    ["10 ready"],
  ],
  ["is ready before anybody heard of it", [news(LAMP, "ready")], ["10 ready"]],
  ["leaves again", [news(LAMP, "joined"), news(LAMP, "left")], ["10 left"]],
  [
    "two: the newest first, and nobody changes places",
    [news(LAMP, "joined"), news(MOTION, "joined"), news(LAMP, "ready")],
    ["11 joined", "10 ready"],
  ],
  [
    "comes twice: it is the newest now",
    [news(LAMP, "ready"), news(MOTION, "joined"), news(LAMP, "joined")],
    ["10 joined", "11 joined"],
  ],
  [
    "was here before, and leaves or is asked anew",
    [news(LAMP, "left"), news(MOTION, "interviewing"), news(MOTION, "failed")],
    [],
  ],
  ["no step at all", [news(LAMP, 5), news(LAMP, "constructor"), { ...news(LAMP, "joined"), address: "/lights/1" }], []],
];
for (const [what, told, is] of ways) test(what, () => assert.deepEqual(steps(withNotices([], told)), is));

test("fifty are kept", () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    news(`00:00:00:00:00:00:00:${(index + 10).toString(16).padStart(2, "0")}`, "joined"),
  );
  const all = withNotices([], many);
  assert.deepEqual([all.length, all[0]?.mac], [50, "00:00:00:00:00:00:00:45"]);
});

test("a device that the search found is ready, also without changes; one that failed or left is not", () => {
  const before = withNotices([], [news(LAMP, "joined"), news(MOTION, "joined"), news(MOTION, "failed")]);
  assert.deepEqual(steps(withFound(before, [LAMP, MOTION], 2)), ["11 failed", "10 ready"]);
  assert.deepEqual(steps(withFound([], [LAMP], 2)), ["10 ready"]);
  assert.equal(withFound(before, [MOTION], 2), before);
  assert.deepEqual(steps(without(before, LAMP)), ["11 failed"]);
});

const part = (address: string) => ({ address }) as HouseDevice["resources"][number];
const device = (key: string, addresses: string[], info = {}): HouseDevice => ({
  key,
  name: key,
  isVirtual: key.startsWith("/"),
  info,
  resources: addresses.map(part),
});
const HOUSE = [
  device(LAMP, ["/lights/9"]),
  device(MOTION, ["/sensors/15", "/sensors/16"]),
  device("/sensors/3", ["/sensors/3"]),
];
const NOW = Date.UTC(2026, 2, 1, 12);

const finds: [what: string, lights: unknown, sensors: unknown, is: string[]][] = [
  [
    "a search goes on",
    { lastscan: "active", 9: { name: "L" } },
    { lastscan: "active", 15: {}, 16: {} },
    [LAMP, MOTION],
  ],
  ["a search of this hour", { lastscan: "2026-03-01T11:30:00", 9: {} }, { lastscan: "none" }, [LAMP]],
  ["a search of yesterday", { lastscan: "2026-02-28T12:00:00", 9: {} }, {}, []],
  ["a virtual sensor is no device", {}, { lastscan: "active", 3: {} }, []],
  ["nothing at all", undefined, null, []],
];
for (const [what, lights, sensors, is] of finds)
  test(`${what}: ${is.length} found`, () => assert.deepEqual(macsFound(lights, sensors, HOUSE, NOW), is));

const whys: [parts: string[], facts: object, is: string][] = [
  [[], {}, "silent"],
  [[], { modelid: "LWB010" }, "half"],
  [["/lights/1"], { modelid: "LWB010" }, "known"],
];
for (const [parts, facts, is] of whys)
  test(`a failure is "${is}"`, () => assert.equal(whyFailed(device(LAMP, parts, facts)), is));

test("the log hears while the panel is closed, too, asks for missed news, and keeps a removed device away until it joins again", async () => {
  let tell: (news: readonly ChangeNotice[]) => void = () => {};
  const asked: string[] = [];
  const live = {
    house: readHouse({ lights: { 9: { type: "Dimmable light", uniqueid: `${LAMP}-0b` } }, devices: { [LAMP]: {} } }),
    onChanges: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
    api: {
      perform: async (_: string, address: string) => {
        asked.push(address);
        return {
          status: 200,
          body: { lastscan: "active", ...(address === "/lights/new" ? { 9: { name: "L" } } : {}) },
        };
      },
    } as unknown as Api,
  } as unknown as LiveHouse;
  const log = joinLog(live);
  assert.equal(joinLog(live), log, "one for each gateway");
  let told = 0;
  const stop = log.on(() => {
    told += 1;
  });
  tell([news(MOTION, "joined")]);
  tell([news(MOTION, 7)]);
  assert.deepEqual([steps(log.joined), told], [["11 joined"], 1]);
  await log.ask();
  assert.deepEqual(
    [steps(log.joined), asked],
    [
      ["10 ready", "11 joined"],
      ["/lights/new", "/sensors/new"],
    ],
  );
  log.putAway(LAMP);
  await log.ask();
  await settle();
  assert.deepEqual(steps(log.joined), ["11 joined"]);
  stop();
  tell([news(LAMP, "joined")]);
  assert.deepEqual(steps(log.joined), ["10 joined", "11 joined"]);
  assert.equal(told, 3, "who stopped is told nothing more");
  await log.ask();
  assert.deepEqual(steps(log.joined), ["10 ready", "11 joined"]);
});

test("a name typed for a newcomer is kept until it leaves, or its card is put away", () => {
  let tell: (news: readonly ChangeNotice[]) => void = () => {};
  const live = {
    onChanges: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  } as unknown as LiveHouse;
  const { drafts, putAway } = joinLog(live);
  const kept = () => [...drafts].map(([mac, { name }]) => [mac, name]);
  tell([news(LAMP, "joined"), news(MOTION, "joined")]);
  drafts.set(LAMP, { name: "Stairs lamp" });
  drafts.set(MOTION, { name: "Stairs motion", room: "3" });
  tell([news(LAMP, "interviewing"), news(LAMP, "ready"), news(MOTION, "ready")]);
  assert.deepEqual(
    joinLog(live).drafts.get(MOTION),
    { name: "Stairs motion", room: "3" },
    "also for another look at the panel",
  );
  tell([news(LAMP, "left")]);
  assert.deepEqual(kept(), [[MOTION, "Stairs motion"]]);
  putAway(MOTION);
  assert.deepEqual(kept(), []);
});

test("whether a device has come since the network was opened", () => {
  const before = withNotices([], [news(LAMP, "joined", 1)]);
  assert.equal(hasNewcomer(before, before), false);
  assert.equal(hasNewcomer(before, without(before, LAMP)), false);
  assert.equal(hasNewcomer(before, withNotices(before, [news(LAMP, "ready", 2)])), true, "it got further");
  assert.equal(hasNewcomer(before, withNotices(before, [news(MOTION, "joined", 2)])), true);
});
