/** The word, out of some, that a user meant by a typed one. Pure. */
const MOST_SLIPS = 2; // letters that are wrong, missing, or too many
const SHORT = 4; //      letters: a typed word up to this long may have one slip

export function nearest(typed: string, words: readonly string[]): string | undefined {
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
