/** The messages of a device → the values of its resources. A message that cannot be read is lost alone. */
import { wordsOf } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { RadioEvent } from "../../model/radio/radio-port.ts";
import { type Address, hasMembers, type Values } from "../../model/resource.ts";
import { KEYPADS, type KeypadAnswer, type KeypadRequest } from "../../model/sensors/keypads.ts";
import type { RemoteState } from "../buttons/button-events.ts";
import { armRequest, armResponse } from "../buttons/keypad.ts";
import { isUnplannedPress, readRemote } from "../buttons/remote-events.ts";
import type { Sender } from "../commands/sender.ts";
import type { DesiredState } from "../desired/desired-state.ts";
import type { Outbox } from "../desired/outbox.ts";
import type { Transitions } from "../desired/transitions.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { DeviceInventory } from "../inventory/device-inventory.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import { remotePlan } from "../plan/planner.ts";
import { type AttributeMemory, decodeFrame, type FrameReading, valuesFor } from "../zcl/frames.ts";
import type { LastValues } from "./last-values.ts";
import { readPayload, readUndeclared } from "./payloads.ts";

type ReceivedMessage = Omit<Extract<RadioEvent, { kind: "payload" }>, "kind" | "ieee">;

/** Facts from earlier messages of a device that later messages need. A restart forgets them. */
interface DecoderState {
  readonly attributes: AttributeMemory;
  readonly remotes: Map<string, RemoteState>; // by unique id
}

interface DeviceMessagesParts extends DevicesContext {
  readonly inventory: DeviceInventory;
  readonly desired: DesiredState;
  readonly outbox: Outbox;
  readonly transitions: Transitions;
  readonly lastValues: LastValues;
  readonly sender: Sender;
}

export class DeviceMessages {
  readonly #parts: DeviceMessagesParts;
  readonly #states = new Map<Ieee, DecoderState>();

  constructor(parts: DeviceMessagesParts) {
    this.#parts = parts;
  }

  receive(device: Device, message: ReceivedMessage): void {
    this.#parts.lastValues.record(device.ieee, message.payload);
    const readings = this.#attempt(device.address, () => this.#readFrame(device, message)) ?? [];
    for (const resource of device.resources)
      this.#attempt(resource.address, () => this.#apply(device, resource, message, readings));
    this.#attempt(device.address, () => this.#addRemote(device, message));
    void this.#answerKeypad(device, message);
  }

  forget(ieee: Ieee): void {
    this.#states.delete(ieee);
  }

  #attempt<T>(address: Address, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.#parts.log.warn(`${address}: what its device said could not be read: ${wordsOf(error)}`);
      return undefined;
    }
  }

  #stateOf(ieee: Ieee): DecoderState {
    const state = this.#states.get(ieee) ?? { attributes: new Map(), remotes: new Map() };
    this.#states.set(ieee, state);
    return state;
  }

  #remoteState(ieee: Ieee, uniqueid: string): RemoteState {
    const { remotes } = this.#stateOf(ieee);
    const state = remotes.get(uniqueid) ?? {};
    remotes.set(uniqueid, state);
    return state;
  }

  /** The attributes of the frame itself, where the converters read nothing, too little, or nothing for one of the resources. */
  #readFrame({ ieee, facts, resources }: Device, { payload, raw, endpoint }: ReceivedMessage): readonly FrameReading[] {
    const isConverted = hasMembers(payload) && !resources.some(({ planned }) => planned.unconverted);
    return raw ? decodeFrame(raw, endpoint, facts, this.#stateOf(ieee).attributes, isConverted) : [];
  }

  #apply(device: Device, resource: DeviceResource, message: ReceivedMessage, readings: readonly FrameReading[]): void {
    const { store, clock, desired, outbox, transitions } = this.#parts;
    const { address, planned } = resource;
    if (!store.get(address)) return; // a client deleted it
    const { payload } = message;
    const remote = this.#remoteState(device.ieee, planned.uniqueid);
    const press =
      planned.family === "sensors" ? readRemote(planned, device.facts, message, remote, clock.now()) : undefined;
    const readsFrame = planned.unconverted || !hasMembers(payload);
    const all = [
      readPayload(planned, payload),
      readUndeclared(device, resource, payload),
      valuesFor(planned, readsFrame ? readings : readings.filter(({ isAlwaysRead }) => isAlwaysRead)),
    ];
    const config: Values = Object.assign({}, ...all.map((each) => each.config));
    const state: Values = Object.assign({}, ...all.map((each) => each.state), press);
    if (hasMembers(config)) desired.report(address, "config", outbox.filterConfig(device, address, config));
    const shown = transitions.filter(device, resource, message.raw, state);
    if (hasMembers(shown)) desired.report(address, "state", shown);
  }

  /** A device that was not planned as a remote becomes one with the first press. */
  #addRemote(device: Device, message: ReceivedMessage): void {
    const planned = device.resources.map((each) => each.planned);
    if (!isUnplannedPress(device.facts, planned, message)) return;
    const added = this.#parts.inventory.addResource(device, remotePlan(device.facts));
    if (added) this.#apply(added.device, added.resource, message, []);
  }

  /** A keypad blinks until it is answered. Without an engine that checks codes nothing can be armed, and the keypad is told so. */
  async #answerKeypad(device: Device, { payload }: ReceivedMessage): Promise<void> {
    const { sender, log } = this.#parts;
    const request = armRequest(payload);
    const keypad = device.resources.find(({ planned }) => planned.type === "ZHAAncillaryControl");
    if (!request || !keypad) return;
    const values = armResponse(payload, await this.#decide({ ...request, keypad: keypad.address }));
    await sender.ask(device, { do: "set", target: { ieee: device.ieee }, values }).catch((error: unknown) => {
      if (!(error instanceof RadioError)) log.error(`${device.address}: its keypad was not answered: ${error}`);
    });
  }

  async #decide(request: KeypadRequest): Promise<KeypadAnswer> {
    const { engines, log } = this.#parts;
    try {
      return (await engines.find(KEYPADS)?.answer(request)) ?? "not_ready";
    } catch (error) {
      log.error(`${request.keypad}: nobody could decide on what it asks for: ${wordsOf(error)}`);
      return "not_ready";
    }
  }
}
