/** Checks each message of the radio process before the gateway uses it: a broken process must not break the gateway. */
import { type DeviceDeliveries, LOSSES } from "../model/doctor/deliveries.ts";
import type { DeviceFacts, DeviceLabel, GroupFacts, SceneFacts } from "../model/radio/device-facts.ts";
import type { RadioFailure } from "../model/radio/orders.ts";
import type { NetworkFacts, RadioEvent, TouchlinkDevice } from "../model/radio/radio-port.ts";
import { isObject } from "../model/resource.ts";
import type { ProcessMessage } from "./protocol.ts";

type MessageCheck = (value: unknown) => boolean;
type MessageShape = Readonly<Record<string, MessageCheck>>;

const isText: MessageCheck = (value) => typeof value === "string";
const isBoolean: MessageCheck = (value) => typeof value === "boolean";
const isNumber: MessageCheck = (value) => typeof value === "number" && Number.isFinite(value);
const isNumberOrNull: MessageCheck = (value) => value === null || isNumber(value);
const isObjectOrAbsent: MessageCheck = (value) => value === undefined || isObject(value);
const isNumberOrAbsent: MessageCheck = (value) => value === undefined || isNumber(value);
const isTrueOrAbsent: MessageCheck = (value) => value === undefined || value === true;
const isIeee: MessageCheck = (value) => typeof value === "string" && /^0x[0-9a-f]{16}$/.test(value);
const listOf = (check: MessageCheck): MessageCheck => {
  return (value) => Array.isArray(value) && value.every(check);
};

const isLoss = (value: string) => (LOSSES as readonly string[]).includes(value);

const FAILURES: Readonly<Record<RadioFailure, true>> = {
  unreachable: true,
  asleep: true,
  timeout: true,
  refused: true,
  unsupported: true,
  unknown: true,
  invalid: true,
  busy: true,
  "radio-down": true,
};

const ENDPOINT = {
  id: isNumber,
  profile: isNumber,
  device: isNumber,
  inputs: listOf(isNumber),
  outputs: listOf(isNumber),
};

const LABEL: { readonly [Name in keyof DeviceLabel]: MessageCheck } = {
  name: isText,
  lights: isNumberOrAbsent,
  sensors: isNumberOrAbsent,
};

const DEVICE: { readonly [Name in keyof DeviceFacts]?: MessageCheck } = {
  ieee: isIeee,
  kind: isText,
  modelid: isText,
  manufacturername: isText,
  endpoints: listOf((value) => fits(ENDPOINT, value)),
  definition: (value) => value === undefined || fits({ exposes: Array.isArray, endpoints: isObject }, value),
  label: (value) => value === undefined || fits(LABEL, value),
  values: isObjectOrAbsent,
  network: isNumberOrAbsent,
};

const NETWORK: { readonly [Name in keyof NetworkFacts]?: MessageCheck } = {
  adapter: isText,
  firmware: isText,
  version: isText,
  coordinator: isText,
  channel: isNumber,
  panid: isNumber,
  extendedpanid: isText,
  can: listOf(isText),
};

export const isDevice: MessageCheck = (value) => fits(DEVICE, value);
const OF_DEVICE = { ieee: isIeee };

const isCluster: MessageCheck = (value) =>
  fits({ id: isNumber, name: isText, side: isText, attributes: listOf(isText), values: isObject }, value) &&
  fits({ bound: listOf(isObject), reported: listOf(isObject) }, value);
export const isWiring: MessageCheck = listOf((value) =>
  fits({ ieee: isIeee, endpoint: isNumber, clusters: listOf(isCluster) }, value),
);

const isClusters: MessageCheck = (value) =>
  isObject(value) && Object.values(value).every((cluster) => fits({ ID: isNumber }, cluster));
export const isCatalog: MessageCheck = (value) =>
  fits({ clusters: isClusters, custom: (each) => isObject(each) && Object.values(each).every(isClusters) }, value);

const TOUCHLINK_DEVICE: { readonly [Name in keyof TouchlinkDevice]: MessageCheck } = {
  ieee: isIeee,
  factorynew: isBoolean,
  rssi: isNumber,
  channel: isNumber,
  panid: isNumber,
};

