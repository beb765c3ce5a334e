/** The commands of Home Assistant to each kind of entity come to the device, in values that its converters take. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expected } from "../../../../src/devices/plan/exposes.ts";
import { settableProperties } from "../../../../src/devices/values/device-properties.ts";
import { deviceEntities } from "../../../../src/edges/mqtt/discovery/device-entities.ts";
import type { Entity } from "../../../../src/edges/mqtt/discovery/entity.ts";
import { commandIn } from "../../../../src/edges/mqtt/light-commands.ts";
import { MqttHouse } from "../../../../src/edges/mqtt/mqtt-house.ts";
import { SetCommands } from "../../../../src/edges/mqtt/set-commands.ts";
import { askedBy } from "../../../../src/edges/mqtt/topics.ts";
import type { DeviceFacts, Expose } from "../../../../src/model/radio/device-facts.ts";
import type { Order } from "../../../../src/model/radio/orders.ts";
import type { Values } from "../../../../src/model/resource.ts";
import { allModels } from "../../../support/definitions.ts";
import { fakeRadio, house, settle } from "../../../support/fakes.ts";

const BASE = "zigbee2mqtt";

type Command = readonly [topic: unknown, payload: string];

const each = (topic: unknown, payloads: unknown): readonly Command[] =>
  Array.isArray(payloads) ? payloads.map((payload): Command => [topic, String(payload)]) : [];
const words = (config: Values, topic: string, ...names: readonly string[]): readonly Command[] =>
  names.flatMap((name): readonly Command[] =>
    typeof config[name] === "string" ? [[config[topic], String(config[name])]] : [],
  );
const filled = (template: unknown, values: Readonly<Record<string, unknown>>) =>
  String(template).replace(/\{\{ (\w+)(?: \| default\(([^)]*)\))? \}\}/g, (_, name, usual = "") =>
    String(values[name] ?? String(usual).replaceAll("'", "")),
  );
const COLORS: Readonly<Record<string, Values>> = {
  xy: { color: { x: 0.4, y: 0.4 } },
  hs: { color: { h: 120, s: 50 } },
  color_temp: { color_temp: 300 },
};

/** By component: the commands that it may send, by the documentation of each. */
const COMMANDS: Readonly<Record<string, (config: Values) => readonly Command[]>> = {
  light: ({ command_topic, supported_color_modes: modes, brightness, effect_list = [] }) => [
    ...[{ state: "ON" }, { state: "OFF" }, ...(brightness ? [{ state: "ON", brightness: 99, transition: 2 }] : [])]
      .concat(((modes as string[]) ?? []).flatMap((mode) => (COLORS[mode] ? [{ state: "ON", ...COLORS[mode] }] : [])))
      .concat((effect_list as string[]).slice(0, 1).map((effect) => ({ state: "ON", effect })))
      .map((body): Command => [command_topic, JSON.stringify(body)]),
  ],
  switch: (config) => words(config, "command_topic", "payload_on", "payload_off"),
  lock: (config) => words(config, "command_topic", "payload_lock", "payload_unlock"),
  cover: (config) => [
    ...words(config, "command_topic", "payload_open", "payload_close", "payload_stop"),
    ...(config.set_position_topic
      ? [[config.set_position_topic, filled(config.set_position_template, { position: 50 })] as const]
      : []),
    ...(config.tilt_command_topic ? [[config.tilt_command_topic, "40"] as const] : []),
  ],
  fan: (config) => [
    ...words(config, "command_topic", "payload_on", "payload_off"),
    ...each(config.preset_mode_command_topic, config.preset_modes),
    ...(config.percentage_command_topic
      ? [[config.percentage_command_topic, String(config.speed_range_max)] as const]
      : []),
  ],
  climate: (config) => [
    ...(config.mode_command_topic ? each(config.mode_command_topic, config.modes) : []),
    ...["temperature", "temperature_low", "temperature_high"].flatMap((name): readonly Command[] =>
      config[`${name}_command_topic`] ? [[config[`${name}_command_topic`], String(config.max_temp)]] : [],
    ),
    ...each(config.fan_mode_command_topic, config.fan_modes),
    ...each(config.swing_mode_command_topic, config.swing_modes),
    ...each(config.preset_mode_command_topic, config.preset_modes),
  ],
  number: ({ command_topic, max }) => [[command_topic, String(max)]],
  select: ({ command_topic, options }) => each(command_topic, options),
  text: ({ command_topic, min }) => [[command_topic, "a".repeat(Number(min))]],
  button: (config) => words(config, "command_topic", "payload_press"),
  siren: (config) => [
    [config.command_topic, filled(config.command_template, {})],
    [config.command_topic, filled(config.command_off_template, {})],
  ],
  alarm_control_panel: (config) =>
    words(config, "command_topic", "payload_disarm", "payload_trigger", "payload_arm_home", "payload_arm_away"),
};

/** Where the way from a wish to the radio is one of its own. All others only name a value. */
const BY_WAYS: readonly string[] = [
  "light",
  "switch",
  "cover",
  "lock",
  "fan",
  "climate",
  "siren",
  "alarm_control_panel",
];

