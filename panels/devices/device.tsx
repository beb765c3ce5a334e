/** One device, opened: what it is, how it is, what can be done with it. */
import { useEffect, useRef } from "preact/hooks";
import { say } from "../texts.ts";
import { Fold } from "../widgets/fold.tsx";
import { Icon } from "../widgets/icons.tsx";
import { Button } from "../widgets/widgets.tsx";
import { Bindings } from "./device-bindings.tsx";
import { DeviceCare } from "./device-care.tsx";
import { Controls } from "./device-controls.tsx";
import { Exposes } from "./device-exposes.tsx";
import { DeviceFacts } from "./device-facts.tsx";
import { DeviceGroups } from "./device-groups.tsx";
import { iconOf, type Kind } from "./device-kinds.ts";
import { Name } from "./device-name.tsx";
import { type Device, renamings } from "./device-parts.ts";
import type { Room } from "./device-rooms.ts";
import { DeviceValues } from "./device-values.tsx";

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
