/** Rules: what is to happen when something has. */
import type { Automation } from "../model/automation.ts";
import type { Stop } from "../model/resource.ts";
import type { EngineParts } from "./engine.ts";

export interface Rules extends Automation {
  start(): Stop;
}

export function openRules(_parts: EngineParts): Rules {
  return {
    trace: () => [],
    tryRule: () => undefined,
    trigger: async () => undefined,
    start: () => () => {},
  };
}
