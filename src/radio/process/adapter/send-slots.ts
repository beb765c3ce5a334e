/**
 * Which frame may go on air now. One frame at a time for each device, those that a person waits for first; so many for all devices that answer; and a few slots of their own
 * for devices that may be dead, and for devices that are being searched for, so that a device that answers at once never waits for those.
 */
import { AbandonedError } from "../deadlines.ts";

/** `answering`: as far as is known. `silent`: when last asked. `search`: routes to the device are being looked for, for up to 20 s. */
export type SlotKind = "answering" | "silent" | "search";

interface WaitingFrame {
  readonly device: string;
  readonly isUrgent: boolean;
  readonly kind: () => SlotKind | undefined;
  readonly start: (release: () => void) => void;
  readonly giveUp: () => void;
}

/** After so many milliseconds a frame gives its slot to the next one: it takes long, and its device may be dead. */
const SLOW = 100;
const FEW = { silent: 4, search: 4 };

export class SendSlots {
  readonly #most: number;
  readonly #free: Record<SlotKind, number>;
  readonly #waiting: WaitingFrame[] = [];
  readonly #busy = new Set<string>();
  #slow = 0; // never more than all slots again

  constructor(most: number) {
    this.#most = most;
    this.#free = { answering: most, ...FEW };
  }

  /**
   * Which kind of slot is needed is asked when its turn comes; undefined: it is no longer wanted, and rejects with AbandonedError. `isUrgent`: a
   * person waits for it. A device that leaves questions unanswered while it is set up would obey no command for a minute else.
   */
  run<Answer>(
    device: string,
    kind: () => SlotKind | undefined,
    send: () => Promise<Answer>,
    isUrgent = false,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const start = (release: () => void) => {
        send().then(resolve, reject).finally(release);
      };
      this.#append({ device, isUrgent, kind, start, giveUp: () => reject(new AbandonedError()) });
      this.#next();
    });
  }

  /** In front of frames that may wait longer for the same device. */
  #append(frame: WaitingFrame): void {
    const mayWait = (other: WaitingFrame) => frame.isUrgent && !other.isUrgent && other.device === frame.device;
    const at = this.#waiting.findIndex(mayWait);
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, frame);
  }

  #next(): void {
    for (const frame of [...this.#waiting]) {
      if (this.#busy.has(frame.device)) continue;
      const kind = frame.kind();
      if (kind !== undefined && this.#free[kind] <= 0) continue;
      this.#waiting.splice(this.#waiting.indexOf(frame), 1);
      if (kind === undefined) frame.giveUp();
      else this.#send(frame, kind);
    }
  }

  #send({ device, start }: WaitingFrame, kind: SlotKind): void {
    this.#busy.add(device);
    this.#free[kind] -= 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      if (kind !== "answering" || this.#slow >= this.#most) return;
      isSlow = true;
      this.#slow += 1;
      this.#free.answering += 1;
      this.#next();
    }, SLOW).unref();
    start(() => {
      clearTimeout(timer);
      this.#busy.delete(device);
      if (isSlow) this.#slow -= 1;
      else this.#free[kind] += 1;
      this.#next();
    });
  }
}
