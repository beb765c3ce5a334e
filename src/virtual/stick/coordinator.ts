/** A simulated Z-Stack coordinator behind a TCP port, as a network adapter would show it. */
import { randomBytes } from "node:crypto";
import type { DecodedFrame, FrameCounters } from "../air/traffic.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { reader } from "../devices/bytes.ts";
import { openHostConnection } from "./host-connection.ts";
import { answerMt } from "./mt.ts";
import type { SavedNv } from "./nv.ts";
import { createStick, type SendRefusal } from "./stick.ts";
import { TYPE, type UnpiFrame } from "./unpi.ts";

/** A stick that is already in a network, as herdsman's own options name it. */
export interface Preformed {
  readonly panid: number;
  readonly extendedpanid: readonly number[];
  readonly channel: number;
  readonly networkKey: readonly number[];
  readonly ieee: string; // "0x00124b0000000001"
}

export interface SavedCoordinator {
  readonly ieee: string;
  readonly seed: string; // hex
  readonly nv: SavedNv;
}

export interface CoordinatorOptions {
  readonly network: VirtualNetwork;
  readonly saved?: SavedCoordinator | undefined;
  readonly preformed?: Preformed | undefined; // absent, and nothing saved: a blank stick
  readonly ieee?: string; // of a blank stick
  readonly port?: number; // 0: any
}

export interface Coordinator {
  readonly port: number;
  readonly ieee: string;
  readonly channel: number;
  readonly counters: FrameCounters;
  /** The newest 500 frames in the air, decoded, the oldest first. */
  readonly air: readonly DecodedFrame[];
  readonly installCodes: ReadonlyMap<string, string>;
  /** The host loses its connection. */
  dropLink(): void;
  /** The stick loses its power for a moment, and with it the connection. */
  powerCycle(): void;
  /** It hears, but says nothing any more. */
  mute(on: boolean): void;
  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void;
  /** Its firmware was built without inter-PAN, which touchlink needs: it does not know the request. */
  knowsInterPan(on: boolean): void;
  /** Says these bytes to the host. */
  garbage(bytes: Uint8Array): void;
  /** The next data requests fail. */
  busy(requests: number, how?: SendRefusal): void;
  save(): SavedCoordinator;
  close(): Promise<void>;
}

const FACTORY_IEEE = "0x00124b0000000001";

export async function openCoordinator({
  network,
  saved,
  preformed,
  ...options
}: CoordinatorOptions): Promise<Coordinator> {
  const ieee = saved?.ieee ?? preformed?.ieee ?? options.ieee ?? FACTORY_IEEE;
  const seed = saved ? Buffer.from(saved.seed, "hex") : randomBytes(16);
  let notices: UnpiFrame[] | undefined; // what a request brings about waits: its answer goes first

  const stick = createStick({
    network,
    ieee,
    seed,
    saved: saved?.nv,
    preformed: preformed && {
      panid: preformed.panid,
      extendedpanid: reader(Buffer.from(preformed.extendedpanid).reverse()).ieee(),
      channel: preformed.channel,
      key: Buffer.from(preformed.networkKey),
    },
    tell: (subsystem, command, data) => {
      const notice = { type: TYPE.AREQ, subsystem, command, data };
      if (notices) notices.push(notice);
      else line.say(notice);
    },
  });

  const hear = (frame: UnpiFrame) => {
    const brought: UnpiFrame[] = [];
    notices = brought;
    try {
      const answer = answerMt(frame, stick);
      if (answer) line.say(answer);
    } finally {
      notices = undefined;
    }
    for (const notice of brought) line.say(notice);
  };
  const soon = (run: () => void) => network.hostTime.later(0, run);
  const line = await openHostConnection({ port: options.port ?? 0, hear, soon });

  return {
    port: line.port,
    get ieee() {
      return stick.ieee;
    },
    get channel() {
      return stick.identity?.channel ?? 0;
    },
    counters: network.counters,
    get air() {
      return network.heard();
    },
    installCodes: stick.installCodes,
    dropLink: line.drop,
    powerCycle: () => {
      line.drop();
      stick.powerCycle();
    },
    mute: line.mute,
    refuse: line.refuse,
    knowsInterPan: (on) => {
      stick.interPan.isKnown = on;
    },
    garbage: line.garbage,
    busy: (requests, how = "buffer-full") => stick.busy(requests, how),
    save: () => ({ ieee, seed: seed.toString("hex"), nv: stick.nv.save() }),
    close: () => {
      stick.close();
      return line.close();
    },
  };
}
