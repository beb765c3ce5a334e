/** All families: a table, so that the house knows none of them by name. */

import { IDS, pastName } from "../core/ids.ts";
import { NOTHING } from "../core/records.ts";
import type { Route } from "../core/router.ts";
import { type Definitions, plain } from "../model/definitions.ts";
import { type Fields, int, object } from "../model/fields.ts";
import type { Address, Resource, Values } from "../model/resource.ts";
import { SEARCH } from "../model/search.ts";
import { aboutRoutes } from "./about.ts";
import { configRoutes } from "./config.ts";
import { CONFIG, CONFIG_TYPES } from "./config-type.ts";
import { DAYLIGHT_TYPES } from "./daylight.ts";
import { DEVICE_TYPES } from "./device-type.ts";
import { deviceRoutes } from "./devices.ts";
import { GATEWAY, GATEWAY_TYPES } from "./gateway-type.ts";
import { GROUP_OF_ALL, GROUP_TYPES } from "./group-type.ts";
import { groupRoutes } from "./groups.ts";
import { introspectRoutes } from "./introspect.ts";
import { KEY_TYPES, keyRoutes } from "./keys.ts";
import { LIGHT_TYPES } from "./light-types.ts";
import { lightRoutes } from "./lights.ts";
import { PHYSICAL_TYPES } from "./physical-types.ts";
import { refreshRoutes } from "./refresh.ts";
import { RESOURCELINK_TYPES, resourcelinkRoutes } from "./resourcelinks.ts";
import { RULE_TYPES } from "./rule-type.ts";
import { ruleRoutes } from "./rules.ts";
import { SCENE_TYPES } from "./scene-type.ts";
import { sceneRoutes } from "./scenes.ts";
import { SCHEDULE_TYPES } from "./schedule-type.ts";
import { scheduleRoutes } from "./schedules.ts";
import { SEARCH_TYPES } from "./search.ts";
import { SENSOR_TYPES } from "./sensor-types.ts";
import { sensorRoutes } from "./sensors.ts";
import { TOUCHLINK, TOUCHLINK_TYPES, touchlinkRoutes } from "./touchlink.ts";
import { USERPARAMETER_TYPES, userparameterRoutes } from "./userparameter.ts";
import { virtualRoutes } from "./virtual.ts";

const COUNTS: Fields = { sensors: int({ hidden: true }), lights: int({ hidden: true }), groups: int({ hidden: true }) };
const ID_TYPES: Definitions = {
  Ids: {
    ...plain("ids", { ...COUNTS, [pastName("rules")]: object({ hidden: true, unsaved: true }) }),
    state: COUNTS,
  },
};

export const DEFINITIONS: Definitions = {
  ...CONFIG_TYPES,
  ...KEY_TYPES,
  ...SENSOR_TYPES,
  ...DAYLIGHT_TYPES,
  ...PHYSICAL_TYPES,
  ...DEVICE_TYPES,
  ...LIGHT_TYPES,
  ...GROUP_TYPES,
  ...SCENE_TYPES,
  ...SCHEDULE_TYPES,
  ...RULE_TYPES,
  ...RESOURCELINK_TYPES,
  ...USERPARAMETER_TYPES,
  ...SEARCH_TYPES,
  ...TOUCHLINK_TYPES,
  ...ID_TYPES,
  ...GATEWAY_TYPES,
};

export const ROUTES: readonly Route[] = [
  ...configRoutes,
  ...keyRoutes,
  ...sensorRoutes,
  ...lightRoutes,
  ...groupRoutes,
  ...sceneRoutes,
  ...scheduleRoutes,
  ...ruleRoutes,
  ...resourcelinkRoutes,
  ...userparameterRoutes,
  ...deviceRoutes,
  ...refreshRoutes,
  ...introspectRoutes,
  ...touchlinkRoutes,
  ...virtualRoutes,
  ...aboutRoutes,
];

/** What is always there; a new gateway starts with these. */
export function furniture(config: Values): readonly Resource[] {
  return [
    piece(CONFIG, "Config", config),
    piece(SEARCH, "Search", NOTHING),
    piece(TOUCHLINK, "Touchlink", NOTHING),
    piece(IDS, "Ids", NOTHING),
    piece(GATEWAY, "Gateway", NOTHING),
    GROUP_OF_ALL,
  ];
}

function piece(address: Address, type: string, attr: Values): Resource {
  return { address, type, attr, config: NOTHING, state: NOTHING, action: NOTHING };
}
