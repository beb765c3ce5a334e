/** A device's plan: which resources it becomes, and which of its properties become which members. Made once for each device, then only read. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Section, Values } from "../../model/resource.ts";

/** A property of the device ↔ a member of a resource. */
export interface ValueMapping {
  readonly section: Extract<Section, "config" | "state">;
  readonly member: string; //     "temperature"; nested ones with slashes: "on/startup"
  readonly property: string; //   in the payload, with its endpoint's suffix: "state_l2"
  readonly field?: string; //     of a composite value: "on_level" in {level_config: {on_level: 254}}
  readonly option?: true; //      it is an option of the converters, not a value of the device
  readonly conversion: string; // a row of CONVERSIONS
  readonly unit?: string; //      of the device's value
  readonly valueOn?: unknown; //  of a binary expose
  readonly valueOff?: unknown;
  readonly words?: Values; //     the device's words → those of the API
  readonly values?: readonly unknown[]; // of an enum, in its order
  readonly min?: number; //       of the device's value
  readonly max?: number;
  readonly writable: boolean; //  the expose can be set
  readonly readable?: true; //    the converters can ask the device for it
}

export interface PlannedResource {
  readonly family: "lights" | "sensors";
  readonly type: string; //       "Extended color light", "ZHATemperature"
  readonly endpoint: number; //   as in the uniqueid; another than `source` where a device has several of a kind on one endpoint
  readonly source: number; //     the real endpoint, for commands and groups
  readonly suffix: string; //     of its properties: "l2", or ""
  readonly uniqueid: string;
  readonly mappings: readonly ValueMapping[];
  readonly attr: Values; //       hascolor, ctmin, ctmax, capabilities, …
  readonly config: Values; //     initial values
  readonly state: Values;
  readonly takesTransition?: true; // by its converters, in seconds
  readonly whiteByColor?: true; // it is told the color of a white, and reports that color
  readonly framed?: readonly string[]; // members that are written by frames of our own: "state/gradient"
  readonly unconverted?: true; // no converter reads it: its values are read from ZCL frames
  readonly buttons?: ButtonMap;
}

/** The meanings of a remote's actions. */
export interface ButtonMap {
  /** "toggle", or "on@2" for endpoint 2 alone → 1002; "release": the end of the press or hold before it. */
  readonly codes: Readonly<Record<string, number | "release">>;
  /** Some codes have a wildcard: "recall_*". */
  readonly hasWildcards: boolean;
  /** Actions that come from no button of this model, although they look like it. */
  readonly ignored?: readonly string[];
  /** No converter reads its commands: they are read from ZCL frames. */
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
