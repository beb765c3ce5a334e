/** The dialog of the touchlink node: the action and payload of each message, and the messages that come out; and the lights close by. */
import { fieldValue, isChecked } from "./editor.ts";

const { part } = zigbeeGateway;

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
    const [does, confirm, gateway] = [$("#node-input-does"), $("#node-input-confirm"), $("#node-input-gateway")];
    const isConfirmed = isChecked(confirm); // a set confirmation is never out of sight: a message may choose the reset
    const here = part<object>($("#zigbee-gateway-touchlink-here")[0] as HTMLElement, "touchlink");
    const look = () => here.show(fieldValue(gateway), { isBrief: true });
    const show = () => {
      const job = fieldValue(does);
      const needsConfirm = job === "reset" && !isChecked(confirm);
      const message = MESSAGES[job]?.replace("\n", needsConfirm ? "\nmsg.confirm = true\n" : "\n");
      $("#zigbee-gateway-touchlink-reads").text(message ? say(`reads.${job}`) : "");
      $("#zigbee-gateway-touchlink-message")
        .prop("hidden", !message)
        .text(message ?? "");
      $("#zigbee-gateway-touchlink-confirm").toggle(job === "reset" || isConfirmed);
    };
    does.add(confirm).on("change", show);
    gateway.on("change", look);
    show();
    look();
  },
  oneditsave() {
    const isHidden = $("#zigbee-gateway-touchlink-confirm").css("display") === "none";
    if (isHidden) $("#node-input-confirm").prop("checked", false); // ticked, and then another action was chosen
  },
});
