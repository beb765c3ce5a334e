/** The port through which handlers reach the devices behind the resources: commands, queued commands, and how they end. */
import type { Expose, Ieee } from "./radio/device-facts.ts";
import type { Binding, BindTarget, RadioFailure } from "./radio/orders.ts";
import type { Address, Cause, Resource, Stop, Values } from "./resource.ts";

/** These members of a command only say how others are done; none of them is a value of a device. */
export const COMMAND_OPTIONS: readonly string[] = [
  "transitiontime",
  "ontime",
  "onoffcontrol",
  "colorloopspeed",
  "wrap",
];

/**
 * How far a reported value may be from the desired one for a device to be as it was told; members that are missing here are exact.
 * bri: devices round a level by a step of their own. ct: lamps reckon in kelvin. hue: 254 steps on air (258 of ours each) that come back in
 * whole degrees (182 each). sat: comes back in percent. xy: lamps convert between color spaces, and no eye sees so little.
 */
const TOLERANCES: Readonly<Record<string, number>> = { bri: 1, ct: 2, hue: 270, sat: 2, xy: 0.005 };

export function isNear(name: string, reported: unknown, desired: unknown): boolean {
  if (Array.isArray(reported) && Array.isArray(desired))
    return reported.every((each, at) => isNear(name, each, desired[at]));
  if (typeof reported !== "number" || typeof desired !== "number") return reported === desired;
  return Math.abs(reported - desired) <= (TOLERANCES[name] ?? 0);
}

/** Values in the words of the API, for the device behind a light, a sensor or all members of a group. */
export interface DeviceCommand {
  readonly resource: Resource; // as it was before the command
  readonly section: "state" | "config" | "action";
  /** {on, bri, transitiontime, alert, lift, stop, heatsetpoint, …}; checked already, and clamped. */
  readonly values: Values;
  /** The desired state that the store shows before the device confirms it; undone, member by member, when it does not. */
  readonly optimistic: Values;
  /** Of a group: its members as they were, with the optimistic values of each. */
  readonly members?: readonly { readonly resource: Resource; readonly optimistic: Values }[];
  readonly cause: Cause;
}

/** A scene of a group is recalled. */
export interface SceneRecall {
  readonly group: Resource;
  readonly scene: Resource;
  /** The reachable lights as they were, each with the values to send it where it does not keep the scene itself. */
  readonly lights: readonly { readonly resource: Resource; readonly values: Values; readonly optimistic: Values }[];
  readonly asStored: boolean; // false: with a transition of its own, which no light keeps
  readonly cause: Cause;
}

/** How a command ended on air. A group's result comes after those of its members, and is a failure when none of them has it. */
export interface DeliveryResult {
  readonly address: Address; // of the resource that the command was for
  readonly cause: Cause; //     the very one of the command
  readonly failure?: RadioFailure; // absent: the device has it
}

/** A command that has to outlive a restart before its client is answered: it stands with its device, and goes to the disk in the same write. */
export interface QueuedCommand {
  readonly device?: Address; // with which it is kept; absent where nothing has to be
  /** To be called when the disk has it. */
  send(): void;
  /** As if it had never been queued. */
  undo(): void;
}

/** Why nothing can be sent now. `away`: the radio is not with its network; `unknown`: the resource has no device (yet). */
export type Obstacle = "radio-down" | "away" | "busy" | "unknown";

export interface Property {
  readonly expose: Expose;
  readonly value: unknown; // as last reported; undefined when it never was
  readonly option: boolean; // of the converters: how the values of the device are read
}

/** The last values of each device in the words of its converters, by report or by command. */
export interface DeviceValues {
  of(ieee: Ieee): Values;
  /** Tells the values that a device has just reported, or that it has just taken. */
  on(listener: (ieee: Ieee, values: Values) => void): Stop;
}

/** The deed of a light that a key of a remote asks for. `move`: the other way than last; `next` and `previous` are arrows. */
export type KeyDeed =
  | "on"
  | "off"
  | "toggle"
  | "step_up"
  | "step_down"
  | "move_up"
  | "move_down"
  | "move"
  | "stop"
  | "warmer"
  | "colder"
  | "next"
  | "previous";

/** One device in the place of another one. */
export interface DeviceReplacement {
  readonly former: Ieee;
  readonly newcomer: Ieee;
  readonly moved: ReadonlyMap<Address, Address>; // of the newcomer's resources: where each was → where it is now
}

