/** The parameters of a ConBee that its host reads and writes. A written value counts when the network is switched on the next time. */
import { type ByteReader, reader, unlessMalformed, write } from "../../devices/bytes.ts";
import type { ConBee } from "./conbee.ts";
import type { ConBeeMemory } from "./memory.ts";
import { counted, RESULT, type SerialFrame } from "./serial-frame.ts";

interface Parameter {
  /** Undefined: this firmware does not have it. */
  readonly read?: (stick: ConBee, argument: ByteReader) => Buffer | undefined;
  /** Throws a RangeError when the value is too short. */
  readonly write?: (stick: ConBee, value: ByteReader) => number;
}

const OWN_ADDRESS = 0; // the coordinator's
const PROTOCOL = 0x010e;
const MOST_ENDPOINTS = 2;
const WATCHDOG = 600; // seconds, as long as the host has not set it
const KEY_BYTES = 16;

const PARAMETERS: Readonly<Record<number, Parameter>> = {
  1: {
    read: ({ memory }) => write().ieee(memory.ieee).done(),
    write: (stick, value) => stick.remember({ ieee: value.ieee() }),
  },
  5: {
    read: ({ memory }) => write().u16(memory.panid).done(),
    write: (stick, value) => stick.remember({ panid: value.u16() }),
  },
  7: { read: () => write().u16(OWN_ADDRESS).done() },
  8: { read: ({ memory }) => write().ieee(memory.extendedpanid).done() },
  9: { read: () => Buffer.of(1), write: () => RESULT.SUCCESS },
  10: {
    read: ({ memory }) => write().u32(memory.channels).done(),
    write: (stick, value) => stick.remember({ channels: value.u32() }),
  },
  11: {
    read: ({ memory }) => write().ieee(memory.extendedpanid).done(),
    write: (stick, value) => stick.remember({ extendedpanid: value.ieee() }),
  },
  14: {
    read: ({ memory }) => write().ieee(memory.trustCenter).done(),
    write: (stick, value) => stick.remember({ trustCenter: value.ieee() }),
  },
  16: { read: () => Buffer.of(3), write: () => RESULT.SUCCESS },
  19: { read: readEndpoint, write: writeEndpoint },
  21: { read: () => Buffer.of(1), write: () => RESULT.SUCCESS },
  24: {
    read: ({ memory }, argument) => write().u8(argument.u8()).bytes(Buffer.from(memory.key, "hex")).done(),
    write: (stick, value) => {
      value.u8(); // which one of them: there is one
      return stick.remember({ key: value.bytes(KEY_BYTES).toString("hex") });
    },
  },
  25: {
    read: ({ memory }, argument) => {
      const ieee = argument.ieee();
      const key = memory.linkKeys[ieee];
      return key === undefined ? undefined : write().ieee(ieee).bytes(Buffer.from(key, "hex")).done();
    },
    write: (stick, value) => stick.rememberLinkKey(value.ieee(), value.bytes(KEY_BYTES).toString("hex")),
  },
  28: { read: ({ memory }) => Buffer.of(memory.channel) },
  33: {
    read: () => Buffer.of(0),
    write: (stick, value) => {
      stick.radio.permit(value.u8(), false);
      return RESULT.SUCCESS;
    },
  },
  34: { read: () => write().u16(PROTOCOL).done() },
  36: {
    read: ({ memory }) => Buffer.of(memory.updateId),
    write: (stick, value) => stick.remember({ updateId: value.u8() }),
  },
  38: {
    read: ({ firmware }) => (firmware.hasWatchdog ? write().u32(WATCHDOG).done() : undefined),
    write: (stick, value) => {
      if (!stick.firmware.hasWatchdog) return RESULT.UNSUPPORTED;
      stick.feedWatchdog(value.u32());
      return RESULT.SUCCESS;
    },
  },
  39: {
    read: ({ firmware, memory }) => (firmware.hasCounter ? write().u32(memory.counter).done() : undefined),
    write: (stick, value) =>
      stick.firmware.hasCounter ? stick.remember({ counter: value.u32() }) : RESULT.UNSUPPORTED,
  },
};

type ParameterAnswer = Pick<SerialFrame, "result" | "data">;

export function readParameter(stick: ConBee, request: Buffer): ParameterAnswer {
  return answer(request, (parameter, argument) => parameter.read?.(stick, argument) ?? RESULT.UNSUPPORTED);
}

export function writeParameter(stick: ConBee, request: Buffer): ParameterAnswer {
  return answer(request, (parameter, value) => parameter.write?.(stick, value) ?? RESULT.UNSUPPORTED);
}

/** The data of the answer are the parameter's number, and its value. */
function answer(request: Buffer, run: (parameter: Parameter, rest: ByteReader) => Buffer | number): ParameterAnswer {
  const asked = reader(request);
  const id = asked.u8();
  const answered = unlessMalformed(() => run(PARAMETERS[id] ?? {}, asked)) ?? RESULT.INVALID_VALUE;
  if (Buffer.isBuffer(answered))
    return { result: RESULT.SUCCESS, data: counted(write().u8(id).bytes(answered).done()) };
  return { result: answered, data: counted(Buffer.of(id)) };
}

function readEndpoint({ memory }: ConBee, argument: ByteReader): Buffer | undefined {
  const record = memory.endpoints[argument.u8()];
  return record === undefined ? undefined : Buffer.from(record, "hex");
}

function writeEndpoint(stick: ConBee, value: ByteReader): number {
  const record = value.rest();
  const index = record.readUInt8();
  if (index >= MOST_ENDPOINTS) return RESULT.INVALID_VALUE;
  const endpoints: ConBeeMemory["endpoints"] = stick.memory.endpoints.with(index, record.toString("hex"));
  return stick.remember({ endpoints });
}
