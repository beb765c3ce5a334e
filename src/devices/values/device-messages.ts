/** What a device tells → facts of its resources. What cannot be read is lost alone. */
import { wordsOf } from "../../model/errors.ts";
import { KEYPADS, type KeypadAnswer, type KeypadRequest } from "../../model/keypads.ts";
import { RadioError, type RadioEvent } from "../../model/radio.ts";
import type { Address, Section, Values } from "../../model/resource.ts";
import { armRequest, armResponse } from "../buttons/keypad.ts";
import { isUnplannedPress, readRemote } from "../buttons/remote-events.ts";
import type { Sender } from "../commands/sender.ts";
import type { Strips } from "../commands/strips.ts";
import type { Fading } from "../desired/fading.ts";
import type { Journeys } from "../desired/journeys.ts";
import type { Pending } from "../desired/pending.ts";
import type { DeviceInventory } from "../inventory/device-inventory.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { planSwitch } from "../plan/planner.ts";
import { unplanned } from "../plan/unplanned.ts";
import { type FrameReading, readFrame, valuesFor } from "../zcl/frames.ts";
import type { DecoderStates } from "./decoder-state.ts";
import type { LastValues } from "./last-values.ts";
import { readPayload } from "./payloads.ts";

type DeviceMessage = Omit<Extract<RadioEvent, { kind: "payload" }>, "kind" | "ieee">;

export interface DeviceMessagesParts extends DevicesContext {
  /** The device itself has told these: they are true now. */
  readonly tell: (address: Address, section: Section, values: Values) => void;
  readonly inventory: DeviceInventory;
  readonly fading: Fading;
  readonly journeys: Journeys;
  readonly pending: Pending;
  readonly lastValues: LastValues;
  readonly decoderStates: DecoderStates;
  readonly sender: Sender;
  readonly strips: Strips;
}

export type ReceiveMessage = (device: Device, told: DeviceMessage) => void;

export function openDeviceMessages(parts: DeviceMessagesParts): ReceiveMessage {
  const {
    store,
    clock,
    log,
    engines,
    tell,
    inventory,
    fading,
    journeys,
    pending,
    lastValues,
    decoderStates,
    sender,
    strips,
  } = parts;

  return (device, told) => {
    lastValues.record(device.ieee, told.payload);
    const readings = attempt(device.address, () => unread(device, told)) ?? [];
    for (const part of device.resources) attempt(part.address, () => read(device, part, told, readings));
    attempt(device.address, () => meetRemote(device, told));
    void answerPad(device, told);
  };

  function attempt<T>(address: Address, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      log.warn(`${address}: what its device said could not be read: ${wordsOf(error)}`);
      return undefined;
    }
  }

  /** What the frame says in itself, where the converters read nothing, or too little, or nothing for one of its resources. */
  function unread(
    { ieee, facts, resources }: Device,
    { payload, raw, endpoint }: DeviceMessage,
  ): readonly FrameReading[] {
    const isRead = hasSome(payload) && !resources.some(({ planned }) => planned.unconverted);
    return raw ? readFrame(raw, endpoint, facts, decoderStates.ofDevice(ieee).attributes, isRead) : [];
  }

  function read(device: Device, part: DeviceResource, told: DeviceMessage, readings: readonly FrameReading[]): void {
    const { address, planned } = part;
    if (!store.get(address)) return; // a client deleted it
    const { payload } = told;
    const held = decoderStates.ofDevice(device.ieee).remote(planned.uniqueid);
    const touch = planned.family === "sensors" ? readRemote(planned, device.facts, told, held, clock.now()) : undefined;
    const isWanted = planned.unconverted || !hasSome(payload);
    const all = [
      readPayload(planned, payload),
      unplanned(device, part, payload),
      valuesFor(planned, isWanted ? readings : readings.filter(({ isFramed }) => isFramed)),
    ];
    const config: Values = Object.assign({}, ...all.map((each) => each.config));
    const state: Values = Object.assign({}, ...all.map((each) => each.state), touch);
    if (hasSome(config)) tell(address, "config", pending.heardConfig(device, address, config));
    journeys.heard(address, state);
    const settled = fading.sift(address, strips(device, part, told.raw, state));
    if (hasSome(settled)) tell(address, "state", settled);
  }

  /** A device that nobody took for a remote shows by its first word that it is one. */
  function meetRemote(device: Device, told: DeviceMessage): void {
    const resources = device.resources.map(({ planned }) => planned);
    if (!isUnplannedPress(device.facts, resources, told)) return;
    const grown = inventory.addResource(device, planSwitch(device.facts));
    if (grown) read(grown.device, grown.resource, told, []);
  }

  /** A keypad blinks until it is answered. Without an engine that knows codes nothing can be armed: it is told so. */
  async function answerPad(device: Device, { payload }: DeviceMessage): Promise<void> {
    const request = armRequest(payload);
    const pad = device.resources.find(({ planned }) => planned.type === "ZHAAncillaryControl");
    if (!request || !pad) return;
    const answer = await decided({ ...request, keypad: pad.address });
    const values = armResponse(payload, answer);
    await sender.ask(device, { do: "set", target: { ieee: device.ieee }, values }).catch((error: unknown) => {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its keypad was not answered: ${error}`);
    });
  }

  async function decided(request: KeypadRequest): Promise<KeypadAnswer> {
    try {
      return (await engines.find(KEYPADS)?.answer(request)) ?? "not_ready";
    } catch (error) {
      log.error(`${request.keypad}: nobody could decide on what it asks for: ${wordsOf(error)}`);
      return "not_ready";
    }
  }
}

function hasSome(values: Values): boolean {
  for (const _ in values) return true;
  return false;
}
