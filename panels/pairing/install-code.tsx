/** The form for install codes: some devices join only a network that knows the code printed on them. */
import { useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { useHouse, useNote } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button, Form, TextField } from "../widgets/widgets.tsx";
import { type InstallCodeFault, installCodeCommand } from "./join-requests.ts";

export function InstallCode() {
  const isAble = useHouse(({ skills }) => skills.includes("installcode"));
  const [code, setCode] = useState("");
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState<InstallCodeFault | undefined>(undefined);
  const commands = useCommands();
  const note = useNote();
  if (!isAble) return <p class="zg-hint">{say("pairing.code.cannot")}</p>;
  const send = async () => {
    const command = installCodeCommand(code, address);
    setWrong(typeof command === "string" ? command : undefined);
    if (typeof command === "string" || !(await commands.send(command.method, command.address, command.body))) return;
    setCode("");
    setAddress("");
    note(say("pairing.code.taken"));
  };
  const fault = (of: readonly InstallCodeFault[]) =>
    wrong && of.includes(wrong) ? say(`pairing.code.wrong.${wrong}`) : undefined;
  return (
    <Form>
      <p class="zg-hint">{say("pairing.code.about")}</p>
      <TextField
        label={say("pairing.code.code")}
        hint={say("pairing.code.code-hint")}
        fault={fault(["code"])}
        value={code}
        spellcheck={false}
        onType={setCode}
      />
      <TextField
        label={say("pairing.code.address")}
        hint={say("pairing.code.address-hint")}
        fault={fault(["whose", "address"])}
        value={address}
        spellcheck={false}
        onType={setAddress}
      />
      <Button icon="key" isSubmit isDisabled={code.trim() === ""} onClick={send}>
        {say("pairing.code.tell")}
      </Button>
      <CommandError of={commands} />
    </Form>
  );
}