/** Milliseconds in which a former device can be taken back. */
export const REPLACEMENT_UNDO = 86_400_000;

export interface Devices {
  obstacle(resource: Resource): Obstacle | undefined;
  /** The members of a section that can be written to this device: a sensor's config differs from model to model. */
  writable(resource: Resource, section: "state" | "config"): readonly string[];
  /** The members that the device has, but not with that value: it knows no such mode. */
  unsupported(resource: Resource, section: "state" | "config", values: Values): readonly string[];
  /** How the command ends is told by facts, and by a DeliveryResult. To be called when its draft is kept. */
  send(command: DeviceCommand): void;
  /** The same for a config, which also reaches a device that sleeps for long. To be called before its draft is kept. */
  enqueue(command: DeviceCommand): QueuedCommand;
  /** The same for a config, awaited; rejects with a RadioError. "asleep": the device hears it later, so it has to be queued. */
  sendAndWait(command: DeviceCommand): Promise<"done" | "asleep">;
  /** The least and the highest heatsetpoint that a thermostat takes, in 0.01 °C. */
  setpointRange(sensor: Resource): readonly [number, number];
  /** By one frame where the lights keep the scene themselves, else light by light. To be called when its draft is kept. */
  recall(recall: SceneRecall): void;
  /** A light becomes, or is no longer, a member of a Zigbee group. To be called before its draft is kept. */
  join(light: Resource, group: Address): QueuedCommand;
  leave(light: Resource, group: Address): QueuedCommand;
  /** The light said not long ago that it can be in no more groups, and has left none since. */
  isInTooManyGroups(light: Resource): boolean;
  /** A resource is deleted. With the last one of a device the device is told to leave (`reset`), and forgotten. */
  removed(resource: Resource, reset: boolean): void;
  /** The store has the resources of the newcomer in the place of the former device's. To be called when that is kept. */
  takeOver(replacement: DeviceReplacement): void;
  /** The store has both again as they were. */
  giveBack(replacement: Pick<DeviceReplacement, "former" | "newcomer">): void;
  /** A device was made to forget its network: if it is one of ours, it cannot be reached any more. */
  wasReset(ieee: Ieee): void;
  /** The light may be in a transition: the light does not have the values of the store yet, or only passes them. */
  isMoving(light: Resource): boolean;
  /** The events of a remote: event code → the button, its name where the model has one for it, and the action on it. */
  buttons(
    sensor: Resource,
  ): Readonly<Record<string, { readonly button: number; readonly action: string; readonly name?: string }>> | undefined;

  /** The deed of a light that the event of a remote asks for; undefined: none. A click of a remote with unknown keys toggles. */
  keyDeed(sensor: Resource, code: number): KeyDeed | undefined;

  // ---- of a whole device, awaited: these ask the air. They reject with a RadioError, or an ApiError where the client is wrong.
  properties(ieee: Ieee): Promise<Readonly<Record<string, Property>>>;
  /** Answers the value as the device took it; for a sleeper "pending". */
  setProperty(ieee: Ieee, property: string, value: unknown, cause: Cause): Promise<"done" | "pending">;
  getProperty(ieee: Ieee, property: string): Promise<unknown>;
  /** Asks for everything that a light or sensor shows; the answers are in the store then. */
  refresh(resource: Resource): Promise<void>;
  clusters(ieee: Ieee): Promise<Values>; // those of an unknown device
  bindings(ieee: Ieee): Promise<readonly Binding[]>;
  bind(ieee: Ieee, endpoint: number, cluster: string | number, to: BindTarget): Promise<void>;
  unbind(ieee: Ieee, endpoint: number, cluster: string | number, to: BindTarget): Promise<void>;
}

// ---- values that are set

/** Its value is a deed, not a state: a step, an effect, a scene. Two of them are two. */
const DEED = /^(scene_|effect|identify|warning|read$|write$|command|reset|restart|pin_code|flash$|.*_(step|move)(_|$))/;

export function hasDeed(values: Values): boolean {
  return Object.entries(values).some(([key, value]) => DEED.test(key) || value === "TOGGLE" || value === "toggle");
}

/** How the other values of the same wish are reached. */
export const MODIFIERS: ReadonlySet<string> = new Set(["transition", "on_time", "off_wait_time"]);
