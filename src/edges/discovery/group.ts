/** A UDP socket in a multicast group, and one for each network through which we speak there. Whatever fails is told, never thrown. */
import { createSocket, type Socket } from "node:dgram";
import type { Network, Peer, Place } from "./voice.ts";

export interface GroupParts {
  readonly place: Place;
  readonly networks: readonly Network[];
  readonly hear: (bytes: Buffer, from: Peer) => void;
  /** It cannot be heard or used any more. */
  readonly broken: (why: string) => void;
  /** Something could not be sent. */
  readonly unsent: (why: string) => void;
}

export interface Group {
  /** Kept when it is on its way, or cannot be. */
  tell(bytes: Buffer, to: Peer): Promise<void>;
  /** To all, on each network with what is to be said there; nothing where that is undefined. */
  tellAll(bytesFor: (network: Network) => Buffer | undefined): Promise<void>;
  close(): void;
}

const SENTENCES: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program that does not share it",
  EACCES: "may not be used without more rights",
  EPERM: "may not be used: a firewall or missing rights",
  ENETUNREACH: "cannot be used: there is no route for multicast",
  EHOSTUNREACH: "cannot be used: there is no route for multicast",
  ENODEV: "cannot be used: the network cannot do multicast",
  EADDRNOTAVAIL: "cannot be used: the network cannot do multicast",
  ENETDOWN: "cannot be used: the network is down",
};
// Bound to the group's address a socket gets nothing that is meant for others who share the port, but Windows cannot do that.
const CAN_BIND_TO_GROUP = process.platform !== "win32";

/** Rejected with one plain sentence. */
export async function openGroup({ place, networks, hear, broken, unsent }: GroupParts): Promise<Group> {
  const sockets: Socket[] = [];
  let isClosed = false;
  const why = (error: unknown) => reasonOf(error, place);
  const fail = (error: unknown) => {
    if (!isClosed) unsent(why(error));
  };
  const close = () => {
    isClosed = true;
    for (const socket of sockets.splice(0)) socket.close();
  };
  const open = async (address: string | undefined): Promise<Socket> => {
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    sockets.push(socket);
    await bound(socket, place.port, address);
    socket.on("error", (error) => broken(why(error)));
    return socket;
  };
  const send = (socket: Socket, bytes: Buffer, to: Peer) =>
    new Promise<void>((resolve) => {
      const sent = (error: unknown) => {
        if (error) fail(error);
        resolve();
      };
      try {
        socket.send(bytes, to.port, to.address, sent);
      } catch (error) {
        sent(error); // a port that cannot be, or it was closed meanwhile
      }
    });
  try {
    const ear = await open(CAN_BIND_TO_GROUP ? place.group : undefined);
    join(ear, place.group, networks);
    ear.setTTL(place.ttl);
    ear.on("message", (bytes, from) => hear(bytes, from));
    const mouths: (readonly [Network, Socket])[] = [];
    for (const network of networks) {
      const mouth = await open(CAN_BIND_TO_GROUP ? place.group : network.ip);
      mouth.setMulticastInterface(network.ip);
      mouth.setMulticastTTL(place.ttl);
      mouths.push([network, mouth]);
    }
    return {
      tell: (bytes, to) => send(ear, bytes, to),
      tellAll: async (bytesFor) => {
        const all = { address: place.group, port: place.port };
        const tellIn = async ([network, mouth]: (typeof mouths)[number]) => {
          const bytes = bytesFor(network);
          if (bytes) await send(mouth, bytes, all);
        };
        await Promise.all(mouths.map((mouth) => tellIn(mouth).catch(fail)));
      },
      close,
    };
  } catch (error) {
    close();
    throw new Error(why(error), { cause: error });
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

/** One network without multicast must not cost the others theirs. */
function join(socket: Socket, group: string, networks: readonly Network[]): void {
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

function reasonOf(error: unknown, { port }: Place): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return `UDP port ${port} ${SENTENCES[code] ?? `cannot be used: ${code || message}`}`;
}
