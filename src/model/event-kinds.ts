/**
 * The kind of an event: something happened, a number is another one or a device is being set up, a device was heard, or another event
 * has told the same already. The events panel and the event node go by the same kinds.
 */
import type { ChangeNotice } from "./admin-api.ts";
import type { Change, Values } from "./resource.ts";

export type EventKind = "happened" | "measured" | "heard" | "echoed";

type Told = Omit<ChangeNotice, "at" | "n" | "name" | "undo">;

const COLORS: readonly string[] = ["xy", "hue", "sat", "ct", "colormode"];

/** Members that accompany every report. */
export const ASIDE: readonly string[] = ["lastupdated", "lastseen", "lastannounced", "permitjoinfull"];

/** A member that repeats others for programs: it is told in words only where those are missing. */
const REPEATED: Readonly<Record<string, readonly string[]>> = {
  xy: ["hue", "sat", "ct", "colormode"],
  hue: ["ct"],
  sat: ["ct"],
  colormode: ["hue", "sat", "ct"],
  lightlevel: ["lux"],
  status: ["dark", "daylight"], // the phase of the sun
  eventduration: ["buttonevent"],
};

/** Of the members that changed those that are told in words. */
export function toldOf(members: readonly string[]): readonly string[] {
  return members.filter(
    (member) => !ASIDE.includes(member) && !REPEATED[member]?.some((other) => members.includes(other)),
  );
}

export const THERMOSTAT = "ZHAThermostat";

/**
 * How many are kept of each, some 1 MB together. A plug measures more in an hour than happens in a house in a week: each kind pushes out only
 * its own.
 */
export const MOST_EVENTS: Readonly<Record<EventKind, number>> = {
  happened: 3_000,
  measured: 1_000,
  heard: 500, //   and of these the disk keeps none
  echoed: 500,
};

export function kindOfEvent(told: Told): EventKind {
  if (isEcho(told)) return "echoed";
  if (isSignOfLife(told) || isWobble(told)) return "heard";
  const isQuiet = isMeasurement(told) || isSetUp(told) || isLeftOver(told) || isFirstValue(told) || isUnseen(told);
  return isQuiet ? "measured" : "happened";
}

/**
 * An event node of many resources tells what happens, and repetitions where the events that they repeat are not told. The result of
 * a job is told of the resource that the job worked on.
 */
export function isNews(kind: EventKind, type: string, family: string): boolean {
  if (type === "Job" && family === "") return false;
  return kind === "happened" || (kind === "echoed" && family !== "");
}

/** A device left or was replaced, or is there again. Only its view says so: the notice has no values. */
export function isGoneOrBack({ event, values }: Pick<Told, "event" | "values">): boolean {
  return event === "changed" && Object.keys(values).length === 0;
}

/** A device was heard, and told nothing new but how well. */
function isSignOfLife({ event, values }: Pick<Told, "event" | "values">): boolean {
  const names = Object.keys(values);
  const others = namesBeside(values);
  if (event !== "changed" || names.length === 0) return false;
  return others.length === 0 || (others.length === 1 && others[0] === "linkquality");
}

function namesBeside(values: Values): readonly string[] {
  return Object.keys(values).filter((name) => !ASIDE.includes(name));
}

// ---- measured

const TICKS: readonly string[] = ["on", "heating"]; // of a thermostat: it heats, and pauses, all day long
const NEWS_OF_CONFIG: readonly string[] = ["reachable", "on"];
const NEWS_OF_DEVICE: readonly string[] = ["trouble", "replaces"];
const PAIRING_STEPS: readonly unknown[] = ["joined", "interviewing", "ready"]; // that it fails or leaves is news

/** Such numbers come all day long, and other events would be lost among them. */
function isMeasurement({ event, address, type, section, values, before = {}, by }: Told): boolean {
  if (event !== "changed" || by !== "radio" || !address.startsWith("/sensors/")) return false;
  const told = namesBeside(values);
  const isMeasured = (name: string) =>
    typeof values[name] === "number" && name in before && (section === "state" || name === "battery"); // nothing is before a press
  const isHeating = (name: string) =>
    type === THERMOSTAT &&
    section === "state" &&
    typeof values[name] === "boolean" &&
    TICKS.includes(name) &&
    name in before;
  return told.length > 0 && told.every((name) => isMeasured(name) || isHeating(name));
}

/**
 * The steps until a device is ready, and the facts found on the way (its kind, its product); another firmware than before is news.
 * The devices that the gateway puts into a room count as set up, too.
 */
function isSetUp({ event, address, section, values, before = {}, by }: Told): boolean {
  if (event !== "changed") return false;
  if (by === "gateway") return section === "attr" && address.startsWith("/groups/");
  if (by !== "radio") return false;
  const told = namesBeside(values);
  if (section === "state") return told.length === 1 && PAIRING_STEPS.includes(values.pairing);
  const isNews = (name: string) => NEWS_OF_DEVICE.includes(name) || (name === "swversion" && Boolean(before[name]));
  return section === "attr" && told.length > 0 && !told.some(isNews);
}

