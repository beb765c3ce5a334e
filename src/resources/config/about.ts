/** The abilities and the limits of the gateway; and the small families that clients ask for at connect. */
import type { Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { type Fields, int, list, object, text } from "../../model/fields.ts";
import { lightsIn, scenesOf } from "../../model/lights/scenes.ts";
import type { Address, Method } from "../../model/resource.ts";
import { zones } from "../../model/time/times.ts";
import { MOST_RULES } from "../rules/rule-type.ts";
import { MOST_SCHEDULES } from "../schedules/schedule-type.ts";

/** Totals that clients know; of these families only schedules are held to theirs. */
const TOTALS = { lights: 200, groups: 100, schedules: MOST_SCHEDULES, resourcelinks: 100 } as const;

const capabilities: Handler = ({ store }) => {
  const room = (total: number, used: number) => ({ available: Math.max(0, total - used), total });
  const families = Object.entries(TOTALS).map(([family, total]) => [family, room(total, store.count(`/${family}`))]);
  const sensors = store.list("/sensors");
  const clips = sensors.filter(({ type }) => type.startsWith("CLIP")).length;
  const green = sensors.filter(({ type }) => type.startsWith("ZGP")).length;
  const rules = store.list("/rules");
  const parts = (name: string) => rules.reduce((sum, { attr }) => sum + (attr[name] as unknown[]).length, 0);
  const scenes = store.list("/groups").flatMap(({ address }) => store.list(scenesOf(address)));
  const lightstates = scenes.reduce((sum, scene) => sum + Object.keys(lightsIn(scene)).length, 0);
  return content({
    ...Object.fromEntries(families),
    sensors: {
      ...room(1000, sensors.length),
      clip: room(1000, clips),
      zll: room(200, sensors.length - clips - green),
      zgp: room(200, green),
    },
    scenes: { ...room(100, scenes.length), lightstates: room(1000, lightstates) },
    rules: {
      ...room(MOST_RULES, rules.length),
      conditions: room(1000, parts("conditions")),
      actions: room(1000, parts("actions")),
    },
    streaming: { available: 0, total: 0, channels: 50 },
    timezones: { values: zones() },
  });
};

const empty =
  (family: Address): Handler =>
  ({ store }) =>
    store.collection(family);

/** Hue has scenes there, and apps put them into rules: that does no harm. */
function nothing(method: Method, pattern: Route[1]): Route {
  const about = { does: "Nothing: scenes live in their groups", gives: object(), lenient: true, idle: true } as const;
  return [method, pattern, () => content({}), about];
}

const room = (more: Fields = {}) => object({ members: { available: int(), total: int(), ...more } });

const CAPABILITIES = object({
  members: {
    sensors: room({ clip: room(), zll: room(), zgp: room() }),
    scenes: room({ lightstates: room() }),
    rules: room({ conditions: room(), actions: room() }),
    streaming: room({ channels: int() }),
    timezones: object({ members: { values: list({ each: text() }) } }),
  },
  each: room(),
});

export const aboutRoutes: readonly Route[] = [
  ["GET", "/capabilities", capabilities, { does: "Get how much of everything fits in", gives: CAPABILITIES }],
  [
    "GET",
    "/info/timezones",
    () => content(zones()),
    { does: "Get the names of all time zones", gives: list({ each: text() }) },
  ],
  ["GET", "/alarmsystems", empty("/alarmsystems"), { does: "Get the alarm systems: there are none" }],
  ...(["GET", "POST", "PUT", "DELETE"] as const).flatMap((method) => [
    nothing(method, "/scenes"),
    nothing(method, "/scenes/:rest*"),
  ]),
];
