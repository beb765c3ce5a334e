/** What a check of the gateway tells. */
import type { Values } from "../../src/model/resource.ts";
import type { Running } from "../gateway/running.ts";

/** What the browser of who asks knows. */
export interface Seen {
  readonly now: number | undefined; // its clock
  readonly zone: string; //            its time zone
}

/** true: all right; false: not, and the cure says what to do; null: nothing can be said, or nothing need be done. */
export interface Finding {
  readonly ok: boolean | null;
  readonly says: string; // a key of the texts, below the check's own
  readonly values?: Values; // what stands in that text
  readonly cure?: string;
}

export type Check = (running: Running, seen: Seen) => Finding | Promise<Finding>;
