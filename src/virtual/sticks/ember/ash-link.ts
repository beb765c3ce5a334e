/** The stick's end of ASH: frames are numbered and acknowledged, sent once more when they are lost, and held back while the host is not ready. */
import type { SimulatedTime } from "../../air/simulated-time.ts";
import { type AshFrame, ashBytes, createAshParser } from "./ash-framing.ts";

interface AshLinkParts {
  readonly time: SimulatedTime; // of the host: the line is as fast as it is, however fast the house is
  readonly write: (bytes: Buffer) => void;
  /** One whole frame of the protocol above. */
  readonly hear: (frame: Buffer) => void;
  /** The host wants the stick to start anew: it is to be called when that is done. */
  readonly reset: (started: () => void) => void;
}

/** Faults that tests put on the line: so many of the next frames. */
interface LineFaults {
  lostAcks: number; //     acknowledgements that never arrive
  doubledFrames: number; // frames that arrive twice
  refusals: number; //     good frames of the host that are refused
}

interface Outgoing {
  readonly data: Buffer;
  readonly isNotice: boolean; // the host did not ask for it
}

export const RESET_CODE = { POWER_ON: 0x02, WATCHDOG: 0x03, SOFTWARE: 0x0b, LOST_ACKS: 0x51 } as const;

const CONTROL = { ACK: 0x80, NAK: 0xa0, RESET: 0xc0, RESET_ACK: 0xc1, ERROR: 0xc2 } as const;
const KIND = 0xe0; // bits of an ACK and a NAK
const AGAIN = 0x08; // in a data frame: it was sent before; in an ACK: the host is not ready
const VERSION = 2;
const NUMBERS = 8;
const WINDOW = 5; // frames that may be under way
const ACK_AFTER = 20; // milliseconds, unless a frame goes out meanwhile and carries it
/** Real sticks go down to 400 ms, and give up after four tries: here a host may share its processor with many. */
const ACK_WAIT = { first: 1600, least: 1600, most: 3200 }; // milliseconds
const MOST_TRIES = 10;
const HOLDS = 1000; // milliseconds after the host has last said that it is not ready
const CANCEL = Buffer.of(0x1a);

export class AshLink {
  readonly faults: LineFaults = { lostAcks: 0, doubledFrames: 0, refusals: 0 };
  readonly #parts: AshLinkParts;
  #isConnected = false;
  #failure: number | undefined; // why the link has failed: only a reset mends it
  #waiting: Outgoing[] = [];
  #underWay = new Map<number, Buffer>();
  #next = 0; // number of the next frame that goes out
  #acknowledged = 0; // all before it have arrived
  #expected = 0; // number of the next frame that comes in
  #isRefusing = false; // one NAK is enough
  #tries = 0;
  #patience = ACK_WAIT.first;
  #sentAt = 0;
  #heldUntil = 0;
  #stopResend = () => {};
  #stopAck = () => {};
  #stopHold = () => {};

  constructor(parts: AshLinkParts) {
    this.#parts = parts;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** For the bytes of a host that has just come. */
  parser(): (chunk: Uint8Array) => void {
    return createAshParser(
      (frame) => this.#take(frame),
      () => this.#refuse(),
    );
  }

  send(data: Buffer, isNotice: boolean): void {
    if (!this.#isConnected) return;
    this.#waiting.push({ data, isNotice });
    this.#sendWaiting();
  }

  /** The stick has started anew, and says why. A host that was connected has to begin again. */
  restarted(code: number): void {
    this.#clear();
    this.#say({ control: CONTROL.RESET_ACK, data: Buffer.of(VERSION, code) }, CANCEL);
  }

  /** From now on the stick says nothing but this error. */
  fail(code: number): void {
    this.#clear();
    this.#failure = code;
    this.#say({ control: CONTROL.ERROR, data: Buffer.of(VERSION, code) });
  }

  close(): void {
    this.#clear();
  }

  #take({ control, data }: AshFrame): void {
    if (control === CONTROL.RESET) {
      this.#clear();
      this.#parts.reset(() => {
        this.restarted(RESET_CODE.SOFTWARE);
        this.#isConnected = true;
      });
    } else if (this.#failure !== undefined) this.fail(this.#failure);
    else if (!this.#isConnected) return;
    else if ((control & 0x80) === 0) this.#takeData(control, data);
    else if ((control & KIND) === CONTROL.ACK) {
      this.#hold((control & AGAIN) !== 0);
      this.#arrived(control % NUMBERS);
    } else if ((control & KIND) === CONTROL.NAK) {
      this.#arrived(control % NUMBERS);
      this.#sendAgain();
    }
  }

  #takeData(control: number, data: Buffer): void {
    this.#arrived(control % NUMBERS);
    const number = (control >> 4) % NUMBERS;
    if (this.faults.refusals > 0) {
      this.faults.refusals -= 1;
      this.#isRefusing = false;
      this.#refuse();
    } else if (number === this.#expected) {
      this.#isRefusing = false;
      this.#expected = (number + 1) % NUMBERS;
      this.#ackSoon();
      this.#parts.hear(data);
    } else if (control & AGAIN) this.#ack(CONTROL.ACK);
    else this.#refuse();
  }

