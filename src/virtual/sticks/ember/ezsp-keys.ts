/** Commands about keys: that of the network, that of the trust center, those of single devices, and those with which devices join. */
import { ieeeBytes, write } from "../../devices/bytes.ts";
import { done, type EzspRequests } from "./ember-firmware.ts";
import { FIRST_OF_32_BITS, STATUS, wideStatus } from "./ezsp-layouts.ts";

const KEY = 16; // bytes
const CONTEXT = 18;
const METADATA = 12;
const KEEPS_COUNTER = 0x1000; // in the bitmask of a new network's keys
const NETWORK_KEY = 1; // kinds of keys
const TRUST_CENTER_KEY = 2;
const ANY_ROW = 0xff;

export const KEY_REQUESTS: EzspRequests = {
  // the keys that a network is to begin with
  104: (request, stick) => {
    const bitmask = request.u16();
    const hex = () => request.bytes(KEY).toString("hex");
    stick.memory.security = { linkKey: hex(), key: hex(), keyNumber: request.u8() };
    if ((bitmask & KEEPS_COUNTER) === 0) stick.memory.frameCounter = 0;
    return done(stick);
  },

  // exported: the network's or the trust center's key, how often the former was used, one of a device
  276: (request, stick) => {
    const context = request.bytes(CONTEXT);
    const { security } = stick.memory;
    const kinds: Readonly<Record<number, string | undefined>> = {
      [NETWORK_KEY]: security?.key,
      [TRUST_CENTER_KEY]: security?.linkKey,
    };
    const found = kinds[context[0] ?? 0];
    const key = found === undefined ? Buffer.alloc(KEY) : Buffer.from(found, "hex");
    const status = wideStatus(found === undefined ? STATUS.NOT_FOUND : STATUS.OK);
    return Buffer.concat(stick.version >= FIRST_OF_32_BITS ? [status, key, context] : [key, status]);
  },
  278: (_request, { memory: { security, frameCounter } }) =>
    write()
      .bytes(wideStatus(STATUS.OK))
      .u8(security ? 1 : 0, 0, security?.keyNumber ?? 0, 0)
      .u32(frameCounter)
      .done(),
  271: (request, stick) => {
    const found = stick.memory.linkKeys.get(request.u8());
    const status = wideStatus(found ? STATUS.OK : STATUS.NOT_FOUND);
    const ieee = found ? ieeeBytes(found.ieee) : Buffer.alloc(8);
    const key = found ? Buffer.from(found.key, "hex") : Buffer.alloc(KEY);
    const metadata = Buffer.alloc(METADATA);
    if (stick.version < FIRST_OF_32_BITS) return Buffer.concat([ieee, key, metadata, status]);
    const context = write().u8(0, 0).u16(0).bytes(ieee).u8(0, 0).u32(0).done();
    return Buffer.concat([status, context, key, metadata]);
  },

  // keys of single devices: written, forgotten, all of them
  270: (request, { memory, sizes }) => {
    const [index, ieee, key] = [request.u8(), request.ieee(), request.bytes(KEY).toString("hex")];
    const known = [...memory.linkKeys].find(([, one]) => one.ieee === ieee)?.[0];
    const free = Array.from({ length: sizes.linkKeys }, (_, at) => at).find((at) => !memory.linkKeys.has(at));
    const row = index === ANY_ROW ? (known ?? free) : index;
    if (row === undefined || row >= sizes.linkKeys) return wideStatus(STATUS.INVALID_INDEX);
    memory.linkKeys.set(row, { ieee, key });
    return wideStatus(STATUS.OK);
  },
  118: (request, stick) => {
    const row = request.u8();
    if (row >= stick.sizes.linkKeys) return stick.status(STATUS.INVALID_INDEX);
    stick.memory.linkKeys.delete(row);
    return done(stick);
  },
  177: (_request, stick) => {
    stick.memory.linkKeys.clear();
    return done(stick);
  },

  // keys with which devices join
  273: (request, stick) => {
    stick.allowKey(request.ieee(), request.bytes(KEY).toString("hex"));
    return wideStatus(STATUS.OK);
  },
  107: (_request, stick) => {
    stick.forgetKeys();
    return Buffer.alloc(0);
  },
};
