/** Every device of the network with what the converters know of it, from its interview until it leaves. */
import { createHash } from "node:crypto";
import { findByDevice, onEvent } from "zigbee-herdsman-converters";
import { wordsOf } from "../../../model/errors.ts";
import type { DeviceFacts, Ieee } from "../../../model/radio.ts";
import type { Values } from "../../../model/resource.ts";
import type { ConverterEvent, Definition, Device, Notes } from "../herdsman.ts";
import { knowledgeOf, takesWeeks } from "../network/knowledge.ts";
import type { States } from "./converter-state.ts";
import { describe } from "./device-facts.ts";

export interface Known {
  readonly device: Device;
  readonly definition: Definition | undefined;
  readonly state: Notes;
  options: Notes;
  told: string; // a sum of what was told of it last
}

export interface RegistryParts {
  readonly states: States;
  readonly options: ReadonlyMap<Ieee, Values>; // as the gateway wants them
  readonly warn: (text: string) => void;
  readonly told: (facts: DeviceFacts) => void; // something else is known of it now
}

type EventType = Exclude<ConverterEvent["type"], "stop">;

export interface Registry {
  get(ieee: Ieee): Known | undefined;
  all(): IterableIterator<Known>;
  /** Looks its definition up, which loads its vendor's file. Nothing is sent to it. */
  prepare(device: Device): Promise<void>;
  /** From now on its frames can be read. */
  attach(device: Device): Promise<Known>;
  /** Tells the converters what happened to it. */
  event(type: EventType, device: Device, more?: Values): Promise<void>;
  facts(known: Known): DeviceFacts;
  /** The same, and it is told now. */
  introduce(known: Known): DeviceFacts;
  /** Tells what is known of it, if that is something else than what was told last. */
  tell(known: Known): void;
  optionsChanged(ieee: Ieee): void;
  forget(ieee: Ieee): boolean;
  close(): Promise<void>;
}

/** Without the first two, currents and energies are rounded more coarsely than clients show them; the light level is wanted as measured. */
const USUAL_OPTIONS: Notes = { current_precision: 3, energy_precision: 3, illuminance_raw: true };

export function openRegistry({ states, options, warn, told }: RegistryParts): Registry {
  const all = new Map<Ieee, Known>();
  const prepared = new Map<Ieee, Definition>();

  const registry: Registry = {
    get: (ieee) => all.get(ieee),
    all: () => all.values(),
    prepare: async (device) => {
      const definition = await lookUp(device, false);
      if (definition) prepared.set(device.ieeeAddr, definition);
    },
    attach: async (device) => {
      const { ieeeAddr: ieee } = device;
      const definition = prepared.get(ieee) ?? (await lookUp(device, true));
      prepared.delete(ieee);
      await end(ieee);
      const known = { device, definition, state: states.of(ieee), options: optionsOf(ieee), told: "" };
      all.set(ieee, known);
      await registry.event("start", device);
      return known;
    },
    event: async (type, device, more = {}) => {
      const known = all.get(device.ieeeAddr);
      const data = {
        device,
        state: known?.state ?? {},
        options: known?.options ?? {},
        deviceExposesChanged: () => known && registry.tell(known),
        ...more,
      };
      await hand({ type, data } as ConverterEvent, known?.definition);
    },
    facts: ({ device, definition, options: own }) =>
      describe(device, definition && knowledgeOf(definition, device, own), takesWeeks(definition)),
    introduce: (known) => {
      const facts = registry.facts(known);
      known.told = sumOf(facts);
      return facts;
    },
    tell: (known) => {
      const before = known.told;
      const facts = registry.introduce(known);
      if (all.get(known.device.ieeeAddr) === known && known.told !== before) told(facts);
    },
    optionsChanged: (ieee) => {
      const known = all.get(ieee);
      if (!known) return;
      const from = known.options;
      known.options = optionsOf(ieee);
      void registry.event("deviceOptionsChanged", known.device, { from, to: known.options });
      registry.tell(known);
    },
    forget: (ieee) => {
      if (!all.has(ieee)) return false;
      void end(ieee);
      all.delete(ieee);
      states.forget(ieee);
      return true;
    },
    close: async () => {
      for (const ieee of [...all.keys()]) await end(ieee);
    },
  };
  return registry;

  async function lookUp(device: Device, guess: boolean): Promise<Definition | undefined> {
    try {
      return await findByDevice(device, guess);
    } catch (error) {
      warn(`${device.ieeeAddr}: what is known of its model could not be read: ${wordsOf(error)}`);
      return undefined;
    }
  }

  function optionsOf(ieee: Ieee): Notes {
    return { ...USUAL_OPTIONS, ...options.get(ieee) };
  }

  /** Stops the timers that the converters have for it. */
  async function end(ieee: Ieee): Promise<void> {
    await hand({ type: "stop", data: { ieeeAddr: ieee } }, all.get(ieee)?.definition);
  }

  /** Of what lasts. */
  function sumOf({ lastseen: _, linkquality: __, ...facts }: DeviceFacts): string {
    return createHash("sha1").update(JSON.stringify(facts)).digest("base64");
  }

  async function hand(event: ConverterEvent, definition: Definition | undefined): Promise<void> {
    try {
      await onEvent(event);
      await definition?.onEvent?.(event);
    } catch (error) {
      const ieee = event.type === "stop" ? event.data.ieeeAddr : event.data.device.ieeeAddr;
      warn(`${ieee}: its converters failed at "${event.type}": ${wordsOf(error)}`);
    }
  }
}
