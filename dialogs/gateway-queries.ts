/** The requests of the dialogs to the gateway that the user has chosen in them. */
import { fieldValue, type Say } from "./editor.ts";

export type { RemoteButtons } from "./remote-keys.ts";

export interface Scene {
  readonly id: string;
  readonly name: string;
}

/** The names of its members that may be seen, by section. */
type Members = Readonly<Record<string, readonly string[]>>;

/** A resource that can be picked. */
export interface Resource {
  readonly address: string;
  readonly family: string;
  readonly type: string;
  readonly id?: string; // of a resource that the gateway has
  readonly uniqueid?: string;
  readonly formerly?: readonly string[]; // of the broken devices that it replaces
  readonly name?: string;
  readonly text?: string; // of an entry of the list that is no resource
  readonly members?: Members;
  readonly rooms?: readonly string[];
  readonly scenes?: readonly Scene[];
  readonly isBare?: true; // a group without lights
  readonly measures?: string; // in a word: of one of several sensors of a device
}

export interface ResourceType {
  readonly type: string;
  readonly family: string;
  readonly members: Members;
  readonly units?: Readonly<Record<string, string>>; // "state/temperature" → "0.01 °C"
}

/** The resources and types of a gateway. */
export interface Model {
  readonly house: string;
  readonly radioTrouble: string; // why the radio is down; "" when it is not
  readonly isRadioStarting: boolean;
  readonly resources: readonly Resource[];
  readonly types: readonly ResourceType[];
}

const FRESH = 1000; // milliseconds for which an answer holds
const AGAIN = 2000; // milliseconds, in which a radio may have started
export const NO_MODEL: Model = { house: "", radioTrouble: "", isRadioStarting: false, resources: [], types: [] };

export const say: Say = (key, values) =>
  RED._(`node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway.${key}`, values);

/** Where a gateway is asked, by the id of its node. */
export function pathOf(gateway: string, ...parts: readonly string[]): string {
  return ["zigbee-gateway", ...[gateway, ...parts].map(encodeURIComponent)].join("/");
}

/** No gateway is chosen, or one is just being added. */
export function isChosen(gateway: string): boolean {
  return gateway !== "" && gateway !== "_ADD_";
}

/** Asks a gateway for something, by its id; several lists of a dialog ask at the same time, and share the answer. */
export function asker<Answer>(what: string): (gateway: string) => JQuery.jqXHR<Answer> {
  let asked: { readonly gateway: string; readonly at: number; readonly answer: JQuery.jqXHR<Answer> } | undefined;
  return (gateway) => {
    const isNew = asked?.gateway !== gateway || Date.now() - asked.at > FRESH;
    if (isNew || !asked) asked = { gateway, at: Date.now(), answer: $.getJSON(pathOf(gateway, what)) };
    return asked.answer;
  };
}

const modelOf = asker<Model>("model");

/** Tells the model of the chosen gateway, again whenever the user chooses another one or its radio has started; or why it is not known. */
export function follow(hear: (model: Model, trouble: string, gateway: string) => void): void {
  const field = $("#node-input-gateway");
  let heard: JQuery.jqXHR<Model> | undefined;
  const isOpen = () => field.closest("body").length > 0;
  const ask = (isAgain = false) => {
    const gateway = fieldValue(field);
    const isStill = () => fieldValue(field) === gateway;
    const answer = isChosen(gateway) ? modelOf(gateway) : undefined;
    if (answer && answer === heard) return;
    heard = answer;
    if (!answer) return hear(NO_MODEL, say("pick.choose"), "");
    answer
      .done((model) => {
        if (!isStill()) return;
        if (!isAgain || !model.isRadioStarting) hear(model, "", gateway);
        if (model.isRadioStarting) setTimeout(() => isStill() && isOpen() && ask(true), AGAIN);
      })
      .fail(({ status }) => isStill() && hear(NO_MODEL, say(status === 404 ? "live.choose" : "live.unasked"), gateway));
  };
  field.on("change", () => ask());
  ask(); // of a list that is made later nothing changes any more
}
