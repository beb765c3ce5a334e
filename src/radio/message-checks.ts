/** What the radio process says, looked at before anybody believes it: a broken process must not break the gateway. */
import type { DeviceFacts, NetworkFacts, RadioEvent, RadioFailure, TouchlinkDevice } from "../model/radio.ts";
import { isObject } from "../model/resource.ts";
import type { Tell } from "./protocol.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isNumberOrNull: Check = (value) => value === null || isNumber(value);
const isObjectOrAbsent: Check = (value) => value === undefined || isObject(value);
const isNumberOrAbsent: Check = (value) => value === undefined || isNumber(value);
const isTrueOrAbsent: Check = (value) => value === undefined || value === true;
const isIeee: Check = (value) => typeof value === "string" && /^0x[0-9a-f]{16}$/.test(value);
const listOf = (check: Check): Check => {
  return (value) => Array.isArray(value) && value.every(check);
};

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

const DEVICE: { readonly [Name in keyof DeviceFacts]?: Check } = {
  ieee: isIeee,
  kind: isText,
  modelid: isText,
  manufacturername: isText,
  endpoints: listOf((value) => fits(ENDPOINT, value)),
  definition: (value) => value === undefined || fits({ exposes: Array.isArray, endpoints: isObject }, value),
};

const NETWORK: { readonly [Name in keyof NetworkFacts]?: Check } = {
  adapter: isText,
  firmware: isText,
  version: isText,
  coordinator: isText,
  channel: isNumber,
  panid: isNumber,
  extendedpanid: isText,
  can: listOf(isText),
};

export const isDevice: Check = (value) => fits(DEVICE, value);
const ABOUT_DEVICE = { ieee: isIeee };

const TOUCHED: { readonly [Name in keyof TouchlinkDevice]: Check } = {
  ieee: isIeee,
  factorynew: (value) => typeof value === "boolean",
  rssi: isNumber,
  channel: isNumber,
  panid: isNumber,
};

const NEWS: Readonly<Record<RadioEvent["kind"], Shape>> = {
  devices: { devices: listOf(isDevice) },
  up: {
    network: (value) => fits(NETWORK, value),
    devices: listOf(isDevice),
    told: (value) => value === undefined || listOf(isIeee)(value),
  },
  down: { reason: isText },
  joined: ABOUT_DEVICE,
  left: ABOUT_DEVICE,
  announced: ABOUT_DEVICE,
  interviewing: ABOUT_DEVICE,
  failed: ABOUT_DEVICE,
  device: { device: isDevice },
  payload: { ieee: isIeee, endpoint: isNumber, payload: isObject, raw: isObjectOrAbsent, unread: isTrueOrAbsent },
  seen: { ieee: isIeee, linkquality: isNumberOrNull },
  permit: { seconds: isNumber },
  bound: ABOUT_DEVICE,
  unbound: ABOUT_DEVICE,
  full: {},
  touched: { touched: (value) => fits(TOUCHED, value) },
};

const isNews: Check = (value) => {
  const kind = isObject(value) && typeof value.kind === "string" ? value.kind : "";
  return Object.hasOwn(NEWS, kind) && fits(NEWS[kind as RadioEvent["kind"]], value);
};

const TELLS: Readonly<Record<Tell["tell"], Shape>> = {
  answer: { id: isNumber },
  failure: {
    id: isNumber,
    code: (value) => Object.hasOwn(FAILURES, String(value)),
    message: isText,
    status: isNumberOrAbsent,
    keys: (value) => value === undefined || listOf(isText)(value),
  },
  news: { news: isNews },
  log: { level: (value) => ["info", "warn", "error"].includes(String(value)), text: isText },
  alive: {},
};

/** What it says, one thing or many; undefined for each that is none of the things that it may say. */
export function tellsIn(message: unknown): readonly (Tell | undefined)[] {
  const isMany = isObject(message) && message.tell === "many" && Array.isArray(message.tells);
  return isMany ? (message.tells as readonly unknown[]).map(tellOf) : [tellOf(message)];
}

function tellOf(message: unknown): Tell | undefined {
  const name = isObject(message) && typeof message.tell === "string" ? message.tell : "";
  if (!Object.hasOwn(TELLS, name) || !fits(TELLS[name as Tell["tell"]], message)) return undefined;
  return message as Tell;
}

function fits(shape: Shape, value: unknown): boolean {
  return isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]));
}
