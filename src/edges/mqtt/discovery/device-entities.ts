/** All entities of a device: the values that its exposes show and take, its presses, and how well it is heard. */
import type { Expose } from "../../../model/radio/device-facts.ts";
import type { LastSeenForm } from "../last-seen.ts";
import { alarmPanel, siren } from "./alarm-entities.ts";
import { climate } from "./climate-entities.ts";
import { type Entity, labelOf, printed, propertyOf, type Topics, topicsOf } from "./entity.ts";
import { BUNDLES } from "./light-entities.ts";
import { fit, valueEntities } from "./value-entities.ts";

/** By the names that converters have for them. */
const COMPOSITES: Readonly<Record<string, (expose: Expose, topics: Topics) => readonly Entity[]>> = {
  warning: siren,
  squawk: () => [],
};

export function deviceEntities(
  exposes: readonly Expose[],
  base: string,
  name: string,
  form: LastSeenForm = "ISO_8601",
): readonly Entity[] {
  const topics = topicsOf(base, name);
  const hasLight = exposes.some(({ type }) => type === "light");
  const all = exposes.flatMap((expose) => entitiesOf(expose, topics, exposes, hasLight));
  const seen = LAST_SEEN[form];
  return distinct([
    ...all,
    ...alarmPanel(exposes, topics),
    linkquality(topics),
    ...(seen === undefined ? [] : [lastSeen(topics, seen)]),
  ]);
}

function entitiesOf(expose: Expose, topics: Topics, all: readonly Expose[], hasLight: boolean): readonly Entity[] {
  const { type, name = "" } = expose;
  const bundle = Object.hasOwn(BUNDLES, type) ? BUNDLES[type] : undefined;
  if (bundle) return bundle(expose, topics, all);
  if (type === "climate") return climate(expose, topics);
  if (type === "enum" && name === "action") return presses(expose, topics);
  if (name === "linkquality") return [];
  if (name === "effect" && type === "enum" && hasLight) return effects(expose, topics);
  if (type === "composite" && Object.hasOwn(COMPOSITES, name)) return COMPOSITES[name]?.(expose, topics) ?? [];
  return valueEntities(expose, topics);
}

/** A lamp has its effects with its colors; their own entity is off until a user enables it. */
function effects(expose: Expose, topics: Topics): readonly Entity[] {
  const property = propertyOf(expose);
  const options = [...new Set((expose.values ?? []).map(printed))].filter((option) => option !== "");
  const config = {
    ...{ name: labelOf(expose), command_topic: topics.set(property), options, optimistic: true },
    ...{ enabled_by_default: false, icon: "mdi:palette" },
  };
  return options.length > 0 ? [{ component: "select", object: fit(property), config }] : [];
}

/** A trigger for each press, and one entity that shows the last one. */
function presses({ values = [] }: Expose, topics: Topics): readonly Entity[] {
  const actions = [...new Set(values.map(printed))].filter((action) => action !== "" && !action.includes("*"));
  if (actions.length === 0) return [];
  const topic = topics.of("action");
  const triggers = actions.map(
    (action): Entity => ({
      component: "device_automation",
      object: fit(`action_${action}`),
      config: { automation_type: "trigger", topic, payload: action, type: "action", subtype: action },
    }),
  );
  const event = {
    ...{ name: "Action", state_topic: topic, event_types: actions, device_class: "button" },
    value_template: `{{ {"event_type": value} | tojson }}`,
  };
  return [...triggers, { component: "event", object: "action", config: event }];
}

function linkquality(topics: Topics): Entity {
  const config = {
    ...{
      name: "Linkquality",
      state_topic: topics.state,
      value_template: "{{ value_json.linkquality | default('None') }}",
    },
    ...{ unit_of_measurement: "lqi", state_class: "measurement", entity_category: "diagnostic" },
    ...{ enabled_by_default: false, icon: "mdi:signal" },
  };
  return { component: "sensor", object: "linkquality", config };
}

/** As a time that Home Assistant reads. */
const LAST_SEEN: Readonly<Record<LastSeenForm, string | undefined>> = {
  ISO_8601: "{{ value_json.last_seen | default('None') }}",
  ISO_8601_local: "{{ value_json.last_seen | default('None') }}",
  epoch: "{{ as_datetime(value_json.last_seen / 1000) if value_json.last_seen is defined else 'None' }}",
  disable: undefined,
};

function lastSeen(topics: Topics, value_template: string): Entity {
  const config = {
    ...{ name: "Last seen", state_topic: topics.state, value_template },
    ...{ device_class: "timestamp", entity_category: "diagnostic", enabled_by_default: false },
  };
  return { component: "sensor", object: "last_seen", config };
}

/** Two exposes may have one property: one entity is enough. */
function distinct(entities: readonly Entity[]): readonly Entity[] {
  const seen = new Set<string>();
  return entities.filter(({ component, object }) => {
    const key = `${component}/${object}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
