/** The dialog of the pairing node: for how long it lets devices in; and the same right there, with those that come. */
import { fieldValue } from "./editor.ts";

const { part } = zigbeeGateway;

const MESSAGES = `msg.payload = true | false | 60
→ 1: msg.payload = { open: true, until: … }
→ 2: msg.payload = "ready", msg.device = { name: "…", resources: [ … ] }`;

const USUAL = 120; // seconds

function isOpening(value: unknown): boolean {
  return /^\d{1,3}$/.test(String(value).trim()) && Number(value) >= 1 && Number(value) <= 254;
}

zigbeeGateway.registerType("zigbee-gateway-pairing", {
  color: "#A6BBCF",
  defaults: {
    seconds: { value: String(USUAL), validate: isOpening },
  },
  inputs: 1,
  outputs: 2,
  icon: "zigbee-gateway-pairing.svg",
  outputNames: ["answer", "facts"],
  oneditprepare() {
    $("#zigbee-gateway-pairing-message").text(MESSAGES);
    const [gateway, seconds] = [$("#node-input-gateway"), $("#node-input-seconds")];
    const here = part<{ readonly seconds: number }>($("#zigbee-gateway-pairing-here")[0] as HTMLElement, "pairing");
    const look = () => {
      const span = fieldValue(seconds);
      here.show(fieldValue(gateway), { seconds: isOpening(span) ? Number(span) : USUAL });
    };
    gateway.add(seconds).on("change input", look);
    look();
  },
});
