/**
 * A gateway in multicast DNS (RFC 6762): it asks whether its names are free and takes others if not, says that it is there,
 * answers who asks, and takes leave.
 */
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { type Answer, isSameName, type Message, readMessage, TYPE, writeMessage } from "./dns.ts";
import type { Group } from "./group.ts";
import { openReplies } from "./mdns-replies.ts";
import type { Pace } from "./pace.ts";
import { isSame, type Names, namesOf, type Role, type Row, rowsOf } from "./records.ts";
import type { Announced, Network, Peer, Place, Voice } from "./voice.ts";

const PROBES = 3;
const BETWEEN_PROBES = 250; // milliseconds
const ANNOUNCEMENTS = 2;
const BETWEEN_ANNOUNCEMENTS = 1_000;
const AFTER_A_LOST_TIE = 1_000;
const MANY_CONFLICTS = 10; // from then on slowly
const SLOWLY = 5_000;
const OWN: readonly Role[] = ["place", "facts", "address"]; // under names that are ours alone
const ALL: readonly Role[] = ["services", "service", ...OWN, "only", "only place"];
const LEFT: readonly Role[] = ["service", ...OWN];

export const MDNS: Place = { group: "224.0.0.251", port: 5353, ttl: 255 };

export interface MdnsParts {
  readonly announced: Announced;
  readonly networks: readonly Network[];
  readonly group: Group;
  readonly place: Place;
  readonly clock: Clock;
  readonly log: Log;
  readonly pace: Pace;
  readonly random: () => number; // below 1
}

export function speakMdns(parts: MdnsParts): Voice {
  const { announced, networks, group, place, clock, log, random } = parts;
  let attempt = 1; // at names
  let conflicts = 0;
  let isProbing = true;
  let names: Names;
  let rows: ReadonlyMap<string, readonly Row[]>; // by our address in the network
  let wait: Stop = () => {};

  const take = () => {
    names = namesOf(announced, attempt);
    rows = new Map(networks.map(({ ip }) => [ip, rowsOf(announced, names, ip)]));
  };
  const rowsOn = ({ ip }: Network) => rows.get(ip) ?? [];
  const everywhere = () => [...rows.values()].flat();
  const replies = openReplies({ ...parts, rowsOn, everywhere });

  const probe = (left: number) => {
    isProbing = true;
    if (left === 0) return announce(ANNOUNCEMENTS);
    void group.tellAll((network) => {
      const authorities = ofRole(rowsOn(network), OWN);
      const asked = [names.instance, ...(has(authorities, "address") ? [names.host] : [])];
      const questions = asked.map((name) => ({ name, type: TYPE.ANY, unicast: true }));
      return writeMessage({ questions, authorities });
    });
    wait = clock.after(BETWEEN_PROBES, () => probe(left - 1));
  };
  const begin = (after: number) => {
    isProbing = true;
    wait();
    replies.drop();
    wait = clock.after(after, () => probe(PROBES));
  };
  const announce = (left: number) => {
    isProbing = false;
    void replies.tellAll(ALL);
    if (left > 1) wait = clock.after(BETWEEN_ANNOUNCEMENTS, () => announce(left - 1));
  };
  const yieldNames = () => {
    conflicts += 1;
    if (isProbing) {
      attempt += 1;
      take();
      log.info(`/config/name: another one in the network is called so; it is announced as "${names.instance[0]}"`);
    }
    begin(conflicts > MANY_CONFLICTS ? SLOWLY : BETWEEN_PROBES * random());
  };
  /** Somebody says something else under our names. What we said ourselves comes back to us, too, from each network. */
  const isContested = (answers: readonly Answer[]) =>
    answers.some((answer) => {
      if (answer.ttl === 0) return false;
      const same = everywhere().filter((row) => row.unique && isSameName(row.name, answer.name));
      return same.some(({ type }) => type === answer.type) && !same.some((row) => isSame(row, answer));
    });
  /** Two want the same name at the same moment: the one whose data are later in the order of bytes has it. */
  const losesTie = ({ authorities }: Message) => {
    if (!isContested(authorities)) return false;
    const mine = ofRole([...rows.values()][0] ?? [], OWN);
    const theirs = authorities.filter((answer) => mine.some(({ name }) => isSameName(name, answer.name)));
    const about = mine.filter(({ name }) => theirs.some((answer) => isSameName(name, answer.name)));
    return Buffer.compare(inOrder(about), inOrder(theirs)) < 0;
  };

  take();
  begin(BETWEEN_PROBES * random());
  return {
    hear: (bytes, from: Peer) => {
      const message = readMessage(bytes);
      if (!message) return;
      if (message.isAnswer) {
        if (from.port === place.port && isContested([...message.answers, ...message.additionals])) yieldNames();
      } else if (!isProbing) replies.hear(message, from);
      else if (losesTie(message)) begin(AFTER_A_LOST_TIE);
    },
    stop: async () => {
      wait();
      replies.drop();
      if (!isProbing) await replies.tellAll(LEFT, 0);
    },
  };
}

function ofRole(rows: readonly Row[], roles: readonly Role[]): readonly Row[] {
  return rows.filter(({ role }) => roles.includes(role));
}

function has(rows: readonly Row[], role: Role): boolean {
  return ofRole(rows, [role]).length > 0;
}

function inOrder(answers: readonly Answer[]): Buffer {
  const bytes = answers.map(({ type, data }) => Buffer.concat([Buffer.of(type >> 8, type & 0xff), data]));
  return Buffer.concat(bytes.sort(Buffer.compare));
}
