/** A load generator on raw sockets: the same cheap client for the gateway and for its control. */
import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  readonly request: (turn: number) => string; // the whole request as it goes over the wire
  readonly connections: number;
  readonly milliseconds: number;
}

export interface Measured {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50: number; // milliseconds
  readonly p99: number;
}

export async function load({ port, request, connections, milliseconds }: Load): Promise<Measured> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  let turn = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = await openLine(port);
      while (performance.now() < end) {
        const sent = performance.now();
        await line.ask(request(turn++));
        times.push(performance.now() - sent);
      }
      line.close();
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((one, other) => one - other);
  return { answers: times.length, perSecond: times.length / seconds, p50: at(times, 0.5), p99: at(times, 0.99) };
}

export interface Line {
  /** Sends a request and waits for the whole answer; answers its status line. */
  ask(request: string): Promise<string>;
  close(): void;
}

export async function openLine(port: number): Promise<Line> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return lineOn(socket);
}

function lineOn(socket: Socket): Line {
  let head = "";
  let missing = -1; // bytes of the body that are still to come; -1 while the head is read
  let waiting: { resolve: (status: string) => void; reject: (error: Error) => void } | undefined;
  const settle = () => {
    const status = head.slice(0, head.indexOf("\r\n"));
    head = "";
    missing = -1;
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(status);
  };
  socket.on("data", (chunk) => {
    let rest = chunk;
    if (missing < 0) {
      const before = head.length;
      head += rest.toString("latin1");
      const split = head.indexOf("\r\n\r\n");
      if (split < 0) return;
      rest = rest.subarray(split + 4 - before);
      head = head.slice(0, split);
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (/^HTTP\/1.1 304/.test(head)) missing = 0;
    }
    missing -= rest.length;
    if (missing <= 0) settle();
  });
  socket.on("close", () => waiting?.reject(new Error("the server closed the connection")));
  socket.on("error", () => {});
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

export function http(method: string, path: string, body = "", headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : "";
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`;
}

export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return at(
    [...values].sort((one, other) => one - other),
    0.5,
  );
}
