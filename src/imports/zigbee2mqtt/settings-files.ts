/** The settings of zigbee2mqtt: one file, and those that it names, for tables that stand elsewhere and for secrets. */
import { isTable, readYaml, Tagged, type YamlTable, type YamlValue } from "../formats/yaml.ts";
import { YamlError, type YamlFault } from "../formats/yaml-text.ts";
import { ImportRefusal } from "../refusal.ts";
import type { SourceFiles } from "../source-files.ts";
import type { NoteCode } from "../words.ts";

export const SETTINGS = "configuration.yaml";
const LARGEST = 2_000_000; // bytes
const MOST_FILES = 20;
const REFERENCE = /^!(\S+)\s+(\S+)$/;
const PLAIN_NAME = /^[^/\\]+$/;
const FAULTS: Readonly<Record<YamlFault, NoteCode>> = {
  bad: "yaml-bad",
  tab: "yaml-tab",
  twice: "yaml-twice",
  two: "yaml-two",
  large: "yaml-large",
};

export class SettingsFiles {
  readonly #files: SourceFiles;
  readonly #read = new Map<string, YamlValue | undefined>();

  constructor(files: SourceFiles) {
    this.#files = files;
  }

  main(): YamlTable {
    const value = this.#content(SETTINGS);
    if (value === undefined || value === null) throw new ImportRefusal("file-empty", { file: SETTINGS });
    if (!isTable(value)) throw new ImportRefusal("yaml-no-table", { file: SETTINGS });
    return value;
  }

  /** A table that stands here, in another file, or in several; a later file wins, member by member. */
  table(value: YamlValue | undefined): YamlTable {
    if (isTable(value)) return value;
    const names = value instanceof Tagged ? [value.value] : Array.isArray(value) ? value : [value];
    const whole: Record<string, YamlValue> = Object.create(null);
    for (const name of names) {
      const part = typeof name === "string" ? this.#content(name) : undefined;
      if (!isTable(part)) continue;
      for (const [key, more] of Object.entries(part)) {
        const before = whole[key];
        whole[key] = isTable(before) && isTable(more) ? merged(before, more) : more;
      }
    }
    return whole;
  }

  /** A value, or the one that a secret's file has in its place: `'!file key'`, or `!secret key` as Home Assistant writes it. */
  resolved(value: YamlValue | undefined, what: string): YamlValue | undefined {
    if (value instanceof Tagged) return this.#secret(["secrets.yaml", "secret.yaml"], String(value.value), what);
    const [, file = "", name = ""] = (typeof value === "string" && REFERENCE.exec(value)) || [];
    if (name === "") return value;
    return this.#secret([/\.ya?ml$/.test(file) ? file : `${file}.yaml`], name, what);
  }

  /** Where nothing hangs on it: undefined for a secret that is not there. */
  resolvedOrNot(value: YamlValue | undefined): YamlValue | undefined {
    try {
      return this.resolved(value, "");
    } catch (error) {
      if (error instanceof ImportRefusal) return undefined;
      throw error;
    }
  }

  #secret(files: readonly string[], name: string, what: string): YamlValue {
    const file = files.find((each) => this.#files.has(each));
    if (file === undefined || !PLAIN_NAME.test(file))
      throw new ImportRefusal("secret-missing", { what, file: files[0] ?? "" });
    const table = this.#content(file);
    const value = isTable(table) ? table[name] : undefined;
    if (value === undefined || value === null) throw new ImportRefusal("secret-empty", { file, name, what });
    return value;
  }

  #content(file: string): YamlValue | undefined {
    if (this.#read.has(file)) return this.#read.get(file);
    const isTooMany = this.#read.size >= MOST_FILES;
    const bytes = PLAIN_NAME.test(file) && !isTooMany ? this.#files.bytes(file) : undefined;
    if (!bytes && file !== SETTINGS) throw new ImportRefusal("secret-missing", { what: SETTINGS, file });
    if (bytes && bytes.length > LARGEST) throw new ImportRefusal("too-large", { file, most: LARGEST / 1_000_000 });
    const value = bytes && parsed(bytes.toString("utf8"), file);
    this.#read.set(file, value);
    return value;
  }
}

function parsed(text: string, file: string): YamlValue | undefined {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new ImportRefusal(FAULTS[error.fault], { file, line: error.line, key: error.key });
  }
}

function merged(before: YamlTable, more: YamlTable): YamlTable {
  return Object.assign(Object.create(null), before, more);
}
