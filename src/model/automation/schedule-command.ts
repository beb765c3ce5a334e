/** The command of a schedule: whose key it goes by, and what it does with it. A key is kept by its public prefix only. */
import type { Address } from "../resource.ts";

export interface CommandTarget {
  readonly key: string; //     as it is written: whole, or its prefix
  readonly address: Address; // what it is sent to
}

/** In place of a key, in what the editor and the sidebar have made: they need none. No client can have it for a key, or make a schedule with it. */
export const EDITORS_KEY = "node-red";

/** Lights, groups and sensors of this gateway, named plainly: nothing that anybody could read in another way. */
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
