/** The gateway's own settings (core of GET /config), as a table like every other resource. */
import { type Definitions, plain } from "../../model/definitions.ts";
import { bool, type Fields, int, num, object, text, time } from "../../model/fields.ts";
import type { Address } from "../../model/resource.ts";
import { isZone } from "../../model/time/times.ts";

export const CONFIG: Address = "/config";
const IDLE = "Kept and shown, so far without effect";
const LIVE = { saved: "never", quiet: true, access: "read-only" } as const;

/** In the order in which a PUT is worked off. */
export const CONFIG_FIELDS: Fields = {
  name: text({ max: 32, coerce: "trim", about: "Name of the gateway; an empty one brings the default back" }),
  rfconnected: bool({ saved: "never", default: false, about: "The radio is up" }),
  updatechannel: text({ oneOf: ["stable", "alpha", "beta"], default: "stable", about: IDLE }),
  permitjoinrouter: text({
    saved: "never",
    access: "write-only",
    about: "Together with permitjoin: only through this router, by its address",
  }),
  permitjoin: int({
    min: 0,
    max: 255,
    saved: "never",
    quiet: true,
    default: 0,
    unit: "s",
    about: "How long the network stays open; 0 closes it",
  }),
  groupdelay: int({ min: 0, max: 5_000, default: 50, unit: "ms", about: IDLE }),
  otauactive: bool({ default: false, about: IDLE }),
  discovery: bool({ default: false, about: IDLE }),
  unlock: int({
    min: 0,
    max: 600,
    saved: "never",
    access: "write-only",
    unit: "s",
    about: "Opens the link window; 0 closes it",
  }),
  linkbutton: bool({ saved: "never", default: false, about: "The link window is open; true opens it for 60 s" }),
  zigbeechannel: int({ oneOf: [0, 11, 15, 20, 25], default: 11, about: "0 keeps it as it is; the devices move along" }),
  networkopenduration: int({ min: 1, max: 65_535, default: 60, unit: "s", about: "How long a search goes on" }),
  timezone: text({ fits: (zone) => isZone(String(zone)), about: "A name of the time zone database" }),
  utc: text({ saved: "never", access: "write-only", about: "Checked, but the clock is the host's" }),
  UTC: time({ saved: "never", quiet: true, about: "Now, UTC" }),
  localtime: time({ saved: "never", quiet: true, about: "Now, on the wall clock of the time zone" }),
  timeformat: text({ oneOf: ["12h", "24h"], default: "24h", about: "For clients that show times" }),
  websocketnotifyall: bool({ default: false, about: "Push messages hold all members, not only the changed ones" }),
  disablePermitJoinAutoOff: bool({ default: false, about: IDLE }),
  lightlastseeninterval: int({ min: 1, max: 65_535, default: 60, unit: "s", about: "Between two news of `lastseen`" }),
  latitude: num({
    min: -90,
    max: 90,
    access: "write-only",
    about: "Where the gateway is, north is positive. Never shown",
  }),
  longitude: num({ min: -180, max: 180, access: "write-only", about: "East is positive. Never shown" }),
  // ---- from here on only the gateway itself writes
  permitjoinfull: int({ ...LIVE, default: 0, unit: "s" }),
  bridgeid: text({ access: "read-only" }),
  uuid: text({ access: "read-only" }),
  panid: int({ access: "read-only", saved: "never", default: 0 }),
  unlockeduntil: int({ saved: "never", access: "hidden" }),
  undaylit: text({ access: "hidden", about: "The place whose Daylight sensor was deleted, and stays away" }),
  applied: object({ access: "hidden", about: "What the dialog of the node last said" }),
};

export const CONFIG_TYPES: Definitions = {
  Config: { ...plain("config", CONFIG_FIELDS), clients: { write: ["attr"] } },
};

/** Never changes, and some client looks for it. */
export const CONSTANTS = {
  apiversion: "1.16.0",
  backup: { status: "idle", errorcode: 0 },
  datastoreversion: "93",
  devicename: "ConBee II",
  dhcp: true,
  factorynew: false,
  fwneedupdate: false,
  fwupdatestate: "idle",
  internetservices: { internet: "connected", remoteaccess: "disconnected", swupdate: "connected", time: "connected" },
  modelid: "deCONZ",
  portalconnection: "disconnected",
  portalservices: false,
  portalstate: { communication: "disconnected", incoming: false, outgoing: false, signedon: false },
  proxyaddress: "none",
  proxyport: 0,
  replacesbridgeid: null,
  starterkitid: "",
  swversion: "2.33.2",
  system: "other",
} as const;

export const SOFTWARE_UPDATE = {
  swupdate: {
    checkforupdate: false,
    devicetypes: { bridge: false, lights: [], sensors: [] },
    notify: false,
    text: "",
    updatestate: 0,
    url: "",
    version: CONSTANTS.swversion,
  },
  swupdate2: {
    autoinstall: { on: false, updatetime: "" },
    bridge: { lastinstall: "2026-01-01T00:00:00", state: "noupdates" },
    checkforupdate: false,
    lastchange: "",
    state: "noupdates",
  },
} as const;

/** A Hue-style program wants to meet the bridge that it knows. */
export const HUE_FACE = {
  apiversion: "1.42.0",
  datastoreversion: "98",
  modelid: "BSB002",
  swversion: "1942135050",
} as const;

// ---- the gateway's own events, as a resource, so that flows can hear them like any other fact

export const GATEWAY_TYPES: Definitions = {
  Gateway: {
    ...plain("gateway", {
      furnished: bool({ access: "hidden", about: "Its rooms, groups and scenes were made" }),
      past: int({ access: "hidden", about: "Until when its history is made up: milliseconds, UTC" }),
    }),
    state: {
      event: text({ oneOf: ["radio-up", "radio-down", "restarted", "queue-full"], momentary: true, saved: "never" }),
      reason: text({ saved: "never", about: "Why the radio is down; empty while it is not" }),
    },
    view: ({ state }) => state,
  },
};
