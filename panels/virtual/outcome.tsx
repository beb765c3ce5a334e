/** What comes of what is done in the virtual house: what the device told, the rule that fired, the lamp that went on. */
import { useRef } from "preact/hooks";
import { NEW_RULE } from "../automation/automation.tsx";
import type { LoggedEvent } from "../events/log.ts";
import { useRecording } from "../events/recording.ts";
import { useHouseDevices, usePlace } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";
import { isByDevice, outcomeOf } from "./virtual-house.ts";

/** Each time another one, also for the same device. */
export interface Touch {
  readonly mac: string;
}

const MOST = 4; // lines

export function Outcome({ of }: { readonly of: Touch | undefined }) {
  const { events } = useRecording();
  const devices = useHouseDevices();
  const [, go] = usePlace();
  const since = useRef({ touch: of, key: lastKey(events) });
  if (since.current.touch !== of) since.current = { touch: of, key: lastKey(events) };
  const own = devices.find(({ key }) => key === of?.mac);
  const told = events.filter(({ kind }) => kind !== "heard");
  const shown = of ? outcomeOf(told, own, since.current.key).slice(-MOST) : [];
  const isIdle = shown.every(({ news }) => isByDevice(news));
  return (
    <div class="zg-outcome">
      {shown.length === 0 && <p class="zg-hint">{say("virtual.about")}</p>}
      <div role="log" aria-label={say("virtual.outcome")}>
        <ul>
          {shown.map(({ key, name, what, who, news }) => (
            <li key={key}>
              <strong>{name}</strong> {what}{" "}
              {!isByDevice(news) && news.by !== news.address && <span class="zg-dim">· {who}</span>}
            </li>
          ))}
        </ul>
      </div>
      {shown.length > 0 &&
        (isIdle ? (
          <Button icon="plus" onClick={() => go(["automation", NEW_RULE])}>
            {say("automation.new-rule")}
          </Button>
        ) : (
          <Button icon="event" onClick={() => go(["events"])}>
            {say("virtual.all-events")}
          </Button>
        ))}
    </div>
  );
}

function lastKey(events: readonly LoggedEvent[]): number {
  return Number(events.at(-1)?.key ?? -1);
}
