/** A simulated Z-Stack stick behind a TCP port. */
import { randomBytes } from "node:crypto";
import { reader, unlessMalformed } from "../../devices/bytes.ts";
import { HostConnection } from "../host-connection.ts";
import { credentialsOf, type StickOptions, VirtualStick } from "../virtual-stick.ts";
import { AF_REQUESTS } from "./mt-af.ts";
import type { MtRequests } from "./mt-requests.ts";
import { SYS_NOTICES, SYS_REQUESTS } from "./mt-sys.ts";
import { APP_REQUESTS, SAPI_REQUESTS, UTIL_REQUESTS } from "./mt-util.ts";
import { ZDO_REQUESTS } from "./mt-zdo.ts";
import { type SavedZStack, ZStackFirmware } from "./stick-firmware.ts";
import { createParser, SUBSYSTEM, TYPE, toBytes, type UnpiFrame } from "./unpi.ts";

export type ZStackStick = VirtualStick<ZStackFirmware>;

const FACTORY_IEEE = "0x00124b0000000001";

export async function openZStack(options: StickOptions<SavedZStack>): Promise<ZStackStick> {
  const { network, saved, preformed, ieee = FACTORY_IEEE, port = 0 } = options;
  let notices: UnpiFrame[] | undefined; // notices that a request brings about wait: its answer goes first
  const firmware = new ZStackFirmware({
    network,
    ieee: saved?.ieee ?? preformed?.ieee ?? ieee,
    seed: saved ? Buffer.from(saved.seed, "hex") : randomBytes(16),
    saved: saved?.nv,
    preformed: preformed && credentialsOf(preformed),
    frameCounter: preformed?.frameCounter,
    tell: (subsystem, command, data) => {
      const notice = { type: TYPE.AREQ, subsystem, command, data };
      if (notices) notices.push(notice);
      else host.send(toBytes(notice));
    },
  });
  const hear = (frame: UnpiFrame) => {
    const brought: UnpiFrame[] = [];
    notices = brought;
    try {
      const answer = answerMt(frame, firmware);
      if (answer) host.send(toBytes(answer));
    } finally {
      notices = undefined;
    }
    for (const notice of brought) host.send(toBytes(notice));
  };
  const host: HostConnection = new HostConnection({
    port,
    connected: () => createParser(hear),
    soon: (run) => network.hostTime.later(0, run),
  });
  await host.listen();
  return new VirtualStick("zstack", firmware, host);
}

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

/** The answer to a frame of the host; undefined where none is due. */
export function answerMt(frame: UnpiFrame, stick: ZStackFirmware): UnpiFrame | undefined {
  const { type, subsystem, command, data } = frame;
  if (type === TYPE.AREQ) {
    if (subsystem === SUBSYSTEM.SYS) SYS_NOTICES[command]?.(stick);
    return undefined;
  }
  if (type !== TYPE.SREQ) return undefined;
  const requests = REQUESTS[subsystem];
  const answer = requests?.[command];
  if (!answer) return refuse(frame, requests ? NO_SUCH_COMMAND : NO_SUCH_SUBSYSTEM);
  if (!stick.knows((subsystem << 8) | command)) return refuse(frame, NO_SUCH_COMMAND);
  return (
    unlessMalformed(() => {
      const answered = answer(reader(data), stick);
      return answered ? { type: TYPE.SRSP, subsystem, command, data: answered } : refuse(frame, NO_SUCH_COMMAND);
    }) ?? refuse(frame, WRONG_LENGTH)
  );
}

function refuse({ type, subsystem, command }: UnpiFrame, code: number): UnpiFrame {
  return {
    type: TYPE.SRSP,
    subsystem: SUBSYSTEM.ERROR,
    command: 0,
    data: Buffer.of(code, (type << 5) | subsystem, command),
  };
}
