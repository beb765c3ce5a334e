/** The MQTT settings of the gateway node's dialog: one of the user's own brokers, or an address of its own. */
import type { BrokerOptions, MqttSettings } from "../../src/open.ts";

/** Those of the node's properties that are about MQTT. */
export const MQTT_PROPERTIES = [
  "mqtt",
  "mqttBroker",
  "mqttAddress",
  "mqttBase",
  "mqttOutput",
  "mqttRetain",
  "mqttLastSeen",
  "mqttManage",
  "mqttDiscovery",
  "mqttPrefix",
] as const;

type MqttDef = Readonly<Partial<Record<(typeof MQTT_PROPERTIES)[number], unknown>>>;

export interface MqttLogin {
  readonly user: string;
  readonly password: string;
}

/** A config node `mqtt-broker` while it runs, as far as its settings go: the connection is our own. */
export interface BrokerNode {
  readonly brokerurl?: unknown;
  readonly options?: unknown;
}

type LastSeenForm = MqttSettings["lastSeen"];

const BASE = "zigbee2mqtt";
const PREFIX = "homeassistant";
const OUTPUTS: readonly unknown[] = ["json", "attribute", "attribute_and_json"] satisfies MqttSettings["output"][];
const LAST_SEEN: readonly unknown[] = ["ISO_8601", "ISO_8601_local", "epoch", "disable"] satisfies LastSeenForm[];
const TLS = ["ca", "cert", "key", "pfx", "passphrase", "rejectUnauthorized", "servername", "ALPNProtocols"] as const;
const URL_FORM = /^(mqtts?|tcp|tls|ssl|wss?):\/\/[^\s/?#]{1,255}(\/\S{0,200})?$/i;
const TOPIC = /^[^+#/\p{Cc}][^+#\p{Cc}]{0,200}$/u;

/** Undefined: MQTT is not in use. `refuse` gets the values that do not fit. */
export function mqttSettings(
  def: MqttDef,
  login: MqttLogin,
  brokerNode: BrokerNode | undefined,
  refuse: (member: string, value: unknown) => void,
): MqttSettings | undefined {
  if (!isTicked(def.mqtt)) return undefined;
  const topic = (member: "mqttBase" | "mqttPrefix", usual: string) => {
    const given = trimmed(def[member]) || usual;
    if (!isTopic(given)) refuse(member, given);
    return given;
  };
  const address = trimmed(def.mqttAddress);
  const isOwn = trimmed(def.mqttBroker) === "" || trimmed(def.mqttBroker) === "_ADD_";
  if (isOwn && address !== "" && urlOf(address) === undefined) refuse("mqttAddress", address);
  const output = trimmed(def.mqttOutput) || "json";
  if (!OUTPUTS.includes(output)) refuse("mqttOutput", output);
  const lastSeen = trimmed(def.mqttLastSeen) || "ISO_8601";
  if (!LAST_SEEN.includes(lastSeen)) refuse("mqttLastSeen", lastSeen);
  return {
    broker: withLogin(isOwn ? { url: urlOf(address) ?? "", ...login } : brokerOf(brokerNode)),
    base: topic("mqttBase", BASE),
    output: output as MqttSettings["output"],
    retain: isTicked(def.mqttRetain),
    lastSeen: lastSeen as LastSeenForm,
    manages: isTicked(def.mqttManage),
    discovery: isTicked(def.mqttDiscovery) ? topic("mqttPrefix", PREFIX) : "",
  };
}

function isTopic(text: string): boolean {
  return TOPIC.test(text) && !text.endsWith("/");
}

/** "192.0.2.5" → "mqtt://192.0.2.5"; undefined: no address at all. */
export function urlOf(address: string): string | undefined {
  const url = /^[a-z]+:\/\//i.test(address) ? address : `mqtt://${address}`;
  return URL_FORM.test(url) && URL.canParse(url) ? url : undefined;
}

/** Empty where the node is gone, or has no address: then there is no broker, which "Is everything all right?" says. */
function brokerOf({ brokerurl, options }: BrokerNode = {}): BrokerOptions {
  const given = (typeof options === "object" && options !== null ? options : {}) as Readonly<Record<string, unknown>>;
  const tls = Object.fromEntries(TLS.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
  return { url: trimmed(brokerurl), user: trimmed(given.username), password: trimmed(given.password), tls };
}

/** Some write user and password into the address. */
function withLogin(broker: BrokerOptions): BrokerOptions {
  if (broker.user || !URL.canParse(broker.url)) return broker;
  const { username, password } = new URL(broker.url);
  if (username === "") return broker;
  try {
    return { ...broker, user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return { ...broker, user: username, password }; // a % that stands for itself
  }
}

export function isTicked(value: unknown): boolean {
  return value === true || value === "true";
}

export function trimmed(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
