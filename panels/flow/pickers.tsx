/**
 * The parts of a flow: remotes, sensors and lights; the buttons of a remote; how long a light stays on.
 */
import { useMemo } from "preact/hooks";
import { PlaceFields } from "../automation/editor/place-fields.tsx";
import { sayKey, sayMember } from "../devices/values/words.ts";
import { useHouse } from "../hooks.ts";
import type { Press } from "../picking/presses.ts";
import { ResourcePicker, usePressHint } from "../picking/resource-picker.tsx";
import { say } from "../texts.ts";
import { Field, Select, Tick } from "../widgets/fields.tsx";
import { type ButtonName, type FlowChoice, MINUTES, SUN_DEEDS, type SunDeed, usualButtons } from "./choices.ts";

interface PickerProps {
  readonly label: string;
  readonly choices: readonly FlowChoice[];
  readonly value: string;
  readonly none: string; // said where there is nothing to choose
  readonly listens?: boolean; // to presses of remotes, also while one is chosen
  readonly startsOpen?: boolean;
  readonly onChoose: (address: string, press?: Press) => void;
}

export function Picker({ label, choices, value, none, listens = false, startsOpen = false, onChoose }: PickerProps) {
  const offered = useMemo(() => choices.map(({ address }) => address), [choices]);
  const isVirtual = useHouse((house) => house.isVirtual);
  const press = usePressHint(true);
  const hint = choices.length === 0 ? none : listens && (value === "" || !isVirtual) ? press : undefined;
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {({ id }) => (
        <ResourcePicker
          id={id}
          offered={offered}
          value={value}
          empty={none}
          listens={listens && "always"}
          startsOpen={startsOpen}
          onChoose={onChoose}
        />
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
  const nameOf = (id: string) => sayKey(names.find((each) => each.id === id)?.name ?? id);
  const all = usual.length > 1 ? [[usual.join(","), usual.map(nameOf).join(" / ")] as const] : [];
  const single = names.map(({ id, name }) => [id, sayKey(name)] as const);
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

interface SunPickerProps {
  readonly value: SunDeed;
  readonly hasPlace: boolean; // else the time of sunset is unknown
  readonly onChoose: (deed: SunDeed) => void;
}

export function SunPicker({ value, hasPlace, onChoose }: SunPickerProps) {
  return (
    <>
      <Select
        label={say("pairing.flow.sun")}
        value={value}
        options={SUN_DEEDS.map((each) => [each, say(`pairing.flow.sun-deed.${each}`)])}
        onChange={(each) => onChoose(each as SunDeed)}
      />
      {!hasPlace && <PlaceFields />}
    </>
  );
}

interface DarkPickerProps {
  readonly by: FlowChoice;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function DarkPicker({ by, isOn, onChange }: DarkPickerProps) {
  const { resourceName: name } = by.picked;
  return (
    <div class="zg-field">
      <Tick {...{ isOn, onChange }}>{say("pairing.flow.dark")}</Tick>
      <p class="zg-hint">
        {by.isSky ? say("pairing.flow.dark-sky") : say("pairing.flow.dark-by", { name })}
        {isOn && ` ${say("pairing.flow.dark-rules")}`}
      </p>
    </div>
  );
}
