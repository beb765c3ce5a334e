/** One device, opened: its controls and values, its rooms and groups, and its uses; folded below, its product and its inner parts. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import type { KindOfDevice } from "../../src/model/sensors/sensor-fields.ts";
import { placeOfDevice } from "../events/places.ts";
import { useIsUnanswered, useNow, usePlace } from "../hooks.ts";
import { say, sayAgo } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, Fold, type Tone } from "../widgets/widgets.tsx";
import { deviceReach, isUnexplained, lastSeen, linkQuality, powerOf } from "./availability.ts";
import { Bindings } from "./bindings.tsx";
import { KnowHow, Notes } from "./care/know-how.tsx";
import { Deliveries, TroubleNote } from "./care/trouble.tsx";
import { Controls } from "./controls/controls.tsx";
import { DeviceGroups } from "./device-groups-form.tsx";
import { ClustersOf, ConsoleOf } from "./endpoints/endpoints.tsx";
import { type HouseDevice, productOf, renamings } from "./house-devices.ts";
import { iconOf } from "./kinds.ts";
import { EditableName } from "./name-form.tsx";
import { DeviceMaintenance } from "./removal.tsx";
import type { RoomOrGroup } from "./rooms.ts";
import { Sending } from "./sending.tsx";
import { BatterySign, LinkSign } from "./signs.tsx";
import { UsedBy } from "./uses/uses.tsx";
import { DeviceValues, TechnicalValues } from "./values/device-values.tsx";
import { Exposes } from "./values/exposes.tsx";

interface DeviceViewProps {
  readonly device: HouseDevice;
  readonly kind: KindOfDevice;
  readonly rooms: readonly RoomOrGroup[];
  readonly isIn: readonly RoomOrGroup[];
  readonly backWords: string;
  readonly onBack: () => void;
}

export function DeviceView({ device, kind, rooms, isIn, backWords, onBack }: DeviceViewProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element of the list that had the focus is gone
  const [, go] = usePlace();
  const [wasGone] = useState(deviceReach(device) === "unreachable"); // it stays where it is when the device comes back
  const { name, resources, isVirtual } = device;
  const maintenance = <DeviceMaintenance device={device} onGone={onBack} />;
  return (
    <div class="zg-device" ref={top}>
      <div class="zg-opened-head zg-device-head">
        <Button icon="back" label={backWords} onClick={onBack} />
        <Icon name={iconOf(kind)} />
        <EditableName
          name={name}
          level="h2"
          renamings={(wanted) => renamings(device, wanted)}
          canBeRenamed={resources.length > 0}
        />
        <Button icon="event" label={say("events.here")} onClick={() => go(["events", placeOfDevice(device.key)])}>
          {say("events.here")}
        </Button>
        {!isVirtual && (
          <Button icon="network" label={say("network.on-map")} onClick={() => go(["network", device.key])}>
            {say("network.on-map")}
          </Button>
        )}
      </div>
      <ProductLine device={device} />
      <DeviceState device={device} />
      <TroubleNote device={device} />
      {wasGone && maintenance}
      <div class="zg-device-columns">
        <div>
          <Controls resources={resources} />
          <DeviceValues device={device} />
        </div>
        <div>
          <DeviceGroups device={device} rooms={rooms} isIn={isIn} />
          <UsedBy used={[device.key]} hasRooms />
          {!isVirtual && <Notes device={device} />}
          {!wasGone && maintenance}
          <Fold title={say("devices.facts")}>
            <DeviceFacts device={device} kind={kind} />
            <KnowHow device={device} kind={kind} />
          </Fold>
          <h3>{say("devices.experts")}</h3>
          <Fold title={say("devices.technical")}>
            <TechnicalValues device={device} />
          </Fold>
          {!isVirtual && <InnerParts device={device} />}
        </div>
      </div>
    </div>
  );
}

/** For users who know Zigbee. */
function InnerParts({ device }: { readonly device: HouseDevice }) {
  const { key, resources } = device;
  return (
    <>
      <Deliveries device={device} />
      <Fold title={say("devices.exposes")}>
        <Exposes mac={key} resources={resources} />
      </Fold>
      <Fold title={say("devices.bindings")}>
        <Bindings mac={key} />
      </Fold>
      <Fold title={say("devices.clusters.title")}>
        <ClustersOf mac={key} />
      </Fold>
      <Fold title={say("devices.console.title")}>
        <ConsoleOf mac={key} />
      </Fold>
    </>
  );
}

/** The product, for a user with the device in hand: its label says the same. */
function ProductLine({ device: { info } }: { readonly device: HouseDevice }) {
  const product = productOf(info);
  if (product === "") return null;
  return (
    <p class="zg-product zg-cut zg-dim" title={product}>
      {product}
    </p>
  );
}

const TONES = {
  there: "good",
  asleep: "plain",
  unreachable: "bad",
  virtual: "plain",
  disabled: "warn",
} as const satisfies Record<string, Tone>;

const TICK = 30_000; // milliseconds

/** How it is as a whole, in a line. */
function DeviceState({ device }: { readonly device: HouseDevice }) {
  const now = useNow(TICK);
  const reach = deviceReach(device);
  const seen = lastSeen(device, now);
  const isSending = useIsUnanswered(device.resources.map(({ address }) => address)) && reach !== "unreachable";
  return (
    <>
      <p class="zg-device-state">
        <Badge tone={isSending ? "plain" : TONES[reach]}>
          {isSending ? <Sending /> : say(`devices.reach.${reach}`)}
        </Badge>
        <BatterySign battery={batteryLevel(device.resources)} hasUnit />
        {reach !== "unreachable" && <LinkSign quality={linkQuality(device)} />}
        {!Number.isNaN(seen) && <span class="zg-dim">{say("devices.seen", { ago: sayAgo(seen, now) })}</span>}
      </p>
      {reach === "disabled" && <p class="zg-hint">{say("devices.disabled-about")}</p>}
      {isUnexplained(device) && <p class="zg-hint">{say(`devices.unreachable-about.${powerOf(device)}`)}</p>}
    </>
  );
}

function DeviceFacts({ device, kind }: { readonly device: HouseDevice; readonly kind: KindOfDevice }) {
  const { info, resources, key, isVirtual } = device;
  const view = resources[0]?.view ?? {};
  const rows: readonly (readonly [label: string, shown: ComponentChildren])[] = [
    ["is", say(`devices.kind.${kind}`)],
    ["product", words(info.vendor, info.productname, info.productid)],
    ["model", words(info.manufacturername ?? view.manufacturername, info.modelid ?? view.modelid)],
    ["software", words(info.swversion ?? view.swversion)],
    ["role", typeof info.kind === "string" && say(`devices.role.${info.kind}`)],
    ["address", <code key="address">{isVirtual ? words(view.uniqueid) : key}</code>],
  ];
  return (
    <dl class="zg-facts">
      {rows.flatMap(([label, shown]) =>
        shown ? [<dt key={`${label}-t`}>{say(`devices.fact.${label}`)}</dt>, <dd key={label}>{shown}</dd>] : [],
      )}
    </dl>
  );
}

function words(...all: readonly unknown[]): string {
  return all.filter((word) => typeof word === "string" && word !== "").join(" · ");
}
