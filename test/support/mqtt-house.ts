/** A house with a fake radio that speaks to a broker in this process; the clock is the real one, as the broker's is. */
import type { TestContext } from "node:test";
import type { ConnectionOptions } from "node:tls";
import { openClock } from "../../src/edges/clock.ts";
import { type MqttEdge, type MqttSettings, openMqtt } from "../../src/edges/mqtt/mqtt.ts";
import type { Clock, Log } from "../../src/model/ports.ts";
import type { DeviceFacts } from "../../src/model/radio/device-facts.ts";
import type { Stop } from "../../src/model/resource.ts";
import { type BrokerOptions, openBroker, type TestBroker } from "./broker.ts";
import { type FakeHouse, type FakeRadio, fakeRadio, house, loudLog, settle } from "./fakes.ts";
import { until } from "./virtual-home.ts";

type MqttParts = Parameters<typeof openMqtt>[0];

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
  readonly tls?: ConnectionOptions; // certificates that the gateway shows and trusts
  readonly wrongLogin?: true;
  readonly pace?: number; // timers of the gateway end so many times sooner
  readonly mayFail?: boolean; // then the stage waits for no connection
}

export async function mqttStage(t: TestContext, options: MqttStageOptions = {}): Promise<MqttStage> {
  const broker = await (options.open ?? openBroker)(options.broker);
  const radio = fakeRadio();
  radio.answer = (order) => (order.do === "set" ? { state: order.values } : {});
  const home = await house({ radio });
  const log = loudLog();
  const { clock, stop } = quickClock(log, options.pace, () => home.clock.now());
  const { wrongLogin, mayFail = wrongLogin, tls } = options;
  const login = wrongLogin ? { user: "me", password: "wrong" } : {};
  const address = { url: broker.url, ...login, ...(tls ? { tls } : {}) };
  const edge = edgeOf(home, { radio, clock, log }, { broker: address, ...options.settings });
  t.after(async () => {
    await edge.stop();
    stop();
    await broker.close();
    await home.stop();
  });
  radio.rise(options.devices ?? []);
  await settle();
  if (!mayFail) await until(() => edge.state.isUp && broker.subscriptions > 0, "a connection");
  return { home, radio, broker, edge, log: log.lines };
}

/** The real one, as the broker's is, with its waits made shorter. */
export function quickClock(log: Log, pace = 1, now?: () => number): { readonly clock: Clock; readonly stop: Stop } {
  const own = openClock(log);
  const clock = {
    ...own,
    now: now ?? (() => own.now()),
    after: (wait: number, run: () => void) => own.after(wait / pace, run),
  };
  return { clock, stop: () => own.stop() };
}

/** Of a house that is there already. */
export function edgeOf(
  { store, bus, perform, deviceValues: values }: FakeHouse,
  parts: Pick<MqttParts, "radio" | "clock" | "log" | "connect"> & Partial<Pick<MqttParts, "clientId">>,
  settings: Partial<MqttSettings> & Pick<MqttSettings, "broker">,
): MqttEdge {
  const usual = { base: "zigbee2mqtt", output: "json", retain: false, manages: false, discovery: "" } as const;
  const lastSeen = "ISO_8601";
  return openMqtt({
    ...{ store, bus, perform, values, ...parts, settings: { ...usual, lastSeen, ...settings } },
    clientId: parts.clientId ?? "test",
    versions: { gateway: "0.1.0", herdsman: "10.0.0", converters: "26.0.0" },
  });
}
