/** The members of the virtual network: their addresses, their parents, and the routes that follow from both. */
import type { ZdoNeighbour, ZdoRoute } from "../devices/zdo.ts";
import type { AirStation } from "./air-station.ts";
import { credentialsIn, type FrameStamp, type NetworkCredentials } from "./network-credentials.ts";

export interface NetworkMember {
  readonly station: AirStation;
  readonly address: number;
  readonly parent: number; // the address of the router that let it in; 0: the coordinator
  readonly network: NetworkCredentials; // the one that it joined: it is not heard in another
  readonly heard: Map<string, number>; // the newest frame counter of each coordinator
  readonly linkKey: string | undefined; // hex; it needs that when it has lost the network's
}

export interface SavedMember {
  readonly ieee: string;
  readonly address: number;
  readonly parent: number;
  readonly network: NetworkCredentials | string; // a string: of a former version
  readonly heard?: readonly (readonly [ieee: string, counter: number])[];
  readonly linkKey?: string;
}

const MOST_DEPTH = 15;
const ADDRESSES = 0xfff7; // as many as there are for devices; above, broadcasts begin
const COORDINATOR = 0;

export class NetworkMembers {
  readonly #coordinatorIeee: () => string;
  readonly #members = new Map<string, NetworkMember>();
  readonly #byAddress = new Map<number, NetworkMember>();

  constructor(coordinatorIeee: () => string) {
    this.#coordinatorIeee = coordinatorIeee;
  }

  all(): readonly NetworkMember[] {
    return [...this.#members.values()];
  }

  of(ieee: string): NetworkMember | undefined {
    return this.#members.get(ieee);
  }

  at(address: number): NetworkMember | undefined {
    return this.#byAddress.get(address);
  }

  /** Puts a station into the network, under its old address or a new one. */
  admit(
    station: AirStation,
    network: NetworkCredentials,
    parent: number,
    { newAddress = false, linkKey }: { readonly newAddress?: boolean; readonly linkKey?: string } = {},
  ): NetworkMember {
    const old = this.of(station.ieee);
    const address = old && !newAddress ? old.address : this.#freeAddress(station.ieee);
    const heard = old?.heard ?? new Map<string, number>();
    return this.#put({ station, address, parent, network, heard, linkKey: linkKey ?? old?.linkKey });
  }

  /** `around`: the network that is there. */
  restore(station: AirStation, saved: SavedMember, around: NetworkCredentials | undefined): void {
    const { address, parent, heard, linkKey } = saved;
    const free = this.at(address) ? this.#freeAddress(station.ieee) : address;
    const network = credentialsIn(saved.network, around);
    this.#put({ station, address: free, parent, network, heard: new Map(heard), linkKey });
  }

  /** The member is in the same network, elsewhere. */
  move(member: NetworkMember, network: NetworkCredentials): NetworkMember {
    return this.#put({ ...member, network });
  }

  /** Whether the member gets a frame of the coordinator: its first hop drops a frame that is older than the last one. */
  takes(member: NetworkMember, { ieee, counter }: FrameStamp): boolean {
    const { heard } = this.#firstHop(member);
    if (counter < (heard.get(ieee) ?? 0)) return false;
    heard.set(ieee, counter); // the same frame may be for several behind it
    return true;
  }

  drop(ieee: string): NetworkMember | undefined {
    const member = this.of(ieee);
    if (!member) return undefined;
    this.#members.delete(ieee);
    this.#byAddress.delete(member.address);
    // Its children find their way without it.
    for (const child of this.all()) if (child.parent === member.address) this.#put({ ...child, parent: COORDINATOR });
    return member;
  }

  /** How many hops a member is away from the coordinator. */
  depth(member: NetworkMember): number {
    let hops = 1;
    for (let parent = this.at(member.parent); parent && hops < MOST_DEPTH; parent = this.at(parent.parent)) hops += 1;
    return hops;
  }

  /** A router on its way has no power: it is neither heard nor reached until that is back. */
  isCutOff(member: NetworkMember): boolean {
    let hops = 0;
    for (let parent = this.at(member.parent); parent && hops < MOST_DEPTH; parent = this.at(parent.parent)) {
      if (parent.station.reach === "no-ack") return true;
      hops += 1;
    }
    return false;
  }

  neighbours(address: number, isOpen: (address: number) => boolean): ZdoNeighbour[] {
    const self = this.at(address);
    const around: ZdoNeighbour[] = [];
    if (self && (self.station.router || self.parent === COORDINATOR)) {
      around.push({
        ieee: this.#coordinatorIeee(),
        address: COORDINATOR,
        kind: "coordinator",
        listens: true,
        relation: self.parent === COORDINATOR ? "parent" : "sibling",
        open: isOpen(COORDINATOR),
        depth: 0,
        linkquality: linkqualityOf(self.station),
      });
    }
    const isRouter = address === COORDINATOR || self?.station.router === true;
    for (const member of this.all()) {
      const { station } = member;
      if (member.address === address || station.reach === "no-ack" || station.reach === "no-route") continue;
      const open = isOpen(member.address);
      if (member.parent === address) around.push(this.#neighbour(member, "child", open));
      else if (member.address === self?.parent) around.push(this.#neighbour(member, "parent", open));
      else if (isRouter && station.router) around.push(this.#neighbour(member, "sibling", open));
    }
    return around;
  }

  routes(address: number): ZdoRoute[] {
    const self = this.at(address);
    if (self) return self.station.router ? [{ destination: COORDINATOR, nextHop: self.parent }] : [];
    return this.all()
      .filter((member) => member.parent !== COORDINATOR)
      .map((member) => ({ destination: member.address, nextHop: this.#firstHop(member).address }));
  }

  save(): SavedMember[] {
    return this.all().map(({ station: { ieee }, address, parent, network, heard, linkKey }) => {
      return { ieee, address, parent, network, heard: [...heard], ...(linkKey !== undefined && { linkKey }) };
    });
  }

  #put(member: NetworkMember): NetworkMember {
    const old = this.of(member.station.ieee);
    if (old) this.#byAddress.delete(old.address);
    this.#members.set(member.station.ieee, member);
    this.#byAddress.set(member.address, member);
    return member;
  }

  #freeAddress(ieee: string): number {
    let address = 1 + (Number(BigInt(ieee) % 0x7fffffffn) % ADDRESSES);
    while (this.at(address)) address = 1 + (address % ADDRESSES);
    return address;
  }

  #firstHop(member: NetworkMember): NetworkMember {
    let hop = member;
    for (let hops = 0; hops < MOST_DEPTH; hops += 1) {
      const parent = this.at(hop.parent);
      if (!parent) return hop;
      hop = parent;
    }
    return hop;
  }

  #neighbour(member: NetworkMember, relation: ZdoNeighbour["relation"], open: boolean): ZdoNeighbour {
    const { station, address } = member;
    return {
      ieee: station.ieee,
      address,
      kind: kindOf(station),
      listens: station.listens,
      relation,
      open,
      depth: this.depth(member),
      linkquality: linkqualityOf(station),
    };
  }
}

/** How well a device is heard: as it says itself, or else always the same, somewhere between fair and good. */
export function linkqualityOf({ ieee, linkquality }: Pick<AirStation, "ieee" | "linkquality">): number {
  return linkquality ?? 90 + Number(BigInt(ieee) % 150n);
}

export function kindOf({ router }: Pick<AirStation, "router">): "router" | "end-device" {
  return router ? "router" : "end-device";
}
