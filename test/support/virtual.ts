/** A small light bulb for the virtual network, and herdsman on its coordinator. */
import type {
  Air,
  AirFrame,
  AirStation,
  Reachability,
  StationBinding,
  StationEndpoint,
} from "../../src/virtual/air/air-station.ts";

export interface TestStation extends AirStation {
  readonly heard: { readonly frame: AirFrame; readonly endpoint: number }[];
  air: Air | undefined;
  lefts: number;
}

const BASIC = 0;
const ON_OFF = 6;
const READ = 0x00;
const READ_ANSWER = 0x01;
const CONFIGURE = 0x06;
const CONFIGURE_ANSWER = 0x07;
const DEFAULT_ANSWER = 0x0b;
const FROM_SERVER = 0x18; // an answer that wants none
const UNSUPPORTED = 0x86;
const UNSUPPORTED_COMMAND = 0x83; // of a maker
const UNSUPPORTED_GLOBAL = 0x84;
const OF_A_MAKER = 0x04; // a flag of the head
const TEXT = 0x42;
const NUMBER = 0x20;

const TEXTS: Readonly<Record<number, string>> = { 4: "Virtual", 5: "Bulb" };

/** It answers reads of its Basic cluster, takes every command, and says that it will report. */
export function testStation(facts: Partial<AirStation> & { readonly ieee: string }): TestStation {
  const endpoint: StationEndpoint = {
    id: 1,
    profile: 0x0104,
    device: 0x0100,
    inputs: [BASIC, 3, 4, ON_OFF],
    outputs: [],
  };
  const station: TestStation = {
    router: true,
    listens: true,
    mains: true,
    manufacturer: 0x1234,
    endpoints: [endpoint],
    bindings: [] as StationBinding[],
    groups: new Map<number, Set<number>>(),
    reach: "ok" as Reachability,
    latency: 0,
    ...facts,
    heard: [],
    air: undefined,
    lefts: 0,
    hear: (frame, id) => {
      station.heard.push({ frame, endpoint: id });
      const answer = "address" in frame.to ? answerOf(frame.bytes) : undefined;
      if (!answer) return;
      const to = { address: frame.from.address, endpoint: frame.from.endpoint };
      station.air?.send({ to, endpoint: id, profile: frame.profile, cluster: frame.cluster, bytes: answer });
    },
    joined: (air) => {
      station.air = air;
    },
    left: () => {
      station.air = undefined;
      station.bindings.length = 0;
      station.lefts += 1;
    },
  };
  return station;
}

function answerOf(bytes: Buffer): Buffer | undefined {
  if (((bytes[0] ?? 0) & OF_A_MAKER) !== 0) return refusalOf(bytes);
  const [control = 0, sequence = 0, command = 0] = bytes;
  const isGlobal = (control & 3) === 0;
  if (isGlobal && command === READ) {
    const records: number[] = [];
    for (let offset = 3; offset + 1 < bytes.length; offset += 2) records.push(...record(bytes.readUInt16LE(offset)));
    return Buffer.of(FROM_SERVER, sequence, READ_ANSWER, ...records);
  }
  if (isGlobal && command === CONFIGURE) return Buffer.of(FROM_SERVER, sequence, CONFIGURE_ANSWER, 0);
  if (!isGlobal && (control & 0x10) === 0) return Buffer.of(FROM_SERVER, sequence, DEFAULT_ANSWER, command, 0);
  return undefined;
}

/** It knows nothing of any maker's own. */
function refusalOf(bytes: Buffer): Buffer | undefined {
  const [control = 0, low = 0, high = 0, sequence = 0, command = 0] = bytes;
  const isGlobal = (control & 3) === 0;
  if (isGlobal && command === DEFAULT_ANSWER) return undefined;
  const status = isGlobal ? UNSUPPORTED_GLOBAL : UNSUPPORTED_COMMAND;
  return Buffer.of(FROM_SERVER | OF_A_MAKER, low, high, sequence, DEFAULT_ANSWER, command, status);
}

function record(attribute: number): number[] {
  const id = [attribute & 0xff, attribute >> 8];
  const text = TEXTS[attribute];
  if (text !== undefined) return [...id, 0, TEXT, text.length, ...Buffer.from(text)];
  if (attribute < 3) return [...id, 0, NUMBER, 3];
  return [...id, UNSUPPORTED];
}
