/** Which of a newcomer's lights and sensors takes the place of which of a former device, and what it cannot do of it. */
import { familyOf } from "../../model/addresses.ts";
import type { Address, Resource } from "../../model/resource.ts";

export interface Succession {
  readonly former: Resource;
  readonly newcomer: Resource;
  /** The members of state and config that the newcomer does not have. */
  readonly lacks: readonly string[];
}

export interface ReplacementMatch {
  readonly successions: readonly Succession[];
  readonly lacking: readonly Resource[]; // of the former device, without a successor
  readonly additional: readonly Resource[]; // of the newcomer: it can do more
}

/** The same endpoint and type first, then the same type, then, of lights, any light: a socket may follow a lamp. */
const CRITERIA: readonly ((former: Resource, newcomer: Resource) => boolean)[] = [
  (former, newcomer) => former.type === newcomer.type && tailOf(former) === tailOf(newcomer),
  (former, newcomer) => former.type === newcomer.type,
  (former, newcomer) => familyOf(former.address) === "lights" && familyOf(newcomer.address) === "lights",
];

export function matchOf(formers: readonly Resource[], newcomers: readonly Resource[]): ReplacementMatch {
  const successors = new Map<Address, Resource>();
  const taken = new Set<Address>();
  for (const fits of CRITERIA) {
    for (const former of formers) {
      if (successors.has(former.address)) continue;
      const newcomer = newcomers.find((each) => !taken.has(each.address) && fits(former, each));
      if (!newcomer) continue;
      successors.set(former.address, newcomer);
      taken.add(newcomer.address);
    }
  }
  return {
    successions: formers.flatMap((former) => {
      const newcomer = successors.get(former.address);
      return newcomer ? { former, newcomer, lacks: lacksOf(former, newcomer) } : [];
    }),
    lacking: formers.filter(({ address }) => !successors.has(address)),
    additional: newcomers.filter(({ address }) => !taken.has(address)),
  };
}

function lacksOf(former: Resource, newcomer: Resource): readonly string[] {
  const missing = (section: "state" | "config") =>
    Object.keys(former[section]).filter((name) => !Object.hasOwn(newcomer[section], name));
  return [...missing("state"), ...missing("config")];
}

/** What stands behind the address of the device: endpoint and cluster. */
function tailOf({ attr }: Resource): string {
  const uniqueid = String(attr.uniqueid);
  return uniqueid.slice(uniqueid.indexOf("-"));
}
