/** The survey of a gateway's network: kept as long as the panels are there, and going on while another one is looked at. */
import { useEffect, useReducer } from "preact/hooks";
import type { Api, Reply } from "../api.ts";
import { say } from "../texts.ts";
import { asked } from "../widgets/wishing.ts";
import { neighboursIn } from "./links.ts";
import { openSurvey, type Survey, type SurveyState } from "./survey.ts";

const surveys = new WeakMap<Api, Survey>();

export function surveyOf(api: Api): Survey {
  const known = surveys.get(api);
  if (known) return known;
  const survey = openSurvey(async (mac) => {
    const { reply, refusal } = await asked(api, { method: "GET", address: `/devices/${mac}/neighbours` });
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
