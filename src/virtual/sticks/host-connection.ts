/** The line between a stick and its host, behind a TCP port: one host, one frame after the other, framed as the stick's family does it. */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

interface HostConnectionOptions {
  readonly port: number;
  /** A host has come: the result is called with the bytes of the host. */
  readonly connected: () => (chunk: Buffer) => void;
  /** Runs it when the host has had a chance to read. */
  readonly soon: (run: () => void) => void;
}

const LOCALHOST = "127.0.0.1";

export class HostConnection {
  readonly #options: HostConnectionOptions;
  readonly #server: Server;
  #host: Socket | undefined;
  #waiting: Uint8Array[] = [];
  #isBusy = false;
  #isMute = false;
  #hangs = false;
  #isRefusing = false;

  constructor(options: HostConnectionOptions) {
    this.#options = options;
    this.#server = createServer({ noDelay: true }, (socket) => this.#connected(socket));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#options.port, LOCALHOST, resolve);
    });
    this.#server.on("error", () => {}); // a connection that could not be taken: its host will try again
  }

  /** One frame, as it goes over the line. */
  send(frame: Uint8Array): void {
    if (!this.#host || this.#isMute || this.#hangs) return;
    this.#waiting.push(frame);
    if (!this.#isBusy) this.#sendNext();
  }

  /** The host loses its connection. */
  drop(): void {
    this.#waiting = [];
    this.#host?.destroy();
    this.#host = undefined;
  }

  mute(on: boolean): void {
    this.#isMute = on;
  }

  /** Nothing goes in or out, and the line stays open. */
  hang(on: boolean): void {
    this.#hangs = on;
  }

  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void {
    this.#isRefusing = on;
    if (on) this.drop();
  }

  garbage(bytes: Uint8Array): void {
    this.#host?.write(bytes);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.drop();
      this.#server.close(() => resolve());
    });
  }

  #connected(socket: Socket): void {
    socket.on("error", () => socket.destroy());
    if (this.#isRefusing) {
      socket.destroy();
      return;
    }
    this.drop(); // the newest host is the one
    this.#host = socket;
    const hear = this.#options.connected();
    socket.on("data", (chunk) => {
      if (!this.#hangs) hear(chunk);
    });
    socket.on("close", () => {
      if (this.#host === socket) this.drop();
    });
  }

  /** As on a real serial line, a burst comes frame by frame: herdsman takes ever longer over a burst in one piece. */
  #sendNext(): void {
    const frame = this.#waiting.shift();
    this.#isBusy = frame !== undefined;
    if (!frame) return;
    this.#host?.write(frame);
    this.#options.soon(() => this.#sendNext());
  }
}
