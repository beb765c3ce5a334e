/** A message of a remote, a cube, a dial or a keypad → the state of its sensor. All of these are read from here. */
import type { DeviceFacts, RawMessage } from "../../model/radio/device-facts.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { FLAGS } from "../mapping/measured-values.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { isButtonAction } from "./actions.ts";
import { buttonEvent, type RemoteState } from "./button-events.ts";
import { isCube, readCube } from "./cube.ts";
import { readKeypad } from "./keypad.ts";
import { readRotary } from "./rotary.ts";
import { actionIn, greenPowerCommand, isClientCommand, isInputReport } from "./zcl-commands.ts";

/** A message of a device: the values that converters read in it, and the frame itself, if there was one. */
export interface RemoteMessage {
  readonly endpoint: number;
  readonly payload: Values;
  readonly raw?: RawMessage;
  /** No converter of the device reads frames of this cluster and type. */
  readonly unread?: true;
}

type Facts = Pick<DeviceFacts, "modelid" | "endpoints">;

/** A frame may arrive more than once: to the coordinator, and to a group. */
const KEPT_SEQUENCES = 5;
const HUE_PRESS = "commandHueNotification";
/** Remotes of Hue report each press in a cluster of their own, beside the commands that they send to lights. */
const OF_HUE = /-fc00$/;
const OF_INPUT = /-(000f|0012)$/;
/** Their actions are about people and codes. */
const TELL_WHO_CAME: readonly string[] = ["ZHAAncillaryControl", "ZHADoorLock"];

export function isRemote({ type }: { readonly type: string }): boolean {
  return type === "ZHASwitch" || type === "ZGPSwitch";
}

/** Undefined: the message changes nothing of this sensor. `now` in milliseconds. */
export function readRemote(
  planned: PlannedResource,
  facts: Facts,
  message: RemoteMessage,
  state: RemoteState,
  now: number,
): Values | undefined {
  const { type, uniqueid, buttons } = planned;
  const { endpoint, payload, raw } = message;
  if (type === "ZHAAncillaryControl") return readKeypad(payload);
  if (type === "ZHARelativeRotary") return readRotary(payload, raw, state, now);
  if (!isRemote(planned)) return undefined;
  if (isCube(facts.modelid)) return readCube(facts.modelid, uniqueid, payload);
  if (!buttons) return undefined;
  const readsFrames = buttons.unconverted || (message.unread && !OF_HUE.test(uniqueid));
  if (readsFrames && raw && isRepeated(endpoint, raw, state)) return undefined;
  if (buttons.unconverted && raw && type === "ZGPSwitch") return readGreenPower(raw);
  const action = readsFrames && raw && isOfRemote(planned, facts, endpoint, raw) ? actionIn(raw) : undefined;
  const read = payload.action === undefined && action !== undefined ? { action } : payload;
  const press = buttonEvent(buttons, read, endpoint, state);
  return press && { ...press.state, ...hueDuration(raw) };
}

/** The action of a button, or a command that no converter read, from a device that was not planned as a remote. */
export function isUnplannedPress(
  facts: Pick<DeviceFacts, "kind" | "endpoints">,
  resources: readonly Pick<PlannedResource, "type">[],
  { endpoint, payload, raw }: RemoteMessage,
): boolean {
  const isKnown = resources.some((each) => isRemote(each) || TELL_WHO_CAME.includes(each.type));
  if (typeof payload.action === "string") return !isKnown && isButtonAction(payload.action);
  if (!raw || Object.keys(payload).length > 0) return false;
  const switchesByItself = resources.some(({ type }) => type in FLAGS); // a motion sensor sends commands to lights too
  if (isKnown || switchesByItself) return false;
  if (facts.kind === "green-power") return greenPowerCommand(raw) !== undefined;
  return isClientCommand(facts, endpoint, raw) && actionIn(raw) !== undefined;
}

/** Each input of a device with several inputs is a remote of its own. */
function isOfRemote({ uniqueid, source, buttons }: PlannedResource, facts: Facts, endpoint: number, raw: RawMessage) {
  if (!OF_INPUT.test(uniqueid)) return isClientCommand(facts, endpoint, raw);
  return buttons?.unconverted === true && source === endpoint && isInputReport(facts, endpoint, raw);
}

function isRepeated(endpoint: number, raw: RawMessage, state: RemoteState): boolean {
  const { frameCounter } = isObject(raw.data) ? raw.data : {};
  const number = typeof frameCounter === "number" ? frameCounter : raw.sequence;
  if (number === undefined) return false;
  const sequence = number * 256 + endpoint;
  const { sequences = [] } = state;
  if (sequences.includes(sequence)) return true;
  state.sequences = [sequence, ...sequences].slice(0, KEPT_SEQUENCES);
  return false;
}

/** The button events of the Hue Tap are the numbers of its commands; unknown Green Power devices are treated like it. */
function readGreenPower(raw: RawMessage): Values | undefined {
  const buttonevent = greenPowerCommand(raw);
  return buttonevent === undefined ? undefined : { buttonevent };
}

/** Remotes of Hue report how long any press was; their converters pass that on only for a hold. */
function hueDuration(raw: RawMessage | undefined): Values {
  if (raw?.type !== HUE_PRESS || !isObject(raw.data)) return {};
  const { time, unknown3 } = raw.data;
  const eventduration = Number(time) + 256 * Number(unknown3);
  return Number.isInteger(eventduration) && eventduration >= 0 ? { eventduration } : {};
}
