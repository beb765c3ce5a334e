/**
 * The parts that flows can be made of: the remotes, motion sensors, sensors and lights of the house, each as the dialogs of our
 * nodes keep it. Pure.
 */
import type { Values } from "../../src/model/resource.ts";
import { type DeviceHouse, devicesIn, type HouseDevice, type HouseResource } from "../devices/house-devices.ts";
import { kindOf, plainType } from "../devices/kinds.ts";
import { roomsIn } from "../devices/rooms.ts";
import type { HouseState } from "../house.ts";
import type { PickedResource } from "./flow-nodes.ts";

export interface FlowChoice {
  readonly address: string;
  readonly picked: PickedResource;
  readonly device: string; // the key of its device; "" of a group
  readonly members: readonly string[]; // of its state
  readonly oneOf?: string; // its type, where its device is more than this: then its name alone does not say which
  readonly isSky?: true; //  the gateway's own sensor, which goes by the sun
}

export interface Choices {
  readonly buttons: readonly FlowChoice[];
  readonly motions: readonly FlowChoice[];
  readonly sensors: readonly FlowChoice[];
  readonly lights: readonly FlowChoice[];
  readonly groups: readonly FlowChoice[];
  readonly darks: readonly FlowChoice[]; // sensors that know whether it is dark; the sky last
}

const REMOTE = /^Switch$/;
const NO_SENSOR = /^(Switch|RelativeRotary|AncillaryControl|Daylight|Time)$/;
const NO_LIGHT = /^(Window covering|Door Lock|Warning device|Range extender|Configuration tool)/;
const NOT_MEASURED: readonly string[] = ["lastupdated"];

interface ChoiceHouse extends DeviceHouse, Pick<HouseState, "groups"> {
  readonly bridge: string; // its id: a resource without a unique id has a number that only this house knows
}

export function choicesIn({ bridge, ...house }: ChoiceHouse): Choices {
  const all = devicesIn(house).flatMap((device) => device.resources.map((resource) => ({ resource, device })));
  const fits = (isMeant: (resource: HouseResource) => boolean) =>
    all.filter(({ resource }) => isMeant(resource)).map(({ resource, device }) => choiceOf(resource, device, bridge));
  const isSensor = ({ family, type }: HouseResource) => family === "sensors" && !NO_SENSOR.test(plainType(type));
  return {
    buttons: fits(({ family, type }) => family === "sensors" && REMOTE.test(plainType(type))),
    motions: fits((resource) => isSensor(resource) && "presence" in resource.state),
    sensors: fits(isSensor),
    darks: [...fits((resource) => isSensor(resource) && "dark" in resource.state), ...skyOf(house, bridge)],
    lights: fits(({ family, type, state }) => family === "lights" && "on" in state && !NO_LIGHT.test(type)),
    groups: roomsIn(house.groups)
      .filter(({ lights }) => lights.length > 0)
      .map(({ id, name }) => groupChoice(id, name, bridge)),
  };
}

function choiceOf(resource: HouseResource, device: HouseDevice, bridge: string): FlowChoice {
  const { address, view, state, type } = resource;
  const name = String(view.name ?? "");
  const picked = { address, uniqueid: String(view.uniqueid ?? ""), resourceName: name, house: bridge };
  const members = Object.keys(state).filter((member) => !NOT_MEASURED.includes(member));
  const kind = kindOf({ resources: [resource] });
  const alike = device.resources.filter((each) => kindOf({ resources: [each] }) === kind);
  const isMain = kind === kindOf(device) && alike.length === 1;
  return { address, picked, device: device.key, members, ...(isMain ? {} : { oneOf: type }) };
}

function groupChoice(id: string, name: string, bridge: string): FlowChoice {
  const address = `/groups/${id}`;
  return {
    address,
    picked: { address, uniqueid: "", resourceName: name, house: bridge },
    device: "",
    members: [],
  };
}

