/** The bindings of a device: read from the device, added and removed. */
import { useState } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { CommandError, useCommands } from "../commands.tsx";
import { useHouse, useRead } from "../hooks.ts";
import { say } from "../texts.ts";
import { Select } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";
import {
  clusterName,
  type DeviceBinding,
  keyOf,
  sourcesIn,
  targetName,
  targetOf,
  targetsIn,
} from "./binding-targets.ts";

export function Bindings({ mac }: { readonly mac: string }) {
  const commands = useCommands();
  const [bindings, setBindings] = useState<readonly DeviceBinding[] | undefined>(undefined);
  const { house, targets } = useTargets();
  const clusters = useRead<Values>(`/devices/${mac}/clusters`);
  const address = `/devices/${mac}/bindings`;
  const reload = async () => {
    const reply = await commands.send("GET", address);
    if (reply) setBindings(reply.body as readonly DeviceBinding[]);
  };
  const change = async (method: "POST" | "DELETE", { endpoint, cluster, target }: DeviceBinding) => {
    const isDone = await commands.send(method, address, { endpoint, cluster, target: targetOf(target) });
    if (isDone) await reload();
    return isDone !== undefined;
  };
  return (
    <>
      <p class="zg-hint">{say("devices.bindings-about")}</p>
      <div class="zg-actions">
        <Button icon="refresh" onClick={reload}>
          {say("devices.bindings-look")}
        </Button>
      </div>
      <CommandError of={commands} />
      {bindings && (
        <ul class="zg-rooms" aria-label={say("devices.bindings")}>
          {bindings.length === 0 && <li class="zg-dim">{say("devices.bindings-none")}</li>}
          {bindings.map((binding) => {
            const { endpoint, cluster, target } = binding;
            const words = {
              cluster: clusterName(cluster),
              endpoint,
              target: targetName(target, targets, house.devices),
            };
            return (
              <li key={`${endpoint} ${cluster} ${keyOf(target)}`}>
                <span>{say("devices.binding", words)}</span>
                <Button icon="remove" label={say("devices.unbind", words)} onClick={() => change("DELETE", binding)} />
              </li>
            );
          })}
        </ul>
      )}
      <NewBinding sources={sourcesIn(clusters ?? {})} targets={targets} onBind={(binding) => change("POST", binding)} />
    </>
  );
}

/** All targets that a device can be bound to. */
export function useTargets() {
  const house = useHouse(({ devices, lights, sensors, groups, coordinator }) => ({
    ...{ devices, lights, sensors, groups, coordinator },
  }));
  return { house, targets: targetsIn(house, house.coordinator, say("devices.gateway")) };
}

interface NewBindingProps {
  readonly sources: ReturnType<typeof sourcesIn>;
  readonly targets: ReturnType<typeof targetsIn>;
  readonly onBind: (binding: DeviceBinding) => Promise<boolean>;
}

function NewBinding({ sources, targets, onBind }: NewBindingProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const keyed = sources.map((source) => ({ ...source, key: `${source.endpoint} ${source.cluster}` }));
  const source = keyed.find(({ key }) => key === from) ?? keyed[0];
  const target = targets.find(({ key }) => key === to) ?? targets[0];
  if (!source || !target) return null;
  return (
    <>
      <Select
        label={say("devices.bind-from")}
        value={source.key}
        options={keyed.map(({ key, name, endpoint, sends }) => [
          key,
          say(sends ? "devices.sends" : "devices.reports", { name, endpoint }),
        ])}
        onChange={setFrom}
      />
      <Select
        label={say("devices.bind-to")}
        value={target.key}
        options={targets.map(({ key, name, group }) => [
          key,
          group === undefined ? name : say("devices.group-named", { name }),
        ])}
        onChange={setTo}
      />
      <Button icon="pair" onClick={() => onBind({ ...source, target: targetOf(target) })}>
        {say("devices.bind")}
      </Button>
    </>
  );
}
