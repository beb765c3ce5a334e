/** The dialog of the light node. A user chooses a fixed brightness and color with the component of the panels: `panels/colors`. */
import { fieldValue } from "./editor.ts";

const { pick, part, isSeconds, isPicked } = zigbeeGateway;
const NOTHING_TO_DO = ["Range extender", "Configuration tool"];

/** Of `panels/colors/preset-fields.tsx`. */
interface PresetProps {
  readonly address: string; // "" where the message may name another one
  readonly preset: string;
  readonly onChange: (preset: string) => void;
}

zigbeeGateway.registerType("zigbee-gateway-light", {
  color: "#FDD0A2",
  defaults: {
    address: { value: "", validate: isPicked },
    does: { value: "" },
    preset: { value: "" },
    arrows: { value: "" },
    target: { value: "" },
    units: { value: "human" },
    transition: { value: "", validate: isSeconds },
  },
  inputs: 1,
  outputs: 1,
  icon: "zigbee-gateway-light.svg",
  outputNames: ["answer", "changes"],
  oneditprepare(say) {
    const [does, preset, target] = [$("#node-input-does"), $("#node-input-preset"), $("#node-input-target")];
    const units = $("#node-input-units");
    const place = $("#zigbee-gateway-light-preset");
    const chooser = part<PresetProps>(place[0] as HTMLElement, "preset");
    const onChange = (next: string) => {
      preset.val(next).trigger("change");
      show();
    };
    let [light, gateway] = ["", ""];
    const show = () => {
      const isFixed = fieldValue(does) === "preset";
      place.toggle(isFixed);
      const known = fieldValue(units) === "api" ? "says.api" : "says.human";
      $("#zigbee-gateway-light-says").text(fieldValue(does) === "" ? say(known) : "");
      const address = fieldValue(target) === "message" ? "" : light;
      if (isFixed) chooser.show(gateway, { address, preset: fieldValue(preset), onChange });
    };
    does.add(target).add(units).on("change", show);
    pick(this, {
      kind: "lights",
      fits: ({ family, type }) => family === "groups" || (family === "lights" && !NOTHING_TO_DO.includes(type)),
      changed: (one, _byHand, _model, now) => {
        [light, gateway] = [one?.address ?? "", now];
        show();
      },
    });
  },
});
