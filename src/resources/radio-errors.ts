/** What the radio could not do, in the errors of the API. */
import { ApiError, type ErrorName } from "../model/errors.ts";
import { RadioError, type RadioFailure } from "../model/radio.ts";

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

/** Waits for the air; what comes back is an answer, or an error as clients know them. */
export async function overAir<T>(address: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof RadioError)) throw error;
    throw new ApiError(NAMES[error.code], address, error.message);
  }
}
