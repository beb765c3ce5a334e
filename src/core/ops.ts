/** What a write does to the store, step by step, as data: a draft collects such steps, and the store applies them. */
import type { Address, Resource, Section, Values } from "../model/resource.ts";

export type Op =
  | { readonly kind: "put"; readonly resource: Resource }
  | { readonly kind: "remove"; readonly address: Address }
  | {
      readonly kind: "patch";
      readonly address: Address;
      readonly section: Section;
      readonly values: Values;
      readonly now: number;
    };

export function addressOf(op: Op): Address {
  return op.kind === "put" ? op.resource.address : op.address;
}
