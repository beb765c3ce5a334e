/** A simulated stick with EmberZNet behind a TCP port. */
import type { NetworkCredentials } from "../../air/network-credentials.ts";
import type { DecodedFrame, FrameCounters } from "../../air/traffic.ts";
import type { VirtualNetwork } from "../../air/virtual-network.ts";
import { reader } from "../../devices/bytes.ts";
import { HostConnection } from "../host-connection.ts";
import type { SendRefusal, StickOptions, VirtualStick } from "../virtual-stick.ts";
import { AshLink, type LineFaults, RESET_CODE } from "./ash-link.ts";
import { EmberFirmware, type TableSizes } from "./ember-firmware.ts";
import { type IeeeRewriting, newEmberMemory, type SavedEmber } from "./ember-memory.ts";
import { answerBytes, readQuestion, refusalBytes, toldBytes } from "./ezsp-frames.ts";
import { KEY_REQUESTS } from "./ezsp-keys.ts";
import { MESSAGE_REQUESTS } from "./ezsp-messages.ts";
import { NETWORK_REQUESTS } from "./ezsp-network.ts";
import type { EzspRequests } from "./ezsp-requests.ts";
import { SETUP_REQUESTS } from "./ezsp-setup.ts";

export interface EmberOptions extends StickOptions<SavedEmber> {
  readonly version?: number; // of EZSP, of a new stick
  readonly rewritable?: IeeeRewriting; // of a new stick
  readonly sizes?: Partial<TableSizes>;
  readonly bootTakes?: number; // milliseconds
}

const FACTORY_IEEE = "0x0ceff60000000001";
const BOOT_TAKES = 30; // milliseconds; real ones take a second

const REQUESTS: EzspRequests = { ...SETUP_REQUESTS, ...NETWORK_REQUESTS, ...KEY_REQUESTS, ...MESSAGE_REQUESTS };

export async function openEmber(options: EmberOptions): Promise<EmberStick> {
  const stick = new EmberStick(options);
  await stick.listen();
  return stick;
}

export class EmberStick implements VirtualStick {
  readonly family = "ember";
  readonly counters: FrameCounters;
  /** Commands that it does not know, and such as it never answers: by their numbers. */
  readonly unknown = new Set<number>();
  readonly unanswered = new Set<number>();
  readonly #network: VirtualNetwork;
  readonly #firmware: EmberFirmware;
  readonly #line: AshLink;
  readonly #host: HostConnection;
  #bootTakes: number;
  #sequence = 0; // of the last question
  #notices: Buffer[] | undefined; // what a question brings about waits: its answer goes first
  #stopBoot = () => {};

  constructor(options: EmberOptions) {
    const { network, saved, preformed, ieee = FACTORY_IEEE, port = 0, version, rewritable, sizes } = options;
    this.#network = network;
    this.#bootTakes = options.bootTakes ?? BOOT_TAKES;
    this.counters = network.counters;
    this.#line = new AshLink({
      time: network.hostTime,
      write: (bytes) => this.#host.send(bytes),
      hear: (frame) => this.#answer(frame),
      reset: (started) => this.#boot(started),
    });
    this.#host = new HostConnection({
      port,
      connected: () => this.#line.parser(),
      soon: (run) => network.hostTime.later(0, run),
    });
    this.#firmware = new EmberFirmware({
      air: network,
      saved: saved ?? newEmberMemory({ ieee, version, rewritable, preformed }),
      tell: (id, parameters) => this.tell(id, parameters),
      sizes,
    });
  }

  listen(): Promise<void> {
    return this.#host.listen();
  }

  get port(): number {
    return this.#host.port;
  }

  get ieee(): string {
    return this.#firmware.memory.ieee;
  }

  get identity(): NetworkCredentials | undefined {
    return this.#firmware.memory.credentials;
  }

  get channel(): number {
    return this.identity?.channel ?? 0;
  }

  get frameCounter(): number {
    return this.#firmware.memory.frameCounter;
  }

  get installCodes(): ReadonlyMap<string, string> {
    return this.#firmware.installCodes;
  }

  get air(): readonly DecodedFrame[] {
    return this.#network.heard();
  }

  /** With which it sends; dBm. */
  get power(): number | undefined {
    return this.#firmware.memory.network?.power;
  }

  /** The code of its maker, which it takes over from its host. */
  get manufacturer(): number {
    return this.#firmware.radio.manufacturer;
  }

  /** What is done to the line. */
  get lineFaults(): LineFaults {
    return this.#line.faults;
  }

  /** Milliseconds that it takes to start. */
  bootsFor(milliseconds: number): void {
    this.#bootTakes = milliseconds;
  }

  dropLink(): void {
    this.#host.drop();
  }

  powerCycle(): void {
    this.#host.drop();
    this.#firmware.reset();
    this.#line.close();
  }

  reboot(code: number = RESET_CODE.WATCHDOG): void {
    this.#firmware.reset();
    this.#line.restarted(code);
  }

  /** It gives its line up, and says so. */
  fail(code: number = RESET_CODE.LOST_ACKS): void {
    this.#line.fail(code);
  }

  /** It loses its network by itself. */
  loseNetwork(): void {
    this.#firmware.goDown();
  }

  /** Tells its host something that it was not asked. `flags`: of the frame, that are not so. */
  tell(id: number, parameters: Buffer, flags = 0): void {
    const told = toldBytes(this.#sequence, id, parameters, flags);
    if (this.#notices) this.#notices.push(told);
    else this.#line.send(told, true);
  }

  mute(on: boolean): void {
    this.#host.mute(on);
  }

  refuse(on: boolean): void {
    this.#host.refuse(on);
  }

  garbage(bytes: Uint8Array): void {
    this.#host.garbage(bytes);
  }

  busy(requests: number, how: SendRefusal = "buffer-full"): void {
    this.#firmware.radio.busy(requests, how);
  }

  knowsInterPan(on: boolean): void {
    this.#firmware.knowsRawMessages = on;
  }

  save(): SavedEmber {
    return this.#firmware.memory.save();
  }

  close(): Promise<void> {
    this.#stopBoot();
    this.#firmware.reset();
    this.#line.close();
    return this.#host.close();
  }

  /** The host has reset it: it is off the air until it is told to go on. */
  #boot(started: () => void): void {
    this.#firmware.reset();
    this.#stopBoot();
    this.#stopBoot = this.#network.hostTime.later(this.#bootTakes, started);
  }

  #answer(frame: Buffer): void {
    const question = readQuestion(frame);
    if (!question || this.unanswered.has(question.id)) return;
    this.#sequence = question.sequence;
    const notices: Buffer[] = [];
    this.#notices = notices;
    try {
      const answer = this.unknown.has(question.id)
        ? undefined
        : answerTo(question.id, question.parameters, this.#firmware);
      this.#line.send(answer ? answerBytes(question, answer) : refusalBytes(question), false);
    } finally {
      this.#notices = undefined;
    }
    for (const notice of notices) this.#line.send(notice, true);
  }
}

/** Undefined: it does not know the command, or not in this form. */
function answerTo(id: number, parameters: Buffer, firmware: EmberFirmware): Buffer | undefined {
  try {
    return REQUESTS[id]?.(reader(parameters), firmware);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
