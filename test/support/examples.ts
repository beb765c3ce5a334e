/** The examples as a user has them after an import: each file, and the gateway that the editor gives it where there is none. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { EXAMPLE_HOUSE } from "../../nodes/shared/example-house.ts";
import type { FlowNode } from "./node-red.ts";

const FOLDER = resolve(import.meta.dirname, "../../examples");

export const EXAMPLES: readonly string[] = readdirSync(FOLDER);
export const EXAMPLE_GATEWAY: string = EXAMPLE_HOUSE.id;

/** As it is shipped. */
export function exampleFile(name: string): readonly FlowNode[] {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
}

export function exampleFlow(...names: readonly string[]): readonly FlowNode[] {
  return [{ ...EXAMPLE_HOUSE }, ...names.flatMap(exampleFile)];
}
