/** Lights of all kinds, as the store has them. */
import type { Address, Resource, Values } from "../../src/model/resource.ts";

export function thing(type: string, state: Values, attr: Values = {}, address: Address = "/lights/1"): Resource {
  return {
    address,
    type,
    attr: { name: "Lamp", ...attr },
    config: {},
    state: { reachable: true, ...state },
    action: {},
  };
}

export const lamp = thing(
  "Extended color light",
  { on: true, bri: 127, ct: 366, xy: [0.4, 0.4], hue: 0, sat: 0, colormode: "ct", effect: "none", alert: "none" },
  { ctmin: 153, ctmax: 500 },
);
export const white = thing("Color temperature light", { on: true, bri: 254, ct: 366, colormode: "ct" });
export const huelamp = thing("Color light", { on: true, bri: 254, hue: 21_845, sat: 254, colormode: "hs" });
export const plug = thing("Smart plug", { on: false });
export const cover = thing("Window covering device", { open: true, lift: 30, tilt: 0, on: false, bri: 76 });
export const blind = thing("Window covering device", { open: true });
export const lock = thing("Door Lock", { on: true });
export const siren = thing("Warning device", { alert: "none" });
export const group: Resource = {
  ...thing("Group", {}, {}, "/groups/1"),
  state: { any_on: true, all_on: false },
  action: { on: true, bri: 254, ct: 370, hue: 0, sat: 0, xy: [0.4, 0.4], colormode: "ct" },
};
export const all: Resource = { ...group, address: "/groups/65520", type: "AllLights" };
