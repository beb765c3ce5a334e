/** Commands with which a host sets the stick up: versions, settings, endpoints, groups, counters, and the tokens of its memory. */
import { type ByteReader, ieeeBytes, reader, write } from "../../devices/bytes.ts";
import { done, type EmberFirmware, type EzspRequests } from "./ember-firmware.ts";
import { STATUS } from "./ezsp-layouts.ts";

const STACK_TYPE = 2; // a mesh
/** Which release of EmberZNet speaks which version of EZSP. */
const RELEASES: Readonly<Record<number, readonly [major: number, minor: number, patch: number]>> = {
  13: [7, 4, 4],
  14: [8, 0, 2],
  15: [8, 1, 0],
  16: [8, 1, 1],
  17: [8, 2, 0],
  18: [9, 0, 0],
  19: [9, 1, 0],
};
const NEWEST = [9, 2, 0] as const;
const RELEASED = 0xaa; // no preview
const VALUE = { FRAME_COUNTER: 0x23, VERSION: 0x11 } as const;
const SETTING = { MULTICAST: 0x06, LINK_KEYS: 0x1e } as const;
const SOURCE_ROUTES_AFTER = 5000; // milliseconds
const IEEE_TOKENS: readonly number[] = [0xe12a, 0x1e12a];
const FIRST_WIDE_COUNT = 18;

export const SETUP_REQUESTS: EzspRequests = {
  0: (_request, { version }) => {
    const [major, minor, patch] = releaseOf(version);
    return write()
      .u8(version, STACK_TYPE)
      .u16((major << 12) | (minor << 8) | (patch << 4))
      .done();
  },

  // values and settings
  170: (request, stick) => {
    if (request.u8() !== VALUE.VERSION) return Buffer.concat([stick.status(STATUS.INVALID_PARAMETER), Buffer.of(0)]);
    const release = write()
      .u16(0)
      .u8(...releaseOf(stick.version), 0, RELEASED)
      .done();
    return Buffer.concat([done(stick), Buffer.of(release.length), release]);
  },
  171: (request, stick) => {
    const [id, value] = [request.u8(), request.bytes(request.u8())];
    if (id === VALUE.FRAME_COUNTER) stick.memory.frameCounter = reader(value).u32();
    return done(stick);
  },
  82: (request, stick) => {
    const { multicast, linkKeys } = stick.sizes;
    const sizes: Readonly<Record<number, number>> = { [SETTING.MULTICAST]: multicast, [SETTING.LINK_KEYS]: linkKeys };
    return Buffer.concat([
      done(stick),
      write()
        .u16(sizes[request.u8()] ?? 0)
        .done(),
    ]);
  },
  83: (request, stick) => taken(request, stick, 3),
  85: (request, stick) => taken(request, stick, 2),
  16: (request, stick) => taken(request, stick, 10), // how routes to it are kept
  90: (request) => {
    request.u8();
    return write().u32(SOURCE_ROUTES_AFTER).done();
  },
  153: (request, stick) => {
    const { network } = stick.memory;
    if (network) stick.memory.network = { ...network, power: request.u8() };
    return done(stick);
  },
  21: (request, { radio }) => {
    radio.manufacturer = request.u16();
    return Buffer.alloc(0);
  },
  38: (_request, { memory }) => ieeeBytes(memory.ieee),

  // endpoints, and the groups that it hears
  3: (request, stick) => {
    request.u8();
    const isKnown = stick.radio.endpoints.has(request.u32());
    return Buffer.concat([stick.status(isKnown ? STATUS.OK : STATUS.NOT_FOUND), Buffer.of(2, 0, 0)]);
  },
  2: (request, stick) => {
    const [id, profile, device] = [request.u8(), request.u16(), request.u16()];
    request.u8(); // version
    const [inputs, outputs] = [request.u8(), request.u8()];
    const clusters = (count: number) => Array.from({ length: count }, () => request.u16());
    stick.radio.endpoints.set(id, { id, profile, device, inputs: clusters(inputs), outputs: clusters(outputs) });
    return done(stick);
  },
  100: (request, stick) => {
    const [row, group] = [request.u8(), request.u16()];
    request.bytes(2); // endpoint, network
    if (row >= stick.sizes.multicast) return stick.status(STATUS.INVALID_INDEX);
    stick.multicast.set(row, group);
    return done(stick);
  },

  // counters: read, and cleared with that
  241: (_request, { counters }) => counters.read(),
  101: (_request, { counters }) => counters.take(),

  // tokens: how many, which, read, written
  256: (_request, { version }) => (version < FIRST_WIDE_COUNT ? Buffer.of(1) : write().u32(1).done()),
  257: (request, stick) => {
    const isKnown = request.u8() === 0;
    const token = write().u32(ieeeToken(stick)).u8(0, 0, 8, 1).done();
    return Buffer.concat([stick.status(isKnown ? STATUS.OK : STATUS.INVALID_INDEX), token]);
  },
  258: (request, stick) => {
    const isKnown = isIeeeToken(request) && stick.memory.canRewriteIeee;
    const data = isKnown ? ieeeBytes(stick.memory.ownIeee) : Buffer.alloc(0);
    const code = isKnown ? STATUS.OK : STATUS.NOT_FOUND;
    return Buffer.concat([stick.status(code), write().u32(data.length).bytes(data).done()]);
  },
  259: (request, stick) => {
    const isKnown = isIeeeToken(request);
    const data = request.bytes(request.u32());
    if (!isKnown || data.length !== 8) return stick.status(STATUS.NOT_FOUND);
    return stick.status(stick.memory.rewriteIeee(reader(data).ieee()) ? STATUS.OK : STATUS.INVALID_STATE);
  },
};

function releaseOf(version: number): readonly [major: number, minor: number, patch: number] {
  return RELEASES[version] ?? NEWEST;
}

/** It is obeyed in silence: nothing in this house depends on it. */
function taken(request: ByteReader, stick: EmberFirmware, bytes: number): Buffer {
  request.bytes(bytes);
  return done(stick);
}

function ieeeToken({ version }: EmberFirmware): number {
  return version < FIRST_WIDE_COUNT ? 0xe12a : 0x1e12a;
}

function isIeeeToken(request: ByteReader): boolean {
  const [token, index] = [request.u32(), request.u32()];
  return IEEE_TOKENS.includes(token) && index === 0;
}
