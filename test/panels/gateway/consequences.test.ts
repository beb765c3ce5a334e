/** The sentences for the user before a backup is put back. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { consequencesOf, sayBackup } from "../../../panels/gateway/consequences.ts";
import type { BackupReport } from "../../../src/model/admin-api.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const REPORT: BackupReport = {
  ...{ made: "2026-03-01T03:00:00.000Z", name: "Home", isOwn: true, hasNetwork: true },
  ...{ counts: { devices: 12, virtual: 0, rules: 2 }, lost: [] },
};

test("which one it is, and of when", () => assert.match(sayBackup(REPORT), /“Home” from Mar 1, 2026/));

const cases: [says: string, report: Partial<BackupReport>, line: RegExp][] = [
  ["what comes back is counted, what there is none of is not", {}, /^This comes back .*: devices: 12 · rules: 2\.$/],
  ["the key of the network comes along", {}, /and of the network/],
  ["without a stick there is none", { hasNetwork: false }, /the keys of programs, and what/],
  ["nothing is lost", {}, /^It has everything that is here now/],
  ["what is lost is named", { lost: ["Hall lamp", "Door"] }, /^Not in it, so lost: Hall lamp and Door\./],
  ["of very much the first is named", { lost: [..."abcdefgh"] }, /^Not in it, so lost: a, b, c, d, e, and 3 more\./],
  ["the history stays", {}, /^These stay: .*the history of values/],
  ["of another gateway it begins anew", { isOwn: false }, /^It is from another gateway/],
];
for (const [says, report, line] of cases)
  test(says, () => {
    const lines = consequencesOf({ ...REPORT, ...report });
    assert.equal(lines.filter((each) => line.test(each)).length, 1, lines.join("\n"));
  });

test("an empty backup counts nothing", () =>
  assert.equal(consequencesOf({ ...REPORT, counts: { devices: 0 } }).length, 3));
