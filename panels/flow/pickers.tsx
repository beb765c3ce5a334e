/**
 * Lists out of which a flow is put together: remotes, sensors and lights; the buttons of a remote; how long a light
 * stays on.
 */
import { sayMember } from "../devices/values/words.ts";
import { say } from "../texts.ts";
import { Field } from "../widgets/widgets.tsx";
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
  const options = (all: readonly FlowChoice[]) =>
    all.map(({ address, text }) => (
      <option key={address} value={address}>
        {text}
      </option>
    ));
  const isEmpty = choices.length + others.length === 0;
  return (
    <Field label={label} {...(isEmpty ? { hint: none } : {})}>
      {(input) => (
        <select {...input} value={value} disabled={isEmpty} onChange={(event) => onChoose(event.currentTarget.value)}>
          {options(choices)}
          {others.length > 0 && <optgroup label={say("pairing.flow.rooms")}>{options(others)}</optgroup>}
        </select>
      )}
    </Field>
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
  return (
    <Field label={say("pairing.flow.button")}>
      {(input) => (
        <select {...input} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {usual.length > 1 && <option value={usual.join(",")}>{usual.map(nameOf).join(" / ")}</option>}
          {names.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{say("pairing.flow.any-button")}</option>
        </select>
      )}
    </Field>
  );
}

interface MemberPickerProps {
  readonly members: readonly string[];
  readonly value: string; // "" for everything
  readonly onChoose: (member: string) => void;
}

export function MemberPicker({ members, value, onChoose }: MemberPickerProps) {
  return (
    <Field label={say("pairing.flow.member")}>
      {(input) => (
        <select {...input} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {members.map((each) => (
            <option key={each} value={each}>
              {sayMember(each)}
            </option>
          ))}
          <option value="">{say("pairing.flow.everything")}</option>
        </select>
      )}
    </Field>
  );
}

interface WaitPickerProps {
  readonly minutes: number;
  readonly onChoose: (minutes: number) => void;
}

export function WaitPicker({ minutes, onChoose }: WaitPickerProps) {
  return (
    <Field label={say("pairing.flow.off")}>
      {(input) => (
        <select {...input} value={minutes} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
          {MINUTES.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? say("pairing.flow.at-once") : say("pairing.flow.later", { count: each })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
