/** The members of a group: lights join and leave, in the store and, once that is kept, on air. Engines see to the consequences. */
import type { Call } from "../../core/call.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { membersOf } from "../../model/lights/groups.ts";
import type { Address, Resource } from "../../model/resource.ts";
import { enqueue } from "../handlers.ts";

const GROUPS: Address = "/groups";

type Desk = Pick<Call, "draft">;
type Hand = Pick<Call, "draft" | "devices" | "after">;

/** The lights of a list, each once, by id; and an error for each that there is not. */
export function lightsNamed({ draft }: Desk, names: readonly unknown[], at: Address) {
  const lights = new Map<string, Resource>();
  const errors: ApiError[] = [];
  for (const name of names) {
    const light = typeof name === "string" ? draft.find("/lights", name) : undefined;
    if (light) lights.set(idOf(light.address), light);
    else errors.push(new ApiError("invalid", at, "lights", name));
  }
  return { lights: [...lights.values()], errors };
}

/** These lights are the members from now on. Answers the members, and an error for each light known to have no place for one more group. */
export function putMembers(call: Hand, group: Resource, lights: readonly Resource[]) {
  const { draft, devices } = call;
  const before = membersOf(group.attr);
  const isNew = ({ address }: Resource) => !before.includes(idOf(address));
  const full = lights.filter((light) => isNew(light) && devices.isInTooManyGroups(light));
  const members = lights.filter((light) => !full.includes(light));
  const now = members.map(({ address }) => idOf(address));
  draft.patch(group.address, "attr", { lights: now });
  const gone = before.filter((id) => !now.includes(id)).flatMap((id) => draft.get(`/lights/${id}`) ?? []);
  const fresh = members.filter(isNew);
  for (const light of gone) enqueue(call, devices.leave(light, group.address));
  for (const light of fresh) enqueue(call, devices.join(light, group.address));
  const errors = full.map(
    ({ address }) => new ApiError("deviceGroupsFull", `${group.address}/lights`, `light ${idOf(address)}`),
  );
  return { now, errors };
}

/** Out of all groups but the one of all lights. */
export function leaveGroups(call: Hand, light: Resource): void {
  const id = idOf(light.address);
  for (const group of call.draft.list(GROUPS)) {
    if (call.draft.definition(group).unlisted || !membersOf(group.attr).includes(id)) continue;
    const rest = membersOf(group.attr).filter((member) => member !== id);
    putMembers(call, group, lightsNamed(call, rest, group.address).lights);
  }
}
