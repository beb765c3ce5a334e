/** Sets the common options of several devices, all to the same value. */
import { useState } from "preact/hooks";
import { useApi, useNote, useQuery } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Select } from "../../widgets/fields.tsx";
import { Empty } from "../../widgets/widgets.tsx";
import type { ListedDevice } from "../list-rows.ts";
import { ExposeControl } from "../values/expose-control.tsx";
import { commonProperties, type PropertiesOf } from "../values/expose-types.ts";
import { BatchState, useBatch } from "./batch.tsx";

/** The properties of each of the devices, or why one of them could not tell its own. */
function useProperties(devices: readonly ListedDevice[]) {
  const api = useApi();
  return useQuery(async () => {
    const asked = devices.map(({ device }) =>
      perform(api, { method: "GET", address: `/devices/${device.key}/exposes` }),
    );
    const told = await Promise.all(asked);
    const refusal = told.find((each) => each.refusal !== undefined)?.refusal;
    return { refusal, all: told.map(({ reply }) => (reply?.body ?? {}) as PropertiesOf) };
  }, [api, devices.map(({ device }) => device.key).join()]);
}

interface OptionsForSeveralProps {
  readonly devices: readonly ListedDevice[];
  readonly onClose: () => void;
}

export function OptionsForSeveral({ devices, onClose }: OptionsForSeveralProps) {
  const note = useNote();
  const batch = useBatch();
  const [name, setName] = useState("");
  const { answer, again } = useProperties(devices);
  const common = answer?.refusal === undefined ? commonProperties(answer?.all ?? []) : [];
  const chosen = common.find((each) => each.name === name) ?? common[0];
  const set = async (value: unknown) => {
    if (!chosen) return undefined;
    const address = (key: string) => `/devices/${key}/exposes/${encodeURIComponent(chosen.name)}`;
    const items = devices.map(({ device }) => ({
      name: device.name,
      commands: [{ method: "PUT" as const, address: address(device.key), body: { value } }],
    }));
    const done = await batch.run(items);
    again();
    if (done === undefined || done < items.length) return undefined;
    note(say("devices.several.set", { name: chosen.label, count: done }));
    return true;
  };
  return (
    <Dialog title={say("devices.several.options-title", { count: devices.length })} onClose={onClose}>
      {!answer && <Empty>{say("app.loading")}</Empty>}
      {answer?.refusal !== undefined && <p class="zg-fault">{answer.refusal}</p>}
      {answer && answer.refusal === undefined && common.length === 0 && (
        <Empty>{say("devices.several.nothing-common")}</Empty>
      )}
      {chosen && (
        <>
          <Select
            label={say("devices.several.property")}
            value={chosen.name}
            options={common.map((each) => [
              each.name,
              each.expose.option ? say("devices.several.of-reading", { name: each.label }) : each.label,
            ])}
            onChange={setName}
          />
          {chosen.expose.description && <p class="zg-hint">{chosen.expose.description}</p>}
          <ExposeControl
            key={chosen.name}
            label={chosen.label}
            expose={chosen.expose}
            value={chosen.expose.value}
            onSet={set}
          />
        </>
      )}
      <BatchState of={batch} />
    </Dialog>
  );
}
