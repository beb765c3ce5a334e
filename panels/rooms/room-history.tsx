/** What happened in a room: the course of its light and its temperature, each as a plot that opens the whole history, and the last events. */
import type { Values } from "../../src/model/resource.ts";
import { isLit } from "../devices/availability.ts";
import type { HouseResource } from "../devices/house-devices.ts";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { displayUnitOf } from "../devices/values/units.ts";
import { sayMember, sayValue } from "../devices/values/words.ts";
import { placeOfRoom } from "../events/places.ts";
import { MemberPlot } from "../history/small-plot.tsx";
import type { Reading } from "../home/sections.ts";
import { useHouse, usePlace, useUnanswered } from "../hooks.ts";
import { say } from "../texts.ts";
import { lazy } from "../widgets/lazy.tsx";
import { Button } from "../widgets/widgets.tsx";

const RecentEvents = lazy(
  () => import("../events/recent-events.tsx"),
  (all) => all.RecentEvents,
);

/** The measured values of a room that a user looks back at. */
const LOOKED_BACK: readonly string[] = ["temperature", "humidity"];

interface RoomHistoryProps {
  readonly room: RoomOrGroup;
  readonly climate: readonly Reading[];
}

export function RoomHistory({ room, climate }: RoomHistoryProps) {
  const group = useHouse(({ groups }) => groups[room.id]);
  const isLight = useIsLight(room, group);
  const measured = climate.flatMap(({ device: { resources } }) => resources.flatMap(coursesOf));
  const place = placeOfRoom(room.id);
  const [, go] = usePlace();
  const isAlone = (member: string) => measured.filter((each) => each.member === member).length === 1;
  return (
    <section class="zg-section zg-room-past" aria-labelledby="zg-room-past">
      <div class="zg-room-part">
        <h3 id="zg-room-past">{say("events.here")}</h3>
        <Button icon="event" onClick={() => go(["events", place])}>
          {say("events.all-events")}
        </Button>
      </div>
      <dl class="zg-members">
        {room.lights.length > 0 && typeof isLight === "boolean" && (
          <Course
            resource={{ address: `/groups/${room.id}`, type: "LightGroup", view: group ?? {} }}
            {...{ label: say("rooms.lit"), member: "any_on", value: isLight }}
          />
        )}
        {measured.map(({ resource, member, value }) => (
          <Course
            key={resource.address}
            {...{ resource, member, value, shown: sayValue(resource, member, value) }}
            label={isAlone(member) ? sayMember(member) : `${sayMember(member)} · ${resource.view.name}`}
          />
        ))}
      </dl>
      <RecentEvents place={place} />
    </section>
  );
}

/** What the group says counts lights as on that have not answered yet: those are as they were before. */
function useIsLight({ lights }: RoomOrGroup, group: Values | undefined): unknown {
  const unanswered = useUnanswered();
  const known = useHouse((house) => house.lights);
  const addresses = lights.map((id) => `/lights/${id}`);
  if (!addresses.some((address) => unanswered.has(address))) return (group?.state as Values | undefined)?.any_on;
  const stateOf = (id: string) => (known[id]?.state ?? {}) as Values;
  return lights.some((id) => isLit({ address: `/lights/${id}`, state: stateOf(id) }, unanswered));
}

function coursesOf(resource: HouseResource) {
  return LOOKED_BACK.flatMap((member) => {
    const value = resource.state[member];
    return typeof value === "number" ? [{ resource, member, value }] : [];
  });
}

interface CourseProps {
  readonly resource: Pick<HouseResource, "address" | "type" | "view">;
  readonly member: string;
  readonly label: string;
  readonly value: number | boolean;
  readonly shown?: string; // where it is told nowhere else
}

function Course({ resource, member, label, value, shown }: CourseProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {shown !== undefined && <span>{shown}</span>}
        <MemberPlot
          {...{ label, value, address: resource.address, member: `state/${member}` }}
          scale={displayUnitOf(resource, member)}
        />
      </dd>
    </>
  );
}
