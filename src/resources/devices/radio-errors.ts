/** What the radio cannot do now, or could not, in the errors of the API. The one place where a wish that needs the network is refused. */
import type { Call } from "../../core/call.ts";
import type { Obstacle } from "../../model/devices.ts";
import { ApiError, type ErrorName } from "../../model/errors.ts";
import { RadioError, type RadioFailure } from "../../model/radio.ts";
import type { Resource } from "../../model/resource.ts";
import { DEVICES } from "./named.ts";

const NAMES: Readonly<Record<RadioFailure, ErrorName>> = {
  unreachable: "noAnswer",
  asleep: "noAnswer",
  timeout: "noAnswer",
  refused: "refused",
  unsupported: "refused",
  unknown: "notFound",
  invalid: "refused",
  busy: "busy",
  "radio-down": "notConnected",
};

/** While touchlink keeps the radio away from its network, nobody is let to it. */
export function demandPresence({ radio }: Pick<Call, "radio">, address: string): void {
  if (radio.away) throw new ApiError("notConnected", address);
}

export function demandRadio(call: Pick<Call, "radio">, address: string): void {
  if (!call.radio.up) throw new ApiError("notConnected", address);
  demandPresence(call, address);
}

/** A device that is disabled is told nothing. The address names it, or one of its lights and sensors. */
export function demandEnabled({ draft, params, address }: Pick<Call, "draft" | "params" | "address">): void {
  const [, family = ""] = address.split("/");
  const resource = params.mac === undefined ? draft.find(`/${family}`, params.id ?? "") : undefined;
  const mac = params.mac ?? macIn(resource);
  if (mac !== undefined && draft.get(`${DEVICES}/${mac}`)?.attr.disabled === true)
    throw new ApiError("disabled", address);
}

function macIn(resource: Resource | undefined): string | undefined {
  return /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}(?=-)/.exec(String(resource?.attr.uniqueid))?.[0];
}

/** Why it cannot be told now. It is no matter of one member when the radio is away: then the whole wish is refused. */
export function obstacleTo(call: Call, resource: Resource): Obstacle | undefined {
  const { devices, address } = call;
  demandEnabled(call);
  const obstacle = devices.obstacle(resource);
  if (obstacle === "away") throw new ApiError("notConnected", address);
  return obstacle;
}

/** Waits for the air; what comes back is an answer, or an error as clients know them. */
export async function overAir<T>(call: Call, ask: () => Promise<T>, at: string = call.address): Promise<T> {
  demandPresence(call, at);
  if (call.method !== "GET") demandEnabled(call);
  return await fromRadio(at, ask());
}

/** Waits for what the radio knows by itself. */
export async function fromRadio<T>(address: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof RadioError)) throw error;
    throw new ApiError(NAMES[error.code], address, error.message);
  }
}
