/** Lets new devices in: opens the network, also for longer than a stick can at once, tells for how long it is open, and hands install codes to the stick. */
import { parseInstallCode } from "zigbee-herdsman/dist/controller/helpers/installCodes.js";
import { RadioError } from "../../../model/radio/orders.ts";
import type { Herdsman, HerdsmanDevice } from "../herdsman.ts";

const MOST = 254; // seconds that Zigbee knows
const RENEWED = 240; // seconds

interface PermitJoinParts {
  readonly herdsman: Herdsman;
  readonly opened: (seconds: number) => void; // 0: closed
  readonly warn: (text: string) => void;
}

export class PermitJoin {
  readonly #parts: PermitJoinParts;
  #timer: NodeJS.Timeout | undefined;
  #isToldOpen = false;
  #last: Promise<void> = Promise.resolve(); // one after the other: two at once end as either of them

  constructor(parts: PermitJoinParts) {
    this.#parts = parts;
  }

  open(seconds: number, via?: HerdsmanDevice): Promise<void> {
    const opening = this.#last.then(async () => {
      this.close();
      await this.#renew(seconds, via); // herdsman tells by itself that it is closed
      if (seconds === 0) return;
      this.#isToldOpen = true;
      this.#parts.opened(seconds);
    });
    this.#last = opening.catch(() => {});
    return opening;
  }

  /** Herdsman has closed the network. */
  closed(): void {
    if (this.#timer || !this.#isToldOpen) return;
    this.#isToldOpen = false;
    this.#parts.opened(0);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #renew(seconds: number, via: HerdsmanDevice | undefined): Promise<void> {
    await this.#parts.herdsman.permitJoin(Math.min(seconds, MOST), via);
    if (seconds <= MOST) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#renew(seconds - RENEWED, via).catch((error: Error) =>
        this.#parts.warn(`the network could not be kept open: ${error.message}`),
      );
    }, RENEWED * 1000).unref();
  }
}

const ADDRESS = /^0x[0-9a-f]{16}$/;
const KEY = /^([0-9a-f]{2})+$/i;

/** A code is given to the stick only whole: herdsman takes a letter that is no digit for a zero, and the device would never come. */
export async function addInstallCode(herdsman: Herdsman, code: string): Promise<void> {
  const [address, key] = parseInstallCode(code);
  if (!ADDRESS.test(address) || !KEY.test(key)) throw new RadioError("invalid", "this is no install code");
  await herdsman.addInstallCode(code);
}
