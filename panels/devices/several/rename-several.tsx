/** Renames several devices by a pattern, and shows their new names before. */
import { useRef, useState } from "preact/hooks";
import { useNote } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Field } from "../../widgets/fields.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { renameCommands, renamings } from "../house-devices.ts";
import type { ListedDevice } from "../list-rows.ts";
import { BatchState, useBatch } from "./batch.tsx";
import { type NamedThing, type NameToken, namesByPattern, TOKENS } from "./name-pattern.ts";

interface RenameSeveralProps {
  readonly devices: readonly ListedDevice[];
  readonly onClose: () => void;
}

export function RenameSeveral({ devices, onClose }: RenameSeveralProps) {
  const note = useNote();
  const batch = useBatch();
  const tokens = TOKENS.map((token) => [token, say(`devices.token.${token}`)]);
  const words = Object.fromEntries(tokens) as Record<NameToken, string>;
  const [pattern, setPattern] = useState(`{${words.room}} {${words.kind}}`);
  const field = useRef<HTMLInputElement>(null);
  const named = devices.filter(({ device }) => device.resources.length > 0);
  const names = namesByPattern(pattern, named.map(thingOf), words);
  const add = (token: NameToken) => {
    setPattern((before) => `${before.trimEnd()} {${words[token]}}`.trimStart());
    field.current?.focus();
  };
  const rename = async () => {
    const items = named.flatMap(({ device }, index) => {
      const commands = renameCommands(renamings(device, names[index] ?? ""));
      return commands.length > 0 ? [{ name: device.name, commands }] : [];
    });
    const done = await batch.run(items);
    if (done === undefined || done < items.length) return;
    note(say("devices.several.renamed", { count: done }));
    onClose();
  };
  const isFit = named.length > 0 && names.every((name) => name !== "");
  return (
    <Dialog
      title={say("devices.several.rename-title", { count: named.length })}
      onClose={onClose}
      actions={
        <Button kind="primary" isDisabled={!isFit} onClick={rename}>
          {say("do.save")}
        </Button>
      }
    >
      <Field label={say("devices.several.pattern")} hint={say("devices.several.pattern-about")}>
        {(input) => (
          <input
            {...input}
            ref={field}
            type="text"
            value={pattern}
            onInput={(event) => setPattern(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="zg-actions">
        {TOKENS.map((token) => (
          <Button key={token} icon="plus" onClick={() => add(token)}>
            {words[token]}
          </Button>
        ))}
      </div>
      <Preview {...{ named, names }} />
      <BatchState of={batch} />
    </Dialog>
  );
}

interface PreviewProps {
  readonly named: readonly ListedDevice[];
  readonly names: readonly string[]; // in their order
}

function Preview({ named, names }: PreviewProps) {
  return (
    <ul class="zg-renamings" aria-label={say("devices.several.preview")}>
      {named.map(({ device }, index) => (
        <li key={device.key}>
          <span class="zg-dim">{device.name}</span>
          <span aria-hidden="true">→</span>
          <strong>{names[index] || say("devices.several.nameless")}</strong>
        </li>
      ))}
    </ul>
  );
}

function thingOf({ device, kind, rooms }: ListedDevice): NamedThing {
  const { vendor, manufacturername, productname, modelid } = device.info;
  const word = (...all: readonly unknown[]) => String(all.find((each) => typeof each === "string" && each) ?? "");
  return {
    name: device.name,
    room: rooms.find(({ isRoom }) => isRoom)?.name ?? "",
    kind: say(`devices.kind.${kind}`),
    product: word(productname, modelid, vendor, manufacturername),
  };
}
