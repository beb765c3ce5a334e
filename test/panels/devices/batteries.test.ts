/** The table of batteries: which ones a device takes, which are due, and the cells to buy for them. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  batteryCourse,
  endOf,
  type ShownBattery,
  sayCells,
  sayHeard,
  shoppingFor,
  urgencyOf,
} from "../../../panels/devices/batteries/battery-rows.ts";
import type { HouseDevice } from "../../../panels/devices/house-devices.ts";
import type { Values } from "../../../src/model/resource.ts";
import { CELLS_IN_SHOPS, cellsOf, isRechargeable } from "../../../src/model/sensors/battery-cells.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const DAY = 86_400_000;

const models: [what: string, info: Values, cells: string | undefined][] = [
  ["by its name in shops", { productid: "E1525/E1745", modelid: "TRADFRI motion sensor" }, "2×CR2032"],
  ["by the name that it gives itself", { modelid: "TH01" }, "CR2450"],
  ["somebody has looked", { productid: "E1525/E1745", cells: " 2 x AAA " }, "2 x AAA"],
  ["nobody knows", { productid: "X", modelid: "Y" }, undefined],
  ["it tells nothing", {}, undefined],
];
for (const [what, info, cells] of models)
  test(`batteries of a model: ${what}`, () => assert.equal(cellsOf(info), cells));

test("cells are told as shops write them, and a pack by its maker", () => {
  assert.deepEqual(["2×AAA", "CR2032", "2 x AAA", "Li-ion 3.7 V", "BRAUNIT"].map(sayCells), [
    ...["2 × AAA", "CR2032", "2 × AAA", "Li-ion 3.7 V", "IKEA BRAUNIT"],
  ]);
  assert.ok(CELLS_IN_SHOPS.every((cells) => /^(\d×)?[A-Z0-9]+$/.test(cells)));
});

const row = (name: string, days: number | undefined, cells?: string, isLow = false) =>
  ({
    device: { name },
    ...{ battery: { percent: 50, isLow }, emptyAt: days === undefined ? undefined : days * DAY, cells },
  }) as ShownBattery;
const names = (rows: readonly ShownBattery[]) => rows.map(({ device }) => device.name);

test("the cells to buy are summed up for the next months, however they are written, the one wanted first in front", () => {
  const { low, buy, charge, unknown } = shoppingFor(
    [
      row("Window", 100, "2 x AAA"),
      row("Door", 30, "2×AAA"),
      row("Motion", 20, "CR2032"),
      row("Remote", 0, "AAA", true),
      row("Blind", 60, "BRAUNIT"),
      row("Stranger", 60),
      row("Far", 130, "CR2032"),
      row("Nobody knows when", undefined, "CR2032"),
    ],
    0,
  );
  assert.deepEqual(names(low), ["Remote"]);
  assert.deepEqual(
    buy.map(({ cells, rows }) => [cells, ...names(rows)]),
    [
      ["5 × AAA", "Remote", "Door", "Window"],
      ["1 × CR2032", "Motion"],
    ],
  );
  assert.deepEqual([names(charge), names(unknown)], [["Blind"], ["Stranger"]]);
});

test("the first to be empty stands first, then the emptiest without a forecast, then a device that tells nothing", () => {
  const level = (percent: number) => ({ ...row(`${percent} %`, undefined), battery: { percent, isLow: false } });
  const rows = [
    level(90),
    { ...row("untold", undefined), battery: undefined },
    row("late", 90),
    level(20),
    row("soon", 3),
  ];
  const sorted = rows.toSorted((one, other) => (urgencyOf(one) ?? Infinity) - (urgencyOf(other) ?? Infinity));
  assert.deepEqual(names(sorted), ["soon", "late", "20 %", "90 %", "untold"]);
});

test("a low battery is to be changed now, also against its curve", () => {
  assert.equal(endOf({ percent: 15, isLow: true }, 90 * DAY, DAY), DAY);
  assert.equal(endOf({ percent: undefined, isLow: true }, undefined, DAY), DAY);
  assert.equal(endOf({ percent: 16, isLow: false }, 90 * DAY, DAY), 90 * DAY);
  assert.equal(endOf(undefined, undefined, DAY), undefined);
});

test("the course of a level is kept where the device tells it", () => {
  const device = (config: Values, state: Values = {}) =>
    ({ resources: [{ address: "/sensors/5", config, state }] }) as unknown as HouseDevice;
  assert.deepEqual(batteryCourse(device({ battery: 50 })), { address: "/sensors/5", member: "config/battery" });
  assert.deepEqual(batteryCourse(device({}, { battery: 50 })), { address: "/sensors/5", member: "state/battery" });
  assert.equal(batteryCourse(device({}, { lowbattery: true })), undefined);
});

test("when a device was heard stands after its room; without one it begins with nothing before it", () => {
  const device = { info: { lastseen: "2026-03-01T11:00Z" }, resources: [] } as unknown as HouseDevice;
  const noon = Date.UTC(2026, 2, 1, 12);
  assert.equal(sayHeard(device, true, noon), " · heard 1 hour ago");
  assert.equal(sayHeard(device, false, noon), "heard 1 hour ago");
  assert.equal(sayHeard({ ...device, info: {} } as HouseDevice, true, noon), "");
});

test("a rechargeable pack is not bought", () => {
  for (const cells of ["BRAUNIT", "2×AA NiMH", "Li-ion 2600 mAh"]) assert.equal(isRechargeable(cells), true, cells);
  for (const cells of ["CR2032", "2×AAA", "CR123A"]) assert.equal(isRechargeable(cells), false, cells);
});
