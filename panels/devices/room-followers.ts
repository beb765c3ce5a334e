/** Which devices the switch of their room switches: lights, and what somebody says so of. A washing machine goes on when the light goes out. Pure. */
import type { HouseDevice, HouseResource } from "./house-devices.ts";
import { kindOf } from "./kinds.ts";

/** In-wall switches and dimmers are there for lights. */
const BY_THEMSELVES: readonly string[] = ["light", "switch"];

/** The kind of this light decides where nobody has said anything of its device. */
export function followsRoom({ info }: Pick<HouseDevice, "info">, { type }: Pick<HouseResource, "type">): boolean {
  const { followsroom: said } = info;
  return typeof said === "boolean" ? said : BY_THEMSELVES.includes(kindOf({ resources: [{ type }] }));
}
