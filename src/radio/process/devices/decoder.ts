/** Decodes the frames of devices with their converters. A frame that breaks a converter is lost to that converter alone. */
import { Zcl } from "zigbee-herdsman";
import { postProcessConvertedFromZigbeeMessage } from "zigbee-herdsman-converters";
import { wordsOf } from "../../../model/errors.ts";
import type { Ieee, RawMessage } from "../../../model/radio/device-facts.ts";
import type { RadioEvent } from "../../../model/radio/radio-port.ts";
import type { ConverterDefinition, ConverterNotes, HerdsmanMessage } from "../herdsman.ts";
import { plainData, plainValues } from "../plain-data.ts";
import { LIGHT_STRIP } from "./capabilities.ts";
import type { ConverterStates } from "./converter-states.ts";
import type { AttachedDevice, DeviceTable } from "./device-table.ts";

const MANUFACTURER_HEADER = 5; // bytes of a frame before the parameters of a manufacturer's command

interface DecoderParts {
  readonly devices: DeviceTable;
  readonly states: ConverterStates;
  readonly emit: (event: RadioEvent) => void;
  readonly warn: (text: string) => void;
}

type FromZigbeeConverter = ConverterDefinition["fromZigbee"][number];

export class Decoder {
  readonly #parts: DecoderParts;

  constructor(parts: DecoderParts) {
    this.#parts = parts;
  }

  decode(message: HerdsmanMessage): void {
    const { device, endpoint } = message;
    const raw = rawOf(message);
    this.#refuseUpdate(message);
    const attached = this.#parts.devices.get(device.ieeeAddr);
    if (!attached) {
      this.#parts.emit({ kind: "payload", ieee: device.ieeeAddr, endpoint: endpoint.ID, payload: {}, raw });
      return;
    }
    this.#publish(attached, endpoint.ID, this.#convert(attached, message), raw, isUnread(attached, message));
  }

  /** A value that a converter tells by itself: a timeout, a count of clicks. */
  publish(attached: AttachedDevice, endpoint: number, payload: ConverterNotes): void {
    this.#publish(attached, endpoint, payload);
  }

  #publish(
    attached: AttachedDevice,
    endpoint: number,
    payload: ConverterNotes,
    raw?: RawMessage,
    unread = false,
  ): void {
    const { device, definition, options } = attached;
    const ieee = device.ieeeAddr;
    if (this.#parts.devices.get(ieee) !== attached) return; // it has left meanwhile
    if (definition)
      this.#guarded(ieee, () => postProcessConvertedFromZigbeeMessage(definition, payload, options, device));
    this.#parts.states.merge(ieee, payload);
    const frame = { ...(raw && { raw }), ...(unread && { unread }) };
    this.#parts.emit({ kind: "payload", ieee, endpoint, payload: plainValues(payload), ...frame });
  }

  #convert(attached: AttachedDevice, message: HerdsmanMessage): ConverterNotes {
    const { device, definition, options, state } = attached;
    if (!definition) return {};
    const ieee = device.ieeeAddr;
    const payload: ConverterNotes = {};
    const late = (more: ConverterNotes) => this.#publish(attached, message.endpoint.ID, more);
    const meta = { state, device, deviceExposesChanged: () => this.#parts.devices.tellChanges(attached) };
    for (const converter of definition.fromZigbee) {
      if (!fits(converter, message)) continue;
      this.#guarded(ieee, () => {
        const values: unknown = converter.convert(definition, message, late, options, meta);
        if (values instanceof Promise)
          values.then((more) => more && late(more)).catch((error) => this.#complain(ieee, error));
        else if (values) Object.assign(payload, values);
      });
    }
    return message.cluster === LIGHT_STRIP.cluster ? withModeOfWhite(payload) : payload;
  }

  #guarded(ieee: Ieee, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#complain(ieee, error);
    }
  }

  #complain(ieee: Ieee, error: unknown): void {
    this.#parts.warn(`${ieee}: what it said could not be read: ${wordsOf(error)}`);
  }

  /** A device that asks whether there is new firmware for it would go on asking. */
  #refuseUpdate({ type, cluster, device, endpoint, meta }: HerdsmanMessage): void {
    if (cluster !== "genOta" || type !== "commandQueryNextImageRequest") return;
    const status = Zcl.Status.NO_IMAGE_AVAILABLE;
    const options = { sendPolicy: "immediate", disableRecovery: true } as const;
    const cannot = "it asked for new firmware and cannot be told that there is none";
    endpoint
      .commandResponse("genOta", "queryNextImageResponse", { status }, options, meta.zclTransactionSequenceNumber)
      .catch((error) => this.#parts.warn(`${device.ieeeAddr}: ${cannot}: ${wordsOf(error)}`));
  }
}

/** A lamp of Hue tells with a white the color of that, too, which the converters take for its mode, and carry on. An effect has a color alone. */
function withModeOfWhite(payload: ConverterNotes): ConverterNotes {
  return payload.color_temp === undefined ? payload : { ...payload, color_mode: "color_temp" };
}

function isUnread({ definition }: AttachedDevice, message: HerdsmanMessage): boolean {
  return definition !== undefined && !definition.fromZigbee.some((converter) => fits(converter, message));
}

function fits({ cluster, type }: FromZigbeeConverter, message: HerdsmanMessage): boolean {
  if (cluster !== message.cluster) return false;
  return Array.isArray(type) ? type.includes(message.type) : type === message.type;
}

function rawOf({ type, cluster, data, groupID, meta }: HerdsmanMessage): RawMessage {
  const { manufacturerCode: manufacturer = null, zclTransactionSequenceNumber: sequence, rawData } = meta;
  return {
    ...{ type, cluster, data: plainData(data), group: groupID ?? 0, manufacturer },
    ...(sequence !== undefined && { sequence }),
    ...(manufacturer !== null && type.startsWith("command") && { bytes: rawData.subarray(MANUFACTURER_HEADER) }),
  };
}
