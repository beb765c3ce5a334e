/** What a remote can say → what that means: words are read, buttons numbered, and known models numbered as clients know them. */

import type { Buttons } from "../plan/device-plan.ts";
import { readWords } from "./actions.ts";
import { codesOf } from "./button-numbers.ts";
import { cubeCodes, isCube } from "./cube.ts";
import { overridden, type Remote, silentWords } from "./overrides.ts";

export type { Remote } from "./overrides.ts";

const HOLDS_OFTEN = /^lumi\./;

export function buildButtons(actions: readonly string[], remote: Remote): Buttons {
  if (isCube(remote.modelid)) return { codes: cubeCodes(), wild: false };
  const words = readWords(actions);
  const codes = overridden(codesOf(words, HOLDS_OFTEN.test(remote.modelid)), remote);
  const silent = silentWords(remote);
  const wild = Object.keys(codes).some((word) => word.includes("*"));
  return { codes, wild, ...(silent.length > 0 ? { silent } : {}) };
}
