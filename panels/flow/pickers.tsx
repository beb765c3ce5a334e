/**
 * Lists out of which a flow is put together: remotes, sensors and lights; the buttons of a remote; how long a light
 * stays on.
 */
import { sayMember } from "../devices/values/words.ts";
import { say } from "../texts.ts";
import { Select } from "../widgets/widgets.tsx";
import { type ButtonName, type FlowChoice, MINUTES, usualButtons } from "./choices.ts";

interface PickerProps {
  readonly label: string;
  readonly choices: readonly FlowChoice[];
  readonly others?: readonly FlowChoice[]; // rooms and groups
  readonly value: string;
  readonly none: string;
  readonly onChoose: (address: string) => void;
}

export function Picker({ label, choices, others = [], value, none, onChoose }: PickerProps) {
  const isEmpty = choices.length + others.length === 0;
  return (
    <Select
      label={label}
      {...(isEmpty ? { hint: none } : {})}
      value={value}
      options={choices.map(({ address, text }) => [address, text])}
      isDisabled={isEmpty}
      onChange={onChoose}
    >
      {others.length > 0 && (
        <optgroup label={say("pairing.flow.rooms")}>
          {others.map(({ address, text }) => (
            <option key={address} value={address}>
              {text}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  );
}

interface ButtonPickerProps {
  readonly names: readonly ButtonName[];
  readonly value: string; // with commas
  readonly onChoose: (buttons: string) => void;
}

/** The usual ones first; any single one; all of them. */
export function ButtonPicker({ names, value, onChoose }: ButtonPickerProps) {
  const usual = usualButtons(names);
  const nameOf = (id: string) => names.find((each) => each.id === id)?.name ?? id;
  const all = usual.length > 1 ? [[usual.join(","), usual.map(nameOf).join(" / ")] as const] : [];
  const single = names.map(({ id, name }) => [id, name] as const);
  return (
    <Select
      label={say("pairing.flow.button")}
      value={value}
      options={[...all, ...single, ["", say("pairing.flow.any-button")]]}
      onChange={onChoose}
    />
  );
}

interface MemberPickerProps {
  readonly members: readonly string[];
  readonly value: string; // "" for everything
  readonly onChoose: (member: string) => void;
}

export function MemberPicker({ members, value, onChoose }: MemberPickerProps) {
  return (
    <Select
      label={say("pairing.flow.member")}
      value={value}
      options={[...members.map((each) => [each, sayMember(each)] as const), ["", say("pairing.flow.everything")]]}
      onChange={onChoose}
    />
  );
}

interface WaitPickerProps {
  readonly minutes: number;
  readonly onChoose: (minutes: number) => void;
}

export function WaitPicker({ minutes, onChoose }: WaitPickerProps) {
  const textFor = (count: number) => (count === 0 ? say("pairing.flow.at-once") : say("pairing.flow.later", { count }));
  return (
    <Select
      label={say("pairing.flow.off")}
      value={minutes}
      options={MINUTES.map((each) => [each, textFor(each)])}
      onChange={(value) => onChoose(Number(value))}
    />
  );
}
