/** A list of resources to pick one from. */
import { fieldValue, type Picker, type SavedChoice } from "./editor.ts";
import { follow, type Model, NO_MODEL, type Resource, say } from "./gateway-queries.ts";
import { searched } from "./search.ts";

export interface PickerOptions {
  readonly list: string | JQuery;
  readonly hint: string | JQuery;
  readonly fits: (resource: Resource) => boolean;
  readonly kind?: string; // what the list says it lacks when there is none
  readonly others?: readonly Resource[]; // come first, and are no resources
  readonly none?: string; // how the choice of nothing is called where that is a choice
  readonly width?: "narrow" | "wide";
  /** Hears which one is chosen (undefined: none that is there), by whom (true: by hand), and of what. */
  readonly changed?: (resource: Resource | undefined, byHand: boolean, model: Model, gateway: string) => void;
}

type Way = (resource: Resource) => string;

/** In another house what has no unique id is found by its name. */
function isSaved(resource: Resource, house: string, saved: Required<SavedChoice>): boolean {
  if (!saved.address || familyOf(resource.address) !== familyOf(saved.address)) return false;
  if (saved.uniqueid) return resource.uniqueid === saved.uniqueid;
  return saved.house && saved.house !== house
    ? resource.name === saved.resourceName
    : resource.address === saved.address;
}

function familyOf(address: string): string | undefined {
  return address.split("/")[1];
}

const nameOf: Way = ({ name, address }) => name || address;
const textOf: Way = (one) => [nameOf(one), one.type, (one.rooms ?? []).join(", ")].filter(Boolean).join(" · ");
const shortOf: Way = (one) => `${nameOf(one)} · ${one.type.replace(/^(ZHA|ZGP|ZLL)/, "")}`;
const WAYS = { narrow: [nameOf, shortOf, textOf], wide: [textOf] };

/** As long as it takes to tell it from the others. */
function tellingApart(one: Resource, offered: readonly Resource[], ways: readonly Way[]): string {
  const isClear = (way: Way) => offered.every((other) => other === one || way(other) !== way(one));
  return ways.find(isClear)?.(one) ?? `${textOf(one)} · ${one.address}`;
}

/** Fills a list with what `fits`; it can be searched. What was saved stays, also when it is not there now. */
export function picker(node: SavedChoice, options: PickerOptions): Picker {
  const { fits, kind, others = [], none, width = "wide", changed = () => {} } = options;
  const { address = "", uniqueid = "", resourceName = "", house = "" } = node;
  const chosen = { address, uniqueid, resourceName, house };
  const field = $(options.list as string);
  let model = NO_MODEL;
  let gateway = "";
  let trouble = "";
  const selected = () => field.find(":selected").data("resource") as Resource | undefined;
  const tell = (byHand: boolean) => changed(selected(), byHand, model, gateway);
  const option = (parent: JQuery, value: string, text: string) => $("<option>").val(value).text(text).appendTo(parent);
  const wordsOf = (one: Resource) => [textOf(one), say(`pick.${one.family}`), one.address, one.uniqueid].join(" ");
  const search = searched(field, () => fill());
  const fill = () => {
    field.empty();
    const offered = model.resources.filter(fits);
    const isBare = kind && trouble === "" && offered.length === 0 && gateway !== "";
    option(field, "", none ?? say(isBare ? `pick.empty.${kind}` : "pick.none"));
    let value = "";
    for (const other of others) {
      option(field, other.address, other.text ?? "").data("resource", other);
      if (other.address === chosen.address) value = other.address;
    }
    const shown = search.sift(offered, wordsOf, (one) => isSaved(one, model.house, chosen));
    for (const family of new Set(shown.map((resource) => resource.family))) {
      const group = $("<optgroup>").attr("label", say(`pick.${family}`));
      group.appendTo(field);
      for (const resource of shown.filter((each) => each.family === family)) {
        option(group, resource.address, tellingApart(resource, offered, WAYS[width])).data("resource", resource);
        if (isSaved(resource, model.house, chosen)) value = resource.address;
      }
    }
    if (chosen.address && !value) {
      value = "saved";
      option(field, value, say("pick.gone", { name: chosen.resourceName || chosen.address }));
    }
    field.val(value);
  };
  const refill = () => {
    fill();
    tell(false);
  };
  field.on("change", () => {
    const resource = selected();
    if (fieldValue(field) !== "saved") {
      const { address = "", uniqueid = "", name = "" } = resource ?? {};
      Object.assign(chosen, { address, uniqueid, resourceName: name, house: resource?.id ? model.house : "" });
    }
    tell(true);
  });
  follow((now, text, id) => {
    [model, gateway, trouble] = [now, id, text];
    $(options.hint as string).text(text);
    refill();
  });
  refill();
  return { save: () => Object.assign(node, chosen), refill, chosen };
}
