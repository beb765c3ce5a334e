import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ChangeEvent,
  type EventFilters,
  messageOf,
  nameOf,
  passesFilters,
} from "../../../nodes/messages/change-messages.ts";
import type { Address, Cause, Change, Resource, Section, Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

const ALL: EventFilters = {
  ...{ family: "", section: "", member: "", becomes: "", event: "", cause: "" },
  ...{ measured: true, isOfMany: true },
};
const REST: Cause = { by: "rest:hall", depth: 0 };

function resource(type: string, address: Address, more: Partial<Resource> = {}): Resource {
  return { address, type, attr: {}, config: {}, state: {}, action: {}, ...more };
}

const HALL = resource("CLIPPresence", "/sensors/5", {
  attr: { name: "Hall", uniqueid: "u5" },
  config: { on: true },
  state: { presence: true },
});

function fact(one: Resource, section: Section | undefined, values: Values, more: Partial<Change> = {}): ChangeEvent {
  const event = section ? "changed" : "added";
  const change: Change = {
    event,
    resource: one,
    ...(section ? { section } : {}),
    values,
    before: {},
    cause: REST,
    ...more,
  };
  return { change, at: "2026-03-01T12:00:00.000Z", n: 7 };
}

function told(given: ChangeEvent, filters: Partial<EventFilters> = {}) {
  const definition = DEFINITIONS[given.change.resource.type];
  assert.ok(definition);
  return passesFilters(given, definition, { ...ALL, ...filters }) ? messageOf(given, definition) : undefined;
}

const seen = fact(HALL, "state", { presence: true }, { before: { presence: false } });

test("a changed value", () => {
  assert.deepEqual(told(seen), {
    topic: "/sensors/5/state",
    payload: { presence: true },
    data: {
      id: "5",
      uniqueid: "u5",
      name: "Hall",
      type: "CLIPPresence",
      state: { presence: true },
      config: { on: true },
    },
    event: {
      event: "changed",
      section: "state",
      values: { presence: true },
      before: { presence: false },
      cause: REST,
      at: "2026-03-01T12:00:00.000Z",
      n: 7,
    },
  });
});

test("a node may want only one side of a state that begins and ends", () => {
  assert.ok(told(seen, { member: "presence", becomes: "true" }));
  assert.equal(told(seen, { member: "presence", becomes: "false" }), undefined);
  assert.ok(told(seen, { member: "open, presence", becomes: "true, open" }));
});

test("the first that a new device says of itself is no end of anything", () => {
  const RADIO: Cause = { by: "radio", depth: 0 };
  const first = (on: boolean) => fact(HALL, "state", { presence: on }, { before: { presence: null }, cause: RADIO });
  const gone = fact(HALL, "state", { presence: false }, { before: { presence: true }, cause: RADIO });
  const asked = { member: "presence", measured: false };
  assert.equal(told(first(false), asked), undefined);
  assert.ok(told(first(true), asked), "somebody is there");
  assert.ok(told(first(false), { ...asked, measured: true }));
  assert.ok(told(gone, asked));
});

test("a message is the flow's to change: nothing of ours hangs on it", () => {
  const message = told(seen);
  (message?.payload as Record<string, unknown>).presence = "spoilt";
  assert.equal(seen.change.values.presence, true);
  assert.equal(HALL.state.presence, true);
});

test("the payload is in units of people, and so are the values before and after in the event", () => {
  const lamp = resource("Dimmable light", "/lights/3");
  const change = fact(lamp, "state", { bri: 76, on: true }, { before: { bri: 254, on: true } });
  const definition = DEFINITIONS[lamp.type] ?? assert.fail();
  const { payload, event } = messageOf(change, definition, "human") as unknown as Record<
    string,
    { values: unknown; before: unknown }
  >;
  const [dim, bright] = [
    { bri: 30, on: true },
    { bri: 100, on: true },
  ];
  assert.deepEqual([payload, event?.values, event?.before], [dim, dim, bright]);
  const raw = messageOf(change, definition) as unknown as Record<string, { before: unknown }>;
  assert.deepEqual(
    [raw.payload, raw.event?.before],
    [
      { bri: 76, on: true },
      { bri: 254, on: true },
    ],
  );
});

test("topics: the section, or the address itself", () => {
  assert.equal(told(fact(HALL, "config", { on: false }))?.topic, "/sensors/5/config");
  assert.equal(told(fact(HALL, "attr", { name: "Hall" }))?.topic, "/sensors/5");
  assert.equal(told(fact(HALL, undefined, {}))?.topic, "/sensors/5");
});

test("the gateway's own news are words", () => {
  const gateway = resource("Gateway", "/gateway");
  for (const event of ["radio-down", "queue-full"]) {
    const message = told(fact(gateway, "state", { event }));
    assert.deepEqual([message?.topic, message?.payload], ["/gateway", event]);
  }
  assert.equal(told(fact(gateway, undefined, {})), undefined);
});

const filters: [filters: Partial<EventFilters>, passes: boolean][] = [
  [{ family: "sensors" }, true],
  [{ family: "lights" }, false],
  [{ family: "lights,sensors" }, true],
  [{ section: "state" }, true],
  [{ section: "config" }, false],
  [{ member: "presence" }, true],
  [{ member: "dark, presence" }, true],
  [{ member: "__proto__" }, false],
  [{ event: "changed" }, true],
  [{ event: "added,deleted" }, false],
  [{ cause: "rest" }, true],
  [{ cause: "flow" }, false],
];

for (const [some, passes] of filters) {
  test(`${JSON.stringify(some)} ${passes ? "lets it through" : "holds it back"}`, () => {
    assert.equal(told(seen, some) !== undefined, passes);
  });
}

test("added and deleted have no section and no member", () => {
  const added = fact(HALL, undefined, {});
  assert.ok(told(added));
  assert.equal(told(added, { section: "state" }), undefined);
  assert.equal(told(added, { member: "presence" }), undefined);
});

test("causes by kind", () => {
  const by = (cause: string) => fact(HALL, "state", { presence: true }, { cause: { by: cause, depth: 1 } });
  assert.ok(told(by("/rules/3"), { cause: "rules" }));
  assert.ok(told(by("flow:abc"), { cause: "flow" }));
  assert.ok(told(by("radio"), { cause: "radio" }));
});

test("of a change that a device ends by itself, as it was told, the rule that told it so is the cause", () => {
  const cause = { by: "radio", depth: 0, begunBy: "/rules/3" };
  const off = fact(HALL, "state", { presence: false }, { cause });
  const { event } = told(off, { cause: "rules" }) as { readonly event: Values };
  assert.deepEqual(event.cause, { by: "/rules/3", depth: 0 });
  assert.equal(told(off, { cause: "radio" }), undefined);
});

test("a hidden member is never told: no hash of a key, no notes of the house", () => {
  const key = resource("Key", "/config/whitelist/AAAAAAAA", { attr: { name: "hall", hash: "secret" } });
  assert.doesNotMatch(JSON.stringify(told(fact(key, undefined, {}))), /secret/);
  const config = resource("Config", "/config", { attr: { name: "Home", latitude: 52.5 } });
  assert.equal(told(fact(config, "attr", { latitude: 52.5 })), undefined);
  assert.deepEqual(told(fact(config, "attr", { latitude: 52.5, name: "Home" }))?.payload, { name: "Home" });
  assert.equal(told(fact(resource("Ids", "/ids"), undefined, {})), undefined);
  assert.equal(told(fact(resource("Search", "/search"), undefined, {})), undefined);
});

test("a member that only ticks along is told to a node that asks for it by name", () => {
  const config = resource("Config", "/config");
  const tick = fact(config, "attr", { permitjoin: 59 });
  assert.equal(told(tick), undefined);
  assert.ok(told(tick, { member: "permitjoin" }));
  assert.ok(told(fact(config, "attr", { linkbutton: false }, { cause: { by: "clock", depth: 0 } })));
});

test("the name of a resource, or its address", () => {
  assert.equal(nameOf(HALL), "Hall");
  assert.equal(nameOf(resource("CLIPPresence", "/sensors/6")), "/sensors/6");
});
