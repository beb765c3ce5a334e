/** The sixteen channels: how much goes on in each, and what it would cost to move the network to another one. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { DOCTOR } from "../../model/doctor/troubles.ts";
import { bool, int, list, object, text, time } from "../../model/fields.ts";
import { type Resource, success, type Values } from "../../model/resource.ts";
import { utcWithZone } from "../../model/time/times.ts";
import { demandRadio, overAir } from "../handlers.ts";
import { DEVICES, AIR_ERRORS as errors } from "./named.ts";

/** Battery devices of this maker do not look for the network on other channels: they have to join again. */
const STAYS_BEHIND = /^lumi\./;

const channels: Handler = (call) => {
  const doctor = call.engines.get(DOCTOR);
  const { at, moved, ...view } = doctor.channels();
  const stick = doctor.stick();
  const followed = moved === null ? undefined : followers(call, moved);
  return content({
    ...view,
    at: at === null ? null : utcWithZone(at),
    ...(moved === null ? {} : { moved: utcWithZone(moved), followed }),
    ...(stick && { stick: { ...stick, since: utcWithZone(stick.since) } }),
    move: costOf(call),
  });
};

/** The devices that come along by themselves when the channel changes, those that come later, and those that have to join again. */
function costOf(call: Call): Values {
  const all = presentDevices(call);
  const sleepers = all.filter(({ attr }) => attr.sleepy === true);
  const lost = sleepers.filter(({ attr }) => STAYS_BEHIND.test(String(attr.modelid)));
  return {
    follow: all.length - sleepers.length,
    sleepers: sleepers.length - lost.length,
    stay: lost.map(({ attr }) => attr.uniqueid),
  };
}

/** A device that was heard since the channel changed is there. */
function followers(call: Call, moved: number): Values {
  const doctor = call.engines.get(DOCTOR);
  const all = presentDevices(call);
  const there = all.filter(({ attr }) => (doctor.heard(String(attr.uniqueid)) ?? 0) > moved);
  return { count: there.length, of: all.length };
}

function presentDevices({ store }: Call): readonly Resource[] {
  const all = store.list(DEVICES);
  return all.filter(({ attr }) => attr.gone !== true && attr.disabled !== true && attr.kind !== "green-power");
}

const scan: Handler = async (call) => {
  demandRadio(call, call.address);
  await overAir(call, () => call.engines.get(DOCTOR).measure());
  return [success(call.address, true)];
};

const CHANNEL = object({
  members: {
    channel: int({ min: 11, max: 26 }),
    now: int({ min: 0, max: 254, nullable: true, about: "When it was measured last" }),
    hours: list({ each: int({ min: 0, max: 254, nullable: true }), about: "By the hour of the day, UTC" }),
  },
});

const STICK = object({
  members: {
    since: time({ about: "UTC" }),
    sent: int({ about: "Frames that the next one on the way has taken" }),
    retried: int({ about: "Once more" }),
    failed: int({ about: "That nobody took" }),
    channel: int({ about: "Not sent: the air was never free" }),
    buffers: int({ about: "Not sent: the stick had no room" }),
    undecrypted: int({ about: "Heard, and of another key" }),
    replayed: int({ about: "Heard, and counted too low: of somebody who was put back, or copied" }),
  },
});

export const channelRoutes: readonly Route[] = [
  [
    "GET",
    "/devices/channels",
    channels,
    {
      does: "Get how much goes on in each channel, and what it would cost to move the network to another one",
      gives: object({
        members: {
          own: int({ min: 11, max: 26, nullable: true, about: "The channel of the network" }),
          able: bool({ about: "This stick can measure, as far as is known" }),
          at: time({ nullable: true, about: "When it was measured last, UTC" }),
          channels: list({ each: CHANNEL }),
          stick: STICK,
          move: object({
            members: {
              follow: int({ about: "So many devices come along at once" }),
              sleepers: int({ about: "So many sleep, and come when they wake up: that may take a day" }),
              stay: list({ each: text(), about: "The addresses of those that have to join again" }),
            },
          }),
          moved: time({ about: "Since when it is there, UTC; absent where that was not seen" }),
          followed: object({ members: { count: int(), of: int() }, about: "How many were heard since then" }),
        },
      }),
    },
  ],
  [
    "POST",
    "/devices/channels",
    scan,
    {
      does: "Measure all channels now: the stick is away from its network for some tenths of a second, four times",
      errors,
    },
  ],
];
