/**
 * "On for five minutes": a lamp counts these itself, and goes off without being told; all that it reports is that it is off. Whoever told it
 * so is named all the same. Pure.
 */
import { isObject, type Values } from "../../src/model/resource.ts";
import { type AutomationAction, DOOR } from "../automation/actions-in-words.ts";
import { findResource, type NamedHouse } from "../resource-names.ts";
import type { LoggedEvent } from "./log.ts";

const EARLY = 3_000; // milliseconds: clocks of lamps are no better
const LATE = 15_000; //  until a report is here
const TENTH = 100;
const FIRED = "lasttriggered";

interface Begun {
  readonly by: string;
  readonly who: string;
  readonly due: number;
}

/** What lamps were told for a while by a rule or schedule, as long as that says so: of a program nobody knows it any more. */
export function withTimedEnds(events: readonly LoggedEvent[], house: NamedHouse): readonly LoggedEvent[] {
  const begun = new Map<string, Begun>();
  const spans = new Map<string, ReadonlyMap<string, number>>();
  const spansOf = (by: string) => {
    const known = spans.get(by) ?? spansIn(house, by);
    spans.set(by, known);
    return known;
  };
  return events.map((event) => {
    const { news, who } = event;
    const { address, section, values, by, at } = news;
    if (FIRED in values && by === address)
      for (const [light, span] of spansOf(by)) begun.set(light, { by, who, due: at + span }); // one that is on begins anew
    if (news.event !== "changed" || section !== "state" || typeof values.on !== "boolean") return event;
    const own = begun.get(address);
    const span = values.on ? spansOf(by).get(address) : undefined;
    if (span === undefined) begun.delete(address);
    else begun.set(address, { by, who, due: at + span });
    const isItsEnd = !values.on && by === "radio" && own && own.due - EARLY <= at && at <= own.due + LATE;
    if (!isItsEnd) return event;
    return { ...event, news: { ...news, by: own.by }, who: own.who, text: `${event.text} ${own.who.toLowerCase()}` };
  });
}

/** How long a rule or schedule has each of its lights on, in milliseconds. */
function spansIn(house: NamedHouse, by: string): ReadonlyMap<string, number> {
  const isAutomation = by.startsWith("/rules/") || by.startsWith("/schedules/");
  const { actions, command } = (isAutomation && findResource(house, by)?.view) || ({} as Values);
  const all = [...(Array.isArray(actions) ? actions : []), ...(isObject(command) ? [command] : [])];
  return new Map(
    (all as readonly AutomationAction[]).flatMap(({ address, body }) => {
      const span = isObject(body) && body.on === true ? Number(body.ontime ?? 0) * TENTH : 0;
      const found = span > 0 ? findResource(house, address.replace(DOOR, "")) : undefined;
      const members = found?.family === "groups" && Array.isArray(found.view.lights) ? found.view.lights : undefined;
      const lights = members?.map((id) => `/lights/${id}`) ?? (found ? [found.address] : []);
      return lights.map((light) => [light, span] as const);
    }),
  );
}
