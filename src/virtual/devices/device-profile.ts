/** The profile of a model of virtual devices: its endpoints and clusters, and the frames of its buttons. */
import type { AttributeValue, SpecialAttribute } from "./attributes.ts";
import type { CustomClusters } from "./zcl.ts";

/** Of mains, and forwards for others; on a battery, but fetches its frames often; on a battery, and asleep. */
type DeviceKind = "router" | "poller" | "sleeper";

export interface EndpointProfile {
  readonly id: number;
  readonly profile?: number; // 0x0104 when not said
  readonly device: number; //   0x010d is an extended color light
  /** Its server clusters, with the values that they start with. */
  readonly servers: Readonly<Record<string, Readonly<Record<string, AttributeValue | SpecialAttribute>>>>;
  readonly clients?: readonly (string | number)[];
}

/** One frame that a button says. */
export interface ButtonFrame {
  readonly endpoint?: number; // absent: its first
  readonly cluster: string | number;
  readonly command: string | number;
  readonly payload?: object;
  readonly manufacturer?: number;
}

/** The values that change by themselves. */
export type LifeName = "climate" | "motion" | "plug" | "thermostat" | "battery";

export interface DeviceProfile {
  readonly manufacturer: number; // its code
  readonly oui: string; // how its addresses begin: "0x001788"
  readonly kind: DeviceKind;
  readonly endpoints: readonly EndpointProfile[];
  readonly custom?: CustomClusters;
  /** The frames of each press, one after the other. */
  readonly presses?: Readonly<Record<string, readonly ButtonFrame[]>>;
  /** The cluster whose bindings all its buttons' commands go along, regardless of their own cluster. */
  readonly along?: string;
  readonly life?: readonly LifeName[];
}

export function endpoint(
  id: number,
  device: number,
  clients: readonly (string | number)[],
  servers: EndpointProfile["servers"],
): EndpointProfile {
  return { id, device, servers, ...(clients.length > 0 && { clients }) };
}
