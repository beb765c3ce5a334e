/** A house with lamps that keep scenes, and its frames to them. */
import { idOf } from "../../../src/model/addresses.ts";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError, type RadioFailure } from "../../../src/model/radio/orders.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, lamp } from "../home.ts";

export const ONE = "0x001788010203bb01";
export const OTHER = "0x001788010203bb02";
export const LAMPS = [lamp(ONE), lamp(OTHER)];
export const NO_SCENES = lamp(OTHER, { endpoints: [endpoint(1, [0, 3, 4, 6, 8, 0x0300])] });
export const ON = { state: "ON", brightness: 100, color_temp: 300, color_mode: "color_temp" };
export const STATUS = { full: 0x89, notFound: 0x8b, invalidField: 0x85 } as const;

type Said = Order & { readonly do: "command" };
type Answer = (order: Order) => unknown;

export const isScene = (order: Order): order is Said => order.do === "command" && order.cluster === "genScenes";
/** The target of an order: a device, or a group. */
export const forWhom = ({ target }: Order) => ("ieee" in target ? target.ieee : target.group);
export const said = ({ radio }: FakeHouse) =>
  radio.orders.filter(isScene).map((order) => [forWhom(order), order.command]);
export const sets = ({ radio }: FakeHouse) =>
  radio.orders.flatMap((order) => (order.do === "set" ? [[forWhom(order), order.values]] : []));

export async function pass(home: FakeHouse, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    home.clock.advance(1);
    await settle();
  }
}

/** Lights that keep the scenes that they are told, and show them. */
export function honest(): Answer {
  const tables = new Map<string, Values>();
  return (order) => {
    if (!isScene(order)) return {};
    const { groupid, sceneid } = order.payload;
    const place = `${forWhom(order)} ${groupid} ${sceneid}`;
    if (order.command === "add" || order.command === "enhancedAdd") tables.set(place, order.payload);
    return order.command === "view" ? { response: tables.get(place) ?? {} } : {};
  };
}

/** These commands of scenes are refused, by all or by one. */
export function refusing(commands: Readonly<Record<string, number>>, ieee?: string): Answer {
  const rest = honest();
  return (order) => {
    const status = isScene(order) ? commands[String(order.command)] : undefined;
    if (status !== undefined && (ieee === undefined || forWhom(order) === ieee))
      throw new RadioError("refused", "it refused", status);
    return rest(order);
  };
}

export const failing =
  (code: RadioFailure): Answer =>
  (order) => {
    if (isScene(order)) throw new RadioError(code, "it did not work");
    return {};
  };

/** One says that it is still so when it is asked; all others are honest. */
export function staying(home: FakeHouse, ieee: string, payload: Values): Answer {
  const rest = honest();
  return (order) => {
    if (order.do === "get" && forWhom(order) === ieee)
      home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: { ...ON, ...payload } });
    return rest(order);
  };
}

/** A group of two lamps that are on, in bri 100 and ct 300. */
export async function withGroup(devices: readonly DeviceFacts[] = LAMPS): Promise<FakeHouse> {
  const home = await house();
  home.radio.answer = honest();
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: ON });
  await pass(home, 3);
  await home.ask("POST", "/groups", {
    name: "Kitchen",
    lights: home.store.list("/lights").map(({ address }) => idOf(address)),
  });
  await settle();
  home.radio.orders.length = 0;
  return home;
}

export async function withScene(devices?: readonly DeviceFacts[]): Promise<FakeHouse> {
  const home = await withGroup(devices);
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  return home;
}

export const recall = (home: FakeHouse, body: unknown = {}, scene = 1) =>
  home.ask("PUT", `/groups/1/scenes/${scene}/recall`, body);

/** A person turns a lamp; the orders before are forgotten. */
export async function turned(home: FakeHouse, ieee: string, payload: Values): Promise<void> {
  home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload });
  await settle();
  home.radio.orders.length = 0;
}
