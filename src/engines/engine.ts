/** An engine is something that goes on by itself, from the moment it is started until it is stopped. */
import type { Bus } from "../core/bus.ts";
import type { Draft } from "../core/draft.ts";
import type { Store } from "../core/store.ts";
import type { EnginePorts } from "../model/engine-ports.ts";
import type { Clock, Host, Log, Web } from "../model/ports.ts";
import type { Cause, Perform, Stop } from "../model/resource.ts";

export interface EngineParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Host;
  readonly web: Web;
  readonly perform: Perform;
  readonly engines: EnginePorts; // where an engine offers its ports to handlers and devices
  /** Commits the draft and goes on when the disk has it; a disk that refuses it does not stop the action. */
  readonly whenKept: (draft: Draft, goOn: () => void) => void;
}

export type Engine = (parts: EngineParts) => Stop;

export const BY_CLOCK: Cause = { by: "clock", depth: 0 };
export const BY_GATEWAY: Cause = { by: "gateway", depth: 0 };

export function timezoneOf(store: EngineParts["store"]): string {
  return String(store.get("/config")?.attr.timezone ?? "UTC");
}

export function stopAll(stops: readonly Stop[]): Stop {
  return () => {
    for (const stop of stops) stop();
  };
}
