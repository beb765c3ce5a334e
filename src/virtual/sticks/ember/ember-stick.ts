/** A simulated stick with EmberZNet behind a TCP port. */
import { reader, unlessMalformed, write } from "../../devices/bytes.ts";
import type { CoordinatorRadio } from "../coordinator-radio.ts";
import { HostConnection } from "../host-connection.ts";
import { type StickFirmware, type StickOptions, VirtualStick } from "../virtual-stick.ts";
import { AshLink, RESET_CODE } from "./ash-link.ts";
import { EmberFirmware, type EzspRequests, type TableSizes } from "./ember-firmware.ts";
import { type IeeeRewriting, newEmberMemory, type SavedEmber } from "./ember-memory.ts";
import { KEY_REQUESTS } from "./ezsp-keys.ts";
import { MESSAGE_REQUESTS } from "./ezsp-messages.ts";
import { NETWORK_REQUESTS } from "./ezsp-network.ts";
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

export type EmberStick = VirtualStick<Ncp>;

export async function openEmber(options: EmberOptions): Promise<EmberStick> {
  const { network, port = 0 } = options;
  const ncp: Ncp = new Ncp(options, (bytes) => host.send(bytes));
  const host: HostConnection = new HostConnection({
    port,
    connected: () => ncp.line.parser(),
    soon: (run) => network.hostTime.later(0, run),
  });
  await host.listen();
  return new VirtualStick("ember", ncp, host);
}

/** The network co-processor, as the maker calls it: the firmware, and its end of the line. */
class Ncp implements StickFirmware<SavedEmber> {
  readonly line: AshLink;
  knows: StickFirmware<SavedEmber>["knows"] = () => true;
  readonly #firmware: EmberFirmware;
  #sequence = 0; // of the last question
  #notices: Buffer[] | undefined; // notices that a question brings about wait: its answer goes first
  readonly #bootTakes: number;
  #stopBoot: (() => void) | undefined; // while it starts

  constructor(options: EmberOptions, send: (bytes: Buffer) => void) {
    const { network, saved, preformed, ieee = FACTORY_IEEE, version, rewritable, sizes } = options;
    this.#bootTakes = options.bootTakes ?? BOOT_TAKES;
    this.line = new AshLink({
      time: network.hostTime,
      write: send,
      hear: (frame) => this.#answer(frame),
      reset: (started) => this.#boot(started),
    });
    this.#firmware = new EmberFirmware({
      air: network,
      saved: saved ?? newEmberMemory({ ieee, version, rewritable, preformed }),
      tell: (id, parameters) => this.tell(id, parameters),
      sizes,
    });
  }

  get radio(): CoordinatorRadio {
    return this.#firmware.radio;
  }

  get frameCounter(): number {
    return this.#firmware.memory.frameCounter;
  }

  get installCodes(): ReadonlyMap<string, string> {
    return this.#firmware.installCodes;
  }

  get knowsInterPan(): boolean {
    return this.#firmware.knowsInterPan;
  }

  set knowsInterPan(on: boolean) {
    this.#firmware.knowsInterPan = on;
  }

  /** With which it sends; dBm. */
  get power(): number | undefined {
    return this.#firmware.memory.network?.power;
  }

  powerCycle(): void {
    this.#firmware.reset();
    this.line.close();
  }

  reboot(): void {
    this.#firmware.reset();
    this.line.restarted(RESET_CODE.WATCHDOG);
  }

  /** It gives its line up, and says so. */
  fail(): void {
    this.line.fail(RESET_CODE.LOST_ACKS);
  }

  /** It loses its network by itself. */
  loseNetwork(): void {
    this.#firmware.goDown();
  }

  /** Tells its host something that it was not asked. `flags`: of the frame, that are not so. */
  tell(id: number, parameters: Buffer, flags = 0): void {
    const told = toldBytes(this.#sequence, id, parameters, flags);
    if (this.#notices) this.#notices.push(told);
    else this.line.send(told, true);
  }

  save(): SavedEmber {
    return this.#firmware.memory.save();
  }

  close(): void {
    this.#stopBoot?.();
    this.powerCycle();
  }

  /** The host has reset it: it is off the air until it is told to go on. While it starts it hears nothing, no other reset either. */
  #boot(started: () => void): void {
    if (this.#stopBoot) return;
    this.#firmware.reset();
    this.#stopBoot = this.#firmware.air.hostTime.later(this.#bootTakes, () => {
      this.#stopBoot = undefined;
      started();
    });
  }

  #answer(frame: Buffer): void {
    const question = readQuestion(frame);
    if (!question) return;
    this.#sequence = question.sequence;
    const notices: Buffer[] = [];
    this.#notices = notices;
    try {
      const answer = this.knows(question.id) ? answerTo(question, this.#firmware) : undefined;
      this.line.send(answer ? answerBytes(question, answer) : refusalBytes(question), false);
    } finally {
      this.#notices = undefined;
    }
    for (const notice of notices) this.line.send(notice, true);
  }
}

/** Undefined: it does not know the command, or not in this form. */
function answerTo({ id, parameters }: EzspQuestion, firmware: EmberFirmware): Buffer | undefined {
  return unlessMalformed(() => REQUESTS[id]?.(reader(parameters), firmware));
}

// ---- the frames of EZSP: a question of the host, its answer, and the notices of the stick

interface EzspQuestion {
  readonly sequence: number;
  readonly id: number;
  readonly isFormer: boolean; // in the form of the first versions: a host does not know the version of the stick yet
  readonly parameters: Buffer;
}

const VERSION = 0x00; // the one question that has two forms

const ANSWER = 0x80;
const TOLD = 0x90;
const NEWEST_FORM = 0x01;
const INVALID_COMMAND = 0x58;
const UNKNOWN_ID = 0x31;
const FORMER_HEADER = 3; // bytes
const HEADER = 5;

/** Undefined: it is too short to be one. */
function readQuestion(frame: Buffer): EzspQuestion | undefined {
  const [sequence, , third] = frame;
  if (sequence === undefined || third === undefined) return undefined;
  const isFormer = frame.length === FORMER_HEADER + 1 && third === VERSION;
  if (isFormer) return { sequence, id: VERSION, isFormer, parameters: frame.subarray(FORMER_HEADER) };
  if (frame.length < HEADER) return undefined;
  return { sequence, id: frame.readUInt16LE(3), isFormer, parameters: frame.subarray(HEADER) };
}

function answerBytes({ sequence, id, isFormer }: EzspQuestion, parameters: Buffer): Buffer {
  if (isFormer) return Buffer.concat([Buffer.of(sequence, ANSWER, id), parameters]);
  return write().u8(sequence, ANSWER, NEWEST_FORM).u16(id).bytes(parameters).done();
}

/** The stick does not know that command, or not in this form. */
function refusalBytes({ sequence }: EzspQuestion): Buffer {
  return write().u8(sequence, ANSWER, NEWEST_FORM).u16(INVALID_COMMAND).u8(UNKNOWN_ID).done();
}

/** `flags`: false claims that tests put into the frame. */
function toldBytes(sequence: number, id: number, parameters: Buffer, flags = 0): Buffer {
  return write()
    .u8(sequence, TOLD | flags, NEWEST_FORM)
    .u16(id)
    .bytes(parameters)
    .done();
}
