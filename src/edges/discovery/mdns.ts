/**
 * Announces a gateway by multicast DNS (RFC 6762): it probes whether its names are free, takes others if they are not, announces itself,
 * replies to queries, and says goodbye.
 */
import type { Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import type { Announcement, Announcer, AnnouncerOptions } from "./announcer.ts";
import { type DnsMessage, type DnsRecord, isSameName, readMessage, TYPE, writeMessage } from "./dns.ts";
import { MdnsResponder, ofRoles } from "./mdns-responder.ts";
import type { LocalNetwork, MulticastGroup, UdpPeer } from "./multicast-socket.ts";
import {
  isSameRecord,
  type RecordRole,
  type ServiceNames,
  type ServiceRecord,
  serviceNames,
  serviceRecords,
} from "./service-records.ts";

const PROBES = 3;
const PROBE_INTERVAL = 250; // milliseconds
const ANNOUNCEMENTS = 2;
const ANNOUNCE_INTERVAL = 1_000; // milliseconds
const LOST_TIE_DELAY = 1_000; // milliseconds
const MANY_CONFLICTS = 10; // from then on slowly
const CONFLICT_DELAY = 5_000; // milliseconds
const OWN: readonly RecordRole[] = ["srv", "txt", "address"]; // under names that are ours alone
const ALL: readonly RecordRole[] = ["serviceType", "service", ...OWN, "addressNsec", "serviceNsec"];
const GOODBYE: readonly RecordRole[] = ["service", ...OWN];

export const MDNS: MulticastGroup = { address: "224.0.0.251", port: 5353, ttl: 255 };

interface MdnsOptions extends AnnouncerOptions {
  readonly log: Log;
}

export class MdnsAnnouncer implements Announcer {
  readonly #options: MdnsOptions;
  readonly #responder: MdnsResponder;
  #attempt = 1; // at names
  #conflicts = 0;
  #isProbing = true;
  #names: ServiceNames;
  #records: ReadonlyMap<string, readonly ServiceRecord[]>; // by our address in the network
  #stopTimer: Stop = () => {};

  constructor(options: MdnsOptions) {
    this.#options = options;
    const { announcement, networks, random } = options;
    this.#names = serviceNames(announcement, this.#attempt);
    this.#records = recordsIn(networks, announcement, this.#names);
    const recordsOn = (network: LocalNetwork) => this.#recordsOn(network);
    this.#responder = new MdnsResponder({ ...options, recordsOn, allRecords: () => this.#allRecords() });
    this.#probeAfter(PROBE_INTERVAL * random());
  }

  receive(bytes: Buffer, from: UdpPeer): void {
    const message = readMessage(bytes);
    if (!message) return;
    if (message.isResponse) {
      const isFromResponder = from.port === this.#options.group.port;
      if (isFromResponder && this.#isConflict([...message.answers, ...message.additionals])) this.#resolveConflict();
    } else if (!this.#isProbing) this.#responder.receive(message, from);
    else if (this.#losesTie(message)) this.#probeAfter(LOST_TIE_DELAY);
  }

  async stop(): Promise<void> {
    this.#stopTimer();
    this.#responder.cancel();
    if (!this.#isProbing) await this.#responder.multicast(GOODBYE, 0);
  }

  #recordsOn({ ip }: LocalNetwork): readonly ServiceRecord[] {
    return this.#records.get(ip) ?? [];
  }

  #allRecords(): readonly ServiceRecord[] {
    return [...this.#records.values()].flat();
  }

  #probeAfter(milliseconds: number): void {
    this.#isProbing = true;
    this.#stopTimer();
    this.#responder.cancel();
    this.#stopTimer = this.#options.clock.after(milliseconds, () => this.#probe(PROBES));
  }

  #probe(left: number): void {
    if (left === 0) return void this.#announce(ANNOUNCEMENTS);
    void this.#options.socket.multicast((network) => {
      const authorities = ofRoles(this.#recordsOn(network), OWN);
      const hasAddress = ofRoles(authorities, ["address"]).length > 0;
      const probed = [this.#names.instance, ...(hasAddress ? [this.#names.host] : [])];
      const questions = probed.map((name) => ({ name, type: TYPE.ANY, unicastResponse: true }));
      return writeMessage({ questions, authorities });
    });
    this.#stopTimer = this.#options.clock.after(PROBE_INTERVAL, () => this.#probe(left - 1));
  }

  #announce(left: number): void {
    this.#isProbing = false;
    void this.#responder.multicast(ALL);
    if (left > 1) this.#stopTimer = this.#options.clock.after(ANNOUNCE_INTERVAL, () => this.#announce(left - 1));
  }

  /** While probing another name is taken; an announced name is probed once more first. */
  #resolveConflict(): void {
    const { announcement, networks, log, random } = this.#options;
    this.#conflicts += 1;
    if (this.#isProbing) {
      this.#attempt += 1;
      this.#names = serviceNames(announcement, this.#attempt);
      this.#records = recordsIn(networks, announcement, this.#names);
      const [label] = this.#names.instance;
      log.info(`/config/name: another one in the network is called so; it is announced as "${label}"`);
    }
    this.#probeAfter(this.#conflicts > MANY_CONFLICTS ? CONFLICT_DELAY : PROBE_INTERVAL * random());
  }

  /** Another host announces other data under our names. Our own messages come back to us, too, from each network. */
  #isConflict(answers: readonly DnsRecord[]): boolean {
    return answers.some((answer) => {
      if (answer.ttl === 0) return false;
      const ours = this.#allRecords().filter((record) => record.cacheFlush && isSameName(record.name, answer.name));
      return ours.some(({ type }) => type === answer.type) && !ours.some((record) => isSameRecord(record, answer));
    });
  }

  /** Two hosts probe for the same name at the same moment: the host whose data come later in the order of bytes gets it. */
  #losesTie({ authorities }: DnsMessage): boolean {
    if (!this.#isConflict(authorities)) return false;
    const [records = []] = this.#records.values();
    const own = ofRoles(records, OWN);
    const theirs = authorities.filter((answer) => own.some(({ name }) => isSameName(name, answer.name)));
    const ours = own.filter(({ name }) => theirs.some((answer) => isSameName(name, answer.name)));
    return Buffer.compare(sortedBytes(ours), sortedBytes(theirs)) < 0;
  }
}

function recordsIn(networks: readonly LocalNetwork[], announcement: Announcement, names: ServiceNames) {
  return new Map(networks.map(({ ip }) => [ip, serviceRecords(announcement, names, ip)]));
}

function sortedBytes(records: readonly DnsRecord[]): Buffer {
  const bytes = records.map(({ type, data }) => Buffer.concat([Buffer.of(type >> 8, type & 0xff), data]));
  return Buffer.concat(bytes.sort(Buffer.compare));
}
