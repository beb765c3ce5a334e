/** Whom a device speaks to by itself: looked up in the device, bound and unbound. */
import { useState } from "preact/hooks";
import type { Values } from "../api.ts";
import { Fault, useAct } from "../commands.tsx";
import { useApi, useAsked, useHouse } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button, Field } from "../widgets/widgets.tsx";
import { type Binding, clusterName, keyOf, placeName, placesIn, sourcesIn, targetOf } from "./binding-targets.ts";

export function Bindings({ mac }: { readonly mac: string }) {
  const act = useAct();
  const api = useApi();
  const [bindings, setBindings] = useState<readonly Binding[] | undefined>(undefined);
  const house = useHouse(({ devices, lights, sensors, groups, coordinator }) => ({
    ...{ devices, lights, sensors, groups, coordinator },
  }));
  const places = placesIn(house, house.coordinator, say("devices.gateway"));
  const { answer: clusters } = useAsked(async () => {
    const { status, body } = await api.perform("GET", `/devices/${mac}/clusters`);
    return status === 200 ? (body as Values) : {};
  }, [api, mac]);
  const address = `/devices/${mac}/bindings`;
  const look = async () => {
    const reply = await act.wish("GET", address);
    if (reply) setBindings(reply.body as readonly Binding[]);
  };
  const turn = async (method: "POST" | "DELETE", { endpoint, cluster, target }: Binding) => {
    const isDone = await act.wish(method, address, { endpoint, cluster, target: targetOf(target) });
    if (isDone) await look();
    return isDone !== undefined;
  };
  return (
    <>
      <p class="zg-hint">{say("devices.bindings-about")}</p>
      <div class="zg-actions">
        <Button icon="refresh" onClick={look}>
          {say("devices.bindings-look")}
        </Button>
      </div>
      <Fault act={act} />
      {bindings && (
        <ul class="zg-rooms" aria-label={say("devices.bindings")}>
          {bindings.length === 0 && <li class="zg-dim">{say("devices.bindings-none")}</li>}
          {bindings.map((binding) => {
            const { endpoint, cluster, target } = binding;
            const words = { cluster: clusterName(cluster), endpoint, target: placeName(target, places, house.devices) };
            return (
              <li key={`${endpoint} ${cluster} ${keyOf(target)}`}>
                <span>{say("devices.binding", words)}</span>
                <Button icon="remove" label={say("devices.unbind", words)} onClick={() => turn("DELETE", binding)} />
              </li>
            );
          })}
        </ul>
      )}
      <NewBinding sources={sourcesIn(clusters ?? {})} places={places} onBind={(binding) => turn("POST", binding)} />
    </>
  );
}

interface NewBindingProps {
  readonly sources: ReturnType<typeof sourcesIn>;
  readonly places: ReturnType<typeof placesIn>;
  readonly onBind: (binding: Binding) => Promise<boolean>;
}

function NewBinding({ sources, places, onBind }: NewBindingProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const keyed = sources.map((source) => ({ ...source, key: `${source.endpoint} ${source.cluster}` }));
  const source = keyed.find(({ key }) => key === from) ?? keyed[0];
  const target = places.find(({ key }) => key === to) ?? places[0];
  if (!source || !target) return null;
  return (
    <>
      <Field label={say("devices.bind-from")}>
        {(input) => (
          <select {...input} value={source.key} onChange={(event) => setFrom(event.currentTarget.value)}>
            {keyed.map(({ key, name, endpoint, sends }) => (
              <option key={key} value={key}>
                {say(sends ? "devices.sends" : "devices.reports", { name, endpoint })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={say("devices.bind-to")}>
        {(input) => (
          <select {...input} value={target.key} onChange={(event) => setTo(event.currentTarget.value)}>
            {places.map(({ key, name, group }) => (
              <option key={key} value={key}>
                {group === undefined ? name : say("devices.group-named", { name })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button icon="pair" onClick={() => onBind({ ...source, target: targetOf(target) })}>
        {say("devices.bind")}
      </Button>
    </>
  );
}
