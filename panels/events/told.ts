/** The events that the events panel and the virtual house show, out of all that they heard. */
import { useMemo } from "preact/hooks";
import { addressesOf } from "../devices/house-devices.ts";
import { useHouse, useHouseDevices, useNamedHouse } from "../hooks.ts";
import { resourceName } from "../resource-names.ts";
import { isCountdown, isToldToRoom, withoutUndone } from "./claims.ts";
import type { LoggedEvent } from "./log.ts";
import { namedNow, newOnce, wholesOf, withoutBeginnings } from "./new-once.ts";
import { roomsOnce } from "./new-rooms.ts";
import { withOwnDeeds } from "./own-deeds.ts";
import type { useRecording } from "./recording.ts";

/** Without events that others tell already, and without events that have not happened. */
export function useTold(
  events: readonly LoggedEvent[],
  awaited: ReturnType<typeof useRecording>["awaited"],
): readonly LoggedEvent[] {
  const { resourcelinks } = useHouse(({ resourcelinks }) => ({ resourcelinks }));
  const house = useNamedHouse();
  const devices = useHouseDevices();
  const wholes = useMemo(() => wholesOf(devices, { resourcelinks }), [devices, resourcelinks]);
  const others = useMemo(() => {
    const isTold = ({ kind, news }: LoggedEvent) =>
      kind !== "echoed" && !awaited.has(news) && !isToldToRoom(news) && !isCountdown(news);
    const named = withOwnDeeds(events)
      .filter(isTold)
      .map((event) => namedNow(event, house));
    const names = new Map(devices.flatMap((device) => addressesOf(device).map((address) => [address, device.name])));
    return roomsOnce(
      withoutBeginnings(withoutUndone(named)),
      (address) => names.get(address) ?? resourceName(house, address),
    );
  }, [events, awaited, house, devices]);
  return useMemo(() => newOnce(others, wholes), [others, wholes]);
}
