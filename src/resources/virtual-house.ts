/** The virtual house, where the radio has one: its devices can be looked at and handled as no real ones can. */
import type { Call, Handler } from "../core/call.ts";
import { content } from "../core/result.ts";
import type { Route } from "../core/router.ts";
import { GATEWAY, macOf } from "../model/addresses.ts";
import { ApiError } from "../model/errors.ts";
import { bool, int, object, text } from "../model/fields.ts";
import { FURNISHING, type VirtualControls } from "../model/radio/radio-port.ts";
import { success, type Values } from "../model/resource.ts";
import { utcWithZone } from "../model/time/times.ts";
import { demandMembers, fromRadio } from "./handlers.ts";

/** It is complete when its rooms and scenes are made, too. One that was replaced is in the network still, where another one has its place. */
const inspect: Handler = async (call) => {
  const told = await fromRadio(call.address, virtualControls(call).inspect());
  const isBeingFurnished = call.engines.find(FURNISHING)?.isUnderWay() === true;
  const stations = (told.stations as readonly Values[] | undefined)?.map((station) =>
    isReplaced(call, String(station.ieee)) ? { ...station, replaced: true } : station,
  );
  const { past } = call.store.get(GATEWAY)?.attr ?? {};
  const more = { ...(stations && { stations }), ...(typeof past === "number" && { past: utcWithZone(past) }) };
  return content({ ...told, ...more, complete: told.complete === true && !isBeingFurnished });
};

function isReplaced({ draft }: Call, ieee: string): boolean {
  return draft.get(`/devices/${macOf(ieee)}`)?.attr.replacedby !== undefined;
}

const apply: Handler = async (call) => {
  const { address, params } = call;
  const controls = demandMembers(call);
  const ieee = params.mac === undefined ? undefined : `0x${params.mac.replace(/^0x/, "").replaceAll(":", "")}`; // as it is told, or as deCONZ writes it
  const answer = await fromRadio(address, virtualControls(call).apply(ieee, controls));
  return [success(address, answer)];
};

function virtualControls({ radio, address }: Call): VirtualControls {
  if (!radio.virtual) throw new ApiError("notFound", address);
  return radio.virtual;
}

const LATENCY = int({ min: 0, max: 60_000, unit: "ms", about: "How long a frame takes for each hop" });

export const virtualRoutes: readonly Route[] = [
  [
    "GET",
    "/virtual",
    inspect,
    {
      does: "Get the devices of the virtual house with all their attributes (`replaced`: another one has its place), counts of frames, and until when its history is made up (`past`)",
      gives: object(),
    },
  ],
  [
    "PUT",
    "/virtual",
    apply,
    {
      does: "Handle the virtual radio",
      body: {
        dropLink: bool({ about: "The stick is pulled out for a moment" }),
        powerCycle: bool({ about: "The stick loses power for a moment" }),
        mute: bool({ about: "The stick says nothing any more" }),
        life: bool({ about: "Values change by themselves" }),
        clear: bool({ about: "`true`: the counts of frames begin anew" }),
        latency: LATENCY,
        energy: object({
          about:
            'What others do in a channel, in dBm: `{"11": -40}`; `null`: nothing. Above -60 frames are lost, above -45 all of them',
        }),
        busy: int({ min: 0, about: "So many requests are refused for lack of memory" }),
        add: object({
          about: "More devices, which join when the network is open",
          members: {
            profile: text(),
            count: int({ min: 1, max: 500 }),
            name: text(),
            touchlink: int({ min: 11, max: 26, about: "Touchlink reaches them, too: on this channel until they join" }),
          },
        }),
      },
    },
  ],
  [
    "PUT",
    "/virtual/:mac",
    apply,
    {
      does: "Handle a device of the virtual house",
      body: {
        press: text({ about: "A button; which there are is told by GET /virtual" }),
        set: object({
          about:
            'Attributes change as if by themselves: `{"msTemperatureMeasurement.measuredValue": 2150}`. They stay so for ten minutes (`held` of GET /virtual tells the seconds), also where `life` is on, unless a command changes them; motion ends after the delay of its sensor',
        }),
        zone: object({ about: 'An alarm: `{"alarm1": true}`' }),
        reach: text({ oneOf: ["ok", "no-ack", "no-route", "expired", "no-response", "no-confirm"] }),
        latency: LATENCY,
        join: bool({ about: "It comes into the network, which must be open; or through a router of this address" }),
        leave: bool({ about: "It goes, and says so" }),
        announce: bool({ about: "It says that it is there" }),
        awake: int({ min: 0, max: 3600, unit: "s", about: "One that sleeps hears for so long" }),
        checkin: bool({ about: "One that sleeps asks whether somebody has something for it" }),
        toggle: bool({ about: "Somebody uses the switch on the wall; or the one of this endpoint" }),
        refuse: object({
          about:
            'It does not do these, and answers with a status: `{"genOnOff.onWithTimedOff": 129}`; `null`: it does again',
        }),
        scenes: object({
          about: "How it keeps scenes",
          members: {
            room: int({ min: 0, max: 255, about: "So many at most" }),
            lie: text({
              oneOf: ["none", "forgets", "ignores", "strays"],
              about: "It says that it keeps a scene, or recalls one, and does not; or it becomes dim instead",
            }),
          },
        }),
        power: text({ oneOf: ["off", "on", "cycle"] }),
      },
    },
  ],
];
