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
/** Of lamps and blinds: brightness and colors drift, too. */
const BY_HAND_OF_LIGHTS: readonly string[] = ["on", "open", "lift", "tilt"];
/** They tell by `false` only that it is over. */
const ENDS: readonly string[] = [
  "presence",
  "vibration",
  "tampered",
  "test",
  "water",
  "fire",
  "alarm",
  "carbonmonoxide",
];

/** The devices that the user just moved, pressed, opened or switched, to see which one it is. */
export function movedIn(news: readonly ChangeNotice[], isMeant: (address: string) => boolean): readonly string[] {
  const moved = news.filter(({ address, section, values, by }) => {
    const names = section === "state" || section === "config" ? Object.keys(values) : [];
    const isLight = address.startsWith("/lights/") && section === "state";
    const byHand = isLight ? BY_HAND_OF_LIGHTS : BY_HAND;
    const isTouched = names.some((name) => byHand.includes(name) && !(ENDS.includes(name) && values[name] === false));
    return isTouched && by === "radio" && isMeant(address);
  });
  return [...new Set(moved.map(({ address }) => address))];
}
