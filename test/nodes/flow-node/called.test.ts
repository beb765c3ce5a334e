/** What a node without a name is called: as its label on the canvas says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { calledAfter, type NamingDef } from "../../../nodes/flow-node/live-names.ts";

const CASES: [what: Record<string, unknown>, called: string][] = [
  [{ resourceName: "Bedroom lamp" }, "Bedroom lamp"],
  [{ resourceName: "Hall motion", measures: "Temperature" }, "Hall motion · Temperature"],
  [{ resourceName: "Hall temperature", measures: "Temperature" }, "Hall temperature"],
  [{ declares: "CLIPPresence", declaredName: "Somebody is home", resourceName: "Old one" }, "Somebody is home"],
  [{ declares: "Schedule", usualName: "Every day at 7:00" }, "Every day at 7:00"],
  [{ declares: "Schedule", declaredName: "Morning", usualName: "Every day at 7:00" }, "Morning"],
  [{ declares: "CLIPPresence" }, ""],
  [{ resourceName: "Hall motion", measures: 5 }, "Hall motion"],
  [{}, ""],
];
for (const [what, called] of CASES)
  test(`${JSON.stringify(what)} is called "${called}"`, () => {
    assert.equal(calledAfter({ id: "n", type: "t", name: "", z: "", ...what } as NamingDef), called);
  });
