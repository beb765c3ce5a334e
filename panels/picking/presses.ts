/** Presses of remotes among the changes of a house. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";

export interface Press {
  readonly address: string; // of the remote
  readonly buttonevent?: number;
  readonly rotation?: number;
}

/** The presses and turns of the remotes that `isMeant` takes, as they came. */
export function pressesIn(news: readonly ChangeNotice[], isMeant: (address: string) => boolean): readonly Press[] {
  return news.flatMap(({ address, event, section, values }): readonly Press[] => {
    if (event !== "changed" || section !== "state" || !isMeant(address)) return [];
    const { buttonevent, expectedrotation: rotation } = values;
    if (typeof buttonevent === "number") return [{ address, buttonevent }];
    return typeof rotation === "number" ? [{ address, rotation }] : [];
  });
}

/** Members that a hand, a foot or a match changes. Values that drift (temperature, light, power) do not tell a touch. */
const BY_HAND: readonly string[] = [
  ...["buttonevent", "expectedrotation", "gesture", "angle", "orientation", "tiltangle"],
  ...["presence", "vibration", "open", "tampered", "test"],
  ...["water", "fire", "alarm", "carbonmonoxide", "lockstate", "heatsetpoint"],
];

/** The devices that the user just moved, pressed or opened, to see which one it is; for a light, any report of its own counts. */
export function movedIn(news: readonly ChangeNotice[], isMeant: (address: string) => boolean): readonly string[] {
  const moved = news.filter(({ address, section, values, by }) => {
    const names = section === "state" || section === "config" ? Object.keys(values) : [];
    const isLight = address.startsWith("/lights/") && section === "state";
    const isTouched = names.some((name) => (isLight ? name !== "lastupdated" : BY_HAND.includes(name)));
    return isTouched && by === "radio" && isMeant(address);
  });
  return [...new Set(moved.map(({ address }) => address))];
}
