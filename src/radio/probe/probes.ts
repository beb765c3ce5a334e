/** Every kind of stick, and what is asked of it: questions that change nothing in it, least of all its network. */
import type { StickAdapter } from "../stick-names.ts";
import { deconz } from "./probe-deconz.ts";
import { ember } from "./probe-ember.ts";
import { zboss } from "./probe-zboss.ts";
import { zigate } from "./probe-zigate.ts";
import { zoh } from "./probe-zoh.ts";
import { zstack } from "./probe-zstack.ts";
import type { Talk } from "./talk.ts";

export interface Probe {
  readonly adapter: StickAdapter;
  readonly baudRates: readonly number[]; // the usual one first
  /** Its firmware, for a person to read; undefined when it is not of this kind. */
  readonly ask: (talk: Talk) => Promise<string | undefined>;
}

/** The most frequent first. */
export const PROBES: readonly Probe[] = [
  { adapter: "zstack", baudRates: [115_200], ask: zstack },
  { adapter: "ember", baudRates: [115_200, 460_800, 57_600, 230_400], ask: ember },
  { adapter: "deconz", baudRates: [38_400, 115_200], ask: deconz },
  { adapter: "zigate", baudRates: [115_200], ask: zigate },
  { adapter: "zboss", baudRates: [115_200], ask: zboss },
  { adapter: "zoh", baudRates: [460_800, 115_200], ask: zoh },
];
