/**
 * Who may use the air now. One frame at a time for each device; so many for all that answer; and a few places of their own for those that
 * may be dead, and for those that are being looked for, so that whoever answers at once never waits for them.
 */

/** `live`: answers, as far as is known. `brief`: was silent when last asked. `search`: routes to it are being looked for, for up to 20 s. */
export type Line = "live" | "brief" | "search";

export interface Lines {
  /** Which line is asked when its turn comes; undefined: it is no longer wanted, and rejects with NotWanted. */
  run<Answer>(device: string, line: () => Line | undefined, send: () => Promise<Answer>): Promise<Answer>;
}

interface Waiting {
  readonly device: string;
  readonly line: () => Line | undefined;
  readonly start: (release: () => void) => void;
  readonly giveUp: () => void;
}

/** After so many milliseconds it gives its place to the next: it takes long, and may be dead. */
const SLOW = 100;
const PLACES = { brief: 4, search: 4 };

export class NotWanted extends Error {}

export function openLines(live: number): Lines {
  const free: Record<Line, number> = { live, ...PLACES };
  const waiting: Waiting[] = [];
  const busy = new Set<string>();
  let slow = 0; // never more than all places again

  return {
    run: (device, line, send) =>
      new Promise((resolve, reject) => {
        const start = (release: () => void) => {
          send().then(resolve, reject).finally(release);
        };
        waiting.push({ device, line, start, giveUp: () => reject(new NotWanted("nobody waits for it any more")) });
        next();
      }),
  };

  function next(): void {
    for (const one of [...waiting]) {
      if (busy.has(one.device)) continue;
      const line = one.line();
      if (line !== undefined && free[line] <= 0) continue;
      waiting.splice(waiting.indexOf(one), 1);
      if (line === undefined) one.giveUp();
      else fly(one, line);
    }
  }

  function fly({ device, start }: Waiting, line: Line): void {
    busy.add(device);
    free[line] -= 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      if (line !== "live" || slow >= live) return;
      isSlow = true;
      slow += 1;
      free.live += 1;
      next();
    }, SLOW).unref();
    start(() => {
      clearTimeout(timer);
      busy.delete(device);
      if (isSlow) slow -= 1;
      else free[line] += 1;
      next();
    });
  }
}
