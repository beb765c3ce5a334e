/** A simulated Z-Stack coordinator behind a TCP port, as a network adapter would show it. */
import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { reader } from "./bytes.ts";
import { answerMt } from "./mt.ts";
import type { Network } from "./network.ts";
import type { SavedNv } from "./nv.ts";
import { type Busy, createStick } from "./stick.ts";
import type { Counters, Heard } from "./traffic.ts";
import { createParser, TYPE, toBytes, type UnpiFrame } from "./unpi.ts";

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
  readonly network: Network;
  readonly saved?: SavedCoordinator | undefined;
  readonly preformed?: Preformed | undefined; // absent, and nothing saved: a blank stick
  readonly ieee?: string; // of a blank stick
  readonly port?: number; // 0: any
}

export interface Coordinator {
  readonly port: number;
  readonly ieee: string;
  readonly channel: number;
  readonly counters: Counters;
  /** The newest 500 frames in the air, decoded, the oldest first. */
  readonly air: readonly Heard[];
  readonly installCodes: ReadonlyMap<string, string>;
  /** The host loses its connection. */
  dropLink(): void;
  /** The stick loses its power for a moment, and with it the connection. */
  powerCycle(): void;
  /** It hears, but says nothing any more. */
  mute(on: boolean): void;
  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void;
  /** Says these bytes to the host. */
  garbage(bytes: Uint8Array): void;
  /** The next data requests fail. */
  busy(requests: number, how?: Busy): void;
  save(): SavedCoordinator;
  close(): Promise<void>;
}

const LOCALHOST = "127.0.0.1";
const FACTORY_IEEE = "0x00124b0000000001";

export async function openCoordinator({
  network,
  saved,
  preformed,
  ...options
}: CoordinatorOptions): Promise<Coordinator> {
  const ieee = saved?.ieee ?? preformed?.ieee ?? options.ieee ?? FACTORY_IEEE;
  const seed = saved ? Buffer.from(saved.seed, "hex") : randomBytes(16);
  let host: Socket | undefined;
  let muted = false;
  let refusing = false;
  let waiting: UnpiFrame[] | undefined; // notices that come up while a request is being answered: the answer goes first

  const say = (frame: UnpiFrame) => {
    if (host && !muted) host.write(toBytes(frame));
  };
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
      if (waiting) waiting.push(notice);
      else say(notice);
    },
  });

  const answer = (frame: UnpiFrame) => {
    const notices: UnpiFrame[] = [];
    waiting = notices;
    try {
      const answered = answerMt(frame, stick);
      if (answered) say(answered);
    } finally {
      waiting = undefined;
    }
    for (const notice of notices) say(notice);
  };

  const dropLink = () => {
    host?.destroy();
    host = undefined;
  };

  const server = createServer({ noDelay: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    if (refusing) {
      socket.destroy();
      return;
    }
    dropLink(); // it serves one host, the newest
    host = socket;
    socket.on("data", createParser(answer));
    socket.on("close", () => {
      if (host === socket) host = undefined;
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, LOCALHOST, () => resolve((server.address() as AddressInfo).port));
  });
  server.on("error", () => {}); // a connection that could not be taken: its host will try again

  return {
    port,
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
    dropLink,
    powerCycle: () => {
      dropLink();
      stick.powerCycle();
    },
    mute: (on) => {
      muted = on;
    },
    refuse: (on) => {
      refusing = on;
      if (on) dropLink();
    },
    garbage: (bytes) => host?.write(bytes),
    busy: (requests, how = "buffer-full") => stick.busy(requests, how),
    save: () => ({ ieee, seed: seed.toString("hex"), nv: stick.nv.save() }),
    close: () =>
      new Promise((resolve) => {
        dropLink();
        stick.close();
        server.close(() => resolve());
      }),
  };
}
