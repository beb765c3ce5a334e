/** Asks routers for their neighbours, one after the other, so that the air stays free for others. Pure but for what it is given to ask. */
import type { Stop } from "../api.ts";
import type { Answer, Answers, Neighbour } from "./links.ts";

export interface SurveyState {
  readonly answers: Answers;
  readonly done: number; // of those that are asked now, or were the last time
  readonly total: number;
  readonly asking?: string; // whose answer is awaited
}

export interface Survey {
  readonly state: SurveyState;
  on(listener: () => void): Stop;
  /** Does nothing while it is under way. */
  start(macs: readonly string[]): Promise<void>;
  /** After the answer that is awaited. */
  stop(): void;
}

export type Told = { readonly neighbours: readonly Neighbour[] } | { readonly refusal: string };
export type Ask = (mac: string) => Promise<Told>;

export function openSurvey(ask: Ask, now: () => number = Date.now): Survey {
  const listeners = new Set<() => void>();
  let state: SurveyState = { answers: {}, done: 0, total: 0 };
  let isStopped = false;
  const become = (next: SurveyState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get state() {
      return state;
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async (macs) => {
      if (state.asking !== undefined) return;
      isStopped = false;
      let { answers } = state;
      let done = 0;
      for (const asking of macs) {
        if (isStopped) break;
        become({ answers, done, total: macs.length, asking });
        answers = { ...answers, [asking]: answerOf(await ask(asking), answers[asking], now()) };
        done += 1;
      }
      become({ answers, done, total: macs.length });
    },
    stop: () => {
      isStopped = true;
    },
  };
}

function answerOf(told: Told, before: Answer = { neighbours: [] }, at: number): Answer {
  return "refusal" in told ? { ...before, refusal: told.refusal } : { at, neighbours: told.neighbours };
}
