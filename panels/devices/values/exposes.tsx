/** All exposes of a device: their values, and the controls that fit. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isObject, type Reply } from "../../../src/model/resource.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useChanges } from "../../hooks.ts";
import { perform, successIn } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Badge, Button, Empty, Fault, Fold } from "../../widgets/widgets.tsx";
import type { HouseResource } from "../house-devices.ts";
import { ExposeControl } from "./expose-control.tsx";
import { canBeAsked, controlFor, type ExposedProperty, inOrder, labelOf, valueText } from "./expose-types.ts";

type ExposedProperties = Readonly<Record<string, ExposedProperty>>;

const AT_MOST = 1_000; // milliseconds between two requests
const AT_LEAST = 10_000; // many reports change no resource

interface ExposesProps {
  readonly mac: string;
  readonly resources: readonly HouseResource[];
}

export function Exposes({ mac, resources }: ExposesProps) {
  const { properties, fault, reload } = useExposes(mac, resources);
  if (fault !== undefined)
    return (
      <>
        <Fault>{fault}</Fault>
        <Button onClick={reload}>{say("do.again")}</Button>
      </>
    );
  if (!properties) return <Empty>{say("app.loading")}</Empty>;
  const { own, options } = inOrder(properties);
  if (own.length + options.length === 0) return <Empty>{say("devices.no-exposes")}</Empty>;
  const show = (all: typeof own) => (
    <ul class="zg-exposes">
      {all.map(([name, property]) => (
        <ExposedValue key={name} mac={mac} name={name} property={property} reload={reload} />
      ))}
    </ul>
  );
  return (
    <>
      {show(own)}
      {options.length > 0 && (
        <Fold title={say("devices.options")}>
          <p class="zg-hint">{say("devices.options-about")}</p>
          {show(options)}
        </Fold>
      )}
    </>
  );
}

/** Asks again when a resource of the device changes, and now and then. */
function useExposes(mac: string, resources: readonly HouseResource[]) {
  const api = useApi();
  const [properties, setProperties] = useState<ExposedProperties | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const waits = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isGone = useRef(false);
  const reload = useCallback(async () => {
    const { reply, refusal } = await perform(api, { method: "GET", address: `/devices/${mac}/exposes` });
    if (isGone.current) return;
    setFault(refusal);
    if (reply && refusal === undefined) setProperties(reply.body as ExposedProperties);
  }, [api, mac]);
  useChanges((news) => {
    const own = [`/devices/${mac}`, ...resources.map(({ address }) => address)];
    if (waits.current !== undefined || !news.some(({ address }) => own.includes(address))) return;
    waits.current = setTimeout(() => {
      waits.current = undefined;
      void reload();
    }, AT_MOST);
  });
  useEffect(() => {
    isGone.current = false;
    void reload();
    const timer = setInterval(() => void reload(), AT_LEAST);
    return () => {
      isGone.current = true;
      clearInterval(timer);
      clearTimeout(waits.current);
    };
  }, [reload]);
  return { properties, fault, reload };
}

interface ExposedValueProps {
  readonly mac: string;
  readonly name: string;
  readonly property: ExposedProperty;
  readonly reload: () => Promise<void>;
}

function ExposedValue({ mac, name, property, reload }: ExposedValueProps) {
  const commands = useCommands();
  const [isPending, setPending] = useState(false);
  const label = labelOf(property);
  const address = `/devices/${mac}/exposes/${encodeURIComponent(name)}`;
  const set = async (value: unknown) => {
    const reply = await commands.send("PUT", address, { value });
    setPending(isStillPending(reply));
    await reload();
    return reply;
  };
  const ask = async () => {
    await commands.send("POST", address);
    await reload();
  };
  const isShown = controlFor(property) === "none";
  return (
    <li>
      <div class="zg-expose-head">
        <strong title={name}>{label}</strong>
        {isShown && (
          <span class="zg-expose-value">{valueText(property.value, property.unit) || say("devices.unknown")}</span>
        )}
        {isPending && <Badge tone="warn">{say("devices.pending")}</Badge>}
        {canBeAsked(property) && <Button icon="refresh" label={say("devices.ask", { name: label })} onClick={ask} />}
      </div>
      {property.description && <p class="zg-hint">{property.description}</p>}
      <ExposeControl label={label} expose={property} value={property.value} onSet={set} />
      <CommandError of={commands} />
    </li>
  );
}

/** A command for a sleeping device waits until the device is heard. */
function isStillPending(reply: Reply | undefined): boolean {
  return (
    reply !== undefined && Object.values(successIn(reply)).some((value) => isObject(value) && value.pending === true)
  );
}
