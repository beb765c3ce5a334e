/** Reads and writes any attribute of a device, on the radio: for users who know the attributes. */
import { useState } from "preact/hooks";
import type { Values } from "../../../src/model/resource.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { say } from "../../texts.ts";
import { Field, Form, Select, TextField } from "../../widgets/fields.tsx";
import { useId } from "../../widgets/own-id.ts";
import { Button } from "../../widgets/widgets.tsx";
import { clusterName } from "../binding-targets.ts";
import {
  isNumber,
  readAnswer,
  readAttributes,
  readManufacturer,
  statusText,
  valuesToWrite,
  ZCL_TYPES,
  type ZclType,
} from "./console-input.ts";
import type { ClusterRow } from "./wiring.ts";

interface AttributeConsoleProps {
  readonly mac: string;
  readonly rows: readonly ClusterRow[];
}

export function AttributeConsole({ mac, rows }: AttributeConsoleProps) {
  const { commands, lines, read, write } = useAttributes(mac);
  const inputs = rows.filter(({ side }) => side === "input");
  const [place, setPlace] = useState("");
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const row = inputs.find((each) => keyOf(each) === place) ?? inputs[0];
  if (!row) return <p class="zg-hint">{say("devices.console.nothing")}</p>;
  const attributes = readAttributes(typed);
  const manufacturer = readManufacturer(code);
  const [only] = attributes?.length === 1 ? attributes : [];
  const isFit = attributes !== undefined && manufacturer !== "wrong";
  const where = {
    endpoint: row.endpoint,
    cluster: row.id,
    ...(typeof manufacturer === "number" ? { manufacturer } : {}),
  };
  return (
    <Form class="zg-console">
      <p class="zg-hint">{say("devices.console.about")}</p>
      <Select
        label={say("devices.console.cluster")}
        value={keyOf(row)}
        options={inputs.map((each) => [
          keyOf(each),
          say("devices.console.cluster-at", { name: clusterName(each.name), id: each.id, endpoint: each.endpoint }),
        ])}
        onChange={setPlace}
      />
      <AttributeField row={row} typed={typed} isWrong={typed !== "" && !attributes} onType={setTyped} />
      <TextField
        label={say("devices.console.maker")}
        fault={manufacturer === "wrong" ? say("devices.console.no-maker") : undefined}
        value={code}
        onType={setCode}
      />
      <Button icon="refresh" kind="primary" isSubmit isDisabled={!isFit} onClick={() => read(where, attributes)}>
        {say("devices.console.read")}
      </Button>
      <ValueToWrite
        attribute={isFit ? only : undefined}
        onWrite={(name, values, told) => write(where, name, values, told)}
      />
      <CommandError of={commands} />
      <output class="zg-console-answer" aria-live="polite">
        {lines.map((line) => (
          <code key={line}>{line}</code>
        ))}
      </output>
    </Form>
  );
}

const keyOf = ({ endpoint, id }: ClusterRow) => `${endpoint} ${id}`;

/** Reads and writes, and the results line by line. */
function useAttributes(mac: string) {
  const commands = useCommands();
  const [lines, setLines] = useState<readonly string[]>([]);
  const address = `/devices/${mac}/attributes`;
  const read = async (where: Values, attributes: readonly string[] | undefined) => {
    setLines([]);
    const reply = await commands.send("POST", address, { ...where, attributes });
    if (!reply) return;
    const { values, failed } = readAnswer(reply.body);
    setLines([
      ...Object.entries(values).map(([name, told]) => `${name} = ${JSON.stringify(told)}`),
      ...Object.entries(failed).map(([name, status]) =>
        say(`devices.console.status.${statusText(status)}`, { name, status }),
      ),
    ]);
  };
  const write = async (where: Values, name: string, values: Values, typed: string) => {
    setLines([]);
    const done = await commands.send("PUT", address, { ...where, values });
    if (done) setLines([say("devices.console.written", { name, value: typed })]);
  };
  return { commands, lines, read, write };
}

interface ValueToWriteProps {
  readonly attribute: string | undefined; // undefined: none, or not one alone
  readonly onWrite: (attribute: string, values: Values, typed: string) => Promise<void>;
}

function ValueToWrite({ attribute, onWrite }: ValueToWriteProps) {
  const [value, setValue] = useState("");
  const [type, setType] = useState<ZclType>("uint8");
  const write = () =>
    attribute === undefined ? undefined : onWrite(attribute, valuesToWrite(attribute, value, type), value);
  return (
    <div class="zg-console-write">
      <TextField label={say("devices.console.value")} value={value} onType={setValue} />
      {attribute !== undefined && isNumber(attribute) && (
        <Select
          label={say("devices.console.type")}
          value={type}
          options={Object.keys(ZCL_TYPES).map((each) => [each, each])}
          onChange={(each) => setType(each as ZclType)}
        />
      )}
      <Button icon="edit" isDisabled={attribute === undefined || value === ""} onClick={write}>
        {say("devices.console.write")}
      </Button>
    </div>
  );
}

interface AttributeFieldProps {
  readonly row: ClusterRow;
  readonly typed: string;
  readonly isWrong: boolean;
  readonly onType: (typed: string) => void;
}

/** Proposes the attributes that the cluster is known to have. */
function AttributeField({ row, typed, isWrong, onType }: AttributeFieldProps) {
  const names = useId();
  return (
    <>
      <Field
        label={say("devices.console.attribute")}
        hint={say("devices.console.attribute-about")}
        fault={isWrong ? say("devices.console.no-attribute") : undefined}
      >
        {(input) => (
          <input
            {...input}
            type="text"
            list={names}
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      <datalist id={names}>
        {row.attributes.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
