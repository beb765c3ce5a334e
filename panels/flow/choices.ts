/** What flows can be made of: the remotes, motion sensors, sensors and lights of the house, each as the dialogs of our nodes keep it. Pure. */
import type { Values } from "../api.ts";
import { type Device, type DeviceHouse, devicesIn, type Part } from "../devices/house-devices.ts";
import { plainType } from "../devices/kinds.ts";
import { roomsIn } from "../devices/rooms.ts";
import type { House } from "../house.ts";
import type { Picked } from "./flow-nodes.ts";

export interface Choice {
  readonly address: string;
  readonly text: string; // the name; where two have it, with the address
  readonly picked: Picked;
  readonly device: string; // the key of its device; "" of a group
  readonly members: readonly string[]; // of its state
}

export interface Choices {
  readonly buttons: readonly Choice[];
  readonly motions: readonly Choice[];
  readonly sensors: readonly Choice[];
  readonly lights: readonly Choice[];
  readonly groups: readonly Choice[];
}

const REMOTE = /^Switch$/;
const NO_SENSOR = /^(Switch|RelativeRotary|AncillaryControl|Daylight|Time)$/;
const NO_LIGHT = /^(Window covering|Door Lock|Warning device|Range extender|Configuration tool)/;
const NOT_MEASURED: readonly string[] = ["lastupdated"];

export interface ChoiceHouse extends DeviceHouse, Pick<House, "groups"> {
  readonly bridge: string; // its id: what has no unique id is known by its number in this house only
}

export function choicesIn({ bridge, ...house }: ChoiceHouse): Choices {
  const all = devicesIn(house).flatMap((device) => device.parts.map((part) => ({ part, device })));
  const fits = (isMeant: (part: Part) => boolean) =>
    distinct(all.filter(({ part }) => isMeant(part)).map(({ part, device }) => choiceOf(part, device, bridge)));
  const isSensor = ({ family, type }: Part) => family === "sensors" && !NO_SENSOR.test(plainType(type));
  return {
    buttons: fits(({ family, type }) => family === "sensors" && REMOTE.test(plainType(type))),
    motions: fits((part) => isSensor(part) && "presence" in part.state),
    sensors: fits(isSensor),
    lights: fits(({ family, type, state }) => family === "lights" && "on" in state && !NO_LIGHT.test(type)),
    groups: distinct(
      roomsIn(house.groups)
        .filter(({ lights }) => lights.length > 0)
        .map(({ id, name }) => groupChoice(id, name, bridge)),
    ),
  };
}

function choiceOf({ address, view, state }: Part, { key }: Device, bridge: string): Choice {
  const name = String(view.name ?? "");
  const picked = { address, uniqueid: String(view.uniqueid ?? ""), resourceName: name, house: bridge };
  const members = Object.keys(state).filter((member) => !NOT_MEASURED.includes(member));
  return { address, text: name || address, picked, device: key, members };
}

function groupChoice(id: string, name: string, bridge: string): Choice {
  const address = `/groups/${id}`;
  return {
    address,
    text: name,
    picked: { address, uniqueid: "", resourceName: name, house: bridge },
    device: "",
    members: [],
  };
}

function distinct(choices: readonly Choice[]): readonly Choice[] {
  return choices.map((choice) => {
    const isUnclear = choices.some((other) => other !== choice && other.text === choice.text);
    return isUnclear ? { ...choice, text: `${choice.text} · ${choice.address}` } : choice;
  });
}

/** For which a light may stay on after the last one has gone. */
export const MINUTES = [0, 1, 5, 10, 30] as const;

export type FlowKind = "button" | "motion" | "sensor";

/** Addresses; "" for none. */
export interface Start {
  readonly kind: FlowKind;
  readonly from: Readonly<Record<FlowKind, string>>;
  readonly to: string;
}

/** What somebody most likely wants who has just paired these, the newest first. */
export function startWith({ buttons, motions, sensors, lights, groups }: Choices, devices: readonly string[]): Start {
  const rank = ({ device }: Choice) => (devices.includes(device) ? devices.indexOf(device) : devices.length);
  const best = (choices: readonly Choice[]) => [...choices].sort((one, other) => rank(one) - rank(other))[0];
  const from = { button: best(buttons), motion: best(motions), sensor: best(sensors) };
  const to = best(lights) ?? groups[0];
  const all: readonly FlowKind[] = ["button", "motion", "sensor"];
  const possible = all.filter((kind) => from[kind] && (to || kind === "sensor"));
  const kind = [...possible].sort((one, other) => newness(from[one]) - newness(from[other]))[0] ?? "button";
  const addresses = {
    button: from.button?.address ?? "",
    motion: from.motion?.address ?? "",
    sensor: from.sensor?.address ?? "",
  };
  return { kind, from: addresses, to: to?.address ?? "" };

  function newness(choice: Choice | undefined): number {
    return choice ? rank(choice) : devices.length;
  }
}

export interface ButtonName {
  readonly id: string; // "1"
  readonly name: string;
}

/** What GET …/buttonevent/introspect answers. */
export function buttonNames(answer: unknown): readonly ButtonName[] {
  const { buttons = {} } = (answer ?? {}) as { readonly buttons?: Readonly<Record<string, Values>> };
  return Object.entries(buttons).map(([id, { name }]) => ({ id, name: String(name ?? id) }));
}

/** "On" and "Off" do what they say; where there are none, the first button turns it over. */
export function usualButtons(names: readonly ButtonName[]): readonly string[] {
  const pair = names.filter(({ name }) => /^(on|off)$/i.test(name));
  const chosen = pair.length === 2 ? pair : names.slice(0, 1);
  return chosen.map(({ id }) => id);
}