/** A change that no client made: settings as an interview or a read finds them, or the end of the time for which the network was open. */
function isLeftOver({ event, address, section, values, before = {}, by }: Told): boolean {
  if (event !== "changed") return false;
  if (address === "/config") return values.permitjoin === 0 && before.permitjoin === 1;
  if (section !== "config" || by !== "radio") return false;
  const told = namesBeside(values);
  const isFirst = (name: string) => !NEWS_OF_CONFIG.includes(name) && (before[name] ?? null) === null;
  return told.length > 0 && (address.startsWith("/lights/") || told.every(isFirst));
}

/**
 * The first values of a new device, or the way in which a lamp tells its color: nothing became different. Only a motion or an opened
 * door is news all the same.
 */
function isFirstValue({ event, address, section, values, before = {}, by }: Told): boolean {
  if (event !== "changed" || section !== "state" || by !== "radio") return false;
  const told = namesBeside(values);
  const isLight = address.startsWith("/lights/");
  const isFirst = (name: string) => (isLight || name in before) && (before[name] ?? null) === null; // before a press is nothing
  const isDeed = (name: string) => values[name] === true && !isLight;
  return told.length > 0 && told.every((name) => name === "colormode" || (isFirst(name) && !isDeed(name)));
}

/** A lamp that just joined says that it is off: it did not go off. */
export function isFirstOfFlag(told: Told, member: string): boolean {
  return typeof told.values[member] === "boolean" && isFirstValue(told);
}

/** A lamp that is off tells of itself in which color it would be, or how bright: where a fade ended. */
function isUnseen({ event, values, by, off }: Told): boolean {
  const told = namesBeside(values);
  return (
    off === true &&
    event === "changed" &&
    by === "radio" &&
    told.every((name) => name === "bri" || COLORS.includes(name))
  );
}

/** Whether a light is off whose state changes. */
export function isOff({ resource: { address, state }, section }: Pick<Change, "resource" | "section">): boolean {
  return address.startsWith("/lights/") && section === "state" && state.on === false;
}

// ---- no more than heard

const SAME_COLOR = 0.005; // of x and y: no eye sees less, and lamps round
const SAME_WHITE = 3; //     mired

export function isSameWhite(now: unknown, was: unknown): boolean {
  return Math.abs(Number(now) - Number(was)) <= SAME_WHITE;
}

/** A lamp tells its color anew, a little beside the former one. */
function isWobble({ event, values, before = {} }: Told): boolean {
  const names = namesBeside(values).filter((name) => name !== "colormode"); // a lamp of today tells both
  if (event !== "changed" || names.length !== 1) return false;
  if (names[0] === "ct") return isSameWhite(values.ct, before.ct);
  if (names[0] !== "xy") return false;
  const [now, was] = [values.xy, before.xy];
  if (!Array.isArray(now) || !Array.isArray(was)) return false;
  return now.every((value, index) => Math.abs(Number(value) - Number(was[index])) < SAME_COLOR);
}

// ---- told already

const COUNTED: readonly string[] = ["permitjoin", "permitjoinfull"]; // seconds
const SINGLES: readonly string[] = ["/config", "/gateway"]; // there from the first start on
const SCENE = /^\/groups\/[^/]+\/scenes\//;

/**
 * The groups tell in which groups a light is; the first light or sensor of a device tells its name; the lights of a group tell
 * whether one of them is on; and the deeds of a program tell that it used its key.
 */
const REPEATS: readonly (readonly [place: string, members: readonly string[]])[] = [
  ["/lights/", ["groups"]],
  ["/devices/", ["name"]],
  ["/groups/", ["any_on", "all_on", "lastupdated"]],
  ["/gateway", ["reason"]],
  ["/config/whitelist/", ["lastused"]],
  ["/config", ["rfconnected"]],
];

/**
 * While the network is open, its seconds count down; only opening and closing are events. So are the beginning and the end of a job, not its
 * steps, nor that it is forgotten. The group of a scene tells its changes.
 */
function isEcho({ address, type, event, values, by, before = {} }: Told): boolean {
  if (type === "Touchlink") return true; // its scans are jobs
  if (type === "Job") return event !== "added" && values.status === undefined;
  if (SCENE.test(address)) return !("called" in values); // all else of them tells their group
  if (event === "added" && SINGLES.includes(address)) return true;
  const members = Object.entries(values);
  const isSameTime = members.length > 0 && members.every(([name]) => name === "time");
  if (isSameTime && by === "clock" && address.startsWith("/schedules/")) return true; // in UTC, of another time zone
  const repeated = REPEATS.find(([place]) => address.startsWith(place))?.[1] ?? [];
  if (members.length > 0 && members.every(([name]) => repeated.includes(name))) return true;
  if (address !== "/config") return false;
  const isRunning = ([name, left]: [string, unknown]) =>
    COUNTED.includes(name) && Number(left) > 0 && Number(left) < Number(before[name]);
  if (by === "gateway" && "rfconnected" in values) return true; // the values that a start and a stop set
  return members.length > 0 && members.every(isRunning);
}
