/** One device, opened: what it is, how it is, what can be done with it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useNow } from "../hooks.ts";
import { say, sayAgo } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, Fold, type Tone } from "../widgets/widgets.tsx";
import { batteryOf, lastSeen, linkQuality, reachOf } from "./availability.ts";
import { Bindings } from "./bindings.tsx";
import { Controls } from "./controls/controls.tsx";
import { DeviceGroups } from "./device-groups-form.tsx";
import { type Device, renamings } from "./house-devices.ts";
import { iconOf, type Kind } from "./kinds.ts";
import { Name } from "./name-form.tsx";
import { DeviceCare } from "./removal.tsx";
import type { Room } from "./rooms.ts";
import { BatterySign, LinkSign } from "./signs.tsx";
import { DeviceValues } from "./values/device-values.tsx";
import { Exposes } from "./values/exposes.tsx";

export interface DeviceViewProps {
  readonly device: Device;
  readonly kind: Kind;
  readonly rooms: readonly Room[];
  readonly isIn: readonly Room[];
  readonly onBack: () => void;
}

export function DeviceView({ device, kind, rooms, isIn, onBack }: DeviceViewProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // where the list was, nobody has the focus any more
  const { name, parts, isVirtual } = device;
  return (
    <div class="zg-device" ref={top}>
      <div class="zg-opened-head">
        <Button icon="back" label={say("devices.back")} onClick={onBack} />
        <Icon name={iconOf(kind)} />
        <Name
          name={name}
          level="h2"
          renamings={(wanted) => renamings(device, wanted)}
          canBeRenamed={parts.length > 0}
        />
      </div>
      <div class="zg-device-columns">
        <div>
          <DeviceFacts device={device} kind={kind} />
          <Controls parts={parts} />
          <DeviceValues device={device} />
        </div>
        <div>
          <DeviceGroups device={device} rooms={rooms} isIn={isIn} />
          {!isVirtual && (
            <Fold title={say("devices.exposes")}>
              <Exposes mac={device.key} parts={parts} />
            </Fold>
          )}
          {!isVirtual && (
            <Fold title={say("devices.bindings")}>
              <Bindings mac={device.key} />
            </Fold>
          )}
          <DeviceCare device={device} onGone={onBack} />
        </div>
      </div>
    </div>
  );
}

const TONES = { there: "good", asleep: "plain", unreachable: "bad", virtual: "plain" } as const satisfies Record<
  string,
  Tone
>;

const TICK = 30_000; // milliseconds

export function DeviceFacts({ device, kind }: { readonly device: Device; readonly kind: Kind }) {
  const now = useNow(TICK);
  const { facts, parts, key, isVirtual } = device;
  const view = parts[0]?.view ?? {};
  const reach = reachOf(device);
  const seen = lastSeen(device, now);
  const quality = linkQuality(device);
  const battery = batteryOf(device);
  const rows: readonly (readonly [label: string, shown: ComponentChildren])[] = [
    ["is", say(`devices.kind.${kind}`)],
    ["product", words(facts.vendor, facts.productname, facts.productid)],
    ["model", words(facts.manufacturername ?? view.manufacturername, facts.modelid ?? view.modelid)],
    ["software", words(facts.swversion ?? view.swversion)],
    ["role", typeof facts.kind === "string" && say(`devices.role.${facts.kind}`)],
    ["address", <code key="address">{isVirtual ? words(view.uniqueid) : key}</code>],
  ];
  return (
    <section aria-label={say("devices.facts")}>
      <p class="zg-device-state">
        <Badge tone={TONES[reach]}>{say(`devices.reach.${reach}`)}</Badge>
        <BatterySign battery={battery} />
        <LinkSign quality={quality} />
        {!Number.isNaN(seen) && <span class="zg-dim">{say("devices.seen", { ago: sayAgo(seen, now) })}</span>}
      </p>
      <dl class="zg-facts">
        {rows.flatMap(([label, shown]) =>
          shown ? [<dt key={`${label}-t`}>{say(`devices.fact.${label}`)}</dt>, <dd key={label}>{shown}</dd>] : [],
        )}
      </dl>
    </section>
  );
}

function words(...all: readonly unknown[]): string {
  return all.filter((word) => typeof word === "string" && word !== "").join(" · ");
}
