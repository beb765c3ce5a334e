/** The options of devices that are no option of their converters: the JSON schema, from which front ends make a form, and the values. */
import type { Values } from "../../model/resource.ts";
import type { MqttDevice } from "./mqtt-house.ts";

const NAME: Values = {
  type: "string",
  title: "Friendly name",
  description: "Is changed by a rename",
  readOnly: true,
};

/** The options that `device/options` takes beside those of the converters. */
const DEVICE_OPTIONS: Readonly<Record<string, Values>> = {
  description: {
    type: ["string", "null"],
    title: "Description",
    description: "A note of yours on the device",
  },
  disabled: {
    type: "boolean",
    title: "Disabled",
    description: "The device stays in the network, but is neither heard nor moved",
    default: false,
  },
};

/** The settings of the gateway are made in its dialog, and a group has nothing but its name. */
export const CONFIG_SCHEMA: Values = {
  type: "object",
  properties: {},
  required: [],
  definitions: {
    device: schemaOf({ friendly_name: NAME, ...DEVICE_OPTIONS }),
    group: schemaOf({ friendly_name: NAME }),
  },
};

function schemaOf(properties: Values): Values {
  return { type: "object", properties, required: ["friendly_name"] };
}

/** Options of the converters go by the names that these give them. */
export function optionsOf({ resource: { attr } }: MqttDevice): Values {
  return {
    ...((attr.options ?? {}) as Values),
    ...(attr.notes ? { description: attr.notes } : {}),
    ...(attr.disabled === true ? { disabled: true } : {}),
  };
}
