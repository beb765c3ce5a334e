/** Every device of the network with its converters, from its interview until it leaves, and how the gateway is told of it. */
import { createHash } from "node:crypto";
import { findByDevice, onEvent } from "zigbee-herdsman-converters";
import { wordsOf } from "../../../model/errors.ts";
import type { DeviceFacts, DeviceLabel, Ieee } from "../../../model/radio/device-facts.ts";
import type { NetworkFacts, RadioEvent } from "../../../model/radio/radio-port.ts";
import type { Values } from "../../../model/resource.ts";
import type { ConverterDefinition, ConverterEvent, ConverterNotes, HerdsmanDevice } from "../herdsman.ts";
import { plainValues } from "../plain-data.ts";
import type { ConverterStates } from "./converter-states.ts";
import { deviceFacts, modelDefinition, takesWeeks } from "./device-facts.ts";

/** A device whose frames can be read. */
export interface AttachedDevice {
  readonly device: HerdsmanDevice;
  readonly definition: ConverterDefinition | undefined;
  readonly state: ConverterNotes;
  options: ConverterNotes;
  toldDigest: string; // of the facts that were told last
}

interface DeviceTableParts {
  readonly states: ConverterStates;
  readonly options: ReadonlyMap<Ieee, Values>; // as the gateway wants them
  readonly labelOf: (ieee: Ieee) => DeviceLabel | undefined; // the label on a device of the virtual house
  readonly warn: (text: string) => void;
  readonly changed: (facts: DeviceFacts) => void; // other facts are known of the device now
}

type DeviceEventType = Exclude<ConverterEvent["type"], "stop">;

/** Without the first two, currents and energies are rounded more coarsely than clients show them; the light level is wanted as measured. */
const USUAL_OPTIONS: ConverterNotes = { current_precision: 3, energy_precision: 3, illuminance_raw: true };

export class DeviceTable {
  readonly #parts: DeviceTableParts;
  readonly #attached = new Map<Ieee, AttachedDevice>();
  readonly #prepared = new Map<Ieee, ConverterDefinition>();

  constructor(parts: DeviceTableParts) {
    this.#parts = parts;
  }

  get(ieee: Ieee): AttachedDevice | undefined {
    return this.#attached.get(ieee);
  }

  all(): IterableIterator<AttachedDevice> {
    return this.#attached.values();
  }

  /** Looks the device's definition up, which loads its vendor's file. Nothing is sent to it. */
  async prepare(device: HerdsmanDevice): Promise<void> {
    const definition = await this.#findDefinition(device, false);
    if (definition) this.#prepared.set(device.ieeeAddr, definition);
  }

