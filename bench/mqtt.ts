/**
 * P29 to P33: MQTT against REST and push: a wish until the radio has its order, a fact until a client has it, and a house of 300 told; and
 * its cost in the process of which Node-RED is a part, against the same without.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { WebSocket } from "ws";
import { type BrokerConnection, connectBroker } from "../src/edges/mqtt/mqtt-client.ts";
import { openPush } from "../src/edges/push/push.ts";
import { LAMP, lamp } from "../test/devices/home.ts";
import { openBroker } from "../test/support/broker.ts";
import { KEY, openHttp } from "../test/support/http.ts";
import { mqttStage } from "../test/support/mqtt-house.ts";
import { until } from "../test/support/virtual-home.ts";
import { atMost, type Bench, changed, paired, type Result, SHORT, sideBySide } from "./goals.ts";
import { http, median, openLine } from "./load.ts";
import type { FactsCost } from "./questions/mqtt-facts.ts";

const TURNS = SHORT ? 50 : 300;
const DEVICES = 300;
const MOST_MORE = 2; // milliseconds
const MOST_SECONDS = 5;
const FACTS = 20; // a second
const MOST_SHARE = 0.005; // of a core
const STATE = "zigbee2mqtt/Extended color light 1";
const BARE = "bare/ping";

export const benches: readonly Bench[] = [
  { goals: ["P29", "P30", "P31"], run: async () => [...(await delays()), await manyTold()] },
  { goals: ["P32", "P33"], run: costs },
];

/** Keeps the acts that a test would do at its end. */
function context() {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext;
  const end = async () => {
    for (const each of ends.reverse()) await each();
  };
  return { t, end };
}

interface Client {
  readonly connection: BrokerConnection;
  heard: (topic: string, payload: string) => void;
}

async function clientOf(url: string, filters: readonly string[]): Promise<Client> {
  const own: { heard: Client["heard"] } = { heard: () => {} };
  const connection = await new Promise<BrokerConnection>((resolve, reject) => {
    const made: BrokerConnection = connectBroker(
      {
        broker: { url },
        protocol: 4,
        clientId: `bench-${filters[0]}`,
        will: { topic: "bench", payload: "", retain: false },
      },
      {
        up: () => resolve(made),
        down: (_, reason) => reject(new Error(reason)),
        message: ({ topic, payload }) => own.heard(topic, payload),
        drained: () => {},
      },
    );
  });
  connection.subscribe(filters, true);
  await new Promise((wake) => setTimeout(wake, 200));
  return Object.assign(own, { connection });
}

async function delays(): Promise<readonly Result[]> {
  const { t, end } = context();
  const { broker, home, radio } = await mqttStage(t, { devices: [lamp(LAMP, { values: { state: "ON" } })] });
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON", brightness: 1 } });
  const rest = await openHttp({ perform: home.perform, clock: home.clock });
  const client = await clientOf(broker.url, [STATE, BARE]);
  const line = await openLine(rest.port);
  const { server, socket, push } = await pushOf(home);

  /** Until the radio is told this brightness. */
  const ordered = (brightness: number) =>
    new Promise<void>((resolve) => {
      radio.answer = (order) => {
        if (order.do === "set" && order.values.brightness === brightness) resolve();
        return order.do === "set" ? { state: order.values } : {};
      };
    });
  let last = 1;
  const next = () => {
    last = (last % 250) + 2;
    return last;
  };
  const byMqtt = () =>
    timed(async () => {
      const bri = next();
      const done = ordered(bri);
      client.connection.publish({ topic: `${STATE}/set`, payload: JSON.stringify({ brightness: bri }), retain: false });
      await done;
    });
  const byRest = () =>
    timed(async () => {
      const bri = next();
      const done = ordered(bri);
      const answered = line.ask(http("PUT", `/api/${KEY}/lights/1/state`, JSON.stringify({ bri })));
      await done;
      await answered;
    });
  const bare = () =>
    timed(async () => {
      const back = new Promise<void>((resolve) => {
        client.heard = (topic) => topic === BARE && resolve();
      });
      client.connection.publish({ topic: BARE, payload: "1", retain: false });
      await back;
    });
  const told = () =>
    timed(async () => {
      const brightness = next();
      const back = new Promise<void>((resolve) => {
        client.heard = (_, payload) => payload.includes(`"brightness":${brightness}`) && resolve();
      });
      radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness, state: "ON" } });
      await back;
    });
  const pushed = () =>
    timed(async () => {
      const brightness = next();
      const back = new Promise<void>((resolve) => {
        socket.onmessage = ({ data }) => String(data).includes(`"bri":${brightness}`) && resolve();
      });
      radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness, state: "ON" } });
      await back;
    });
  const changes = await sideBySide(told, pushed); // first: while nothing is desired of the lamp
  const trip = await bare();
  const wishes = changed(await sideBySide(byMqtt, byRest), ([ours, control]) => [ours - trip, control + MOST_MORE]);
  push.close();
  socket.terminate();
  server.close();
  line.close();
  await client.connection.close();
  await rest.close();
  await end();
  return [
    atMost(1, {
      goal: "P29",
      what: `set → order, less the broker's ${trip.toFixed(2)} ms; against PUT and ${MOST_MORE} ms`,
      unit: "ms",
      ...wishes,
    }),
    atMost(1.5, { goal: "P30", what: "fact → message, against push", unit: "ms", ...changes }),
  ];
}

