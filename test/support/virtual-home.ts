/** A virtual house without any stick: its network is open when it is told to be. */
import { MovingIn } from "../../src/virtual/house/moving-in.ts";
import { Residents, type SavedResident } from "../../src/virtual/house/residents.ts";
import type { VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { type World, world } from "./virtual-network.ts";

export interface Home {
  readonly house: Residents;
  readonly movingIn: MovingIn;
  readonly world: World;
  readonly turned: string[]; // the acts on the stick
  readonly changes: { count: number };
  open(seconds?: number): void;
  names(): string[]; // of those in the network, in the order of their coming
  close(): void;
}

/** `timeScale`: a second of the house takes so many seconds here. */
export function home(
  more: {
    readonly saved?: readonly SavedResident[];
    readonly empty?: boolean;
    readonly timeScale?: number;
    readonly patience?: number;
  } = {},
): Home {
  const { timeScale = 0.01, saved, empty = false, patience } = more;
  const around = world({ timeScale });
  const turned: string[] = [];
  const note = (name: string) => (value?: unknown) => turned.push(value === undefined ? name : `${name} ${value}`);
  const { counters } = around.network;
  const stick = {
    family: "zstack",
    ieee: around.center.ieee,
    frameCounter: 0,
    channel: 11,
    identity: around.center.network,
    counters,
    dropLink: note("dropLink"),
    powerCycle: note("powerCycle"),
    mute: note("mute"),
    busy: note("busy"),
  } as unknown as VirtualStick;
  const changes = { count: 0 };
  const changed = () => {
    changes.count += 1;
  };
  const house = new Residents({ network: around.network, stick, saved, empty, latency: 0, changed });
  const movingIn = new MovingIn(house, changed, patience);
  const came = () => around.told.filter((one): one is [string, string] => Array.isArray(one) && one[0] === "joined");
  return {
    house,
    movingIn,
    world: around,
    turned,
    changes,
    open: (seconds = 60) => around.uplink.permit(seconds, false),
    names: () => came().map(([, ieee]) => house.of(ieee)?.name ?? ieee),
    close: () => {
      house.close();
      around.network.close();
    },
  };
}

export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
  }
}
