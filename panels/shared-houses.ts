/** One live house for all parts of a dialog that look at the same gateway: it is opened for the first, and closed after the last. */
import { type AdminEndpoint, openApi } from "./api.ts";
import { type LiveHouse, openHouse } from "./live-house.ts";

interface Shared {
  readonly live: LiveHouse;
  users: number;
}

const houses = new Map<string, Shared>(); // by the ids of the gateway nodes

export interface Borrowed {
  readonly live: LiveHouse;
  /** May be called twice. */
  giveBack(): void;
}

export function borrowHouse(door: AdminEndpoint, gatewayId: string): Borrowed {
  const shared = houses.get(gatewayId) ?? { live: openHouse(openApi(door, gatewayId)), users: 0 };
  houses.set(gatewayId, shared);
  shared.users += 1;
  shared.live.resume();
  let isBorrowed = true;
  return {
    live: shared.live,
    giveBack: () => {
      if (!isBorrowed) return;
      isBorrowed = false;
      shared.users -= 1;
      if (shared.users > 0) return;
      houses.delete(gatewayId);
      shared.live.stop();
    },
  };
}
