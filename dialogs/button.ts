/** The dialog of the button node: a remote, its buttons, and its gestures, each with an output of its own. */
import { GESTURES, ROTATIONS } from "../nodes/shared/gestures.ts";
import { fieldValue } from "./editor.ts";
import { pathOf, type RemoteButtons, type Resource } from "./gateway-queries.ts";

const { pick, ticks, listed } = zigbeeGateway;
const USUAL = ["press", "hold", "short_release", "long_release", "double"];

/** Old output → new one, so that wires go along; of one output for all it is the first. */
function outputsFor(before: readonly string[], after: readonly string[]): string {
  const old = before.length > 0 ? before : after.slice(0, 1);
  const now = after.length > 0 ? after : before.slice(0, 1);
  const moved = old.map((gesture, index) => [index, now.indexOf(gesture)]);
  const added = now.flatMap((gesture, index) => (old.includes(gesture) ? [] : [[`new-${index}`, index]]));
  return JSON.stringify(Object.fromEntries([...moved, ...added]));
}

zigbeeGateway.registerType("zigbee-gateway-button", {
  color: "#E2D96E",
  defaults: {
    buttons: { value: "" },
    gestures: { value: "" },
    outputs: { value: 1 },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-button.svg",
  outputLabels(index) {
    const gesture = listed(this.gestures)[index];
    return gesture ? this._(`zigbee-gateway-button.gesture.${gesture}`) : this._("zigbee-gateway-button.label.output");
  },
  oneditprepare(say) {
    const show = (gestures: readonly string[], buttons: NonNullable<RemoteButtons["buttons"]>) => {
      ticks("#zigbee-gateway-button-gestures", gestures, $("#node-input-gestures"), (name) => say(`gesture.${name}`));
      const nameOf = (id: string) => buttons[id]?.name ?? id;
      ticks("#zigbee-gateway-button-buttons", Object.keys(buttons), $("#node-input-buttons"), nameOf);
    };
    let asked: Resource | undefined;
    pick(this, {
      kind: "remotes",
      fits: ({ type }) => /Switch$|RelativeRotary$/.test(type),
      changed: (remote, byHand, _, gateway) => {
        asked = remote;
        if (byHand) $("#node-input-gestures, #node-input-buttons").val("");
        const isDial = remote !== undefined && /RelativeRotary$/.test(remote.type);
        show(isDial ? Object.values(ROTATIONS).reverse() : USUAL, {});
        if (!remote || isDial || remote.type === "CLIPSwitch") return;
        const path = pathOf(gateway, "buttons", remote.uniqueid ?? "");
        $.getJSON(path).done(({ values = {}, buttons = {} }: RemoteButtons) => {
          if (asked !== remote) return;
          const known = Object.values(values).map(({ action }) => GESTURES[action]);
          const gestures = Object.values(GESTURES).filter((name) => known.includes(name));
          show(gestures.length > 0 ? gestures : USUAL, buttons);
        });
      },
    });
  },
  oneditsave() {
    const gestures = listed(fieldValue($("#node-input-gestures")));
    $("#node-input-outputs").val(outputsFor(listed(this.gestures), gestures));
  },
});
