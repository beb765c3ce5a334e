/**
 * Polls the network for the doctor: one router after the other is asked for its neighbors, one each five minutes, and the stick for its
 * routes; once an hour the channels are measured, a few at a time. Otherwise the doctor could not name the last route to a lost device.
 */
import type { Store } from "../../core/store.ts";
import { macOf } from "../../model/addresses.ts";
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { Radio } from "../../model/radio/radio-port.ts";
import type { Values } from "../../model/resource.ts";
import { CHANNELS, type Channels } from "./channels.ts";
import type { Ledgers } from "./ledgers.ts";
import type { NeighbourTable } from "./signs.ts";

interface PollingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly radio: Radio;
  readonly ledgers: Ledgers;
  readonly channels: Channels;
}

const ASKS_EVERY = 5; // minutes
const MEASURES_EVERY = 60;
const FIRST = 15; // minutes after the start of the radio
const AT_ONCE = 4; // channels: so the stick is away from its network for some tenths of a second
const PIECES = CHANNELS.length / AT_ONCE;
const BETWEEN = 1_000; // milliseconds

export class NetworkPolling {
  /** The neighbours of each router that was asked, by unique id. */
  readonly neighbours = new Map<string, NeighbourTable>();
  readonly #parts: PollingParts;
  readonly #asked = new Map<string, number>(); // when, also where no answer came
  #isAble = true;
  #minutes = 0;

  constructor(parts: PollingParts) {
    this.#parts = parts;
  }

  /** The stick can measure, as far as is known. */
  get isAble(): boolean {
    return this.#isAble;
  }

  /** The radio is up: it may be another stick. */
  begin(): void {
    this.#minutes = 0;
    this.#isAble = true;
  }

  /** Once a minute while the radio is up. */
  tick(): void {
    this.#minutes += 1;
    if (this.#minutes < FIRST || this.#parts.radio.away) return;
    if (this.#minutes % ASKS_EVERY === 0) this.#contained(this.#askNext());
    const piece = (this.#minutes - FIRST) % MEASURES_EVERY;
    if (piece < PIECES && this.#isAble) this.#contained(this.#measure(piece));
  }

  /** All channels, now. */
  async measureAll(): Promise<void> {
    for (let piece = 0; piece < PIECES; piece += 1) {
      await this.#measure(piece);
      if (piece < PIECES - 1) await new Promise<void>((go) => this.#parts.clock.after(BETWEEN, go));
    }
  }

  async #askNext(): Promise<void> {
    const { radio, store, clock } = this.#parts;
    const { coordinator } = radio.network ?? {};
    const isAsked = ({ kind, gone, disabled }: Values) => kind === "router" && gone !== true && disabled !== true;
    const routers = store.list("/devices").filter(({ attr }) => isAsked(attr));
    const all = [...(coordinator ? [coordinator] : []), ...routers.map(({ attr }) => String(attr.ieee))];
    const [ieee] = all.sort((one, other) => (this.#asked.get(one) ?? 0) - (this.#asked.get(other) ?? 0));
    if (ieee === undefined || !radio.hasRoom({ ieee })) return;
    this.#asked.set(ieee, clock.now());
    await this.#ask(ieee);
    if (ieee === coordinator) await this.#askRoutes(ieee);
  }

  async #ask(ieee: string): Promise<void> {
    const { radio, clock, ledgers } = this.#parts;
    const { neighbours = [] } = await radio.order({ do: "neighbours", target: { ieee } });
    const asked = macOf(ieee);
    this.neighbours.set(asked, {
      at: clock.now(),
      links: new Map(neighbours.map((each) => [macOf(each.ieee), each.linkquality])),
    });
    for (const each of neighbours) if (each.relation === "child") ledgers.goesBy(macOf(each.ieee), asked);
  }

  /** Asks the stick for its routes. They lead to routers: end devices are reached by way of their parent. */
  async #askRoutes(coordinator: string): Promise<void> {
    const { radio, ledgers } = this.#parts;
    const { routes = [] } = await radio.order({ do: "routes", target: { ieee: coordinator } });
    for (const { to, by, status } of routes)
      if (to !== undefined && by !== undefined && to !== by && status === "active")
        ledgers.goesBy(macOf(to), macOf(by));
  }

  async #measure(piece: number): Promise<void> {
    const { radio, clock, channels } = this.#parts;
    const { coordinator: ieee } = radio.network ?? {};
    if (ieee === undefined) throw new RadioError("radio-down", "the radio is not running");
    const asked = CHANNELS.slice(piece * AT_ONCE, (piece + 1) * AT_ONCE);
    try {
      const { energy = {} } = await radio.order({ do: "energy", target: { ieee }, channels: asked });
      channels.note(energy, clock.now());
      this.#isAble = true;
    } catch (error) {
      const cannot =
        error instanceof RadioError && ["unsupported", "refused", "timeout", "invalid"].includes(error.code);
      if (cannot) this.#isAble = false;
      throw error;
    }
  }

  /** A router that does not answer, or a stick that cannot measure, is not worth a log line. */
  #contained(asked: Promise<void>): void {
    asked.catch((error) => {
      if (!(error instanceof RadioError))
        this.#parts.log.error(`/devices: the network could not be asked: ${wordsOf(error)}`);
    });
  }
}
