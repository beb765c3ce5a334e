/** A name with a button that edits it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { LONGEST_NAME } from "../house.ts";
import { say } from "../texts.ts";
import { Form } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";
import { type Renaming, renameCommands } from "./house-devices.ts";

interface EditableNameProps {
  readonly name: string;
  readonly level?: "h2" | "h3" | "h4"; // of the heading that it is
  readonly canBeRenamed?: boolean;
  readonly word?: string; // on the button, where another pencil is near
  readonly children?: ComponentChildren; // what shows the name, where it is more than a heading
  /** The resources to rename, and their new names. */
  readonly renamings: (name: string) => readonly Renaming[];
}

export function EditableName({
  name,
  level: Title = "h4",
  canBeRenamed = true,
  word,
  children,
  renamings,
}: EditableNameProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [height, setHeight] = useState(0); // of the name, which may have several lines: what edits it moves nothing below
  const commands = useCommands();
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isTyped = typed !== undefined;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [isTyped]);
  const save = async () => {
    if (await commands.sendAll(renameCommands(typed?.trim() ? renamings(typed) : []))) setTyped(undefined);
  };
  const begin = () => {
    setHeight(title.current?.getBoundingClientRect().height ?? 0);
    setTyped(name);
  };
  if (typed === undefined)
    return (
      <>
        <Title class="zg-name" ref={title}>
          {children ?? name}
        </Title>
        {canBeRenamed && (
          <Button icon="edit" label={say("devices.rename", { name })} onClick={begin}>
            {word}
          </Button>
        )}
      </>
    );
  return (
    <Form class="zg-name-form" style={{ minHeight: `${height}px` }} onSubmit={save}>
      <input
        type="text"
        aria-label={say("devices.name")}
        value={typed}
        maxLength={LONGEST_NAME}
        ref={field}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && setTyped(undefined)}
      />
      <Button kind="primary" icon="good" label={say("do.save")} isDisabled={typed.trim() === ""} onClick={save} />
      <Button icon="bad" label={say("do.cancel")} onClick={() => setTyped(undefined)} />
      <CommandError of={commands} />
    </Form>
  );
}
