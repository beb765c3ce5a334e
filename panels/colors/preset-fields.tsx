/** A brightness and a color that are fixed for a light, a room or a group, as far as it can: a field without a tick stays as it is. */
import { useLayoutEffect } from "preact/hooks";
import { type LightPreset, readPreset } from "../../src/model/lights/preset.ts";
import { briOf, percentOf } from "../../src/model/units.ts";
import { useWholeHouse } from "../hooks.ts";
import { say } from "../texts.ts";
import { Tick } from "../widgets/fields.tsx";
import { Slider } from "../widgets/widgets.tsx";
import { ColorChooser } from "./color-chooser.tsx";
import { abilityAt, chosenIn, firstColor, firstPreset } from "./lamp-colors.ts";

interface PresetFieldsProps {
  readonly address: string; // "" for a target that only a message names
  readonly preset: string; //  as it is saved; "" for a new preset
  readonly onChange: (preset: string) => void;
}

/** Also a part of the dialog of the light node. */
export function PresetFields({ address, preset, onChange }: PresetFieldsProps) {
  const can = abilityAt(useWholeHouse(), address);
  const now = readPreset(preset) ?? firstPreset(can);
  const { bri, ...color } = now;
  const chosen = chosenIn({ ...color });
  const write = (next: LightPreset) => onChange(JSON.stringify(next));
  const isNew = readPreset(preset) === undefined;
  useLayoutEffect(() => {
    if (isNew) write(now); // the fields show the saved values
  }, [isNew]);
  const dim = (percent: number) => write({ ...color, bri: briOf(percent) });
  const shine = (next: object) => write({ ...(bri === undefined ? {} : { bri }), ...next });
  return (
    <div class="zg-preset">
      {can.dims && (
        <div class="zg-preset-level">
          <Tick
            isOn={bri !== undefined}
            onChange={(isOn) => (isOn ? dim(percentOf(firstPreset(can).bri ?? 0)) : write(color))}
          >
            {say("devices.brightness")}
          </Tick>
          {bri !== undefined && (
            <div class="zg-label-hidden">
              <Slider
                label={say("devices.brightness")}
                value={percentOf(bri)}
                min={1}
                max={100}
                unit=" %"
                isTyped
                onMove={dim}
                onChange={dim}
              />
            </div>
          )}
        </div>
      )}
      {(can.whites || can.colors) && (
        <>
          <Tick isOn={chosen !== undefined} onChange={(isOn) => shine(isOn ? firstColor(can) : {})}>
            {say("colors.light")}
          </Tick>
          {chosen && <ColorChooser can={can} chosen={chosen} onChoose={shine} />}
        </>
      )}
    </div>
  );
}
