/**
 * The status of a node: not oftener than an editor can follow. The error of a message stands there for a while, or until an input goes well
 * or there is news; a warning (a message that was not done in full) stays beside the value until the value changes.
 */
import type { Node, NodeStatus } from "node-red";
import { withoutKeys } from "../../src/model/keys.ts";
import type { Stop } from "../../src/model/resource.ts";
import { shortened } from "../messages/change-messages.ts";
import { statusOfTrouble } from "./node-status.ts";

/** A status that costs time to work out comes as a function: the editor never shows most of them. */
export type Show = (status: NodeStatus | (() => NodeStatus)) => void;

export interface StatusLine {
  readonly show: Show;
  /** A status that comes during `run` is news: it takes the place of a trouble. */
  readonly hearing: (run: () => void) => void;
  /** Of all that `run` shows the last status alone is told. */
  readonly together: (run: () => void) => void;
  /** A new try: its status takes the place of the trouble of the try before. */
  readonly began: () => void;
  /** Shown instead of all else for a while, or until there is news, or something went well. */
  readonly failed: (text: string) => void;
  /** `warning`: the values that were out of range, or were not done. */
  readonly wentWell: (warning?: string) => void;
  readonly stop: Stop;
}

interface Warning {
  readonly text: string;
  readonly of: string | undefined; // the value that it stands beside
}

const LONGEST = 60; // letters: a longer one would run over the next node; the trouble of a gateway stands whole, as nothing else says it
const TROUBLE: readonly unknown[] = ["red", "yellow"];
const STAYS = 30_000; // milliseconds that the error of a message hides the present state
const PAUSE = 500; // milliseconds between two statuses: the editor is on the other end of each

export function statusLine(node: Node): StatusLine {
  const { show, together, stop } = paced(node);
  let clearing: NodeJS.Timeout | undefined;
  let beneath: Parameters<Show>[0] = {};
  let [isTroubled, isPast, isNews] = [false, false, false];
  let warning: Warning | undefined;
  const present = () => {
    const [plain, warned] = [beneath, warning];
    show(warned ? () => ({ ...now(plain), fill: "yellow", text: beside(now(plain).text, warned.text) }) : plain);
  };
  const clear = () => {
    if (!isTroubled) return;
    isTroubled = false;
    present();
  };
  return {
    stop: () => {
      clearTimeout(clearing);
      stop();
    },
    together,
    show: (status) => {
      if (warning) {
        const of = now(status).text;
        warning = isNews && of !== warning.of ? undefined : { ...warning, of };
      }
      beneath = status;
      if (isNews || isPast) isTroubled = false;
      if (!isTroubled) present();
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
      [isTroubled, isPast, warning] = [true, false, undefined];
      show(statusOfTrouble(shortened(text, LONGEST)));
      clearTimeout(clearing);
      clearing = setTimeout(clear, STAYS).unref();
    },
    wentWell: (text = "") => {
      const isOther = isTroubled || text !== (warning?.text ?? "");
      isTroubled = false;
      warning = text === "" ? undefined : { text, of: now(beneath).text };
      if (isOther) present();
    },
  };
}

function now(status: Parameters<Show>[0]): NodeStatus {
  return typeof status === "function" ? status() : status;
}

/** "on · 100 % · brightness: 100 instead of 300" */
function beside(text: string | undefined, warning: string): string {
  return shortened([text, withoutKeys(warning)].filter(Boolean).join(" · "), LONGEST);
}

/** At most twice a second, and the last one always; no timer runs while nothing is shown. */
function paced(node: Node): Pick<StatusLine, "show" | "together" | "stop"> {
  let timer: NodeJS.Timeout | undefined;
  let next: Parameters<Show>[0] | undefined;
  let isHeld = false;
  const flush = () => {
    const waiting = next;
    next = undefined;
    if (waiting) tell(waiting);
  };
  const tell: Show = (status) => {
    try {
      const { text, ...look } = now(status);
      const isWhole = TROUBLE.includes(look.fill);
      node.status(text === undefined ? look : { ...look, text: isWhole ? text : shortened(text, LONGEST) });
    } catch (error) {
      node.error(error); // it must not end Node-RED: no caller catches an error of a timer
    }
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, PAUSE);
    timer.unref();
  };
  return {
    show: (status) => {
      if (timer || isHeld) next = status;
      else tell(status);
    },
    together: (run) => {
      isHeld = true;
      try {
        run();
      } finally {
        isHeld = false;
        if (!timer) flush();
      }
    },
    stop: () => clearTimeout(timer),
  };
}
