/** The input of a handler, and its answer. */
import type { Devices } from "../model/devices.ts";
import type { EnginePorts } from "../model/engine-ports.ts";
import type { Clock, Host, Log } from "../model/ports.ts";
import type { Radio } from "../model/radio/radio-port.ts";
import type { Address, Cause, Method, Outcome } from "../model/resource.ts";
import type { Draft } from "./draft.ts";
import type { Content, Outcomes } from "./result.ts";
import type { Store } from "./store.ts";

/** The tools of a handler besides the command itself. */
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

/** Whether the flow of this owner still declares its resources. */
export type Declares = (owner: string) => boolean;

/** A command on its way through a handler. */
export interface Call extends HandlerContext {
  readonly method: Method;
  readonly address: Address; // as the caller wrote it
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly query: string; //     "" when there is none
  readonly key: string | undefined;
  readonly isAnonymous: boolean;
  readonly hasPassword: boolean;
  readonly cause: Cause;
  readonly draft: Draft; // for its reads and writes; a write is true once the disk has it
  /** Runs when the writes of this call are kept; never when they are refused. */
  readonly after: (run: () => void) => void;
  /** The same call with a part of its body, at an address below its own: its writes are kept together with the rest. */
  part(body: unknown, address?: Address): Call;
}

type HandlerAnswer = Content | Outcomes | readonly Outcome[];

/** Throws an ApiError where the whole command is refused. */
export type Handler = (call: Call) => HandlerAnswer | Promise<HandlerAnswer>;

/** A handler that answers member by member. */
export type Writer = (call: Call) => readonly Outcome[] | Promise<readonly Outcome[]>;
