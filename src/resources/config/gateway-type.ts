/** The gateway's own news, as a resource, so that flows can hear them like any other fact. */
import { type Definitions, plain } from "../../model/definitions.ts";
import { bool, text } from "../../model/fields.ts";

export const GATEWAY_TYPES: Definitions = {
  Gateway: {
    ...plain("gateway", { furnished: bool({ access: "hidden", about: "Its rooms, groups and scenes were made" }) }),
    state: {
      event: text({ oneOf: ["radio-up", "radio-down", "restarted", "queue-full"], momentary: true, saved: "never" }),
      reason: text({ saved: "never", about: "Why the radio is down; empty while it is not" }),
    },
    view: ({ state }) => state,
  },
};
