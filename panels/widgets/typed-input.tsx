/** A number or a text that is typed. */

export interface TypedInputProps {
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
