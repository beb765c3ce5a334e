/**
 * The events of late, as far as the gateway has kept them, and each change since the events panel was first
 * shown, also while another panel is open; rendered once a frame.
 */
import { useEffect, useState } from "preact/hooks";
import type { ChangeNotice, FlowNodes } from "../../src/model/admin-api.ts";
import { isGoneOrBack, kindOfEvent } from "../../src/model/event-kinds.ts";
import type { KeyNames } from "../devices/values/key-names.ts";
import { useKeyNames, useLive, useRedraw } from "../hooks.ts";
import type { LiveHouse } from "../live-house.ts";
import { added, type EventFilter, eventOf, type LoggedEvent, NO_FILTER, timedAnew } from "./log.ts";

interface Recording {
  events: readonly LoggedEvent[];
  waiting: readonly ChangeNotice[]; // not yet in words
  count: number; //             since it began
  told: number; //              of these, no echoes: events that the panel may show
  flowNodes: FlowNodes;
  earlier: ReadonlySet<string> | undefined; // events that the gateway had kept: the stream may repeat the last; undefined: not asked yet
  question: object; //     the last request for earlier events: the answer to another one comes too late
  isLearning: boolean; // asks for new flow nodes
  awaited: ReadonlySet<ChangeNotice>; // what commands want of devices that have not answered yet
  readonly asked: Set<string>; // causes that were unknown nodes: the gateway never knows nodes of subflows
  readonly listeners: Set<() => void>;
  filter: EventFilter; // it is the same when the user comes back
  zone?: unknown; // of the house, by whose clock the events are told
}

interface RecordedEvents {
  readonly events: readonly LoggedEvent[];
  readonly isLoading: boolean; // the events that the gateway has kept are not here yet
  readonly isPaused: boolean;
  readonly awaited: ReadonlySet<ChangeNotice>; // has not happened yet
  readonly newer: number; // that happened while a pause holds it back
  readonly pause: (isPaused: boolean) => void;
  readonly filter: EventFilter;
  readonly narrow: (filter: EventFilter) => void;
}

const recordings = new WeakMap<LiveHouse, Recording>();
const MOST_WAITING = 5_000; // all that a gateway keeps
const TRIES = 5;
const AGAIN = 1_000; // milliseconds
const FLOW = "flow:";

/** One recording for each connection to a gateway. */
export function recordingOf(live: LiveHouse): Recording {
  const known = recordings.get(live);
  if (known) return known;
  const own: Recording = {
    events: [],
    waiting: [],
    count: 0,
    told: 0,
    flowNodes: {},
    earlier: undefined,
    question: {},
    isLearning: false,
    awaited: new Set(),
    asked: new Set(),
    listeners: new Set(),
    filter: NO_FILTER,
  };
  recordings.set(live, own);
  const tell = () => {
    for (const listener of [...own.listeners]) listener();
  };
  askEarlier(live, own, TRIES, tell);
  live.onEarlier(() => {
    Object.assign(own, { events: [], waiting: [], earlier: undefined, count: 0, told: 0 });
    askEarlier(live, own, TRIES, tell);
  });
  live.onChanges((all) => {
    const news = all.filter((each) => !isGoneOrBack(each) && !own.earlier?.has(mark(each)));
    if (news.length === 0) return;
    own.waiting = [...own.waiting, ...news].slice(-MOST_WAITING);
    count(own, news);
    holdBack(own, news);
    const isStranger = (by: string) =>
      by.startsWith(FLOW) && !(by.slice(FLOW.length) in own.flowNodes) && !own.asked.has(by);
    const strangers = news.map(({ by }) => by).filter(isStranger);
    for (const by of strangers) own.asked.add(by);
    if (strangers.length > 0) learn(live, own);
    tell();
  });
  live.onSettled((isSettled) => {
    const left = [...own.awaited].filter(({ n = 0 }) => !isSettled(n));
    if (left.length === own.awaited.size) return;
    own.awaited = new Set(left);
    tell();
  });
  return own;
}

