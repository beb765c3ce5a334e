/** The report of a move in the panel: each code has its sentence, alike ones are one, and a refusal is told in words. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { kindOf, saidNotes, sayRefused } from "../../../panels/gateway/move-in/move-notes.ts";
import { hasText } from "../../../panels/texts.ts";
import { inWords, NOTE_CODES } from "../../../src/imports/words.ts";
import { speakEnglish } from "../../support/speak.ts";

/** Notes that the verdict on the stick says already, or that are of no use here. */
const SILENT = [
  "stick-same",
  "stick-restore",
  "stick-rarely",
  "mask-narrowed",
  "bytes-turned",
  "backup-old-kept",
  "scheduled-update",
];

beforeEach(speakEnglish);

test("each code has a sentence, but for those that are silent", () => {
  const lacking = NOTE_CODES.filter((code) => !hasText(`moving.notes.${kindOf(code)}`));
  assert.deepEqual(lacking.toSorted(), SILENT.toSorted());
  for (const code of NOTE_CODES) assert.ok(inWords({ code }).length > 5, code);
});

test("notes that are alike are one sentence with all names; a sentence about nothing has no colon", () => {
  const notes = [
    { code: "group-number", about: "0x01" },
    { code: "device-double", about: "0x02" },
    { code: "device-double", about: "0x02" },
    { code: "settings-left-z2m" },
    { code: "channel-differs", values: { there: 20, here: 11 } },
  ];
  assert.deepEqual(
    saidNotes(notes, (about) => ({ "0x01": "Lamp", "0x02": "Plug" })[about] ?? about),
    [
      { text: "Comes with a change:", about: ["Lamp", "Plug"] },
      { text: "Some settings of the other program have no place here", about: [] },
      { text: "The network stays on channel 20; the settings say 11.", about: [] },
    ],
  );
});

test("a refusal is told with the file that it is about; an unknown one with its own sentence", () => {
  const refused = [{ code: "file-cut", values: { file: "zll.db" } }];
  assert.equal(sayRefused({ result: { refused } }), "This file cannot be read. Use another copy of it: (zll.db)");
  assert.equal(sayRefused({ error: { description: "so it is" } }), "It could not be done: so it is");
});
