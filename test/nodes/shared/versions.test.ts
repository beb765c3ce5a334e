/** A setting of an older node keeps its meaning; a setting from elsewhere is taken as far as it is understood. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { migrated, NEWEST, type Properties } from "../../../nodes/shared/versions.ts";

const changesOf = (type: string, node: Properties) => migrated({ type: `zigbee-gateway${type}`, ...node }).changes;

const written: [type: string, node: Properties, changes: Properties][] = [
  ["", { radio: "/dev/ttyUSB0", adapter: "auto" }, { adapter: "", stick: "zstack" }],
  ["", { adapter: "ember", stick: "ember" }, {}],
  ["-light", {}, { does: "", arrows: "", target: "", units: "human", deadline: "5" }],
  ["-light", { units: "api", does: "on", target: null, deadline: "" }, { arrows: "", target: "" }],
  ["-scene", { does: "store", deadline: "9" }, { target: "" }],
  ["-sensor", { when: "report" }, { declares: "", units: "human" }],
  ["-rule", { conditions: [] }, { declares: "" }],
  [
    "-schedule",
    { declares: "Schedule", zone: "utc" },
    { begins: "deploy", afterwards: "kept", payloadType: "planned" },
  ],
  ["-pairing", {}, { seconds: "120" }],
  ["-touchlink", { confirm: true }, { does: "scan" }],
  ["-request", { method: "PUT" }, { body: "payload", bodyType: "msg" }],
  ["-event", {}, { measured: true, units: "api" }],
  ["-unheard-of", { adapter: 1 }, {}],
];

for (const [type, node, changes] of written)
  test(`without a version: ${type || "gateway"} ${JSON.stringify(node)}`, () => {
    assert.deepEqual(changesOf(type, node), { ...changes, version: NEWEST });
    const again = { ...node, ...changes, version: NEWEST };
    assert.deepEqual(changesOf(type, again), {}, "once is enough");
  });

test("of version 1: a schedule that says nothing says the planned time", () => {
  const changes = { payloadType: "planned", version: NEWEST };
  for (const payloadType of ["", undefined, null])
    assert.deepEqual(changesOf("-schedule", { version: 1, payloadType }), changes);
  for (const payloadType of ["planned", "bool", "str"])
    assert.deepEqual(changesOf("-schedule", { version: 1, payloadType }), { version: NEWEST });
  assert.deepEqual(changesOf("-light", { version: 1 }), { version: NEWEST });
});

test("of version 2: a virtual house had one kind of stick", () => {
  assert.deepEqual(changesOf("", { version: 2 }), { stick: "zstack", version: NEWEST });
  assert.deepEqual(changesOf("-light", { version: 2 }), { version: NEWEST });
});

test("of version 3: an event node told all of it", () => {
  assert.deepEqual(changesOf("-event", { version: 3, units: "api" }), { measured: true, version: NEWEST });
  assert.deepEqual(changesOf("-event", { version: 3, units: "api", measured: false }), { version: NEWEST });
});

test("of version 4: an event node counted as the API does", () => {
  assert.deepEqual(changesOf("-event", { version: 4 }), { units: "api", version: NEWEST });
  assert.deepEqual(changesOf("-event", { version: 4, units: "human" }), { version: NEWEST });
});

test("a value that is no version counts as none; a newer version is left as it is, and told", () => {
  for (const version of [undefined, null, "", " ", "soon", "1.5", -1, 0, Number.NaN, 1e300, {}, [1], true])
    assert.deepEqual(migrated({ type: "zigbee-gateway-pairing", version }).changes, {
      seconds: "120",
      version: NEWEST,
    });
  for (const version of [NEWEST, String(NEWEST)])
    assert.deepEqual(migrated({ type: "zigbee-gateway-pairing", version }), { changes: {} });
  for (const version of [NEWEST + 1, String(NEWEST + 1)]) {
    const node = { type: "zigbee-gateway-pairing", version };
    assert.deepEqual(migrated({ ...node, seconds: 5 }), { changes: {}, newer: NEWEST + 1 });
    assert.deepEqual(
      migrated(node),
      { changes: { seconds: "120" }, newer: NEWEST + 1 },
      "it may have become something else",
    );
  }
});

test("the gateway's dialog saves this version", () => {
  const dialog = readFileSync(resolve(import.meta.dirname, "../../../dialogs/gateway.ts"), "utf8");
  assert.match(dialog, /version: \{ value: NEWEST \}/);
});
