/** The settings' table says in which order a PUT is worked off (wire 2.3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG_FIELDS } from "../../../src/resources/config/type.ts";

const ORDER = [
  "name",
  "rfconnected",
  "updatechannel",
  "permitjoinrouter",
  "permitjoin",
  "groupdelay",
  "otauactive",
  "discovery",
  "unlock",
  "linkbutton",
  "zigbeechannel",
  "networkopenduration",
  "timezone",
  "utc",
  "UTC",
  "localtime",
  "timeformat",
  "websocketnotifyall",
  "disablePermitJoinAutoOff",
  "lightlastseeninterval",
];

test("in the order of the interface; no client may write the rest", () => {
  const names = Object.keys(CONFIG_FIELDS);
  assert.deepEqual(names.slice(0, ORDER.length), ORDER);
  const [north, east, ...others] = names.slice(ORDER.length);
  assert.deepEqual([north, east], ["latitude", "longitude"]); // ours
  for (const name of others) assert.match(String(CONFIG_FIELDS[name]?.access), /^(read-only|hidden)$/, name);
});

test("a member that lives only while we run never reaches the disk", () => {
  for (const name of [
    "rfconnected",
    "permitjoin",
    "permitjoinfull",
    "linkbutton",
    "UTC",
    "localtime",
    "unlockeduntil",
  ]) {
    assert.equal(CONFIG_FIELDS[name]?.saved, "never", name);
  }
});
