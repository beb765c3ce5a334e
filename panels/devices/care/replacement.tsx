/** A broken device is replaced: another one takes its place, and the panel tells before which functions get lost. */
import { useState } from "preact/hooks";
import type { Values } from "../../../src/model/resource.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useHouse, useHouseDevices, useNote, useQuery } from "../../hooks.ts";
import { permitJoinCommand, SPANS } from "../../pairing/join-requests.ts";
import { perform } from "../../perform.ts";
import { say, sayList, sayTime } from "../../texts.ts";
import { Question } from "../../widgets/dialog.tsx";
import { Select } from "../../widgets/fields.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { type HouseDevice, productOf } from "../house-devices.ts";
import { sayMember } from "../values/words.ts";
import { isAlike, successorsOf } from "./successors.ts";

interface Report {
  readonly resources: readonly { readonly address: string; readonly name: string; readonly lacks: readonly string[] }[];
  readonly lacking: readonly { readonly address: string; readonly name: string }[];
}

export function ReplacementQuestion({
  device,
  onDone,
  onClose,
}: {
  readonly device: HouseDevice;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { key, name } = device;
  const commands = useCommands();
  const note = useNote();
  const candidates = successorsOf(device, useHouseDevices());
  const [chosen, choose] = useState("");
  const successor = candidates.find((each) => (chosen === "" ? isAlike(device, each) : each.key === chosen));
  const replace = async () => {
    if (!successor) return false;
    const isDone = await commands.send("POST", `/devices/${successor.key}/replaces`, { uniqueid: key });
    if (!isDone) return false;
    note(say("devices.replace.done", { name }));
    onDone();
    return true;
  };
  return (
    <Question
      title={say("devices.replace.title", { name })}
      yes={say("devices.replace.yes")}
      isDisabled={successor === undefined}
      onYes={replace}
      onClose={onClose}
    >
      <p>{say("devices.replace.about")}</p>
      {candidates.length > 0 ? (
        <>
          <Select
            label={say("devices.replace.by")}
            value={successor?.key ?? ""}
            options={[
              ...(successor ? [] : [["", say("pick.choose")] as const]),
              ...candidates.map((each) => [each.key, labelOf(each)] as const),
            ]}
            onChange={choose}
          />
          {successor && <Consequences former={key} successor={successor.key} />}
        </>
      ) : (
        <p>{say("devices.replace.none")}</p>
      )}
      <OpenNetwork />
      <CommandError of={commands} />
    </Question>
  );
}

function labelOf({ name, info, key }: HouseDevice): string {
  return [name, productOf(info) || key].filter(Boolean).join(" · ");
}

function Consequences({ former, successor }: { readonly former: string; readonly successor: string }) {
  const api = useApi();
  const { answer } = useQuery(
    () => perform(api, { method: "GET", address: `/devices/${successor}/replaces/${former}` }),
    [api, successor, former],
  );
  if (!answer) return null;
  if (!answer.reply || answer.refusal !== undefined) return <p class="zg-fault">{answer.refusal}</p>;
  const { resources, lacking } = answer.reply.body as Report;
  const lacks = resources.filter((each) => each.lacks.length > 0);
  return (
    <ul class="zg-hint">
      <li>{say("devices.replace.stays", { names: sayList(resources.map(({ name }) => name)) })}</li>
      {lacks.map(({ address, name, lacks: members }) => (
        <li key={address} class="zg-fault">
          {say("devices.replace.lacks", { name, members: sayList(members.map((member) => sayMember(member))) })}
        </li>
      ))}
      {lacking.map(({ address, name }) => (
        <li key={address} class="zg-fault">
          {say("devices.replace.gone", { name })}
        </li>
      ))}
    </ul>
  );
}

/** A device that joins while this is open is offered at once. */
function OpenNetwork() {
  const left = useHouse(({ config }) => Number(config.permitjoinfull ?? 0));
  const commands = useCommands();
  const open = () => commands.sendAll([permitJoinCommand(SPANS[1])]);
  return (
    <>
      <p class="zg-hint">
        {left > 0 ? say("devices.replace.opened", { seconds: left }) : say("devices.replace.not-here")}
      </p>
      {left === 0 && (
        <Button icon="pair" onClick={open}>
          {say("devices.replace.open")}
        </Button>
      )}
      <CommandError of={commands} />
    </>
  );
}

/** For a day it can be taken back. */
export function TakeBack({ device: { key, info, name } }: { readonly device: HouseDevice }) {
  const commands = useCommands();
  const note = useNote();
  const { name: former, until } = (info.replaces ?? {}) as Values;
  if (former === undefined) return null;
  const takeBack = async () => {
    if (await commands.send("DELETE", `/devices/${key}/replaces`)) note(say("devices.replace.taken-back", { name }));
  };
  const at = sayTime(new Date(`${String(until)}Z`), { dateStyle: "medium", timeStyle: "short" });
  return (
    <>
      <p class="zg-hint">{say("devices.replace.in-place", { name: String(former), at })}</p>
      <div class="zg-actions">
        <Button icon="back" onClick={takeBack}>
          {say("devices.replace.take-back")}
        </Button>
      </div>
      <CommandError of={commands} />
    </>
  );
}
