/** The faults in the texts of a language, beside English: each is a sentence that names its file and key. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SENSOR_KINDS } from "../../src/model/sensors/sensor-kinds.ts";

export type Texts = ReadonlyMap<string, string>;

type Tree = { readonly [key: string]: string | Tree };

const LOCALES = resolve(import.meta.dirname, "../../locales");
const PANELS = "zigbee-gateway-panels.json";
export const ENGLISH = "en-US";

export const LANGUAGES: readonly string[] = readdirSync(LOCALES).sort();

export function filesOf(language: string): readonly string[] {
  return readdirSync(join(LOCALES, language)).sort();
}

export function textOf(language: string, file: string): string {
  return readFileSync(join(LOCALES, language, file), "utf8");
}

/** "health.title" → "Is everything all right?" */
export function textsOf(language: string, file = PANELS): Texts {
  return new Map(flat(JSON.parse(textOf(language, file))));
}

function flat(tree: Tree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}

/** The words of a language on each of its files, and whether it has all of them. */
export function faultsIn(language: string): readonly string[] {
  const [own, english] = [filesOf(language), filesOf(ENGLISH)];
  const missing = english.filter((file) => !own.includes(file)).map((file) => `${language}/${file} is missing`);
  const left = own.filter((file) => !english.includes(file)).map((file) => `${language}/${file} is in no use`);
  const both = own.filter((file) => english.includes(file));
  return [...missing, ...left, ...both.flatMap((file) => fileFaults(language, file))];
}

function fileFaults(language: string, file: string): readonly string[] {
  if (file.endsWith(".html"))
    return helpFaults(textOf(language, file), textOf(ENGLISH, file)).map((fault) => `${language}/${file}: ${fault}`);
  const english = textsOf(ENGLISH, file);
  const faults = textFaults(
    language,
    textsOf(language, file),
    file === PANELS ? withKinds(language, english) : english,
  );
  return faults.map((fault) => `${language}/${file}: ${fault}`);
}

/** A row of the sensor kinds brings its English and German words along; other languages have them with the panels' texts. */
function withKinds(language: string, english: Texts): Texts {
  if (language === "de") return english;
  const words = Object.entries(SENSOR_KINDS).flatMap(([kind, { name, words = {} }]): (readonly [string, string])[] => [
    [`devices.type.${kind}`, name[ENGLISH]],
    ...Object.entries(words).map(([member, word]) => [`devices.member.${member}`, word[ENGLISH]] as const),
  ]);
  return new Map([...words, ...english]);
}

