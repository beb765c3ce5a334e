/** The entities of alarms: sirens, and keypads as the panel of an alarm. */
import type { Expose } from "../../../model/radio/device-facts.ts";
import {
  type Entity,
  featureOf,
  isSettable,
  labelOf,
  member,
  printed,
  propertyOf,
  type Topics,
  written,
} from "./entity.ts";

const SILENT = "stop";
const USUAL_TONE = "burglar";
const USUAL_SECONDS = 10;

/** A siren takes its mode and its duration as one value. */
export function siren(expose: Expose, topics: Topics): readonly Entity[] {
  const mode = featureOf(expose, "mode");
  const tones = (mode?.values ?? []).map(printed).filter((tone) => tone !== SILENT);
  if (!isSettable(expose) || !mode?.values?.includes(SILENT) || tones.length === 0) return [];
  const property = propertyOf(expose);
  const usual = tones.includes(USUAL_TONE) ? USUAL_TONE : (tones[0] ?? "");
  const seconds = featureOf(expose, "duration") ? `, "duration": {{ duration | default(${USUAL_SECONDS}) }}` : "";
  const config = {
    ...{ name: labelOf(expose), command_topic: topics.set(), optimistic: true, available_tones: tones },
    command_template: `{${written(property)}: {"mode": "{{ tone | default('${usual}') }}"${seconds} } }`,
    command_off_template: `{${written(property)}: {"mode": "${SILENT}"} }`,
    ...{ support_duration: seconds !== "", support_volume_set: false },
  };
  return [{ component: "siren", object: "siren", config }];
}

// ---- keypads

/** The mode that a keypad is told to show → the state of an alarm panel. */
const PANELS: Readonly<Record<string, string>> = {
  disarm: "disarmed",
  arm_day_zones: "armed_home",
  arm_night_zones: "armed_night",
  arm_all_zones: "armed_away",
  exit_delay: "arming",
  entry_delay: "pending",
  arming_stay: "arming",
  arming_night: "arming",
  arming_away: "arming",
  in_alarm: "triggered",
};
/** An action of a panel, the mode that the keypad is told then, and the keys of which a keypad with that action has one. */
const DEEDS = [
  ["arm_home", "arm_day_zones", ["arm_day_zones", "arm_partial_zones"]],
  ["arm_night", "arm_night_zones", ["arm_night_zones"]],
  ["arm_away", "arm_all_zones", ["arm_all_zones"]],
] as const;
const ARM_MODE = "arm_mode";

/** A keypad that awaits an answer shows the mode of the alarm; its presses are told as those of any remote. */
export function alarmPanel(exposes: readonly Expose[], topics: Topics): readonly Entity[] {
  if (!exposes.some(({ property }) => property === "action_transaction")) return [];
  const actions = exposes.flatMap(({ name, values = [] }) => (name === "action" ? values : []));
  const deeds = DEEDS.filter(([, , keys]) => keys.some((key) => actions.includes(key)));
  const told = (mode: string) => JSON.stringify({ mode });
  const shown = `(${member("value_json", ARM_MODE)} | default({})).mode | default('')`;
  const config = {
    ...{ name: "Alarm", state_topic: topics.state, command_topic: topics.set(ARM_MODE) },
    value_template: `{{ ${JSON.stringify(PANELS)}.get(${shown}, 'None') }}`,
    ...Object.fromEntries(deeds.map(([deed, mode]) => [`payload_${deed}`, told(mode)])),
    ...{ payload_disarm: told("disarm"), payload_trigger: told("in_alarm") },
    supported_features: [...deeds.map(([deed]) => deed), "trigger"],
    ...{ code_arm_required: false, code_disarm_required: false, code_trigger_required: false },
  };
  return [{ component: "alarm_control_panel", object: "alarm", config }];
}
