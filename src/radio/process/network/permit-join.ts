/** Opens the network for newcomers, also for longer than a stick can at once, and tells for how long it is open. */
import type { Device, Herdsman } from "../herdsman.ts";

export interface Permit {
  open(seconds: number, via?: Device): Promise<void>;
  /** Herdsman has closed it. */
  closed(): void;
  close(): void;
}

const MOST = 254; // seconds that Zigbee knows
const RENEWED = 240; // seconds

export function openPermit(herdsman: Herdsman, tell: (seconds: number) => void, warn: (text: string) => void): Permit {
  let timer: NodeJS.Timeout | undefined;
  let isTold = false; // that it is open
  let last: Promise<void> = Promise.resolve(); // one after the other: two at once end as either of them

  const renew = async (seconds: number, via: Device | undefined): Promise<void> => {
    await herdsman.permitJoin(Math.min(seconds, MOST), via);
    if (seconds <= MOST) return;
    timer = setTimeout(() => {
      timer = undefined;
      renew(seconds - RENEWED, via).catch((error: Error) =>
        warn(`the network could not be kept open: ${error.message}`),
      );
    }, RENEWED * 1000).unref();
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const open = async (seconds: number, via: Device | undefined): Promise<void> => {
    stop();
    await renew(seconds, via); // it tells that it is closed by itself
    if (seconds === 0) return;
    isTold = true;
    tell(seconds);
  };
  return {
    open: (seconds, via) => {
      const opening = last.then(() => open(seconds, via));
      last = opening.catch(() => {});
      return opening;
    },
    closed: () => {
      if (timer || !isTold) return;
      isTold = false;
      tell(0);
    },
    close: stop,
  };
}
