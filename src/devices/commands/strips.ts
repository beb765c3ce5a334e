/**
 * A strip that shows a gradient tells one color of it by the standard cluster, and calls that its color mode. Whether the gradient is over it only
 * says when it is asked: it is, as soon as it has told a color by itself.
 */
import type { Store } from "../../core/store.ts";
import type { RawMessage } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import type { Refresh } from "../desired/refresh.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import { isOfStrip, showsGradients } from "./custom-frames.ts";

const COLOR = "lightingColorCtrl";
const UNTIL_ASKED = 2_000; // milliseconds: a fade tells many colors

/** What of that which it tells may be believed. */
export type Strips = (device: Device, part: DeviceResource, raw: RawMessage | undefined, state: Values) => Values;

export function openStrips(store: Store, refresh: Refresh): Strips {
  return (device, part, raw, state) => {
    if (!raw || isOfStrip(raw) || !showsGradients(part.planned)) return state;
    if (raw.type === "attributeReport" && raw.cluster === COLOR) refresh.soon(device, part, UNTIL_ASKED);
    if (state.colormode !== "xy" || store.get(part.address)?.state.colormode !== "gradient") return state;
    const { colormode: _, ...others } = state;
    return others;
  };
}
