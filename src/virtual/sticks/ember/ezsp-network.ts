/** Commands about the network: taken up, formed, left, opened; on which channel, and the energy on each. */
import { write } from "../../devices/bytes.ts";
import { channelsIn } from "../../devices/zdo.ts";
import { CALLBACK, done, type EmberFirmware, type EzspRequests } from "./ember-firmware.ts";
import { parameterBytes, readParameters, STATUS, wideStatus } from "./ezsp-layouts.ts";

const STARTS_IN = 20; // milliseconds
const FORMS_IN = 50;
const CLOSES_IN = 5;
const STATE = { NONE: 0, JOINED: 2 } as const;
const COORDINATOR = 1; // a kind of node
const PARAMETERS = 20; // bytes
const ENERGY_SCAN = 0;
const CHANNELS = { first: 11, last: 26 } as const;
const CHANNEL_TAKES = 16; // milliseconds, of a short scan

export const NETWORK_REQUESTS: EzspRequests = {
  23: (request, stick) => {
    request.u16();
    if (!stick.memory.network) return stick.status(STATUS.NOT_JOINED);
    stick.start(STARTS_IN);
    return done(stick);
  },
  24: (_request, { isUp }) => Buffer.of(isUp ? STATE.JOINED : STATE.NONE),
  30: (request, stick) => {
    if (stick.isUp || !stick.memory.security) return stick.status(STATUS.INVALID_STATE);
    stick.memory.network = readParameters(request);
    stick.start(FORMS_IN);
    return done(stick);
  },
  32: (_request, stick) => {
    if (!stick.isUp) return stick.status(STATUS.INVALID_STATE);
    stick.air.time.later(STARTS_IN, () => stick.leave());
    return done(stick);
  },
  40: (_request, stick) => {
    const { network } = stick.memory;
    if (!network || !stick.isUp) return Buffer.concat([stick.status(STATUS.NOT_JOINED), Buffer.alloc(1 + PARAMETERS)]);
    return Buffer.concat([done(stick), Buffer.of(COORDINATOR), parameterBytes(network)]);
  },
  34: (request, stick) => {
    const seconds = request.u8();
    if (!stick.isUp) return stick.status(STATUS.INVALID_STATE);
    stick.radio.permit(seconds, false, () => stick.tellStatus(STATUS.CLOSED));
    stick.air.time.later(CLOSES_IN, () => stick.tellStatus(seconds === 0 ? STATUS.CLOSED : STATUS.OPENED));
    return done(stick);
  },

  // another channel, for touchlink; and the energy on each
  185: (request, stick) => {
    if (!stick.knowsInterPan) return undefined;
    const channel = request.u8();
    if (channel < CHANNELS.first || channel > CHANNELS.last) return stick.status(STATUS.INVALID_PARAMETER);
    stick.radio.away = channel === stick.memory.network?.channel ? undefined : channel;
    return done(stick);
  },
  26: (request, stick) => {
    const [kind, mask, duration] = [request.u8(), request.u32(), request.u8()];
    if (kind !== ENERGY_SCAN) return wideStatus(STATUS.INVALID_PARAMETER);
    scan(stick, mask, CHANNEL_TAKES * (2 ** duration + 1));
    return wideStatus(STATUS.OK);
  },
};

/** Channel by channel. */
function scan(stick: EmberFirmware, mask: number, takes: number): void {
  const channels = [...channelsIn(mask)];
  const next = () => {
    const channel = channels.shift();
    if (channel === undefined) {
      stick.tell(CALLBACK.SCAN_COMPLETE, write().u8(0).bytes(done(stick)).done());
      return;
    }
    stick.tell(CALLBACK.ENERGY, Buffer.of(channel, stick.air.energyOn(channel) & 0xff));
    stick.air.time.later(takes, next);
  };
  stick.air.time.later(takes, next);
}
