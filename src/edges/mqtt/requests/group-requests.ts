/** Requests about groups and their members. */
import { idOf } from "../../../model/addresses.ts";
import { membersOf } from "../../../model/lights/groups.ts";
import { isObject, type Resource } from "../../../model/resource.ts";
import { endpointOf } from "../bridge.ts";
import type { MqttGroup } from "../mqtt-house.ts";
import { nameFault } from "../names.ts";
import { type Asked, Refusal, type RequestHandler, type RequestParts } from "./asked.ts";
import { takenFault } from "./device-requests.ts";

const add: RequestHandler = async (asked, parts) => {
  const name = asked.text("friendly_name");
  const fault = nameFault(name) ?? takenFault(name, "", parts);
  if (fault) throw new Refusal(fault);
  if (asked.body.id !== undefined) throw new Refusal("a group is given its number by the gateway");
  const body = await asked.perform({ method: "POST", address: "/groups", body: { name } });
  const made = Array.isArray(body) && isObject(body[0]?.success) ? body[0].success.id : undefined;
  return { friendly_name: name, id: Number(made) };
};

const remove: RequestHandler = async (asked) => {
  const { id, name } = asked.group();
  await asked.perform({ method: "DELETE", address: `/groups/${id}` });
  return { id: name, force: asked.body.force === true };
};

const rename: RequestHandler = async (asked, parts) => {
  const group = asked.group("from");
  const { id, name } = group;
  const to = asked.text("to");
  const fault = nameFault(asked.body.to) ?? takenFault(to, `groups/${id}`, parts);
  if (fault) throw new Refusal(fault);
  await asked.perform({ method: "PUT", address: `/groups/${id}`, body: { name: to } });
  const homeassistant_rename = asked.body.homeassistant_rename === true;
  if (homeassistant_rename) parts.renamed(group);
  return { from: name, to, homeassistant_rename };
};

const options: RequestHandler = async (asked) => {
  const { name } = asked.group();
  const [unknown] = Object.keys(isObject(asked.body.options) ? asked.body.options : {});
  if (unknown !== undefined) throw new Refusal(`a group has no option ${unknown} here`);
  return { id: name, from: {}, to: {}, restart_required: false };
};

const join: RequestHandler = async (asked, parts) => {
  const group = asked.group("group");
  const lights = lightsIn(asked, parts);
  const ids = membersOf(group.resource.attr);
  const added = lights.map(({ address }) => idOf(address)).filter((id) => !ids.includes(id));
  await write(asked, group, [...ids, ...added]);
  return { device: asked.text("device"), endpoint: endpointIn(asked, lights), group: group.name };
};

const leave: RequestHandler = async (asked, parts) => {
  const group = asked.group("group");
  const gone = lightsIn(asked, parts).map(({ address }) => idOf(address));
  const left = membersOf(group.resource.attr).filter((id) => !gone.includes(id));
  await write(asked, group, left);
  return { device: asked.text("device"), endpoint: endpointIn(asked, lightsIn(asked, parts)), group: group.name };
};

/** Removes a member from one group, or from all. */
const leaveAll: RequestHandler = async (asked, parts) => {
  const groups = asked.body.group === undefined ? parts.house.groups : [asked.group("group")];
  const gone = asked.body.device === undefined ? undefined : lightsIn(asked, parts).map(({ address }) => idOf(address));
  for (const group of groups) {
    const ids = membersOf(group.resource.attr);
    const left = ids.filter((id) => gone !== undefined && !gone.includes(id));
    if (left.length < ids.length) await write(asked, group, left);
  }
  return { ...(gone ? { device: asked.text("device") } : {}) };
};

async function write(asked: Asked, { id }: MqttGroup, lights: readonly string[]): Promise<void> {
  await asked.perform({ method: "PUT", address: `/groups/${id}`, body: { lights } });
}

/** The lamps of a device, or that of the endpoint that is named. */
function lightsIn(asked: Asked, { house }: RequestParts): readonly Resource[] {
  const found = house.find(asked.text("device"));
  if (!found || "group" in found) throw new Refusal(`there is no device ${asked.text("device")}`);
  const { device, endpoint } = found;
  const given = asked.body.endpoint ?? endpoint;
  const lights = house.lightsOf(device);
  const number = device.facts?.definition?.endpoints[String(given)] ?? Number(given);
  const own =
    given === undefined || given === "default"
      ? lights.slice(0, 1)
      : lights.filter((light) => endpointOf(light) === number);
  if (own.length === 0) throw new Refusal(`the device ${device.name} has no light that a group could hold`);
  return own;
}

function endpointIn(asked: Asked, [light]: readonly Resource[]): unknown {
  return asked.body.endpoint ?? (light ? endpointOf(light) : "default");
}

export const GROUP_REQUESTS: Readonly<Record<string, RequestHandler>> = {
  "group/add": add,
  "group/remove": remove,
  "group/rename": rename,
  "group/options": options,
  "group/members/add": join,
  "group/members/remove": leave,
  "group/members/remove_all": leaveAll,
};
