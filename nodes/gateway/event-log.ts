/** What has happened of late, for the panels: kept while the gateway runs, so that a page that is loaded anew finds it. */
import { type ChangeNotice, isHeartbeat } from "../../src/model/admin-api.ts";
import type { Definition } from "../../src/model/definitions.ts";
import type { Change, Stop } from "../../src/model/resource.ts";
import { noticeOf } from "../messages/change-notices.ts";

const MOST = 2_000; //      some 1 MB
const MOST_HEARD = 500; // signs of life: they come most often, and tell the least

export class EventLog {
  readonly #listeners = new Set<(notice: ChangeNotice) => void>();
  readonly #events: ChangeNotice[] = [];
  readonly #heard: ChangeNotice[] = [];
  #count = 0;

  add(change: Change, definition: Definition, at: number): void {
    const told = noticeOf(change, definition, at);
    if (!told) return;
    this.#count += 1;
    const notice = { ...told, n: this.#count };
    const [list, most] = isHeartbeat(notice) ? [this.#heard, MOST_HEARD] : [this.#events, MOST];
    list.push(notice);
    if (list.length > most + most / 10) list.splice(0, list.length - most); // not one by one
    for (const listener of this.#listeners) listener(notice);
  }

  /** The oldest first. */
  all(): readonly ChangeNotice[] {
    return [...this.#events, ...this.#heard].sort((one, other) => (one.n ?? 0) - (other.n ?? 0));
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  on(listener: (notice: ChangeNotice) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
