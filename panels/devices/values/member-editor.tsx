/** Edits a member of a resource, by the control that fits its type. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Values } from "../../../src/model/resource.ts";
import type { Api } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useQuery } from "../../hooks.ts";
import { readNumber, say } from "../../texts.ts";
import { Choice, Form, TypedInput } from "../../widgets/fields.tsx";
import { Button } from "../../widgets/widgets.tsx";
import type { HouseResource } from "../house-devices.ts";
import { displayUnitOf } from "./units.ts";
import { sayMember, sayValue } from "./words.ts";

/** From GET …/introspect; without an answer the type of the value decides. */
interface MemberShape {
  readonly type?: string;
  readonly values?: readonly unknown[];
  readonly minval?: number;
  readonly maxval?: number;
}

interface MemberEditorProps {
  readonly resource: HouseResource;
  readonly section: "state" | "config";
  readonly member: string;
  readonly value: unknown;
  readonly onDone: () => void;
}

export function MemberEditor({ resource, section, member, value, onDone }: MemberEditorProps) {
  const api = useApi();
  const commands = useCommands();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const { answer: shape } = useQuery(
    () => shapeOf(api, resource, section, member),
    [api, resource.address, section, member],
  );
  const { choice, field } = useCursor(shape !== undefined);
  if (!shape) return null;
  const { toHuman, toApi, unit, digits } = displayUnitOf(resource, member);
  const [min, max] = bounds(shape, toHuman);
  const isNumber = shape.type === undefined ? typeof value === "number" : /^(u?int|double)/.test(shape.type);
  const isSwitch = shape.type === "bool" || (shape.type === undefined && typeof value === "boolean");
  const now = typeof value === "number" ? String(Number(toHuman(value).toFixed(digits))) : String(value ?? "");
  const shown = typed ?? now;
  const read = isSwitch ? shown === "true" : isNumber ? readNumber(shown) : shown;
  const save = async () => {
    if (read === undefined) return;
    const body: Values = { [member]: typeof read === "number" ? toApi(read) : read };
    if (await commands.send("PUT", `${resource.address}/${section}`, body)) onDone();
  };
  const label = sayMember(member, section);
  const choices = isSwitch ? ["true", "false"] : shape.values?.map(String);
  return (
    <Form class="zg-name-form" onSubmit={save}>
      {choices ? (
        <Choice
          field={choice}
          label={label}
          value={shown}
          options={choices.map((choice) => [choice, sayValue(resource, member, isSwitch ? choice === "true" : choice)])}
          onChange={setTyped}
        >
          {!choices.includes(shown) && <option value={shown}>{shown || say("devices.unknown")}</option>}
        </Choice>
      ) : (
        <TypedInput
          field={field}
          label={unit === "" ? label : `${label} (${unit})`}
          isNumber={isNumber}
          value={shown}
          min={min}
          max={max}
          onType={setTyped}
          onEscape={onDone}
        />
      )}
      {isNumber && unit !== "" && !choices && <span>{unit}</span>}
      <Button kind="primary" icon="good" label={say("do.save")} isDisabled={read === undefined} onClick={save} />
      <Button icon="bad" label={say("do.cancel")} onClick={onDone} />
      <CommandError of={commands} />
    </Form>
  );
}

/** A user who has opened the editor can type at once. */
function useCursor(isThere: boolean) {
  const choice = useRef<HTMLSelectElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    choice.current?.focus();
    field.current?.focus();
    field.current?.select();
  }, [isThere]);
  return { choice, field };
}

/** The least of kelvins is the most of the API's mireds. */
function bounds({ minval, maxval }: MemberShape, toHuman: (value: number) => number): readonly (number | undefined)[] {
  const both = [minval, maxval].map((bound) => (bound === undefined ? undefined : toHuman(bound)));
  const [one = Number.NEGATIVE_INFINITY, other = Number.POSITIVE_INFINITY] = both;
  const inOrder = one > other ? both.toReversed() : both;
  return inOrder.map((bound) => (Number.isFinite(bound) ? bound : undefined));
}

async function shapeOf(api: Api, { view }: HouseResource, ...path: readonly string[]): Promise<MemberShape> {
  const parts = [String(view.uniqueid), ...path].map(encodeURIComponent).join("/");
  try {
    const { status, body } = await api.perform("GET", `/devices/${parts}/introspect`);
    return status === 200 ? (body as MemberShape) : {};
  } catch {
    return {}; // not reached: a value can be typed until the gateway is there again
  }
}
