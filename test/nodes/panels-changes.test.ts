/** What the panels are told of a change: what clients see, and how what began here has ended. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newsOf } from "../../nodes/panels-changes.ts";
import { NOTHING } from "../../src/core/records.ts";
import type { Definition } from "../../src/model/definitions.ts";
import type { Resource, Section, Values } from "../../src/model/resource.ts";
import { CONFIG_TYPES } from "../../src/resources/config-type.ts";
import { DEVICE_TYPES } from "../../src/resources/device-type.ts";
import { SEARCH_TYPES } from "../../src/resources/search.ts";
import { TOUCHLINK_TYPES } from "../../src/resources/touchlink.ts";

const job = { do: "reset", id: "1", is: "failed", failure: "timeout" };

const cases: [
  what: string,
  types: Readonly<Record<string, Definition>>,
  section: Section,
  told: Values,
  is: unknown,
][] = [
  ["how touchlink ended", TOUCHLINK_TYPES, "state", { scanstate: "idle", job }, { scanstate: "idle", job }],
  ["a step of a newcomer", DEVICE_TYPES, "state", { pairing: "joined" }, { pairing: "joined" }],
  ["a note of the house", DEVICE_TYPES, "attr", { name: "x", known: {}, job }, { name: "x", job }],
  ["the seconds that are left", CONFIG_TYPES, "attr", { permitjoinfull: 5, unlockeduntil: 1 }, { permitjoinfull: 5 }],
  ["the clock", CONFIG_TYPES, "attr", { UTC: "2026-03-01T12:00:00", localtime: "2026-03-01T13:00:00" }, undefined],
  ["a search", SEARCH_TYPES, "attr", { until: 5 }, undefined],
];
for (const [what, types, section, values, is] of cases) {
  test(what, () => {
    const [[type = "", definition] = []] = Object.entries(types);
    assert.ok(definition);
    const empty = { attr: NOTHING, config: NOTHING, state: NOTHING, action: NOTHING };
    const resource: Resource = { address: "/x", type, ...empty, [section]: values };
    const change = {
      event: "changed",
      resource,
      section,
      values,
      before: {},
      cause: { by: "radio", depth: 0 },
    } as const;
    assert.deepEqual(newsOf(change, definition, 1)?.values, is);
  });
}
