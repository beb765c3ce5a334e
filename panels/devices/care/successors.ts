/** The devices that may take the place of a broken one: devices like it first, of these the newest. Pure. */
import type { HouseDevice } from "../house-devices.ts";
import { kindOf } from "../kinds.ts";

export function successorsOf(former: HouseDevice, all: readonly HouseDevice[]): readonly HouseDevice[] {
  const parts = new Set(former.resources.map(partOf));
  const fit = all.filter(
    ({ key, isVirtual, resources }) =>
      !isVirtual && key !== former.key && resources.some((each) => parts.has(partOf(each))),
  );
  const rank = (each: HouseDevice) => (isSameModel(former, each) ? 0 : isAlike(former, each) ? 1 : 2);
  return fit.sort((one, other) => rank(one) - rank(other) || newestId(other) - newestId(one));
}

/** A lamp for a lamp: a user does not mean a siren, though both take the same commands. */
export function isAlike(former: HouseDevice, other: HouseDevice): boolean {
  return kindOf(former) === kindOf(other);
}

function isSameModel({ info }: HouseDevice, other: HouseDevice): boolean {
  return info.modelid === other.info.modelid;
}

function partOf({ family, type }: HouseDevice["resources"][number]): string {
  return family === "lights" ? family : type;
}

/** Ids are given in the order in which devices come. */
function newestId({ resources }: HouseDevice): number {
  return Math.max(...resources.map(({ id }) => Number(id)));
}
