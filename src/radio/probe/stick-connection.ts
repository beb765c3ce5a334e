/** A line to a stick: a serial port or a TCP connection, opened and closed like any other. */
import { connect } from "node:net";
import { SerialPort } from "zigbee-herdsman/dist/adapter/serialPort.js";

export interface Line {
  write(bytes: Uint8Array): void;
  onBytes(listener: (bytes: Buffer) => void): void;
  /** Never kept; rejects when the line breaks. */
  readonly lost: Promise<never>;
  /** What starts those chips whose bootloader listens to the modem lines. Does nothing on TCP. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const CONNECT = 4000; // milliseconds
const STEP = 150; // milliseconds for a chip to notice a modem line

export async function openSerial(path: string, baudRate: number): Promise<Line> {
  const port = new SerialPort({ path, baudRate, autoOpen: false });
  const lost = new Promise<never>((_, reject) => {
    port.on("error", reject);
    port.on("close", (error?: Error | null) => reject(error ?? new Error(`${path}: disconnected`)));
  });
  lost.catch(() => {}); // those who talk hear of it
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

export async function openTcp(host: string, port: number): Promise<Line> {
  const socket = connect({ host, port, noDelay: true });
  const lost = new Promise<never>((_, reject) => {
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed by the other side")));
  });
  lost.catch(() => {});
  const connected = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("connect timeout: ETIMEDOUT")), CONNECT);
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
