/**
 * The surveys of the network, which the gateway does as jobs: what routers told of their neighbours, and how a survey
 * goes that is under way. Pure.
 */
import type { Values } from "../../src/model/resource.ts";
import type { ResourcesById } from "../house.ts";
import { say } from "../texts.ts";
import { type NeighbourReport, type NeighbourReports, neighboursIn } from "./links.ts";

export interface SurveyState {
  readonly answers: NeighbourReports;
  /** Of the survey that goes on. */
  readonly running?: { readonly job: string; readonly done: number; readonly total: number; readonly asking: string };
  readonly failure?: string; // of the last one
}

/** A router that did not answer in a later survey keeps what it told in an earlier one. */
export function surveyIn(jobs: ResourcesById): SurveyState {
  const surveys = Object.entries(jobs).filter(([, { does }]) => does === "survey");
  surveys.sort(([one], [other]) => Number(one) - Number(other));
  const answers: Record<string, NeighbourReport> = {};
  for (const [, { result }] of surveys)
    for (const [mac, told] of Object.entries((result ?? {}) as ResourcesById))
      answers[mac] = answerOf(told, answers[mac]);
  const [job, { status, progress, error } = {}] = surveys.at(-1) ?? ["", {} as Values];
  if (status === "running") {
    const { done = 0, total = 0, now = "" } = (progress ?? {}) as Values;
    return { answers, running: { job, done: Number(done), total: Number(total), asking: String(now) } };
  }
  return status === "failed" ? { answers, failure: inWords((error ?? {}) as Values) } : { answers };
}

function answerOf({ at, neighbours, error }: Values, before: NeighbourReport = { neighbours: [] }): NeighbourReport {
  if (error !== undefined) return { ...before, refusal: inWords(error as Values) };
  return { at: Date.parse(String(at)), neighbours: neighboursIn(neighbours) };
}

const FAULTS: Readonly<Record<string, string>> = {
  unreachable: "network.fault.no-answer",
  asleep: "network.fault.no-answer",
  timeout: "network.fault.no-answer",
  "radio-down": "network.fault.no-radio",
  restarted: "network.fault.restarted",
};

function inWords({ code, description }: Values): string {
  const text = FAULTS[String(code)];
  return text === undefined ? String(description) : say(text);
}
