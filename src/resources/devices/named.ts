/** The device that an address names. */
import type { Call } from "../../core/call.ts";
import { ApiError, type ErrorName } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Resource } from "../../model/resource.ts";

export const DEVICES = "/devices";
export const MAC = /^([0-9a-f]{2}:){7}[0-9a-f]{2}$/;
/** The errors with which a question on air may end. */
export const AIR_ERRORS: readonly ErrorName[] = ["notConnected", "noAnswer", "refused"];

export function demandDevice({ draft, params }: Call, at: string = `${DEVICES}/${params.mac}`): Resource {
  const device = draft.get(`${DEVICES}/${params.mac}`);
  if (!device || device.attr.gone === true) throw new ApiError("notFound", at);
  return device;
}

export function ieeeOf(call: Call): Ieee {
  return String(demandDevice(call).attr.ieee);
}

/** The lights and sensors that this device became. */
export function partsOf({ draft }: Pick<Call, "draft">, mac: string): readonly Resource[] {
  return (["/lights", "/sensors"] as const).flatMap((collection) =>
    draft.list(collection).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`)),
  );
}
