/** The dialog of the pairing node: for how long it lets devices in, and its messages; and the same right there, with devices that come. */
import { type EditedNode, fieldValue } from "./editor.ts";

const { part } = zigbeeGateway;

const USUAL = 120; // seconds
const MOST = 254;

function isOpening(value: unknown): boolean {
  return /^\d{1,3}$/.test(String(value).trim()) && Number(value) >= 1 && Number(value) <= MOST;
}

/** A number that cannot be says why. Node-RED shows a sentence only of a validator with two parameters. */
function checked(this: EditedNode, value: unknown, _: unknown): true | string {
  return isOpening(value) || this._("zigbee-gateway-pairing.hint.most", { most: MOST });
}

zigbeeGateway.registerType("zigbee-gateway-pairing", {
  color: "#A6BBCF",
  defaults: {
    seconds: { value: String(USUAL), validate: checked },
  },
  inputs: 1,
  outputs: 2,
  icon: "zigbee-gateway-pairing.svg",
  outputNames: ["answer", "facts"],
  oneditprepare(say) {
    const [gateway, field] = [$("#node-input-gateway"), $("#node-input-seconds")];
    const here = part<{ readonly seconds: number }>($("#zigbee-gateway-pairing-here")[0] as HTMLElement, "pairing");
    const look = () => {
      const isRight = isOpening(fieldValue(field));
      const seconds = isRight ? Number(fieldValue(field)) : USUAL;
      $("#zigbee-gateway-pairing-opens").text(say("io.opens", { seconds }));
      here.show(fieldValue(gateway), { seconds });
    };
    gateway.add(field).on("change input", look);
    look();
  },
});
