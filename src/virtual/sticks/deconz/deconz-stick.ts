/** A simulated ConBee or RaspBee behind a TCP port, as a serial bridge would show it, and its answers to the host. */
import { reader, unlessMalformed, write } from "../../devices/bytes.ts";
import { HostConnection } from "../host-connection.ts";
import { type StickOptions, VirtualStick } from "../virtual-stick.ts";
import { ConBee, NETWORK_STATE } from "./conbee.ts";
import { FIRMWARES, type Generation } from "./generations.ts";
import { type ConBeeMemory, factoryNew, preformed } from "./memory.ts";
import { readParameter, writeParameter } from "./parameters.ts";
import { COMMAND, counted, createParser, RESULT, type SerialFrame, toBytes } from "./serial-frame.ts";

export interface DeconzOptions extends StickOptions<ConBeeMemory> {
  readonly generation?: Generation;
}

export type DeconzStick = VirtualStick<ConBee>;

const FACTORY_IEEE = "0x00212effff000001";

export async function openDeconz(options: DeconzOptions): Promise<DeconzStick> {
  const { network, saved, preformed: facts, ieee = FACTORY_IEEE, port = 0, generation = "ConBee II" } = options;
  const conbee: ConBee = new ConBee({
    network,
    firmware: FIRMWARES[generation],
    memory: saved ?? (facts ? preformed(facts) : factoryNew(ieee)),
    tell: (status) => {
      const data = Buffer.of(status, 0);
      host.send(toBytes({ command: COMMAND.STATUS_CHANGED, sequence: 0, result: RESULT.SUCCESS, data }));
    },
    restarted: () => host.drop(),
  });
  const host: HostConnection = new HostConnection({
    port,
    connected: () =>
      createParser((frame) => {
        const answer = answerTo(conbee, frame);
        if (answer) host.send(toBytes(answer));
      }),
    soon: (run) => network.hostTime.later(0, run),
  });
  await host.listen();
  return new VirtualStick("deconz", conbee, host);
}

// ---- commands of the host

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

const HAVE_PARAMETER: readonly number[] = [COMMAND.READ, COMMAND.WRITE];

/** Undefined: the stick says nothing to that. */
export function answerTo(stick: ConBee, { command, sequence, data }: SerialFrame): SerialFrame | undefined {
  const answer = COMMANDS[command];
  if (!answer || stick.isResetting) return undefined;
  const answered =
    unlessMalformed(() => {
      const parameter = HAVE_PARAMETER.includes(command) ? payloadOf(data).readUInt8() : 0;
      return stick.knows((command << 8) | parameter) ? answer(stick, data) : refused(RESULT.UNSUPPORTED, data);
    }) ?? refused(RESULT.INVALID_VALUE, data);
  return { command, sequence, ...answered };
}

function success(data: Buffer): Answer {
  return { result: RESULT.SUCCESS, data };
}

function refused(result: number, data: Buffer): Answer {
  return { result, data };
}

function fetched(stick: ConBee, next: Buffer | undefined): Answer {
  const { status } = stick; // the status after this one is fetched
  return next
    ? success(counted(write().u8(status).bytes(next).done()))
    : refused(RESULT.FAILURE, counted(Buffer.of(status)));
}

/** Behind its length. */
function payloadOf(data: Buffer): Buffer {
  const payload = reader(data);
  return payload.bytes(payload.u16());
}
