/** What the gateway can do and how much fits in; and the small families that clients ask for at connect. */
import type { Handler } from "../core/call.ts";
import type { Route } from "../core/router.ts";
import { ApiError } from "../model/errors.ts";
import { type Fields, int, list, object, text } from "../model/fields.ts";
import type { Address } from "../model/resource.ts";
import { zones } from "../model/times.ts";

/** Totals that clients know; only CLIP sensors are held to theirs. */
const TOTALS = { lights: 200, groups: 100, schedules: 500, resourcelinks: 100 } as const;

const capabilities: Handler = ({ store }) => {
  const room = (total: number, used: number) => ({ available: Math.max(0, total - used), total });
  const families = Object.entries(TOTALS).map(([family, total]) => [family, room(total, store.count(`/${family}`))]);
  const sensors = store.list("/sensors");
  const clips = sensors.filter(({ type }) => type.startsWith("CLIP")).length;
  const green = sensors.filter(({ type }) => type.startsWith("ZGP")).length;
  return {
    ...Object.fromEntries(families),
    sensors: {
      ...room(1000, sensors.length),
      clip: room(1000, clips),
      zll: room(200, sensors.length - clips - green),
      zgp: room(200, green),
    },
    scenes: { ...room(100, 0), lightstates: room(1000, 0) },
    rules: { ...room(500, store.count("/rules")), conditions: room(1000, 0), actions: room(1000, 0) },
    streaming: { available: 0, total: 0, channels: 50 },
    timezones: { values: zones() },
  };
};

const empty =
  (family: Address): Handler =>
  ({ store }) =>
    store.collection(family);

const notHere: Handler = ({ address }) => {
  throw new ApiError("notFound", address);
};

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
  ["GET", "/info/timezones", () => zones(), { does: "Get the names of all time zones", gives: list({ each: text() }) }],
  ["GET", "/alarmsystems", empty("/alarmsystems"), { does: "Get the alarm systems: there are none" }],
  ["GET", "/rules", empty("/rules"), { does: "Get all rules" }],
  ["GET", "/scenes", notHere, { does: "Refused: scenes live in their groups", refuses: true, errors: ["notFound"] }],
];
