/** What light strips can beside lamps: a gradient along them, and going with the music. */

import type { Values } from "../api.ts";
import { say } from "../texts.ts";
import { useWanted } from "../widgets/acting.tsx";
import { hexOfXy, type Xy, xyOfHex } from "../widgets/colour.ts";
import { Button, Field, Switch } from "../widgets/widgets.tsx";
import type { Part } from "./device-parts.ts";

const LEAST = 2;
const MOST = 9;
const FIRST: readonly Xy[] = [
  [0.69, 0.3],
  [0.153, 0.048],
];

interface StripProps {
  readonly part: Part;
  readonly send: (body: Values) => Promise<unknown>;
}

export function Music({ part: { state }, send }: StripProps) {
  const [isOn, want] = useWanted(state.music_sync === true, (music_sync) => send({ music_sync }));
  return <Switch label={say("devices.member.music_sync")} isOn={isOn} onChange={want} />;
}

export function Gradient({ part: { state, view }, send }: StripProps) {
  const [gradient, want] = useWanted((state.gradient ?? {}) as Values, (wanted) => send({ gradient: wanted }));
  const points = (gradient.points ?? []) as readonly Xy[];
  /** As many segments as points, where their number changes. */
  const reach = (changed: readonly Xy[]) => {
    const { segments: _, offset: __, ...rest } = gradient;
    return want({ ...(changed.length === points.length ? gradient : rest), points: changed });
  };
  if (points.length === 0)
    return (
      <div class="zg-actions">
        <Button onClick={() => want({ points: FIRST })}>{say("devices.gradient.begin")}</Button>
      </div>
    );
  const colors = points.map(hexOfXy);
  return (
    <fieldset class="zg-gradient">
      <legend>{say("devices.gradient.name")}</legend>
      <div class="zg-gradient-bar" style={{ background: `linear-gradient(to right, ${colors.join(", ")})` }} />
      <div class="zg-actions">
        {colors.map((hex, index) => (
          <input
            key={index}
            type="color"
            aria-label={say("devices.gradient.color", { number: index + 1 })}
            value={hex}
            onChange={({ currentTarget: { value } }) => void reach(points.with(index, xyOfHex(value)))}
          />
        ))}
        <Button
          icon="plus"
          label={say("devices.gradient.add")}
          isDisabled={points.length >= MOST}
          onClick={() => reach([...points, ...points.slice(-1)])}
        />
        <Button
          icon="minus"
          label={say("devices.gradient.remove")}
          isDisabled={points.length <= LEAST}
          onClick={() => reach(points.slice(0, -1))}
        />
      </div>
      <Style view={view} style={String(gradient.style)} onChange={(style) => want({ ...gradient, style })} />
    </fieldset>
  );
}

interface StyleProps {
  readonly view: Values;
  readonly style: string;
  readonly onChange: (style: string) => Promise<unknown>;
}

function Style({ view, style, onChange }: StyleProps) {
  const { color } = (view.capabilities ?? {}) as { readonly color?: { readonly gradient?: { styles?: string[] } } };
  const styles = color?.gradient?.styles ?? ["linear"];
  return (
    <Field label={say("devices.gradient.style")}>
      {(input) => (
        <select {...input} value={style} onChange={(event) => void onChange(event.currentTarget.value)}>
          {[...new Set([...styles, style])].map((each) => (
            <option key={each} value={each}>
              {say(`devices.gradient.${each}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
