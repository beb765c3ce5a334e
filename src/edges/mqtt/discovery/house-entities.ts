/** The entities of groups with their scenes, and of the gateway itself, for Home Assistant. */
import { idOf } from "../../../model/addresses.ts";
import type { Resource, Values } from "../../../model/resource.ts";
import { type Entity, topicsOf } from "./entity.ts";

/** A group is a light, a switch or a blind, as its members are. */
export function groupEntities(
  base: string,
  name: string,
  members: readonly Resource[],
  scenes: readonly Resource[],
): readonly Entity[] {
  const topics = topicsOf(base, name);
  const recalls = scenes.map(({ address, attr }): Entity => {
    const id = Number(idOf(address));
    const config = {
      name: String(attr.name),
      command_topic: topics.set(),
      payload_on: JSON.stringify({ scene_recall: id }),
    };
    return { component: "scene", object: `scene_${id}`, config };
  });
  const has = (member: string) => members.some(({ state }) => state[member] !== undefined);
  if (members.some(({ type }) => type.startsWith("Window covering"))) {
    const config = { name: null, command_topic: topics.set("state"), payload_stop: null, optimistic: true };
    return [{ component: "cover", object: "cover", config }, ...recalls];
  }
  if (!has("on")) return recalls;
  if (!has("bri")) {
    const config = { ...{ name: null, state_topic: topics.state, command_topic: topics.set("state") }, ...SWITCH };
    return [{ component: "switch", object: "switch", config }, ...recalls];
  }
  const modes = [
    ...(has("xy") ? ["xy"] : []),
    ...(has("xy") && has("hue") ? ["hs"] : []),
    ...(has("ct") ? ["color_temp"] : []),
  ];
  const config = {
    ...{ name: null, schema: "json", state_topic: topics.state, command_topic: topics.set() },
    ...{ brightness: true, brightness_scale: 254, supported_color_modes: modes.length > 0 ? modes : ["brightness"] },
    ...(has("ct") ? rangeOf(members) : {}),
  };
  return [{ component: "light", object: "light", config }, ...recalls];
}

const SWITCH = { payload_on: "ON", payload_off: "OFF", value_template: "{{ value_json.state | default('None') }}" };
const USUAL_RANGE = [153, 500] as const;

function rangeOf(members: readonly Resource[]): Values {
  const least = members.map(({ attr }) => Number(attr.ctmin)).filter((mired) => mired > 0);
  const most = members.map(({ attr }) => Number(attr.ctmax)).filter((mired) => mired > 0);
  return {
    min_mireds: least.length > 0 ? Math.min(...least) : USUAL_RANGE[0],
    max_mireds: most.length > 0 ? Math.max(...most) : USUAL_RANGE[1],
  };
}

/** Entities that need the right to manage are left out without it. */
export function bridgeEntities(base: string, manages: boolean): readonly Entity[] {
  const state = `${base}/bridge/state`;
  const info = `${base}/bridge/info`;
  const request = (what: string) => `${base}/bridge/request/${what}`;
  const diagnostic = { entity_category: "diagnostic" };
  const told: readonly Entity[] = [
    {
      component: "binary_sensor",
      object: "connection_state",
      isAlwaysThere: true, // else no user would see that the gateway is away
      config: {
        ...{ name: "Connection state", state_topic: state, value_template: "{{ value_json.state }}" },
        ...{ payload_on: "online", payload_off: "offline", device_class: "connectivity", ...diagnostic },
      },
    },
    {
      component: "sensor",
      object: "version",
      config: { name: "Version", state_topic: info, value_template: "{{ value_json.gateway.version }}", ...diagnostic },
    },
    {
      component: "sensor",
      object: "coordinator_version",
      config: {
        ...{ name: "Coordinator version", state_topic: info, enabled_by_default: false, ...diagnostic },
        value_template: "{{ value_json.coordinator.meta.revision }}",
      },
    },
  ];
  if (!manages) return told;
  return [
    ...told,
    {
      component: "switch",
      object: "permit_join",
      config: {
        ...{ name: "Permit join", state_topic: info, command_topic: request("permit_join") },
        value_template: "{{ value_json.permit_join | lower }}",
        ...{ state_on: "true", state_off: "false", payload_on: '{"time": 254}', payload_off: '{"time": 0}' },
      },
    },
    {
      component: "button",
      object: "restart",
      config: {
        ...{ name: "Restart", command_topic: request("restart"), payload_press: "" },
        ...{ device_class: "restart", entity_category: "config" },
      },
    },
  ];
}
