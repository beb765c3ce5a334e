/** What a remote can say → what that means: words are read, buttons numbered, and known models numbered as clients know them. */

import type { ButtonMap } from "../plan/device-plan.ts";
import { parseActions } from "./actions.ts";
import { buttonCodes } from "./button-numbers.ts";
import { cubeCodes, isCube } from "./cube.ts";
import { overridden, type RemoteModel, silentWords } from "./overrides.ts";

export type { RemoteModel } from "./overrides.ts";

const HOLDS_OFTEN = /^lumi\./;

export function buildButtonMap(actions: readonly string[], remote: RemoteModel): ButtonMap {
  if (isCube(remote.modelid)) return { codes: cubeCodes(), hasWildcards: false };
  const words = parseActions(actions);
  const codes = overridden(buttonCodes(words, HOLDS_OFTEN.test(remote.modelid)), remote);
  const ignored = silentWords(remote);
  const hasWildcards = Object.keys(codes).some((word) => word.includes("*"));
  return { codes, hasWildcards, ...(ignored.length > 0 ? { ignored } : {}) };
}
