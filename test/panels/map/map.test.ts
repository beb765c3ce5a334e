/** The map: where each device stands, that none stands on another, and which part of it is seen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Graph, graphOf } from "../../../panels/map/graph.ts";
import { layoutOf, type MapLayout, type MapPoint } from "../../../panels/map/layout.ts";
import { enlarged, middleOf, moved, nextTowards, showing, whole } from "../../../panels/map/view.ts";
import type { HeardNeighbour, NeighbourReports, NetworkDevices } from "../../../panels/network/links.ts";

const hears = (mac: string, quality: number, relation: HeardNeighbour["relation"] = "sibling"): HeardNeighbour => ({
  ...{ mac, quality, relation, depth: 1 },
});
const known = (routers: readonly string[], leaves: readonly string[]): NetworkDevices => ({
  coordinator: "c",
  devices: Object.fromEntries([
    ...routers.map((mac) => [mac, { kind: "router" }]),
    ...leaves.map((mac) => [mac, { kind: "end-device" }]),
  ]),
});

test("two devices that hear each other have one link, as good as its worse direction", () => {
  const answers: NeighbourReports = {
    c: { at: 1, neighbours: [hears("r", 200, "child"), hears("gone", 9), hears("c", 9)] },
    r: { at: 1, neighbours: [hears("c", 100, "parent"), hears("s", 50)] },
  };
  const { links } = graphOf(answers, known(["r", "s"], []));
  assert.deepEqual(links, [
    { key: "r s", ends: ["r", "s"], heard: [50, undefined], quality: 50, isParentLink: false },
    { key: "c r", ends: ["c", "r"], heard: [200, 100], quality: 100, isParentLink: true },
  ]);
});

test("the parent of an end device is the router that calls it a child, else the one that hears it best, never another end device", () => {
  const answers: NeighbourReports = {
    c: { at: 1, neighbours: [hears("e", 250, "other"), hears("f", 90, "other")] },
    r: { at: 1, neighbours: [hears("e", 20, "child"), hears("f", 91, "other")] },
    g: { at: 1, neighbours: [hears("f", 255, "child")] },
  };
  const { nodes } = graphOf(answers, known(["r"], ["e", "f", "g", "h"]));
  assert.deepEqual(
    nodes.map(({ mac, role, parent }) => [mac, role, parent]),
    [
      ["c", "coordinator", undefined],
      ["e", "end-device", "r"],
      ["f", "end-device", "r"],
      ["g", "end-device", undefined],
      ["h", "end-device", undefined],
      ["r", "router", undefined],
    ],
  );
});

/** Each router hears the next ones and the stick; end devices go round; some are not heard. */
function large(routers: number, leaves: number, lost = 0): Graph {
  const names = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${1000 + index}`);
  const [r, e] = [names("r", routers), names("e", leaves)];
  const hubs = ["c", ...r];
  const answers = Object.fromEntries(
    hubs.map((mac, index) => [
      mac,
      {
        at: 1,
        neighbours: [
          ...r
            .filter((_, other) => other !== index - 1 && (other * 7 + index) % 5 === 0)
            .map((other) => hears(other, 120)),
          ...e.slice(lost).flatMap((leaf, place) => (place % hubs.length === index ? [hears(leaf, 80, "child")] : [])),
        ],
      },
    ]),
  );
  return graphOf(answers, known(r, e));
}

function nearest({ points }: MapLayout): number {
  const all = [...points.values()];
  let least = Number.POSITIVE_INFINITY;
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
  return least;
}

for (const [routers, leaves, lost] of [
  [0, 0, 0],
  [1, 0, 0],
  [0, 120, 0],
  [6, 9, 2],
  [40, 160, 20],
  [200, 0, 0],
  [100, 400, 0],
] as const)
  test(`${routers} routers, ${leaves} end devices, ${lost} of them lost: each has its own spot, within bounds`, () => {
    const graph = large(routers, leaves, lost);
    const layout = layoutOf(graph);
    assert.equal(layout.points.size, 1 + routers + leaves);
    assert.deepEqual(layout.points.get("c"), { x: 0, y: 0 });
    assert.ok(nearest(layout) > 20, String(nearest(layout)));
    const { x, y, width, height } = layout.bounds;
    for (const spot of layout.points.values()) {
      assert.ok(Number.isFinite(spot.x) && Number.isFinite(spot.y));
      assert.ok(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height);
    }
    const side = 400 + 110 * Math.sqrt((1 + routers + leaves) * 4);
    assert.ok(Math.max(width, height) < side, `${width} × ${height}, not ${side}`);
    assert.deepEqual(layoutOf(graph), layout, "always the same");
  });

test("a network without devices", () => {
  const layout = layoutOf(graphOf({}, { coordinator: "", devices: { e: {}, f: {} } }));
  assert.equal(layout.points.size, 2);
  assert.ok(layout.bounds.width > 0);
  assert.ok(layoutOf({ nodes: [], links: [] }).bounds.width > 0);
});

test("end devices stand nearer to their parent than to any other router", () => {
  const graph = large(12, 60);
  const { points } = layoutOf(graph);
  const far = (one: string, other: string) => {
    const [from, to] = [points.get(one), points.get(other)] as [MapPoint, MapPoint];
    return Math.hypot(from.x - to.x, from.y - to.y);
  };
  const hubs = graph.nodes.filter(({ role }) => role !== "end-device");
  for (const { mac, parent } of graph.nodes)
    if (parent !== undefined)
      for (const hub of hubs)
        assert.ok(hub.mac === parent || far(mac, hub.mac) > far(mac, parent), `${mac} ${hub.mac}`);
});

test("the name of an end device stands away from its parent, and within the map", () => {
  const { points, bounds } = layoutOf(large(0, 8));
  const sides = [...points.values()].map(({ x, y, side }) => [Math.round(x), Math.round(y), side ?? "beneath"]);
  assert.deepEqual(new Set(sides.map(([, , side]) => side)), new Set(["left", "right", "above", "beneath"]));
  for (const [x, y, side] of sides as [number, number, string][]) {
    if (side === "left") assert.ok(x < 0 && x - 90 > bounds.x);
    if (side === "right") assert.ok(x > 0 && x + 90 < bounds.x + bounds.width);
    if (side === "above") assert.ok(y < 0 && Math.abs(x) < -y);
  }
});

/** A house in which the stick hears everybody, and the routers hear each other. */
function close(routers: number, leaves: number): Graph {
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);
  const [r, e] = [names("r", routers), names("e", leaves)];
  const others = (mac: string) => r.filter((other) => other !== mac).map((other) => hears(other, 60));
  const answers: NeighbourReports = {
    c: { at: 1, neighbours: [...r, ...e].map((mac) => hears(mac, 200, "child")) },
    ...Object.fromEntries(r.map((mac) => [mac, { at: 1, neighbours: [hears("c", 200, "parent"), ...others(mac)] }])),
  };
  return graphOf(answers, known(r, e));
}

for (const routers of [4, 6, 12])
  test(`${routers} routers that all hear each other stand all around, not on one side`, () => {
    const { points } = layoutOf(close(routers, 9));
    const angles = [...points].filter(([mac]) => mac.startsWith("r")).map(([, { x, y }]) => Math.atan2(y, x));
    angles.sort((one, other) => one - other);
    const full = 2 * Math.PI;
    const gaps = angles.map((angle, index) => ((angles[index + 1] ?? (angles[0] ?? 0) + full) - angle) % full);
    assert.ok(Math.max(...gaps) < (1.3 * full) / routers, gaps.join(" "));
  });

/** The area that a name covers, as the map writes it: beside its point, above it, or beneath. */
function written({ x, y, side }: MapPoint, [width, height] = [92, 12]) {
  if (side === "left") return { left: x - 10 - width, top: y - height / 2, width, height };
  if (side === "right") return { left: x + 10, top: y - height / 2, width, height };
  return { left: x - width / 2, top: side === "above" ? y - 10 - height : y + 10, width, height };
}

for (const [routers, leaves] of [
  [6, 9],
  [3, 12],
  [12, 5],
] as const)
  test(`${routers} routers and ${leaves} end devices: no long name runs into another`, () => {
    const names = [...layoutOf(close(routers, leaves)).points].map(([mac, spot]) => ({ mac, ...written(spot) }));
    for (const [index, one] of names.entries())
      for (const other of names.slice(index + 1)) {
        const isAside = one.left + one.width <= other.left || other.left + other.width <= one.left;
        const isApart = one.top + one.height <= other.top || other.top + other.height <= one.top;
        assert.ok(isAside || isApart, `${one.mac} and ${other.mac}`);
      }
  });

const BOUNDS = { x: -100, y: -50, width: 200, height: 100 };
const SIZE = { width: 300, height: 300 };

test("all of it is seen, in the middle, in the shape of the frame", () => {
  assert.deepEqual(whole(BOUNDS, SIZE), { x: -100, y: -100, width: 200, height: 200 });
  assert.deepEqual(whole(BOUNDS, { width: 300, height: 100 }), { x: -150, y: -50, width: 300, height: 100 });
});

test("enlarged, the spot stays where it is seen; there is an end to it both ways", () => {
  const view = whole(BOUNDS, SIZE);
  assert.deepEqual(enlarged(view, 2, { x: -50, y: -50 }, BOUNDS), { x: -75, y: -75, width: 100, height: 100 });
  const [small, large] = [enlarged(view, 1e6, { x: 0, y: 0 }, BOUNDS), enlarged(view, 1e-6, { x: 0, y: 0 }, BOUNDS)];
  assert.deepEqual([small.width, small.height, large.width], [80, 80, 600]);
  assert.deepEqual(middleOf(small), { x: 0, y: 0 });
});

test("moved, its middle stays on the map; moved to a spot only when that is not seen", () => {
  const view = { x: -20, y: -20, width: 40, height: 40 };
  assert.deepEqual(middleOf(moved(view, 30, -10, BOUNDS)), { x: 30, y: -10 });
  assert.deepEqual(middleOf(moved(view, 1_000, -1_000, BOUNDS)), { x: 100, y: -50 });
  assert.equal(showing(view, { x: 5, y: 5 }, BOUNDS), view);
  assert.deepEqual(middleOf(showing(view, { x: 60, y: 5 }, BOUNDS)), { x: 60, y: 5 });
});

test("the next one in a direction: a device straight ahead is nearer than one aside", () => {
  const spots = new Map<string, MapPoint>([
    ["a", { x: 0, y: 0 }],
    ["far", { x: 50, y: 0 }],
    ["aside", { x: 20, y: 30 }],
    ["left", { x: -5, y: 0 }],
  ]);
  assert.equal(nextTowards(spots, "a", { x: 1, y: 0 }), "far");
  assert.equal(nextTowards(spots, "a", { x: -1, y: 0 }), "left");
  assert.equal(nextTowards(spots, "a", { x: 0, y: 1 }), "aside");
  assert.equal(nextTowards(spots, "a", { x: 0, y: -1 }), undefined);
  assert.equal(nextTowards(spots, "gone", { x: 1, y: 0 }), undefined);
});
