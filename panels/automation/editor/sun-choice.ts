/** A rule can ask the sun once the gateway knows the place of the house: a user who chooses the sun before has to tell the place first. */
import { useEffect, useState } from "preact/hooks";
import { useHouse } from "../../hooks.ts";
import type { OtherChoice } from "../../picking/offer-list.tsx";
import { say } from "../../texts.ts";

export const SUN = "sun";

type Pick = (address: string, typed: string) => void;

interface SunChoice {
  readonly others: readonly OtherChoice[];
  readonly isAsked: boolean; // for the place
  readonly choose: Pick; //     the sun, or any other choice
}

/** `pick` takes all else, and the address of the sensor of the sun as soon as `isKnown` says that it can be asked. */
export function useSunChoice(isKnown: (address: string) => boolean, pick: Pick): SunChoice {
  const id = useHouse(({ sensors }) => Object.entries(sensors).find(([, { type }]) => type === "Daylight")?.[0]);
  const [meant, mean] = useState<string | undefined>(undefined); // the typed text when the user chose the sun
  const isAsked = meant !== undefined;
  const address = `/sensors/${id}`;
  const isThere = meant !== undefined && id !== undefined && isKnown(address);
  useEffect(() => {
    if (!isThere) return;
    mean(undefined);
    queueMicrotask(() => pick(address, meant)); // a dialog draws at once, and must not do so within another drawing
  }, [isThere]);
  const choose: Pick = (chosen, typed) => {
    mean(chosen === SUN ? typed : undefined);
    if (chosen !== SUN) pick(chosen, typed);
  };
  const others: readonly OtherChoice[] = [{ value: SUN, text: say("automation.edit.sun"), icon: "sun" }];
  return { others: id === undefined ? others : [], isAsked, choose };
}