export function textFaults(language: string, own: Texts, english: Texts): readonly string[] {
  const wanted = keysFor(language, english);
  const missing = [...wanted]
    .filter((key) => !own.has(key))
    .map((key) => `${key} is missing: "${englishOf(key, english)}"`);
  const left = [...own.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is in no use`);
  const odd = [...own].flatMap(([key, text]) => {
    const said = englishOf(key, english);
    return said === undefined ? [] : oneTextFaults(language, key, text, said);
  });
  return [...missing, ...left, ...odd];
}

/** Each language has the plural forms that its own rules ask for; the form for all other numbers is the key without an ending. */
function keysFor(language: string, english: Texts): ReadonlySet<string> {
  const forms = pluralForms(language);
  return new Set(
    [...english.keys()].flatMap((key) => {
      const plain = key.replace(/_one$/, "");
      return plain === key ? [key] : forms.map((form) => `${plain}_${form}`);
    }),
  );
}

const COUNTS = Array.from({ length: 1_000 }, (_, count) => count);

function pluralForms(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(COUNTS.map((count) => rules.select(count)))].filter((form) => form !== "other");
}

function englishOf(key: string, english: Texts): string | undefined {
  return english.get(key) ?? english.get(key.replace(/_(one|two|few|many|zero)$/, "_one"));
}

function oneTextFaults(language: string, key: string, text: string, english: string): readonly string[] {
  const faults: string[] = [];
  if (text.trim() === "") faults.push(`${key} is empty`);
  const isPlural = /_(one|two|few|many|zero)$/.test(key);
  const [own, other] = [holesIn(text), holesIn(english)].map((holes) =>
    holes.filter((hole) => !isPlural || hole !== "{count}").join(" "),
  );
  if (own !== other) faults.push(`${key} has other holes: "${text}", not those of "${english}"`);
  if (isLeftInEnglish(language, text, english)) faults.push(`${key} is left in English: "${text}"`);
  if (FORMAL[language]?.test(text)) faults.push(`${key} speaks to a stranger: "${text}"`);
  return faults;
}

function holesIn(text: string): readonly string[] {
  return (text.match(/\{\w+\}|__\w+__/g) ?? []).sort();
}

/** Words that no other language has: a sentence with one of them is English. */
const ENGLISH_WORDS = /\b(the|and|with|this|that|from|your|which|there|are|not)\b/i;

/** Names of things and of makers, and words that messages and clients write as they are. */
const EVERYWHERE =
  /^(zigbee|node|red|api|utc|led|gateway|green|power|touchlink|dimmer|code|test|mhz|min|url|adapter|host|port|router|body|payload|texas|instruments|stack|silicon|labs|emberznet|dresden|elektronik|conbee|raspbee|zigate|nordic|zboss|openthread|rcp|zoh|dev|ttyusb|tcp|mdns|slzb|resourcelinks|enable|disable|toggle|try|trigger|read|refresh|write|scan|identify|reset|config|state|action|restart|next|history|console|mqtt|cluster)$/;

/** Words that a language writes as English does. */
const ALIKE: Readonly<Record<string, string>> = {
  de: "filter name software version alarm sensor thermostat radon warm neutral orange pink",
  fr: `notes radio version flash silence thermostat vibration action actions angle condition conditions description rotation mode
    orientation production saturation distance volume excellent long style pause section parent minutes latitude longitude triangle orange turquoise`,
  nl: `filter later radio software version sensor sensors open stop warmer week product model effect lamp meter alarm formaldehyde water
    volume flow flows warm turquoise via`,
  es: "color radio sensor software error panel virtual false",
};

/** Spanish says tú and Dutch je: words of the formal address, and its Spanish imperatives. */
const FORMAL: Readonly<Record<string, RegExp>> = {
  es: /(?<!\p{L})(usted|abra|asegúrese|cargue|compruebe|conecte|desconecte|desenchufe|detenga|elija|haga|indique|instancie|pulse|revise|traiga|vea)(?!\p{L})/iu,
  nl: /\b(u|uw|uzelf)\b/i,
};

function isLeftInEnglish(language: string, text: string, english: string): boolean {
  if (language === ENGLISH) return false;
  const words = (said: string) =>
    said.replaceAll(/https?:\S+|\{\w+\}|__\w+__|`[^`]*`|[“„«"][^”“»"]*[”“»"]/g, " ").match(/\p{L}{3,}/gu) ?? [];
  if (text !== english) return words(text).some((word) => ENGLISH_WORDS.test(word));
  const alike = ALIKE[language]?.split(/\s+/) ?? [];
  return words(text).some((word) => !EVERYWHERE.test(word.toLowerCase()) && !alike.includes(word.toLowerCase()));
}

/** The help of a node has the same parts, properties and code in every language. */
export function helpFaults(own: string, english: string): readonly string[] {
  const parts: readonly (readonly [what: string, pattern: RegExp])[] = [
    ["headings", /^###? /gm],
    ["outputs", /^\d+\. /gm],
    ["properties", /^: *[\w.]+ \([^)]*\)/gm],
    ["code", /`[^`\n]+`/g],
    ["links", /\]\([^)]*\)/g],
    ["name", /data-help-name="[^"]*"/g],
  ];
  return parts.flatMap(([what, pattern]) => {
    const [here, there] = [own, english].map((text) => (text.match(pattern) ?? []).map(codeAlike));
    const isSame = what === "code" ? isSameSet(here, there) : JSON.stringify(here) === JSON.stringify(there);
    return isSame ? [] : [`${what} differ: ${difference(here, there)}`];
  });
}

/** Names of rooms, and placeholders, are translated in code too. */
function codeAlike(text: string): string {
  return text.replace(/\/groups\/\p{L}{3,}/u, "/groups/…").replaceAll(/<[^>]+>/g, "<…>");
}

function isSameSet(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.every((each) => other.includes(each)) && other.every((each) => one.includes(each));
}

function difference(here: readonly string[] = [], there: readonly string[] = []): string {
  const [more, less] = [here.filter((each) => !there.includes(each)), there.filter((each) => !here.includes(each))];
  return [...more.map((each) => `+ ${each}`), ...less.map((each) => `- ${each}`)].join(", ") || "their number or order";
}
