/** Small parts that every panel is made of; each has a name for screen readers. */
import type { ComponentChildren, JSX, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { LONGEST_NAME } from "../house.ts";
import { sayNumber } from "../texts.ts";
import { piecesOf } from "./emphasis.ts";
import { Icon, type IconName } from "./icons.tsx";

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  readonly label?: string; //    its name, where there is only an icon, or where the words need more
  readonly kind?: "plain" | "primary" | "danger";
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean; // of a button that stays down
  readonly isSubmit?: boolean; //  Enter in a field of its form clicks it
  readonly onClick: () => unknown;
}

/** While the promise of its click is pending it takes no other, but keeps the focus: a disabled button would lose it. */
export function Button({
  children,
  icon,
  label,
  kind = "plain",
  isDisabled,
  isPressed,
  isSubmit,
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
      type={isSubmit ? "submit" : "button"}
      class={`zg-button zg-${kind}${children === undefined ? " zg-icon-only" : ""}`}
      aria-label={label}
      aria-pressed={isPressed}
      aria-busy={isBusy}
      aria-disabled={isBusy || undefined}
      title={children === undefined ? label : undefined}
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
  readonly isDisabled?: boolean;
  /** Called when the slider is released; while it is dragged, the value only shows. */
  readonly onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step = 1, unit = "", show, isDisabled, onChange }: SliderProps) {
  const id = useId();
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const isScroll = useRef(false); // a finger set out from here, and the browser made it a scroll: nothing was meant
  const shown = dragged ?? value;
  const said = shown === undefined || !show ? shown : show(shown);
  const text = said === undefined ? undefined : `${typeof said === "number" ? sayNumber(said) : said}${unit}`;
  const part = `${(((shown ?? min) - min) / (max - min || 1)) * 100}%`;
  return (
    <div class="zg-slider" style={{ "--zg-part": part }}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown ?? min}
        disabled={isDisabled}
        aria-valuetext={text}
        onPointerDown={() => {
          isScroll.current = false;
        }}
        onPointerCancel={() => {
          isScroll.current = true;
          setDragged(undefined);
        }}
        onInput={(event) => {
          if (!isScroll.current) setDragged(Number(event.currentTarget.value));
        }}
        onChange={(event) => {
          setDragged(undefined);
          if (isScroll.current) event.currentTarget.value = String(value ?? min);
          else onChange(Number(event.currentTarget.value));
          isScroll.current = false;
        }}
      />
      <output>{text ?? "–"}</output>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Given the id and the description that its input needs. */
  readonly children: (input: { readonly id: string; readonly "aria-describedby": string | undefined }) => JSX.Element;
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const about = fault ?? hint;
  return (
    <div class="zg-field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": about ? `${id}-about` : undefined })}
      {about && (
        <p id={`${id}-about`} class={fault ? "zg-fault" : "zg-hint"} role={fault ? "alert" : undefined}>
          {about}
        </p>
      )}
    </div>
  );
}

type Option = readonly [value: string | number, text: string];

/** The options of a select. */
export function Options({ of }: { readonly of: readonly Option[] }) {
  return (
    <>
      {of.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string | number;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => unknown;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <Field label={label}>
      {(input) => (
        <select {...input} value={value} onChange={(event) => void onChange(event.currentTarget.value)}>
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps extends SelectProps {
  readonly class?: string;
  readonly children?: ComponentChildren; // options that stand before the others
}

/** A select whose label only screen readers are told. */
export function Choice({ label, options, children, onChange, ...select }: ChoiceProps) {
  return (
    <select {...select} aria-label={label} onChange={(event) => void onChange(event.currentTarget.value)}>
      {children}
      <Options of={options} />
    </select>
  );
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly spellcheck?: boolean;
  readonly onFocus?: (event: TargetedFocusEvent<HTMLInputElement>) => void;
  readonly onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

type TextFieldProps = InputProps & Pick<FieldProps, "hint" | "fault">;

export function TextField({ label, hint, fault, onType, ...attributes }: TextFieldProps) {
  return (
    <Field {...{ label, hint, fault }}>
      {(input) => (
        <input {...attributes} {...input} type="text" onInput={(event) => onType(event.currentTarget.value)} />
      )}
    </Field>
  );
}

export function NameField(props: TextFieldProps) {
  return <TextField maxLength={LONGEST_NAME} {...props} />;
}

export function SearchField({ label, onType, ...attributes }: InputProps) {
  return (
    <input
      placeholder={label}
      {...attributes}
      type="search"
      aria-label={label}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface TickProps {
  readonly class?: string;
  readonly isOn: boolean;
  readonly children: ComponentChildren; // its label
  readonly onChange: (isOn: boolean) => void;
}

export function Tick({ class: look = "zg-tick", isOn, children, onChange }: TickProps) {
  return (
    <label class={look}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
    </label>
  );
}

interface FormProps {
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly onSubmit?: () => unknown; // absent: a button of it does all
}

/** Sends nothing by itself, and loads no other page. */
export function Form({ class: look, children, onSubmit }: FormProps) {
  return (
    <form
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit?.();
      }}
    >
      {children}
    </form>
  );
}

/** What went wrong, told at once. */
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

/** Stands in the place of an empty list. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="zg-empty">{children}</p>;
}

export function Fold({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="zg-fold">
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <span class={isOpen ? "zg-turned" : ""}>
            <Icon name="next" />
          </span>
          {title}
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

interface TypedInputProps {
  readonly label: string;
  readonly isNumber: boolean;
  readonly value: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly onType: (value: string) => void;
  readonly onEscape?: () => void;
}

export function TypedInput({ label, isNumber, value, min, max, step, onType, onEscape }: TypedInputProps) {
  const shared = {
    "aria-label": label,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onType(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape?.();
    },
  };
  if (!isNumber) return <input {...shared} type="text" />;
  return <input {...shared} type="number" min={min} max={max} step={step ?? "any"} />;
}

export function EmphasizedText({ text }: { readonly text: string }) {
  return <>{piecesOf(text).map((piece) => (piece.isName ? <strong>{piece.text}</strong> : piece.text))}</>;
}
