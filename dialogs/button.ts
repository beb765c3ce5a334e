/** The dialog of the button node: a remote, its keys, and what is done with them, each with an output of its own. What is pressed is shown live. */
import { GESTURES, ROTATIONS } from "../nodes/shared/gestures.ts";
import { fieldValue, type Say } from "./editor.ts";
import { pathOf, type RemoteButtons, type Resource } from "./gateway-queries.ts";
import type { Press } from "./panels-loader.ts";

const { pick, ticks, listed, pressHearer } = zigbeeGateway;
const USUAL = ["press", "hold", "short_release", "long_release", "double"];
const SHORT = "short_release";
const FLASH = 1500; // milliseconds for which the key that was pressed is lit

/** Old output → new one, so that wires go along; of one output for all it is the first. */
function outputsFor(before: readonly string[], after: readonly string[]): string {
  const old = before.length > 0 ? before : after.slice(0, 1);
  const now = after.length > 0 ? after : before.slice(0, 1);
  const moved = old.map((gesture, index) => [index, now.indexOf(gesture)]);
  const added = now.flatMap((gesture, index) => (old.includes(gesture) ? [] : [[`new-${index}`, index]]));
  return JSON.stringify(Object.fromEntries([...moved, ...added]));
}

interface Deed {
  readonly key: string;
  readonly gesture: string;
}

/** What a remote can do, as the gateway tells; of one that nobody knows better, what most can. */
class RemoteKeys {
  readonly isDial: boolean;
  readonly #values: NonNullable<RemoteButtons["values"]>;
  readonly #buttons: NonNullable<RemoteButtons["buttons"]>;

  constructor(isDial: boolean, { values = {}, buttons = {} }: RemoteButtons = {}) {
    [this.isDial, this.#values, this.#buttons] = [isDial, values, buttons];
  }

  get keys(): readonly string[] {
    return Object.keys(this.#buttons);
  }

  get gestures(): readonly string[] {
    if (this.isDial) return Object.values(ROTATIONS).reverse();
    const known = Object.values(this.#values).map(({ action }) => GESTURES[action]);
    const all = Object.values(GESTURES).filter((name) => known.includes(name));
    return all.length > 0 ? all : USUAL;
  }

  nameOf(key: string): string {
    return this.#buttons[key]?.name ?? key;
  }

  deedOf({ buttonevent, rotation }: Press): Deed {
    if (buttonevent === undefined) return { key: "", gesture: ROTATIONS[Number(rotation) < 0 ? 31 : 30] ?? "" };
    const { button, action = "" } = this.#values[buttonevent] ?? {};
    const inOrder = Object.values(GESTURES)[buttonevent % 1000] ?? "";
    return { key: String(button ?? Math.floor(buttonevent / 1000)), gesture: GESTURES[action] ?? inOrder };
  }

  /** A short press begins as any other does: whoever presses a key that knows it means that. */
  meant({ key, gesture }: Deed): string {
    const isShort = Object.values(this.#values).some(
      ({ button, action }) => String(button) === key && GESTURES[action] === SHORT,
    );
    return isShort && gesture === "press" ? SHORT : gesture;
  }
}

/** The ticks of keys and gestures, and the line below them that tells what is pressed. */
class ButtonForm {
  readonly #say: Say;
  readonly #live = $("#zigbee-gateway-button-live");
  readonly #buttons = $("#node-input-buttons");
  readonly #gestures = $("#node-input-gestures");
  #remote = new RemoteKeys(false);

  constructor(say: Say) {
    this.#say = say;
  }

  clear(): void {
    this.#gestures.val("");
    this.#buttons.val("");
  }

  show(remote: RemoteKeys, isChosen: boolean): void {
    this.#remote = remote;
    const nameOf = (gesture: string) => this.#say(`gesture.${gesture}`);
    ticks("#zigbee-gateway-button-gestures", remote.gestures, this.#gestures, nameOf);
    ticks("#zigbee-gateway-button-buttons", remote.keys, this.#buttons, (key) => remote.nameOf(key));
    $("#zigbee-gateway-button-keys").toggle(remote.keys.length > 0 || fieldValue(this.#buttons) !== "");
    this.#live.text(isChosen ? this.#say("live.waits") : "");
  }

  /** Only this key, and what was done with it. */
  take(press: Press): void {
    const deed = this.#remote.deedOf(press);
    this.#buttons.val(this.#remote.keys.includes(deed.key) ? deed.key : "");
    this.#gestures.val(this.#remote.meant(deed));
    this.show(this.#remote, true);
  }

  hear(press: Press): void {
    const { key, gesture } = this.#remote.deedOf(press);
    const name = this.#remote.isDial || key === "" ? "" : this.#remote.nameOf(key);
    const text = [name, this.#say(`gesture.${gesture}`)].filter(Boolean).join(", ");
    const only: JQuery = $('<button type="button" class="red-ui-button red-ui-button-small">').text(
      this.#say("live.only"),
    );
    only.on("click", () => this.take(press));
    this.#live.empty().append($("<strong>").text(this.#say("live.pressed", { text })), " ", only);
    for (const [part, value] of [
      ["buttons", key],
      ["gestures", gesture],
    ])
      this.#flash(
        $(`#zigbee-gateway-button-${part}`)
          .find("label")
          .has(`input[id$="-${CSS.escape(value ?? "")}"]`),
      );
  }

  #flash(label: JQuery): void {
    label.addClass("zigbee-gateway-now");
    setTimeout(() => label.removeClass("zigbee-gateway-now"), FLASH);
  }
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
    const form = new ButtonForm(say);
    let chosen: Resource | undefined;
    const hearOf = pressHearer((press) => {
      if (press.address === chosen?.address) form.hear(press);
    });
    pick(this, {
      kind: "remotes",
      listens: true,
      fits: ({ type }) => /Switch$|RelativeRotary$/.test(type),
      changed: (remote, byHand, _, gateway, press) => {
        chosen = remote;
        hearOf(remote ? gateway : "");
        if (byHand) form.clear();
        const isDial = remote !== undefined && /RelativeRotary$/.test(remote.type);
        form.show(new RemoteKeys(isDial), remote !== undefined);
        if (isDial && press) form.take(press);
        if (!remote || isDial || remote.type === "CLIPSwitch") return;
        $.getJSON(pathOf(gateway, "buttons", remote.uniqueid ?? "")).done((buttons: RemoteButtons) => {
          if (chosen !== remote) return;
          form.show(new RemoteKeys(false, buttons), true);
          if (press) form.take(press);
        });
      },
    });
  },
  oneditsave() {
    const gestures = listed(fieldValue($("#node-input-gestures")));
    $("#node-input-outputs").val(outputsFor(listed(this.gestures), gestures));
  },
});
