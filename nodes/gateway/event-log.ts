/**
 * The latest events, for the panels: a page that is loaded anew finds them. The runtime keeps them over a restart, but for signs of life
 * and echoes.
 */
import type { ChangeNotice, RuleFailure } from "../../src/model/admin-api.ts";
import { type Definition, shown } from "../../src/model/definitions.ts";
import { type EventKind, isGoneOrBack, isOff, kindOfEvent, MOST_EVENTS } from "../../src/model/event-kinds.ts";
import { withoutKeys } from "../../src/model/keys.ts";
import { type Change, type Stop, toldCause, type Values } from "../../src/model/resource.ts";
import { isTick, isVisible } from "../messages/change-messages.ts";

const NOT_KEPT = -1;
const KINDS = Object.keys(MOST_EVENTS) as EventKind[];

/** True: the disk has them. */
type EventWrite = (events: readonly ChangeNotice[]) => Promise<boolean>;

/** What the members of a resource do not say. */
interface Beside {
  readonly isDesired?: () => boolean; // a command wants it, and its device has not confirmed it yet
  readonly failure?: RuleFailure | undefined;
}

export class EventLog {
  readonly #listeners = new Set<(notice: ChangeNotice) => void>();
  readonly #pastListeners = new Set<() => void>();
  readonly #settledListeners = new Set<(settled: readonly number[]) => void>();
  readonly #desired = new Map<ChangeNotice, () => boolean>(); // whether the device has still not confirmed it
  readonly #events: Readonly<Record<EventKind, ChangeNotice[]>> = {
    happened: [],
    measured: [],
    heard: [],
    echoed: [],
  };
  #count = 0;
  #kept = 0; // of the count, as of the last that the disk has
  #newest = 0; // that is kept
  #keeping: Promise<void> = Promise.resolve(); // settles when the write before has ended

  add(change: Change, definition: Definition, at: number, { isDesired = () => false, failure }: Beside = {}): void {
    const told = noticeOf(change, definition, at, failure);
    if (!told) return;
    this.#count += 1;
    const notice = { ...told, n: this.#count };
    if (isGoneOrBack(notice)) return void this.#tell(notice);
    const kind = kindOfEvent(notice);
    const [list, most] = [this.#events[kind], MOST_EVENTS[kind]];
    if (kind === "happened" || kind === "measured") this.#newest = this.#count;
    list.push(notice);
    if (list.length > most + most / 10) list.splice(0, list.length - most); // not one by one
    const isOpen = !notice.undo && isDesired();
    if (isOpen) this.#desired.set(notice, isDesired);
    this.#tell(isOpen ? { ...notice, desired: true } : notice);
  }

  /** A command has ended on air: what it wanted has come true, or is taken back. */
  settle(): void {
    const settled = [...this.#desired].filter(([, isDesired]) => !isDesired()).map(([notice]) => notice);
    for (const notice of settled) this.#desired.delete(notice);
    if (settled.length === 0) return;
    for (const listener of this.#settledListeners) listener(settled.map(({ n = 0 }) => n));
  }

  /** The numbers of the events that only desired something until now. */
  onSettled(listener: (settled: readonly number[]) => void): Stop {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  }

  /** The numbers of the events that only desire something so far. */
  get desired(): readonly number[] {
    return [...this.#desired.keys()].map(({ n = 0 }) => n);
  }

  #tell(notice: ChangeNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }

  /** The oldest first. */
  all(): readonly ChangeNotice[] {
    const all = inOrder(KINDS.map((kind) => this.#events[kind]));
    return all.map((notice) => (this.#desired.has(notice) ? { ...notice, desired: true } : notice));
  }

  /** The events that the file kept of the time before this gateway ran. */
  begin(earlier: readonly ChangeNotice[]): void {
    const before = earlier.map((notice, index) => ({ ...notice, n: index + 1 - earlier.length }));
    for (const kind of KINDS)
      this.#events[kind].unshift(...before.filter((notice) => kindOfEvent(notice) === kind).slice(-MOST_EVENTS[kind]));
  }

  /** Events from before all known ones: the log keeps them, and a panel that shows the list asks for it again. */
  tellPast(past: readonly ChangeNotice[]): void {
    if (past.length === 0) return;
    const first = Math.min(1, ...KINDS.map((kind) => this.#events[kind][0]?.n ?? 1));
    this.#events.happened.unshift(...past.map((notice, index) => ({ ...notice, n: first + index - past.length })));
    this.#kept = NOT_KEPT;
    for (const listener of this.#pastListeners) listener();
  }

  onPast(listener: () => void): Stop {
    this.#pastListeners.add(listener);
    return () => this.#pastListeners.delete(listener);
  }

  /** Writes the events to the disk, where there are new ones. One write after the other: they share a file. */
  keep(write: EventWrite): Promise<void> {
    const kept = this.#keeping.then(() => this.#keepNow(write));
    this.#keeping = kept.catch(() => {}); // the caller of that write hears the error
    return kept;
  }

  async #keepNow(write: EventWrite): Promise<void> {
    const newest = this.#newest;
    if (newest === this.#kept) return;
    const { happened, measured } = this.#events;
    if (await write(inOrder([happened.slice(-MOST_EVENTS.happened), measured.slice(-MOST_EVENTS.measured)])))
      this.#kept = newest;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  on(listener: (notice: ChangeNotice) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function inOrder(lists: readonly (readonly ChangeNotice[])[]): readonly ChangeNotice[] {
  return lists.flat().sort((one, other) => (one.n ?? 0) - (other.n ?? 0));
}

// ---- a change as the panels get it: its visible members, its cause, and its time

/** A hidden member of devices that left or were replaced: a panel that shows the house drops the device, or has it back. */
const GONE = "gone";
const CLOCK: readonly string[] = ["UTC", "localtime"]; // the time of day, each second
/** A user who began a job here is to see how it ends; the API hides this member from clients. */
const ENDS: Readonly<Record<string, readonly string[]>> = { Touchlink: ["job"] };

/** By this hidden member of a rule, too, a panel knows that there is something to tell. */
const FAILED: readonly string[] = ["lastfailed"];

/** Undefined where there is nothing that may be seen. */
export function noticeOf(
  change: Change,
  definition: Definition,
  at: number,
  failure?: RuleFailure,
): ChangeNotice | undefined {
  const { event, resource, section, cause } = change;
  if ((definition.unlisted && resource.type !== "Scene") || !isVisible(definition)) return undefined;
  const ends = ENDS[resource.type]?.filter((name) => name in change.values) ?? [];
  const seen = section ? shown(definition[section], change.values) : {};
  const values = ends.length === 0 && !failure ? seen : { ...seen, ...picked(change.values, failure ? FAILED : ends) };
  const names = Object.keys(values);
  if (event === "changed" && !(GONE in change.values) && names.every((name) => CLOCK.includes(name))) return undefined;
  const by = withoutKeys(toldCause(cause).by);
  const was = section ? shown(definition[section], change.before) : {};
  const before = Object.keys(was).length > 0 ? { before: was } : {};
  const { name, does } = resource.attr;
  const called = name || does;
  return {
    address: resource.address,
    type: resource.type,
    event,
    ...(typeof called === "string" ? { name: called } : {}),
    ...(section ? { section } : {}),
    values,
    ...before,
    ...within(change),
    ...(isTick(change, definition) ? { quiet: true } : {}),
    ...(isOff(change) ? { off: true } : {}),
    ...(cause.undo ? { undo: true } : {}),
    ...(failure ? { failure } : {}),
    by,
    at,
  };
}

/** The change of a new resource comes without its members: the first members of a room would be lost. */
function within({ event, resource: { address, attr } }: Change): Pick<ChangeNotice, "within"> {
  if (event !== "added") return {};
  if (address.startsWith("/groups/") && Array.isArray(attr.lights))
    return { within: attr.lights.map((id) => `/lights/${id}`) };
  return address.startsWith("/resourcelinks/") && Array.isArray(attr.links) ? { within: attr.links.map(String) } : {};
}

function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
