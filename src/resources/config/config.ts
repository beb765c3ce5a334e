/** The gateway's settings over REST, and the few actions below them. */
import type { Call, Handler } from "../../core/call.ts";
import { Outcomes } from "../../core/result.ts";
import type { About, Route } from "../../core/router.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError, wordsOf } from "../../model/errors.ts";
import { accept, type Field, isWritable } from "../../model/fields.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { type Address, isObject, type Outcome, success } from "../../model/resource.ts";
import { isWallTime } from "../../model/time/times.ts";
import { openNetwork } from "../devices/search.ts";
import { demandMembers, demandPresence, demandRadio } from "../handlers.ts";
import { CONFIG, CONFIG_FIELDS, CONSTANTS } from "./type.ts";
import { configFor, readAll, readConfig, SHOWN, WHOLE } from "./view.ts";

export const DEFAULT_NAME = "Zigbee gateway";
const LINK_WINDOW = 60; // seconds, for `linkbutton: true`
const CLOCK_LENGTH = "2026-03-29T12:34:56".length;

/** Those settings whose writing does more than to be remembered. They answer the value to echo, or undefined for the value as sent. */
const EFFECTS: Readonly<Record<string, (call: Call, value: unknown, address: Address) => unknown>> = {
  name: ({ draft }, value) => {
    const name = value === "" ? DEFAULT_NAME : value;
    draft.patch(CONFIG, "attr", { name });
    return name;
  },
  rfconnected: (call, value, address) => switchRadio(call, value === true, address),
  permitjoin: (call, value) => {
    if (Number(value) > 0) demandRadio(call, "/config/permitjoin");
    openNetwork(call, Number(value), ["sensors", "lights"], routerIn(call));
  },
  unlock: (call, value) => unlock(call, Number(value)),
  linkbutton: (call, value) => unlock(call, value === true ? LINK_WINDOW : 0),
  permitjoinrouter: (call) => {
    routerIn(call);
  },
  zigbeechannel: (call, value, address) => {
    if (value === 0 || value === call.draft.get(CONFIG)?.attr.zigbeechannel) return;
    demandPresence(call, address);
    call.draft.patch(CONFIG, "attr", { zigbeechannel: value });
    if (!call.radio.missing) call.after(() => startAgain(call, "/config/zigbeechannel"));
  },
  utc: checkClock,
  UTC: checkClock,
  localtime: checkClock,
};

function unlock({ draft, clock }: Call, seconds: number): void {
  const unlockeduntil = clock.now() + seconds * 1000;
  draft.patch(CONFIG, "attr", { linkbutton: seconds > 0, unlockeduntil });
}

/** The one device through which new ones may join; all may, when none is named. */
function routerIn({ draft, body }: Call): Ieee | undefined {
  const mac = isObject(body) ? body.permitjoinrouter : undefined;
  if (mac === undefined) return undefined;
  const device = draft.get(`/devices/${mac}`);
  if (device?.attr.kind === "router" && device.attr.gone !== true) return String(device.attr.ieee);
  throw new ApiError("invalid", "/config/permitjoinrouter", "permitjoinrouter", mac);
}

function switchRadio({ radio, log }: Call, on: boolean, address: Address): void {
  if (radio.away) throw new ApiError("radioBusy", address);
  if (on === radio.up) return;
  if (radio.missing) throw new ApiError("notConnected", address);
  const done = on ? radio.start() : radio.stop();
  done.catch((error) => log.warn(`/config/rfconnected: ${wordsOf(error)}`));
}

function checkClock(_: Call, value: unknown, address: Address): void {
  if (String(value).length !== CLOCK_LENGTH || !isWallTime(String(value))) {
    throw new ApiError("invalid", address, idOf(address), value);
  }
}

