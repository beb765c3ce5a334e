/** The names on the map: readable however small it is, and never one over another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Graph } from "../../../panels/map/graph.ts";
import { labelsFor, lettersIn, type MapLabel, RADIUS, shortened } from "../../../panels/map/labels.ts";
import { layoutOf, stretched } from "../../../panels/map/layout.ts";
import { whole } from "../../../panels/map/view.ts";

function graph(routers: number, leaves: number): Graph {
  const hubs = ["c", ...Array.from({ length: routers }, (_, index) => `r${index}`)];
  const nodes = [
    ...hubs.map((mac) => ({ mac, role: mac === "c" ? ("coordinator" as const) : ("router" as const) })),
    ...Array.from({ length: leaves }, (_, index) => ({
      ...{ mac: `e${index}`, role: "end-device" as const, parent: hubs[index % hubs.length] ?? "c" },
    })),
  ];
  return { nodes, links: [] };
}

const NAMES: Readonly<Record<string, string>> = { c: "Coordinator", r0: "Living room plug", e0: "Kitchen window left" };
const nameOf = (mac: string) => NAMES[mac] ?? `Device ${mac}`;

function labelled(routers: number, leaves: number, width: number, chosen?: string) {
  const own = graph(routers, leaves);
  const { points, bounds } = layoutOf(own);
  const view = whole(bounds, { width, height: 300 });
  const unit = view.width / width;
  return { labels: labelsFor({ nodes: own.nodes, points, nameOf, view, unit, chosen }), unit, view };
}

/** Letters are given in pixels: by themselves somewhat narrower than they really are. */
function boxOf({ text, x, y, anchor }: MapLabel, unit: number, letters = 5.5) {
  const width = text.length * letters * unit;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 11 * unit * 0.8, bottom: y };
}

for (const [routers, leaves, width] of [
  [6, 10, 276],
  [6, 10, 900],
  [40, 160, 276],
  [0, 30, 276],
] as const)
  test(`${routers} routers and ${leaves} end devices in ${width} pixels: names are at least 11 px, within the map, and apart`, () => {
    const { labels, unit, view } = labelled(routers, leaves, width);
    assert.ok(lettersIn(view, unit) / unit >= 11);
    assert.ok(
      labels.some(({ mac }) => mac === "c"),
      "the stick has its name",
    );
    const boxes = labels.map((label) => boxOf(label, unit));
    for (const [index, one] of boxes.entries()) {
      const { left, right } = boxOf(labels[index] as MapLabel, unit, 6.4);
      const margin = 5 * unit;
      assert.ok(left >= view.x + margin && right <= view.x + view.width - margin, labels[index]?.text);
      for (const other of boxes.slice(index + 1))
        assert.ok(
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
          `${labels[index]?.text}`,
        );
    }
  });

test("a small house shows most of its names at 300 pixels, and all of them on a wide page", () => {
  assert.ok(labelled(4, 8, 276).labels.length >= 7, String(labelled(4, 8, 276).labels.length));
  assert.equal(labelled(4, 8, 900).labels.length, 13);
});

test("the chosen device has its name, even if others have to go without", () => {
  for (const mac of ["e0", "e41", "e159"]) assert.equal(labelled(40, 160, 276, mac).labels[0]?.mac, mac);
});

test("a long name is cut", () => {
  const { labels } = labelled(0, 1, 900);
  assert.ok(labels.every(({ text }) => text.length <= 20));
});

for (const [name, longest, expected] of [
  ["Hall lamp", 10, "Hall lamp"],
  ["Living room lamp", 10, "Livi… lamp"],
  ["Living room thermostat", 10, "Living ro…"],
  ["Washing machine floor", 20, "Washing machi… floor"],
] as const)
  test(`${name} in ${longest} letters: ${expected}`, () => assert.equal(shortened(name, longest), expected));

/** Routers that all hear each other, end devices at the stick, and one router that no device hears. */
function houseWithLostLamp(): Graph {
  const own = graph(9, 10);
  const heard = own.nodes.filter(({ role, mac }) => role !== "end-device" && mac !== "r8").map(({ mac }) => mac);
  const links = heard.flatMap((one, index) =>
    heard.slice(index + 1).map((other) => {
      const isParentLink = one === "c";
      return {
        key: `${one} ${other}`,
        ends: [one, other] as const,
        heard: [200, 200] as const,
        quality: 200,
        isParentLink,
      };
    }),
  );
  const nodes = own.nodes.map((node) => (node.role === "end-device" ? { ...node, parent: "c" } : node));
  return { nodes, links };
}

test("around a stick with ten end devices all have their names, none over a circle; one that is not reached is said", () => {
  const own = houseWithLostLamp();
  const { points, bounds } = layoutOf(own);
  const view = whole(bounds, { width: 720, height: 560 });
  const unit = view.width / 720;
  const remarkOf = (mac: string) => (mac === "r8" ? "not reached" : undefined);
  const labels = labelsFor({ nodes: own.nodes, points, nameOf, view, unit, remarkOf });
  assert.deepEqual(
    own.nodes.map(({ mac }) => mac).filter((mac) => !labels.some((label) => label.mac === mac)),
    [],
    "without a name",
  );
  assert.equal(labels.find(({ mac }) => mac === "r8")?.text, "Device r8 (not reached)");
  for (const label of labels) {
    const box = boxOf(label, unit);
    for (const { mac, role } of own.nodes) {
      const { x, y } = points.get(mac) ?? { x: 0, y: 0 };
      const away = RADIUS[role] * 0.7;
      const isApart = box.right <= x - away || box.left >= x + away || box.bottom <= y - away || box.top >= y + away;
      assert.ok(mac === label.mac || isApart, `${label.text} lies on ${mac}`);
    }
  }
});

test("in the sidebar the map is high, and each device of a house has its name on it, shortened where it must be", () => {
  const own = houseWithLostLamp();
  const size = { width: 276, height: 420 };
  const { points, bounds } = stretched(layoutOf(own), size);
  const view = whole(bounds, size);
  const unit = view.width / size.width;
  const named = (mac: string) => `Living room ${nameOf(mac)}`;
  const labelled = (chosen?: string) => labelsFor({ nodes: own.nodes, points, nameOf: named, view, unit, chosen });
  const labels = labelled();
  assert.deepEqual(
    own.nodes.map(({ mac }) => mac).filter((mac) => !labels.some((label) => label.mac === mac)),
    [],
    "without a name",
  );
  assert.equal(labelled("e3")[0]?.text, shortened(named("e3"), 20), "the chosen one is as long as can be");
  const boxes = labels.map((label) => boxOf(label, unit));
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      assert.ok(
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
        `${labels[index]?.text}`,
      );
});

test("a device that is not reached has its name however little room there is", () => {
  const own = graph(40, 160);
  const { points, bounds } = layoutOf(own);
  const view = whole(bounds, { width: 276, height: 300 });
  for (const lost of ["r7", "e41", "e159"]) {
    const remarkOf = (mac: string) => (mac === lost ? "not reached" : undefined);
    const labels = labelsFor({ nodes: own.nodes, points, nameOf, view, unit: view.width / 276, remarkOf });
    assert.match(labels.find(({ mac }) => mac === lost)?.text ?? "", /^Devi/, lost);
  }
});
