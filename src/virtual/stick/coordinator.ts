/** A simulated Z-Stack coordinator behind a TCP port, as a network adapter would show it. */
import { randomBytes } from "node:crypto";
import type { DecodedFrame, FrameCounters } from "../air/traffic.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { reader } from "../devices/bytes.ts";
import { HostConnection } from "./host-connection.ts";
import { AF_REQUESTS } from "./mt-af.ts";
import type { MtRequests } from "./mt-requests.ts";
import { SYS_NOTICES, SYS_REQUESTS } from "./mt-sys.ts";
import { APP_REQUESTS, SAPI_REQUESTS, UTIL_REQUESTS } from "./mt-util.ts";
import { ZDO_REQUESTS } from "./mt-zdo.ts";
import type { SavedNv } from "./nv.ts";
import type { StickNetwork } from "./nv-network.ts";
import { type SendRefusal, SimulatedStick } from "./stick.ts";
import { SUBSYSTEM, TYPE, type UnpiFrame } from "./unpi.ts";

/** A stick that is already in a network, as herdsman's own options name it. */
export interface Preformed {
  readonly panid: number;
  readonly extendedpanid: readonly number[];
  readonly channel: number;
  readonly networkKey: readonly number[];
  readonly ieee: string; // "0x00124b0000000001"
}

export interface SavedCoordinator {
  readonly ieee: string;
  readonly seed: string; // hex
  readonly nv: SavedNv;
}

export interface CoordinatorOptions {
  readonly network: VirtualNetwork;
  readonly saved?: SavedCoordinator | undefined;
  readonly preformed?: Preformed | undefined; // absent, and nothing saved: a blank stick
  readonly ieee?: string; // of a blank stick
  readonly port?: number; // 0: any
}

const FACTORY_IEEE = "0x00124b0000000001";

export async function openCoordinator(options: CoordinatorOptions): Promise<Coordinator> {
  const coordinator = new Coordinator(options);
  await coordinator.listen();
  return coordinator;
}

export class Coordinator {
  readonly installCodes: ReadonlyMap<string, string>;
  readonly counters: FrameCounters;
  readonly #network: VirtualNetwork;
  readonly #ieee: string;
  readonly #seed: Buffer;
  readonly #stick: SimulatedStick;
  readonly #host: HostConnection;
  #notices: UnpiFrame[] | undefined; // what a request brings about waits: its answer goes first

  constructor({ network, saved, preformed, ieee, port = 0 }: CoordinatorOptions) {
    this.#network = network;
    this.counters = network.counters;
    this.#ieee = saved?.ieee ?? preformed?.ieee ?? ieee ?? FACTORY_IEEE;
    this.#seed = saved ? Buffer.from(saved.seed, "hex") : randomBytes(16);
    this.#host = new HostConnection({
      port,
      hear: (frame) => this.#answer(frame),
      soon: (run) => network.hostTime.later(0, run),
    });
    this.#stick = new SimulatedStick({
      network,
      ieee: this.#ieee,
      seed: this.#seed,
      saved: saved?.nv,
      preformed: preformed && stickNetwork(preformed),
      tell: (subsystem, command, data) => {
        const notice = { type: TYPE.AREQ, subsystem, command, data };
        if (this.#notices) this.#notices.push(notice);
        else this.#host.send(notice);
      },
    });
    this.installCodes = this.#stick.installCodes;
  }

  listen(): Promise<void> {
    return this.#host.listen();
  }

  get port(): number {
    return this.#host.port;
  }

  get ieee(): string {
    return this.#stick.ieee;
  }

  get channel(): number {
    return this.#stick.identity?.channel ?? 0;
  }

  /** The newest 500 frames in the air, decoded, the oldest first. */
  get air(): readonly DecodedFrame[] {
    return this.#network.heard();
  }

  /** The host loses its connection. */
  dropLink(): void {
    this.#host.drop();
  }

  /** The stick loses its power for a moment, and with it the connection. */
  powerCycle(): void {
    this.#host.drop();
    this.#stick.powerCycle();
  }

  /** The stick hears, but says nothing any more. */
  mute(on: boolean): void {
    this.#host.mute(on);
  }

  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void {
    this.#host.refuse(on);
  }

  /** Its firmware was built without inter-PAN, which touchlink needs: it does not know the request. */
  knowsInterPan(on: boolean): void {
    this.#stick.interPan.isKnown = on;
  }

  /** Says these bytes to the host. */
  garbage(bytes: Uint8Array): void {
    this.#host.garbage(bytes);
  }

  /** The next data requests fail. */
  busy(requests: number, how: SendRefusal = "buffer-full"): void {
    this.#stick.busy(requests, how);
  }

  save(): SavedCoordinator {
    return { ieee: this.#ieee, seed: this.#seed.toString("hex"), nv: this.#stick.nv.save() };
  }

  close(): Promise<void> {
    this.#stick.close();
    return this.#host.close();
  }

  #answer(frame: UnpiFrame): void {
    const notices: UnpiFrame[] = [];
    this.#notices = notices;
    try {
      const answer = answerMt(frame, this.#stick);
      if (answer) this.#host.send(answer);
    } finally {
      this.#notices = undefined;
    }
    for (const notice of notices) this.#host.send(notice);
  }
}

function stickNetwork({ panid, extendedpanid, channel, networkKey }: Preformed): StickNetwork {
  return {
    panid,
    extendedpanid: reader(Buffer.from(extendedpanid).reverse()).ieee(),
    channel,
    key: Buffer.from(networkKey),
  };
}

const REQUESTS: Readonly<Record<number, MtRequests>> = {
  [SUBSYSTEM.SYS]: SYS_REQUESTS,
  [SUBSYSTEM.AF]: AF_REQUESTS,
  [SUBSYSTEM.ZDO]: ZDO_REQUESTS,
  [SUBSYSTEM.SAPI]: SAPI_REQUESTS,
  [SUBSYSTEM.UTIL]: UTIL_REQUESTS,
  [SUBSYSTEM.APP_CNF]: APP_REQUESTS,
};
const NO_SUCH_SUBSYSTEM = 1;
const NO_SUCH_COMMAND = 2;
const WRONG_LENGTH = 4;

/** The answer to what the host sent; undefined where none is due. */
export function answerMt(frame: UnpiFrame, stick: SimulatedStick): UnpiFrame | undefined {
  const { type, subsystem, command, data } = frame;
  if (type === TYPE.AREQ) {
    if (subsystem === SUBSYSTEM.SYS) SYS_NOTICES[command]?.(stick);
    return undefined;
  }
  if (type !== TYPE.SREQ) return undefined;
  const requests = REQUESTS[subsystem];
  const answer = requests?.[command];
  if (!answer) return refuse(frame, requests ? NO_SUCH_COMMAND : NO_SUCH_SUBSYSTEM);
  try {
    const answered = answer(reader(data), stick);
    return answered ? { type: TYPE.SRSP, subsystem, command, data: answered } : refuse(frame, NO_SUCH_COMMAND);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(frame, WRONG_LENGTH);
  }
}

function refuse({ type, subsystem, command }: UnpiFrame, code: number): UnpiFrame {
  return {
    type: TYPE.SRSP,
    subsystem: SUBSYSTEM.ERROR,
    command: 0,
    data: Buffer.of(code, (type << 5) | subsystem, command),
  };
}
