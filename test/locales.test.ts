/**
 * Each language that is there is whole: no key is missing or too many, no text is empty or left in English, and each has
 * the holes of the English one.
 *
 * Terms, so that one thing has one name in a language:
 *
 * | en-US    | de        | fr          | es          | nl         | zh-CN | ja           |
 * |----------|-----------|-------------|-------------|------------|-------|--------------|
 * | gateway  | Gateway   | passerelle  | pasarela    | gateway    | 网关  | ゲートウェイ |
 * | device   | Gerät     | appareil    | dispositivo | apparaat   | 设备  | デバイス     |
 * | light    | Lampe     | lampe       | luz         | lamp       | 灯    | ライト       |
 * | sensor   | Sensor    | capteur     | sensor      | sensor     | 传感器 | センサー    |
 * | remote   | Fernbed.  | télécommande | mando      | afstandsbediening | 遥控器 | リモコン |
 * | group    | Gruppe    | groupe      | grupo       | groep      | 群组  | グループ     |
 * | room     | Raum      | pièce       | habitación  | ruimte     | 房间  | 部屋         |
 * | scene    | Szene     | scène       | escena      | scène      | 场景  | シーン       |
 * | node     | Node      | nœud        | nodo        | node       | 节点  | ノード       |
 * | rule     | Regel     | règle       | regla       | regel      | 规则  | ルール       |
 * | schedule | Zeitplan  | programmation | programa  | schema     | 定时  | スケジュール |
 * | key      | Schlüssel | clé         | clave       | sleutel    | 密钥  | キー         |
 * | pairing  | Anlernen  | appairage   | emparejamiento | koppelen | 配对 | ペアリング   |
 * | link (radio) | Verbindung | liaison | enlace      | verbinding | 链路  | リンク       |
 * | radio    | Funk      | radio       | radio       | radio      | 无线电 | 無線        |
 * | backup   | Sicherung | sauvegarde  | copia de seguridad | back-up | 备份 | バックアップ |
 * | stick    | Stick     | clé USB     | adaptador USB | stick    | 适配器 | スティック  |
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { INHABITANTS } from "../src/virtual/house/residents.ts";
import { ENGLISH, faultsIn, helpFaults, LANGUAGES, textFaults, textsOf } from "./support/locales.ts";

for (const language of LANGUAGES.filter((name) => name !== ENGLISH))
  test(`${language} is whole`, () => assert.deepEqual(faultsIn(language), []));

const texts = (all: Readonly<Record<string, string>>) => new Map(Object.entries(all));
const found: [
  what: string,
  language: string,
  own: Record<string, string>,
  english: Record<string, string>,
  fault: RegExp,
][] = [
  ["a text that is missing", "de", {}, { a: "Hello" }, /^a is missing: "Hello"$/],
  ["a text that nobody needs", "de", { a: "Hallo", b: "Welt" }, { a: "Hello" }, /^b is in no use$/],
  ["an empty text", "de", { a: " " }, { a: "Hello" }, /^a is empty$/],
  ["a hole that is missing", "de", { a: "Hallo" }, { a: "Hello {name}" }, /^a has other holes/],
  ["a hole of Node-RED's that is spelled otherwise", "de", { a: "__nahme__" }, { a: "__name__" }, /^a has other holes/],
  ["a text that is as in English", "fr", { a: "Look again" }, { a: "Look again" }, /^a is left in English/],
  ["a text that is half English", "fr", { a: "Regarder the carte" }, { a: "Look at the map" }, /^a is left in English/],
  ["Spanish for usted", "es", { a: "Elija una luz" }, { a: "Choose a light" }, /^a speaks to a stranger/],
  ["Dutch for u", "nl", { a: "Kies uw lamp" }, { a: "Choose a light" }, /^a speaks to a stranger/],
  ["a plural form that is missing", "fr", { a: "{count} x" }, { a: "{count} y", a_one: "1 y" }, /^a_one is missing/],
  [
    "a plural form that Japanese has not",
    "ja",
    { a: "{count}個", a_one: "1個" },
    { a: "{count} y", a_one: "1 y" },
    /^a_one is in no use/,
  ],
];
for (const [what, language, own, english, fault] of found)
  test(`${what} is found`, () => {
    const faults = textFaults(language, texts(own), texts(english));
    assert.equal(faults.length, 1, faults.join("; "));
    assert.match(faults[0] ?? "", fault);
  });

const good: [what: string, language: string, own: Record<string, string>, english: Record<string, string>][] = [
  ["names and codes stay as they are", "fr", { a: "Zigbee · {name}", b: "API" }, { a: "Zigbee · {name}", b: "API" }],
  ["one is said in a word", "fr", { a: "{count} x", a_one: "un x" }, { a: "{count} y", a_one: "1 y" }],
  [
    "Russian has its own plural forms",
    "ru",
    { a: "{count} x", a_one: "{count} x", a_few: "{count} x", a_many: "{count} x" },
    { a: "{count} y", a_one: "1 y" },
  ],
];
for (const [what, language, own, english] of good)
  test(what, () => assert.deepEqual(textFaults(language, texts(own), texts(english)), []));

test("help that lost a property, a heading or a code is found", () => {
  const english = "### Inputs\n\n: payload (any) : `on` or `off`.\n";
  assert.deepEqual(helpFaults("### Entrées\n\n: payload (any) : `on` ou `off`.\n", english), []);
  assert.match(helpFaults("### Entrées\n\n: payload (any) : `on`.\n", english).join(), /code differ: - `off`/);
  assert.match(helpFaults("### Entrées\n\n`on`, `off`\n", english).join(), /properties differ/);
  assert.match(helpFaults(": payload (any) : `on`, `off`\n", english).join(), /headings differ/);
});

test("the example of a rule names no device, which may be called otherwise by now", () => {
  for (const language of LANGUAGES) {
    const example = textsOf(language).get("automation.edit.example") ?? "";
    assert.ok(example.length > 0, language);
    for (const { name } of INHABITANTS) assert.ok(!example.includes(name), `${language}: ${name}`);
    assert.doesNotMatch(example, /[„“«‘「"]/, language);
  }
});

test("German calls a node as Node-RED does", () => {
  for (const [key, text] of textsOf("de")) assert.doesNotMatch(text, /Knoten/, key);
});
