/** A device's plan: which resources it becomes, and which of its values go where. Made once for each device, then only read. */
import type { Ieee } from "../../model/radio.ts";
import type { Section, Values } from "../../model/resource.ts";

/** One value of the device ↔ one member of a resource. */
export interface ValueMapping {
  readonly section: Extract<Section, "config" | "state">;
  readonly member: string; //   "temperature"; nested ones with slashes: "on/startup"
  readonly property: string; // key of the payload, with its endpoint's suffix: "state_l2"
  readonly field?: string; //   of a composite value: "on_level" in {level_config: {on_level: 254}}
  readonly option?: true; //    not the device's, but how its values are read: an option of the converters
  readonly conversion: string; //       how it is read, and turned round how it is written: a row of CONVERSIONS
  readonly unit?: string; //    of the device's value
  readonly valueOn?: unknown; //     value_on of a binary expose
  readonly valueOff?: unknown;
  readonly words?: Values; //     the device's words → ours
  readonly values?: readonly unknown[]; // of an enum, in its order
  readonly min?: number; //     of the device's value
  readonly max?: number;
  readonly writable: boolean; // the expose can be set
  readonly readable?: true; //    the device can be asked for it
}

export interface PlannedResource {
  readonly family: "lights" | "sensors";
  readonly type: string; //     "Extended color light", "ZHATemperature"
  readonly endpoint: number; // as in the uniqueid; differs from `source` where a device has several of a kind on one endpoint
  readonly source: number; //   the real endpoint, which commands and groups need
  readonly suffix: string; //   of its exposes' properties: "l2", or ""
  readonly uniqueid: string;
  readonly mappings: readonly ValueMapping[];
  readonly attr: Values; //     hascolor, ctmin, ctmax, capabilities, …
  readonly config: Values; //   what it starts with
  readonly state: Values;
  readonly takesTransition?: true; //     it takes a transition, in seconds
  readonly framed?: readonly string[]; // members that it is told in frames of ours: "state/gradient"
  readonly unconverted?: true; //       no converter tells of it: its frames are read as they come
  readonly buttons?: ButtonMap;
}

/** What the words of a remote mean. */
export interface ButtonMap {
  /** "toggle", or "on@2" for the endpoint 2 alone → 1002; "release": long release of the button that was held last. */
  readonly codes: Readonly<Record<string, number | "release">>;
  /** Also words that no list knows: "recall_7". */
  readonly hasWildcards: boolean;
  /** Words that are no buttons of this model, although they look like some. */
  readonly ignored?: readonly string[];
  /** No converter reads them: their commands are read as they come. */
  readonly unconverted?: true;
}

export interface DevicePlan {
  readonly ieee: Ieee;
  readonly resources: readonly PlannedResource[];
  readonly coverage: {
    readonly mapped: readonly string[];
    readonly ignored: readonly string[];
    readonly unmapped: readonly string[];
  };
}
