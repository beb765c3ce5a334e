/** A virtual house as it is saved, and how one of a former version is read. */
import type { SavedMember } from "../air/network-members.ts";
import type { SavedSticks } from "../sticks/open-stick.ts";
import type { StickFamily } from "../sticks/virtual-stick.ts";
import type { FurnishedGroup } from "./furniture.ts";
import type { SavedResident } from "./residents.ts";

/** How the network is called, as herdsman's own options name it. */
export interface NetworkNames {
  readonly panID: number;
  readonly extendedPanID: readonly number[];
  readonly networkKey: readonly number[];
}

interface KeptHouse {
  readonly names: NetworkNames;
  readonly members: readonly SavedMember[];
  readonly residents: readonly SavedResident[];
  readonly furnished?: readonly FurnishedGroup[]; // absent: it is of a version whose houses came without
  readonly life?: boolean; // values change by themselves; absent: it is of a version that did not keep this
}

/** Plain JSON. */
export interface SavedHouse extends KeptHouse {
  readonly version: 2;
  readonly stick: StickFamily; // that is plugged in
  readonly sticks: SavedSticks; // also those that lie in the drawer
}

/** Of versions that knew one family of sticks. */
export interface FormerHouse extends KeptHouse {
  readonly version: 1;
  readonly coordinator: object;
}

export function asNewestHouse(saved: SavedHouse | FormerHouse): SavedHouse {
  if (saved.version === 2) return saved;
  const { coordinator, ...kept } = saved;
  return { ...kept, version: 2, stick: "zstack", sticks: { zstack: coordinator } };
}