/** The Daylight sensor belongs to no device; it is there once a user has set the place of the house. */
function skyOf({ sensors }: DeviceHouse, bridge: string): readonly FlowChoice[] {
  return Object.entries(sensors).flatMap(([id, { type, name, uniqueid }]) => {
    if (type !== "Daylight") return [];
    const address = `/sensors/${id}`;
    const picked = { address, uniqueid: String(uniqueid ?? ""), resourceName: String(name ?? ""), house: bridge };
    return [{ address, picked, device: "", members: ["dark"], isSky: true }];
  });
}

/** The sensor that tells whether it is dark at the place of this one. */
export function darknessAt({ device }: FlowChoice, darks: readonly FlowChoice[]): FlowChoice | undefined {
  return darks.find((each) => each.device === device) ?? darks.find(({ isSky }) => isSky);
}

/** How long a light may stay on after the last motion. */
export const MINUTES = [0, 1, 5, 10, 30] as const;

/** The start of a flow: a resource, or the sun. */
type SourceKind = "button" | "motion" | "sensor";
export type FlowKind = SourceKind | "sun";

/** Addresses; "" for none. */
interface Start {
  readonly kind: SourceKind;
  readonly from: Readonly<Record<SourceKind, string>>;
  readonly to: string;
}

/**
 * The flow that a user most likely wants after pairing these devices, the newest first. Only a light that is new or the only one
 * is proposed: the panels cannot guess another one.
 */
export function startWith({ buttons, motions, sensors, lights, groups }: Choices, devices: readonly string[]): Start {
  const rank = ({ device }: FlowChoice) => (devices.includes(device) ? devices.indexOf(device) : devices.length);
  const best = (choices: readonly FlowChoice[]) => [...choices].sort((one, other) => rank(one) - rank(other))[0];
  const from = { button: best(buttons), motion: best(motions), sensor: best(sensors) };
  const [light = groups[0]] = [...lights].sort((one, other) => rank(one) - rank(other));
  const isClear = light !== undefined && (rank(light) < devices.length || lights.length + groups.length === 1);
  const all: readonly SourceKind[] = ["button", "motion", "sensor"];
  const possible = all.filter((kind) => from[kind] && (light || kind === "sensor"));
  const kind = [...possible].sort((one, other) => newness(from[one]) - newness(from[other]))[0] ?? "button";
  const addresses = {
    button: from.button?.address ?? "",
    motion: from.motion?.address ?? "",
    sensor: from.sensor?.address ?? "",
  };
  return { kind, from: addresses, to: isClear ? light.address : "" };

  function newness(choice: FlowChoice | undefined): number {
    return choice ? rank(choice) : devices.length;
  }
}

/** The commands to a light at sunset or sunrise. */
export const SUN_DEEDS = ["sunset-on", "sunrise-off", "sunset-off", "sunrise-on"] as const;
export type SunDeed = (typeof SUN_DEEDS)[number];

export interface ButtonName {
  readonly id: string; // "1"
  readonly name: string;
}

/** The keys in the answer of GET …/buttonevent/introspect. */
export function buttonNames(answer: unknown): readonly ButtonName[] {
  const { buttons = {} } = (answer ?? {}) as { readonly buttons?: Readonly<Record<string, Values>> };
  return Object.entries(buttons).map(([id, { name }]) => ({ id, name: String(name ?? id) }));
}

/** The keys that a user means by a press of this one: of a pair both. */
export function meantButtons(names: readonly ButtonName[], pressed: string | undefined): readonly string[] {
  const usual = usualButtons(names);
  const isOther = names.some(({ id }) => id === pressed) && !usual.includes(pressed ?? "");
  return isOther && pressed !== undefined ? [pressed] : usual;
}

/** "On" and "Off" do what they say; where there are none, the first button toggles. */
export function usualButtons(names: readonly ButtonName[]): readonly string[] {
  const pair = names.filter(({ name }) => /^(on|off)$/i.test(name));
  const chosen = pair.length === 2 ? pair : names.slice(0, 1);
  return chosen.map(({ id }) => id);
}
