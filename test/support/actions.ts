/** The actions of all remotes that the converters know. */
import type { DeviceFacts } from "../../src/model/radio/device-facts.ts";
import { allModels } from "./definitions.ts";

export interface KnownRemote {
  readonly modelid: string;
  readonly manufacturername: string;
  readonly model: string;
  readonly actions: readonly string[];
}

export function allRemotes(): readonly KnownRemote[] {
  return allModels().flatMap(remoteOf);
}

function remoteOf({ modelid, manufacturername, definition }: DeviceFacts): readonly KnownRemote[] {
  if (!definition) return [];
  const lists = definition.exposes.filter(({ name, type }) => name === "action" && type === "enum");
  const actions = [...new Set(lists.flatMap(({ values = [] }) => values.map(String)))];
  return actions.length === 0 ? [] : [{ modelid, manufacturername, model: definition.model, actions }];
}
