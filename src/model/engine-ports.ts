/** The offers of engines to handlers and devices: an open table. A new engine adds its own port, and no list of all of them grows. */
import type { Stop } from "./resource.ts";

/** The name under which an engine offers something; the type says what. */
export interface EnginePort<Offer extends object> {
  readonly name: string;
  readonly type?: Offer; // never set
}

export class EnginePorts {
  readonly #offers = new Map<string, object>();

  /** From now on others find it there, until it is stopped. */
  offer<Offer extends object>({ name }: EnginePort<Offer>, offer: Offer): Stop {
    this.#offers.set(name, offer);
    return () => {
      if (this.#offers.get(name) === offer) this.#offers.delete(name);
    };
  }

  /** Undefined while there is no such engine, or none that runs. */
  find<Offer extends object>({ name }: EnginePort<Offer>): Offer | undefined {
    return this.#offers.get(name) as Offer | undefined;
  }

  get<Offer extends object>(port: EnginePort<Offer>): Offer {
    const offer = this.find(port);
    if (!offer) throw new Error(`the engine "${port.name}" does not run`);
    return offer;
  }
}
