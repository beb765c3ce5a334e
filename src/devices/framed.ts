/** Members of which the converters know nothing, or too little: a device is told them in frames of ours, and what it says of them is read as it comes. */
import { type Gradient, gradientBytes } from "../model/gradient.ts";
import type { Ieee, Order, RawMessage } from "../model/radio.ts";
import type { Values } from "../model/resource.ts";
import type { PlannedResource } from "./plan-types.ts";

/** Of Hue: what a strip shows in one piece. */
export const STRIP = { id: 0xfc03, cluster: "manuSpecificPhilips2", state: "state", reversed: 0x0033 } as const;
const SIGNIFY = 0x100b;
const BOOLEAN = 0x10;

/** An order, and the member that it is for. */
export interface Framed {
  readonly member: string;
  readonly order: Order;
}

interface Framing {
  readonly target: { readonly ieee: Ieee; readonly endpoint: number };
  readonly values: Values; // all that is wished
}

const FRAMES: Readonly<Record<string, (value: unknown, wish: Framing) => readonly Order[]>> = {
  "state/gradient": (gradient, { target, values: { transitiontime = 0 } }) => {
    const payload = { data: gradientBytes(gradient as Gradient, Number(transitiontime)) };
    return [{ do: "command", target, cluster: STRIP.cluster, command: "multiColor", payload }];
  },
  "config/color/gradient/reversed": (value, { target }) => {
    const values = { [STRIP.reversed]: { value: value === true ? 1 : 0, type: BOOLEAN } };
    return [{ do: "write", target, cluster: STRIP.cluster, values, manufacturer: SIGNIFY }];
  },
};

/** What of a wish the device is told in such frames, and what is left of it. */
export function framedOrders(
  { framed = [] }: PlannedResource,
  section: "state" | "config",
  target: Framing["target"],
  values: Values,
): { readonly orders: readonly Framed[]; readonly rest: Values } {
  const isFramed = (name: string) => framed.includes(`${section}/${name}`);
  const orders = Object.entries(values).flatMap(([name, value]) =>
    isFramed(name)
      ? ordersFor(`${section}/${name}`, value, { target, values }).map((order) => ({ member: name, order }))
      : [],
  );
  return { orders, rest: Object.fromEntries(Object.entries(values).filter(([name]) => !isFramed(name))) };
}

function ordersFor(path: string, value: unknown, wish: Framing): readonly Order[] {
  return FRAMES[path]?.(value, wish) ?? [];
}

export function showsGradients({ framed = [] }: PlannedResource): boolean {
  return framed.includes("state/gradient");
}

/** Asked for all that it shows in one piece, it need not be asked for parts of it. */
export function framedReads({ framed = [], source }: PlannedResource, ieee: Ieee): readonly Order[] {
  const target = { ieee, endpoint: source };
  if (!framed.includes("state/gradient")) return [];
  return [{ do: "read", target, cluster: STRIP.cluster, attributes: [STRIP.state] }];
}

/** Such a frame is read by us, whatever the converters read in it. */
export function isOurs({ cluster }: RawMessage): boolean {
  return cluster === STRIP.cluster;
}
