/** The keys and gestures of a remote, as the gateway tells; for an unknown remote, those that most remotes have. Pure. */
import { GESTURES, ROTATIONS } from "../nodes/shared/gestures.ts";

const USUAL = ["press", "hold", "short_release", "long_release", "double"];
const SHORT = "short_release";
const [TURNED_RIGHT, TURNED_LEFT] = [30, 31];

/** The keys, gestures and messages of a remote, by the numbers of its events. */
export interface RemoteButtons {
  readonly values?: Readonly<Record<string, { readonly button: string; readonly action: string }>>;
  readonly buttons?: Readonly<Record<string, { readonly name?: string }>>;
  readonly messages?: Readonly<Record<string, ButtonMessage>>;
}

/** The members of a message of the node, besides those that all messages have. */
export interface ButtonMessage {
  readonly payload: string;
  readonly button: number;
}

/** A key of a remote, or its dial. */
export interface Press {
  readonly address: string;
  readonly buttonevent?: number;
  readonly rotation?: number;
}

/** A key, and the gesture on it. */
interface Deed {
  readonly key: string; // "" of a dial
  readonly gesture: string;
}

export class RemoteKeys {
  readonly isDial: boolean;
  readonly #values: NonNullable<RemoteButtons["values"]>;
  readonly #buttons: NonNullable<RemoteButtons["buttons"]>;
  readonly #messages: NonNullable<RemoteButtons["messages"]>;

  constructor(isDial: boolean, { values = {}, buttons = {}, messages = {} }: RemoteButtons = {}) {
    [this.isDial, this.#values, this.#buttons, this.#messages] = [isDial, values, buttons, messages];
  }

  get keys(): readonly string[] {
    return Object.keys(this.#buttons);
  }

  get gestures(): readonly string[] {
    if (this.isDial) return Object.values(ROTATIONS).reverse();
    const known = Object.values(this.#values).map(({ action }) => GESTURES[action]);
    const all = Object.values(GESTURES).filter((name) => known.includes(name));
    return all.length > 0 ? all : USUAL;
  }

  nameOf(key: string): string {
    return this.#buttons[key]?.name ?? key;
  }

  deedOf({ buttonevent, rotation }: Press): Deed {
    if (buttonevent === undefined)
      return { key: "", gesture: ROTATIONS[Number(rotation) < 0 ? TURNED_LEFT : TURNED_RIGHT] ?? "" };
    const { button, action = "" } = this.#values[buttonevent] ?? {};
    const inOrder = Object.values(GESTURES)[buttonevent % 1000] ?? "";
    return { key: String(button ?? Math.floor(buttonevent / 1000)), gesture: GESTURES[action] ?? inOrder };
  }

  messageOf(press: Press): ButtonMessage {
    const { buttonevent, rotation } = press;
    const { key, gesture } = this.deedOf(press);
    const dial = { payload: gesture, button: 1, label: "dial", rotation };
    if (buttonevent === undefined) return dial;
    return this.#messages[buttonevent] ?? ({ payload: gesture, button: Number(key), buttonevent } as ButtonMessage);
  }

  /** The messages of one press of a key: of a short press, where these gestures let that through. */
  examplesOf(key: string, gestures: readonly string[]): readonly ButtonMessage[] {
    if (this.isDial)
      return [this.messageOf({ address: "", rotation: gestures[0] === ROTATIONS[TURNED_LEFT] ? -15 : 15 })];
    const passing = Object.values(this.#messages).filter(
      ({ button, payload }) => String(button) === key && (gestures.length === 0 || gestures.includes(payload)),
    );
    const short = passing.filter(({ payload }) => payload === "press" || payload === SHORT);
    return short.length > 0 ? short : passing.slice(0, 1);
  }

  /** A short press begins as any other does: a user who presses a key that knows short presses means one. */
  meant({ key, gesture }: Deed): string {
    const isShort = Object.values(this.#values).some(
      ({ button, action }) => String(button) === key && GESTURES[action] === SHORT,
    );
    return isShort && gesture === "press" ? SHORT : gesture;
  }
}

/** Old output → new one, so that wires go along; of one output for all, which is there before and after, it is the first. */
export function outputsFor(before: readonly string[], after: readonly string[]): Readonly<Record<string, number>> {
  if (before.length + after.length === 0) return { 0: 0 };
  const old = before.length > 0 ? before : after.slice(0, 1);
  const now = after.length > 0 ? after : before.slice(0, 1);
  const moved = old.map((gesture, index) => [index, now.indexOf(gesture)]);
  const added = now.flatMap((gesture, index) => (old.includes(gesture) ? [] : [[`new-${index}`, index]]));
  return Object.fromEntries([...moved, ...added]);
}
