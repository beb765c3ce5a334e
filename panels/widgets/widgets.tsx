/** Buttons, switches, sliders, and the small signs that tell of something; each has a name for screen readers. */
import type { ComponentChildren, Ref } from "preact";
import { useRef, useState } from "preact/hooks";
import { say, sayNumber } from "../texts.ts";
import { piecesOf } from "./emphasis.ts";
import { Icon, type IconName } from "./icons.tsx";
import { useId } from "./own-id.ts";

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  readonly label?: string; //    its name, where there is only an icon, or where the words need more
  readonly kind?: "plain" | "primary" | "danger" | "link"; // a link leads to another place, in the line that says why
  readonly isDisabled?: boolean;
  readonly isIdle?: boolean; //    there is nothing for it to do now: it looks disabled, and keeps the focus
  readonly isPressed?: boolean; // of a button that stays down
  readonly isSubmit?: boolean; //  Enter in a field of its form clicks it
  readonly element?: Ref<HTMLButtonElement>;
  readonly onClick: () => unknown;
}

/** While the promise of its click is pending it takes no other, but keeps the focus: a disabled button would lose it. */
export function Button({
  children,
  icon,
  label,
  kind = "plain",
  isDisabled,
  isIdle,
  isPressed,
  isSubmit,
  element,
  onClick,
}: ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const click = async () => {
    const done = isBusy ? undefined : onClick();
    if (!(done instanceof Promise)) return;
    setBusy(true);
    await done.finally(() => setBusy(false));
  };
  return (
    <button
      {...(element ? { ref: element } : {})}
      type={isSubmit ? "submit" : "button"}
      class={`zg-button zg-${kind}${children === undefined ? " zg-icon-only" : ""}`}
      aria-label={label}
      aria-pressed={isPressed}
      aria-busy={isBusy}
      aria-disabled={isBusy || isIdle || undefined}
      title={label}
      disabled={isDisabled}
      onClick={() => void click()}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly hidesLabel?: boolean;
  readonly tabIndex?: number; // -1 in a list, which has a key for it
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, isDisabled, hidesLabel, tabIndex, onChange }: SwitchProps) {
  return (
    <label class="zg-switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        tabIndex={tabIndex}
        aria-label={hidesLabel ? label : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="zg-track" aria-hidden="true" />
      {!hidesLabel && <span>{label}</span>}
    </label>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly unit?: string;
  readonly show?: (value: number) => string | number; // where it does not move evenly
  readonly isTyped?: boolean; // its number can be typed, too: not where there is no room for a field
  readonly says?: (value: number) => string; // beside that field
  readonly track?: string; // the range of choices, as a background
  readonly start?: number; // where its handle stands while nothing is known; no end, which could not be chosen there
  readonly unknown?: string; // the text in that case
  readonly isDisabled?: boolean;
  /** Called while it is dragged; without it the value only shows until the slider is released. */
  readonly onMove?: (value: number) => void;
  /** Called when the user did not mean a drag; without it `onMove` gets the former value. */
  readonly onCancel?: () => void;
  /** Called when the slider is released. */
  readonly onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step = 1, unit = "", show, ...more }: SliderProps) {
  const { isTyped, says, track, start, unknown = "–", isDisabled, onMove, onCancel, onChange } = more;
  const id = useId();
  const before = useRef<{ value: number | undefined; place: string }>({ value: undefined, place: "" }); // it was touched
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const isScroll = useRef(false); // a finger set out from here, and the browser made it a scroll: nothing was meant
  const shown = dragged ?? value;
  const rest = start ?? (track === undefined ? min : min + Math.round((max - min) / 2 / step) * step); // an end could not be chosen there
  const takeBack = () => {
    if (dragged !== undefined && onCancel) onCancel();
    else if (dragged !== undefined && before.current.value !== undefined) onMove?.(before.current.value);
    setDragged(undefined);
  };
  const text = shown === undefined ? undefined : sayAt(shown, unit, show);
  const part = `${(((shown ?? min) - min) / (max - min || 1)) * 100}%`;
  return (
    <div
      class={`zg-slider${track === undefined ? "" : ` zg-strip${shown === undefined ? " zg-unset" : ""}`}`}
      style={{ "--zg-part": part, ...(track === undefined ? {} : { "--zg-track": track }) }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown ?? rest}
        disabled={isDisabled}
        aria-valuetext={text ?? unknown}
        onPointerDown={({ currentTarget: { value: place } }) => {
          isScroll.current = false;
          before.current = { value, place };
        }}
        onPointerUp={({ currentTarget: { value: place } }) => place === before.current.place && takeBack()} // no change is told then
        onPointerCancel={() => {
          isScroll.current = true;
          takeBack();
        }}
        onInput={(event) => {
          if (isScroll.current) return;
          const moved = Number(event.currentTarget.value);
          setDragged(moved);
          onMove?.(moved);
        }}
        onChange={(event) => {
          setDragged(undefined);
          if (isScroll.current) event.currentTarget.value = String(value ?? rest);
          else onChange(Number(event.currentTarget.value));
          isScroll.current = false;
        }}
      />
      {isTyped ? (
        <TypedNumber {...{ label, min, max, step, unit, says, isDisabled, onChange }} value={shown} />
      ) : (
        <output>{text ?? unknown}</output>
      )}
    </div>
  );
}

function sayAt(value: number, unit: string, show: SliderProps["show"]): string {
  const said = show ? show(value) : value;
  return typeof said === "number" ? `${sayNumber(said)}${unit}` : said;
}

interface TypedNumberProps extends Pick<SliderProps, "label" | "value" | "min" | "max" | "onChange"> {
  readonly step: number;
  readonly unit: string;
  readonly says: SliderProps["says"] | undefined;
  readonly isDisabled: boolean | undefined;
}

/** An impossible value, as the user typed it; `at` the value that the field had then. */
interface Misfit {
  readonly typed: string;
  readonly at: number | undefined;
  readonly isTooMuch: boolean;
}

/** The number of its slider; a typed value counts when the user leaves the field, or with Enter. An impossible one stays, and says why. */
function TypedNumber({ label, value, min, max, step, unit, says, isDisabled, onChange }: TypedNumberProps) {
  const id = useId();
  const [typed, type] = useState<string | undefined>(undefined);
  const [misfit, keep] = useState<Misfit | undefined>(undefined);
  const wrong = misfit?.at === value ? misfit : undefined; // else the slider was moved since
  const shown = value === undefined ? "" : String(Number((Math.round(value / step) * step).toFixed(3)));
  const limit = wrong && `${sayNumber(wrong.isTooMuch ? max : min)}${unit}`;
  return (
    <>
      <span class="zg-slider-typed">
        {value !== undefined && says && <output>{says(value)}</output>}
        <input
          type="number"
          min={min}
          max={max}
          step="any"
          aria-label={say("app.as-number", { name: label })}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong ? id : undefined}
          placeholder="–"
          disabled={isDisabled}
          value={typed ?? wrong?.typed ?? shown}
          onInput={({ currentTarget: { value, valueAsNumber } }) => {
            type(value);
            if (valueAsNumber >= min && valueAsNumber <= max) keep(undefined);
          }}
          onBlur={() => type(undefined)}
          onChange={({ currentTarget }) => {
            type(undefined);
            const number = currentTarget.valueAsNumber;
            const isOutside = number < min || number > max;
            keep(isOutside ? { typed: currentTarget.value, at: value, isTooMuch: number > max } : undefined);
            if (Number.isNaN(number)) currentTarget.value = shown;
            else if (!isOutside) onChange(number);
          }}
        />
        <span aria-hidden="true">{unit.trim()}</span>
      </span>
      {wrong && (
        <p id={id} class="zg-fault zg-slider-fault" role="alert">
          {say(wrong.isTooMuch ? "app.at-most" : "app.at-least", { limit: limit ?? "" })}
        </p>
      )}
    </>
  );
}

