/** Answers in multicast DNS: to all at once where that helps all, but none oftener than once in a second; to one where that was asked for. */
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { type Answer, type Message, writeMessage } from "./dns.ts";
import type { Group } from "./group.ts";
import { isNear, isOfTheHouse, type Pace } from "./pace.ts";
import { ALONG, isSame, type Role, type Row, rowsFor } from "./records.ts";
import type { Network, Peer, Place } from "./voice.ts";

const OFTENEST = 1_000; // milliseconds between two times that all are told the same
const OFTENEST_TO_DEFEND = 250; // when somebody is about to take our name
const SHARED_WAIT = { least: 20, more: 100 }; // others answer, too
const CUT_WAIT = { least: 400, more: 100 }; // more of what the asker knows will follow
const LEGACY_SECONDS = 10; // for who only knows DNS, and will not hear when something changes

export interface RepliesParts {
  readonly rowsOn: (network: Network) => readonly Row[];
  readonly everywhere: () => readonly Row[];
  readonly networks: readonly Network[];
  readonly group: Group;
  readonly place: Place;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly random: () => number;
}

export interface Replies {
  hear(query: Message, from: Peer): void;
  /** At once, with another time to live if one is given. */
  tellAll(roles: readonly Role[], ttl?: number): Promise<void>;
  /** What waits to be said will not be said. */
  drop(): void;
}

interface Waiting {
  readonly roles: Set<Role>;
  readonly asker: string; // who asked first
  readonly stop: Stop;
}

export function openReplies(parts: RepliesParts): Replies {
  const { rowsOn, everywhere, networks, group, place, clock, pace, random } = parts;
  const told = new Map<Role, number>(); // to all, when
  let waiting: Waiting | undefined;

  const tellAll = (roles: readonly Role[], ttl?: number): Promise<void> => {
    for (const role of roles) told.set(role, clock.uptime());
    return group.tellAll((network) => {
      const rows = rowsOn(network).map((row) => (ttl === undefined ? row : { ...row, ttl }));
      const more = ttl === undefined ? along(roles) : [];
      return writeMessage({ isAnswer: true, answers: of(rows, roles), additionals: of(rows, more) });
    });
  };
  const isRecent = (role: Role, within: number) => {
    const at = told.get(role);
    return at !== undefined && clock.uptime() - at < within;
  };
  const tellLater = (roles: ReadonlySet<Role>, { isCut, authorities }: Message, from: Peer) => {
    const defends = authorities.length > 0;
    const due = [...roles].filter((role) => !isRecent(role, defends ? OFTENEST_TO_DEFEND : OFTENEST));
    if (due.length === 0) return;
    if (defends) return void tellAll(due);
    if (waiting) {
      for (const role of due) waiting.roles.add(role);
      return;
    }
    const isShared = everywhere().some(({ role, unique }) => !unique && roles.has(role));
    const range = isCut ? CUT_WAIT : SHARED_WAIT;
    const wait = isCut || isShared ? range.least + range.more * random() : 0;
    const stop = clock.after(wait, () => {
      const wanted = [...(waiting?.roles ?? [])];
      waiting = undefined;
      if (wanted.length > 0) void tellAll(wanted);
    });
    waiting = { roles: new Set(due), asker: from.address, stop };
  };
  const tellOne = (roles: ReadonlySet<Role>, { id, questions }: Message, from: Peer, isLegacy: boolean) => {
    if (!pace.mayAnswer(from.address)) return;
    const network = networks.find((each) => isNear(from.address, [each])) ?? networks[0];
    const rows = network ? rowsOn(network) : [];
    const [answers, additionals] = [of(rows, [...roles]), of(rows, along([...roles]))];
    const bytes = isLegacy
      ? writeMessage({
          id,
          isAnswer: true,
          questions,
          answers: answers.map(plain),
          additionals: additionals.map(plain),
        })
      : writeMessage({ isAnswer: true, answers, additionals });
    void group.tell(bytes, from);
  };
  /** Everyone heard it a while ago: then it is enough to tell the one who asks. */
  const isWellKnown = (role: Role) =>
    everywhere().some((row) => row.role === role && isRecent(role, (row.ttl * 1000) / 4));

  return {
    hear: (query, from) => {
      const knows = (row: Row) => query.answers.some((known) => isSame(known, row) && known.ttl >= row.ttl / 2);
      const known = new Set(
        everywhere()
          .filter(knows)
          .map(({ role }) => role),
      );
      if (query.questions.length === 0 && waiting?.asker === from.address) {
        for (const role of known) waiting.roles.delete(role);
      }
      const meant = query.questions.flatMap((question) => rowsFor(question, everywhere()));
      const roles = new Set(meant.map(({ role }) => role).filter((role) => !known.has(role)));
      if (roles.size === 0) return;
      const isLegacy = from.port !== place.port; // it knows DNS, but not multicast DNS
      const isForOne = isLegacy || (query.questions.every(({ unicast }) => unicast) && [...roles].every(isWellKnown));
      const mayHave = isNear(from.address, networks) && isOfTheHouse(from, networks, place.port);
      if (isForOne && mayHave) tellOne(roles, query, from, isLegacy);
      else if (!isLegacy) tellLater(roles, query, from);
    },
    tellAll,
    drop: () => {
      waiting?.stop();
      waiting = undefined;
    },
  };
}

/** What is told with them. */
function along(roles: readonly Role[]): readonly Role[] {
  return [...new Set(roles.flatMap((role) => ALONG[role]))].filter((role) => !roles.includes(role));
}

function of(rows: readonly Row[], roles: readonly Role[]): readonly Row[] {
  return rows.filter(({ role }) => roles.includes(role));
}

/** As DNS has it: nothing unique, and not for long. */
function plain(answer: Answer): Answer {
  return { ...answer, unique: false, ttl: Math.min(answer.ttl, LEGACY_SECONDS) };
}
