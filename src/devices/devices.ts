/** The devices behind the resources: what they are, what they say, and what is sent to them. */
import type { Bus } from "../core/bus.ts";
import type { Store } from "../core/store.ts";
import type { Devices } from "../model/devices.ts";
import type { Clock, Log } from "../model/ports.ts";
import { type Radio, RadioError } from "../model/radio.ts";
import type { Stop } from "../model/resource.ts";

export interface DevicesParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly radio: Radio;
}

export interface OpenDevices {
  readonly devices: Devices;
  /** From now on it hears the radio. */
  start(): Stop;
}

export function openDevices({ radio }: DevicesParts): OpenDevices {
  const nobody = async () => {
    throw new RadioError("unknown", "no such device is known");
  };
  const devices: Devices = {
    obstacle: () => (radio.up ? "unknown" : "radio-down"),
    writable: () => [],
    wish: () => {},
    join: () => {},
    leave: () => {},
    removed: () => {},
    buttons: () => undefined,
    properties: nobody,
    setProperty: nobody,
    getProperty: nobody,
    clusters: nobody,
    bindings: nobody,
    bind: nobody,
    unbind: nobody,
  };
  return { devices, start: () => () => {} };
}
