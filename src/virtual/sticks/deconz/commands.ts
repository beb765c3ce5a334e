/** What the host says to a ConBee, and its answers. */
import { reader, unlessMalformed, write } from "../../devices/bytes.ts";
import { type ConBee, NETWORK_STATE } from "./conbee.ts";
import { readParameter, writeParameter } from "./parameters.ts";
import { COMMAND, counted, RESULT, type SerialFrame } from "./serial-frame.ts";

type Answer = Pick<SerialFrame, "result" | "data">;
type Answering = (stick: ConBee, data: Buffer) => Answer;

const COMMANDS: Readonly<Record<number, Answering>> = {
  [COMMAND.STATUS]: ({ status }) => success(Buffer.of(status, 0, 0)),
  [COMMAND.VERSION]: ({ firmware }) => success(write().u32(firmware.version).done()),
  [COMMAND.NETWORK_STATE]: (stick, data) => {
    const wanted = data.readUInt8();
    if (wanted !== NETWORK_STATE.ON && wanted !== NETWORK_STATE.OFF) return refused(RESULT.INVALID_VALUE, data);
    stick.switchNetwork(wanted === NETWORK_STATE.ON);
    return success(Buffer.of(wanted));
  },
  [COMMAND.READ]: (stick, data) => readParameter(stick, payloadOf(data)),
  [COMMAND.WRITE]: (stick, data) => writeParameter(stick, payloadOf(data)),
  [COMMAND.REQUEST]: (stick, data) => {
    const request = payloadOf(data);
    const result = stick.transmission.request(request);
    return { result, data: counted(Buffer.of(stick.status, request.readUInt8())) };
  },
  [COMMAND.CONFIRM]: (stick) => fetched(stick, stick.transmission.nextConfirm()),
  [COMMAND.INDICATION]: (stick) => fetched(stick, stick.transmission.nextIndication()),
};

/** Undefined: the stick says nothing to that. */
export function answerTo(stick: ConBee, { command, sequence, data }: SerialFrame): SerialFrame | undefined {
  const answer = COMMANDS[command];
  if (!answer || stick.isResetting) return undefined;
  const answered = unlessMalformed(() => answer(stick, data)) ?? refused(RESULT.INVALID_VALUE, data);
  return { command, sequence, ...answered };
}

function success(data: Buffer): Answer {
  return { result: RESULT.SUCCESS, data };
}

function refused(result: number, data: Buffer): Answer {
  return { result, data };
}

function fetched(stick: ConBee, next: Buffer | undefined): Answer {
  const { status } = stick; // what is left when this one is fetched
  return next
    ? success(counted(write().u8(status).bytes(next).done()))
    : refused(RESULT.FAILURE, counted(Buffer.of(status)));
}

/** Behind its length. */
function payloadOf(data: Buffer): Buffer {
  const counted = reader(data);
  return counted.bytes(counted.u16());
}
