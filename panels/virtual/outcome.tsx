/** The outcome of an action in the virtual house: the report of the device, the rule that fired, the lamp that went on. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Evaluation } from "../../src/model/automation/rule-engine.ts";
import { NEW_RULE } from "../automation/automation.tsx";
import { isItsChange, sayRefusal } from "../automation/rule-in-words.ts";
import type { HouseDevice } from "../devices/house-devices.ts";
import { useUses } from "../devices/uses/uses.tsx";
import { hasCause, type LoggedEvent } from "../events/log.ts";
import { useRecording } from "../events/recording.ts";
import { useTold } from "../events/told.ts";
import { useApi, useHouseDevices, useNamedHouse, usePlace, useQuery } from "../hooks.ts";
import { say, utc } from "../texts.ts";
import { emphasized } from "../widgets/emphasis.ts";
import { Button, EmphasizedText } from "../widgets/widgets.tsx";
import { isByDevice, outcomeOf, rulesOn, withCauses } from "./virtual-house.ts";

/** Each time another one, also for the same device. */
export interface Touch {
  readonly macs: readonly string[]; // several, where a story is played
}

const MOST = 4; // lines
const ACTING: readonly string[] = ["flow", "rule", "binding"]; // a flow, rule or binding that uses the device acted, or found nothing to do

export function Outcome({ of }: { readonly of: Touch | undefined }) {
  const { events, awaited } = useRecording();
  const devices = useHouseDevices();
  const [, go] = usePlace();
  const since = useRef({ touch: of, key: lastKey(events) });
  if (since.current.touch !== of) since.current = { touch: of, key: lastKey(events) };
  const own = together(devices.filter(({ key }) => of?.macs.includes(key)));
  const told = useTold(events, awaited);
  const house = useNamedHouse();
  const shown = of ? withCauses(causeAndNewest(outcomeOf(told, own, since.current.key)), told, house) : [];
  const uses = useUses(of?.macs ?? []);
  const isIdle = shown.every(({ news }) => isByDevice(news)) && uses?.some(({ by }) => ACTING.includes(by)) !== true;
  const isRuled = shown.some(({ news }) => news.by.startsWith("/rules/"));
  const refusals = useRefusals(isRuled ? undefined : own, shown);
  const place = useRef<HTMLDivElement>(null);
  const last = shown.at(-1)?.key;
  useNewestInSight(place, [last, refusals.length]);
  return (
    <div ref={place} class="zg-outcome">
      {shown.length === 0 && <p class="zg-hint">{say("virtual.touch")}</p>}
      <div role="log" aria-label={say("virtual.outcome")}>
        <ul>
          {shown.map((event) => (
            <li key={event.key}>
              <strong>{event.name}</strong> {event.what} {hasCause(event) && <span class="zg-dim">· {event.who}</span>}
            </li>
          ))}
          {refusals.map(({ address, text }) => (
            <li key={address}>
              <EmphasizedText text={text} />
            </li>
          ))}
        </ul>
      </div>
      {refusals.length > 0 && (
        <div class="zg-outcome-rules">
          {refusals.map(({ address, name }) => (
            <Button key={address} icon="rule" label={name} onClick={() => go(["automation", address])}>
              {name}
            </Button>
          ))}
        </div>
      )}
      {shown.length > 0 &&
        refusals.length === 0 &&
        (isIdle ? (
          <Button icon="plus" onClick={() => go(["automation", NEW_RULE])}>
            {say("automation.new-rule")}
          </Button>
        ) : (
          <Button icon="event" onClick={() => go(["events"])}>
            {say("events.all-events")}
          </Button>
        ))}
    </div>
  );
}

/** The newest sentence, from its beginning, and its buttons stay in sight. */
function useNewestInSight(place: { readonly current: HTMLElement | null }, parts: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const show = () => {
      const newest = [...element.querySelectorAll("li")].at(-1);
      const { top } = element.getBoundingClientRect();
      const begin = newest ? newest.getBoundingClientRect().top - top + element.scrollTop : 0;
      element.scrollTo(0, Math.min(element.scrollHeight - element.clientHeight, begin));
    };
    const watch = new ResizeObserver(show); // begins with a look
    watch.observe(element);
    return () => watch.disconnect();
  }, parts);
}

/** The first event stays, however many follow. */
function causeAndNewest<Event>(events: readonly Event[]): readonly Event[] {
  return events.length <= MOST ? events : [...events.slice(0, 1), ...events.slice(1 - MOST)];
}

/** As if they were one. */
function together(devices: readonly HouseDevice[]): Touched | undefined {
  const [first] = devices;
  return first && { key: first.key, resources: devices.flatMap(({ resources }) => resources) };
}

type Touched = Pick<HouseDevice, "key" | "resources">;

interface Refusal {
  readonly address: string;
  readonly name: string;
  readonly text: string;
}

const NEAR = 1_000; // milliseconds: rules look before a change is noted

/** The rules that looked at the report of the device, and did nothing. */
function useRefusals(own: Touched | undefined, shown: readonly LoggedEvent[]): readonly Refusal[] {
  const api = useApi();
  const house = useNamedHouse();
  const from = (shown[0]?.news.at ?? Number.POSITIVE_INFINITY) - NEAR;
  const rules = own ? rulesOn(house, own) : [];
  const asked = rules.map(({ address }) => address).join();
  const { answer = [] } = useQuery(async () => {
    const traces = rules.map(async (rule) => {
      const { status, body } = await api.perform("GET", `${rule.address}/trace`);
      const looks = status === 200 && Array.isArray(body) ? (body as readonly Evaluation[]) : [];
      const look = looks.find((each) => !each.fires && utc(each.at) >= from && isItsChange(each));
      if (!look) return [];
      const { address, name } = rule;
      const text = say("virtual.refused", { name: emphasized(name), what: sayRefusal(house, look) });
      return [{ address, name, text }];
    });
    return (await Promise.all(traces)).flat().slice(0, MOST_REFUSALS);
  }, [api, asked, shown.at(-1)?.key]);
  return own ? answer : [];
}

const MOST_REFUSALS = 2;

function lastKey(events: readonly LoggedEvent[]): number {
  return Number(events.at(-1)?.key ?? -1);
}
