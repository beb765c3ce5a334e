/** An event in a line: of which device, when, what, and who did it; with the places and the icons of events. */
import { useMemo } from "preact/hooks";
import { addressesOf } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import { useHouse, useHouseDevices } from "../hooks.ts";
import { sayDayName } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { hasCause, type LoggedEvent } from "./log.ts";
import { type Place, placesIn } from "./places.ts";

/** The lines of its name, and of what is told of it. */
export interface EventLines {
  readonly name: number;
  readonly what: number;
}

/** The places of events: the devices of now, and their rooms. */
export function usePlaces(): readonly Place[] {
  const { groups, resourcelinks, rules, schedules } = useHouse(({ groups, resourcelinks, rules, schedules }) => ({
    ...{ groups, resourcelinks, rules, schedules },
  }));
  const devices = useHouseDevices();
  return useMemo(
    () => placesIn({ groups, resourcelinks, rules, schedules }, devices),
    [groups, resourcelinks, rules, schedules, devices],
  );
}

/** Tells the icon of the device or room to which an event happened. */
export function useEventIcons(): (event: LoggedEvent) => IconName {
  const devices = useHouseDevices();
  return useMemo(() => {
    const icons = new Map(
      devices.flatMap((device) => {
        const icon = iconOf(kindOf(device));
        return addressesOf(device).map((address) => [address, icon] as const);
      }),
    );
    return (event) => iconFor(event, icons);
  }, [devices]);
}

/** The icons of resources that are no devices, or that are gone. */
const FAMILY_ICONS: Readonly<Record<string, IconName>> = {
  groups: "room",
  rules: "rule",
  schedules: "clock",
  lights: "light",
  sensors: "device",
  devices: "device",
  gateway: "radio",
  jobs: "settings",
  config: "settings",
};

function iconFor({ news: { address }, many }: LoggedEvent, icons: ReadonlyMap<string, IconName>): IconName {
  const [, family = "", , part] = address.split("/");
  if (many && icons.has(address)) return "device";
  if (part === "scenes") return "scene";
  return icons.get(address) ?? FAMILY_ICONS[family] ?? "event";
}

interface EventLineProps {
  readonly event: LoggedEvent;
  readonly icon: IconName;
  readonly lines: EventLines; // at most
}

export function EventLine({ event, icon, lines }: EventLineProps) {
  const { news, time, name, what, who } = event;
  return (
    <div class="zg-event">
      <Icon name={icon} />
      <strong class="zg-event-name" title={name} style={{ WebkitLineClamp: lines.name }}>
        {name}
      </strong>
      <span class="zg-dim zg-event-time">
        <span class="zg-hidden">{`${sayDayName(news.at)} `}</span>
        {time}
      </span>
      <p class="zg-event-what" style={{ WebkitLineClamp: lines.what }}>
        {what}
        {hasCause(event) && <span class="zg-dim zg-event-who">{` · ${who}`}</span>}
      </p>
    </div>
  );
}
