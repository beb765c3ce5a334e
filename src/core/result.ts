/** The result of a command, in no client's words: a dialect words it. */
import type { ApiError } from "../model/errors.ts";
import type { Cause, Command, Outcome } from "../model/resource.ts";

/** Something to read, as clients see it. */
export interface Content {
  readonly status: 200;
  readonly body: unknown;
  readonly etag?: string; // without quotes
  readonly json?: string | Buffer; // the body as it goes out, where it is kept ready
}

export function content(body: unknown, etag?: string): Content {
  return etag === undefined ? { status: 200, body } : { status: 200, body, etag };
}

/**
 * The outcomes of a command, member by member. `ended`: "accepted" where it counts as carried out though every member was refused;
 * "stopped" where the last refusal ended it, and the members behind that were not tried.
 */
export class Outcomes {
  readonly list: readonly Outcome[];
  readonly ended: "accepted" | "stopped" | undefined;
  readonly etag: string | undefined; // of the written resource, as it is now

  constructor(list: readonly Outcome[], ended?: Outcomes["ended"], etag?: string) {
    this.list = list;
    this.ended = ended;
    this.etag = etag;
  }
}

/** Something to read, the outcomes, or that it was refused as a whole. */
export type Result = Content | Outcomes | ApiError;
export type Execute = (command: Command, cause: Cause) => Result | Promise<Result>;