/** Two are alike where only names of values, labels and numbers differ. */
function kindOf({ component, config }: Entity): string {
  const shape = Object.entries(config).map(([name, value]) => {
    if (name === "supported_color_modes") return String(value);
    return /topic$/.test(name)
      ? `${name}=${String(value).replace(/[^/]+$/, (end) => (end === "set" ? end : "*"))}`
      : name;
  });
  return `${component} ${shape.join(" ")}`;
}

const models = allModels().filter(({ definition }) => definition !== undefined);
const examples = new Map<string, { readonly facts: DeviceFacts; readonly entity: Entity }>();
for (const facts of models)
  for (const entity of deviceEntities(facts.definition?.exposes ?? [], BASE, "thing"))
    if (BY_WAYS.includes(entity.component) && !examples.has(kindOf(entity)))
      examples.set(kindOf(entity), { facts, entity });

test("each value that a model shows as settable takes the commands of Home Assistant", () => {
  const faults = new Map<string, string>();
  for (const { definition } of models) {
    const exposes = definition?.exposes ?? [];
    const settable = settableProperties(exposes, []);
    for (const { component, object, config } of deviceEntities(exposes, BASE, "thing")) {
      if (BY_WAYS.includes(component)) continue;
      for (const [topic, payload] of COMMANDS[component]?.(config) ?? []) {
        const asked = askedBy(String(topic), BASE);
        const wish = asked && commandIn(payload, asked.attribute);
        for (const [key, value] of Object.entries(wish ?? {})) {
          const found = settable.get(key);
          const why = found ? expected(found.expose, coerced(found.expose, value)) : "no such value";
          if (why !== undefined) faults.set(`${component} ${why}`, `${definition?.model} ${object}: ${payload}`);
        }
      }
    }
  }
  assert.deepEqual([...faults], []);
});

/** A number comes as text, and a text that looks like one as a number: as the wishes read it too. */
function coerced({ type, values = [] }: Expose, value: unknown): unknown {
  if (type === "numeric") return Number(value);
  return type === "text" || (type === "enum" && !values.includes(value)) ? String(value) : value;
}

test(`lamps with one and several endpoints, covers, locks, fans, thermostats, sirens, keypads: ${examples.size} kinds obey`, async (t) => {
  const radio = fakeRadio();
  radio.answer = (order) => (order.do === "set" ? { state: order.values } : {});
  const home = await house({ radio });
  t.after(() => home.stop());
  const all = [...examples.values()].map(({ facts, entity }, index) => {
    const ieee = `0x00158d00${(index + 1).toString(16).padStart(8, "0")}`;
    const endpoints = facts.endpoints.map((endpoint) => ({ ...endpoint, inputs: [0, 3, 4, 5, 6, 8, 0x0300] }));
    const definition = facts.definition && { ...facts.definition, endpoints: namedEndpoints(facts) };
    return { entity, facts: { ...facts, ...(definition && { definition }), ieee, kind: "router" as const, endpoints } };
  });
  const mqtt = new MqttHouse(home.store);
  radio.hear((event) => void mqtt.hear(event));
  radio.rise(all.map(({ facts }) => facts));
  for (const { facts } of all) radio.tell({ kind: "payload", ieee: facts.ieee, endpoint: 1, payload: {} }); // all are there
  await settle();
  const faults: string[] = [];
  for (const { facts, entity } of all) {
    const about = `${facts.definition?.vendor} ${facts.definition?.model} ${entity.component} ${entity.object}`;
    const failed = (_: string, reason: string) => faults.push(`${about}: ${reason}`);
    const commands = new SetCommands({ house: mqtt, perform: home.perform, failed });
    const known = settableProperties(facts.definition?.exposes ?? [], facts.definition?.options ?? []);
    for (const [topic, payload] of COMMANDS[entity.component]?.(entity.config) ?? []) {
      radio.orders.length = 0;
      const asked = askedBy(String(topic).replace(`${BASE}/thing`, `${BASE}/${facts.ieee}`), BASE);
      const subject = asked && mqtt.find(asked.name);
      const wish = asked && commandIn(payload, asked.attribute);
      if (!wish || !subject || !("device" in subject)) {
        faults.push(`${about}: nobody is at ${topic}`);
        continue;
      }
      commands.setDevice(subject.device, wish, subject.endpoint);
      await settle();
      const values = valuesIn(radio.orders);
      if (Object.keys(values).length === 0) faults.push(`${about}: ${payload} came to nothing`);
      const strange = Object.keys(values).filter((key) => !known.has(key) && !/^transition(_|$)/.test(key));
      if (strange.length > 0) faults.push(`${about}: ${payload} became ${strange.join(", ")}`);
    }
  }
  assert.deepEqual(faults, []);
});

/** Some look at the device itself for the numbers of their endpoints; here they are counted. */
function namedEndpoints({ definition }: DeviceFacts): Readonly<Record<string, number>> {
  const { endpoints = {}, exposes = [] } = definition ?? {};
  if (Object.keys(endpoints).length > 0) return endpoints;
  const names = new Set(exposes.flatMap(({ endpoint }) => endpoint ?? []));
  return Object.fromEntries([...names].map((name, index) => [name, index + 1]));
}

function valuesIn(orders: readonly Order[]): Values {
  return Object.assign({}, ...orders.flatMap((order) => (order.do === "set" ? [order.values] : [])));
}
