/** Rules that changes wake: which do, and which conditions must hold besides. The numbers are those of the table of cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../../src/model/resource.ts";
import { settle } from "../../support/fakes.ts";
import { BY_RADIO, light } from "../../support/lights.ts";
import { type RuleHouse, ruleHouse, type Words } from "../../support/rule-house.ts";

type Step = readonly [state: Values, fires: number];

/** One sensor, one rule on it, and the firings for each value that the sensor sees. */
const CASES: readonly (readonly [says: string, kind: string, start: Values, words: readonly Words[], ...Step[]])[] = [
  [
    "case 1: it becomes what it is compared with",
    "GenericFlag",
    { flag: false },
    [["flag", "eq", "true"]],
    [{ flag: true }, 1],
  ],
  ["case 2: it is that already", "GenericFlag", { flag: true }, [["flag", "eq", "true"]], [{ flag: true }, 0]],
  ["case 3: it becomes something else", "GenericFlag", { flag: true }, [["flag", "eq", "true"]], [{ flag: false }, 0]],
  [
    "cases 4 and 5: each time that it is told, while it is that",
    "GenericFlag",
    { flag: true },
    [
      ["flag", "eq", "true"],
      ["lastupdated", "dx"],
    ],
    [{ flag: true }, 1],
    [{ flag: true }, 1],
    [{ flag: false }, 0],
  ],
  ["case 6: whenever it is told", "GenericFlag", { flag: true }, [["lastupdated", "dx"]], [{ flag: true }, 1]],
  [
    "case 7: each time that it becomes another unequal value",
    "GenericStatus",
    { status: 1 },
    [["status", "ne", "0"]],
    [{ status: 2 }, 1],
    [{ status: 2 }, 0],
    [{ status: 0 }, 0],
    [{ status: 3 }, 1],
  ],
  [
    "case 9: it falls below",
    "LightLevel",
    { lightlevel: 13_000 },
    [["lightlevel", "lt", "12000"]],
    [{ lightlevel: 12_000 }, 0],
    [{ lightlevel: 11_999 }, 1],
    [{ lightlevel: 100 }, 0],
  ],
  [
    "it rises above",
    "LightLevel",
    { lightlevel: 100 },
    [["lightlevel", "gt", "12000"]],
    [{ lightlevel: 12_000 }, 0],
    [{ lightlevel: 12_001 }, 1],
    [{ lightlevel: 13_000 }, 0],
  ],
  [
    "it comes between two: one edge is enough",
    "GenericStatus",
    { status: 0 },
    [
      ["status", "gt", 4],
      ["status", "lt", 10],
    ],
    [{ status: 5 }, 1],
    [{ status: 7 }, 0],
    [{ status: 12 }, 0],
    [{ status: 9 }, 1],
  ],
  [
    "case 15: a press, and the same press again",
    "Switch",
    {},
    [
      ["buttonevent", "eq", "1002"],
      ["lastupdated", "dx"],
    ],
    [{ buttonevent: 1002 }, 1],
    [{ buttonevent: 1002 }, 1],
  ],
  [
    "case 16: the same press is no other",
    "Switch",
    {},
    [["buttonevent", "eq", "1002"]],
    [{ buttonevent: 1002 }, 1],
    [{ buttonevent: 1002 }, 0],
    [{ buttonevent: 2002 }, 0],
    [{ buttonevent: 1002 }, 1],
  ],
  ["a press that is another", "Switch", {}, [["buttonevent", "dx"]], [{ buttonevent: 1 }, 1], [{ buttonevent: 1 }, 0]],
  [
    "case 25: a number, as such",
    "Switch",
    {},
    [["buttonevent", "eq", 1002]],
    [{ buttonevent: 1001 }, 0],
    [{ buttonevent: 1002 }, 1],
  ],
  ["case 25: true, as such", "GenericFlag", { flag: false }, [["flag", "eq", true]], [{ flag: true }, 1]],
  [
    "case 27: a threshold between two numbers",
    "GenericStatus",
    { status: 20 },
    [["status", "gt", 20.5]],
    [{ status: 21 }, 1],
  ],
  [
    "case 42: only stable: never",
    "GenericFlag",
    { flag: false },
    [["flag", "stable", "PT00:05:00"]],
    [{ flag: true }, 0],
  ],
  [
    "case 78: two members at once: as they are in the end, and once",
    "Power",
    { power: 1, voltage: 1 },
    [
      ["power", "gt", 4],
      ["voltage", "lt", 10],
    ],
    [{ power: 5, voltage: 20 }, 0],
    [{ power: 6, voltage: 5 }, 1],
    [{ power: 1, voltage: 20 }, 0],
    [{ voltage: 5, power: 5 }, 1],
  ],
];

