/** The holes in the wall: everything outside the house, as interfaces of plain data. A fake of each is one page. */
import type { Address, Stop } from "./resource.ts";

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds that have really passed since some start: no user can set this clock. */
  uptime(): number;
  /** Runs once, after so many milliseconds (also more than a timer's usual limit of 24 days). */
  after(milliseconds: number, run: () => void): Stop;
  /** Runs at each full second. */
  everySecond(run: (now: number) => void): Stop;
}

export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** One resource on the disk; with neither member it is gone. */
export interface Kept {
  readonly address: Address;
  readonly json?: string;
  /** The members that have changed since `json` was written, by section. Alone they are written behind it. */
  readonly later?: string;
}

export interface Disk {
  /** Repairs damaged records where it can, and reads everything. Rejects when another process has it, or it is from a newer version. */
  open(): Promise<readonly Kept[]>;
  /** All or nothing. With `sync` it is on the medium when the promise is kept, else in the hands of the operating system. */
  write(records: readonly Kept[], sync: boolean): Promise<void>;
  /** Rises when its file was repaired or replaced: the disk may have lost the record of any resource. */
  readonly generation: number;
  close(): Promise<void>;
}

/** Requests to elsewhere: the webhooks of rules. */
export interface Web {
  /** Kept with the status of the answer; rejected with one plain sentence when there is none in time. */
  send(request: WebRequest): Promise<number>;
}

export interface WebRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly body: unknown; // sent as JSON, but not with a GET
}

export interface Addresses {
  readonly ip: string;
  readonly netmask: string;
  readonly gateway: string;
  readonly mac: string;
}

/** Where clients find us: of the process, or as the user's settings announce it behind a proxy. */
export interface Ports {
  readonly http: number;
  readonly push: number;
}

export interface Host {
  addresses(): Addresses;
  ports(): Ports;
  /** So many random bytes, as hexadecimal digits. */
  random(bytes: number): string;
  /** A one-way print of a secret with 128 random bits or more (a key). */
  digest(secret: string): string;
  /** Equality in constant time. */
  same(one: string, other: string): boolean;
}
