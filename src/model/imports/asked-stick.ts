/** The answer of a stick that is asked for its network; the question changes nothing on it. Addresses as printed: the first byte first. */

export interface HeldNetwork {
  readonly key: string; // 32 hexadecimal digits: never told further
  readonly panid: number;
  readonly extendedpanid: string; // 16
  readonly channel: number;
  readonly updateid: number;
  readonly coordinator: string; // 16
  readonly counter: number | null; // of frames; null: its firmware does not say
}

export interface AskedStick {
  readonly adapter: string;
  readonly firmware: string;
  readonly address: string | null; // its own, 16 digits
  /** `untold`: such a stick says it only when it goes on air. */
  readonly holds: HeldNetwork | "none" | "untold";
}

export type StickSays = AskedStick | { readonly reason: string }; // why it does not answer: one plain sentence
