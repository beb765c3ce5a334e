/** The store: the true values, their changes, and the etags of both. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bus } from "../../src/core/bus.ts";
import { Store } from "../../src/core/store.ts";
import type { Address, Change, Resource, Values } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";
import { fakeClock, loudLog, settle, TEST } from "../support/fakes.ts";

function world() {
  const bus = new Bus(loudLog());
  const clock = fakeClock();
  const store = new Store({ definitions: DEFINITIONS, clock, bus, salt: "0123456789abcdef0123456789abcdef" });
  const heard: Change[] = [];
  bus.on((change) => heard.push(change));
  return { store, clock, heard };
}

function sensor(id: number | string, more: Partial<Resource> = {}): Resource {
  const attr = { name: `S${id}`, uniqueid: `u${id}` };
  return { address: `/sensors/${id}`, type: "CLIPGenericStatus", attr, config: {}, state: {}, action: {}, ...more };
}

function bodyOf(store: Store, address: Address): Values {
  return (store.page(address)?.body ?? {}) as Values;
}

test("put, find by id and by uniqueid, remove", () => {
  const { store } = world();
  store.put(sensor(2), TEST);
  store.put(sensor(10), TEST);
  assert.equal(store.get("/sensors/2")?.attr.name, "S2");
  assert.equal(store.find("/sensors", "u10")?.address, "/sensors/10");
  assert.equal(store.find("/sensors", "10")?.address, "/sensors/10");
  assert.equal(store.find("/sensors", "__proto__"), undefined);
  assert.equal(store.find("/lights", "2"), undefined);
  assert.deepEqual(
    store.list("/sensors").map(({ address }) => address),
    ["/sensors/2", "/sensors/10"],
  );
  assert.equal(store.count("/sensors"), 2);
  store.remove("/sensors/2", TEST);
  store.remove("/sensors/2", TEST);
  assert.equal(store.find("/sensors", "u2"), undefined);
  assert.equal(store.count("/sensors"), 1);
});

test("a resource put anew gives its old uniqueid back", () => {
  const { store } = world();
  store.put(sensor(1), TEST);
  store.put(sensor(1, { attr: { uniqueid: "new" } }), TEST);
  assert.equal(store.find("/sensors", "u1"), undefined);
  assert.equal(store.find("/sensors", "new")?.address, "/sensors/1");
});

test("facts: the new values, those before, and their cause", async () => {
  const { store, heard } = world();
  store.put(sensor(1), TEST);
  store.patch("/sensors/1", "config", { battery: 5, on: true }, TEST);
  store.patch("/sensors/1", "config", { battery: 6, on: true }, { by: "radio", depth: 2 });
  store.patch("/sensors/1", "config", { battery: 6 }, TEST);
  store.patch("/sensors/1", "config", { battery: undefined }, TEST);
  store.patch("/sensors/9", "config", { battery: 6 }, TEST);
  store.remove("/sensors/1", TEST);
  await settle();
  const told = heard.map(({ event, section, values, before, cause }) => [event, section, values, before, cause.by]);
  assert.deepEqual(told, [
    ["added", undefined, {}, {}, "rest:test"],
    ["changed", "config", { battery: 5, on: true }, { battery: null, on: null }, "rest:test"],
    ["changed", "config", { battery: 6 }, { battery: 5 }, "radio"],
    ["changed", "config", { battery: null }, { battery: 6 }, "rest:test"],
    ["deleted", undefined, {}, {}, "rest:test"],
  ]);
  assert.equal("battery" in (heard.at(-1)?.resource.config ?? {}), false);
  assert.equal(heard.at(-1)?.resource.attr.name, "S1", "a deleted resource is told as it was last");
});

test("resources are replaced, never mutated", () => {
  const { store } = world();
  store.put(sensor(1), TEST);
  const before = store.get("/sensors/1");
  store.patch("/sensors/1", "state", { status: 5 }, TEST);
  assert.deepEqual(before?.state, {});
  assert.notEqual(store.get("/sensors/1"), before);
});

test("a page is kept until its resource changes; others keep theirs", () => {
  const { store } = world();
  store.put(sensor(1), TEST);
  store.put(sensor(2), TEST);
  const [one, two, all] = [store.page("/sensors/1"), store.page("/sensors/2"), store.collection("/sensors")];
  assert.equal(store.page("/sensors/1"), one);
  assert.equal(store.collection("/sensors"), all);
  store.patch("/sensors/1", "state", { status: 5 }, TEST);
  assert.notEqual(store.page("/sensors/1")?.etag, one?.etag);
  assert.equal(store.page("/sensors/2"), two);
  assert.notEqual(store.collection("/sensors").etag, all.etag);
  assert.equal(store.etagOf("/sensors/1"), store.page("/sensors/1")?.etag);
  assert.equal(bodyOf(store, "/sensors/1").etag, store.etagOf("/sensors/1"));
  const { etag } = store.collection("/sensors");
  store.remove("/sensors/1", TEST);
  assert.notEqual(store.collection("/sensors").etag, etag);
  assert.equal(store.page("/sensors/1"), undefined);
  assert.equal(store.etagOf("/sensors/1"), undefined);
});

test("a quiet change is seen, but is no new etag", () => {
  const { store } = world();
  store.put({ ...sensor(1), address: "/config", type: "Config", attr: { UTC: "a", name: "n" } }, TEST);
  const [page, whole] = [store.page("/config"), store.etag];
  store.patch("/config", "attr", { UTC: "b" }, TEST);
  assert.equal(store.page("/config")?.etag, page?.etag);
  assert.equal(store.etag, whole);
  assert.equal(bodyOf(store, "/config").UTC, "b");
  store.patch("/config", "attr", { UTC: "c", name: "m" }, TEST);
  assert.notEqual(store.page("/config")?.etag, page?.etag);
  assert.notEqual(store.etag, whole);
});

test("etags are 32 digits, and never those of another run", () => {
  const { store } = world();
  store.put(sensor(1), TEST);
  assert.match(store.etag, /^[0-9a-f]{32}$/);
  const { etag } = store.collection("/lights");
  assert.match(etag, /^[0-9a-f]{32}$/);
  const clock = fakeClock();
  const other = new Store({ definitions: DEFINITIONS, clock, bus: new Bus(loudLog()), salt: "f".repeat(32) });
  other.put(sensor(1), TEST);
  assert.notEqual(other.etagOf("/sensors/1"), store.etagOf("/sensors/1"));
});

test("the order of a collection is that of its ids, also from the disk", () => {
  const { store } = world();
  const json = JSON.stringify({ type: "CLIPAlarm", attr: {} });
  store.load([10, 9, 100, 1].map((id) => ({ address: `/sensors/${id}` as const, json })));
  assert.deepEqual(Object.keys(store.collection("/sensors").body as object), ["1", "9", "10", "100"]);
});

test("records that are not understood are named, and left alone", () => {
  const { store } = world();
  const strange = store.load([
    { address: "/sensors/1", json: "{" },
    { address: "/sensors/2", json: '{"type":"constructor"}' },
    { address: "/sensors/3", json: '{"type":"Link"}' },
    { address: "/sensors/4", json: "null" },
    { address: "/sensors/5" },
    { address: "/sensors/6", json: '{"type":"CLIPAlarm","attr":5,"state":[]}' },
  ]);
  assert.deepEqual(strange, ["/sensors/1", "/sensors/2", "/sensors/3", "/sensors/4", "/sensors/5"]);
  assert.deepEqual(store.get("/sensors/6")?.attr, {});
  assert.equal(store.isDirty, false);
});

test("the values that differ from the disk: facts at once, live values never, idle ones with the rest", () => {
  const { store } = world();
  store.put({ ...sensor(1), address: "/config", type: "Config", attr: {} }, TEST);
  store.put({ ...sensor(1), address: "/config/whitelist/AA", type: "Key", attr: {} }, TEST);
  assert.deepEqual(store.takeDirty(false), ["/config", "/config/whitelist/AA"]);
  store.patch("/config", "attr", { UTC: "a", linkbutton: true }, TEST);
  store.patch("/config/whitelist/AA", "attr", { lastused: "now" }, TEST);
  assert.equal(store.isDirty, false);
  assert.deepEqual(store.takeDirty(true), ["/config/whitelist/AA"]);
  assert.deepEqual(store.takeDirty(true), []);
  assert.equal(store.record("/config").json, '{"type":"Config"}');
  assert.deepEqual(store.record("/sensors/9"), { address: "/sensors/9" });
});

test("of a record that the disk has, the changes of its state are enough: all of them, however often", () => {
  const { store } = world();
  const json = '{"type":"CLIPAlarm","attr":{"name":"a"},"state":{"alarm":false}}';
  store.load([{ address: "/sensors/1", json, later: '{"state":{"alarm":true}}' }]);
  assert.equal(store.get("/sensors/1")?.state.alarm, true);
  const changes = () => JSON.parse(store.takeChanges("/sensors/1").later ?? "null");
  assert.deepEqual(changes(), { state: { alarm: true } });
  store.patch("/sensors/1", "state", { alarm: false }, TEST);
  assert.deepEqual(Object.keys(changes().state), ["lastupdated"]);
  assert.deepEqual(store.takeRecord("/sensors/1"), store.record("/sensors/1"));
  assert.deepEqual(changes(), {});
  store.patch("/sensors/1", "attr", { name: "b" }, TEST);
  assert.deepEqual(store.takeChanges("/sensors/1"), store.record("/sensors/1"), "more than its state");
  store.patch("/sensors/1", "state", { alarm: true }, TEST);
  store.forgetWritten();
  assert.deepEqual(store.takeChanges("/sensors/1"), store.record("/sensors/1"), "whole");
  assert.deepEqual(changes(), {});
  store.put({ ...sensor(1), attr: { name: "d" } }, TEST);
  assert.deepEqual(store.takeChanges("/sensors/1"), store.record("/sensors/1"), "another one");
  store.remove("/sensors/1", TEST);
  assert.deepEqual(store.takeChanges("/sensors/1"), { address: "/sensors/1" });
});