/** A gateway that is just being deployed does not answer yet. */
function askEarlier(live: LiveHouse, own: Recording, tries: number, tell: () => void): void {
  const question = {};
  own.question = question;
  const isLast = () => own.question === question;
  live.api.events().then(
    (all) => {
      if (!isLast()) return;
      const first = own.waiting[0]?.n ?? Number.POSITIVE_INFINITY;
      const earlier = all.filter((each) => (each.n ?? 0) < first);
      own.earlier = new Set(earlier.map(mark));
      own.waiting = [...earlier, ...own.waiting].slice(-MOST_WAITING);
      count(own, earlier);
      holdBack(own, earlier);
      tell();
    },
    () => {
      if (!isLast()) return;
      if (tries > 1) return void setTimeout(() => isLast() && askEarlier(live, own, tries - 1, tell), AGAIN);
      own.earlier = new Set(); // then it begins here
      tell();
    },
  );
}

/** What is only desired has not happened yet. */
function holdBack(own: Recording, news: readonly ChangeNotice[]): void {
  const wishes = news.filter(({ desired }) => desired);
  if (wishes.length > 0) own.awaited = new Set([...own.awaited, ...wishes]);
}

function count(own: Recording, news: readonly ChangeNotice[]): void {
  own.count += news.length;
  own.told += news.filter((each) => kindOfEvent(each) !== "echoed").length;
}

/** A gateway that was started again counts anew. */
function mark({ n, at }: ChangeNotice): string {
  return `${n}/${at}`;
}

/** A node that was deployed a moment ago changes something: until the panels know the node, they put nothing into words. */
function learn(live: LiveHouse, own: Recording): void {
  if (own.isLearning) return;
  own.isLearning = true;
  const learned = (flowNodes: FlowNodes) => {
    Object.assign(own, { flowNodes, isLearning: false });
    for (const listener of [...own.listeners]) listener();
  };
  live.api.flowNodes().then(learned, () => learned(own.flowNodes)); // they are named by their ids then
}

/** Changes are put into words only when the panel is shown. */
function worded({ house }: LiveHouse, own: Recording, keyNames: KeyNames | undefined): readonly LoggedEvent[] {
  if (house && keyNames && own.earlier && !own.isLearning && own.waiting.length > 0) {
    const first = own.count - own.waiting.length;
    const fresh = own.waiting.map((news, index) =>
      eventOf({ ...house, keyNames }, news, String(first + index), own.flowNodes),
    );
    own.events = added(own.events, fresh);
    own.waiting = [];
  }
  if (house && own.zone !== house.config.timezone) {
    own.zone = house.config.timezone;
    own.events = own.events.map(timedAnew);
  }
  return own.events;
}

export function useRecording(): RecordedEvents {
  const live = useLive();
  const own = recordingOf(live);
  const keyNames = useKeyNames();
  const redraw = useRedraw();
  const [held, hold] = useState<{ readonly events: readonly LoggedEvent[]; readonly told: number } | undefined>(
    undefined,
  );
  useEffect(() => {
    learn(live, own);
  }, [live, own]);
  useEffect(() => {
    let frame = 0;
    const drawSoon = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        redraw();
      });
    };
    own.listeners.add(drawSoon);
    return () => {
      own.listeners.delete(drawSoon);
      cancelAnimationFrame(frame);
    };
  }, [own]);
  const events = held?.events ?? worded(live, own, keyNames);
  return {
    events,
    isLoading: !held && events.length === 0 && (own.earlier === undefined || own.waiting.length > 0),
    isPaused: held !== undefined,
    awaited: own.awaited,
    newer: held ? own.told - held.told : 0,
    pause: (isPaused) => hold(isPaused ? { events, told: own.told } : undefined),
    filter: own.filter,
    narrow: (filter) => {
      own.filter = filter;
      redraw();
    },
  };
}
