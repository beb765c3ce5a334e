/** Rules, schedules, links and parameters become records. A rule that cannot work here comes switched off, and keys go by public names. */
import { readCondition } from "../../model/automation/conditions.ts";
import { LONGEST_NAME } from "../../model/automation/rule-rows.ts";
import { addressWith, targetOf } from "../../model/automation/schedule-command.ts";
import { accept } from "../../model/fields.ts";
import { type Address, isObject, type Values } from "../../model/resource.ts";
import { firstPlan, timingOf } from "../../model/time/plans.ts";
import { shownTimes } from "../../model/time/schedule-times.ts";
import { parsePattern } from "../../model/time/time-grammar.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { isWebAddress } from "../../model/web-addresses.ts";
import { MOST_PARTS, MOST_RULES } from "../../resources/rules/rule-type.ts";
import { MOST_SCHEDULES, SCHEDULE_BODY } from "../../resources/schedules/schedule-type.ts";
import type { ForeignRecord } from "../inventory.ts";
import type { NoteCode } from "../words.ts";
import type { KeyNames } from "./keys.ts";
import { cutName, type RecordBook } from "./record-book.ts";

/** The fate of a rule, a schedule or a link. */
export interface PlannedRecord {
  readonly address: Address;
  readonly name: string;
  readonly verdict: "same" | "changed" | "disabled" | "left-out";
}

const UNKNOWN_KEY = "unknown-key";
const [MOST_LINKS, MOST_PARAMETERS, LONGEST_PARAMETER] = [500, 1000, 100_000];
const ALWAYS_THERE: readonly string[] = ["/groups/0", "/groups/65520"];
const FAMILIES: readonly string[] = ["lights", "groups", "sensors", "schedules", "rules", "scenes"];

export function placeRules(
  book: RecordBook,
  rules: readonly ForeignRecord[],
  keys: KeyNames,
  schedules: readonly ForeignRecord[],
): readonly PlannedRecord[] {
  const own = new Set([...rules.map(({ id }) => `/rules/${id}`), ...schedules.map(({ id }) => `/schedules/${id}`)]);
  return rules.map(({ id, body }, index) => {
    const address: Address = `/rules/${id}`;
    const name = cutName(String(body.name || `Rule ${id}`), LONGEST_NAME);
    if (index >= MOST_RULES) return leftOut(book, address, name, "too-many", { most: MOST_RULES });
    const obstacle = obstacleIn(book, body, keys, own);
    if (obstacle) book.note({ code: obstacle.code, about: address, values: obstacle.values });
    const text = JSON.stringify({ actions: body.actions, conditions: body.conditions });
    const fit = JSON.parse(keys.hidden(text)) as Values;
    const isKeyed = JSON.stringify(fit) !== text;
    if (isKeyed && obstacle?.code !== "rule-key-out") book.note({ code: "key-in-it", about: address });
    const conditions = (fit.conditions as unknown[]).map((each) => readCondition(each)?.text ?? each);
    const isOld = text.includes("/state/illuminance");
    if (isOld) book.note({ code: "rule-old-word", about: address });
    book.put({
      ...{ address, type: "Rule", config: {}, state: {}, action: {} },
      attr: {
        ...{ name, actions: fit.actions, conditions, periodic: Number(body.periodic) || 0 },
        status: obstacle || body.status !== "enabled" ? "disabled" : "enabled",
        created: utcText(body.created),
        owner: keys.publicName(String(body.owner)) ?? UNKNOWN_KEY,
        ...{ lasttriggered: "none", timestriggered: 0 },
      },
    });
    return { address, name, verdict: obstacle ? "disabled" : isKeyed || isOld ? "changed" : "same" };
  });
}

type Obstacle = { readonly code: NoteCode; readonly values: Readonly<Record<string, string | number>> };

/** Why a rule may not run here. */
function obstacleIn(
  book: RecordBook,
  { actions, conditions }: Values,
  keys: KeyNames,
  own: ReadonlySet<string>,
): Obstacle | undefined {
  const all = [...(conditions as Values[]), ...(actions as Values[])];
  const addresses = all.map(({ address }) => String(address));
  if (addresses.some((each) => each.startsWith("/alarmsystems"))) return { code: "rule-alarm", values: {} };
  const isOut = (actions as Values[]).some(
    (action) => isWebAddress(action.address) && keys.mentionedIn(JSON.stringify(action)),
  );
  if (isOut) return { code: "rule-key-out", values: {} };
  const gone = addresses
    .map(ownerIn)
    .find((each) => each !== undefined && !ALWAYS_THERE.includes(each) && !own.has(each) && !isThere(book, each));
  if (gone !== undefined) return { code: "rule-gone", values: { what: gone } };
  const read = (conditions as unknown[]).every((each) => readCondition(each) !== undefined);
  const isTooLong = [actions, conditions].some(
    (each) => (each as unknown[]).length > MOST_PARTS || (each as unknown[]).length === 0,
  );
  return read && !isTooLong ? undefined : { code: "rule-refused", values: {} };
}

