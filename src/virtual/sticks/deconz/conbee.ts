/** The firmware of a simulated ConBee: its memory, the state of its network, and its news to the host. */
import { type NetworkCredentials, WELL_KNOWN_KEY } from "../../air/network-credentials.ts";
import type { VirtualNetwork } from "../../air/virtual-network.ts";
import { channelsIn, ZDO } from "../../devices/zdo.ts";
import { CoordinatorRadio } from "../coordinator-radio.ts";
import type { StickFirmware } from "../virtual-stick.ts";
import type { ApsIndication } from "./aps-frames.ts";
import type { Firmware } from "./generations.ts";
import { type ConBeeMemory, endpointsIn } from "./memory.ts";
import { RESULT } from "./serial-frame.ts";
import { Transmission } from "./transmission.ts";

interface ConBeeParts {
  readonly network: VirtualNetwork;
  readonly memory: ConBeeMemory;
  readonly firmware: Firmware;
  readonly tell: (status: number) => void; // to its host
  readonly restarted: () => void; // by itself: the line to the host breaks
}

export const NETWORK_STATE = { OFF: 0, JOINING: 1, ON: 2, LEAVING: 3 } as const;
const STATUS_BITS = { CONFIRM: 0x04, INDICATION: 0x08, CHANGED: 0x10, FREE_SLOTS: 0x20 } as const;
const DRESDEN_ELEKTRONIK = 0x1135;
const SWITCHING_TAKES = 20; // milliseconds
const RESET_TAKES = 1500; // milliseconds
const ANNOUNCED_TO = 0xfffd;
const LINKQUALITY = 255;

export class ConBee implements StickFirmware<ConBeeMemory> {
  readonly firmware: Firmware;
  readonly radio: CoordinatorRadio;
  readonly transmission: Transmission;
  knowsInterPan = false; // no firmware of this family does, and no setting changes that
  /** By command and parameter, of which each is a byte. */
  knows: StickFirmware<ConBeeMemory>["knows"] = () => true;
  readonly #parts: ConBeeParts;
  #memory: ConBeeMemory;
  #stored: ConBeeMemory; // the memory of the stick when it gets power
  #state: number = NETWORK_STATE.OFF;
  #told = -1;
  #isTelling = false;
  #isResetting = false;
  #transaction = 0;
  #stopSwitching = () => {};
  #stopWatchdog = () => {};

  constructor(parts: ConBeeParts) {
    this.#parts = parts;
    this.firmware = parts.firmware;
    this.#memory = parts.memory;
    this.#stored = parts.memory;
    this.radio = this.#openRadio();
    this.transmission = new Transmission({
      radio: this.radio,
      listsOwnEndpoints: this.firmware.listsOwnEndpoints,
      changeChannel: (mask, updateId) => this.#changeChannel(mask, updateId),
      changed: () => this.#changed(),
    });
    this.#boot();
  }

  /** As it is now; changes that are not yet stored are in it. */
  get memory(): ConBeeMemory {
    return this.#memory;
  }

  get identity(): NetworkCredentials | undefined {
    const { panid, extendedpanid, channel, key, isOn } = this.#memory;
    return isOn ? { panid, extendedpanid, channel, key, keyNumber: 0 } : undefined;
  }

  get frameCounter(): number {
    return this.#memory.counter;
  }

  /** As their hashes. */
  get installCodes(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.#memory.linkKeys));
  }

  /** It hears nothing and says nothing for a moment. */
  get isResetting(): boolean {
    return this.#isResetting;
  }

