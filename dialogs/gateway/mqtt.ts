/** The part of the gateway node's dialog that is about MQTT: nothing of it is in sight until it is in use. */
import { type EditedNode, fieldValue, isChecked, isEnvironment, option, type Property } from "../editor.ts";
import { say } from "../gateway-dialog.ts";

const OUTPUTS = ["json", "attribute", "attribute_and_json"] as const;
const NO_BROKER = ["", "_ADD_"];

export const MQTT_DEFAULTS: Readonly<Record<string, Property>> = {
  mqtt: { value: false },
  mqttBroker: { value: "", type: "mqtt-broker", required: false },
  mqttAddress: { value: "", validate: fits(isAddress, "address") },
  mqttBase: { value: "", validate: fits(isTopic, "topic") },
  mqttOutput: { value: "json" },
  mqttRetain: { value: false },
  mqttManage: { value: false },
  mqttDiscovery: { value: true },
  mqttPrefix: { value: "", validate: fits(isTopic, "topic") },
};

export function showMqtt({ mqttOutput, mqttDiscovery }: EditedNode): void {
  const outputs = $("#node-config-input-mqttOutput");
  for (const name of OUTPUTS) option(outputs, name, say(`mqtt.outputs.${name}`));
  outputs.val(String(mqttOutput || "json")); // the list was empty when it was filled in
  if (mqttDiscovery === undefined) $("#node-config-input-mqttDiscovery").prop("checked", true);
  const tick = $("#node-config-input-mqtt");
  const broker = $("#node-config-input-mqttBroker");
  const show = () => {
    $("#zigbee-gateway-mqtt-rows").prop("hidden", !isChecked(tick));
    $("#zigbee-gateway-mqtt-own").prop("hidden", !NO_BROKER.includes(fieldValue($("#node-config-input-mqttBroker"))));
  };
  tick.on("change", show);
  broker.on("change", show);
  $(document.body).off("change.zigbee-gateway-mqtt");
  $(document.body).on("change.zigbee-gateway-mqtt", "#node-config-input-mqttBroker", show); // the editor makes a list of the field
  const more = $("#zigbee-gateway-mqtt-more");
  const isSet = ["Base", "Prefix"].some((name) => fieldValue($(`#node-config-input-mqtt${name}`)) !== "");
  more.prop("open", isSet || isChecked($("#node-config-input-mqttRetain")) || fieldValue(outputs) !== "json");
  show();
}

/** A validator with two parameters may answer a sentence. */
function fits(check: (value: string) => boolean, about: string) {
  return (value: unknown, _?: unknown): boolean | string => {
    const text = String(value ?? "").trim();
    return text === "" || isEnvironment(text) || check(text) || say(`mqtt.error.${about}`);
  };
}

function isAddress(text: string): boolean {
  const url = /^[a-z]+:\/\//i.test(text) ? text : `mqtt://${text}`;
  return /^(mqtts?|tcp|tls|ssl|wss?):\/\/[^\s/?#]+(\/\S*)?$/i.test(url);
}

function isTopic(text: string): boolean {
  return /^[^+#/][^+#]*$/.test(text) && !text.endsWith("/");
}
