/** The models of which the converters take a week: the frames on air are those of their converters, and their answers become the week again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../../src/model/radio/orders.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { timeOf } from "../../../src/model/time/week-schedule.ts";
import { deviceOf } from "../../support/converter-device.ts";
import { allDefinitions, type KnownModel } from "../../support/definitions.ts";
import { house, settle } from "../../support/fakes.ts";

interface OnAir {
  readonly transitionTime: number;
  readonly heatSetpoint: number;
  readonly coolSetpoint?: number;
}
type Said = readonly [cluster: string, command: string, payload: Values];

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const WORK = [
  { localtime: "T06:30", heatsetpoint: 2100 },
  { localtime: "T22:00", heatsetpoint: 1750 },
];
/** Each day a list of four, in data points of their own: see docs/guide/rest.md why they keep no weeks here. */
const BY_DATA_POINTS = ["07703L", "HT-08", "HT-10", "SEA801-Zigbee/SEA802-Zigbee"];

const models = allDefinitions().filter(({ definition }) =>
  definition.toZigbee.some(({ key }) => key?.includes("weekly_schedule")),
);
const isByDataPoints = ({ definition }: KnownModel) => BY_DATA_POINTS.includes(definition.model);

/** The frames that its own converters send to the device. */
async function convertersSay({ definition }: KnownModel, value: unknown): Promise<readonly Said[]> {
  const said: Said[] = [];
  const entity = {
    ID: 1,
    getDevice: () => device,
    command: async (...one: Said) => void said.push(one),
  };
  const device = { endpoints: [entity], getEndpoint: () => entity, ieeeAddr: "0x0" };
  const converter = definition.toZigbee.find(({ key }) => key?.includes("weekly_schedule"));
  const meta = { device, mapped: definition, options: {}, state: {}, message: {}, endpoint_name: undefined };
  await converter?.convertSet?.(entity as never, "weekly_schedule", value, meta as never);
  return said;
}

/** The same week in the words of its converters: all but one take the days beside the transitions. */
function inItsWords({ definition }: KnownModel, transitions: readonly OnAir[]): unknown {
  const clock = (minutes: number) => timeOf(minutes).slice(1);
  if (definition.vendor === "Sber") {
    const text = transitions.map((each) => `${clock(each.transitionTime)}/${each.heatSetpoint / 100}`).join(" ");
    return Object.fromEntries(DAYS.map((day) => [day, text]));
  }
  const inDegrees = ({ transitionTime, heatSetpoint, coolSetpoint }: OnAir) => ({
    transitionTime: clock(transitionTime),
    heatSetpoint: heatSetpoint / 100,
    ...(coolSetpoint !== undefined && { coolSetpoint: coolSetpoint / 100 }),
  });
  return { dayofweek: DAYS, transitions: transitions.map(inDegrees) };
}

test("thirty-seven models take a week, four of them by data points", () => {
  assert.equal(models.length, 37);
  assert.deepEqual(
    models
      .filter(isByDataPoints)
      .map(({ definition }) => definition.model)
      .sort(),
    [...BY_DATA_POINTS].sort(),
  );
});

for (const model of models.filter((each) => !isByDataPoints(each))) {
  test(`${model.definition.vendor} ${model.definition.model}: a week there and back`, async () => {
    const home = await house();
    const { facts } = model;
    const endpoints = facts.endpoints.map((each) => ({ ...each, inputs: [0, 3, 0x0201], week: -1 }));
    home.radio.rise([{ ...facts, endpoints }]);
    await settle();
    home.radio.orders.length = 0;
    const keeper = home.store.list("/sensors").find(({ config }) => config.schedule) ?? assert.fail("it keeps no week");
    const { status, body } = await home.ask("POST", `${keeper.address}/config/schedule/W124`, WORK);
    assert.equal(status, 200, JSON.stringify(body));
    const commands = home.radio.orders.filter(
      (order): order is Extract<Order, { do: "command" }> => order.do === "command",
    );
    const set = commands.find(({ command }) => command === "setWeeklySchedule") ?? assert.fail("nothing was sent");
    const payload = set.payload as Values & { readonly transitions: readonly OnAir[] };
    const told = (await convertersSay(model, inItsWords(model, payload.transitions))).filter(
      ([, command]) => command === "setWeeklySchedule",
    );
    assert.deepEqual(
      told.map(([cluster, , data]) => ({ cluster, ...data })),
      [{ cluster: set.cluster, ...payload }],
    );

    home.store.patch(keeper.address, "config", { schedule: {} }, { by: "radio", depth: 0 });
    const { endpoint } = set.target as { readonly endpoint: number };
    const type = "commandGetWeeklyScheduleRsp";
    const read = await deviceOf({ ...model, facts: { ...facts, endpoints } }).hear(
      endpoint,
      "hvacThermostat",
      type,
      payload,
    );
    const raw = { type, cluster: "hvacThermostat", data: payload, group: 0, manufacturer: null };
    home.radio.tell({ kind: "payload", ieee: facts.ieee, endpoint, payload: read, raw });
    for (let second = 0; second < 2; second += 1) {
      await settle();
      home.clock.advance(1);
    }
    await settle();
    assert.deepEqual((home.store.get(keeper.address) as Resource).config.schedule, { W124: WORK });
    await home.stop();
  });
}

for (const model of models.filter(isByDataPoints)) {
  test(`${model.definition.vendor} ${model.definition.model}: its days contradict each other, so it keeps no week`, async () => {
    const home = await house();
    home.radio.rise([
      { ...model.facts, endpoints: model.facts.endpoints.map((each) => ({ ...each, inputs: [0, 4, 5, 0xef00] })) },
    ]);
    await settle();
    const sensors = home.store.list("/sensors");
    assert.deepEqual(
      sensors.filter(({ config }) => "schedule" in config),
      [],
    );
    const [sensor = assert.fail("it is no sensor")] = sensors;
    const { status } = await home.ask("POST", `${sensor.address}/config/schedule/W1`, WORK);
    assert.equal(status, 404);
    await home.stop();

    const transitions = WORK.map(({ heatsetpoint }) => ({ transitionTime: 390, heatSetpoint: heatsetpoint / 100 }));
    const day = (dayofweek: number, list: readonly object[]) => [
      { dayofweek, numoftrans: list.length, mode: 1, transitions: list },
    ];
    const [[, , sent] = assert.fail("nothing was sent")] = await convertersSay(model, day(7, transitions));
    const [{ dp, data }] = (sent as { dpValues: [{ dp: number; data: Buffer }] }).dpValues;
    const report = { seq: 1, dpValues: [{ dp, datatype: 0, data }] };
    const told = await deviceOf(model).hear(1, "manuSpecificTuya", "commandDataReport", report);
    const { days } = (told.weekly_schedule ?? {}) as { days?: readonly string[] };
    const isSilent = model.definition.vendor === "Saswell"; // its reports stand in other data points than its orders
    assert.deepEqual(days, isSilent ? undefined : ["away_or_vacation"], "the seventh day is none of the week");
    assert.equal(data.length % 16 <= 2, true, "it is padded to four transitions");
    await assert.rejects(convertersSay(model, day(7, [])), "a day cannot be emptied");
  });
}
