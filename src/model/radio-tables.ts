/** What stands in the tables of the devices themselves: to whom they are bound, whom they hear, and which way they send. */
/** A device's own address, as the radio has it. */
type Ieee = string;

export type BindTarget = { readonly ieee: Ieee; readonly endpoint: number } | { readonly group: number };

export interface Binding {
  readonly endpoint: number;
  readonly cluster: string;
  readonly target: BindTarget;
}

export interface Neighbour {
  readonly ieee: Ieee;
  readonly linkquality: number;
  readonly relation: "parent" | "child" | "sibling" | "other";
  readonly depth: number;
}

export interface RouteEntry {
  readonly destination: number; // network address
  readonly nextHop: number;
  readonly status: string;
}
