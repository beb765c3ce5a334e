/** What the switch of a room tells whom. Pure. */
import type { HouseResource } from "../devices/house-devices.ts";
import type { ApiCommand } from "../perform.ts";

export interface RoomWish {
  readonly on: boolean;
  readonly bri?: number;
}

interface SwitchedRoom {
  readonly switched: readonly Pick<HouseResource, "address" | "state">[];
  readonly isWhole: boolean; // its group switches just these
}

/** A group hears one command at once; where not all of it follows, each that does is told, as far as it is there. */
export function roomCommands(room: string, { switched, isWhole }: SwitchedRoom, wish: RoomWish): readonly ApiCommand[] {
  if (isWhole) return [{ method: "PUT", address: `/groups/${room}/action`, body: wish }];
  const there = switched.filter(({ state }) => state.reachable !== false);
  return (there.length > 0 ? there : switched).map(({ address, state }) => {
    const { bri, ...plain } = wish;
    return { method: "PUT", address: `${address}/state`, body: bri !== undefined && "bri" in state ? wish : plain };
  });
}
