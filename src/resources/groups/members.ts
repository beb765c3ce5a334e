/** Who is in a group: joining and leaving, in the store and, once that is kept, on air. What follows from it is the engines' work. */
import type { Call } from "../../core/call.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { membersOf } from "../../model/groups.ts";
import type { Address, Resource } from "../../model/resource.ts";
import { groupOf, lightsWithout, scenesOf, shownIn } from "../../model/scenes.ts";
import { promise } from "../handlers.ts";

const GROUPS: Address = "/groups";

type Desk = Pick<Call, "desk">;
type Hand = Pick<Call, "desk" | "devices" | "after">;

/** The lights of a list, each once, by id; and an error for each that there is not. */
export function lightsNamed({ desk }: Desk, names: readonly unknown[], at: Address) {
  const lights = new Map<string, Resource>();
  const errors: ApiError[] = [];
  for (const name of names) {
    const light = typeof name === "string" ? desk.find("/lights", name) : undefined;
    if (light) lights.set(idOf(light.address), light);
    else errors.push(new ApiError("invalid", at, "lights", name));
  }
  return { lights: [...lights.values()], errors };
}

/** The members are these from now on. Answers who they are, and an error for each that is known to have no place for one more group. */
export function putMembers(call: Hand, group: Resource, lights: readonly Resource[]) {
  const { desk, devices } = call;
  const before = membersOf(group.attr);
  const isNew = ({ address }: Resource) => !before.includes(idOf(address));
  const full = lights.filter((light) => isNew(light) && devices.isFull(light));
  const members = lights.filter((light) => !full.includes(light));
  const now = members.map(({ address }) => idOf(address));
  desk.patch(group.address, "attr", { lights: now });
  const gone = before.filter((id) => !now.includes(id)).flatMap((id) => desk.get(`/lights/${id}`) ?? []);
  const fresh = members.filter(isNew);
  for (const light of gone) promise(call, devices.leave(light, group.address));
  for (const light of fresh) promise(call, devices.join(light, group.address));
  const errors = full.map(
    ({ address }) => new ApiError("deviceGroupsFull", `${group.address}/lights`, `light ${idOf(address)}`),
  );
  return { now, errors };
}

/** Out of all groups but the one of all lights. */
export function leaveGroups(call: Hand, light: Resource): void {
  const id = idOf(light.address);
  for (const group of call.desk.list(GROUPS)) {
    if (call.desk.definition(group).unlisted || !membersOf(group.attr).includes(id)) continue;
    const rest = membersOf(group.attr).filter((member) => member !== id);
    putMembers(call, group, lightsNamed(call, rest, group.address).lights);
  }
}

export function leaveScenes({ desk }: Desk, light: Resource): void {
  const scenes = desk.list(GROUPS).flatMap(({ address }) => desk.list(scenesOf(address)));
  for (const scene of scenes) {
    const lights = lightsWithout(scene, idOf(light.address));
    if (!lights) continue;
    if (Object.keys(lights).length > 0) desk.patch(scene.address, "attr", { lights });
    else desk.remove(scene.address);
    tellGroup(desk, groupOf(scene.address));
  }
}

/** Whoever writes a scene tells its group. */
export function tellGroup(desk: Call["desk"], address: Address): void {
  const group = desk.get(address);
  if (group) desk.patch(address, "attr", shownIn(group, desk.list(scenesOf(address))));
}
