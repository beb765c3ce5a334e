/** The controls of a device, part by part: each kind of light has its own, and so have thermostats and locks among the sensors. */
import type { ComponentType } from "preact";
import { say } from "../texts.ts";
import { Lamp } from "./device-lamp.tsx";
import { Cover, Lock, SensorLock, Siren, Thermostat } from "./device-machines.tsx";
import type { Part, PartProps } from "./device-parts.ts";
import { sayType } from "./device-words.ts";

const BY_TYPE: Readonly<Record<string, ComponentType<PartProps>>> = {
  "Window covering controller": Cover,
  "Window covering device": Cover,
  "Door Lock": Lock,
  "Warning device": Siren,
  "Range extender": Nothing,
  "Configuration tool": Nothing,
  ZHAThermostat: Thermostat,
  ZHADoorLock: SensorLock,
};

export function Controls({ parts }: { readonly parts: readonly Part[] }) {
  const controlled = parts.flatMap((part) => {
    const Control = Object.hasOwn(BY_TYPE, part.type)
      ? BY_TYPE[part.type]
      : part.family === "lights"
        ? Lamp
        : undefined;
    return Control && Control !== Nothing ? [{ part, Control }] : [];
  });
  if (controlled.length === 0) return null;
  return (
    <section class="zg-section" aria-labelledby="zg-controls">
      <h3 id="zg-controls">{say("devices.controls")}</h3>
      {controlled.map(({ part, Control }) => (
        <fieldset key={part.address} class="zg-control" aria-label={String(part.view.name)}>
          {controlled.length > 1 && (
            <legend>
              {String(part.view.name)} <span class="zg-dim">{sayType(part.type)}</span>
            </legend>
          )}
          <Control part={part} />
        </fieldset>
      ))}
    </section>
  );
}

function Nothing(): null {
  return null;
}