  #refuse(): void {
    if (!this.#isConnected || this.#isRefusing) return;
    this.#isRefusing = true;
    this.#ack(CONTROL.NAK);
  }

  #ackSoon(): void {
    this.#stopAck();
    this.#stopAck = this.#parts.time.later(ACK_AFTER, () => this.#ack(CONTROL.ACK));
  }

  #ack(kind: number): void {
    this.#stopAck();
    if (this.faults.lostAcks > 0) this.faults.lostAcks -= 1;
    else this.#say({ control: kind | this.#expected, data: Buffer.alloc(0) });
  }

  /** The host has all frames before this one. */
  #arrived(number: number): void {
    const isPossible = distance(this.#acknowledged, number) <= distance(this.#acknowledged, this.#next);
    if (!isPossible || number === this.#acknowledged) return;
    const took = this.#parts.time.now() - this.#sentAt;
    this.#patience = Math.min(ACK_WAIT.most, Math.max(ACK_WAIT.least, (7 * this.#patience + 4 * took) / 8));
    this.#tries = 0;
    for (; this.#acknowledged !== number; this.#acknowledged = (this.#acknowledged + 1) % NUMBERS)
      this.#underWay.delete(this.#acknowledged);
    this.#stopResend();
    if (this.#underWay.size > 0) this.#resendLater();
    this.#sendWaiting();
  }

  /** Answers go out nevertheless. */
  #hold(isHeld: boolean): void {
    const { time } = this.#parts;
    this.#stopHold();
    this.#heldUntil = isHeld ? time.now() + HOLDS : 0;
    if (isHeld) this.#stopHold = time.later(HOLDS, () => this.#sendWaiting());
    else this.#sendWaiting();
  }

  #sendWaiting(): void {
    const isHeld = this.#parts.time.now() < this.#heldUntil;
    while (this.#underWay.size < WINDOW) {
      const at = this.#waiting.findIndex(({ isNotice }) => !isHeld || !isNotice);
      const [frame] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!frame) return;
      const number = this.#next;
      this.#next = (number + 1) % NUMBERS;
      this.#underWay.set(number, frame.data);
      this.#sayData(number, frame.data, false);
      this.#resendLater();
    }
  }

  #resendLater(): void {
    this.#stopResend();
    this.#stopResend = this.#parts.time.later(this.#patience, () => {
      this.#tries += 1;
      this.#patience = Math.min(ACK_WAIT.most, 2 * this.#patience);
      if (this.#tries >= MOST_TRIES) this.fail(RESET_CODE.LOST_ACKS);
      else this.#sendAgain();
    });
  }

  #sendAgain(): void {
    for (const [number, data] of this.#underWay) this.#sayData(number, data, true);
    if (this.#underWay.size > 0) this.#resendLater();
  }

  #sayData(number: number, data: Buffer, isAgain: boolean): void {
    this.#stopAck(); // it is said by this frame
    this.#sentAt = this.#parts.time.now();
    const frame = { control: (number << 4) | (isAgain ? AGAIN : 0) | this.#expected, data };
    this.#say(frame);
    if (this.faults.doubledFrames === 0) return;
    this.faults.doubledFrames -= 1;
    this.#say(frame);
  }

  #say(frame: AshFrame, before: Uint8Array = Buffer.alloc(0)): void {
    this.#parts.write(Buffer.concat([before, ashBytes(frame)]));
  }

  #clear(): void {
    for (const stop of [this.#stopResend, this.#stopAck, this.#stopHold]) stop();
    this.#isConnected = false;
    this.#failure = undefined;
    this.#isRefusing = false;
    this.#waiting = [];
    this.#underWay = new Map();
    this.#next = this.#acknowledged = this.#expected = this.#tries = this.#heldUntil = 0;
    this.#patience = ACK_WAIT.first;
  }
}

function distance(from: number, to: number): number {
  return (to - from + NUMBERS) % NUMBERS;
}
