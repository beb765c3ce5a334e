/** The answer to "Is everything all right?" in one sentence: green only while nothing that is known by now speaks against it. Pure. */
import type { Health } from "../../src/model/admin-api.ts";
import type { HouseState } from "../house.ts";
import { say, sayTime } from "../texts.ts";
import { badFindings } from "./cures.ts";

type RadioState = "none" | "up" | "starting" | "down";

export function radioState({
  hasRadio,
  config,
  gateway,
}: Pick<HouseState, "hasRadio" | "config" | "gateway">): RadioState {
  if (!hasRadio) return "none";
  if (config.rfconnected === true) return "up";
  return String(gateway.reason ?? "") === "" ? "starting" : "down";
}

interface Verdict {
  readonly tone: "good" | "bad" | "unknown";
  readonly text: string;
}

/** The findings may be older than what the radio has done since: then a look is under way. */
export function verdictOf(health: Health | undefined, radio: RadioState, isLooking: boolean): Verdict {
  if (!health) return { tone: "unknown", text: say(isLooking ? "health.looking" : "health.unknown") };
  const count = badFindings(health).length;
  const at = sayTime(health.at);
  if (count > 0) return { tone: "bad", text: `${say("health.bad", { count })} · ${at}` };
  if (radio === "starting") return { tone: "unknown", text: say("health.says.radio.starting") };
  if (radio === "down") return { tone: "unknown", text: say("health.looking") };
  return { tone: "good", text: `${say("health.good")} · ${at}` };
}
