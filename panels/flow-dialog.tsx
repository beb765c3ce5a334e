/** "Make a flow": what starts it and what it moves are picked, and the nodes are on the canvas. */
import { useMemo, useState } from "preact/hooks";
import { sayMember } from "./device-words.ts";
import { Dialog } from "./dialog.tsx";
import {
  type ButtonName,
  buttonNames,
  type Choice,
  choicesIn,
  type FlowKind,
  startWith,
  usualButtons,
} from "./flow-choices.ts";
import { flowOf, type Wanted } from "./flow-making.ts";
import { placed } from "./flow-placing.ts";
import { type Editor, useApi, useAsked, useHouse, useNote } from "./hooks.ts";
import { say } from "./texts.ts";
import { Button, Field } from "./widgets.tsx";

export interface FlowDialogProps {
  readonly editor: Editor;
  readonly devices: readonly string[]; // to begin with, by their keys
  readonly onClose: () => void;
}

const KINDS: readonly FlowKind[] = ["button", "motion", "sensor"];
const MINUTES = [0, 1, 5, 10, 30] as const;
const EVERYTHING = "";

export function FlowDialog({ editor, devices, onClose }: FlowDialogProps) {
  const api = useApi();
  const note = useNote();
  const choices = useChoices();
  const [start] = useState(() => startWith(choices, devices));
  const [kind, setKind] = useState(start.kind);
  const [from, setFrom] = useState(start.from);
  const [to, setTo] = useState(start.to);
  const [buttons, setButtons] = useState<string | undefined>(undefined);
  const [minutes, setMinutes] = useState<number>(MINUTES[1]);
  const [member, setMember] = useState<string | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const starts = { button: choices.buttons, motion: choices.motions, sensor: choices.sensors }[kind];
  const source = starts.find(({ address }) => address === from[kind]);
  const target = [...choices.lights, ...choices.groups].find(({ address }) => address === to);
  const names = useButtonNames(kind === "button" ? source : undefined);
  const pressed = buttons ?? usualButtons(names).join(",");
  const measured = member ?? source?.members[0] ?? EVERYTHING;

  const choose = (address: string) => {
    setFrom({ ...from, [kind]: address });
    setButtons(undefined);
    setMember(undefined);
  };
  const wanted = (): Wanted | undefined => {
    if (!source) return undefined;
    if (kind === "sensor") {
      const members = measured === EVERYTHING ? [] : [measured];
      return { is: "sensor", from: source.picked, members, debugName: source.picked.resourceName };
    }
    if (!target) return undefined;
    const ends = { from: source.picked, to: target.picked };
    if (kind === "button") return { is: "button", ...ends, buttons: pressed === "" ? [] : pressed.split(",") };
    const later = say("pairing.flow.later-node", { count: minutes });
    return { is: "motion", ...ends, minutes, words: { moves: say("pairing.flow.moves-node"), later } };
  };
  const make = () => {
    const flow = wanted();
    if (!flow) return;
    const canvas = editor.canvas();
    const hindrance = !canvas ? "no-canvas" : canvas.isLocked ? "locked" : canvas.isBusy ? "busy" : undefined;
    if (!canvas || hindrance) return setFault(say(`pairing.flow.${hindrance}`));
    const nodes = placed(flowOf(flow, api.id), canvas);
    editor.importNodes(nodes);
    note(say("pairing.flow.made", { count: nodes.length, flow: canvas.name }));
    onClose();
    requestAnimationFrame(editor.focus); // when the dialog is gone
  };

  return (
    <Dialog
      title={say("pairing.flow.title")}
      onClose={onClose}
      actions={
        <Button kind="primary" icon="flow" isDisabled={wanted() === undefined} onClick={make}>
          {say("pairing.flow.insert")}
        </Button>
      }
    >
      <fieldset class="zg-choices zg-flow-kinds">
        <legend>{say("pairing.flow.what")}</legend>
        {KINDS.map((each) => (
          <label key={each}>
            <input type="radio" name="zg-flow-kind" checked={kind === each} onChange={() => setKind(each)} />
            {say(`pairing.flow.kind.${each}`)}
          </label>
        ))}
      </fieldset>
      <Picker
        label={say(`pairing.flow.from.${kind}`)}
        choices={starts}
        value={from[kind]}
        none={say(`pairing.flow.none.${kind}`)}
        onChoose={choose}
      />
      {kind === "button" && source && names.length > 1 && (
        <ButtonPicker names={names} value={pressed} onChoose={setButtons} />
      )}
      {kind === "sensor" && source && (
        <Field label={say("pairing.flow.member")}>
          {(input) => (
            <select {...input} value={measured} onChange={(event) => setMember(event.currentTarget.value)}>
              {source.members.map((each) => (
                <option key={each} value={each}>
                  {sayMember(each)}
                </option>
              ))}
              <option value={EVERYTHING}>{say("pairing.flow.everything")}</option>
            </select>
          )}
        </Field>
      )}
      {kind !== "sensor" && (
        <Picker
          label={say("pairing.flow.to")}
          choices={choices.lights}
          others={choices.groups}
          value={to}
          none={say("pairing.flow.none.light")}
          onChoose={setTo}
        />
      )}
      {kind === "motion" && (
        <Field label={say("pairing.flow.off")}>
          {(input) => (
            <select {...input} value={minutes} onChange={(event) => setMinutes(Number(event.currentTarget.value))}>
              {MINUTES.map((each) => (
                <option key={each} value={each}>
                  {each === 0 ? say("pairing.flow.at-once") : say("pairing.flow.later", { count: each })}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <p class="zg-hint">{say("pairing.flow.undo")}</p>
      <p class="zg-fault" role="alert">
        {fault}
      </p>
    </Dialog>
  );
}

function useChoices() {
  const house = useHouse(({ config, devices, lights, sensors, groups }) => ({
    bridge: config.bridgeid,
    devices,
    lights,
    sensors,
    groups,
  }));
  const { bridge, devices, lights, sensors, groups } = house;
  return useMemo(
    () => choicesIn({ bridge: String(bridge ?? ""), devices, lights, sensors, groups }),
    [bridge, devices, lights, sensors, groups],
  );
}

/** What the buttons of a remote are called. */
function useButtonNames(remote: Choice | undefined): readonly ButtonName[] {
  const api = useApi();
  const uniqueid = remote?.picked.uniqueid ?? "";
  const ask = async () => {
    if (uniqueid === "") return [];
    const address = `/devices/${uniqueid}/state/buttonevent/introspect`;
    const { status, body } = await api.perform("GET", address);
    return status === 200 ? buttonNames(body) : [];
  };
  return useAsked(ask, [api, uniqueid]).answer ?? [];
}

interface ButtonPickerProps {
  readonly names: readonly ButtonName[];
  readonly value: string; // with commas
  readonly onChoose: (buttons: string) => void;
}

/** The usual ones first; any single one; all of them. */
function ButtonPicker({ names, value, onChoose }: ButtonPickerProps) {
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

interface PickerProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly others?: readonly Choice[]; // rooms and groups
  readonly value: string;
  readonly none: string;
  readonly onChoose: (address: string) => void;
}

function Picker({ label, choices, others = [], value, none, onChoose }: PickerProps) {
  const options = (all: readonly Choice[]) =>
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
