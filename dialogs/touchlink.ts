/** The dialog of the touchlink node: what each message does, what it has to say for that, and what comes out. */
import { fieldValue, isChecked } from "./editor.ts";

const EXAMPLE = '{ id: "1", address: "0x00178801…", rssi: -40, factorynew: false, … }';
const MESSAGES: Readonly<Record<string, string>> = {
  scan: `→ msg.payload = [${EXAMPLE}, …]`,
  identify: `msg.payload = 1\n→ msg.payload = [${EXAMPLE}]`,
  reset: `msg.payload = 1\n→ msg.payload = [${EXAMPLE}]`,
};

zigbeeGateway.registerType("zigbee-gateway-touchlink", {
  color: "#BFD8D2",
  defaults: {
    does: { value: "scan" },
    confirm: { value: false },
  },
  inputs: 1,
  outputs: 2,
  icon: "zigbee-gateway-touchlink.svg",
  outputNames: ["answer", "progress"],
  oneditprepare(say) {
    const [does, confirm] = [$("#node-input-does"), $("#node-input-confirm")];
    const show = () => {
      const job = fieldValue(does);
      const needsConfirm = job === "reset" && !isChecked(confirm);
      const message = MESSAGES[job]?.replace("\n", needsConfirm ? "\nmsg.confirm = true\n" : "\n");
      $("#zigbee-gateway-touchlink-reads").text(message ? say(`reads.${job}`) : "");
      $("#zigbee-gateway-touchlink-message")
        .prop("hidden", !message)
        .text(message ?? "");
    };
    does.add(confirm).on("change", show);
    show();
  },
});
