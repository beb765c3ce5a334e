/** A frame that came in → what the converters read in it. A frame that breaks a converter is lost to that converter alone. */
import { Zcl } from "zigbee-herdsman";
import { postProcessConvertedFromZigbeeMessage } from "zigbee-herdsman-converters";
import { wordsOf } from "../../../model/errors.ts";
import type { Ieee, RadioEvent, RawMessage } from "../../../model/radio.ts";
import type { Definition, Message, Notes } from "../herdsman.ts";
import { plain, plainValues } from "../plain-data.ts";
import type { States } from "./converter-state.ts";
import type { Known, Registry } from "./device-table.ts";

const HEADER_OF_MAKERS = 5; // bytes of a frame before the parameters of its command

export interface InboundParts {
  readonly registry: Registry;
  readonly states: States;
  readonly news: (news: RadioEvent) => void;
  readonly warn: (text: string) => void;
}

export interface Inbound {
  hear(message: Message): void;
  /** Something that a converter says by itself: a timeout, a count of clicks. */
  publish(known: Known, endpoint: number, payload: Notes): void;
}

type Reader = Definition["fromZigbee"][number];

export function openInbound({ registry, states, news, warn }: InboundParts): Inbound {
  const publish = (known: Known, endpoint: number, payload: Notes, raw?: RawMessage, unread = false) => {
    const { device, definition, options } = known;
    const ieee = device.ieeeAddr;
    if (registry.get(ieee) !== known) return; // it has left meanwhile
    if (definition) guarded(ieee, () => postProcessConvertedFromZigbeeMessage(definition, payload, options, device));
    states.merge(ieee, payload);
    const frame = { ...(raw && { raw }), ...(unread && { unread }) };
    news({ kind: "payload", ieee, endpoint, payload: plainValues(payload), ...frame });
  };

  return {
    publish,
    hear: (message) => {
      const { device, endpoint } = message;
      const raw = rawOf(message);
      refuseUpdate(message);
      const known = registry.get(device.ieeeAddr);
      if (!known) {
        news({ kind: "payload", ieee: device.ieeeAddr, endpoint: endpoint.ID, payload: {}, raw });
        return;
      }
      publish(known, endpoint.ID, read(known, message), raw, isUnread(known, message));
    },
  };

  function read(known: Known, message: Message): Notes {
    const { device, definition, options, state } = known;
    if (!definition) return {};
    const payload: Notes = {};
    const late = (more: Notes) => publish(known, message.endpoint.ID, more);
    const meta = { state, device, deviceExposesChanged: () => registry.tell(known) };
    for (const reader of definition.fromZigbee) {
      if (!fits(reader, message)) continue;
      guarded(device.ieeeAddr, () => {
        const said: unknown = reader.convert(definition, message, late, options, meta);
        if (said instanceof Promise)
          said.then((more) => more && late(more)).catch((error) => complain(device.ieeeAddr, error));
        else if (said) Object.assign(payload, said);
      });
    }
    return payload;
  }

  function guarded(ieee: Ieee, run: () => void): void {
    try {
      run();
    } catch (error) {
      complain(ieee, error);
    }
  }

  function complain(ieee: Ieee, error: unknown): void {
    warn(`${ieee}: what it said could not be read: ${wordsOf(error)}`);
  }

  /** It asks whether there is new firmware for it, and would go on asking. */
  function refuseUpdate({ type, cluster, device, endpoint, meta }: Message): void {
    if (cluster !== "genOta" || type !== "commandQueryNextImageRequest") return;
    const status = Zcl.Status.NO_IMAGE_AVAILABLE;
    const options = { sendPolicy: "immediate", disableRecovery: true } as const;
    endpoint
      .commandResponse("genOta", "queryNextImageResponse", { status }, options, meta.zclTransactionSequenceNumber)
      .catch((error) =>
        warn(`${device.ieeeAddr}: it asked for new firmware and cannot be told that there is none: ${wordsOf(error)}`),
      );
  }
}

function isUnread({ definition }: Known, message: Message): boolean {
  return definition !== undefined && !definition.fromZigbee.some((reader) => fits(reader, message));
}

function fits({ cluster, type }: Reader, message: Message): boolean {
  if (cluster !== message.cluster) return false;
  return Array.isArray(type) ? type.includes(message.type) : type === message.type;
}

function rawOf({ type, cluster, data, groupID, meta }: Message): RawMessage {
  const { manufacturerCode: manufacturer = null, zclTransactionSequenceNumber: sequence, rawData } = meta;
  return {
    ...{ type, cluster, data: plain(data), group: groupID ?? 0, manufacturer },
    ...(sequence !== undefined && { sequence }),
    ...(manufacturer !== null && type.startsWith("command") && { bytes: rawData.subarray(HEADER_OF_MAKERS) }),
  };
}
