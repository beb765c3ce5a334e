/** The dialog of the button node: a remote, its keys, and their gestures, each with an output of its own. The dialog shows presses live. */
import { fieldValue, type Say } from "./editor.ts";
import { pathOf, type Resource } from "./gateway-queries.ts";
import { type ButtonMessage, outputsFor, type Press, type RemoteButtons, RemoteKeys } from "./remote-keys.ts";

const { pick, ticks, listed, pressHearer, isPicked } = zigbeeGateway;
const FLASH = 1500; // milliseconds for which the key that was pressed is lit
const MOST_SHOWN = 4;

/** As a debug node shows it, in one line. */
function written(message: object): string {
  const members = Object.entries(message).filter(([, value]) => value !== undefined);
  return `{ ${members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/** The ticks of keys and gestures, the line that tells the pressed key, and the messages of the press. */
class ButtonForm {
  readonly #say: Say;
  readonly #live = $("#zigbee-gateway-button-live");
  readonly #buttons = $("#node-input-buttons");
  readonly #gestures = $("#node-input-gestures");
  readonly #message = $("#zigbee-gateway-button-message");
  #remote = new RemoteKeys(false);
  #isChosen = false;
  #heard: readonly ButtonMessage[] = []; // of the newest press
  #heardAt = 0;

  constructor(say: Say) {
    this.#say = say;
    this.#buttons.add(this.#gestures).on("change", () => {
      this.#heard = [];
      this.#preview();
    });
  }

  clear(): void {
    this.#gestures.val("");
    this.#buttons.val("");
  }

  show(remote: RemoteKeys, isChosen: boolean): void {
    [this.#remote, this.#isChosen, this.#heard] = [remote, isChosen, []];
    const nameOf = (gesture: string) => this.#say(`gesture.${gesture}`);
    ticks("#zigbee-gateway-button-gestures", remote.gestures, this.#gestures, nameOf);
    ticks("#zigbee-gateway-button-buttons", remote.keys, this.#buttons, (key) => remote.nameOf(key));
    $("#zigbee-gateway-button-keys").toggle(remote.keys.length > 0 || fieldValue(this.#buttons) !== "");
    this.#live.text(isChosen ? this.#say("live.waits") : "");
    this.#preview();
  }

  /** The messages that have just come out; before the first, those that one press would make. */
  #preview(): void {
    const gestures = listed(fieldValue(this.#gestures));
    const [key = this.#remote.keys[0] ?? ""] = listed(fieldValue(this.#buttons));
    const isHeard = this.#heard.length > 0;
    const messages = isHeard ? this.#heard : this.#remote.examplesOf(key, gestures);
    const of = this.#remote.isDial ? "" : this.#remote.nameOf(key);
    const title = isHeard
      ? this.#say("message.heard")
      : this.#say(of ? "message.example" : "message.dial", { key: of });
    const isShort = messages.length > 1 && gestures.length === 0;
    const lines = messages.map((message) => {
      const output = gestures.indexOf(message.payload) + 1;
      return `${gestures.length > 1 ? `→ ${output}: ` : ""}${written(message)}`;
    });
    const text = [title, ...lines, ...(isShort ? [this.#say("message.two")] : [])].join("\n");
    this.#message.prop("hidden", !this.#isChosen || messages.length === 0).text(text);
  }

  /** Whether the ticks let it through. */
  #passes({ payload, button }: ButtonMessage): boolean {
    const [keys, gestures] = [listed(fieldValue(this.#buttons)), listed(fieldValue(this.#gestures))];
    return [
      [keys, String(button)],
      [gestures, payload],
    ].every(([ticked, one]) => ticked?.length === 0 || ticked?.includes(one as string));
  }

  #note(press: Press): void {
    const message = this.#remote.messageOf(press);
    if (!this.#passes(message)) return;
    const isSame = Date.now() - this.#heardAt < FLASH;
    this.#heard = [...(isSame ? this.#heard : []), message].slice(-MOST_SHOWN);
    this.#heardAt = Date.now();
    this.#preview();
  }

  /** Only this key, with this gesture. */
  take(press: Press): void {
    const deed = this.#remote.deedOf(press);
    this.#buttons.val(this.#remote.keys.includes(deed.key) ? deed.key : "");
    this.#gestures.val(this.#remote.meant(deed));
    this.show(this.#remote, true);
  }

  hear(press: Press): void {
    this.#note(press);
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
    address: { value: "", validate: isPicked },
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
      changed: (remote, byHand, _, gateway, { press } = {}) => {
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
    $("#node-input-outputs").val(JSON.stringify(outputsFor(listed(this.gestures), gestures)));
  },
});
