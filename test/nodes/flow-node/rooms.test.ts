/** In which rooms and groups a resource is: by these it is found in the lists of the dialogs, and heard by an event node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../nodes/flow-node/resource-reference.ts";
import { roomsOf } from "../../../nodes/flow-node/rooms.ts";
import type { Resource } from "../../../src/model/resource.ts";

const MAC = "00:17:88:01:00:00:00:0";
const ALL: Readonly<Record<string, Record<string, unknown>>> = {
  "/groups/65520": { name: "All", lights: ["1", "2"] },
  "/groups/1": { name: "Kitchen", lights: ["1"], devicemembership: ["3"] },
  "/groups/2": { name: "Downstairs", lights: ["1", "2", "99", 7] },
  "/groups/3": { name: "Secret", lights: ["2"], hidden: true },
  "/lights/1": { uniqueid: `${MAC}1-01` },
  "/lights/2": { uniqueid: `${MAC}2-01` },
  "/sensors/1": { uniqueid: `${MAC}1-02-0406` },
  "/sensors/2": { uniqueid: `${MAC}4-02-0402` },
  "/sensors/3": { uniqueid: `${MAC}5-01-1000` },
  "/sensors/4": { uniqueid: "soil-1" },
  "/sensors/5": { uniqueid: "soil-2" },
  "/resourcelinks/1": { classid: 27_110, links: ["/groups/2", "/sensors/2", "/sensors/4", "/sensors/77"] },
  "/resourcelinks/2": { classid: 1, links: ["/groups/2", "/sensors/5"] },
  "/resourcelinks/3": { classid: 27_110, links: ["/groups/88", "/sensors/5"] },
};
const resource = (address: string) => ({ address, attr: ALL[address] ?? {} }) as unknown as Resource;
const store = {
  get: (address: string) => (Object.hasOwn(ALL, address) ? resource(address) : undefined),
  list: (collection: string) =>
    Object.keys(ALL)
      .filter((at) => at.startsWith(`${collection}/`))
      .map(resource),
} as unknown as Store;

const cases: [address: string, rooms: string[], why: string][] = [
  ["/lights/1", ["Kitchen", "Downstairs"], "its groups, but not that of all"],
  ["/lights/2", ["Downstairs"], "no hidden one"],
  ["/sensors/1", ["Kitchen", "Downstairs"], "where the light of its device is"],
  ["/sensors/2", ["Downstairs"], "where a note puts it"],
  ["/sensors/3", ["Kitchen"], "the group that it made"],
  ["/sensors/4", ["Downstairs"], "no device stands behind it"],
  ["/sensors/5", [], "notes of others, and of groups that are gone"],
  [`/devices/${MAC}1`, ["Kitchen", "Downstairs"], "where its light is"],
  [`/devices/${MAC}9`, [], "nothing of it is anywhere"],
];

for (const [address, rooms, why] of cases)
  test(`${address}: ${why}`, () => {
    const found = roomsOf(store)(resource(address));
    assert.deepEqual(
      found.map(({ attr }) => attr.name),
      rooms,
    );
  });
