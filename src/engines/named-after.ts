/** Rules and schedules that no user named are called after the resources that they move: when one of these is renamed, so are they. */
import { familyOf } from "../model/addresses.ts";
import type { Address, Resource } from "../model/resource.ts";
import type { Engine, EngineParts } from "./engine.ts";

type Store = EngineParts["store"];

const CALLED: readonly Address[] = ["/rules", "/schedules"];
const CALLED_AFTER: readonly string[] = ["lights", "sensors", "groups"]; // and the scenes of these

export const namesAfter: Engine = ({ store, bus }) =>
  bus.on(({ event, resource: { address }, section, values, before, cause }) => {
    const [now, then] = [values.name, before.name];
    if (event !== "changed" || section !== "attr" || typeof now !== "string" || typeof then !== "string") return;
    if (!CALLED_AFTER.includes(familyOf(address))) return;
    for (const called of CALLED.flatMap((collection) => store.list(collection))) {
      const name = renamed(store, called, address, then, now);
      if (name !== called.attr.name) store.patch(called.address, "attr", { name }, cause);
    }
  });

/** One name may be part of another: "Lamp" of "Lamp 2". */
function renamed(store: Store, called: Resource, whose: Address, then: string, now: string): unknown {
  const { attr } = called;
  const sources = Array.isArray(attr.namedafter) ? (attr.namedafter as readonly Address[]) : [];
  const name = String(attr.name);
  if (then === "" || !sources.includes(whose)) return attr.name;
  const others = sources.filter((each) => each !== whose).map((each) => String(store.get(each)?.attr.name ?? ""));
  const longer = others.filter((other) => other !== then && other.includes(then));
  let left = sources.length - others.length;
  const parts = [...longer, then].map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const text = name.replace(new RegExp(parts.join("|"), "g"), (found) => {
    if (found !== then || left === 0) return found;
    left -= 1;
    return now;
  });
  const { max } = store.definition(called).attr.name ?? {};
  return text.slice(0, max);
}
