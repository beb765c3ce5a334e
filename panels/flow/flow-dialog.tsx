/**
 * The dialog "Make a flow": the user picks the start of the flow and the light, and the nodes are put on the
 * canvas.
 */
import { useMemo, useState } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { type Editor, useApi, useHouse, useNote } from "../hooks.ts";
import type { Press } from "../picking/presses.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Button } from "../widgets/widgets.tsx";
import { type Canvas, placed } from "./canvas.ts";
import type { FlowKind } from "./choices.ts";
import { type FlowRequest, flowOf } from "./flow-nodes.ts";
import { type PickedFlow, usePickedFlow } from "./picked-flow.ts";
import { ButtonPicker, DarkPicker, MemberPicker, Picker, SunPicker, WaitPicker } from "./pickers.tsx";

interface FlowDialogProps {
  readonly editor: Editor;
  readonly devices: readonly string[]; // to begin with, by their keys
  readonly onClose: () => void;
}

const KINDS: readonly FlowKind[] = ["button", "motion", "sun", "sensor"];

export function FlowDialog({ editor, devices, onClose }: FlowDialogProps) {
  const api = useApi();
  const note = useNote();
  const picked = usePickedFlow(devices);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const isVirtual = useHouse((house) => house.isVirtual);
  const { wanted } = picked;
  const make = (flow: FlowRequest) => {
    const canvas = editor.canvas();
    const hindrance = hindranceOf(canvas);
    if (!canvas || hindrance) return setFault(hindrance);
    const nodes = placed(flowOf(flow, api.id), canvas);
    editor.importNodes(nodes);
    const made = say("pairing.flow.made", { count: nodes.length, flow: canvas.name });
    const isTried = isVirtual && flow.is !== "sun";
    if (isTried) note(`${made} ${say("pairing.flow.try-virtual", { tab: say("tab.virtual") })}`, "lasting");
    else note(made);
    onClose();
    requestAnimationFrame(editor.focus); // when the dialog is gone
  };
  return (
    <Dialog
      title={say("pairing.flow.title")}
      onClose={onClose}
      actions={
        <>
          {!wanted && <span class="zg-hint zg-dialog-missing">{sayMissing(picked)}</span>}
          <Button kind="primary" icon="flow" isDisabled={!wanted} onClick={() => wanted && make(wanted)}>
            {say("pairing.flow.insert")}
          </Button>
        </>
      }
    >
      <Kinds picked={picked} />
      <Parts picked={picked} />
      <p class="zg-hint">{say("pairing.flow.undo")}</p>
      <p class="zg-fault" role="alert">
        {fault}
      </p>
    </Dialog>
  );
}

interface PickedProps {
  readonly picked: PickedFlow;
}

function Kinds({ picked: { kind, pick } }: PickedProps) {
  return (
    <fieldset class="zg-choices zg-flow-kinds">
      <legend>{say("pairing.flow.what")}</legend>
      {KINDS.map((each) => (
        <label key={each}>
          <input type="radio" name="zg-flow-kind" checked={kind === each} onChange={() => pick({ kind: each })} />
          {say(`pairing.flow.kind.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Parts({ picked }: PickedProps) {
  const { kind, choices, starts, source, to, names, buttons, member, minutes, dark, isDark, sun, pick } = picked;
  const hasPlace = useHouse(({ sensors }) =>
    Object.values(sensors).some(({ type, config }) => type === "Daylight" && (config as Values)?.configured !== false),
  );
  const targets = useMemo(() => [...choices.lights, ...choices.groups], [choices]);
  const [presses, setPresses] = useState(0);
  const choose = (from: string, press: Press | undefined) => {
    const key = press?.buttonevent === undefined ? undefined : String(Math.floor(press.buttonevent / 1000));
    pick({ from, ...(key === undefined ? {} : { pressed: key }) });
    if (key !== undefined) setPresses(presses + 1);
  };
  return (
    <>
      {kind === "sun" ? (
        <SunPicker value={sun} hasPlace={hasPlace} onChoose={(each) => pick({ sun: each })} />
      ) : (
        <Picker
          key={kind}
          label={say(`pairing.flow.from.${kind}`)}
          choices={starts}
          value={source?.address ?? ""}
          none={say(`pairing.flow.none.${kind}`)}
          listens={kind === "button"}
          onChoose={choose}
        />
      )}
      {names.length > 1 && <ButtonPicker names={names} value={buttons} onChoose={(each) => pick({ buttons: each })} />}
      {kind === "sensor" && source && (
        <MemberPicker members={source.members} value={member} onChoose={(each) => pick({ member: each })} />
      )}
      {kind !== "sensor" && (
        <Picker
          key={`to-${kind}-${presses}`} // after the press of a remote, or the choice of the sun, the light comes next
          label={say("pairing.flow.to")}
          choices={targets}
          value={to}
          none={say("pairing.flow.none.light")}
          startsOpen={(presses > 0 || kind === "sun") && to === ""}
          onChoose={(each) => pick({ to: each })}
        />
      )}
      {dark && <DarkPicker by={dark} isOn={isDark} onChange={(each) => pick({ isDark: each })} />}
      {kind === "motion" && <WaitPicker minutes={minutes} onChoose={(each) => pick({ minutes: each })} />}
    </>
  );
}

function sayMissing({ kind, source }: PickedFlow): string {
  return say(kind === "sun" || source ? "pairing.flow.missing-light" : "pairing.flow.missing-start");
}

function hindranceOf(canvas: Canvas | undefined): string | undefined {
  if (!canvas) return say("pairing.flow.no-canvas");
  if (canvas.isLocked) return say("pairing.flow.locked");
  return canvas.isBusy ? say("pairing.flow.busy") : undefined;
}
