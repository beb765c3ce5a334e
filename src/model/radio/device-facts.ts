/** The radio's facts of a device: its kind, its abilities, and the contents of its messages. */
import type { Gamut } from "../lights/color.ts";
import type { Values } from "../resource.ts";

/** A device's own address: "0x00158d0001020304". */
export type Ieee = string;

/** A value that a device has, in the words of the converters. `access`: 1 it is reported, 2 it can be set, 4 it can be read. */
export interface Expose {
  readonly type: string; // binary, numeric, enum, text, list, composite; light, switch, cover, lock, climate, fan
  readonly name?: string;
  readonly property?: string; // its key in payloads
  readonly endpoint?: string;
  readonly access?: number;
  readonly unit?: string;
  readonly label?: string;
  readonly description?: string;
  readonly category?: "config" | "diagnostic";
  readonly value_on?: unknown;
  readonly value_off?: unknown;
  readonly value_toggle?: unknown;
  readonly value_min?: number;
  readonly value_max?: number;
  readonly value_step?: number;
  readonly values?: readonly unknown[];
  readonly presets?: readonly { readonly name: string; readonly value: unknown }[];
  readonly features?: readonly Expose[];
  readonly item_type?: Expose;
  readonly length_min?: number;
  readonly length_max?: number;
}

/** The converters' facts of a model. */
export interface ModelDefinition {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  readonly generated: boolean; // guessed from its clusters
  readonly exposes: readonly Expose[];
  readonly options: readonly Expose[]; // how its values are read; settable, kept by us
  readonly endpoints: Readonly<Record<string, number>>; // names of exposes' endpoints → numbers
  readonly whiteByColor?: true; // a lamp without whites of its own: it is told the color of a white instead
}

export interface EndpointFacts {
  readonly id: number;
  readonly profile: number;
  readonly device: number; // the Zigbee device id: 0x010d is an extended color light
  readonly inputs: readonly number[]; //  server clusters
  readonly outputs: readonly number[]; // client clusters
  readonly week?: number; // of a thermostat that keeps weeks: by what it goes, as bits; -1 where it does not say
  readonly zone?: number; // what an IAS zone watches, when it was asked: 0x000d motion, 0x0015 contact, 0x0028 fire, …
}

export interface DeviceFacts {
  readonly ieee: Ieee;
  readonly kind: "router" | "end-device" | "green-power" | "unknown";
  readonly sleepy: boolean; // hears only shortly after it has spoken
  readonly interviewed: boolean;
  readonly modelid: string; // as the device itself says, trimmed; "" when it did not say
  readonly manufacturername: string;
  readonly manufacturer: number; // its code
  readonly swversion: string | null;
  readonly applicationVersion: number | null;
  readonly powersource: string | null;
  readonly datecode?: string; // of its firmware, as it says itself
  readonly endpoints: readonly EndpointFacts[];
  readonly colorcapabilities: number | null; // ZCL bitmap of the first endpoint that has one
  readonly gradient?: Readonly<Record<"segments" | "pixels" | "length" | "styles", number>>; // of a light strip
  readonly gamut?: Gamut; // of the first endpoint that tells the corners of its colors
  readonly lastseen: number | null; // milliseconds, UTC
  readonly linkquality: number | null;
  readonly definition?: ModelDefinition; // absent: an unknown device, only its clusters speak
  readonly label?: DeviceLabel; // devices of the virtual house have one
  readonly network?: number; // its short address in the network: another one each time it joins
  readonly values?: Values; // the converters' memory of its reports, over restarts
}

/** The label of a device: its first name, and the ids of its first light and its first sensor, where these are kept for it. */
export interface DeviceLabel {
  readonly name: string;
  readonly lights?: number;
  readonly sensors?: number;
}

/** A room, or another group of lights, of a house that comes furnished. */
export interface GroupFacts {
  readonly name: string;
  readonly isRoom: boolean;
  readonly devices: readonly Ieee[];
  readonly scenes: readonly SceneFacts[];
}

export interface SceneFacts {
  readonly name: string;
  readonly lights: Readonly<Record<Ieee, Values>>; // the values of each of its lights, as clients write them
}

/** The past of a device or a group of a house, before the gateway listened: its values with their times (milliseconds, UTC). */
export interface PastFacts {
  readonly device?: Ieee;
  readonly group?: string; // its name
  readonly member: string; // as clients know it: "state/temperature"
  readonly values: readonly (readonly [at: number, value: number])[];
}

/** A frame as it came, for values that the converters leave unread. */
export interface RawMessage {
  readonly type: string; // attributeReport, readResponse, commandOn, raw, …
  readonly cluster: string | number; // genOnOff; a number when its name is unknown
  readonly data: unknown; // attributes by name, or the parameters of a command; bytes for type raw
  readonly group: number; // 0: sent to us alone
  readonly manufacturer: number | null;
  readonly sequence?: number; // its transaction: a frame that comes again has the same
  readonly bytes?: Uint8Array; // of a maker's own command: its parameters as they came
}