  get status(): number {
    const { hasConfirms, hasIndications, hasFreeSlots } = this.transmission;
    return (
      this.#state |
      (hasConfirms ? STATUS_BITS.CONFIRM : 0) |
      (hasIndications ? STATUS_BITS.INDICATION : 0) |
      (this.#memory === this.#stored ? 0 : STATUS_BITS.CHANGED) |
      (hasFreeSlots ? STATUS_BITS.FREE_SLOTS : 0)
    );
  }

  /** A value that its host writes is stored when the network is switched on. */
  remember(changes: Partial<ConBeeMemory>): number {
    this.#memory = { ...this.#memory, ...changes };
    this.#changed();
    return RESULT.SUCCESS;
  }

  /** Of a device that is to join: stored at once. */
  rememberLinkKey(ieee: string, key: string): number {
    this.#update(({ linkKeys }) => ({ linkKeys: { ...linkKeys, [ieee]: key } }));
    return RESULT.SUCCESS;
  }

  switchNetwork(on: boolean): void {
    if (on) {
      const [channel = this.#memory.channel] = channelsIn(this.#memory.channels);
      this.#memory = { ...this.#memory, channel, isOn: true };
      this.#stored = this.#memory;
    }
    this.#turn(on);
    if (!this.firmware.resetsOnStateChange) return;
    this.#isResetting = true;
    this.radio.air.time.later(RESET_TAKES, () => {
      this.#isResetting = false;
    });
  }

  /** It leaves its network by itself. */
  leaveNetwork(): void {
    this.#turn(false);
  }

  /** Without a host that says that it lives the stick starts anew. */
  feedWatchdog(seconds: number): void {
    this.#stopWatchdog();
    this.#stopWatchdog = this.radio.air.hostTime.later(seconds * 1000, () => this.reboot());
  }

  /** On a real one the USB device goes and comes. */
  reboot(): void {
    this.powerCycle();
    this.#parts.restarted();
  }

  powerCycle(): void {
    this.close();
    this.#memory = this.#stored;
    this.#boot();
  }

  close(): void {
    this.#stopSwitching();
    this.#stopWatchdog();
    this.transmission.clear();
    this.radio.reset();
    this.#state = NETWORK_STATE.OFF;
  }

  /** The memory of the stick without power. */
  save(): ConBeeMemory {
    return this.#stored;
  }

  #openRadio(): CoordinatorRadio {
    const memory = () => this.#memory;
    const identity = () => this.identity;
    return new CoordinatorRadio({
      air: this.#parts.network,
      manufacturer: DRESDEN_ELEKTRONIK,
      memory: {
        get ieee() {
          return memory().ieee;
        },
        get network() {
          return identity();
        },
        countFrame: () => {
          this.#update(({ counter }) => ({ counter: (counter + 1) % 2 ** 32 }));
          return this.#memory.counter;
        },
        joinKey: (ieee) => this.#memory.linkKeys[ieee] ?? WELL_KNOWN_KEY,
        linkKey: (ieee) => this.#memory.linkKeys[ieee] ?? WELL_KNOWN_KEY,
      },
      news: {
        hear: (frame, linkquality) => this.#indicate({ ...frame, linkquality }),
        joined: () => {}, // this firmware says nothing of it: the announcement is the only sign
        announced: (_ieee, address, _parent, announcement) => this.#announced(address, announcement),
        rejoined: () => {}, // nor of this
        left: () => {},
      },
    });
  }

  #boot(): void {
    if (this.#memory.isOn) this.#turn(true);
  }

  #turn(on: boolean): void {
    this.#stopSwitching();
    this.radio.off();
    this.#state = on ? NETWORK_STATE.JOINING : NETWORK_STATE.LEAVING;
    this.#changed();
    this.#stopSwitching = this.radio.air.time.later(SWITCHING_TAKES, () => {
      this.#state = on ? NETWORK_STATE.ON : NETWORK_STATE.OFF;
      if (on) this.#goOnAir();
      this.#changed();
    });
  }

  #goOnAir(): void {
    const { endpoints } = this.radio;
    endpoints.clear();
    for (const endpoint of endpointsIn(this.#memory)) endpoints.set(endpoint.id, endpoint);
    this.radio.on();
  }

  #changeChannel(mask: number, updateId: number): void {
    this.radio.moveChannel(mask, (channel) => this.#update(() => ({ channel, channels: 2 ** channel, updateId })));
  }

  /** A change without its host is stored at once. */
  #update(changes: (memory: ConBeeMemory) => Partial<ConBeeMemory>): void {
    const isStored = this.#memory === this.#stored;
    this.#stored = { ...this.#stored, ...changes(this.#stored) };
    this.#memory = isStored ? this.#stored : { ...this.#memory, ...changes(this.#memory) };
  }

  /** Tells its host when its state differs from the one that the host heard last, once in a turn. */
  #changed(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.radio.air.hostTime.later(0, () => {
      this.#isTelling = false;
      if (this.status === this.#told || this.#isResetting) return;
      this.#told = this.status;
      this.#parts.tell(this.status);
    });
  }

  #announced(address: number, announcement: Buffer): void {
    this.#transaction = (this.#transaction + 1) % 256;
    this.#indicate({
      from: { address, endpoint: 0 },
      to: { broadcast: ANNOUNCED_TO },
      profile: 0,
      cluster: ZDO.ANNOUNCE,
      bytes: Buffer.of(this.#transaction, ...announcement),
      linkquality: LINKQUALITY,
    });
  }

  #indicate({ from, ...indication }: ApsIndication): void {
    const isTold = this.firmware.tellsSource === "address and ieee";
    const sender = isTold && this.radio.link.members().find(({ address }) => address === from.address);
    this.transmission.indicate({ ...indication, from: { ...from, ieee: sender ? sender.station.ieee : undefined } });
  }
}
