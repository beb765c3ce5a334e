/** The status of a node: not oftener than an editor can follow; and what went wrong stays there until something goes well. */
import type { Node, NodeStatus } from "node-red";
import type { Stop } from "../../src/model/resource.ts";
import { statusOfTrouble } from "./node-status.ts";

/** What costs something to work out comes as a function: most is never shown. */
export type Show = (status: NodeStatus | (() => NodeStatus)) => void;

export interface StatusLine {
  readonly show: Show;
  /** What is shown meanwhile is news: it takes the place of a trouble. */
  readonly hearing: (run: () => void) => void;
  /** A new try: what it brings takes the place of the trouble of the one before. */
  readonly began: () => void;
  /** Shown instead of all else until there is news, or something went well. */
  readonly failed: (text: string) => void;
  readonly wentWell: () => void;
  readonly stop: Stop;
}

const PAUSE = 500; // milliseconds between two statuses: the editor is on the other end of each

export function statusLine(node: Node): StatusLine {
  const { show, stop } = paced(node);
  let beneath: Parameters<Show>[0] = {};
  let [isTroubled, isPast, isNews] = [false, false, false];
  return {
    stop,
    show: (status) => {
      beneath = status;
      if (isNews || isPast) isTroubled = false;
      if (!isTroubled) show(status);
    },
    hearing: (run) => {
      isNews = true;
      try {
        run();
      } finally {
        isNews = false;
      }
    },
    began: () => {
      isPast = true;
    },
    failed: (text) => {
      [isTroubled, isPast] = [true, false];
      show(statusOfTrouble(text));
    },
    wentWell: () => {
      if (isTroubled) show(beneath);
      isTroubled = false;
    },
  };
}

/** At most twice a second, and the last one always; no timer runs while nothing is shown. */
function paced(node: Node): { readonly show: Show; readonly stop: Stop } {
  let timer: NodeJS.Timeout | undefined;
  let next: Parameters<Show>[0] | undefined;
  const tell: Show = (status) => {
    try {
      node.status(typeof status === "function" ? status() : status);
    } catch (error) {
      node.error(error); // it must not end Node-RED: nobody stands behind a timer
    }
    timer = setTimeout(() => {
      timer = undefined;
      const waiting = next;
      next = undefined;
      if (waiting) tell(waiting);
    }, PAUSE);
    timer.unref();
  };
  return {
    show: (status) => {
      if (timer) next = status;
      else tell(status);
    },
    stop: () => clearTimeout(timer),
  };
}
