/**
 * A field to pick a resource in: its component comes from the panels (`panels/picking/resource-picker.tsx`), and is the same there. A
 * dialog adds which resources fit, which members of the picked one it saves, and a saved resource that is not there now.
 */
import type { Picker, SavedChoice } from "./editor.ts";
import { follow, type Model, NO_MODEL, type Resource, say } from "./gateway-queries.ts";
import { part } from "./parts.ts";
import type { Press } from "./remote-keys.ts";

export interface PickerOptions {
  /** The element in its place: a list, or a field, whose id and label the picker takes over. */
  readonly list: string | JQuery;
  readonly hint: string | JQuery;
  readonly fits: (resource: Resource) => boolean;
  readonly kind?: string; // the kind that is missing where there is none
  readonly others?: readonly Resource[]; // come first, and are no resources
  readonly none?: string; // the text for the choice of nothing where that is a choice
  readonly listens?: boolean; // a press chooses the remote
  readonly opens?: boolean; // with the dialog, where nothing is picked yet
  readonly wordsOf?: (resource: Resource) => string; // a search looks in these, too
  /** Hears which one is chosen (undefined: none that is there), by whom (true: by hand), of what, and how. */
  readonly changed?: (
    resource: Resource | undefined,
    byHand: boolean,
    model: Model,
    gateway: string,
    how?: Choosing,
  ) => void;
}

interface Choosing {
  readonly press?: Press | undefined;
  readonly typed?: string | undefined; // the text of the search
}

interface PickerProps {
  readonly id?: string;
  readonly label?: string;
  readonly offered: readonly string[];
  readonly value: string;
  readonly others: readonly { readonly value: string; readonly text: string }[];
  readonly gone?: string;
  readonly empty?: string;
  readonly kind?: string;
  readonly listens: boolean;
  readonly startsOpen: boolean;
  readonly wordsOf?: (address: string) => string;
  readonly onChoose: (value: string, press?: Press, typed?: string) => void;
}

/** In another house the picker finds a resource without a unique id by its name. */
function isSaved(resource: Resource, house: string, saved: Required<SavedChoice>): boolean {
  if (!saved.address || familyOf(resource.address) !== familyOf(saved.address)) return false;
  if (saved.uniqueid) return resource.uniqueid === saved.uniqueid || (resource.formerly ?? []).includes(saved.uniqueid);
  return saved.house && saved.house !== house
    ? resource.name === saved.resourceName
    : resource.address === saved.address;
}

function familyOf(address: string): string | undefined {
  return address.split("/")[1];
}

/** The place of the picker, and until it is there a field that says the saved name. */
class PickerPlace {
  readonly element: HTMLElement;
  readonly id: string | undefined;
  readonly label: string | undefined;
  readonly #describedBy: string | undefined;

  constructor(list: JQuery) {
    [this.id, this.label] = [list.attr("id"), list.attr("aria-label")];
    this.#describedBy = list.attr("aria-describedby");
    const own = $('<span class="zigbee-gateway-pick">').insertBefore(list);
    this.element = own[0] as HTMLElement;
    list.remove();
  }

  wait(text: string): void {
    const { id = "", label = "" } = this;
    const named = { ...(id && { id }), ...(label && { "aria-label": label }) };
    const field = $('<input type="text" disabled>').attr({ ...named, "aria-describedby": this.#describedBy ?? null });
    $(this.element).empty().append(field.val(text));
  }
}

/** No device can join while the radio is down. Rules and schedules need no radio. */
function sayEmpty(kind: string, { radioTrouble: reason }: Model): string {
  const isOfRadio = kind !== "rules" && kind !== "schedules";
  return reason && isOfRadio ? say("status.radio-down", { reason }) : say(`pick.empty.${kind}`);
}

/** The saved resource stays, also when it is not there now. */
export function picker(node: SavedChoice, options: PickerOptions): Picker {
  const { fits, kind, others = [], none, wordsOf, changed = () => {} } = options;
  const { address = "", uniqueid = "", resourceName = "", house = "" } = node;
  const chosen = { address, uniqueid, resourceName, house };
  const place = new PickerPlace($(options.list as string));
  const shown = part<PickerProps>(place.element, "picker", () => place.wait(chosen.resourceName || chosen.address));
  const startsOpen = options.opens === true && address === "";
  let model = NO_MODEL;
  let gateway = "";
  const offered = () => model.resources.filter(fits);
  const selected = () =>
    others.find((other) => other.address === chosen.address) ??
    offered().find((one) => isSaved(one, model.house, chosen));
  const at = (address: string) => offered().find((each) => each.address === address);
  const wordsAt = (address: string) => {
    const one = at(address);
    return one && wordsOf ? wordsOf(one) : "";
  };
  const choose = (value: string, press?: Press, typed?: string) => {
    const one = others.find((other) => other.address === value) ?? at(value);
    const { address = "", uniqueid = "", name = "" } = one ?? {};
    Object.assign(chosen, { address, uniqueid, resourceName: name, house: one?.id ? model.house : "" });
    changed(one, true, model, gateway, { press, typed });
    show();
    $(place.element).trigger("change");
  };
  const show = () => {
    const one = selected();
    const isLost = !one && chosen.address !== "";
    const nothing = none !== undefined || chosen.address ? [{ value: "", text: none ?? say("pick.nobody") }] : [];
    shown.show(gateway, {
      ...(place.id === undefined ? {} : { id: place.id }),
      ...(place.label === undefined ? {} : { label: place.label }),
      offered: offered().map((each) => each.address),
      value: one?.address ?? "",
      others: [...nothing, ...others.map(({ address, text = "" }) => ({ value: address, text }))],
      ...(isLost ? { gone: chosen.resourceName || chosen.address } : {}),
      ...(kind ? { kind, empty: sayEmpty(kind, model) } : {}),
      listens: options.listens === true,
      startsOpen,
      wordsOf: wordsAt,
      onChoose: choose,
    });
  };
  const refill = () => {
    show();
    changed(selected(), false, model, gateway);
  };
  place.wait(resourceName || address);
  follow((now, trouble, id) => {
    [model, gateway] = [now, trouble === "" ? id : ""];
    $(options.hint as string).text(trouble);
    refill();
  });
  refill();
  return { save: () => Object.assign(node, chosen), refill, chosen };
}
