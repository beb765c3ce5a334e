/** What somebody did with a remote, a cube, a dial or a keypad → the state of that sensor. The one door to all of these. */
import type { DeviceFacts, RawMessage } from "../../model/radio.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { FLAGS } from "../mapping/measured-values.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { isButtonAction } from "./actions.ts";
import { buttonEvent, type RemoteState } from "./button-events.ts";
import { isCube, readCube } from "./cube.ts";
import { readKeypad } from "./keypad.ts";
import { readRotary } from "./rotary.ts";
import { actionIn, greenPowerCommand, isClientCommand, isInputReport } from "./zcl-commands.ts";

/** A message of a device: what the converters read in it, and the frame, if it was one. */
export interface RemoteMessage {
  readonly endpoint: number;
  readonly payload: Values;
  readonly raw?: RawMessage;
  /** No converter of the device reads frames of this sort. */
  readonly unread?: true;
}

type Facts = Pick<DeviceFacts, "modelid" | "endpoints">;

/** The same frame may come by several ways. */
const KEPT_SEQUENCES = 5;
const HUE_PRESS = "commandHueNotification";
/** What these tell lights by themselves, they tell us in their own words as well. */
const OF_HUE = /-fc00$/;
const OF_INPUT = /-(000f|0012)$/;
/** Their words are about people and codes. */
const TELL_WHO_CAME: readonly string[] = ["ZHAAncillaryControl", "ZHADoorLock"];

export function isRemote({ type }: { readonly type: string }): boolean {
  return type === "ZHASwitch" || type === "ZGPSwitch";
}

/** Undefined: it says nothing to this sensor. `now` in milliseconds. */
export function readRemote(
  planned: PlannedResource,
  facts: Facts,
  touch: RemoteMessage,
  held: RemoteState,
  now: number,
): Values | undefined {
  const { type, uniqueid, buttons } = planned;
  const { endpoint, payload, raw } = touch;
  if (type === "ZHAAncillaryControl") return readKeypad(payload);
  if (type === "ZHARelativeRotary") return readRotary(payload, raw, held, now);
  if (!isRemote(planned)) return undefined;
  if (isCube(facts.modelid)) return readCube(facts.modelid, uniqueid, payload);
  if (!buttons) return undefined;
  const isOurs = buttons.unconverted || (touch.unread && !OF_HUE.test(uniqueid));
  if (isOurs && raw && isRepeated(endpoint, raw, held)) return undefined;
  if (buttons.unconverted && raw && type === "ZGPSwitch") return readGreenPower(raw);
  const word = isOurs && raw && isPress(planned, facts, endpoint, raw) ? actionIn(raw) : undefined;
  const said = payload.action === undefined && word !== undefined ? { action: word } : payload;
  const press = buttonEvent(buttons, said, endpoint, held);
  return press && { ...press.state, ...hueDuration(raw) };
}

/** A word for a button, or a command for others that no converter read, from a device that is not known to be a remote. */
export function isUnplannedPress(
  facts: Pick<DeviceFacts, "kind" | "endpoints">,
  resources: readonly Pick<PlannedResource, "type">[],
  { endpoint, payload, raw }: RemoteMessage,
): boolean {
  const isKnown = resources.some((each) => isRemote(each) || TELL_WHO_CAME.includes(each.type));
  if (typeof payload.action === "string") return !isKnown && isButtonAction(payload.action);
  if (!raw || Object.keys(payload).length > 0) return false;
  const switchesByItself = resources.some(({ type }) => type in FLAGS); // a motion sensor tells lights too
  if (isKnown || switchesByItself) return false;
  if (facts.kind === "green-power") return greenPowerCommand(raw) !== undefined;
  return isClientCommand(facts, endpoint, raw) && actionIn(raw) !== undefined;
}

/** Of a device with several inputs, each is a remote of its own. */
function isPress({ uniqueid, source, buttons }: PlannedResource, facts: Facts, endpoint: number, raw: RawMessage) {
  if (!OF_INPUT.test(uniqueid)) return isClientCommand(facts, endpoint, raw);
  return buttons?.unconverted === true && source === endpoint && isInputReport(facts, endpoint, raw);
}

function isRepeated(endpoint: number, raw: RawMessage, held: RemoteState): boolean {
  const { frameCounter } = isObject(raw.data) ? raw.data : {};
  const number = typeof frameCounter === "number" ? frameCounter : raw.sequence;
  if (number === undefined) return false;
  const sequence = number * 256 + endpoint;
  const { sequences = [] } = held;
  if (sequences.includes(sequence)) return true;
  held.sequences = [sequence, ...sequences].slice(0, KEPT_SEQUENCES);
  return false;
}

/** Clients know the Hue Tap by the numbers of its commands; what nobody knows is taken for one. */
function readGreenPower(raw: RawMessage): Values | undefined {
  const buttonevent = greenPowerCommand(raw);
  return buttonevent === undefined ? undefined : { buttonevent };
}

/** Hue's own remotes say themselves how long; the converters do so only of a hold. */
function hueDuration(raw: RawMessage | undefined): Values {
  if (raw?.type !== HUE_PRESS || !isObject(raw.data)) return {};
  const { time, unknown3 } = raw.data;
  const eventduration = Number(time) + 256 * Number(unknown3);
  return Number.isInteger(eventduration) && eventduration >= 0 ? { eventduration } : {};
}
