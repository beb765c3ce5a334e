/** Tells by SSDP that a gateway is there: every now and then to all, and late by chance to whoever searches, so that not all answer at once. */
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import type { Group } from "./group.ts";
import { isOfTheHouse, numberOf, type Pace } from "./pace.ts";
import { alive, answer, byebye, found, kindsOf, searchIn } from "./ssdp-words.ts";
import type { Announced, Network, Peer, Place, Voice } from "./voice.ts";

const EVERY = 20_000; // milliseconds
const LONGEST_WAIT = 2; // seconds, even if the asker would wait longer
const MOST_WAITING = 50;

export const SSDP: Place = { group: "239.255.255.250", port: 1900, ttl: 4 };

export interface SsdpParts {
  readonly announced: Announced;
  readonly networks: readonly Network[];
  readonly group: Group;
  readonly place: Place;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly random: () => number; // below 1
}

export function speakSsdp({ announced, networks, group, place, clock, pace, random }: SsdpParts): Voice {
  const waiting = new Map<string, Stop>(); // answers, by who asked what
  const host = `${place.group}:${place.port}`;
  let stopBeat: Stop = () => {};
  const beat = () => {
    for (const kind of kindsOf(announced.uuid)) {
      void group.tellAll(({ ip }) => alive(kind, announced, announced.host || ip, host));
    }
    stopBeat = clock.after(EVERY, beat);
  };
  beat();
  return {
    hear: (bytes, from) => {
      const search = searchIn(bytes);
      const kinds = search ? found(search.target, announced.uuid) : [];
      if (!search || kinds.length === 0 || !isOfTheHouse(from, networks, place.port)) return;
      const asked = `${from.address}:${from.port} ${search.target}`;
      if (waiting.has(asked) || waiting.size >= MOST_WAITING || !pace.mayAnswer(from.address)) return;
      const wait = Math.min(search.wait, LONGEST_WAIT) * 1000 * random();
      const tell = () => {
        waiting.delete(asked);
        const own = announced.host || nearest(from, networks);
        for (const kind of kinds) void group.tell(answer(kind, announced, own), from);
      };
      waiting.set(asked, clock.after(wait, tell));
    },
    stop: async () => {
      stopBeat();
      for (const stop of waiting.values()) stop();
      await Promise.all(kindsOf(announced.uuid).map((kind) => group.tellAll(() => byebye(kind, host))));
    },
  };
}

/** Our address in the asker's own network, or the one that everybody is told. */
function nearest({ address }: Peer, networks: readonly Network[]): string {
  const network = networks.find(({ ip, netmask }) => ((numberOf(ip) ^ numberOf(address)) & numberOf(netmask)) === 0);
  return (network ?? networks[0])?.ip ?? "127.0.0.1";
}
