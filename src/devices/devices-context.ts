/** The ports and the registry that all parts of the devices are built from. */
import type { Bus } from "../core/bus.ts";
import type { Store } from "../core/store.ts";
import type { EnginePorts } from "../model/engine-ports.ts";
import type { Clock, Log } from "../model/ports.ts";
import type { Radio } from "../model/radio/radio-port.ts";
import type { Address } from "../model/resource.ts";
import type { DeviceRegistry } from "./inventory/device-registry.ts";

export interface DevicesPorts {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly radio: Radio;
  readonly engines: EnginePorts;
  /** Kept when the disk has this resource as it is now; rejected when it refuses. */
  readonly keep: (address: Address) => Promise<void>;
}

export interface DevicesContext extends DevicesPorts {
  readonly registry: DeviceRegistry;
}