/** Settings are worked off one after the other; the first wrong value ends the request, and settings before it stay. */
const update: Handler = (call) => {
  const body = demandMembers({ body: call.body, address: "" });
  const outcomes: Outcome[] = [];
  for (const [name, field] of Object.entries(CONFIG_FIELDS)) {
    if (!Object.hasOwn(body, name) || isOurs(name, field)) continue;
    try {
      outcomes.push(apply(call, name, field, body[name]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return new Outcomes([...outcomes, error], "stopped");
    }
  }
  const strange = Object.keys(body).filter((name) => isOurs(name, CONFIG_FIELDS[name]));
  return [...outcomes, ...refusals(call, strange)];
};

function refusals(call: Call, names: readonly string[]): ApiError[] {
  const shown = names.length > 0 ? configFor(call) : {};
  return names.map(
    (name) => new ApiError(Object.hasOwn(shown, name) ? "readOnly" : "unknown", `/config/${name}`, name),
  );
}

function apply(call: Call, name: string, field: Field, given: unknown): Outcome {
  const address: Address = `/config/${name === "UTC" ? "utc" : name}`;
  const value = accept(field, given);
  if (value === undefined) throw new ApiError("invalid", address, name, given);
  const effect = EFFECTS[name];
  if (!effect) call.draft.patch(CONFIG, "attr", { [name]: value });
  return success(address, effect?.(call, value, address) ?? value);
}

/** Only the gateway itself writes this setting, if there is one of this name at all. */
function isOurs(name: string, field: Field | undefined): boolean {
  return !Object.hasOwn(CONFIG_FIELDS, name) || (field !== undefined && !isWritable(field));
}

function startAgain({ radio, log }: Call, address: Address): void {
  const again = radio.stop().then(() => radio.start());
  again.catch((error) => log.warn(`${address}: ${wordsOf(error)}`));
}

const restartRadio: Handler = (call) => {
  startAgain(call, "/config/restartapp");
  return [success("/config/restartapp", true)];
};

/** The host is not ours to stop: clients get their answer, and nothing happens. */
const agree =
  (value: unknown): Handler =>
  ({ address }) => [success(address, value)];

const refusePassword: Handler = ({ address }) => {
  throw new ApiError("readOnly", address, "password");
};

const refuseReset: Handler = ({ address }) => {
  throw new ApiError("unauthorized", address);
};

const refuseFirmware: Handler = ({ address }) => {
  throw new ApiError("busy", address);
};

const WRITABLE = Object.fromEntries(Object.entries(CONFIG_FIELDS).filter(([, field]) => isWritable(field)));

const COURTESY: About = { does: "Answered for the sake of clients, and without effect", idle: true };

export const configRoutes: readonly Route[] = [
  ["GET", "/", readAll, { does: "Get everything: the call that clients make at connect", gives: WHOLE }],
  [
    "GET",
    "/config",
    readConfig,
    {
      does: "Get the configuration; without a valid key its public part",
      one: "Config",
      gives: SHOWN,
      open: true,
      at: "/api/config",
    },
  ],
  ["PUT", "/config", update, { does: "Change settings", etag: ({ store }) => store.etag, body: WRITABLE }],
  [
    "PUT",
    "/config/password",
    refusePassword,
    { does: "Refused: the password is set in the gateway node", refuses: true, errors: ["readOnly"] },
  ],
  [
    "DELETE",
    "/config/password",
    refuseReset,
    { does: "Refused: the password is set in the gateway node", refuses: true, errors: ["unauthorized"] },
  ],
  ["POST", "/config/restartapp", restartRadio, { does: "Restart the radio", idle: true }],
  ["POST", "/config/restart", agree(true), COURTESY],
  ["POST", "/config/shutdown", agree(true), COURTESY],
  ["POST", "/config/update", agree(CONSTANTS.swversion), COURTESY],
  [
    "POST",
    "/config/updatefirmware",
    refuseFirmware,
    { does: "Refused: the adapter's firmware is not updated from here", refuses: true, errors: ["busy"] },
  ],
];
