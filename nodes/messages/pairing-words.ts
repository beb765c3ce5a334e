/** How the network is to be opened, in the words of a flow. */
import { isObject } from "../../src/model/resource.ts";

export interface Opening {
  readonly seconds: number; // 0 closes it
  readonly router?: string; // its address with colons, as the API has it
  readonly installCode?: string;
  readonly warnings: readonly string[]; // what was clamped
}

const MOST_SECONDS = 254;
const MEMBERS: readonly string[] = ["seconds", "router", "installCode"];

/** true, false, seconds, or all of it; undefined where it is none of these. */
export function openingIn(payload: unknown, usual: number): Opening | undefined {
  const said = typeof payload === "boolean" ? (payload ? usual : 0) : payload;
  const words = isObject(said) ? { seconds: usual, ...said } : { seconds: said };
  if (Object.keys(words).some((name) => !MEMBERS.includes(name))) return undefined;
  const { seconds, router, installCode } = words as Record<string, unknown>;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) return undefined;
  if (![router, installCode].every((word) => word === undefined || typeof word === "string")) return undefined;
  const kept = Math.min(MOST_SECONDS, Math.ceil(seconds));
  return {
    seconds: kept,
    ...(router === undefined ? {} : { router: macOf(router as string) }),
    ...(installCode === undefined ? {} : { installCode: installCode as string }),
    warnings: kept < seconds ? [`seconds ${seconds} → ${kept}`] : [],
  };
}

/** "0x00124b0001020304", as devices are told of here, or as the API has it. */
function macOf(address: string): string {
  const digits = /^0x([0-9a-f]{16})$/i.exec(address.trim())?.[1]?.toLowerCase();
  return digits?.match(/../g)?.join(":") ?? address.trim().toLowerCase();
}
