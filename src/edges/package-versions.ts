/** Which versions run: of this package, and of those that it is made of. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isObject, type Values } from "../model/resource.ts";

export interface PackageVersions {
  readonly gateway: string;
  readonly herdsman: string;
  readonly converters: string;
}

/** From a folder of the sources, or of what was built of them: the file of the package lies above it. */
export function packageVersions(folder: string): PackageVersions {
  const { version, dependencies } = packageIn(folder);
  const of = (name: string) =>
    String((isObject(dependencies) ? dependencies[name] : undefined) ?? "").replace(/^[^\d]*/, "");
  return {
    gateway: String(version ?? ""),
    herdsman: of("zigbee-herdsman"),
    converters: of("zigbee-herdsman-converters"),
  };
}

function packageIn(folder: string): Values {
  for (const up of ["..", "../.."]) {
    try {
      return JSON.parse(readFileSync(resolve(folder, up, "package.json"), "utf8")) as Values;
    } catch {
      // from the sources it lies one folder up, built two
    }
  }
  return {};
}
