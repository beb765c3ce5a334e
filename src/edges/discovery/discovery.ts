/**
 * Lets other programs find a gateway in their networks: by SSDP, as deCONZ and Hue bridges do, and by multicast DNS. It follows changes (a
 * new network, a new name). Where it cannot announce, it logs that once and tries again.
 */
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import type { Announcement, Announcer, AnnouncerOptions } from "./announcer.ts";
import { MDNS, MdnsAnnouncer } from "./mdns.ts";
import {
  type LocalNetwork,
  type MulticastGroup,
  type MulticastSocket,
  openMulticastSocket,
} from "./multicast-socket.ts";
import { ReplyLimits } from "./reply-limits.ts";
import { SSDP, SsdpAnnouncer } from "./ssdp.ts";

export type { Announcement } from "./announcer.ts";

interface DiscoveryOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined while there is no gateway that others could reach. */
  readonly announcement: () => Announcement | undefined;
  readonly networks: () => readonly LocalNetwork[];
  readonly groups?: { readonly ssdp: MulticastGroup; readonly mdns: MulticastGroup };
  readonly random?: () => number; // below 1
  readonly every?: number; //        milliseconds between two checks for changes
}

export interface Discovery {
  /** Says goodbye and closes everything. */
  stop(): Promise<void>;
}

const EVERY = 5_000;
const GOODBYE_TIMEOUT = 500; // milliseconds

export function openDiscovery(options: DiscoveryOptions): Discovery {
  const { clock, log, groups = { ssdp: SSDP, mdns: MDNS }, random = Math.random } = options;
  const protocols = [
    new DiscoveryProtocol({ clock, log, random }, groups.ssdp, (parts) => new SsdpAnnouncer(parts)),
    new DiscoveryProtocol({ clock, log, random }, groups.mdns, (parts) => new MdnsAnnouncer({ ...parts, log })),
  ];
  let isStopped = false;
  let stopTimer: Stop = () => {};
  let checking = check();
  return {
    stop: async () => {
      isStopped = true;
      stopTimer();
      await checking;
      await Promise.all(protocols.map((protocol) => protocol.stop()));
    },
  };

  async function check(): Promise<void> {
    try {
      const [announcement, networks] = [options.announcement(), options.networks()];
      await Promise.all(protocols.map((protocol) => protocol.update(announcement, networks)));
    } catch (error) {
      log.error(`/config/discovery: ${error instanceof Error ? error.stack : error}`);
    }
    if (isStopped) return;
    stopTimer = clock.after(options.every ?? EVERY, () => {
      checking = check();
    });
  }
}

/** An announcer with its socket, and the facts that it was started with. */
interface RunningAnnouncer {
  readonly facts: string;
  readonly socket: MulticastSocket;
  readonly announcer: Announcer;
}

/** SSDP or multicast DNS: its announcer is restarted whenever the announcement or the networks change. */
class DiscoveryProtocol {
  readonly #context: Pick<DiscoveryOptions, "clock" | "log"> & Pick<AnnouncerOptions, "random">;
  readonly #group: MulticastGroup;
  readonly #announcerFor: (options: AnnouncerOptions) => Announcer;
  #running: RunningAnnouncer | undefined;
  #isBroken = false;
  #lastFacts = ""; //     of the last attempt
  #lastComplaint = ""; // logged once, however often it recurs

  constructor(
    context: Pick<DiscoveryOptions, "clock" | "log"> & Pick<AnnouncerOptions, "random">,
    group: MulticastGroup,
    announcerFor: (options: AnnouncerOptions) => Announcer,
  ) {
    this.#context = context;
    this.#group = group;
    this.#announcerFor = announcerFor;
  }

  async update(announcement: Announcement | undefined, networks: readonly LocalNetwork[]): Promise<void> {
    const facts = JSON.stringify([announcement, networks]);
    if (this.#running?.facts === facts && !this.#isBroken) return;
    await this.stop();
    if (!announcement || networks.length === 0) return;
    if (facts !== this.#lastFacts) this.#lastComplaint = "";
    this.#lastFacts = facts;
    try {
      this.#running = await this.#start(facts, announcement, networks);
    } catch (error) {
      this.#complain((error as Error).message);
    }
  }

  async stop(): Promise<void> {
    const last = this.#running;
    this.#running = undefined;
    if (!last) return;
    await within(this.#context.clock, GOODBYE_TIMEOUT, last.announcer.stop());
    last.socket.close();
  }

  async #start(
    facts: string,
    announcement: Announcement,
    networks: readonly LocalNetwork[],
  ): Promise<RunningAnnouncer> {
    const group = this.#group;
    const limits = new ReplyLimits(this.#context.clock);
    let announcer: Announcer | undefined;
    this.#isBroken = false;
    const socket = await openMulticastSocket({
      group,
      networks,
      onMessage: (bytes, from) => {
        try {
          if (limits.mayParse()) announcer?.receive(bytes, from);
        } catch (error) {
          this.#complain(error instanceof Error ? String(error.stack) : String(error)); // our own bug must not end Node-RED
        }
      },
      onBroken: (why) => {
        this.#isBroken = true;
        this.#complain(why);
      },
      onUnsent: (why) => this.#complain(why),
    });
    try {
      announcer = this.#announcerFor({ ...this.#context, announcement, networks, socket, group, limits });
      return { facts, socket, announcer };
    } catch (error) {
      socket.close();
      throw error;
    }
  }

  #complain(why: string): void {
    if (why !== this.#lastComplaint)
      this.#context.log.warn(`/config/discovery: other programs may not find this gateway: ${why}`);
    this.#lastComplaint = why;
  }
}

/** Waits for a promise, but not for long. */
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
