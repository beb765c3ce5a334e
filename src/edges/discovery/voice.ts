/** What a gateway tells of itself, and what each way of telling it is. */

export interface Announced {
  readonly name: string;
  readonly bridgeid: string;
  readonly uuid: string;
  readonly host: string; // as the user's settings have it; "" for our address in each network
  readonly port: number;
  readonly path: string; // what stands before "/api" there: "" or "/nr"
}

/** One of the networks that this machine is in. */
export interface Network {
  readonly ip: string;
  readonly netmask: string;
}

export interface Peer {
  readonly address: string;
  readonly port: number;
}

export interface Place {
  readonly group: string;
  readonly port: number;
  readonly ttl: number; // routers that what we say may pass
}

/** Speaks from when it was made. */
export interface Voice {
  hear(bytes: Buffer, from: Peer): void;
  /** Takes leave; kept when that is said. */
  stop(): Promise<void>;
}
