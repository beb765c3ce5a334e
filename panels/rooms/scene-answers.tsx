/** What became of a scene that somebody recalled here: how many of its lights have it, whom it waits for, and who did not answer. */
import { useEffect } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { useHouse, useIsUnanswered, useLive, useRedraw } from "../hooks.ts";
import type { SceneAnswers as Answers } from "../unanswered.ts";
import { sayAnswers } from "./answers-in-words.ts";

export function SceneAnswers({ address }: { readonly address: string }) {
  const answers = useAnswers(address);
  const isLate = useIsUnanswered([address]);
  const [, , group = ""] = address.split("/");
  const { groups, lights } = useHouse(({ groups, lights }) => ({ groups, lights }));
  const members: readonly unknown[] = Array.isArray(groups[group]?.lights) ? groups[group].lights : [];
  const left = members.map(String).filter((id) => (lights[id]?.state as Values | undefined)?.reachable === false);
  const nameOf = (light: string) => String(lights[light.slice("/lights/".length)]?.name ?? light);
  const told =
    answers &&
    sayAnswers(
      answers,
      isLate,
      left.map((id) => `/lights/${id}`),
      nameOf,
    );
  return (
    <span class="zg-scene-answers" role="status">
      {told !== undefined && <span class={isLate ? "zg-busy-line" : ""}>{told}</span>}
    </span>
  );
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
