/** The courses that a user can compare with a value in one plot: the same value of other devices, or of the time before. Pure. */
import { isObject } from "../../src/model/resource.ts";
import { devicesIn, type HouseDevice, type HouseResource } from "../devices/house-devices.ts";
import { kindOf } from "../devices/kinds.ts";
import { roomFinder } from "../devices/rooms.ts";
import type { HouseState } from "../house.ts";
import { compareWords, say } from "../texts.ts";
import type { CoursePoint } from "./course.ts";
import type { ChartKind } from "./words.ts";

export interface AlikeCourse {
  readonly address: string;
  readonly name: string; // with its room, or its kind, where others have the same name
}

interface Compared {
  readonly address: string; // "/sensors/5"
  readonly member: string; //  "state/temperature"
  readonly kind: ChartKind;
}

interface Found {
  readonly device: HouseDevice;
  readonly resource: HouseResource;
  readonly name: string;
}

/** Drawn where the present is. */
export function later(points: readonly CoursePoint[], milliseconds: number): readonly CoursePoint[] {
  return points.map((point) => ({ ...point, at: point.at + milliseconds, end: point.end + milliseconds }));
}

/** By name. Courses of yes and no are not compared: a user could not tell one from the other. */
export function alikeIn(house: HouseState, { address, member, kind }: Compared): readonly AlikeCourse[] {
  const [section = "", name = ""] = member.split("/");
  if (kind === "truth") return [];
  const others = devicesIn(house).flatMap((device) => {
    const having = device.resources.filter(
      ({ view: { [section]: own } }) => isObject(own) && typeof own[name] === "number",
    );
    const isOwn = (resource: HouseResource) => resource.address === address;
    const shown = having.filter((resource) => !isOwn(resource));
    const isShared = section === "config"; // all parts of a device tell of its one battery
    const told = !isShared ? shown : having.some(isOwn) ? [] : shown.slice(0, 1);
    return told.map((resource): Found => ({ device, resource, name: String(resource.view.name) }));
  });
  const find = roomFinder(house);
  const roomOf = ({ device }: Found) =>
    find(device)
      .map((room) => room.name)
      .join(", ");
  const kindIn = ({ resource }: Found) => say(`devices.kind.${kindOf({ resources: [resource] })}`);
  return [roomOf, kindIn, ({ resource }: Found) => resource.address]
    .reduce((all, more) => all.map((found) => ({ ...found, name: unlike(found, all, more) })), others)
    .map((found) => ({ address: found.resource.address, name: found.name }))
    .sort((one, other) => compareWords(one.name, other.name));
}

function unlike(found: Found, all: readonly Found[], more: (found: Found) => string): string {
  const word = all.filter(({ name }) => name === found.name).length > 1 ? more(found) : "";
  return word === "" ? found.name : `${found.name} · ${word}`;
}
