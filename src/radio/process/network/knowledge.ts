/** What the converters know of a device, as plain data. */
import type { Expose, ModelDefinition } from "../../../model/radio.ts";
import type { Definition, Device, Notes } from "../herdsman.ts";

export function knowledgeOf(definition: Definition, device: Device, options: Notes): ModelDefinition {
  const { vendor, model, description, generated } = definition;
  return {
    vendor,
    model,
    description,
    generated: generated === true,
    exposes: copied(exposesOf(definition, device, options)),
    options: copied(definition.options ?? []),
    endpoints: endpointNames(definition, device),
  };
}

/** Some take the week of a thermostat without showing it. */
export function takesWeeks(definition: Definition | undefined): boolean {
  return definition?.toZigbee.some(({ key }) => key?.includes("weekly_schedule")) === true;
}

/** Names of endpoints → numbers: "left" → 1. Empty for a device with one. */
export function endpointNames(definition: Definition | undefined, device: Device): Readonly<Record<string, number>> {
  try {
    return { ...definition?.endpoint?.(device) };
  } catch {
    return {}; // not interviewed to the end
  }
}

function exposesOf({ exposes }: Definition, device: Device, options: Notes): readonly object[] {
  if (typeof exposes !== "function") return exposes;
  try {
    return exposes(device, options);
  } catch {
    return [];
  }
}

/** They are objects of classes, some with functions. */
function copied(exposes: readonly object[]): readonly Expose[] {
  return JSON.parse(JSON.stringify(exposes)) as Expose[];
}
