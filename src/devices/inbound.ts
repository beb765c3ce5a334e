/** What a device tells → facts of its resources. A message that cannot be read is lost alone. */
import { wordsOf } from "../model/errors.ts";
import type { RadioNews } from "../model/radio.ts";
import type { Section, Values } from "../model/resource.ts";
import type { Belief } from "./belief.ts";
import type { HeardValues } from "./heard-values.ts";
import { readPayload } from "./ops-read.ts";
import type { Inside } from "./parts.ts";
import type { Pending } from "./pending.ts";
import { BY_RADIO, type Known, type Part } from "./registry.ts";
import { unplanned } from "./unplanned.ts";

type Told = Extract<RadioNews, { kind: "payload" }>;

export interface InboundParts extends Inside {
  readonly belief: Belief;
  readonly pending: Pending;
  readonly heardValues: HeardValues;
}

export function openInbound({
  store,
  log,
  belief,
  pending,
  heardValues,
}: InboundParts): (device: Known, told: Told) => void {
  return (device, told) => {
    heardValues.note(device.ieee, told.payload);
    for (const part of device.parts) {
      try {
        read(device, part, told);
      } catch (error) {
        log.warn(`${part.address}: what its device said could not be read: ${wordsOf(error)}`);
      }
    }
  };

  function read(device: Known, part: Part, { payload }: Told): void {
    const { address, planned } = part;
    if (!store.get(address)) return; // a client deleted it
    const read = readPayload(planned, payload);
    const more = unplanned(device, part, payload);
    const [config, state] = [
      { ...read.config, ...more.config },
      { ...read.state, ...more.state },
    ];
    if (hasSome(config)) tell(address, "config", pending.heardConfig(device, address, config));
    if (hasSome(state)) tell(address, "state", state);
  }

  function tell(address: Part["address"], section: Section, values: Values): void {
    belief.told(address, section, values);
    store.patch(address, section, values, BY_RADIO);
  }
}

function hasSome(values: Values): boolean {
  for (const _ in values) return true;
  return false;
}
