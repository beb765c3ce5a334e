/** UDP in a multicast group: a socket that receives and replies, and one for each network that multicasts there. Failures are reported, never thrown. */
import { createSocket, type Socket } from "node:dgram";

export interface UdpPeer {
  readonly address: string;
  readonly port: number;
}

/** One of this machine's networks. */
export interface LocalNetwork {
  readonly ip: string; // our address there
  readonly netmask: string;
}

export interface MulticastGroup {
  readonly address: string;
  readonly port: number;
  readonly ttl: number; // routers that a message may pass
}

interface MulticastSocketOptions {
  readonly group: MulticastGroup;
  readonly networks: readonly LocalNetwork[];
  readonly onMessage: (bytes: Buffer, from: UdpPeer) => void;
  /** It cannot receive or send any more. */
  readonly onBroken: (why: string) => void;
  /** A message could not be sent. */
  readonly onUnsent: (why: string) => void;
}

export interface MulticastSocket {
  /** Resolves when the message is sent, or cannot be. */
  send(bytes: Buffer, to: UdpPeer): Promise<void>;
  /** Sends to the group, with a message of its own in each network; none where that is undefined. */
  multicast(bytesFor: (network: LocalNetwork) => Buffer | undefined): Promise<void>;
  close(): void;
}

const UDP_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program that does not share it",
  EACCES: "may not be used without more rights",
  EPERM: "may not be used: a firewall or missing rights",
  ENETUNREACH: "cannot be used: there is no route for multicast",
  EHOSTUNREACH: "cannot be used: there is no route for multicast",
  ENODEV: "cannot be used: the network cannot do multicast",
  EADDRNOTAVAIL: "cannot be used: the network cannot do multicast",
  ENETDOWN: "cannot be used: the network is down",
};
// Bound to the group's address, a socket gets no unicast meant for another program on the same port. Windows cannot bind to it.
const CAN_BIND_TO_GROUP = process.platform !== "win32";

/** Rejects with one plain sentence. */
export async function openMulticastSocket(options: MulticastSocketOptions): Promise<MulticastSocket> {
  const socket = new UdpMulticastSocket(options);
  try {
    await socket.open();
    return socket;
  } catch (error) {
    socket.close();
    throw new Error(reasonOf(error, options.group), { cause: error });
  }
}

class UdpMulticastSocket implements MulticastSocket {
  readonly #options: MulticastSocketOptions;
  readonly #sockets: Socket[] = [];
  readonly #senders: (readonly [LocalNetwork, Socket])[] = [];
  #receiver: Socket | undefined;
  #isClosed = false;

  constructor(options: MulticastSocketOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { group, networks, onMessage } = this.#options;
    const receiver = await this.#bind(CAN_BIND_TO_GROUP ? group.address : undefined);
    join(receiver, group.address, networks);
    receiver.setTTL(group.ttl);
    receiver.on("message", (bytes, from) => onMessage(bytes, from));
    this.#receiver = receiver;
    for (const network of networks) {
      const sender = await this.#bind(CAN_BIND_TO_GROUP ? group.address : network.ip);
      sender.setMulticastInterface(network.ip);
      sender.setMulticastTTL(group.ttl);
      this.#senders.push([network, sender]);
    }
  }

  async send(bytes: Buffer, to: UdpPeer): Promise<void> {
    if (this.#receiver) await this.#sendBy(this.#receiver, bytes, to);
  }

  async multicast(bytesFor: (network: LocalNetwork) => Buffer | undefined): Promise<void> {
    const sendIn = async ([network, sender]: readonly [LocalNetwork, Socket]) => {
      const bytes = bytesFor(network);
      if (bytes) await this.#sendBy(sender, bytes, this.#options.group);
    };
    await Promise.all(this.#senders.map((sender) => sendIn(sender).catch((error) => this.#fail(error))));
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets.splice(0)) socket.close();
  }

  async #bind(address: string | undefined): Promise<Socket> {
    const { group, onBroken } = this.#options;
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    this.#sockets.push(socket);
    await bound(socket, group.port, address);
    socket.on("error", (error) => onBroken(reasonOf(error, group)));
    return socket;
  }

  #sendBy(socket: Socket, bytes: Buffer, to: UdpPeer): Promise<void> {
    return new Promise((resolve) => {
      const sent = (error: unknown) => {
        if (error) this.#fail(error);
        resolve();
      };
      try {
        socket.send(bytes, to.port, to.address, sent);
      } catch (error) {
        sent(error); // an impossible port, or the socket was closed meanwhile
      }
    });
  }

  #fail(error: unknown): void {
    if (!this.#isClosed) this.#options.onUnsent(reasonOf(error, this.#options.group));
  }
}

function bound(socket: Socket, port: number, address: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind({ port, exclusive: true, ...(address ? { address } : {}) }, () => {
      socket.off("error", reject);
      resolve();
    });
  });
}

/** Joins on every network: one without multicast must not keep the others from it. */
function join(socket: Socket, group: string, networks: readonly LocalNetwork[]): void {
  const failures: unknown[] = [];
  for (const { ip } of networks) {
    try {
      socket.addMembership(group, ip);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === networks.length) throw failures[0];
}

function reasonOf(error: unknown, { port }: MulticastGroup): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return `UDP port ${port} ${UDP_ERRORS[code] ?? `cannot be used: ${code || message}`}`;
}
