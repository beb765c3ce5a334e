/** The virtual network: who is in it, how frames find their way, and how long they take. */
import type { Air, Frame, Station, Touchable } from "./air.ts";
import { reader } from "./bytes.ts";
import { createDelivery, STATUS } from "./delivery.ts";
import { createMembers, linkqualityOf, type Member, type SavedMember } from "./members.ts";
import { createPace, type Pace } from "./pace.ts";
import { createTouch } from "./touch.ts";
import { COORDINATOR, type Counters, createTraffic, type Heard, type TrafficKind } from "./traffic.ts";
import type { Center, Uplink } from "./uplink.ts";
import { answerZdo, type Node, ZDO, ZDO_ANSWER } from "./zdo.ts";

export interface NetworkOptions {
  readonly timeScale?: number; // 0.01: everything takes a hundredth of the time
  readonly jitter?: number; //    milliseconds more or less for each hop, by chance
  readonly expiry?: number; //    milliseconds for which a frame waits for a device that sleeps
  readonly saved?: readonly SavedMember[] | undefined;
}

export interface Network {
  readonly pace: Pace;
  readonly counters: Counters;
  /** The newest 500 frames, the oldest first. */
  heard(): Heard[];
  /** It exists from now on; where it was a member before the house was closed, it is one again. */
  add(station: Station): void;
  /** It looks for an open network, everywhere or only through one router, and joins. False: none lets it in. */
  join(station: Station, options?: { readonly via?: string }): boolean;
  announce(station: Station): boolean;
  rejoin(station: Station, options?: { readonly newAddress?: boolean }): boolean;
  /** It leaves, and says so. */
  leave(station: Station): boolean;
  /** It is gone without a word. */
  remove(station: Station): boolean;
  /** Its address in the network. */
  addressOf(ieee: string): number | undefined;
  /** From now on touchlink frames reach it; the answer takes it away. */
  addTouchable(touchable: Touchable): () => void;
  /** How long the network is still open somewhere, in milliseconds. */
  openFor(): number;
  connect(center: Center): Uplink;
  save(): SavedMember[];
  close(): void;
}

const BROADCAST = 0xfff8; // and above
const TO_ROUTERS = 0xfffc;
const TO_LISTENERS = 0xfffd;
const FOREVER = 255;
const CENTER = 0;
const ALL_ENDPOINTS = 0xff;

