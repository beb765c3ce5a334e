/** Counts the frames that go through the air, and keeps the newest ones to be read. */
import { Zcl, Zdo } from "zigbee-herdsman";

export type TrafficKind = "unicast" | "group" | "broadcast" | "zdo" | "touchlink";
export type FrameCounts = { [kind in TrafficKind]: number };

/** One frame as it went through the air. */
interface PassedFrame {
  readonly kind: TrafficKind;
  readonly from: string; // the address of a device, or "coordinator"
  readonly to: string; //   the same, or "group 5", "broadcast 0xfffd", "channel 11"
  readonly endpoint?: number; // that it is for
  readonly cluster: number;
  readonly bytes: Buffer;
}

/** The same, decoded. */
export interface DecodedFrame extends Omit<PassedFrame, "cluster" | "bytes"> {
  readonly at: number; // milliseconds, UTC
  readonly cluster: string;
  readonly command: string;
  readonly payload?: unknown;
  readonly bytes: string; // hex
}

export interface FrameCounters {
  readonly sent: Readonly<FrameCounts>; //     by the coordinator
  readonly received: Readonly<FrameCounts>; // by the coordinator
  /** Frames from the coordinator, by their destination. */
  readonly to: ReadonlyMap<string, Readonly<FrameCounts>>;
  /** Frames that devices dropped, because their frame counter was not higher than that of the last one. */
  replayed: number;
  /** Frames of devices for a coordinator that is not there: its address is another one now. */
  lost: number;
  clear(): void;
  /** Is called with each frame that the coordinator sends; the answer ends that. */
  follow(listener: () => void): () => void;
}

export interface Traffic {
  readonly counters: FrameCounters;
  pass(frame: PassedFrame): void;
  heard(): DecodedFrame[];
}

export const COORDINATOR = "coordinator";
const MOST_KEPT = 500;

export function createTraffic(): Traffic {
  const [sent, received, to] = [zeros(), zeros(), new Map<string, FrameCounts>()];
  const followers = new Set<() => void>();
  let kept: { readonly at: number; readonly frame: PassedFrame }[] = [];
  const counters: FrameCounters = {
    sent,
    received,
    to,
    replayed: 0,
    lost: 0,
    clear: () => {
      Object.assign(sent, zeros());
      Object.assign(received, zeros());
      Object.assign(counters, { replayed: 0, lost: 0 });
      to.clear();
    },
    follow: (listener) => {
      followers.add(listener);
      return () => followers.delete(listener);
    },
  };
  return {
    counters,
    pass: (frame) => {
      if (frame.from === COORDINATOR) {
        const counts = to.get(frame.to) ?? zeros();
        to.set(frame.to, counts);
        sent[frame.kind] += 1;
        counts[frame.kind] += 1;
        for (const follower of followers) follower();
      } else if (frame.to === COORDINATOR || frame.kind === "group" || frame.kind === "broadcast") {
        received[frame.kind] += 1;
      }
      kept.push({ at: Date.now(), frame });
      if (kept.length >= 2 * MOST_KEPT) kept = kept.slice(-MOST_KEPT);
    },
    heard: () => kept.slice(-MOST_KEPT).map(({ at, frame }) => decode(at, frame)),
  };
}

function decode(at: number, { cluster, bytes, ...frame }: PassedFrame): DecodedFrame {
  const heard = { ...frame, at, bytes: bytes.toString("hex") };
  if (frame.kind === "zdo") return { ...heard, cluster: "zdo", command: Zdo.ClusterId[cluster] ?? String(cluster) };
  const header = Zcl.Header.fromBuffer(bytes);
  try {
    if (!header) throw new Error("too short");
    const read = Zcl.Frame.fromBuffer(cluster, header, bytes, {});
    return { ...heard, cluster: read.cluster.name, command: read.command.name, payload: read.payload };
  } catch {
    return { ...heard, cluster: String(cluster), command: String(header?.commandIdentifier ?? "") };
  }
}

function zeros(): FrameCounts {
  return { unicast: 0, group: 0, broadcast: 0, zdo: 0, touchlink: 0 };
}
