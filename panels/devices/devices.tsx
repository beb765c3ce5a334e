/** The devices: their list, or the one that was opened out of it. */
import { useMemo, useState } from "preact/hooks";
import { useHouse } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";
import { DeviceView } from "./device.tsx";
import { kindOf } from "./device-kinds.ts";
import { devicesIn } from "./device-parts.ts";
import { placer, roomsIn } from "./device-rooms.ts";
import { entryOf } from "./device-rows.ts";
import { DeviceList, type ListState, NAMES } from "./devices-list.tsx";
import "./devices.css";

export function Devices() {
  const { devices, lights, sensors, groups, resourcelinks } = useHouse((house) => ({
    devices: house.devices,
    lights: house.lights,
    sensors: house.sensors,
    groups: house.groups,
    resourcelinks: house.resourcelinks,
  }));
  const [opened, setOpened] = useState<string | undefined>(undefined);
  const [state, setState] = useState<ListState>({ typed: "", closed: [], current: undefined });
  const all = useMemo(() => devicesIn({ devices, lights, sensors }), [devices, lights, sensors]);
  const roomsOf = useMemo(() => placer({ groups, resourcelinks }), [groups, resourcelinks]);
  const entries = useMemo(() => all.map((device) => entryOf(device, roomsOf(device), NAMES)), [all, roomsOf]);
  const rooms = useMemo(() => roomsIn(groups), [groups]);
  const back = () => setOpened(undefined);

  if (opened === undefined)
    return <DeviceList entries={entries} rooms={rooms} state={state} onState={setState} onOpen={setOpened} />;
  const device = all.find(({ key }) => key === opened);
  if (!device)
    return (
      <div class="zg-hindrance" role="alert">
        <p>{say("devices.gone")}</p>
        <Button icon="back" onClick={back}>
          {say("devices.back")}
        </Button>
      </div>
    );
  return (
    <DeviceView key={opened} device={device} kind={kindOf(device)} rooms={rooms} isIn={roomsOf(device)} onBack={back} />
  );
}
