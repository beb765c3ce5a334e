/** One line for one action: a recalled scene tells of its lights, and a command to a light of what the light reports thereafter. Pure. */
import type { LoggedEvent } from "./log.ts";

const AFTER = 10_000; // milliseconds: a light fades, and reports at its end
const AT_ONCE = 250; //    a scene and its lights change in one moment, the lights first
const BY_THEMSELVES: readonly string[] = ["radio", "gateway"];

interface Deed {
  readonly at: number;
  readonly by: string;
  readonly isRecall: boolean;
}

/**
 * `all`: also the events that have no line, as commands to groups; `lightsOf`: the addresses of the lights in a group. What a person does to
 * a light while a scene is still fading is another action, also where the same person had recalled the scene.
 */
export function withoutEffects(
  events: readonly LoggedEvent[],
  all: readonly LoggedEvent[],
  lightsOf: (group: string) => readonly string[],
): readonly LoggedEvent[] {
  const deeds = new Map<string, Deed[]>(); // by light and time: a long log is gone through once
  for (const { news } of all) {
    const deed = deedOf(news);
    if (!deed) continue;
    const [, family, id] = news.address.split("/");
    const lights = family === "groups" ? lightsOf(`/groups/${id}`) : [news.address];
    for (const light of lights) {
      const key = slotOf(light, deed.at);
      const near = deeds.get(key);
      if (near) near.push(deed);
      else deeds.set(key, [deed]);
    }
  }
  const deedsNear = ({ address, at }: LoggedEvent["news"]) =>
    [at - AFTER, at, at + AFTER].flatMap((moment) => deeds.get(slotOf(address, moment)) ?? []);
  return events.filter((event) => !deedsNear(event.news).some((deed) => isEffect(event, deed)));
}

/** What is at most `AFTER` apart is in the same slot or in the one beside it. */
function slotOf(light: string, at: number): string {
  return `${light} ${Math.floor(at / AFTER)}`;
}

function deedOf({ address, event, section, values, by, at, undo }: LoggedEvent["news"]): Deed | undefined {
  if (event !== "changed" || undo) return undefined;
  if (address.startsWith("/groups/") && "called" in values) return { at, by, isRecall: true };
  const isCommand =
    (address.startsWith("/groups/") && section === "action") || (address.startsWith("/lights/") && section === "state");
  return isCommand && !BY_THEMSELVES.includes(by) ? { at, by, isRecall: false } : undefined;
}

function isEffect({ news, isOwnDeed }: LoggedEvent, deed: Deed): boolean {
  const { event, section, values, by, at, undo } = news;
  if (event !== "changed" || section !== "state" || undo || isOwnDeed) return false;
  const since = at - deed.at;
  if (deed.isRecall && by === deed.by && Math.abs(since) <= AT_ONCE) return true;
  const isReport = BY_THEMSELVES.includes(by) && since >= 0 && since <= AFTER;
  return isReport && (deed.isRecall || !("on" in values));
}
