/** The report of a move in a few sentences for people: whether each thing comes, comes with a change, or stays away. */
import type { Values } from "../../../src/model/resource.ts";
import { hasText, say } from "../../texts.ts";

export interface MoveNote {
  readonly code: string;
  readonly about?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The sentence for each code; a code that is not here has a sentence of its own, or none worth telling. */
const KINDS: readonly (readonly [kind: string, codes: readonly string[]])[] = [
  ["stays-off", ["device-disabled"]],
  ["switched-off", ["rule-gone", "rule-alarm", "rule-key-out", "rule-refused", "schedule-key"]],
  [
    "left-out",
    [
      ...["rule-bad", "schedule-past", "schedule-bad", "scene-bad", "scene-empty", "sensor-type", "too-many"],
      ...["sensor-not-made", "sensor-double", "key-signs", "key-old", "key-phoscon", "key-twice", "group-deleted"],
      ...["device-left-over", "device-never-joined"],
    ],
  ],
  [
    "changed",
    [
      ...["group-number", "id-taken", "rule-old-word", "key-in-it", "scene-light-gone", "scene-no-state"],
      ...["scene-loop", "state-lost", "link-gone", "group-stranger", "group-not-lamp", "device-double"],
      "device-power-on",
    ],
  ],
  ["asked-later", ["device-interview"]],
  ["unknown-model", ["device-unknown", "device-external"]],
  [
    "settings",
    [
      ...["settings-left", "settings-left-z2m", "option-mqtt", "option-unknown"],
      ...["alarm-systems", "converters-external", "push-port"],
    ],
  ],
  ["unreadable", ["line-bad", "groups-cut", "state-ignored", "version-new", "device-no-address"]],
  [
    "bad-file",
    [
      ...[
        "file-empty",
        "file-cut",
        "file-damaged",
        "file-foreign",
        "file-encoding",
        "yaml-bad",
        "yaml-tab",
        "yaml-twice",
      ],
      ...[
        "yaml-two",
        "yaml-large",
        "yaml-no-table",
        "database-old",
        "database-bad",
        "backup-version",
        "no-devices",
        "too-large",
      ],
    ],
  ],
  ["bad-archive", ["archive-climbs", "archive-link", "archive-large", "archive-damaged", "archive-encrypted"]],
  ["same-stick-only", ["backup-none", "backup-cut", "backup-incomplete", "counter-unknown", "counter-near-end"]],
  [
    "no-numbers",
    [
      "no-network",
      "never-started",
      "secret-missing",
      "secret-empty",
      "security-off",
      "key-length",
      "panid-range",
      "channel-range",
    ],
  ],
];
const KIND_OF = new Map(KINDS.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)));

export function kindOf(code: string): string {
  return KIND_OF.get(code) ?? code;
}

const COLON = /\s*[:：]$/; // before the things that the sentence names

interface SaidNotes {
  readonly text: string;
  readonly about: readonly string[];
}

/** One sentence for all notes of a kind, with the things that they are about. */
export function saidNotes(notes: readonly MoveNote[], nameOf: (about: string) => string): readonly SaidNotes[] {
  const groups = new Map<string, { readonly first: MoveNote; readonly about: string[] }>();
  for (const note of notes) {
    const kind = kindOf(note.code);
    if (!hasText(`moving.notes.${kind}`)) continue;
    const group = groups.get(kind) ?? { first: note, about: [] };
    const about = note.about ?? String(note.values?.file ?? "");
    const name = about === "" ? "" : nameOf(about);
    if (name !== "" && !group.about.includes(name)) group.about.push(name);
    groups.set(kind, group);
  }
  return [...groups].map(([kind, { first, about }]) => {
    const text = say(`moving.notes.${kind}`, first.values);
    return { text: about.length > 0 ? text : text.replace(COLON, ""), about };
  });
}

/** Why nothing moves. */
export function sayRefused({ result, error }: Values): string {
  const { refused } = (result ?? {}) as { readonly refused?: readonly MoveNote[] };
  const said = saidNotes(refused ?? [], (about) => about);
  if (said.length === 0)
    return say("moving.failed", { reason: String((error as Values | undefined)?.description ?? "") });
  return said.map(({ text, about }) => (about.length > 0 ? `${text} (${about.join(", ")})` : text)).join(" ");
}
