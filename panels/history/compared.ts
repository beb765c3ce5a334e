/** What a value is laid beside, so that both can be looked at in one plot: the same value of other devices, or of the time before. Pure. */
import { isObject } from "../../src/model/resource.ts";
import type { NamedHouse } from "../resource-names.ts";
import { compareWords } from "../texts.ts";
import type { CoursePoint } from "./course.ts";
import type { ChartKind } from "./words.ts";

interface AlikeCourse {
  readonly address: string;
  readonly name: string;
}

interface Compared {
  readonly address: string; // "/sensors/5"
  readonly member: string; //  "state/temperature"
  readonly kind: ChartKind;
}

const FAMILIES = ["sensors", "lights"] as const;

/** Drawn where the present is. */
export function later(points: readonly CoursePoint[], milliseconds: number): readonly CoursePoint[] {
  return points.map((point) => ({ ...point, at: point.at + milliseconds, end: point.end + milliseconds }));
}

/** By name. Only lines are compared: of yes and no, and of bars, nobody would see which is which. */
export function alikeIn(house: NamedHouse, { address, member, kind }: Compared): readonly AlikeCourse[] {
  const [section = "", name = ""] = member.split("/");
  if (kind !== "line") return [];
  const found = FAMILIES.flatMap((family) =>
    Object.entries(house[family]).flatMap(([id, view]) => {
      const own = view[section];
      const isAlike = isObject(own) && typeof own[name] === "number" && `/${family}/${id}` !== address;
      return isAlike ? [{ address: `/${family}/${id}`, name: String(view.name) }] : [];
    }),
  );
  return found.sort((one, other) => compareWords(one.name, other.name));
}
