/** Towns by their names, for users who know their town and not its latitude. Pure, but for the table, which loads when first needed. */
import { useEffect, useState } from "preact/hooks";
import { sayCountry, shownLanguage } from "../../texts.ts";

export interface Town {
  readonly names: readonly string[]; // as it calls itself, and as others call it
  readonly country: string; //          "DE"
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
}

type Spot = Pick<Town, "latitude" | "longitude">;

const NEAR = 40; // kilometres, or two minutes of the sun
const MOST = 8; //  rows of a list
const DEGREE = 111; // kilometres

let loaded: readonly Town[] | undefined;

/** Undefined: not there yet. Without the table there are numbers. */
export function useTowns(): readonly Town[] | undefined {
  const [towns, setTowns] = useState(loaded);
  useEffect(() => {
    if (towns) return;
    import("./town-table.ts").then(
      ({ TOWN_TABLE }) => {
        loaded ??= townsIn(TOWN_TABLE);
        setTowns(loaded);
      },
      () => setTowns([]),
    );
  }, [towns]);
  return towns;
}

export function townsIn(table: string): readonly Town[] {
  return table.split("|").flatMap((group) => {
    const [, timezone = "", country = "", list = ""] = /^\s*(\S+) ([A-Z]{2}):\s*(.*)$/s.exec(group) ?? [];
    return list.split(";").map((entry): Town => {
      const [, names = "", latitude, longitude] = /^(.*) (\S+) (\S+)$/.exec(entry.trim().replace(/\s+/g, " ")) ?? [];
      return {
        ...{ names: names.split(","), country, timezone },
        ...{ latitude: Number(latitude), longitude: Number(longitude) },
      };
    });
  });
}

/** A user need not type accents. */
function plain(text: string): string {
  const bare = text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare
    .replace(/ß/g, "ss")
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/[-'’.\s]+/g, " ");
}

/** "Munich, Germany": of several names the one that was asked for. */
export function sayTown({ names, country }: Town, name = nameOf(names)): string {
  return `${name}, ${sayCountry(country)}`;
}

/** The town's own name, in letters that the user can read. */
function nameOf(names: readonly string[]): string {
  const readsHan = /^(zh|ja)/.test(shownLanguage());
  const isFit = (name: string) => /\p{Script=Han}/u.test(name) === readsHan && !/\p{Script=Hangul}/u.test(name);
  return names.find(isFit) ?? names.find((name) => /^\p{Script=Latin}/u.test(name)) ?? names[0] ?? "";
}

/** The offers for the text typed so far: each names one town. Towns of this country come first. */
export function offersFor(towns: readonly Town[], typed: string, country = ""): readonly string[] {
  const begun = plain(typed);
  if (begun === "") return [];
  const found = towns.flatMap((town) => {
    const fitting = town.names.filter((each) => plain(each).startsWith(begun));
    const name = fitting.find((each) => isSpelled(each, typed)) ?? fitting[0];
    return name === undefined ? [] : [{ town, name, isHere: town.country === country }];
  });
  const first = found.sort((one, other) => Number(other.isHere) - Number(one.isHere));
  return first.slice(0, MOST).map(({ town, name }) => sayTown(town, spelled(name, typed)));
}

function isSpelled(name: string, typed: string): boolean {
  return name.toLowerCase().startsWith(typed.trim().toLowerCase());
}

/** Browsers show of a list only options that hold the very letters that the user typed. */
function spelled(name: string, typed: string): string {
  return isSpelled(name, typed) ? name : typed.trim() + name.slice(typed.trim().length);
}

/** The town that the user typed, or took from the list; of several towns with one name, the one in this country. */
export function townNamed(towns: readonly Town[], typed: string, country = ""): Town | undefined {
  const wanted = plain(typed);
  const named = towns.filter(({ names }) => names.some((name) => plain(name) === wanted));
  const whole = towns.find((town) => town.names.some((name) => plain(sayTown(town, name)) === wanted));
  return whole ?? named.find((town) => town.country === country) ?? named[0];
}

export function townOfZone(towns: readonly Town[], zone: string): Town | undefined {
  return towns.find(({ timezone }) => timezone === zone);
}

/** The nearest one, where it is near. */
export function townNear(towns: readonly Town[], { latitude, longitude }: Spot): Town | undefined {
  const narrow = Math.cos((latitude * Math.PI) / 180);
  let [nearest, least]: [Town | undefined, number] = [undefined, NEAR / DEGREE];
  for (const town of towns) {
    const away = Math.hypot(town.latitude - latitude, (town.longitude - longitude) * narrow);
    if (away <= least) [nearest, least] = [town, away];
  }
  return nearest;
}
