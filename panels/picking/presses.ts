/** Presses of remotes among the changes of a house. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";

export interface Press {
  readonly address: string; // of the remote
  readonly buttonevent?: number;
  readonly rotation?: number;
}

/** The presses and turns of what `isMeant`, as they came. */
export function pressesIn(news: readonly ChangeNotice[], isMeant: (address: string) => boolean): readonly Press[] {
  return news.flatMap(({ address, event, section, values }): readonly Press[] => {
    if (event !== "changed" || section !== "state" || !isMeant(address)) return [];
    const { buttonevent, expectedrotation: rotation } = values;
    if (typeof buttonevent === "number") return [{ address, buttonevent }];
    return typeof rotation === "number" ? [{ address, rotation }] : [];
  });
}

/** What just told something of itself: whoever moves or opens it sees which one it is. */
export function movedIn(news: readonly ChangeNotice[], isMeant: (address: string) => boolean): readonly string[] {
  const moved = news.filter(({ address, section, values, by }) => {
    const isTold = section === "state" && Object.keys(values).some((name) => name !== "lastupdated");
    return isTold && by === "radio" && isMeant(address);
  });
  return [...new Set(moved.map(({ address }) => address))];
}
