/** PUT to the config of a light (core 4.6): all of it is the device's. */
import type { Handler } from "../../core/call.ts";
import { ApiError } from "../../model/errors.ts";
import { updateDeviceConfig } from "../devices/config.ts";
import { demandMembers, named } from "../handlers.ts";

const update = updateDeviceConfig(() => []);

export const setConfig: Handler = (call) => {
  demandMembers(call);
  if (named(call).state.reachable !== true) return [new ApiError("unreachable", call.address)];
  return update(call);
};
