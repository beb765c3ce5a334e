/**
 * Lets other programs find a gateway in their network: by SSDP, as deCONZ and Hue bridges do, and by multicast DNS. It follows what changes (a network comes
 * late, a new name), and where it cannot speak it says so once and tries again.
 */
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { type Group, openGroup } from "./group.ts";
import { MDNS, speakMdns } from "./mdns.ts";
import { openPace, type Pace } from "./pace.ts";
import { SSDP, speakSsdp } from "./ssdp.ts";
import type { Announced, Network, Place, Voice } from "./voice.ts";

export type { Announced } from "./voice.ts";

export interface DiscoveryParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined while there is nothing that anybody could find. */
  readonly announced: () => Announced | undefined;
  readonly networks: () => readonly Network[];
  readonly places?: { readonly ssdp: Place; readonly mdns: Place };
  readonly random?: () => number; // below 1
  readonly every?: number; //        milliseconds between two looks at what has changed
}

export interface Discovery {
  /** Takes leave of the network and closes everything. */
  stop(): Promise<void>;
}

const EVERY = 5_000;
const FAREWELL = 500; // milliseconds that taking leave may take

interface Speaking {
  readonly print: string; // of what it was begun with
  readonly group: Group;
  readonly voice: Voice;
}

interface Begun {
  readonly announced: Announced;
  readonly networks: readonly Network[];
  readonly group: Group;
  readonly place: Place;
  readonly pace: Pace;
}

/** One way of telling, while there is something to tell and somewhere to tell it. */
interface Way {
  keep(announced: Announced | undefined, networks: readonly Network[]): Promise<void>;
  stop(): Promise<void>;
}

export function openDiscovery(parts: DiscoveryParts): Discovery {
  const { clock, log, places = { ssdp: SSDP, mdns: MDNS }, random = Math.random } = parts;
  const ways = [
    follow(clock, log, places.ssdp, (begun) => speakSsdp({ ...begun, clock, random })),
    follow(clock, log, places.mdns, (begun) => speakMdns({ ...begun, clock, log, random })),
  ];
  let isStopped = false;
  let wait: Stop = () => {};
  let looking = look();
  return {
    stop: async () => {
      isStopped = true;
      wait();
      await looking;
      await Promise.all(ways.map((way) => way.stop()));
    },
  };

  async function look(): Promise<void> {
    try {
      const [announced, networks] = [parts.announced(), parts.networks()];
      await Promise.all(ways.map((way) => way.keep(announced, networks)));
    } catch (error) {
      log.error(`/config/discovery: ${error instanceof Error ? error.stack : error}`);
    }
    if (isStopped) return;
    wait = clock.after(parts.every ?? EVERY, () => {
      looking = look();
    });
  }
}

function follow(clock: Clock, log: Log, place: Place, speak: (begun: Begun) => Voice): Way {
  let speaking: Speaking | undefined;
  let isBroken = false;
  let tried = ""; // the print of what was begun last
  let complaint = ""; // told once, however often it happens again
  const complain = (why: string) => {
    if (why !== complaint) log.warn(`/config/discovery: other programs may not find this gateway: ${why}`);
    complaint = why;
  };

  const begin = async (print: string, announced: Announced, networks: readonly Network[]): Promise<Speaking> => {
    const pace = openPace(clock);
    let voice: Voice | undefined;
    isBroken = false;
    const group = await openGroup({
      place,
      networks,
      hear: (bytes, from) => {
        try {
          if (pace.mayRead()) voice?.hear(bytes, from);
        } catch (error) {
          complain(error instanceof Error ? String(error.stack) : String(error)); // our own bug: Node-RED lives
        }
      },
      broken: (why) => {
        isBroken = true;
        complain(why);
      },
      unsent: complain,
    });
    try {
      voice = speak({ announced, networks, group, place, pace });
      return { print, group, voice };
    } catch (error) {
      group.close();
      throw error;
    }
  };
  const stop = async () => {
    const last = speaking;
    speaking = undefined;
    if (!last) return;
    await within(clock, FAREWELL, last.voice.stop());
    last.group.close();
  };
  return {
    stop,
    keep: async (announced, networks) => {
      const print = JSON.stringify([announced, networks]);
      if (speaking?.print === print && !isBroken) return;
      await stop();
      if (!announced || networks.length === 0) return;
      if (print !== tried) complaint = "";
      tried = print;
      try {
        speaking = await begin(print, announced, networks);
      } catch (error) {
        complain((error as Error).message);
      }
    },
  };
}

/** Waits for it, but not for long. */
function within(clock: Clock, milliseconds: number, done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(milliseconds, resolve);
    const end = () => {
      stop();
      resolve();
    };
    done.then(end, end);
  });
}
