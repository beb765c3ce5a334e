/** The batteries that a device takes, as a user who has looked inside writes them down: the data of its model may be wrong or absent. */
import { useState } from "preact/hooks";
import { CELLS_IN_SHOPS, cellsOf } from "../../../src/model/sensors/battery-cells.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Field, Form, Options } from "../../widgets/fields.tsx";
import { useId } from "../../widgets/own-id.ts";
import { Button } from "../../widgets/widgets.tsx";
import type { HouseDevice } from "../house-devices.ts";
import { sayCells } from "./battery-rows.ts";

const LONGEST = 40; // characters, as the gateway takes them

export function CellsDialog({ device, onClose }: { readonly device: HouseDevice; readonly onClose: () => void }) {
  const commands = useCommands();
  const list = useId();
  const [typed, type] = useState(sayCells(cellsOf(device.info) ?? ""));
  const save = async () => {
    if (await commands.send("PUT", `/devices/${device.key}`, { cells: typed.trim() })) onClose();
  };
  return (
    <Dialog
      title={say("devices.batteries.which", { name: device.name })}
      no={say("do.cancel")}
      onClose={onClose}
      actions={
        <Button kind="primary" icon="good" onClick={save}>
          {say("do.save")}
        </Button>
      }
    >
      <Form onSubmit={save}>
        <Field label={say("devices.batteries.cells")} hint={say("devices.batteries.which-hint")}>
          {(input) => (
            <input
              {...input}
              type="text"
              list={list}
              maxLength={LONGEST}
              value={typed}
              placeholder="2 × AAA"
              onInput={(event) => type(event.currentTarget.value)}
            />
          )}
        </Field>
        <datalist id={list}>
          <Options of={CELLS_IN_SHOPS.map((cells) => [sayCells(cells), sayCells(cells)])} />
        </datalist>
      </Form>
      <CommandError of={commands} />
    </Dialog>
  );
}
