/** The control that fits an expose: a switch, a slider, a choice, a number, a text, a color, or a composite of them. */
import { useState } from "preact/hooks";
import { FULL_TURN, MOST_SATURATED, type Xy } from "../../../src/model/lights/color.ts";
import type { Expose } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";
import { ColorButton } from "../../colors/color-chooser.tsx";
import { useDesired } from "../../commands.tsx";
import { readNumber, say } from "../../texts.ts";
import { Choice, Form, Options, TypedInput } from "../../widgets/fields.tsx";
import { Button, Slider, Switch } from "../../widgets/widgets.tsx";
import { controlFor, type ExposedProperty, labelOf, readList } from "./expose-types.ts";

interface ExposeControlProps {
  readonly label: string;
  readonly expose: ExposedProperty;
  readonly value: unknown;
  readonly onSet: (value: unknown) => Promise<unknown>;
}

export function ExposeControl(props: ExposeControlProps) {
  const control = controlFor(props.expose);
  if (control === "switch") return <OnOff {...props} />;
  if (control === "slider") return <Slide {...props} />;
  if (control === "choice") return <OneOf {...props} />;
  if (control === "actions") return <Actions {...props} />;
  if (control === "color") return <ColorPicker {...props} />;
  if (control === "composite") return <Composite {...props} />;
  return control === "none" ? null : <Typed {...props} />;
}

/** The value is unknown until the device reports it. */
function OnOff({ label, expose: { value_on, value_off }, value, onSet }: ExposeControlProps) {
  const [now, want] = useDesired(value, onSet);
  const isKnown = now !== null && now !== undefined;
  return (
    <div class="zg-actions">
      <Switch label={label} hidesLabel isOn={now === value_on} onChange={(on) => want(on ? value_on : value_off)} />
      <span aria-hidden="true">{isKnown ? sayOnOff(now) : say("devices.unknown")}</span>
      {!isKnown && value_off !== undefined && <Button onClick={() => want(value_off)}>{sayOnOff(value_off)}</Button>}
    </div>
  );
}

function sayOnOff(value: unknown): string {
  return typeof value === "boolean" ? say(`devices.${value}`) : String(value).toLowerCase();
}

function Slide({ label, expose, value, onSet }: ExposeControlProps) {
  const { value_min: min = 0, value_max: max = 100, value_step: step = 1, unit } = expose;
  const [now, want] = useDesired(typeof value === "number" ? value : undefined, onSet);
  return (
    <>
      <div class="zg-label-hidden">
        <Slider
          label={label}
          value={now}
          min={min}
          max={max}
          step={step}
          unit={unit === undefined ? "" : ` ${unit}`}
          isTyped
          onChange={want}
        />
      </div>
      <Presets label={label} expose={expose} onSet={onSet} />
    </>
  );
}

/** Values that have a name. */
function Presets({ label, expose: { presets = [] }, onSet }: Omit<ExposeControlProps, "value">) {
  if (presets.length === 0) return null;
  return (
    <select
      class="zg-presets"
      aria-label={say("devices.presets", { name: label })}
      value=""
      onChange={({ currentTarget }) => {
        const preset = presets.find(({ name }) => name === currentTarget.value);
        currentTarget.value = "";
        if (preset) void onSet(preset.value);
      }}
    >
      <option value="">{say("devices.choose")}</option>
      <Options of={presets.map(({ name }) => [name, name])} />
    </select>
  );
}

function OneOf({ label, expose: { values = [] }, value, onSet }: ExposeControlProps) {
  const [now, want] = useDesired(value, onSet);
  const index = values.indexOf(now);
  return (
    <Choice
      label={label}
      value={index}
      options={values.map((each, place) => [place, String(each)])}
      onChange={(place) => want(values[Number(place)])}
    >
      {index < 0 && (
        <option value={-1}>{now === null || now === undefined ? say("devices.unknown") : String(now)}</option>
      )}
    </Choice>
  );
}

function Actions({ label, expose: { values = [] }, onSet }: ExposeControlProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that stands above already
    <div class="zg-actions" role="group" aria-label={label}>
      {values.map((each) => (
        <Button key={String(each)} onClick={() => onSet(each)}>
          {String(each).replaceAll("_", " ")}
        </Button>
      ))}
    </div>
  );
}

/** A number without ends, a text, a list: typed, and then sent. */
function Typed({ label, expose, value, onSet }: ExposeControlProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const { type, unit, item_type, value_min, value_max, value_step } = expose;
  const isNumber = type === "numeric";
  const shown = typed ?? (Array.isArray(value) ? value.map(String).join(", ") : String(value ?? ""));
  const read = isNumber ? readNumber(shown) : type === "list" ? readList(shown, item_type) : shown;
  const send = async () => {
    if (read !== undefined && (await onSet(read)) !== undefined) setTyped(undefined);
  };
  return (
    <>
      <Form class="zg-name-form" onSubmit={send}>
        <TypedInput
          label={unit ? `${label} (${unit})` : label}
          isNumber={isNumber}
          value={shown}
          min={value_min}
          max={value_max}
          step={value_step}
          onType={setTyped}
        />
        {unit && <span>{unit}</span>}
        <Button isDisabled={typed === undefined || read === undefined} onClick={send}>
          {say("do.set")}
        </Button>
      </Form>
      <Presets label={label} expose={expose} onSet={onSet} />
    </>
  );
}

/** The converters count the turn of hue in degrees, and saturation in per cent. */
function ColorPicker({ label, expose: { name }, value, onSet }: ExposeControlProps) {
  const { x, y, hue, saturation } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isXy = name === "color_xy";
  const isKnown = typeof (isXy ? x : hue) === "number";
  const actual = isXy ? { xy: [x, y] } : { hue: (Number(hue) / 360) * FULL_TURN, sat: Number(saturation) * PER_CENT };
  const [chosen, want] = useDesired<Values | undefined>(isKnown ? actual : undefined, (wanted = {}) =>
    onSet(isXy ? pointOf(wanted) : wheelOf(wanted)),
  );
  return <ColorButton label={label} can={{ colors: isXy ? "xy" : "hue" }} chosen={chosen} onChoose={want} />;
}

const PER_CENT = MOST_SATURATED / 100;

function pointOf({ xy }: Values) {
  const [x, y] = xy as Xy;
  return { x, y };
}

function wheelOf({ hue, sat }: Values) {
  return { hue: Math.round((Number(hue) / FULL_TURN) * 360), saturation: Math.round(Number(sat) / PER_CENT) };
}

/** Its features are set first, and sent in one command. */
function Composite({ label, expose: { features = [] }, value, onSet }: ExposeControlProps) {
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({});
  const now = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isTouched = Object.keys(draft).length > 0;
  const send = async () => {
    if ((await onSet(draft)) !== undefined) setDraft({});
  };
  return (
    <fieldset class="zg-several" aria-label={label}>
      {features.map((feature) => {
        const name = nameOf(feature);
        return (
          <div key={name}>
            <span aria-hidden="true">{labelOf(feature)}</span>
            <ExposeControl
              label={`${label}: ${labelOf(feature)}`}
              expose={feature}
              value={name in draft ? draft[name] : now[name]}
              onSet={async (part) => {
                setDraft((before) => ({ ...before, [name]: part }));
                return true;
              }}
            />
          </div>
        );
      })}
      <Button isDisabled={!isTouched} onClick={send}>
        {say("do.set")}
      </Button>
    </fieldset>
  );
}

function nameOf({ property, name }: Expose): string {
  return property ?? name ?? "";
}
