/** Opens a stick of the family that is wanted. A family is a folder beside this file, and a row in this table. */
import { openDeconz } from "./deconz/deconz-stick.ts";
import { openEmber } from "./ember/ember-stick.ts";
import type { StickFamily, StickOptions, VirtualStick } from "./virtual-stick.ts";
import { openZStack } from "./zstack/zstack-stick.ts";

/** The memories of the sticks that a house has had, each in its own form; plain JSON. */
export type SavedSticks = { readonly [family in StickFamily]?: object };

const FAMILIES: { readonly [family in StickFamily]?: (options: StickOptions<never>) => Promise<VirtualStick> } = {
  zstack: openZStack,
  ember: openEmber,
  deconz: openDeconz,
};

/** `saved`: the memory of a stick of this family. */
export async function openStick(family: StickFamily, options: StickOptions<object>): Promise<VirtualStick> {
  const open = FAMILIES[family];
  if (!open) throw new Error(`there is no simulated stick of the family ${family}`);
  return await open(options as StickOptions<never>);
}