  /** From now on the frames of the device can be read. */
  async attach(device: HerdsmanDevice): Promise<AttachedDevice> {
    const { ieeeAddr: ieee } = device;
    const definition = this.#prepared.get(ieee) ?? (await this.#findDefinition(device, true));
    this.#prepared.delete(ieee);
    await this.#stopConverters(ieee);
    const state = this.#parts.states.of(ieee);
    const attached = { device, definition, state, options: this.#optionsOf(ieee), toldDigest: "" };
    this.#attached.set(ieee, attached);
    await this.notifyConverters("start", device);
    return attached;
  }

  async notifyConverters(type: DeviceEventType, device: HerdsmanDevice, more: Values = {}): Promise<void> {
    const attached = this.#attached.get(device.ieeeAddr);
    const data = {
      device,
      state: attached?.state ?? {},
      options: attached?.options ?? {},
      deviceExposesChanged: () => attached && this.tellChanges(attached),
      ...more,
    };
    await this.#handEvent({ type, data } as ConverterEvent, attached?.definition);
  }

  facts({ device, definition, options, state }: AttachedDevice): DeviceFacts {
    return deviceFacts(device, definition && modelDefinition(definition, device, options), {
      values: plainValues(state),
      takesWeeks: takesWeeks(definition),
      label: this.#parts.labelOf(device.ieeeAddr),
    });
  }

  /** The facts, which the caller tells now. */
  factsToTell(attached: AttachedDevice): DeviceFacts {
    const facts = this.facts(attached);
    attached.toldDigest = digestOf(facts);
    return facts;
  }

  tellChanges(attached: AttachedDevice): void {
    const before = attached.toldDigest;
    const facts = this.factsToTell(attached);
    const isPresent = this.#attached.get(attached.device.ieeeAddr) === attached;
    if (isPresent && attached.toldDigest !== before) this.#parts.changed(facts);
  }

  optionsChanged(ieee: Ieee): void {
    const attached = this.#attached.get(ieee);
    if (!attached) return;
    const from = attached.options;
    attached.options = this.#optionsOf(ieee);
    void this.notifyConverters("deviceOptionsChanged", attached.device, { from, to: attached.options });
    this.tellChanges(attached);
  }

  forget(ieee: Ieee): void {
    if (!this.#attached.has(ieee)) return;
    void this.#stopConverters(ieee);
    this.#attached.delete(ieee);
    this.#parts.states.forget(ieee);
  }

  async close(): Promise<void> {
    for (const ieee of [...this.#attached.keys()]) await this.#stopConverters(ieee);
  }

  async #findDefinition(device: HerdsmanDevice, guess: boolean): Promise<ConverterDefinition | undefined> {
    try {
      return await findByDevice(device, guess);
    } catch (error) {
      this.#parts.warn(`${device.ieeeAddr}: what is known of its model could not be read: ${wordsOf(error)}`);
      return undefined;
    }
  }

  #optionsOf(ieee: Ieee): ConverterNotes {
    return { ...USUAL_OPTIONS, ...this.#parts.options.get(ieee) };
  }

  /** Stops the timers that the converters have for the device. */
  async #stopConverters(ieee: Ieee): Promise<void> {
    await this.#handEvent({ type: "stop", data: { ieeeAddr: ieee } }, this.#attached.get(ieee)?.definition);
  }

  async #handEvent(event: ConverterEvent, definition: ConverterDefinition | undefined): Promise<void> {
    try {
      await onEvent(event);
      await definition?.onEvent?.(event);
    } catch (error) {
      const ieee = event.type === "stop" ? event.data.ieeeAddr : event.data.device.ieeeAddr;
      this.#parts.warn(`${ieee}: its converters failed at "${event.type}": ${wordsOf(error)}`);
    }
  }
}

/** Of the facts that last. */
function digestOf({ lastseen: _, linkquality: __, values: ___, network: ____, ...facts }: DeviceFacts): string {
  return createHash("sha1").update(JSON.stringify(facts)).digest("base64");
}

const PORTION = 20; // devices; with all that they expose, some 10 kB each

/** Tells which devices there are when the radio comes up: of a large house in portions, so that neither side has to hold all of it at once. */
export class DeviceInventory {
  readonly #emit: (event: RadioEvent) => void;
  readonly #sent: () => Promise<void>;
  readonly #told = new Set<Ieee>();
  #isUp = false;

  /** `sent`: the gateway has taken the events. */
  constructor(emit: (event: RadioEvent) => void, sent: () => Promise<void>) {
    this.#emit = emit;
    this.#sent = sent;
  }

  /** Ends with the event that the radio is up. */
  async tellAll(
    network: NetworkFacts,
    present: () => readonly HerdsmanDevice[],
    factsOf: (device: HerdsmanDevice) => DeviceFacts,
  ): Promise<void> {
    for (const left = [...present()]; left.length > PORTION; ) {
      const portion = left.splice(0, PORTION);
      for (const { ieeeAddr } of portion) this.#told.add(ieeeAddr);
      this.#emit({ kind: "devices", devices: portion.map(factsOf) });
      await this.#sent();
    }
    const isTold = ({ ieeeAddr }: HerdsmanDevice) => this.#told.has(ieeeAddr);
    const all = present(); // some may have come or gone meanwhile
    const rest = all.filter((device) => !isTold(device)).map(factsOf);
    this.#isUp = true;
    this.#emit({ kind: "up", network, devices: rest, told: all.filter(isTold).map(({ ieeeAddr }) => ieeeAddr) });
  }

  /** Other facts are known of a device. */
  changed(device: DeviceFacts): void {
    if (this.#isUp) this.#emit({ kind: "device", device });
    else this.#told.delete(device.ieee); // then it is told once more
  }
}
