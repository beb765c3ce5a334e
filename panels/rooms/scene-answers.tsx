/** The outcome of a scene that the user recalled here: how many lights have it, which it waits for, and which did not answer. */
import { useEffect, useRef } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { useIsUnanswered, useLive, useRedraw } from "../hooks.ts";
import type { HouseState } from "../house.ts";
import { say } from "../texts.ts";
import type { SceneAnswers as Answers } from "../unanswered.ts";
import { sayAnswers } from "./answers-in-words.ts";

const NO_WORDS_YET = "\u00a0"; // a line of them

interface SceneAnswersProps {
  readonly address: string;
  readonly name?: string; //  where several scenes share the line
  readonly isOn?: boolean; // where that is known
}

/** From the recall on the line keeps its space, also when it is over: the elements below do not move under a hand. */
export function SceneAnswers({ address, name, isOn }: SceneAnswersProps) {
  const { house } = useLive();
  const told = useAnswers(address);
  const answers = useIsLeft(told, isOn) ? undefined : told;
  const isLate = useIsUnanswered([address]);
  const outcome = answers && house && sayOf(house, address, answers, isLate);
  const text = name === undefined || outcome === undefined ? outcome : say("rooms.scene-outcome", { name, outcome });
  const longest = useRef<string | undefined>(undefined);
  if (answers) longest.current ??= NO_WORDS_YET;
  if (text !== undefined && text.length > (longest.current ?? "").length) longest.current = text;
  return (
    <span class="zg-scene-answers zg-stays" role="status" data-longest={longest.current}>
      {text !== undefined && (
        <span class={isLate ? "zg-busy-line" : ""} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}

/** All lights had the scene, and one of them was moved since: "All are set" is true no longer. */
function useIsLeft(answers: Answers | undefined, isOn: boolean | undefined): boolean {
  const wasOn = useRef(false);
  if (!answers || answers.waiting.length > 0) wasOn.current = false;
  wasOn.current ||= isOn === true;
  return wasOn.current && isOn === false && answers?.silent.length === 0;
}

/** Only while there is something to tell: a chip in Home need not be drawn anew whenever a light changes. */
function sayOf({ groups, lights }: HouseState, address: string, answers: Answers, isLate: boolean): string | undefined {
  const [, , group = ""] = address.split("/");
  const members: readonly unknown[] = Array.isArray(groups[group]?.lights) ? groups[group].lights : [];
  const left = members.map(String).filter((id) => (lights[id]?.state as Values | undefined)?.reachable === false);
  const nameOf = (light: string) => String(lights[light.slice("/lights/".length)]?.name ?? light);
  const addresses = left.map((id) => `/lights/${id}`);
  return sayAnswers(answers, isLate, addresses, nameOf);
}

function useAnswers(address: string): Answers | undefined {
  const live = useLive();
  const redraw = useRedraw();
  const answers = live.answersOf(address);
  const seen = JSON.stringify(answers);
  useEffect(
    () =>
      live.on(() => {
        if (JSON.stringify(live.answersOf(address)) !== seen) redraw();
      }),
    [live, address, seen],
  );
  return answers;
}
