/** A connection to a stick, over a serial port or over TCP, and the exchange of bytes with the other end. */
import { connect } from "node:net";
import { SerialPort } from "zigbee-herdsman/dist/adapter/serialPort.js";

export interface StickConnection {
  write(bytes: Uint8Array): void;
  onBytes(listener: (bytes: Buffer) => void): void;
  /** Never kept; rejects when the connection breaks. */
  readonly lost: Promise<never>;
  /** Starts those chips whose bootloader listens to the modem lines. Does nothing on TCP. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const MAY_CONNECT = 4000; // milliseconds
const STEP = 150; // milliseconds for a chip to notice a modem line

export async function openSerial(path: string, baudRate: number): Promise<StickConnection> {
  const port = new SerialPort({ path, baudRate, autoOpen: false });
  const lost = new Promise<never>((_, reject) => {
    port.on("error", reject);
    port.on("close", (error?: Error | null) => reject(error ?? new Error(`${path}: disconnected`)));
  });
  lost.catch(() => {}); // an exchange hears of it
  await port.asyncOpen();
  return {
    write: (bytes) => void port.write(Buffer.from(bytes)),
    onBytes: (listener) => void port.on("data", listener),
    lost,
    restart: async () => {
      for (const rts of [false, true, false]) {
        await port.asyncSet({ dtr: false, rts }).catch(() => {}); // not every port has these lines
        await new Promise((resolve) => setTimeout(resolve, STEP));
      }
    },
    close: async () => {
      if (port.isOpen) await port.asyncFlushAndClose().catch(() => {}); // it was pulled out meanwhile
    },
  };
}

export async function openTcp(host: string, port: number): Promise<StickConnection> {
  const socket = connect({ host, port, noDelay: true });
  const lost = new Promise<never>((_, reject) => {
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed by the other side")));
  });
  lost.catch(() => {});
  const connected = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("connect timeout: ETIMEDOUT")), MAY_CONNECT);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  await Promise.race([connected, lost]);
  return {
    write: (bytes) => void socket.write(bytes),
    onBytes: (listener) => void socket.on("data", listener),
    lost,
    restart: async () => {},
    close: async () => void socket.destroy(),
  };
}

export interface StickExchange {
  write(bytes: Uint8Array): void;
  /** What `read` finds in all bytes since the last write; undefined when it finds nothing in so many milliseconds. */
  receives<Found>(read: (bytes: Buffer) => Found | undefined, milliseconds: number): Promise<Found | undefined>;
  wait(milliseconds: number): Promise<void>;
}

const MOST_BYTES = 65_536; // kept of a stick that never falls silent

export function exchangeOver(connection: StickConnection): StickExchange {
  let received = Buffer.alloc(0);
  let check = () => {};
  connection.onBytes((bytes) => {
    received = Buffer.concat([received, bytes]).subarray(-MOST_BYTES);
    check();
  });
  return {
    write: (bytes) => {
      received = Buffer.alloc(0);
      connection.write(bytes);
    },
    receives: (read, milliseconds) =>
      new Promise((resolve, reject) => {
        const done = (end: () => void) => {
          clearTimeout(timer);
          check = () => {};
          end();
        };
        const timer = setTimeout(() => done(() => resolve(undefined)), milliseconds);
        connection.lost.catch((error) => done(() => reject(error)));
        check = () => {
          const found = read(received);
          if (found !== undefined) done(() => resolve(found));
        };
        check();
      }),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
