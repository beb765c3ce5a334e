/** The devices panel: the list of devices, or one of them opened, or a table of all, or their batteries. */
import { useMemo } from "preact/hooks";
import { roomsInOrder } from "../home/sections.ts";
import { useHouse, useHouseDevices, useOpened, useWayHome } from "../hooks.ts";
import { say } from "../texts.ts";
import { Gone } from "../widgets/widgets.tsx";
import { Batteries } from "./batteries/batteries.tsx";
import { DeviceView } from "./device.tsx";
import { DeviceList, useForgottenSearch } from "./device-list.tsx";
import { kindOf } from "./kinds.ts";
import { type ListTexts, listedDevice } from "./list-rows.ts";
import { roomFinder } from "./rooms.ts";
import { DeviceTable } from "./table/device-table.tsx";

/** No device is called so: their keys have colons or slashes. */
const BATTERIES = "batteries";
const TABLE = "table";

const LIST_TEXTS: ListTexts = {
  kind: (kind) => say(`devices.kind.${kind}`),
  get noRoom() {
    return say("devices.no-room");
  },
  get virtual() {
    return say("devices.virtual");
  },
};

export function Devices() {
  const all = useHouseDevices();
  const { groups, resourcelinks } = useHouse(({ groups, resourcelinks }) => ({ groups, resourcelinks }));
  const [opened, open] = useOpened("devices");
  const roomsOf = useMemo(() => roomFinder({ groups, resourcelinks }), [groups, resourcelinks]);
  const entries = useMemo(() => all.map((device) => listedDevice(device, roomsOf(device), LIST_TEXTS)), [all, roomsOf]);
  const rooms = useMemo(() => roomsInOrder({ groups, resourcelinks }), [groups, resourcelinks]);
  const back = () => open();
  const wayHome = useWayHome();
  useForgottenSearch();

  if (opened === undefined)
    return (
      <DeviceList
        entries={entries}
        rooms={rooms}
        texts={LIST_TEXTS}
        onOpen={open}
        onBatteries={() => open(BATTERIES)}
        onTable={() => open(TABLE)}
      />
    );
  if (opened === BATTERIES) return <Batteries devices={all} roomsOf={roomsOf} onOpen={open} onBack={back} />;
  if (opened === TABLE) return <DeviceTable entries={entries} onOpen={open} onBack={back} />;
  const device = all.find(({ key }) => key === opened);
  if (!device)
    return (
      <Gone back={say("devices.back")} onBack={back}>
        {say("devices.gone")}
      </Gone>
    );
  return (
    <DeviceView
      key={opened}
      {...{ device, rooms }}
      kind={kindOf(device)}
      isIn={roomsOf(device)}
      backWords={wayHome?.words ?? say("devices.back")}
      onBack={wayHome?.back ?? back}
    />
  );
}
