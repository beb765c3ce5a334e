/** The reaction of a virtual device to a frame that it hears, and its answer. */
import { Zcl } from "zigbee-herdsman";
import type { AirFrame } from "../air/air-station.ts";
import type { CommandOutcome, CommandPayload } from "../clusters/cluster.ts";
import type { Attribute, AttributeValue } from "./attributes.ts";
import type { DeviceEndpoint } from "./device-endpoints.ts";
import { answerGlobal } from "./global-commands.ts";
import type { Reporter } from "./reporter.ts";
import { type CustomClusters, type FrameToWrite, type ReadFrame, readFrame, STATUS, writeFrame } from "./zcl.ts";

/** Global commands that are answers themselves: nothing is ever said to them. */
const ANSWERS: readonly number[] = Object.values(Zcl.Foundation)
  .filter(({ name }) => name.endsWith("Rsp") && name !== "writeNoRsp")
  .map(({ ID }) => ID);

/** The answer, if there is one: a frame for many devices is never answered. */
export function respondToFrame(
  endpoint: DeviceEndpoint,
  reporter: Reporter,
  frame: AirFrame,
  custom: CustomClusters,
): Buffer | undefined {
  const read = readFrame(frame.cluster, frame.bytes, custom);
  if (!read) return undefined;
  const alone = "address" in frame.to;
  const outcome = handle(endpoint, reporter, frame.cluster, read, alone);
  if (!alone || outcome === "silent") return undefined;
  const answer = answerTo(frame.cluster, read, outcome);
  return answer && written(answer, frame.cluster, read, custom);
}

/** Carries out a frame, and tells its outcome. */
function handle(
  endpoint: DeviceEndpoint,
  reporter: Reporter,
  id: number,
  read: ReadFrame,
  alone: boolean,
): CommandOutcome | "silent" {
  const { header, command, payload, failure } = read;
  if (header.isGlobal && ANSWERS.includes(header.command)) {
    if (command === "readRsp") endpoint.each((behaviour) => behaviour.answered?.(endpoint, id, valuesIn(payload)));
    return "silent";
  }
  const server = header.toServer ? endpoint.servers.get(id) : undefined;
  const isKnown = server !== undefined || (!header.toServer && endpoint.clients.has(id));
  if (!isKnown) return STATUS.UNSUPPORTED_CLUSTER;
  if (command === undefined) return failure;
  if (header.isGlobal) {
    const access = {
      attributes: server?.attributes ?? new Map<string, Attribute>(),
      manufacturer: header.manufacturer,
      reporter,
      mayWrite: ({ name }: Attribute, value: AttributeValue) => server?.behaviour?.mayWrite?.(endpoint, name, value),
      write: ({ cluster, name }: Attribute, value: AttributeValue) => {
        endpoint.set(cluster, { [name]: value });
        server?.behaviour?.written?.(endpoint, name);
      },
    };
    if (command === "configReport") endpoint.device.note();
    return answerGlobal(access, command, payload);
  }
  if (!server) return STATUS.SUCCESS; // a server of something that it is a client of told it something
  const refusal = endpoint.device.refusals.get(`${server.name}.${command}`);
  if (refusal !== undefined) return refusal;
  const handler = server.behaviour?.commands?.[command];
  return handler ? handler(endpoint, payload as CommandPayload, alone) : STATUS.UNSUP_COMMAND;
}

/** The values that were read, without attributes that the other device does not have. */
function valuesIn(payload: unknown): Record<number, unknown> {
  const records = payload as readonly {
    readonly attrId: number;
    readonly status: number;
    readonly attrData: unknown;
  }[];
  return Object.fromEntries(
    records.filter(({ status }) => status === STATUS.SUCCESS).map(({ attrId, attrData }) => [attrId, attrData]),
  );
}

/** A command that answers, or the default response where one is due. */
function answerTo(cluster: number, { header }: ReadFrame, outcome: CommandOutcome): FrameToWrite | undefined {
  const { sequence, manufacturer, toServer, isGlobal, wantsDefault } = header;
  const frame = { cluster, sequence, manufacturer, fromServer: toServer, quiet: true };
  if (typeof outcome === "object") {
    return { ...frame, ...(isGlobal ? { isGlobal } : {}), command: outcome.command, payload: outcome.payload };
  }
  const statusCode = outcome ?? STATUS.SUCCESS;
  if (statusCode === STATUS.SUCCESS && !wantsDefault) return undefined;
  return { ...frame, isGlobal: true, command: "defaultRsp", payload: { cmdId: header.command, statusCode } };
}

/** More than a frame can hold is refused. */
function written(answer: FrameToWrite, cluster: number, read: ReadFrame, custom: CustomClusters): Buffer | undefined {
  try {
    return writeFrame(answer, custom);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const refusal = answerTo(cluster, read, STATUS.INSUFFICIENT_SPACE);
    return refusal && writeFrame(refusal, custom);
  }
}
