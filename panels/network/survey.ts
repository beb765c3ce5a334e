/** Asks routers for their neighbours, one after the other, so that the air stays free for others. Pure but for what it is given to ask. */

import { useEffect, useReducer } from "preact/hooks";
import type { Reply, Stop } from "../../src/model/resource.ts";
import type { Api } from "../api.ts";
import { perform } from "../perform.ts";
import { say } from "../texts.ts";
import { type HeardNeighbour, type NeighbourReport, type NeighbourReports, neighboursIn } from "./links.ts";

export interface SurveyState {
  readonly answers: NeighbourReports;
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

export type SurveyAnswer = { readonly neighbours: readonly HeardNeighbour[] } | { readonly refusal: string };
export type AskNeighbours = (mac: string) => Promise<SurveyAnswer>;

export function openSurvey(ask: AskNeighbours, now: () => number = Date.now): Survey {
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

function answerOf(told: SurveyAnswer, before: NeighbourReport = { neighbours: [] }, at: number): NeighbourReport {
  return "refusal" in told ? { ...before, refusal: told.refusal } : { at, neighbours: told.neighbours };
}

const surveys = new WeakMap<Api, Survey>();

export function surveyOf(api: Api): Survey {
  const known = surveys.get(api);
  if (known) return known;
  const survey = openSurvey(async (mac) => {
    const { reply, refusal } = await perform(api, { method: "GET", address: `/devices/${mac}/neighbours` });
    return refusal === undefined ? { neighbours: neighboursIn(reply?.body) } : { refusal: inWords(reply) ?? refusal };
  });
  surveys.set(api, survey);
  return survey;
}

/** By the types of the API's errors: of one who does not answer it need not be said again who it is. */
const FAULTS: Readonly<Record<number, string>> = { 202: "network.fault.no-answer", 950: "network.fault.no-radio" };

function inWords(reply: Reply | undefined): string | undefined {
  const [first] = Array.isArray(reply?.body) ? reply.body : [];
  const text = FAULTS[Number(first?.error?.type)];
  return text === undefined ? undefined : say(text);
}

export function useSurvey(survey: Survey): SurveyState {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => survey.on(() => redraw(undefined)), [survey]);
  return survey.state;
}
