/**
 * Counters (energy, water, gas) count up. A plug that lost its power begins at 0 again, some tell a wrong number once in a while: neither
 * is consumption. A value that cannot follow from the one before waits until the next one says which of the two is right.
 */

/** The value of a counter, and its time. */
export interface Reading {
  readonly value: number;
  readonly at: number; // milliseconds
}

export interface CounterState {
  readonly trusted: Reading;
  readonly doubtful?: Reading;
}

interface Counted {
  readonly state: CounterState;
  readonly grown: number;
  /** False: the value is doubtful, and not shown until the next one confirms it. */
  readonly isTrusted: boolean;
}

const COUNTER = /^(consumption|production)(_\d)?$/;
const HOUR = 3_600_000; // milliseconds
const MOST_POWER = 100_000; // W: three times the connection of a house
const COARSE = 1_000; // Wh: some count whole kilowatt hours, and tell several reports as one

export function isCounter(member: string): boolean {
  return COUNTER.test(member);
}

export function count({ trusted, doubtful }: CounterState, reading: Reading): Counted {
  if (follows(trusted, reading)) {
    return { state: { trusted: reading }, grown: reading.value - trusted.value, isTrusted: true };
  }
  if (doubtful && follows(doubtful, reading)) {
    const grown = sinceReset(trusted, doubtful) + reading.value - doubtful.value;
    return { state: { trusted: reading }, grown, isTrusted: true };
  }
  return { state: { trusted, doubtful: reading }, grown: 0, isTrusted: false };
}

/** Whether the counter can have gone from one value to the other. */
function follows(before: Reading, { value, at }: Reading): boolean {
  return value >= before.value && value - before.value <= mostIn(at - before.at);
}

/** The counter began again at 0. A fall to anything else means another counter, of unknown consumption. */
function sinceReset(before: Reading, { value, at }: Reading): number {
  return value < before.value && value <= mostIn(at - before.at) ? value : 0;
}

function mostIn(milliseconds: number): number {
  return COARSE + (MOST_POWER * Math.max(0, milliseconds)) / HOUR;
}