/** A failure, which screen readers tell at once. */
export function Fault({
  class: look = "zg-fault",
  children,
}: {
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <p class={look} role="alert">
      {children}
    </p>
  );
}

export type Tone = "good" | "warn" | "bad" | "plain";

/** A word in a color; the color alone says nothing. */
export function Badge({ tone = "plain", children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`zg-badge zg-tone-${tone}`}>{children}</span>;
}

interface RingProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly children?: ComponentChildren; // inside of it
}

/** A countdown or a progress. */
export function Ring({ label, value, max, children }: RingProps) {
  const part = max > 0 ? Math.max(0, Math.min(1, value / max)) : 0;
  const around = 2 * Math.PI * 42;
  return (
    <div
      class="zg-ring"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.round(value)}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="zg-ring-back" cx="50" cy="50" r="42" />
        <circle
          class="zg-ring-front"
          cx="50"
          cy="50"
          r="42"
          stroke-dasharray={`${part * around} ${around}`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      <div class="zg-ring-inside">{children}</div>
    </div>
  );
}

interface GoneProps {
  readonly back: string; // where the button leads
  readonly onBack: () => void;
  readonly children: ComponentChildren;
}

/** Stands in the place of a resource that is gone. */
export function Gone({ back, onBack, children }: GoneProps) {
  return (
    <div class="zg-hindrance" role="alert">
      <p>{children}</p>
      <Button icon="back" onClick={onBack}>
        {back}
      </Button>
    </div>
  );
}

/** Stands in the place of an empty list. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="zg-empty">{children}</p>;
}

interface FoldProps {
  readonly title: ComponentChildren;
  readonly startsOpen?: boolean;
  readonly mustBeOpen?: boolean; // its content has to be seen now
  readonly isQuiet?: boolean; //    its title is a sentence, not a heading
  readonly children: ComponentChildren;
}

/** The one fold of the panels. */
export function Fold({ title, startsOpen = false, mustBeOpen = false, isQuiet = false, children }: FoldProps) {
  const id = useId();
  const [wasOpened, setOpen] = useState(startsOpen);
  const isOpen = wasOpened || mustBeOpen;
  const Title = isQuiet ? "div" : "h3";
  return (
    <section class="zg-fold">
      <Title>
        <button
          type="button"
          class="zg-fold-key"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span class={`zg-fold-mark${isOpen ? " zg-turned" : ""}`}>
            <Icon name="next" />
          </span>
          <span>{title}</span>
        </button>
      </Title>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

export function EmphasizedText({ text }: { readonly text: string }) {
  return <>{piecesOf(text).map((piece) => (piece.isName ? <strong>{piece.text}</strong> : piece.text))}</>;
}
