/** Of the sun a rule can ask once somebody has said where the house stands: who chooses it before is asked for the place first. */
import { useEffect, useState } from "preact/hooks";
import { useHouse } from "../../hooks.ts";
import type { OtherChoice } from "../../picking/offer-list.tsx";
import { say } from "../../texts.ts";

export const SUN = "sun";

type Pick = (address: string, typed: string) => void;

interface SunChoice {
  readonly others: readonly OtherChoice[];
  readonly isAsked: boolean; // for the place
  readonly choose: Pick; //     whatever is chosen
}

/** `pick` takes all else, and the address of the sensor of the sun as soon as `isKnown` says that it can be asked. */
export function useSunChoice(isKnown: (address: string) => boolean, pick: Pick): SunChoice {
  const id = useHouse(({ sensors }) => Object.entries(sensors).find(([, { type }]) => type === "Daylight")?.[0]);
  const [isAsked, ask] = useState(false);
  const address = `/sensors/${id}`;
  const isThere = isAsked && id !== undefined && isKnown(address);
  useEffect(() => {
    if (!isThere) return;
    ask(false);
    pick(address, "");
  }, [isThere]);
  const choose: Pick = (chosen, typed) => {
    ask(chosen === SUN);
    if (chosen !== SUN) pick(chosen, typed);
  };
  const others: readonly OtherChoice[] = [{ value: SUN, text: say("automation.edit.sun"), icon: "sun" }];
  return { others: id === undefined ? others : [], isAsked, choose };
}
