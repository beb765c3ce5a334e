/** What a message wishes of a schedule, and its times in words. */
import { isObject, type Values } from "../../src/model/resource.ts";
import { wallOf } from "../../src/model/zones.ts";
import { NodeError, quoted } from "../flow-node/node-error.ts";
import type { Translate } from "../gateway/runtime.ts";

/** What it reads of a message; anything may be in it. */
interface Said {
  readonly action?: unknown;
  readonly payload?: unknown;
}

const ENABLED: Values = { status: "enabled" };
const DISABLED: Values = { status: "disabled" };

/** The bodies that are put, one after the other. */
const ACTIONS: Readonly<Record<string, readonly Values[]>> = {
  enable: [ENABLED],
  disable: [DISABLED],
  restart: [DISABLED, ENABLED], // what is enabled already would just go on
  next: [],
};
const WEEK = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAY = 86_400_000;
const ALMOST_A_WEEK = 6; // days; in seven the weekday is the same again

/** Throws a Failure where it wishes nothing that a schedule knows. */
export function wishesIn({ action, payload }: Said, say: Translate): readonly Values[] {
  if (action === undefined) return [timeIn(payload, say)];
  const wishes = typeof action === "string" && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!wishes) throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
  return wishes;
}

/** Is it to run, also when it has ended? */
export function isToRun({ action }: Said): boolean {
  return action === "enable" || action === "restart";
}

function timeIn(payload: unknown, say: Translate): Values {
  if (!isObject(payload) || typeof payload.time !== "string") throw new NodeError("invalid", say("error.payload"));
  const { time, utc = false, ...others } = payload;
  const [member] = Object.keys(others);
  if (member !== undefined) throw new NodeError("invalid", say("error.member", { member }));
  if (typeof utc !== "boolean") throw new NodeError("invalid", say("error.payload"));
  return utc ? { time } : { localtime: time };
}

/** "Mon 07:00", on the wall clock; with seconds where they count, with the date where a weekday would not be clear. */
export function whenInWords(moment: number, now: number, zone: string, say: Translate): string {
  const [then, today] = [wallOf(moment, zone), wallOf(now, zone)];
  const text = new Date(then).toISOString();
  const time = text.slice(11, text.slice(17, 19) === "00" ? 16 : 19);
  const days = Math.floor(then / DAY) - Math.floor(today / DAY);
  const weekday = WEEK[new Date(then).getUTCDay()];
  return days >= 0 && days <= ALMOST_A_WEEK ? `${say(`day.${weekday}.short`)} ${time}` : `${text.slice(0, 10)} ${time}`;
}
