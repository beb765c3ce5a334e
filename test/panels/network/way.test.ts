/** The way to a device: as the network tells it, else as its links make it likely. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { graphOf } from "../../../panels/map/graph.ts";
import type { HeardNeighbour } from "../../../panels/network/links.ts";
import { type ToldVias, wayTo } from "../../../panels/network/way.ts";

const hears = (mac: string, quality: number, relation: HeardNeighbour["relation"] = "sibling"): HeardNeighbour => ({
  ...{ mac, quality, relation, depth: 1 },
});

/** The stick hears `near` well and `far` badly; `near` and `far` hear each other; `leaf` hangs on `far`, `lost` on none. */
const GRAPH = graphOf(
  {
    c: { at: 1, neighbours: [hears("near", 220), hears("far", 20)] },
    near: { at: 1, neighbours: [hears("far", 200)] },
    far: { at: 1, neighbours: [hears("leaf", 150, "child")] },
  },
  {
    coordinator: "c",
    devices: {
      near: { kind: "router" },
      far: { kind: "router" },
      leaf: { kind: "end-device" },
      lost: { kind: "end-device" },
    },
  },
);

const ways: [what: string, mac: string, told: ToldVias, way: string | undefined][] = [
  ["a router beside the stick", "near", {}, "likely near 220"],
  ["good links rather than few", "far", {}, "likely near 220, far 200"],
  ["as the stick has it, also over a bad link", "far", { far: "far" }, "told far 20"],
  ["by the next hop that was told", "far", { far: "near" }, "told near 220, far 200"],
  ["an end device by way of its parent", "leaf", {}, "likely near 220, far 200, leaf 150"],
  ["and by the way that its parent has", "leaf", { leaf: "far", far: "far" }, "told far 20, leaf 150"],
  ["an end device at the stick, which the survey did not find", "lost", { lost: "c" }, "told lost ?"],
  ["a hop that nobody knows counts for nothing", "far", { far: "gone" }, "likely near 220, far 200"],
  ["nobody knows", "lost", {}, undefined],
  ["the stick itself", "c", {}, undefined],
];
for (const [what, mac, told, way] of ways)
  test(`the way to a device: ${what}`, () => {
    const found = wayTo(mac, GRAPH, told);
    const words = found?.hops.map(({ mac: hop, quality }) => `${hop} ${quality ?? "?"}`).join(", ");
    assert.equal(found && `${found.isLikely ? "likely" : "told"} ${words}`, way);
  });
