/** The words of an event node on a device that is in trouble, in the language of the editor. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { troubleWords } from "../../../nodes/messages/change-messages.ts";
import { wordingIn } from "../../../nodes/messages/value-words.ts";
import type { Change, Resource } from "../../../src/model/resource.ts";

const device = { address: "/devices/a", type: "Device", attr: {}, config: {}, state: {}, action: {} } as Resource;
const change = (values: object, more: Partial<Change> = {}) =>
  ({ event: "changed", resource: device, section: "attr", values, before: {}, ...more }) as Change;
const trouble = {
  ...{ kind: "parent-gone", certainty: "certain", lost: true, by: "plug" },
  ...{ since: "2026-03-01T14:02:00Z", bysince: "2026-03-01T14:01:00Z" },
};
const words = (language: string, what: Change) =>
  troubleWords(what, {
    wording: wordingIn(language),
    nameOf: (uniqueid) => (uniqueid === "plug" ? "Hall plug" : uniqueid),
    timeOf: (at) => new Date(at).toISOString().slice(11, 16),
  });

test("a lost device: the reason, since when, and the cure", () => {
  assert.deepEqual(words("en-US", change({ trouble })), {
    description: "Not heard since 14:02. Its route went through Hall plug, which has been gone since 14:01.",
    cure: "Plug Hall plug in again, or put another mains-powered device nearby.",
  });
  assert.equal(
    words("de-AT", change({ trouble }))?.description,
    "Zuletzt gehört: 14:02. Sein Weg führte über Hall plug; das ist seit 14:01 fort.",
  );
});

test("a fault that is over, and any other change, has no words", () => {
  assert.equal(words("en-US", change({ trouble: null })), undefined);
  assert.equal(words("en-US", change({ name: "x" })), undefined);
  assert.equal(words("en-US", change({ trouble }, { resource: { ...device, type: "ZHASwitch" } })), undefined);
});
