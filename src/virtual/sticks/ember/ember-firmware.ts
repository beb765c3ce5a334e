/** The firmware of an EmberZNet stick: its memory, its state that is lost without power, and its news to the host. */
import type { AirFrame } from "../../air/air-station.ts";
import { derivedKey } from "../../air/network-credentials.ts";
import type { VirtualNetwork } from "../../air/virtual-network.ts";
import { type ByteReader, write } from "../../devices/bytes.ts";
import { ZDO } from "../../devices/zdo.ts";
import { CoordinatorRadio, type StickNews } from "../coordinator-radio.ts";
import { EmberMemory, type SavedEmber } from "./ember-memory.ts";
import { EzspCounters } from "./ezsp-counters.ts";
import { type ApsFrame, incomingMessage, MESSAGE, STATUS, statusBytes } from "./ezsp-layouts.ts";

/** Told without being asked. */
type TellEzsp = (id: number, parameters: Buffer) => void;

interface EmberFirmwareParts {
  readonly air: VirtualNetwork;
  readonly saved: SavedEmber;
  readonly tell: TellEzsp;
  readonly sizes?: Partial<TableSizes> | undefined;
}

/** A table of commands. Each answers at once, where this firmware knows it; a later result goes to the host as a callback. */
export type EzspRequests = Readonly<Record<number, (request: ByteReader, stick: EmberFirmware) => Buffer | undefined>>;

/** How much it has room for, as its firmware was built. */
export interface TableSizes {
  readonly multicast: number; // groups that it hears
  readonly linkKeys: number;
  readonly messages: number; // unicasts that may be under way
}

export const CALLBACK = {
  STACK_STATUS: 0x19,
  CHILD_JOINED: 0x23,
  TRUST_CENTER_JOIN: 0x24,
  SCAN_COMPLETE: 0x1c,
  MESSAGE_SENT: 0x3f,
  INCOMING_MESSAGE: 0x45,
  MAC_FILTER_MATCH: 0x46,
  ENERGY: 0x48,
  RAW_SENT: 0x9b,
} as const;

const SILICON_LABS = 0x1049;
const JOIN = { SECURED_REJOIN: 0, UNSECURED: 1, LEFT: 2 } as const;
const DECISION = { USE_KEY: 0, NONE: 3 } as const;
const USUAL_SIZES: TableSizes = { multicast: 16, linkKeys: 12, messages: 32 };
const ANYBODY = "0xffffffffffffffff";
const KEY_LIVES = 300_000; // milliseconds
const OWN_QUALITY = 255;
const DEFAULT_ENDPOINT = 1;
const MOST_HEARD = 180; // bytes

interface TransientKey {
  readonly key: string; // hex
  readonly until: number;
}

export class EmberFirmware {
  readonly air: VirtualNetwork;
  readonly memory: EmberMemory;
  readonly radio: CoordinatorRadio;
  readonly counters = new EzspCounters();
  readonly sizes: TableSizes;
  readonly installCodes = new Map<string, string>(); // hex, by device
  readonly multicast = new Map<number, number>(); // groups, by row
  /** Unicasts that are under way. */
  underWay = 0;
  /** It knows raw messages. */
  knowsInterPan = true;
  readonly tell: TellEzsp;
  #sequence = 0;
  #transient = new Map<string, TransientKey>(); // by device
  #stopStart = () => {};

  constructor({ air, saved, tell, sizes }: EmberFirmwareParts) {
    this.air = air;
    this.memory = new EmberMemory(saved);
    this.sizes = { ...USUAL_SIZES, ...sizes };
    this.tell = tell;
    const { memory } = this;
    this.radio = new CoordinatorRadio({
      air,
      memory: {
        get ieee() {
          return memory.ieee;
        },
        get network() {
          return memory.credentials;
        },
        countFrame: () => memory.countFrame(),
        joinKey: (ieee) => this.#joinKey(ieee),
        linkKey: (ieee) => derivedKey(memory.security?.linkKey ?? "", ieee),
      },
      news: this.#news(),
      manufacturer: SILICON_LABS,
    });
  }

  get version(): number {
    return this.memory.version;
  }

  /** It is on air, in its network. */
  get isUp(): boolean {
    return this.radio.isOn;
  }

  status(status: number): Buffer {
    return statusBytes(this.version, status);
  }

  tellStatus(status: number): void {
    this.tell(CALLBACK.STACK_STATUS, this.status(status));
  }

  nextSequence(): number {
    this.#sequence = (this.#sequence + 1) % 0x100;
    return this.#sequence;
  }

