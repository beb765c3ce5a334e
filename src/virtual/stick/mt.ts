/** The requests that a stick understands, and how it answers those that it does not. */
import { reader } from "../devices/bytes.ts";
import { AF_REQUESTS } from "./mt-af.ts";
import type { MtRequests } from "./mt-requests.ts";
import { SYS_NOTICES, SYS_REQUESTS } from "./mt-sys.ts";
import { APP_REQUESTS, SAPI_REQUESTS, UTIL_REQUESTS } from "./mt-util.ts";
import { ZDO_REQUESTS } from "./mt-zdo.ts";
import type { SimulatedStick } from "./stick.ts";
import { SUBSYSTEM, TYPE, type UnpiFrame } from "./unpi.ts";

const REQUESTS: Readonly<Record<number, MtRequests>> = {
  [SUBSYSTEM.SYS]: SYS_REQUESTS,
  [SUBSYSTEM.AF]: AF_REQUESTS,
  [SUBSYSTEM.ZDO]: ZDO_REQUESTS,
  [SUBSYSTEM.SAPI]: SAPI_REQUESTS,
  [SUBSYSTEM.UTIL]: UTIL_REQUESTS,
  [SUBSYSTEM.APP_CNF]: APP_REQUESTS,
};
const NO_SUCH_SUBSYSTEM = 1;
const NO_SUCH_COMMAND = 2;
const WRONG_LENGTH = 4;

/** The answer to what the host sent; undefined where none is due. */
export function answerMt(frame: UnpiFrame, stick: SimulatedStick): UnpiFrame | undefined {
  const { type, subsystem, command, data } = frame;
  if (type === TYPE.AREQ) {
    if (subsystem === SUBSYSTEM.SYS) SYS_NOTICES[command]?.(stick);
    return undefined;
  }
  if (type !== TYPE.SREQ) return undefined;
  const requests = REQUESTS[subsystem];
  const answer = requests?.[command];
  if (!answer) return refuse(frame, requests ? NO_SUCH_COMMAND : NO_SUCH_SUBSYSTEM);
  try {
    const answered = answer(reader(data), stick);
    return answered ? { type: TYPE.SRSP, subsystem, command, data: answered } : refuse(frame, NO_SUCH_COMMAND);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(frame, WRONG_LENGTH);
  }
}

function refuse({ type, subsystem, command }: UnpiFrame, code: number): UnpiFrame {
  return {
    type: TYPE.SRSP,
    subsystem: SUBSYSTEM.ERROR,
    command: 0,
    data: Buffer.of(code, (type << 5) | subsystem, command),
  };
}
