/** How people call the keys of remotes. The gateway takes the name of a key from what the remote sends, in English: "Brightness up left". */

type FindText = (key: string) => string | undefined; // undefined: there is no such text

const NUMBERED = /^button (\d+)$/i;

/** The name is translated in the longest parts that have a text; a name with a part that has none stays as it is. */
export function keyInWords(name: string, findText: FindText): string {
  const number = NUMBERED.exec(name)?.[1];
  if (number !== undefined) return findText("devices.key.numbered")?.replace("{button}", number) ?? name;
  return inParts(name.toLowerCase().split(" "), findText)?.join(" ") ?? name;
}

function inParts(words: readonly string[], findText: FindText): readonly string[] | undefined {
  if (words.length === 0) return [];
  for (let count = words.length; count > 0; count -= 1) {
    const part = findText(`devices.key.${words.slice(0, count).join("-")}`);
    if (part === undefined) continue;
    const rest = inParts(words.slice(count), findText);
    return rest && [part, ...rest.map((each) => each.charAt(0).toLowerCase() + each.slice(1))];
  }
  return undefined;
}
