/** The sixteen channels as the strip shows them: how full each is, where Wi-Fi lies, and which is to be advised. Pure. */
import { isObject, type Values } from "../../src/model/resource.ts";

export interface ChannelLevel {
  readonly channel: number;
  readonly usual: number | undefined; // 0 to 1
  readonly now: number | undefined;
}

type ChannelAdvice =
  | { readonly says: "not-able" | "never" }
  | { readonly says: "quiet" | "all-full"; readonly channel: number }
  | { readonly says: "full"; readonly channel: number; readonly better: number };

/** Where the usual channels of Wi-Fi lie over ours: both ends, as shares of the strip. */
interface WifiBand {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

const WHOLE = 254;
const FULL = 0.5;
const MUCH_BETTER = 0.15;
const FIRST = 2405; // MHz: the middle of channel 11
const STEP = 5;
const COUNT = 16;
const HALF_WIFI = 11; // MHz
/** Many devices are weak or deaf on the last one. */
const NOT_ADVISED = 26;

export const WIFI: readonly WifiBand[] = [
  [1, 2412],
  [6, 2437],
  [11, 2462],
].map(([number = 0, middle = 0]) => ({
  number,
  from: Math.max(0, shareOf(middle - HALF_WIFI)),
  to: Math.min(1, shareOf(middle + HALF_WIFI)),
}));

function shareOf(frequency: number): number {
  return ((frequency - FIRST) / STEP + 0.5) / COUNT;
}

export function levelsIn(channels: unknown): readonly ChannelLevel[] {
  const all: readonly unknown[] = Array.isArray(channels) ? channels : [];
  return all.filter(isObject).map(({ channel, now, hours }) => {
    const known = (Array.isArray(hours) ? hours : []).filter((level): level is number => typeof level === "number");
    const usual = known.length > 0 ? known.reduce((sum, level) => sum + level, 0) / known.length : undefined;
    return {
      channel: Number(channel),
      usual: usual === undefined ? undefined : usual / WHOLE,
      now: typeof now === "number" ? now / WHOLE : undefined,
    };
  });
}

export function adviceFor({ able, own }: Values, levels: readonly ChannelLevel[]): ChannelAdvice {
  const known = levels.filter(({ usual }) => usual !== undefined);
  if (known.length === 0) return { says: able === false ? "not-able" : "never" };
  const channel = Number(own);
  const ours = known.find((each) => each.channel === channel)?.usual ?? 0;
  if (ours < FULL) return { says: "quiet", channel };
  const [best] = known
    .filter((each) => each.channel !== NOT_ADVISED)
    .sort((one, other) => (one.usual ?? 0) - (other.usual ?? 0));
  if (!best || (best.usual ?? 0) > ours - MUCH_BETTER) return { says: "all-full", channel };
  return { says: "full", channel, better: best.channel };
}

export function toneOf(level: number): "good" | "fair" | "weak" {
  return level < 0.35 ? "good" : level < FULL ? "fair" : "weak";
}