const SCENE: { readonly [Name in keyof SceneFacts]: MessageCheck } = {
  name: isText,
  lights: (value) => isObject(value) && Object.entries(value).every(([ieee, light]) => isIeee(ieee) && isObject(light)),
};

const GROUP: { readonly [Name in keyof GroupFacts]: MessageCheck } = {
  name: isText,
  isRoom: isBoolean,
  devices: listOf(isIeee),
  scenes: listOf((value) => fits(SCENE, value)),
};

const isTextOrAbsent: MessageCheck = (value) => value === undefined || isText(value);
const isMeasured: MessageCheck = (value) => typeof value === "string" && /^(state|config)\/\w+$/.test(value);
const isPastValue: MessageCheck = (value) => Array.isArray(value) && value.length === 2 && value.every(isNumber);
export const isPast: MessageCheck = listOf((value) =>
  fits({ device: isTextOrAbsent, group: isTextOrAbsent, member: isMeasured, values: listOf(isPastValue) }, value),
);

const DELIVERIES: { readonly [Name in keyof DeviceDeliveries]: MessageCheck } = {
  ieee: isIeee,
  sent: isNumber,
  retried: isNumber,
  lost: (value) => isObject(value) && Object.entries(value).every(([loss, count]) => isLoss(loss) && isNumber(count)),
  heard: isNumber,
  told: isNumber,
  link: isNumberOrNull,
  moved: isNumber,
};

const EVENTS: Readonly<Record<RadioEvent["kind"], MessageShape>> = {
  devices: { devices: listOf(isDevice) },
  up: {
    network: (value) => fits(NETWORK, value),
    devices: listOf(isDevice),
    told: (value) => value === undefined || listOf(isIeee)(value),
  },
  down: { reason: isText },
  joined: OF_DEVICE,
  left: OF_DEVICE,
  announced: OF_DEVICE,
  interviewing: OF_DEVICE,
  failed: OF_DEVICE,
  device: { device: isDevice },
  payload: { ieee: isIeee, endpoint: isNumber, payload: isObject, raw: isObjectOrAbsent, unread: isTrueOrAbsent },
  seen: { ieee: isIeee, linkquality: isNumberOrNull },
  permit: { seconds: isNumber },
  bound: OF_DEVICE,
  unbound: OF_DEVICE,
  deliveries: {
    devices: listOf((value) => fits(DELIVERIES, value)),
    stick: (value) => value === undefined || (isObject(value) && Object.values(value).every(isNumber)),
  },
  full: {},
  moved: { done: isNumber, total: isNumber },
  furnished: { groups: listOf((value) => fits(GROUP, value)) },
  touched: { touched: (value) => fits(TOUCHLINK_DEVICE, value) },
};

const isEvent: MessageCheck = (value) => {
  const kind = isObject(value) && typeof value.kind === "string" ? value.kind : "";
  return Object.hasOwn(EVENTS, kind) && fits(EVENTS[kind as RadioEvent["kind"]], value);
};

const MESSAGES: Readonly<Record<ProcessMessage["type"], MessageShape>> = {
  answer: { id: isNumber },
  failure: {
    id: isNumber,
    code: (value) => Object.hasOwn(FAILURES, String(value)),
    message: isText,
    status: isNumberOrAbsent,
    keys: (value) => value === undefined || listOf(isText)(value),
  },
  event: { event: isEvent },
  log: { level: (value) => ["info", "warn", "error"].includes(String(value)), text: isText },
  alive: {},
};

/** One message or a batch; undefined for each that is none of the messages that the process may send. */
export function messagesIn(output: unknown): readonly (ProcessMessage | undefined)[] {
  const isBatch = isObject(output) && output.type === "batch" && Array.isArray(output.messages);
  return isBatch ? (output.messages as readonly unknown[]).map(messageOf) : [messageOf(output)];
}

function messageOf(output: unknown): ProcessMessage | undefined {
  const type = isObject(output) && typeof output.type === "string" ? output.type : "";
  if (!Object.hasOwn(MESSAGES, type) || !fits(MESSAGES[type as ProcessMessage["type"]], output)) return undefined;
  return output as ProcessMessage;
}

function fits(shape: MessageShape, value: unknown): boolean {
  return isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]));
}
