/** The serial line between the stick and its host, behind a TCP port: one host, one frame after the other. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createParser, toBytes, type UnpiFrame } from "./unpi.ts";

export interface HostConnection {
  readonly port: number;
  say(frame: UnpiFrame): void;
  /** The host loses its connection. */
  drop(): void;
  mute(on: boolean): void;
  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void;
  garbage(bytes: Uint8Array): void;
  close(): Promise<void>;
}

export interface HostConnectionOptions {
  readonly port: number;
  hear(frame: UnpiFrame): void;
  /** Runs it when the host has had a chance to read. */
  soon(run: () => void): void;
}

const LOCALHOST = "127.0.0.1";

export async function openHostConnection({ port, hear, soon }: HostConnectionOptions): Promise<HostConnection> {
  let host: Socket | undefined;
  let waiting: UnpiFrame[] = [];
  let isBusy = false;
  let isMute = false;
  let isRefusing = false;

  // As on a real line, a burst comes frame by frame: herdsman takes ever longer over what comes in one piece.
  const next = () => {
    const frame = waiting.shift();
    isBusy = frame !== undefined;
    if (!frame) return;
    host?.write(toBytes(frame));
    soon(next);
  };
  const drop = () => {
    waiting = [];
    host?.destroy();
    host = undefined;
  };

  const server = createServer({ noDelay: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    if (isRefusing) {
      socket.destroy();
      return;
    }
    drop(); // the newest host is the one
    host = socket;
    socket.on("data", createParser(hear));
    socket.on("close", () => {
      if (host === socket) drop();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOCALHOST, resolve);
  });
  server.on("error", () => {}); // a connection that could not be taken: its host will try again

  return {
    port: (server.address() as AddressInfo).port,
    say: (frame) => {
      if (!host || isMute) return;
      waiting.push(frame);
      if (!isBusy) next();
    },
    drop,
    mute: (on) => {
      isMute = on;
    },
    refuse: (on) => {
      isRefusing = on;
      if (on) drop();
    },
    garbage: (bytes) => host?.write(bytes),
    close: () =>
      new Promise((resolve) => {
        drop();
        server.close(() => resolve());
      }),
  };
}
