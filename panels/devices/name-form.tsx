/** A name with a button that edits it. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { LONGEST_NAME } from "../house.ts";
import { say } from "../texts.ts";
import { FieldNote, Form, fullNameHint } from "../widgets/fields.tsx";
import { useId } from "../widgets/own-id.ts";
import { Button } from "../widgets/widgets.tsx";
import { type Renaming, renameCommands } from "./house-devices.ts";

interface RenameProps {
  readonly name: string;
  /** The resources to rename, and their new names. */
  readonly renamings: (name: string) => readonly Renaming[];
  readonly fault?: (typed: string) => string | undefined; // of a name that cannot be had
}

interface EditableNameProps extends RenameProps {
  readonly level?: "h2" | "h3" | "h4"; // of the heading that it is
  readonly canBeRenamed?: boolean;
  readonly children?: ComponentChildren; // the element with the name, where it is more than a heading
}

export function EditableName({ level: Title = "h4", canBeRenamed = true, children, ...rename }: EditableNameProps) {
  const [isEdited, edit] = useState(false);
  const [height, setHeight] = useState(0); // of the name, which may have several lines: its form moves nothing below
  const title = useRef<HTMLHeadingElement>(null);
  const begin = () => {
    setHeight(title.current?.getBoundingClientRect().height ?? 0);
    edit(true);
  };
  return (
    <>
      {!isEdited && (
        <Title class="zg-name" ref={title}>
          {children ?? rename.name}
        </Title>
      )}
      {canBeRenamed && <Rename {...{ ...rename, isEdited, height }} onBegin={begin} onEnd={() => edit(false)} />}
    </>
  );
}

interface RenameButtonProps extends RenameProps {
  readonly isEdited: boolean;
  readonly height?: number; // of the form at least
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

/** A button, and in its place the form that it opens; the focus returns from the form to the button. */
function Rename({ isEdited, height = 0, onBegin, onEnd, ...rename }: RenameButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    const isNowhere = document.activeElement === document.body; // the element with the focus is gone
    if (wasEdited.current && !isEdited && isNowhere) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (isEdited) return <NameForm {...{ ...rename, height, onEnd }} />;
  return <Button icon="edit" label={say("devices.rename", { name: rename.name })} element={button} onClick={onBegin} />;
}

type NameFormProps = RenameProps & Required<Pick<RenameButtonProps, "height" | "onEnd">>;

function NameForm({ name, renamings, fault: faultOf, height, onEnd }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const commands = useCommands();
  const field = useRef<HTMLInputElement>(null);
  const about = useId();
  const [fault, hint] = [faultOf?.(typed), fullNameHint(typed)];
  const isReady = typed.trim() !== "" && fault === undefined;
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const save = async () => {
    if (fault !== undefined) return;
    const next = typed.trim();
    if (!(await commands.sendAll(renameCommands(next ? renamings(typed) : [])))) return;
    end();
  };
  const { end, touch, leave } = useLeaving(onEnd, () => isReady && typed.trim() !== name && save());
  return (
    <Form class="zg-name-form zg-rename-form" style={{ minHeight: `${height}px` }} onSubmit={save} onTouch={touch}>
      <input
        type="text"
        aria-label={say("devices.name")}
        value={typed}
        maxLength={LONGEST_NAME}
        ref={field}
        aria-invalid={fault !== undefined}
        aria-describedby={(fault ?? hint) ? about : undefined}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault(); // a dialog around it stays
          end();
        }}
        onBlur={leave}
      />
      <Button kind="primary" icon="good" label={say("do.save")} isDisabled={!isReady} onClick={save} />
      <Button icon="bad" label={say("do.cancel")} onClick={end} />
      <FieldNote {...{ id: about, hint, fault }} class="zg-taken" />
      <CommandError of={commands} />
    </Form>
  );
}

/** What was typed counts also where the user goes on elsewhere, as every other change in the panels does. */
function useLeaving(onEnd: () => void, save: () => unknown) {
  const isOver = useRef(false);
  const isInside = useRef(false); // a touch on one of its buttons, which not every browser gives the focus
  return {
    end: () => {
      isOver.current = true;
      onEnd();
    },
    touch: ({ target }: PointerEvent) => {
      isInside.current = !(target instanceof HTMLInputElement);
    },
    leave: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const { form } = currentTarget as HTMLInputElement;
      const isLeft = !isOver.current && !isInside.current && !form?.contains(relatedTarget as Node | null);
      isInside.current = false;
      if (isLeft) void save();
    },
  };
}