async function pushOf({ bus, store, clock, log }: Awaited<ReturnType<typeof mqttStage>>["home"]) {
  const push = openPush({ bus, store, clock, log, whole: () => false, mayListen: () => true });
  const server = createServer();
  server.on("upgrade", push.upgrade);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await once(socket, "open");
  return { push, server, socket };
}

/** The median of many turns. */
async function timed(turn: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < TURNS; count += 1) {
    const began = performance.now();
    await turn();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Reports come ten times as fast as they are reckoned: each still has a turn of its own, and the processor has less time for other things. */
async function costs(): Promise<readonly Result[]> {
  const broker = await openBroker();
  const given = { perSecond: 10 * FACTS, seconds: SHORT ? 1 : 10 };
  const [ours, control] = [await reporting({ ...given, url: broker.url }), await reporting(given)];
  const late = { ours: [] as number[], control: [] as number[] };
  const processor = await sideBySide(
    () => ours.cost(late.ours),
    () => control.cost(late.control),
  );
  await Promise.all([ours.stop(), control.stop()]);
  await broker.close();
  const share = changed(processor, ([own, without]) => [((own - without) * FACTS) / 1_000, MOST_SHARE]);
  const beats = paired(late.ours.map((own, index) => [own, late.control[index] ?? 0]));
  return [
    atMost(1, {
      goal: "P32",
      what: `share of a core above the same without, at ${FACTS} facts a second`,
      unit: "",
      ...share,
    }),
    atMost(1.2, {
      ...{ goal: "P33", unit: "ms", ...beats },
      what: `how late a beat of the same process is (p99) at ${10 * FACTS} facts a second, against the same without`,
    }),
  ];
}

/** A process whose house reports. The first time that it is asked does not count: the code is compiled then. */
async function reporting(given: object) {
  const child = fork(new URL("questions/mqtt-facts.ts", import.meta.url), [JSON.stringify(given)]);
  const died = once(child, "exit").then(([code]) => Promise.reject(new Error(`the house ended with ${code}`)));
  died.catch(() => {}); // also when it is ended
  const said = async () => ((await Promise.race([once(child, "message"), died])) as [FactsCost])[0];
  const cost = async (late: number[]) => {
    child.send("measure");
    const found = await said();
    late.push(found.late);
    return found.milliseconds;
  };
  await said();
  await cost([]);
  const stop = async () => {
    child.kill();
    await died.catch(() => {});
  };
  return { cost, stop };
}

/** From the connection until a client has heard of each device, its state and its messages for Home Assistant. */
async function manyTold(): Promise<Result> {
  const { t, end } = context();
  const ieees = Array.from({ length: DEVICES }, (_, index) => `0x00158d${index.toString(16).padStart(10, "0")}`);
  const devices = ieees.map((ieee) => lamp(ieee, { values: { state: "ON", brightness: 100 } }));
  const { broker } = await mqttStage(t, { devices, settings: { discovery: "homeassistant" } });
  await until(() => broker.last.size > DEVICES * 3, "the house is told");
  broker.last.clear();
  const before = broker.subscriptions;
  await broker.restart();
  await until(() => broker.subscriptions > before, "it is back");
  const began = performance.now();
  const isTold = () =>
    ieees.every((ieee) => broker.last.has(`homeassistant/light/${ieee}/light/config`)) &&
    [...broker.last.keys()].filter((topic) => /^zigbee2mqtt\/Extended color light \d+$/.test(topic)).length >= DEVICES;
  await until(isTold, "all of it");
  const seconds = (performance.now() - began) / 1000;
  await end();
  return atMost(1, {
    goal: "P31",
    what: `${DEVICES} lamps told, with Home Assistant`,
    unit: "s",
    ours: seconds,
    control: MOST_SECONDS,
  });
}
