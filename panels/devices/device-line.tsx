/** One line of the list of devices, and the heading of a room: each made of cells, as the rows of a tree are. */
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import { useDesired } from "../commands.tsx";
import { useOffNote } from "../home/off-note.ts";
import { handledAs } from "../home/tiles.ts";
import { useApi, useIsUnanswered, useNote, useUnanswered } from "../hooks.ts";
import { perform } from "../perform.ts";
import { say, sayAgo } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Cell } from "../widgets/list.tsx";
import { Badge, Switch } from "../widgets/widgets.tsx";
import { deviceReach, isLit, lastSeen, linkQuality } from "./availability.ts";
import { type HouseDevice, type HouseResource, productOf } from "./house-devices.ts";
import { iconOf } from "./kinds.ts";
import type { ListedDevice, RoomHeading } from "./list-rows.ts";
import { Sending } from "./sending.tsx";
import { BatterySign, LinkSign } from "./signs.tsx";
import { moodOf, sayState } from "./values/words.ts";

interface HeadingLineProps {
  readonly row: RoomHeading;
  readonly isChosen?: boolean; // all of it; absent: nothing is being chosen
  readonly onChoose: () => void;
}

export function HeadingLine({ row: { name, devices, isOpen }, isChosen, onChoose }: HeadingLineProps) {
  return (
    <>
      {isChosen !== undefined && devices.length > 0 && (
        <Cell class="zg-device-names zg-heading-tick" hasControl>
          <input
            type="checkbox"
            checked={isChosen}
            tabIndex={-1}
            aria-label={say("devices.several.choose-all-of", { name })}
            onChange={onChoose}
          />
        </Cell>
      )}
      <Cell class="zg-devices-heading">
        <span class={isOpen ? "zg-turned" : ""}>
          <Icon name="next" />
        </span>
        <strong title={name}>{name}</strong>
        <span class="zg-dim">{devices.length}</span>
      </Cell>
    </>
  );
}

interface DeviceLineProps {
  readonly entry: ListedDevice;
  readonly now: number;
  readonly showsRoom: boolean; // where no heading says it
  readonly isChosen?: boolean; // absent: nothing is being chosen
}

export function DeviceLine({ entry, now, showsRoom, isChosen }: DeviceLineProps) {
  const { device, kind, rooms } = entry;
  const lights = switchable(device);
  const reach = deviceReach(device);
  const room = showsRoom ? rooms.map(({ name }) => name).join(", ") : "";
  const about = [room, productOf(device.info) || say(`devices.kind.${kind}`)].filter(Boolean).join(" · ");
  return (
    <>
      <Cell class="zg-device-names">
        {isChosen === undefined ? (
          <span class={`zg-mood-${moodOf(device)}`}>
            <Icon name={iconOf(kind)} />
          </span>
        ) : (
          <input
            type="checkbox"
            checked={isChosen}
            tabIndex={-1}
            aria-label={say("devices.several.choose-one", { name: device.name })}
          />
        )}
        <div>
          <div class="zg-device-name" title={device.name}>
            {device.name}
          </div>
          <div class="zg-device-about zg-dim" title={about}>
            {about}
          </div>
        </div>
      </Cell>
      <DeviceSigns entry={entry} now={now} />
      {lights.length > 0 && isChosen === undefined && (
        <Cell class="zg-device-switch" hasControl>
          <DeviceSwitch device={device} lights={lights} isDisabled={reach === "disabled"} tabIndex={-1} />
        </Cell>
      )}
    </>
  );
}

interface DeviceSignsProps {
  readonly entry: ListedDevice;
  readonly now: number;
}

function DeviceSigns({ entry: { device }, now }: DeviceSignsProps) {
  const reach = deviceReach(device);
  const seen = lastSeen(device, now);
  const isSending = useIsUnanswered(device.resources.map(({ address }) => address));
  return (
    <Cell class="zg-device-signs">
      <div>
        {reach === "unreachable" || reach === "disabled" ? (
          <Badge tone={reach === "disabled" ? "plain" : "bad"}>{say(`devices.${reach}`)}</Badge>
        ) : isSending ? (
          <Sending />
        ) : (
          sayState(device)
        )}
      </div>
      <div class="zg-dim">
        {reach === "asleep" && (
          <span title={say("devices.reach.asleep")}>
            <Icon name="moon" />
            <span class="zg-hidden">{say("devices.asleep")}</span>
          </span>
        )}
        <BatterySign battery={batteryLevel(device.resources)} />
        {reach !== "unreachable" && <LinkSign quality={linkQuality(device)} />}
      </div>
      {!Number.isNaN(seen) && (
        <div class="zg-dim" title={say("devices.seen", { ago: sayAgo(seen, now) })}>
          {sayAgo(seen, now, "short")}
        </div>
      )}
    </Cell>
  );
}

// ---- one switch for a device: for all of its lights, plugs and outputs that go on and off

function switchable({ resources }: Pick<HouseDevice, "resources">): readonly HouseResource[] {
  return resources.filter((resource) => handledAs(resource) === "switch" && typeof resource.state.on === "boolean");
}

interface DeviceSwitchProps {
  readonly device: HouseDevice;
  readonly lights: readonly HouseResource[];
  readonly isDisabled?: boolean;
  readonly tabIndex?: number;
}

/** On while one of them is. A refusal is told in a note: there is no room for it in a line. */
function DeviceSwitch({ device, lights, isDisabled, tabIndex }: DeviceSwitchProps) {
  const turn = useTurn();
  const tellOff = useOffNote(device, lights, device.name, () => turn(lights, true));
  const unanswered = useUnanswered();
  const [isOn, want] = useDesired(
    lights.some((light) => isLit(light, unanswered)),
    async (on) => {
      const isDone = await turn(lights, on);
      if (isDone && !on) tellOff();
      return isDone;
    },
  );
  return (
    <Switch
      label={say("devices.switch", { name: device.name })}
      hidesLabel
      isOn={isOn}
      {...(isDisabled === undefined ? {} : { isDisabled })}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onChange={(on) => void want(on)}
    />
  );
}

/** Undefined: refused, and a note says why. */
function useTurn(): (lights: readonly HouseResource[], on: boolean) => Promise<true | undefined> {
  const api = useApi();
  const note = useNote();
  return async (lights, on) => {
    const commands = lights.map(({ address }) =>
      perform(api, { method: "PUT", address: `${address}/state`, body: { on } }),
    );
    const refusals = (await Promise.all(commands)).flatMap(({ refusal }) => refusal ?? []);
    if (refusals.length > 0) note([...new Set(refusals)].join("; "), "bad");
    return refusals.length < lights.length ? true : undefined;
  };
}
