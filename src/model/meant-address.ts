/** An address that nothing has, and the one that may be meant. Nodes and dialogs say it alike. */

/** What an address begins with, and what may stand behind the number of one of them. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  config: [],
  sensors: ["new", "config", "state", "refresh", "history"],
  lights: ["new", "state", "config", "groups", "scenes", "refresh", "history"],
  groups: ["action", "scenes", "history"],
  schedules: ["trace", "next"],
  rules: ["trace", "try", "trigger"],
  resourcelinks: [],
  userparameter: [],
  devices: [],
  touchlink: [],
  virtual: [],
  jobs: [],
  imports: ["undo"],
  capabilities: [],
  info: [],
  alarmsystems: [],
  scenes: [],
};
const MOST_SLIPS = 2; // letters that are wrong, missing, or too many
const SHORT = 4; //      letters: of such a word one slip is enough

/** "/sensor/1" → "/sensors/1", which is meant; undefined of what is no such slip. */
export function meantBy(address: string): string | undefined {
  const [path = "", query] = address.split("?", 2);
  const [first = "", id, part, ...rest] = path.split("/").filter((each) => each !== "");
  const family = nearest(first, Object.keys(PARTS));
  if (family === undefined) return undefined;
  const meantPart = part && (nearest(part, PARTS[family] ?? []) ?? part);
  if (family === first && meantPart === part) return undefined;
  const meant = [family, id, meantPart, ...rest].filter((each) => each !== undefined).join("/");
  return query === undefined ? `/${meant}` : `/${meant}?${query}`;
}

function nearest(typed: string, words: readonly string[]): string | undefined {
  const small = typed.toLowerCase();
  const most = small.length <= SHORT ? 1 : MOST_SLIPS;
  const near = words.map((word) => ({ word, slips: slipsBetween(small, word) })).filter(({ slips }) => slips <= most);
  return near.toSorted((one, other) => one.slips - other.slips)[0]?.word;
}

/** How many letters have to be changed, added or taken away to make one word of the other. */
function slipsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, own] of [...other].entries()) {
      const changed = (above[column] ?? 0) + (letter === own ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
