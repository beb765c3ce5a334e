/** The gateway's own news, as a resource, so that flows can hear them like any other fact. */
import { type Definitions, NO_FIELDS, plain } from "../../model/definitions.ts";
import { text } from "../../model/fields.ts";
import type { Address } from "../../model/resource.ts";

export const GATEWAY: Address = "/gateway";

export const GATEWAY_TYPES: Definitions = {
  Gateway: {
    ...plain("gateway", NO_FIELDS),
    state: {
      event: text({ oneOf: ["radio-up", "radio-down", "restarted", "queue-full"], momentary: true, saved: "never" }),
      reason: text({ saved: "never", about: "Why the radio is down; empty while it is not" }),
    },
    view: ({ state }) => state,
  },
};
