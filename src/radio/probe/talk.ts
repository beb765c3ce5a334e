/** A conversation with whatever is at the other end of a line: bytes out, and bytes in until somebody can read something in them. */
import type { Line } from "./stick-connection.ts";

export interface Talk {
  write(bytes: Uint8Array): void;
  /** What is read in all that has come since the last write; undefined when there was nothing to be read in so many milliseconds. */
  hears<Found>(read: (bytes: Buffer) => Found | undefined, milliseconds: number): Promise<Found | undefined>;
  wait(milliseconds: number): Promise<void>;
}

const MOST = 65_536; // bytes kept of a line that never falls silent

export function talkOver(line: Line): Talk {
  let heard = Buffer.alloc(0);
  let look = () => {};
  line.onBytes((bytes) => {
    heard = Buffer.concat([heard, bytes]).subarray(-MOST);
    look();
  });
  return {
    write: (bytes) => {
      heard = Buffer.alloc(0);
      line.write(bytes);
    },
    hears: (read, milliseconds) =>
      new Promise((resolve, reject) => {
        const done = (end: () => void) => {
          clearTimeout(timer);
          look = () => {};
          end();
        };
        const timer = setTimeout(() => done(() => resolve(undefined)), milliseconds);
        line.lost.catch((error) => done(() => reject(error)));
        look = () => {
          const found = read(heard);
          if (found !== undefined) done(() => resolve(found));
        };
        look();
      }),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
