/** The part of the gateway node's dialog that is about MQTT: nothing of it is in sight until it is in use. */
import { type EditedNode, fieldValue, isChecked, option, type Property } from "../editor.ts";
import { type AdminFailure, reasonOf, say, write } from "../gateway-dialog.ts";
import { brokerFault, checked, topicFault } from "./checks.ts";

const OUTPUTS = ["json", "attribute", "attribute_and_json"] as const;
const VIAS = ["address", "node"] as const; // where the broker is: exactly one of them counts
const NO_NODE = "_ADD_"; // as the editor says it
const LAST_SEEN = ["ISO_8601", "ISO_8601_local", "epoch", "disable"] as const;

export const MQTT_DEFAULTS: Readonly<Record<string, Property>> = {
  mqtt: { value: false },
  mqttBroker: { value: "", type: "mqtt-broker", required: false },
  mqttAddress: checked(brokerFault),
  mqttBase: checked(topicFault),
  mqttOutput: { value: "json" },
  mqttLastSeen: { value: "ISO_8601" },
  mqttRetain: { value: false },
  mqttManage: { value: false },
  mqttDiscovery: { value: true },
  mqttPrefix: checked(topicFault),
};

/** `base`: of the admin API of this gateway. */
export function showMqtt(base: string, { mqttOutput, mqttLastSeen, mqttDiscovery, mqttBroker }: EditedNode): void {
  const outputs = $("#node-config-input-mqttOutput");
  for (const name of OUTPUTS) option(outputs, name, say(`mqtt.outputs.${name}`));
  outputs.val(String(mqttOutput || "json")); // the list was empty when it was filled in
  const lastSeen = $("#node-config-input-mqttLastSeen");
  for (const name of LAST_SEEN) option(lastSeen, name, say(`mqtt.last-seens.${name}`));
  lastSeen.val(String(mqttLastSeen || "ISO_8601"));
  if (mqttDiscovery === undefined) $("#node-config-input-mqttDiscovery").prop("checked", true);
  const tick = $("#node-config-input-mqtt");
  const via = $("#zigbee-gateway-mqtt-via");
  for (const name of VIAS) option(via, name, say(`mqtt.via.${name}`));
  via.val(["", NO_NODE].includes(String(mqttBroker ?? "")) ? "address" : "node");
  const show = () => {
    $("#zigbee-gateway-mqtt-rows").prop("hidden", !isChecked(tick));
    $("#zigbee-gateway-mqtt-node").prop("hidden", isByAddress());
    $("#zigbee-gateway-mqtt-own").prop("hidden", !isByAddress());
  };
  showTest(base);
  tick.on("change", show);
  via.on("change", show);
  const more = $("#zigbee-gateway-mqtt-more");
  const isSet = ["Base", "Prefix"].some((name) => fieldValue($(`#node-config-input-mqtt${name}`)) !== "");
  const isUnusual = fieldValue(outputs) !== "json" || fieldValue(lastSeen) !== "ISO_8601";
  more.prop("open", isSet || isUnusual || isChecked($("#node-config-input-mqttRetain")));
  show();
}

/** Why the gateway that runs does not get through to its broker. */
export interface BrokerTrouble {
  readonly why: string;
  readonly reason: string;
  readonly broker: string;
}

let down: { readonly asked: string; readonly text: string } | undefined;

/** It stands where the answer of a test would, as long as the fields name the same broker. */
export function tellBroker({ why, ...values }: BrokerTrouble): void {
  down = { asked: JSON.stringify(askedBroker()), text: say(`mqtt.says.${why}`, { ...values }) };
  showAnswer(down.text, true);
}

function showAnswer(text: string, isTrouble = false): void {
  const answer = $("#zigbee-gateway-mqtt-answer").text(text).toggleClass("zigbee-gateway-trouble", isTrouble);
  answer.attr("data-trouble", isTrouble ? say("mqtt.down") : null).trigger("tried");
}

type BrokerAnswer = { readonly ok: true } | { readonly ok: false; readonly why: string; readonly reason: string };

/** Whether the broker answers, before anything is deployed. Of another one than stands there nothing is told. */
function showTest(base: string): void {
  const button = $("#zigbee-gateway-mqtt-test");
  const via = "#zigbee-gateway-mqtt-via";
  const names = ["mqttAddress", "mqttUser", "mqttPassword", "mqttBroker"].map((name) => `#node-config-input-${name}`);
  let asking: object | undefined;
  down = undefined;
  $([via, ...names].join(", ")).on("input change", () => {
    asking = undefined;
    button.prop("disabled", false);
    const isDown = down?.asked === JSON.stringify(askedBroker());
    showAnswer(isDown ? (down?.text ?? "") : "", isDown);
  });
  button.on("click", () => {
    const asked = askedBroker();
    const own = $("#node-config-input-mqttBroker option:selected").text();
    const broker = "address" in asked ? asked.address : own;
    asking = asked;
    const told = (text: string, isTrouble: boolean) => {
      if (asking !== asked) return;
      showAnswer(text, isTrouble);
      button.prop("disabled", false);
    };
    button.prop("disabled", true);
    showAnswer(say("mqtt.testing"));
    write("POST", `${base}test-broker`, asked)
      .done((said: BrokerAnswer) =>
        said.ok
          ? told(say("mqtt.says.good", { broker }), false)
          : told(say(`mqtt.says.${said.why}`, { broker, reason: said.reason }), true),
      )
      .fail((failure: AdminFailure) => told(reasonOf(failure), true));
  });
}

function askedBroker() {
  const field = (name: string) => fieldValue($(`#node-config-input-${name}`));
  const [address, user, password] = [field("mqttAddress"), field("mqttUser"), field("mqttPassword")];
  return isByAddress() ? { address, user, password } : { node: field("mqttBroker") };
}

function isByAddress(): boolean {
  return fieldValue($("#zigbee-gateway-mqtt-via")) !== "node";
}

/** With an address no broker node is meant, also where one was chosen before. */
export function saveMqtt(): void {
  if (isByAddress()) $("#node-config-input-mqttBroker").val(NO_NODE);
}
