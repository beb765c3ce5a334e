/** The command line: `import --dry-run <folder>` prints what a move from another program would bring. It needs no Node-RED, and writes nothing. */
import { openClock } from "./edges/clock.ts";
import { lookAtHouse } from "./import-house.ts";
import { ImportRefusal } from "./imports/refusal.ts";
import type { ImportReport, ToldNote } from "./imports/report.ts";
import { signsOf } from "./other-program.ts";

const USAGE = `Usage: node-red-contrib-zigbee-gateway import --dry-run [options] <folder or file>

Says what a move from zigbee2mqtt, deCONZ or ZHA would bring. Nothing is written, nothing goes on air.

  --json                       the whole report as JSON
  --other-stick <kind>         the network goes to another stick: zstack, ember or deconz
  --network settings|backup    which network counts, where the files are of two
  --all-keys                   also keys that were not used for more than a year
`;
const KINDS: readonly string[] = ["zstack", "ember", "deconz", "zboss", "zigate", "zoh"];
const [OK, REFUSED, MISUSED] = [0, 1, 2];

interface Wish {
  readonly path: string;
  readonly json: boolean;
  readonly allKeys: boolean;
  readonly network?: "settings" | "backup";
  readonly adapter?: string;
}

export async function runCommand(
  words: readonly string[],
  say: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  const wish = wishIn(words);
  if (!wish) {
    complain(USAGE);
    return MISUSED;
  }
  const clock = openClock({ info() {}, warn() {}, error() {} });
  const { log, debug } = console;
  Object.assign(console, { log() {}, debug() {} }); // converters talk while they look models up
  try {
    const { report: looked, traces } = await lookAtHouse(
      { path: wish.path },
      {
        now: clock.now(),
        stick: wish.adapter === undefined ? {} : { adapter: wish.adapter, isSame: false },
        allKeys: wish.allKeys,
        isLook: true,
        ...(wish.network && { network: wish.network }),
      },
    );
    const { source, stick } = looked;
    const sticks = stick.path === "" ? [] : [stick.path];
    const running = await signsOf({ ...traces, program: source.program, sticks }, { ports: [] });
    const report = { ...looked, running };
    say(wish.json ? `${JSON.stringify(report, undefined, 2)}\n` : tableOf(report));
    return OK;
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    if (wish.json) say(`${JSON.stringify({ refused: error.notes, says: error.message })}\n`);
    else complain(`${error.message}.\n`);
    return REFUSED;
  } finally {
    clock.stop();
    Object.assign(console, { log, debug });
  }
}

function wishIn([command, ...words]: readonly string[]): Wish | undefined {
  if (command !== "import" || !words.includes("--dry-run")) return undefined;
  const after = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  const [adapter, network] = [after("--other-stick"), after("--network")];
  const paths = words.filter(
    (word, at) => !word.startsWith("--") && !["--other-stick", "--network"].includes(words[at - 1] ?? ""),
  );
  const [path] = paths;
  const isKnown =
    (adapter === undefined || KINDS.includes(adapter)) &&
    (network === undefined || network === "settings" || network === "backup");
  if (path === undefined || paths.length > 1 || !isKnown) return undefined;
  return {
    path,
    ...{ json: words.includes("--json"), allKeys: words.includes("--all-keys") },
    ...(network !== undefined && { network: network as "settings" | "backup" }),
    ...(adapter !== undefined && { adapter }),
  };
}

const VERDICTS: Readonly<Record<ImportReport["stick"]["verdict"], string>> = {
  resume: "the same one",
  restore: "another one of its kind",
  rare: "another one of another kind",
  refused: "not possible",
};
const COUNTED = ["devices", "groups", "scenes", "rules", "schedules", "links", "parameters", "keys"] as const;

function tableOf(report: ImportReport): string {
  const { source, network, stick, totals } = report;
  const counts = COUNTED.filter((name) => totals[name][1] > 0).map(
    (name) => `${totals[name][0]} of ${totals[name][1]} ${name}`,
  );
  return [
    `${source.program} (data of version ${source.version}) in ${source.folder}`,
    `Network: channel ${network.channel ?? "unknown"}, PAN id ${network.panid === null ? "unknown" : `0x${network.panid.toString(16).padStart(4, "0").toUpperCase()}`}, key ${network.key}, counter ${network.counter ?? "unknown"}`,
    `Stick:   ${VERDICTS[stick.verdict]}${stick.adapter ? ` (${stick.adapter})` : ""}`,
    ...notesIn(stick.notes, "         "),
    ...(report.running.length > 0 ? ["", "Still running", ...notesIn(report.running, "  ")] : []),
    "",
    `${counts.join(", ")}; ${report.needs} things to look at.`,
    ...section(
      "Devices",
      ["there", "here", "model", "becomes"],
      report.devices.map(({ before, name, vendor, model, resources, ieee }) => [
        before || ieee,
        name,
        `${vendor} ${model}`.trim(),
        resources.map(({ family, id, type }) => `/${family}/${id} ${type}`).join(", ") || "nothing yet",
      ]),
    ),
    ...section(
      "Groups",
      ["number", "there", "here", "lights"],
      report.groups.map(({ number, before, name, members, of }) => [
        String(number),
        before,
        name,
        `${members} of ${of}`,
      ]),
    ),
    ...section(
      "Scenes",
      ["scene", "name", "lights"],
      report.scenes.map(({ group, number, name, lights, of }) => [`${group}/${number}`, name, `${lights} of ${of}`]),
    ),
    ...section(
      "Virtual sensors",
      ["id", "type", "name"],
      report.virtual.map(({ id, type, name }) => [id, type, name]),
    ),
    ...(["rules", "schedules", "links", "parameters"] as const).flatMap((part) =>
      section(
        part[0]?.toUpperCase() + part.slice(1),
        ["address", "name", "comes"],
        report[part].map(({ address, name, verdict }) => [address, name, verdict]),
      ),
    ),
    ...section(
      "Keys",
      ["program", "public name", "last used"],
      report.keys.map(({ name, publicName, lastUsed, comes }) => [name, comes ? publicName : "left out", lastUsed]),
    ),
    ...(report.notes.length > 0 ? ["", "Notes", ...notesIn(report.notes, "  ", namesIn(report))] : []),
    ...(report.back.length > 0 ? ["", "The way back", ...notesIn(report.back, "  ")] : []),
    "",
  ].join("\n");
}

function notesIn(
  notes: readonly ToldNote[],
  indent: string,
  names: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  return notes.map(({ about, says }) => {
    const what = about === undefined ? "" : `${names.get(about) ?? about}: `;
    return `${indent}${what}${says}`;
  });
}

/** Of devices, by their addresses. */
function namesIn({ devices }: ImportReport): ReadonlyMap<string, string> {
  return new Map(devices.flatMap(({ ieee, before, name }) => (before || name ? [[ieee, before || name]] : [])));
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const widths = head.map((word, column) =>
    Math.min(40, Math.max(word.length, ...rows.map((row) => (row[column] ?? "").length))),
  );
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  return ["", title, line(head), ...rows.map(line)];
}
