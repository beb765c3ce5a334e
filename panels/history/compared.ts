/** Which other devices tell the same value, so that both can be looked at in one plot. Pure. */
import { isObject } from "../../src/model/resource.ts";
import type { NamedHouse } from "../resource-names.ts";
import { compareWords } from "../texts.ts";
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
