/** All families: a table, so that the house knows none of them by name. */
import { IDS, idHistoryName, RESERVED_IDS } from "../core/ids.ts";
import { NOTHING } from "../core/records.ts";
import type { Route } from "../core/router.ts";
import { GATEWAY } from "../model/addresses.ts";
import { FIRING_TYPES } from "../model/automation/firings.ts";
import { FORMER_NAME_TYPES } from "../model/automation/former-names.ts";
import { type Definitions, plain } from "../model/definitions.ts";
import { LEDGER_TYPES } from "../model/doctor/ledgers.ts";
import { type Fields, int, object } from "../model/fields.ts";
import type { Address, Resource, Values } from "../model/resource.ts";
import { SEARCH } from "../model/search.ts";
import { aboutRoutes } from "./config/about.ts";
import { configRoutes } from "./config/config.ts";
import { KEY_TYPES, keyRoutes } from "./config/keys.ts";
import { CONFIG, CONFIG_TYPES, GATEWAY_TYPES } from "./config/type.ts";
import { batteryRoutes } from "./devices/batteries.ts";
import { channelRoutes } from "./devices/channels.ts";
import { deviceRoutes } from "./devices/devices.ts";
import { introspectRoutes, refreshRoutes } from "./devices/introspect.ts";
import { SEARCH_TYPES } from "./devices/search.ts";
import { surveyRoutes } from "./devices/survey.ts";
import { TOUCHLINK, TOUCHLINK_TYPES, touchlinkRoutes } from "./devices/touchlink.ts";
import { DEVICE_TYPES } from "./devices/type.ts";
import { GROUP_OF_ALL, GROUP_TYPES } from "./groups/group-types.ts";
import { groupRoutes } from "./groups/groups.ts";
import { SCENE_TYPES } from "./groups/scene-type.ts";
import { sceneRoutes } from "./groups/scenes.ts";
import { historyRoutes } from "./history.ts";
import { importRoutes } from "./imports.ts";
import { JOB_TYPES, jobRoutes } from "./jobs.ts";
import { LIGHT_TYPES } from "./lights/light-types.ts";
import { lightRoutes } from "./lights/lights.ts";
import { RESOURCELINK_TYPES, resourcelinkRoutes } from "./resourcelinks.ts";
import { RULE_TYPES } from "./rules/rule-type.ts";
import { ruleRoutes } from "./rules/rules.ts";
import { SCHEDULE_TYPES } from "./schedules/schedule-type.ts";
import { scheduleRoutes } from "./schedules/schedules.ts";
import { DAYLIGHT_TYPES } from "./sensors/daylight.ts";
import { PHYSICAL_TYPES } from "./sensors/physical-types.ts";
import { sensorRoutes } from "./sensors/sensors.ts";
import { SENSOR_TYPES } from "./sensors/types.ts";
import { USERPARAMETER_TYPES, userparameterRoutes } from "./userparameter.ts";
import { virtualRoutes } from "./virtual-house.ts";

const COUNTS: Fields = {
  sensors: int({ access: "hidden" }),
  lights: int({ access: "hidden" }),
  groups: int({ access: "hidden" }),
  jobs: int({ access: "hidden" }),
};
const ID_TYPES: Definitions = {
  Ids: {
    ...plain("ids", {
      ...COUNTS,
      reserved: object({ access: "hidden", about: "Kept for the devices of a furnished house, up to these" }),
      [idHistoryName("rules")]: object({ access: "hidden", saved: "never" }),
    }),
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
  ...FIRING_TYPES,
  ...FORMER_NAME_TYPES,
  ...LEDGER_TYPES,
  ...RESOURCELINK_TYPES,
  ...USERPARAMETER_TYPES,
  ...SEARCH_TYPES,
  ...JOB_TYPES,
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
  ...batteryRoutes,
  ...channelRoutes,
  ...surveyRoutes,
  ...refreshRoutes,
  ...introspectRoutes,
  ...touchlinkRoutes,
  ...virtualRoutes,
  ...historyRoutes,
  ...jobRoutes,
  ...importRoutes,
  ...aboutRoutes,
];

/** Resources that are always there; a new gateway starts with these. */
export function singletons(config: Values, isVirtual: boolean): readonly Resource[] {
  return [
    piece(CONFIG, "Config", config),
    piece(SEARCH, "Search", NOTHING),
    piece(TOUCHLINK, "Touchlink", NOTHING),
    piece(IDS, "Ids", isVirtual ? { reserved: RESERVED_IDS } : NOTHING),
    piece(GATEWAY, "Gateway", NOTHING),
    GROUP_OF_ALL,
  ];
}

function piece(address: Address, type: string, attr: Values): Resource {
  return { address, type, attr, config: NOTHING, state: NOTHING, action: NOTHING };
}
