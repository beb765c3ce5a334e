/** An address that nothing has, and the one that may be meant. Nodes and dialogs say it alike. */
import { nearest } from "./nearest-word.ts";

/** The first words of addresses, and the words that may stand behind the number of a resource. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  config: [],
  sensors: ["new", "config", "state", "refresh", "history"],
  lights: ["new", "state", "config", "groups", "scenes", "refresh", "history"],
  groups: ["action", "scenes", "history"],
  schedules: ["trace", "next"],
  rules: ["trace", "try", "trigger"],
  resourcelinks: [],
  userparameter: [],
  devices: [],
  touchlink: [],
  virtual: [],
  jobs: [],
  imports: ["undo"],
  capabilities: [],
  info: [],
  alarmsystems: [],
  scenes: [],
};

/** "/sensor/1" → "/sensors/1", which is meant; undefined where the address is no such slip. */
export function meantBy(address: string): string | undefined {
  const [path = "", query] = address.split("?", 2);
  const [first = "", id, part, ...rest] = path.split("/").filter((each) => each !== "");
  const family = nearest(first, Object.keys(PARTS));
  if (family === undefined) return undefined;
  const meantPart = part && (nearest(part, PARTS[family] ?? []) ?? part);
  if (family === first && meantPart === part) return undefined;
  const meant = [family, id, meantPart, ...rest].filter((each) => each !== undefined).join("/");
  return query === undefined ? `/${meant}` : `/${meant}?${query}`;
}
