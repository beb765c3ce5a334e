/** The commands of the guide, as a reader types them: each `curl` to the API in its examples. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface GuideCommand {
  readonly text: string; // as it stands in the guide
  readonly method: string;
  readonly path: string; // behind the key
  readonly body: string | undefined;
}

const ROOT = resolve(import.meta.dirname, "../..");

export function guideCommands(page: string, key: string): readonly GuideCommand[] {
  const examples = readFileSync(resolve(ROOT, page), "utf8").matchAll(/^```sh\n(.*?)^```/gms);
  return [...examples].flatMap(([, example = ""]) => commandsIn(example.replaceAll("<key>", key)));
}

function commandsIn(example: string): readonly GuideCommand[] {
  const commands: string[][] = [[]];
  for (const [word] of example.matchAll(/\\\n|\n|#[^\n]*|(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (word === "\n") commands.push([]);
    else if (word !== "\\\n" && !word.startsWith("#")) commands.at(-1)?.push(word);
  }
  return commands.filter(([program, ...words]) => program === "curl" && words.some(isOfApi)).map(commandOf);
}

function commandOf([, ...words]: readonly string[]): GuideCommand {
  const after = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
  const body = after("-d")?.replace(/^'(.*)'$/s, "$1");
  const method = after("-X") ?? (body === undefined ? "GET" : "POST");
  const path = (words.find(isOfApi) ?? "").slice("$API".length);
  return { text: `curl ${words.join(" ")}`, method, path, body };
}

function isOfApi(word: string): boolean {
  return word.startsWith("$API");
}
