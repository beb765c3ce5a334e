/** A person comes home: a short story for the devices that the virtual house has. Pure. */
import type { Values } from "../../src/model/resource.ts";
import { controlsOf } from "./device-controls.ts";
import { lightStateOf } from "./light-state.ts";
import type { VirtualDeviceState } from "./virtual-house.ts";

interface StoryStep {
  readonly mac: string;
  readonly wait: number; // milliseconds after the step before
  readonly command: Values;
  readonly isLamp?: true; // switched by hand, unless the house has done it meanwhile
}

const STEP_IN = 1_500; // milliseconds from the door to the hall
const LOOK_ROUND = 3_000; // rules and flows have this long to switch the light on
const CLOSE = 2_000;

/** A door opens, a person moves, the light goes on, the door closes. Without a door and without motion there is no story. */
export function homecoming(
  devices: readonly VirtualDeviceState[],
  roomOf: (mac: string) => string | undefined,
): readonly StoryStep[] {
  const there = devices.filter(({ reach }) => reach === "ok" || reach === "expired");
  const door = switchIn(there, "open");
  const motion = switchIn(there, "motion");
  if (!door && !motion) return [];
  const lamp = motion && lampIn(there, roomOf(motion.mac), roomOf);
  return [
    ...(door ? [{ mac: door.mac, wait: 0, command: door.command(1) }] : []),
    ...(motion ? [{ mac: motion.mac, wait: STEP_IN, command: motion.command(1) }] : []),
    ...(lamp ? [{ mac: lamp.mac, wait: LOOK_ROUND, command: { toggle: true }, isLamp: true as const }] : []),
    ...(door ? [{ mac: door.mac, wait: CLOSE, command: door.command(0) }] : []),
  ];
}

/** The first device that says so of itself. */
function switchIn(devices: readonly VirtualDeviceState[], name: string) {
  for (const device of devices) {
    const control = controlsOf(device).find((each) => each.is === "switch" && each.name === name);
    if (control) return { mac: device.mac, command: control.command };
  }
  return undefined;
}

function lampIn(
  devices: readonly VirtualDeviceState[],
  room: string | undefined,
  roomOf: (mac: string) => string | undefined,
): VirtualDeviceState | undefined {
  return devices.find((device) => lightStateOf(device) && room !== undefined && roomOf(device.mac) === room);
}

/** Whether a step is still to be done, as things are by now. */
export function isStillToDo({ mac, isLamp }: StoryStep, devices: readonly VirtualDeviceState[]): boolean {
  const now = devices.find((device) => device.mac === mac);
  return now !== undefined && !(isLamp && lightStateOf(now)?.isOn !== false);
}