for (const [says, kind, start, words, ...steps] of CASES) {
  test(says, async () => {
    const home = await ruleHouse();
    const id = await home.sensor(kind, start);
    const rule = await home.rule(words.map(([member, ...rest]) => [`/sensors/${id}/state/${member}`, ...rest]));
    for (const [state, times] of steps) {
      await home.see(id, state);
      assert.equal(home.fires(rule), times, JSON.stringify(state));
    }
    await home.stop();
  });
}

const P = "/sensors/1/state/presence";
const DARK = "/sensors/2/state/flag";

/** Presence, and a flag that says whether it is dark. */
async function hall(presence: boolean, dark: boolean, words: readonly Words[]): Promise<[RuleHouse, `/${string}`]> {
  const home = await ruleHouse();
  await home.sensor("Presence", { presence }, { config: { duration: 0 } });
  await home.sensor("GenericFlag", { flag: dark });
  return [home, await home.rule(words)];
}

const BOTH: readonly Words[] = [
  [P, "eq", "true"],
  [DARK, "eq", "true"],
];

test("cases 10 and 11: of two, either may be the last", async () => {
  const [home, rule] = await hall(true, false, BOTH);
  await home.see("2", { flag: true });
  assert.equal(home.fires(rule), 1);
  await home.see("1", { presence: false });
  assert.equal(home.fires(rule), 0);
  await home.see("1", { presence: true });
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("cases 12 and 13: beside a dx, nothing else wakes", async () => {
  const [home, rule] = await hall(true, false, [...BOTH, [P, "dx"]]);
  await home.see("2", { flag: true });
  assert.equal(home.fires(rule), 0);
  await home.see("1", { presence: false });
  assert.equal(home.fires(rule), 0, "it looks at what is now");
  await home.see("1", { presence: true });
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("cases 17 and 18: two rules that undo each other's condition take turns", async () => {
  const home = await ruleHouse();
  await home.sensor("Switch");
  await home.sensor("GenericStatus", { status: 1 });
  const press: readonly Words[] = [
    ["/sensors/1/state/buttonevent", "eq", "1002"],
    ["/sensors/1/state/lastupdated", "dx"],
  ];
  const becomes = (status: number) => [{ method: "PUT", address: "/sensors/2/state", body: { status } }];
  const off = await home.rule([...press, ["/sensors/2/state/status", "gt", "0"]], becomes(0));
  const on = await home.rule([...press, ["/sensors/2/state/status", "eq", "0"]], becomes(1));
  for (const [offs, ons, status] of [
    [1, 0, 0],
    [0, 1, 1],
    [1, 0, 0],
  ]) {
    await home.see("1", { buttonevent: 1002 });
    assert.deepEqual([home.fires(off), home.fires(on), home.state("/sensors/2").status], [offs, ons, status]);
  }
  await home.stop();
});

test("case 19: the last light of a group goes out", async () => {
  const home = await ruleHouse();
  for (const type of ["Dimmable light", "Dimmable light"]) await light(home, type);
  const { body } = await home.ask("POST", "/groups", { name: "g" });
  const [{ success }] = body as [{ success: { id: string } }];
  await home.ask("PUT", `/groups/${success.id}`, { lights: ["1", "2"] });
  await settle();
  await home.sensor("GenericFlag");
  const one = await home.rule([[`/groups/${success.id}/state/any_on`, "eq", "false"]]);
  const all = await home.rule([["/groups/0/state/any_on", "eq", "false"]]);
  home.store.patch("/lights/1", "state", { on: false }, BY_RADIO);
  await settle();
  assert.deepEqual([home.fires(one), home.fires(all)], [0, 0]);
  home.store.patch("/lights/2", "state", { on: false }, BY_RADIO);
  await settle();
  assert.deepEqual([home.fires(one), home.fires(all)], [1, 1]);
  await home.stop();
});

test("case 21: a sensor by its uniqueid, also when it comes back under another id", async () => {
  const home = await ruleHouse();
  const uniqueid = "00:15:8d:00:02:b5:d1:80-01-0500";
  await home.sensor("GenericFlag");
  const id = await home.sensor("OpenClose", { open: false }, { uniqueid });
  const rule = await home.rule([[`/sensors/${uniqueid}/state/open`, "eq", "true"]]);
  await home.see(id, { open: true });
  assert.equal(home.fires(rule), 1);
  await home.ask("DELETE", `/sensors/${id}`);
  const again = await home.sensor("OpenClose", { open: false }, { uniqueid });
  assert.notEqual(again, id);
  await home.see(again, { open: true });
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("case 22: a sensor that is switched off counts for nothing, but that it is off counts", async () => {
  const [home, rule] = await hall(true, false, BOTH);
  const off = await home.rule([["/sensors/1/config/on", "eq", "false"]]);
  await home.ask("PUT", "/sensors/1/config", { on: false });
  await settle();
  await home.see("2", { flag: true });
  assert.deepEqual([home.fires(rule), home.fires(off)], [0, 1]);
  await home.stop();
});

test("case 24: a value that was never told is not unequal", async () => {
  const home = await ruleHouse();
  await home.sensor("GenericFlag", { flag: false });
  const resource = { address: "/sensors/9", type: "ZHAHumidity", attr: { name: "h" } } as const;
  home.store.put({ ...resource, config: { on: true }, state: { humidity: null }, action: {} }, BY_RADIO);
  const rule = await home.rule([
    ["/sensors/9/state/humidity", "ne", "0"],
    ["/sensors/1/state/flag", "eq", "true"],
  ]);
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 0);
  home.store.patch("/sensors/9", "state", { humidity: 4_000 }, BY_RADIO);
  await settle();
  assert.equal(home.fires(rule), 1, "the first value is news");
  await home.stop();
});

test("the x of a lamp's color, and not its y", async () => {
  const home = await ruleHouse();
  const id = await light(home, "Color light", { state: { xy: [0.1, 0.1] } });
  await home.sensor("GenericFlag");
  const [x, y] = [
    await home.rule([[`/lights/${id}/state/x`, "dx"]]),
    await home.rule([[`/lights/${id}/state/y`, "dx"]]),
  ];
  for (const [xy, times] of [
    [
      [0.1, 0.2],
      [0, 1],
    ],
    [
      [0.2, 0.2],
      [1, 0],
    ],
  ]) {
    home.store.patch(`/lights/${id}`, "state", { xy }, BY_RADIO);
    await settle();
    assert.deepEqual([home.fires(x), home.fires(y)], times);
  }
  await home.stop();
});

test("a value that is taken back wakes no rule, but it is remembered", async () => {
  const home = await ruleHouse();
  const id = await light(home, "Dimmable light", { state: { on: false } });
  await home.sensor("Switch");
  const on = await home.rule([[`/lights/${id}/state/on`, "eq", "true"]]);
  const off = await home.rule([[`/lights/${id}/state/on`, "eq", "false"]]);
  const settled = await home.rule([
    ["/sensors/1/state/buttonevent", "dx"],
    [`/lights/${id}/state/on`, "stable", "PT00:00:10"],
  ]);
  home.store.patch(`/lights/${id}`, "state", { on: true }, BY_RADIO);
  await settle();
  await home.pass(20);
  home.store.patch(`/lights/${id}`, "state", { on: false }, { ...BY_RADIO, undo: true });
  await settle();
  await home.pass(5);
  await home.see("1", { buttonevent: 1 });
  assert.deepEqual([home.fires(on), home.fires(off), home.fires(settled)], [1, 0, 0]);
  await home.pass(5);
  await home.see("1", { buttonevent: 2 });
  assert.deepEqual([home.fires(on), home.fires(off), home.fires(settled)], [0, 0, 1]);
  await home.stop();
});

test("a sensor that is new wakes no rule", async () => {
  const home = await ruleHouse();
  const uniqueid = "00:15:8d:00:02:b5:d1:80-01-0500";
  await home.sensor("GenericFlag");
  const id = await home.sensor("OpenClose", { open: true }, { uniqueid });
  const rule = await home.rule([[`/sensors/${uniqueid}/state/open`, "eq", "true"]]);
  await home.ask("DELETE", `/sensors/${id}`);
  await home.sensor("OpenClose", { open: true }, { uniqueid });
  assert.equal(home.fires(rule), 0);
  await home.stop();
});
