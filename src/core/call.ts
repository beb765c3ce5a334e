/** What a handler is given, and what it gives back. */
import type { Devices } from "../model/devices.ts";
import type { EnginePorts } from "../model/engine-ports.ts";
import type { Clock, Host, Log } from "../model/ports.ts";
import type { Radio } from "../model/radio.ts";
import type { Address, Cause, Method, Perform, Reply } from "../model/resource.ts";
import type { Draft } from "./draft.ts";
import type { Store } from "./store.ts";

/** What a handler may use besides the wish itself. */
export interface HandlerContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly host: Host;
  readonly radio: Radio;
  readonly devices: Devices;
  readonly engines: EnginePorts;
  readonly log: Log;
  readonly declares: Declares;
}

/** Whether this owner, a flow, still says of what it has declared that it is to be. */
export type Declares = (owner: string) => boolean;

/** A wish on its way through a handler. */
export interface Call extends HandlerContext {
  readonly method: Method;
  readonly address: Address; // as the caller wrote it
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly key: string | undefined;
  readonly isAnonymous: boolean;
  readonly hasPassword: boolean;
  readonly cause: Cause;
  readonly draft: Draft; // where it reads and writes; what it writes is true once the disk has it
  readonly perform: Perform;
  /** Runs when what this call writes is kept; never when it is refused. */
  readonly after: (run: () => void) => void;
}

/** Answers a body, or an Answer where there is more to say than that. */
export type Handler = (call: Call) => unknown;

export class Answer implements Reply {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;

  constructor(status: number, body: unknown, etag?: string) {
    this.status = status;
    this.body = body;
    if (etag !== undefined) this.etag = etag;
  }
}