/** "/sensors/3/state/presence" → "/sensors/3"; undefined where it names no resource. */
function ownerIn(address: string): Address | undefined {
  const [start, family = "", name = ""] = address.split("/");
  return start === "" && FAMILIES.includes(family) && name !== "" ? `/${family}/${name}` : undefined;
}

function isThere(book: RecordBook, address: Address): boolean {
  const [, family = "", name = ""] = address.split("/");
  return book.find(`/${family}`, name) !== undefined;
}

export function placeSchedules(
  book: RecordBook,
  schedules: readonly ForeignRecord[],
  keys: KeyNames,
  now: number,
): readonly PlannedRecord[] {
  const config = book.get("/config")?.attr ?? {};
  return schedules.map(({ id, body }, index) => {
    const address: Address = `/schedules/${id}`;
    const name = cutName(String(body.name || `Schedule ${id}`));
    if (index >= MOST_SCHEDULES) return leftOut(book, address, name, "too-many", { most: MOST_SCHEDULES });
    const given = isSaid(body.localtime) ? "localtime" : "time";
    const text = String(body[given] ?? "");
    const pattern = parsePattern(text);
    const command = isObject(body.command) ? body.command : {};
    const target = targetOf(command.address);
    if (typeof pattern !== "object" || !target || !isObject(command.body))
      return leftOut(book, address, name, "schedule-bad");
    const times = shownTimes(given, text, String(config.timezone ?? "UTC"), now);
    const timing = timingOf({ ...times }, config);
    const plan = timing && firstPlan(timing, now, (most) => Math.ceil(most / 2));
    const isPast = pattern.kind === "once" && (plan?.base ?? 0) < now;
    if (isPast) return leftOut(book, address, name, "schedule-past");
    const publicName = keys.publicName(target.key);
    if (publicName === undefined) book.note({ code: "schedule-key", about: address });
    const isEnabled = publicName !== undefined && body.status !== "disabled";
    const { activation, autodelete, recycle, description } = body;
    const choices = Object.entries({ activation, autodelete, recycle, description }).filter(
      ([member, value]) => SCHEDULE_BODY[member] && accept(SCHEDULE_BODY[member], value) !== undefined,
    );
    book.put({
      ...{ address, type: "Schedule", config: {}, state: {}, action: {} },
      attr: {
        ...Object.fromEntries(choices),
        ...{ name, created: utcText(body.created), status: isEnabled ? "enabled" : "disabled", ...times },
        command: {
          address: addressWith(publicName ?? UNKNOWN_KEY, target),
          method: "PUT",
          body: JSON.parse(keys.hidden(JSON.stringify(command.body))),
        },
        ...(isEnabled && plan),
      },
    });
    return { address, name, verdict: publicName === undefined ? "disabled" : "same" };
  });
}

export function placeLinks(
  book: RecordBook,
  links: readonly ForeignRecord[],
  keys: KeyNames,
): readonly PlannedRecord[] {
  return links.map(({ id, body }, index) => {
    const address: Address = `/resourcelinks/${id}`;
    const name = String(body.name || `Link ${id}`).slice(0, 200);
    if (index >= MOST_LINKS) return leftOut(book, address, name, "too-many", { most: MOST_LINKS });
    const targets = Array.isArray(body.links)
      ? body.links.filter((each) => typeof each === "string").slice(0, 500)
      : [];
    const gone = targets
      .map(ownerIn)
      .filter((each) => each !== undefined && !ALWAYS_THERE.includes(each) && !isThere(book, each)).length;
    if (gone > 0) book.note({ code: "link-gone", about: address, values: { count: gone } });
    book.put({
      ...{ address, type: "Link", config: {}, state: {}, action: {} },
      attr: {
        ...{ name, type: "Link", links: targets, recycle: body.recycle === true },
        description: String(body.description ?? "").slice(0, 2000),
        classid: Number.isSafeInteger(body.classid) ? body.classid : 0,
        owner: keys.publicName(String(body.owner)) ?? UNKNOWN_KEY,
      },
    });
    return { address, name, verdict: "same" };
  });
}

export function placeParameters(
  book: RecordBook,
  parameters: readonly ForeignRecord[],
  keys: KeyNames,
): readonly PlannedRecord[] {
  return parameters.map(({ id, body }, index) => {
    const address: Address = `/userparameter/${encodeURIComponent(id)}`;
    const value = keys.hidden(String(body.value ?? ""));
    if (index >= MOST_PARAMETERS || value.length > LONGEST_PARAMETER || id === "")
      return leftOut(book, address, id, "too-many", { most: MOST_PARAMETERS });
    book.put({ ...{ address, type: "Userparameter", config: {}, state: {}, action: {} }, attr: { value } });
    return { address, name: id, verdict: "same" };
  });
}

function leftOut(book: RecordBook, address: Address, name: string, code: NoteCode, values = {}): PlannedRecord {
  book.note({ code, about: address, values });
  return { address, name, verdict: "left-out" };
}

function isSaid(text: unknown): boolean {
  return typeof text === "string" && text !== "" && text !== "none";
}

function utcText(text: unknown): string {
  const time = Date.parse(`${text}Z`);
  return utcSeconds(Number.isFinite(time) ? time : 0);
}
