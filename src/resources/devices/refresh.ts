/** Asks the device behind a light or a sensor how it is now, where what is kept will not do. */
import type { Handler } from "../../core/call.ts";
import type { Route } from "../../core/router.ts";
import { ApiError } from "../../model/errors.ts";
import { success } from "../../model/resource.ts";
import { named } from "../handlers.ts";
import { AIR_ERRORS as errors } from "./named.ts";
import { overAir } from "./radio-errors.ts";

const refresh: Handler = async (call) => {
  const { store, devices, address } = call;
  const resource = named(call);
  if (store.definition(resource).clients.create) throw new ApiError("notSettable", address); // nobody stands behind it
  await overAir(call, () => devices.refresh(resource));
  return [success(address, store.view(store.get(resource.address) ?? resource).state)];
};

export const refreshRoutes: readonly Route[] = [
  ["POST", "/sensors/:id/refresh", refresh, { does: "Ask the device of a sensor for its values now", errors }],
  ["POST", "/lights/:id/refresh", refresh, { does: "Ask a light how it is now", errors }],
];
