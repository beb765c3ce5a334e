/**
 * Replies in multicast DNS (RFC 6762 section 6): by multicast where that helps all, but the same record once a second at most; by unicast to
 * an asker that wants that.
 */
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { type DnsMessage, type DnsRecord, writeMessage } from "./dns.ts";
import type { LocalNetwork, MulticastGroup, MulticastSocket, UdpPeer } from "./multicast-socket.ts";
import { isLocal, mayReplyTo, type ReplyLimits } from "./reply-limits.ts";
import { ADDITIONALS, isSameRecord, matchingRecords, type RecordRole, type ServiceRecord } from "./service-records.ts";

const MULTICAST_INTERVAL = 1_000; // milliseconds between two multicasts of the same record
const DEFENCE_INTERVAL = 250; // milliseconds, against another host that is about to take our name
const SHARED_DELAY = { least: 20, more: 100 }; // milliseconds, where others reply, too
const TRUNCATED_DELAY = { least: 400, more: 100 }; // milliseconds: more known answers of the asker will follow
const LEGACY_TTL = 10; // seconds, for plain DNS clients: they will not hear of a change

interface ResponderOptions {
  readonly recordsOn: (network: LocalNetwork) => readonly ServiceRecord[];
  readonly allRecords: () => readonly ServiceRecord[];
  readonly networks: readonly LocalNetwork[];
  readonly socket: MulticastSocket;
  readonly group: MulticastGroup;
  readonly clock: Clock;
  readonly limits: ReplyLimits;
  readonly random: () => number;
}

interface DelayedReply {
  readonly roles: Set<RecordRole>;
  readonly asker: string; // the address of the first asker
  readonly stop: Stop;
}

export class MdnsResponder {
  readonly #options: ResponderOptions;
  readonly #sentAt = new Map<RecordRole, number>(); // by multicast
  #delayed: DelayedReply | undefined;

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  receive(query: DnsMessage, from: UdpPeer): void {
    const { allRecords, networks, group } = this.#options;
    const isKnown = (record: ServiceRecord) =>
      query.answers.some((known) => isSameRecord(known, record) && known.ttl >= record.ttl / 2);
    const known = new Set(
      allRecords()
        .filter(isKnown)
        .map(({ role }) => role),
    );
    if (query.questions.length === 0 && this.#delayed?.asker === from.address) {
      for (const role of known) this.#delayed.roles.delete(role);
    }
    const asked = query.questions.flatMap((question) => matchingRecords(question, allRecords()));
    const roles = new Set(asked.map(({ role }) => role).filter((role) => !known.has(role)));
    if (roles.size === 0) return;
    const isLegacy = from.port !== group.port; // a plain DNS client
    const wantsUnicast = query.questions.every(({ unicastResponse }) => unicastResponse);
    const isForOne = isLegacy || (wantsUnicast && [...roles].every((role) => this.#isFresh(role)));
    const mayReply = isLocal(from.address, networks) && mayReplyTo(from, networks, group.port);
    if (isForOne && mayReply) this.#unicast(roles, query, from, isLegacy);
    else if (!isLegacy) this.#multicastLater(roles, query, from);
  }

  /** At once; another time to live stands for that of the records. */
  multicast(roles: readonly RecordRole[], ttl?: number): Promise<void> {
    const { clock, socket, recordsOn } = this.#options;
    for (const role of roles) this.#sentAt.set(role, clock.uptime());
    return socket.multicast((network) => {
      const records = recordsOn(network).map((record) => (ttl === undefined ? record : { ...record, ttl }));
      const more = ttl === undefined ? additionalRoles(roles) : [];
      return writeMessage({ isResponse: true, answers: ofRoles(records, roles), additionals: ofRoles(records, more) });
    });
  }

  /** Drops the delayed reply. */
  cancel(): void {
    this.#delayed?.stop();
    this.#delayed = undefined;
  }

  #multicastLater(roles: ReadonlySet<RecordRole>, { isTruncated, authorities }: DnsMessage, from: UdpPeer): void {
    const { clock, random, allRecords } = this.#options;
    const isDefence = authorities.length > 0;
    const interval = isDefence ? DEFENCE_INTERVAL : MULTICAST_INTERVAL;
    const due = [...roles].filter((role) => !this.#wasSentWithin(role, interval));
    if (due.length === 0) return;
    if (isDefence) return void this.multicast(due);
    if (this.#delayed) {
      for (const role of due) this.#delayed.roles.add(role);
      return;
    }
    const isShared = allRecords().some(({ role, cacheFlush }) => !cacheFlush && roles.has(role));
    const range = isTruncated ? TRUNCATED_DELAY : SHARED_DELAY;
    const delay = isTruncated || isShared ? range.least + range.more * random() : 0;
    const stop = clock.after(delay, () => {
      const wanted = [...(this.#delayed?.roles ?? [])];
      this.#delayed = undefined;
      if (wanted.length > 0) void this.multicast(wanted);
    });
    this.#delayed = { roles: new Set(due), asker: from.address, stop };
  }

  #unicast(roles: ReadonlySet<RecordRole>, { id, questions }: DnsMessage, from: UdpPeer, isLegacy: boolean): void {
    const { limits, networks, recordsOn, socket } = this.#options;
    if (!limits.mayReply(from.address)) return;
    const network = networks.find((each) => isLocal(from.address, [each])) ?? networks[0];
    const records = network ? recordsOn(network) : [];
    const [answers, additionals] = [ofRoles(records, [...roles]), ofRoles(records, additionalRoles([...roles]))];
    const message = isLegacy
      ? { id, questions, answers: answers.map(legacyRecord), additionals: additionals.map(legacyRecord) }
      : { answers, additionals };
    void socket.send(writeMessage({ isResponse: true, ...message }), from);
  }

  #wasSentWithin(role: RecordRole, milliseconds: number): boolean {
    const at = this.#sentAt.get(role);
    return at !== undefined && this.#options.clock.uptime() - at < milliseconds;
  }

  /** All heard it within a quarter of its time to live: then a unicast reply is enough. */
  #isFresh(role: RecordRole): boolean {
    const records = this.#options.allRecords();
    return records.some((record) => record.role === role && this.#wasSentWithin(role, (record.ttl * 1000) / 4));
  }
}

function additionalRoles(roles: readonly RecordRole[]): readonly RecordRole[] {
  return [...new Set(roles.flatMap((role) => ADDITIONALS[role]))].filter((role) => !roles.includes(role));
}

export function ofRoles(records: readonly ServiceRecord[], roles: readonly RecordRole[]): readonly ServiceRecord[] {
  return records.filter(({ role }) => roles.includes(role));
}

/** As plain DNS has it: without the cache-flush bit, and not for long. */
function legacyRecord(record: DnsRecord): DnsRecord {
  return { ...record, cacheFlush: false, ttl: Math.min(record.ttl, LEGACY_TTL) };
}
