/** The firmware of a Z-Stack: its memory, its state, and the notices that it sends its host by itself. */
import { aes128MmoHash } from "zigbee-herdsman/dist/zspec/utils.js";
import { derivedKey, type NetworkCredentials, WELL_KNOWN_KEY } from "../../air/network-credentials.ts";
import type { VirtualNetwork } from "../../air/virtual-network.ts";
import { ieeeBytes, reader, write } from "../../devices/bytes.ts";
import { CoordinatorRadio, type StickMemory, type StickNews } from "../coordinator-radio.ts";
import type { StickFirmware } from "../virtual-stick.ts";
import { IncomingFrames } from "./incoming-frames.ts";
import { ITEM, Nv, type SavedNv } from "./nv.ts";
import { countFrame, forget, form, formAs, frameCounterOf, moveTo, networkOf, remember } from "./nv-network.ts";
import { SUBSYSTEM } from "./unpi.ts";

/** A notice to the host that it did not ask for. */
type SendNotice = (subsystem: number, command: number, data: Buffer) => void;

export interface SavedZStack {
  readonly ieee: string;
  readonly seed: string; // hex
  readonly nv: SavedNv;
}

interface ZStackParts {
  readonly network: VirtualNetwork;
  readonly ieee: string; // that it has from the factory
  readonly seed: Buffer;
  readonly saved?: SavedNv | undefined;
  readonly preformed: NetworkCredentials | undefined;
  readonly frameCounter?: number | undefined; // of a preformed network
  readonly tell: SendNotice;
}

const NOTICE = { RESET: 0x80, STATE: 0xc0, ANNOUNCED: 0xc1, LEFT: 0xc9, JOINED: 0xca, PERMIT: 0xcb } as const;
const AFTER_RESET = Buffer.of(0, 2, 1, 2, 7, 1); // power up; the protocol's version, Z-Stack 3.x.0, 2.7, hardware 1
const TI = 0x000d;
const COORDINATOR = 9; // a state
const START_TAKES = 20; // milliseconds
const CLEAR = 3; // bits of the startup option
const CONFIGURED = Buffer.of(0x55);
const KEY_BYTES = 16; // a key; an install code of that length has two more

export class ZStackFirmware implements StickFirmware<SavedZStack> {
  readonly nv: Nv;
  readonly network: VirtualNetwork;
  readonly radio: CoordinatorRadio;
  readonly incoming: IncomingFrames;
  readonly tell: SendNotice;
  readonly groups = new Map<number, Set<number>>(); // by endpoint
  readonly installCodes = new Map<string, string>(); // by device, hex
  /** Whether it was built with inter-PAN. */
  knowsInterPan = true;
  /** By subsystem and number, of which each is a byte. */
  knows: StickFirmware<SavedZStack>["knows"] = () => true;
  readonly #factory: Pick<ZStackParts, "ieee" | "seed">;
  #ieee = "";
  #identity: NetworkCredentials | undefined;
  #stopStart = () => {};

