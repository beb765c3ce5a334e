import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { NodeAPI } from "node-red";
import {
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  resourceInTopic,
} from "../../../nodes/flow-node/resource-reference.ts";
import type { Address, Resource } from "../../../src/model/resource.ts";
import { clip, type FakeHouse, house } from "../../support/fakes.ts";

const RED = { _: (key: string, { name = "" } = {}) => `${key.split(".").at(-1)} ${name}` } as unknown as NodeAPI;

let home: FakeHouse;
let own = "";
before(async () => {
  home = await house();
  own = String(home.store.get("/config")?.attr.bridgeid);
  await home.ask("POST", "/sensors", clip("CLIPPresence", { name: "Hall", uniqueid: "2" }));
  await home.ask("POST", "/sensors", clip("CLIPPresence", { name: "Attic", uniqueid: "attic-1" }));
  for (const name of ["Kitchen", "Hall", "Hall"]) await home.ask("POST", "/groups", { name });
  home.store.put(light("/lights/1", "00:11-01"), { by: "radio", depth: 0 });
});
after(() => home.stop());

function light(address: Address, uniqueid: string): Resource {
  return { address, type: "On/Off light", attr: { name: "Lamp", uniqueid }, config: {}, state: {}, action: {} };
}

const found = (def: Parameters<typeof referenceOf>[0]) => resolve(home.store, referenceOf(def))?.address;

test("a resource with a unique id is found by it, wherever it is now", () => {
  assert.equal(found({ address: "/sensors/99", uniqueid: "attic-1", resourceName: "Attic" }), "/sensors/2");
  assert.equal(found({ address: "/sensors/2", uniqueid: "gone", resourceName: "Attic" }), undefined);
  assert.equal(found({ address: "/sensors/1", uniqueid: "2" }), "/sensors/1", "which may look like another one's id");
});

test("a group is found by its id here, elsewhere by its name, if only one has it", () => {
  assert.equal(found({ address: "/groups/1", resourceName: "Renamed since", house: own }), "/groups/1");
  assert.equal(found({ address: "/groups/3", resourceName: "Kitchen", house: "another" }), "/groups/1");
  assert.equal(found({ address: "/groups/1", resourceName: "Hall", house: "another" }), undefined);
  assert.equal(found({ address: "/groups/1", resourceName: "Bath", house: "another" }), undefined);
  assert.equal(found({ address: "/groups/1" }), "/groups/1", "written by hand");
});

test("a device in the place of a broken one is found by the unique id of that one", () => {
  const former = home.store.get("/lights/1") as Resource;
  home.store.put(
    { ...former, attr: { ...former.attr, uniqueid: "00:22-01", formerly: ["00:11-01"] } },
    { by: "radio", depth: 0 },
  );
  assert.equal(found({ address: "/lights/1", uniqueid: "00:11-01" }), "/lights/1");
  const pick = referenceOf({ address: "/lights/1", uniqueid: "00:11-01" });
  assert.equal(refersTo(home.store, pick, home.store.get("/lights/1") as Resource), true);
  home.store.put(former, { by: "radio", depth: 0 });
});

test("an empty reference is of no resource", () => {
  assert.equal(found({}), undefined);
  assert.equal(found({ address: " ", uniqueid: "attic-1" }), undefined);
  assert.deepEqual(referenceOf({ address: 5 as unknown as string }), {
    address: "",
    uniqueid: "",
    resourceName: "",
    house: "",
  });
});

test("whether a resource is the one that was picked", () => {
  const [hall, attic] = home.store.list("/sensors") as [Resource, Resource];
  const pick = referenceOf({ address: "/sensors/7", uniqueid: "attic-1" });
  assert.equal(refersTo(home.store, pick, attic), true);
  assert.equal(refersTo(home.store, pick, hall), false);
  assert.equal(refersTo(home.store, referenceOf({ address: "/lights/7", uniqueid: "attic-1" }), attic), false);
  const kitchen = home.store.get("/groups/1") as Resource;
  assert.equal(refersTo(home.store, referenceOf({ address: "/groups/1", house: own }), kitchen), true);
  assert.equal(refersTo(home.store, referenceOf({ address: "/groups/2", house: own }), kitchen), false);
  assert.equal(refersTo(home.store, referenceOf({}), kitchen), false);
  const elsewhere = referenceOf({ address: "/groups/9", resourceName: "Kitchen", house: "another" });
  assert.equal(refersTo(home.store, elsewhere, kitchen), true);
  const gone = { ...kitchen, address: "/groups/9" } as const;
  assert.equal(
    refersTo(home.store, referenceOf({ address: "/groups/9" }), gone),
    true,
    "also when it has just been deleted",
  );
  assert.equal(refersTo(home.store, referenceOf({ address: "/groups/1" }), gone), false);
});

test("a resource that is not there is called by the name that it had", () => {
  const demanded = (def: Parameters<typeof referenceOf>[0]) => () => requireResource(RED, home.store, referenceOf(def));
  assert.throws(demanded({ address: "/lights/9", uniqueid: "x", resourceName: "Hall lamp" }), {
    code: "not-found",
    message: "not-found Hall lamp",
  });
  assert.throws(demanded({ address: "/groups/9" }), { message: "not-found /groups/9" });
  assert.throws(demanded({}), { code: "not-found", message: "none " });
  home.radio.tell({ kind: "down", reason: "pulled out" });
  assert.throws(demanded({ address: "/groups/9" }), { code: "not-found", message: "not-found-radio /groups/9" });
  assert.throws(demanded({}), { message: "none " });
  home.radio.rise();
});

test("a message names lights and groups by id, unique id or name", () => {
  const rows: readonly [topic: string, address: Address | undefined][] = [
    ["/lights/1", "/lights/1"],
    ["/lights/00:11-01", "/lights/1"],
    ["/lights/Lamp", "/lights/1"],
    ["/groups/1", "/groups/1"],
    ["/groups/0", "/groups/65520"],
    ["/groups/Kitchen", "/groups/1"],
    ["/groups/Hall", undefined],
    ["/lights/1/state", undefined],
    ["/lights/", undefined],
    ["/sensors/1", undefined],
    ["/lights/constructor", undefined],
  ];
  for (const [topic, address] of rows) assert.equal(resourceInTopic(home.store, topic)?.address, address, topic);
});
