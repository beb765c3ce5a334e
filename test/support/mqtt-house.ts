/** A house with a fake radio that speaks to a broker in this process; the clock is the real one, as the broker's is. */
import type { TestContext } from "node:test";
import { openClock } from "../../src/edges/clock.ts";
import { type MqttEdge, type MqttSettings, openMqtt } from "../../src/edges/mqtt/mqtt.ts";
import type { Clock } from "../../src/model/ports.ts";
import type { DeviceFacts } from "../../src/model/radio/device-facts.ts";
import { type BrokerOptions, openBroker, type TestBroker } from "./broker.ts";
import { type FakeHouse, type FakeRadio, fakeRadio, house, loudLog, settle } from "./fakes.ts";
import { until } from "./virtual-home.ts";

export interface MqttStage {
  readonly home: FakeHouse;
  readonly radio: FakeRadio;
  readonly broker: TestBroker;
  readonly edge: MqttEdge;
  readonly log: readonly string[];
}

export interface MqttStageOptions {
  readonly settings?: Partial<MqttSettings>;
  readonly devices?: readonly DeviceFacts[];
  readonly open?: (options?: BrokerOptions) => Promise<TestBroker>; // absent: a broker in this process
  readonly broker?: BrokerOptions;
  readonly wrongLogin?: true; // then nobody waits for a connection
}

export async function mqttStage(t: TestContext, options: MqttStageOptions = {}): Promise<MqttStage> {
  const broker = await (options.open ?? openBroker)(options.broker);
  const radio = fakeRadio();
  radio.answer = (order) => (order.do === "set" ? { state: order.values } : {});
  const home = await house({ radio });
  const log = loudLog();
  const own = openClock(log);
  const clock: Clock = { ...own, now: () => home.clock.now(), after: (wait, run) => own.after(wait, run) };
  const login = options.wrongLogin ? { user: "me", password: "wrong" } : {};
  const edge = edgeOf(home, { radio, clock, log }, { broker: { url: broker.url, ...login }, ...options.settings });
  t.after(async () => {
    await edge.stop();
    own.stop();
    await broker.close();
    await home.stop();
  });
  radio.rise(options.devices ?? []);
  await settle();
  if (!options.wrongLogin) await until(() => edge.state.isUp && broker.subscriptions > 0, "a connection");
  return { home, radio, broker, edge, log: log.lines };
}

/** Of a house that is there already. */
export function edgeOf(
  { store, bus, perform, deviceValues: values }: FakeHouse,
  parts: Pick<Parameters<typeof openMqtt>[0], "radio" | "clock" | "log" | "connect">,
  settings: Partial<MqttSettings> & Pick<MqttSettings, "broker">,
): MqttEdge {
  const usual = { base: "zigbee2mqtt", output: "json", retain: false, manages: false, discovery: "" } as const;
  return openMqtt({
    ...{ store, bus, perform, values, ...parts, settings: { ...usual, ...settings } },
    clientId: "test",
    versions: { gateway: "0.1.0", herdsman: "10.0.0", converters: "26.0.0" },
  });
}
