/** Fields of forms: each has a label, and tells the fault of a typed value. */
import type { ComponentChildren, JSX, Ref, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { LONGEST_NAME } from "../house.ts";
import { say } from "../texts.ts";
import { useId } from "./own-id.ts";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Given the id and the description that its input needs. */
  readonly children: (input: { readonly id: string; readonly "aria-describedby": string | undefined }) => JSX.Element;
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div class="zg-field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": (fault ?? hint) ? about : undefined })}
      <FieldNote {...{ id: about, hint, fault }} />
    </div>
  );
}

interface FieldNoteProps extends Pick<FieldProps, "hint" | "fault"> {
  readonly id: string;
  readonly class?: string;
}

/** Below a field: the fault of its value, or else what a user should know of it. */
export function FieldNote({ id, hint, fault, class: look = "" }: FieldNoteProps) {
  if (!(fault ?? hint)) return null;
  return (
    <p id={id} class={`${fault ? "zg-fault" : "zg-hint"} ${look}`.trim()} role={fault ? "alert" : undefined}>
      {fault ?? hint}
    </p>
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
  readonly field?: Ref<HTMLSelectElement>;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly children?: ComponentChildren; // options that stand before the others
}

/** A select whose label only screen readers are told. */
export function Choice({ label, options, children, onChange, field, ...select }: ChoiceProps) {
  return (
    <select
      {...select}
      {...(field ? { ref: field } : {})}
      aria-label={label}
      onChange={(event) => void onChange(event.currentTarget.value)}
    >
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

export function NameField({ hint, ...props }: TextFieldProps) {
  return <TextField maxLength={LONGEST_NAME} {...props} hint={fullNameHint(props.value) ?? hint} />;
}

/** For a name that fills its field: the browser takes no further letter, and does not say so. */
export function fullNameHint(name: string): string | undefined {
  return name.length < LONGEST_NAME ? undefined : say("names.longest", { most: LONGEST_NAME });
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

interface TypedInputProps {
  readonly label: string;
  readonly isNumber: boolean;
  readonly value: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly onType: (value: string) => void;
  readonly onEscape?: () => void;
  readonly field?: Ref<HTMLInputElement>;
}

export function TypedInput({ label, isNumber, value, min, max, step, onType, onEscape, field }: TypedInputProps) {
  const shared = {
    ...(field ? { ref: field } : {}),
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
  readonly style?: { readonly minHeight: string };
  readonly children: ComponentChildren;
  readonly onSubmit?: () => unknown; // absent: a button of it does all
  readonly onTouch?: (event: PointerEvent) => void; // of any part of it
}

/** Sends nothing by itself, and loads no other page. */
export function Form({ class: look, style, children, onTouch, onSubmit }: FormProps) {
  return (
    <form
      class={look}
      style={style}
      {...(onTouch ? { onPointerDown: onTouch } : {})}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit?.();
      }}
    >
      {children}
    </form>
  );
}
