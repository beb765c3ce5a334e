/** The command of a schedule: the key that it goes by, and its target. A key is kept by its public prefix only. */
import type { Address } from "../resource.ts";

export interface CommandTarget {
  readonly key: string; //     as it is written: whole, or its prefix
  readonly address: Address; // the target of the command
}

/** The stand-in for a key in schedules of the editor and the sidebar, which need none. No client can have or use it as a key. */
export const EDITORS_KEY = "node-red";

/** Lights, groups and sensors of this gateway, named plainly: no form that a parser could read in another way. */
const FORM = /^\/api\/([0-9A-Za-z._-]{8,200})(\/(?:lights|groups|sensors)(?:\/[0-9A-Za-z:._-]+)+)$/;
const DOTS = /\/\.+(\/|$)/;
const LONGEST = 500;

export function targetOf(address: unknown): CommandTarget | undefined {
  if (typeof address !== "string" || address.length > LONGEST || DOTS.test(address)) return undefined;
  const [, key = "", rest = ""] = FORM.exec(address) ?? [];
  return rest === "" ? undefined : { key, address: rest as Address };
}

export function addressWith(key: string, target: CommandTarget): string {
  return `/api/${key}${target.address}`;
}