  constructor({ network, tell, ieee, seed, saved, preformed, frameCounter }: ZStackParts) {
    this.network = network;
    this.tell = tell;
    this.#factory = { ieee, seed };
    this.nv = new Nv(ieeeBytes(ieee), seed, saved);
    this.incoming = new IncomingFrames(() => network.time.now());
    this.radio = new CoordinatorRadio({
      air: network,
      memory: this.#memory(),
      news: this.#news(),
      manufacturer: TI,
    });
    this.#boot();
    if (!preformed || saved) return;
    formAs(this.nv, this.#ieee, preformed, frameCounter);
    this.nv.setItem(ITEM.CONFIGURED, CONFIGURED);
    this.#boot();
  }

  get ieee(): string {
    return this.#ieee;
  }

  get identity(): NetworkCredentials | undefined {
    return this.#identity;
  }

  /** As coordinator of its network. */
  get started(): boolean {
    return this.radio.isOn;
  }

  get frameCounter(): number {
    return frameCounterOf(this.nv);
  }

  permit(seconds: number, alsoRouters: boolean): void {
    const tell = (left: number) => this.tell(SUBSYSTEM.ZDO, NOTICE.PERMIT, Buffer.of(left));
    this.radio.permit(seconds, alsoRouters, () => tell(0));
    tell(seconds);
  }

  moveChannel(mask: number): void {
    this.radio.moveChannel(mask, (channel) => {
      moveTo(this.nv, channel);
      this.#identity = networkOf(this.nv);
    });
  }

  /** Makes a new network of the facts that were written for it. */
  form(): void {
    form(this.nv, this.#ieee);
    this.start();
  }

  /** Takes its network up again, or makes one. */
  start(): void {
    if (!networkOf(this.nv)) form(this.nv, this.#ieee);
    this.#identity = networkOf(this.nv);
    this.#stopStart();
    this.#stopStart = this.network.time.later(START_TAKES, () => {
      this.radio.on();
      this.tell(SUBSYSTEM.ZDO, NOTICE.STATE, Buffer.of(COORDINATOR));
    });
  }

  /** By its host or by itself. */
  reboot(): void {
    this.powerCycle();
    this.tell(SUBSYSTEM.SYS, NOTICE.RESET, AFTER_RESET);
  }

  /** Without power the stick forgets all that is not in its memory. */
  powerCycle(): void {
    this.close();
    this.#boot();
  }

  close(): void {
    this.#stopStart();
    this.radio.reset();
    this.groups.clear();
  }

  save(): SavedZStack {
    const { ieee, seed } = this.#factory;
    return { ieee, seed: seed.toString("hex"), nv: this.nv.save() };
  }

  #boot(): void {
    if ((this.nv.item(ITEM.STARTUP_OPTION)?.[0] ?? 0) & CLEAR) this.nv.clear();
    this.#ieee = reader(this.nv.item(ITEM.IEEE) ?? Buffer.alloc(8)).ieee();
    this.#identity = networkOf(this.nv);
  }

  #memory(): StickMemory {
    const firmware = this;
    return {
      get ieee() {
        return firmware.#ieee;
      },
      get network() {
        return firmware.#identity;
      },
      countFrame: () => countFrame(this.nv),
      joinKey: (ieee) => {
        const code = this.installCodes.get(ieee);
        return code === undefined ? WELL_KNOWN_KEY : keyOf(code);
      },
      linkKey: (ieee) => derivedKey(this.nv.item(ITEM.LINK_KEY_SEED)?.toString("hex") ?? "", ieee),
    };
  }

  #news(): StickNews {
    return {
      hear: (frame, linkquality) => {
        const { command, data } = this.incoming.notice(frame, linkquality, this.#identity?.panid ?? 0);
        this.tell(SUBSYSTEM.AF, command, data);
      },
      joined: (device, address, parent) => {
        remember(this.nv, device, address, parent === 0);
        this.tell(SUBSYSTEM.ZDO, NOTICE.JOINED, write().u16(address).ieee(device).u16(parent).done());
      },
      rejoined: () => {}, // it hears the announcement
      announced: (device, address, parent, announcement) => {
        remember(this.nv, device, address, parent === 0);
        this.tell(SUBSYSTEM.ZDO, NOTICE.ANNOUNCED, write().u16(address).bytes(announcement).done());
      },
      left: (device, address, comesBack) => {
        if (!comesBack) forget(this.nv, device);
        const about = write()
          .u16(address)
          .ieee(device)
          .u8(0, 0, comesBack ? 1 : 0);
        this.tell(SUBSYSTEM.ZDO, NOTICE.LEFT, about.done());
      },
    };
  }
}

/** Of an install code the stick makes the key itself. */
function keyOf(code: string): string {
  const bytes = Buffer.from(code, "hex");
  return (bytes.length === KEY_BYTES ? bytes : aes128MmoHash(bytes)).toString("hex");
}