export function createNetwork(options: NetworkOptions = {}): Network {
  const pace = createPace(options.timeScale);
  const traffic = createTraffic();
  const members = createMembers(() => ({ ieee: center?.ieee ?? "" }));
  const delivery = createDelivery(pace, (member) => members.depth(member), options);
  const saved = new Map((options.saved ?? []).map((member) => [member.ieee, member]));
  const touch = createTouch(pace, traffic.pass);
  const openUntil = new Map<number, number>(); // by address
  let center: Center | undefined;

  const isOpen = (address: number) => (openUntil.get(address) ?? 0) > pace.now();
  const isHere = (member: Member | undefined): member is Member => !!member && member.network === center?.network;
  const nameOf = (address: number) =>
    members.at(address)?.station.ieee ?? (address === CENTER ? COORDINATOR : String(address));
  const pass = (kind: TrafficKind, frame: Pick<Frame, "from" | "cluster" | "bytes">, to: string, endpoint?: number) =>
    traffic.pass({
      kind,
      from: nameOf(frame.from.address),
      to,
      cluster: frame.cluster,
      bytes: frame.bytes,
      ...(endpoint === undefined ? {} : { endpoint }),
    });
  const passZdo = (from: number, to: string, cluster: number, bytes: Buffer) =>
    pass("zdo", { from: { address: from, endpoint: 0 }, cluster, bytes }, to);

  const nodeOf = ({ station, address }: Member): Node => ({
    ieee: station.ieee,
    address,
    kind: station.router ? "router" : "end-device",
    listens: station.listens,
    mains: station.mains,
    manufacturer: station.manufacturer,
    endpoints: station.endpoints,
    bindings: station.bindings,
    extendedpanid: center?.extendedpanid ?? "",
    neighbours: () => members.neighbours(address, isOpen),
    routes: () => members.routes(address),
    permit: (seconds) => permit([address], seconds),
    leave: (rejoins) => pace.later(0, () => go(station, rejoins)),
  });

  const permit = (addresses: readonly number[], seconds: number) => {
    const until = seconds === FOREVER ? Number.POSITIVE_INFINITY : pace.now() + seconds * 1000;
    for (const address of addresses) openUntil.set(address, until);
  };

  const toCenter = (member: Member, run: (center: Center) => void) => {
    delivery.up(member, () => {
      if (center?.listens && member.network === center.network) run(center);
    });
  };

  const hearAt = (member: Member, frame: Frame, endpoint: number) => {
    for (const { id } of member.station.endpoints) {
      if (endpoint === ALL_ENDPOINTS || endpoint === id) member.station.hear(frame, id);
    }
  };

  const unicast = (frame: Frame, address: number, endpoint: number, confirm: (status: number) => void) => {
    const member = members.at(address);
    if (isHere(member)) delivery.down(member, () => hearAt(member, frame, endpoint), confirm);
    else pace.later(0, () => confirm(STATUS.NO_ROUTE));
  };

  const toAll = (frame: Frame, isMeant: (station: Station) => boolean, hear: (member: Member) => void) => {
    for (const member of members.all()) {
      if (isHere(member) && member.address !== frame.from.address && isMeant(member.station)) {
        delivery.down(
          member,
          () => hear(member),
          () => {},
        );
      }
    }
  };

  const group = (frame: Frame, id: number) => {
    pass("group", frame, `group ${id}`);
    toAll(
      frame,
      (station) => station.listens && station.groups.has(id),
      ({ station }) => {
        for (const endpoint of station.groups.get(id) ?? []) station.hear(frame, endpoint);
      },
    );
  };

  const broadcast = (frame: Frame, address: number, endpoint: number) => {
    pass("broadcast", frame, `broadcast 0x${address.toString(16)}`, endpoint);
    toAll(
      frame,
      (station) => (address === TO_ROUTERS ? station.router : address !== TO_LISTENERS || station.listens),
      (member) => hearAt(member, frame, endpoint),
    );
  };

  const send = (ieee: string, { endpoint, ...sent }: Parameters<Air["send"]>[0]) => {
    const member = members.of(ieee);
    if (!isHere(member) || !delivery.speaks(member)) return;
    const frame: Frame = { ...sent, from: { address: member.address, endpoint } };
    const { to } = frame;
    const tell = () => toCenter(member, (here) => here.hear(frame, linkqualityOf(member.station)));
    if ("group" in to) {
      group(frame, to.group);
      tell();
    } else if ("broadcast" in to) {
      broadcast(frame, to.broadcast, ALL_ENDPOINTS);
      tell();
    } else {
      pass("unicast", frame, nameOf(to.address), to.endpoint);
      if (to.address === CENTER) tell();
      else unicast(frame, to.address, to.endpoint, () => {});
    }
  };

  const airOf = (ieee: string): Air => ({
    get address() {
      return members.of(ieee)?.address ?? BROADCAST;
    },
    send: (frame) => send(ieee, frame),
    addressOf: (other) => (other === center?.ieee ? CENTER : addressOf(other)),
  });

  const addressOf = (ieee: string) => {
    const member = members.of(ieee);
    return isHere(member) ? member.address : undefined;
  };

  const announce = (station: Station): boolean => {
    const member = members.of(station.ieee);
    if (!isHere(member) || !delivery.speaks(member)) return false;
    passZdo(member.address, COORDINATOR, ZDO.ANNOUNCE, Buffer.alloc(0));
    toCenter(member, (here) => here.announced(station, member.address));
    return true;
  };

  const enter = (station: Station, parent: number, newAddress: boolean): boolean => {
    if (!center?.listens) return false;
    const member = members.admit(station, center.network, parent, newAddress);
    toCenter(member, (here) => here.joined(station, member.address, parent));
    return announce(station);
  };

  /** A device leaves; where it shall come back, it does so at once. */
  const go = (station: Station, rejoins: boolean): boolean => {
    const member = members.of(station.ieee);
    if (!member) return false;
    if (isHere(member) && delivery.speaks(member)) {
      toCenter(member, (here) => here.left(station, member.address, rejoins));
    }
    if (rejoins) return enter(station, member.parent, false);
    members.drop(station.ieee);
    station.left();
    return true;
  };

  const zdo = (member: Member, cluster: number, request: Buffer, answer: (bytes: Buffer) => void) => {
    passZdo(CENTER, member.station.ieee, cluster, request);
    delivery.down(
      member,
      () => {
        const bytes = answerZdo(cluster, reader(request), nodeOf(member));
        if (!bytes) return;
        passZdo(member.address, COORDINATOR, cluster | ZDO_ANSWER, bytes);
        toCenter(member, () => answer(bytes));
      },
      () => {},
    );
  };

  const uplink: Uplink = {
    unicast: (frame, address, endpoint, confirm) => {
      pass("unicast", frame, nameOf(address), endpoint);
      unicast(frame, address, endpoint, confirm);
    },
    group,
    broadcast,
    zdo: (address, cluster, request, answer) => {
      const member = members.at(address);
      if (isHere(member)) zdo(member, cluster, request, answer);
      else passZdo(CENTER, nameOf(address), cluster, request);
    },
    find: (ieee, request, answer) => {
      const member = members.of(ieee);
      if (isHere(member)) zdo(member, ZDO.NETWORK_ADDRESS, request, answer);
    },
    touch: touch.send,
    permit: (seconds, routers) => {
      const others = routers ? members.all().filter(({ station }) => station.router) : [];
      permit([CENTER, ...others.map(({ address }) => address)], seconds);
    },
    neighbours: () => members.neighbours(CENTER, isOpen),
    routes: () => members.routes(CENTER),
    members: () => members.all().filter(isHere),
  };

  return {
    pace,
    counters: traffic.counters,
    heard: traffic.heard,
    add: (station) => {
      const before = saved.get(station.ieee);
      if (!before) return;
      saved.delete(station.ieee);
      members.restore(station, before);
      station.joined(airOf(station.ieee));
    },
    join: (station, { via } = {}) => {
      const router = via === undefined ? undefined : addressOf(via);
      if (via !== undefined && router === undefined) return false;
      const doors = router === undefined ? [CENTER, ...openUntil.keys()] : [router];
      const door = doors.find(isOpen);
      if (door === undefined || !center?.listens) return false;
      members.admit(station, center.network, door, false);
      station.joined(airOf(station.ieee));
      return enter(station, door, false);
    },
    announce,
    rejoin: (station, { newAddress = false } = {}) => {
      const member = members.of(station.ieee);
      return isHere(member) && enter(station, member.parent, newAddress);
    },
    leave: (station) => go(station, false),
    remove: (station) => {
      const member = members.drop(station.ieee);
      if (member) station.left();
      return member !== undefined;
    },
    addressOf,
    addTouchable: touch.add,
    openFor: () => Math.max(0, ...[...openUntil.values()].map((until) => until - pace.now())),
    connect: (coordinator) => {
      center = coordinator;
      return uplink;
    },
    save: () => [
      ...saved.values(),
      ...members
        .all()
        .map(({ station, address, parent, network }) => ({ ieee: station.ieee, address, parent, network })),
    ],
    close: () => pace.stop(),
  };
}