  /** Takes its network up, or one that was just made. */
  start(takes: number): void {
    this.#stopStart();
    this.#stopStart = this.air.time.later(takes, () => {
      this.radio.on();
      this.tellStatus(STATUS.NETWORK_UP);
    });
  }

  /** It is in no network any more. */
  leave(): void {
    this.memory.network = undefined;
    this.goDown();
  }

  /** It stays silent, as when it has lost its network by itself. */
  goDown(): void {
    this.#stopStart();
    this.radio.off();
    this.tellStatus(STATUS.NETWORK_DOWN);
  }

  /** Without power the stick forgets all that is not in its memory. After that it is off the air until its host starts it. */
  reset(): void {
    this.#stopStart();
    this.radio.reset();
    this.radio.manufacturer = SILICON_LABS;
    this.multicast.clear();
    this.#transient.clear();
    this.underWay = 0;
    this.counters.clear();
  }

  /** A key with which one device may join, or any device; for some minutes. */
  allowKey(ieee: string, key: string): void {
    this.#transient.set(ieee, { key, until: this.air.hostTime.now() + KEY_LIVES });
    if (ieee !== ANYBODY) this.installCodes.set(ieee, key);
  }

  forgetKeys(): void {
    this.#transient.clear();
    this.installCodes.clear();
  }

  channelChanged(channel: number): void {
    const { network } = this.memory;
    if (!network) return;
    this.memory.network = { ...network, channel, updateId: (network.updateId + 1) % 0x100 };
    this.tellStatus(STATUS.CHANNEL_CHANGED);
  }

  /** A frame of a node about itself or others. */
  hearZdo(type: number, sender: number, cluster: number, bytes: Uint8Array): void {
    const aps = { ...this.#apsOf(0, cluster, 0), to: 0 };
    this.#incoming(type, aps, sender, OWN_QUALITY, bytes);
  }

  /** A frame that the stick sends to many comes back, if the stick is among those meant. */
  hearOwn(type: number, aps: ApsFrame, bytes: Uint8Array): void {
    const isMeant = aps.group === 0 || [...this.multicast.values()].includes(aps.group);
    if (isMeant) this.#incoming(type, aps, 0, OWN_QUALITY, bytes);
  }

  #joinKey(ieee: string): string | undefined {
    const now = this.air.hostTime.now();
    return [ieee, ANYBODY].map((who) => this.#transient.get(who)).find((known) => known && known.until > now)?.key;
  }

  #apsOf(profile: number, cluster: number, from: number, group = 0): ApsFrame {
    const to = DEFAULT_ENDPOINT;
    return { profile, cluster, from, to, options: 0, group, sequence: this.nextSequence() };
  }

  #incoming(type: number, aps: ApsFrame, sender: number, linkquality: number, bytes: Uint8Array): void {
    const reception = { sender, linkquality };
    this.tell(CALLBACK.INCOMING_MESSAGE, incomingMessage(this.version, type, aps, reception, bytes));
  }

  #hear({ from, to, profile, cluster, bytes }: AirFrame, linkquality: number): void {
    const group = "group" in to ? to.group : 0;
    if (bytes.length > MOST_HEARD) return; // its line has no room for it in one frame
    if (group !== 0 && ![...this.multicast.values()].includes(group)) return; // it is not asked to hear that group
    const type = "address" in to ? MESSAGE.UNICAST : group === 0 ? MESSAGE.BROADCAST : MESSAGE.MULTICAST;
    const aps = this.#apsOf(profile, cluster, from.endpoint, group);
    const endpoint = "endpoint" in to ? to.endpoint : DEFAULT_ENDPOINT;
    this.counters.heard(type === MESSAGE.UNICAST);
    this.#incoming(type, { ...aps, to: endpoint }, from.address, linkquality, bytes);
  }

  #news(): StickNews {
    const cameOrWent = (ieee: string, address: number, what: number, decision: number, parent: number) => {
      this.tell(CALLBACK.TRUST_CENTER_JOIN, write().u16(address).ieee(ieee).u8(what, decision).u16(parent).done());
    };
    return {
      hear: (frame, linkquality) => this.#hear(frame, linkquality),
      joined: (ieee, address, parent) => cameOrWent(ieee, address, JOIN.UNSECURED, DECISION.USE_KEY, parent),
      rejoined: (ieee, address, parent) => cameOrWent(ieee, address, JOIN.SECURED_REJOIN, DECISION.USE_KEY, parent),
      announced: (_ieee, address, _parent, announcement) => {
        const numbered = Buffer.concat([Buffer.of(this.nextSequence()), announcement]);
        this.hearZdo(MESSAGE.BROADCAST, address, ZDO.ANNOUNCE, numbered);
      },
      left: (ieee, address, comesBack) => {
        if (!comesBack) cameOrWent(ieee, address, JOIN.LEFT, DECISION.NONE, 0);
      },
    };
  }
}

export function done(stick: EmberFirmware): Buffer {
  return stick.status(STATUS.OK);
}
