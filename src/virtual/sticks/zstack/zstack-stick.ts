/** A simulated Z-Stack stick behind a TCP port. */
import { randomBytes } from "node:crypto";
import type { NetworkCredentials } from "../../air/network-credentials.ts";
import type { DecodedFrame, FrameCounters } from "../../air/traffic.ts";
import type { VirtualNetwork } from "../../air/virtual-network.ts";
import { reader } from "../../devices/bytes.ts";
import { HostConnection } from "../host-connection.ts";
import type { Preformed, SendRefusal, StickOptions, VirtualStick } from "../virtual-stick.ts";
import { AF_REQUESTS } from "./mt-af.ts";
import type { MtRequests } from "./mt-requests.ts";
import { SYS_NOTICES, SYS_REQUESTS } from "./mt-sys.ts";
import { APP_REQUESTS, SAPI_REQUESTS, UTIL_REQUESTS } from "./mt-util.ts";
import { ZDO_REQUESTS } from "./mt-zdo.ts";
import type { SavedNv } from "./nv.ts";
import { frameCounterOf } from "./nv-network.ts";
import { ZStackFirmware } from "./stick-firmware.ts";
import { createParser, SUBSYSTEM, TYPE, toBytes, type UnpiFrame } from "./unpi.ts";

export interface SavedZStack {
  readonly ieee: string;
  readonly seed: string; // hex
  readonly nv: SavedNv;
}

const FACTORY_IEEE = "0x00124b0000000001";

export async function openZStack(options: StickOptions<SavedZStack>): Promise<ZStackStick> {
  const stick = new ZStackStick(options);
  await stick.listen();
  return stick;
}

export class ZStackStick implements VirtualStick {
  readonly family = "zstack";
  readonly installCodes: ReadonlyMap<string, string>;
  readonly counters: FrameCounters;
  readonly #network: VirtualNetwork;
  readonly #ieee: string;
  readonly #seed: Buffer;
  readonly #firmware: ZStackFirmware;
  readonly #host: HostConnection;
  #notices: UnpiFrame[] | undefined; // what a request brings about waits: its answer goes first

  constructor({ network, saved, preformed, ieee, port = 0 }: StickOptions<SavedZStack>) {
    this.#network = network;
    this.counters = network.counters;
    this.#ieee = saved?.ieee ?? preformed?.ieee ?? ieee ?? FACTORY_IEEE;
    this.#seed = saved ? Buffer.from(saved.seed, "hex") : randomBytes(16);
    this.#host = new HostConnection({
      port,
      connected: () => createParser((frame) => this.#answer(frame)),
      soon: (run) => network.hostTime.later(0, run),
    });
    this.#firmware = new ZStackFirmware({
      network,
      ieee: this.#ieee,
      seed: this.#seed,
      saved: saved?.nv,
      preformed: preformed && credentialsOf(preformed),
      frameCounter: preformed?.frameCounter,
      tell: (subsystem, command, data) => {
        const notice = { type: TYPE.AREQ, subsystem, command, data };
        if (this.#notices) this.#notices.push(notice);
        else this.#host.send(toBytes(notice));
      },
    });
    this.installCodes = this.#firmware.installCodes;
  }

  listen(): Promise<void> {
    return this.#host.listen();
  }

  get port(): number {
    return this.#host.port;
  }

  get ieee(): string {
    return this.#firmware.ieee;
  }

  get identity(): NetworkCredentials | undefined {
    return this.#firmware.identity;
  }

  get channel(): number {
    return this.identity?.channel ?? 0;
  }

  get frameCounter(): number {
    return frameCounterOf(this.#firmware.nv);
  }

  get air(): readonly DecodedFrame[] {
    return this.#network.heard();
  }

  dropLink(): void {
    this.#host.drop();
  }

  powerCycle(): void {
    this.#host.drop();
    this.#firmware.powerCycle();
  }

  reboot(): void {
    this.#firmware.reset();
  }

  mute(on: boolean): void {
    this.#host.mute(on);
  }

  refuse(on: boolean): void {
    this.#host.refuse(on);
  }

  knowsInterPan(on: boolean): void {
    this.#firmware.knowsInterPan = on;
  }

  garbage(bytes: Uint8Array): void {
    this.#host.garbage(bytes);
  }

  busy(requests: number, how: SendRefusal = "buffer-full"): void {
    this.#firmware.busy(requests, how);
  }

  save(): SavedZStack {
    return { ieee: this.#ieee, seed: this.#seed.toString("hex"), nv: this.#firmware.nv.save() };
  }

  close(): Promise<void> {
    this.#firmware.close();
    return this.#host.close();
  }

  #answer(frame: UnpiFrame): void {
    const notices: UnpiFrame[] = [];
    this.#notices = notices;
    try {
      const answer = answerMt(frame, this.#firmware);
      if (answer) this.#host.send(toBytes(answer));
    } finally {
      this.#notices = undefined;
    }
    for (const notice of notices) this.#host.send(toBytes(notice));
  }
}

/** The stick reads the bytes of the extended PAN id backwards. */
function credentialsOf({ panid, extendedpanid, channel, networkKey }: Preformed): NetworkCredentials {
  return {
    panid,
    extendedpanid: reader(Buffer.from(extendedpanid).reverse()).ieee(),
    channel,
    key: Buffer.from(networkKey).toString("hex"),
    keyNumber: 0,
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
export function answerMt(frame: UnpiFrame, stick: ZStackFirmware): UnpiFrame | undefined {
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
