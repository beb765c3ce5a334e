/** A list of resources to pick one from. It lives in the editor. */
import { follow, NOTHING, say } from "./dialog-gateway.js";
import { searched } from "./dialog-search.js";

function familyOf(address) {
  return String(address).split("/")[1];
}

/** In another house what has no unique id is found by its name. */
function isSaved(resource, house, saved) {
  if (!saved.address || familyOf(resource.address) !== familyOf(saved.address)) return false;
  if (saved.uniqueid) return resource.uniqueid === saved.uniqueid;
  return saved.house && saved.house !== house
    ? resource.name === saved.resourceName
    : resource.address === saved.address;
}

const nameOf = ({ name, address }) => name || address;
const textOf = (one) => [nameOf(one), one.type, (one.rooms ?? []).join(", ")].filter(Boolean).join(" · ");
const shortOf = (one) => `${nameOf(one)} · ${one.type.replace(/^(ZHA|ZGP|ZLL)/, "")}`;
const WAYS = { narrow: [nameOf, shortOf, textOf], wide: [textOf] };

/** As long as it takes to tell it from the others. */
function tellingApart(one, offered, ways) {
  const isClear = (way) => offered.every((other) => other === one || way(other) !== way(one));
  return ways.find(isClear)?.(one) ?? `${textOf(one)} · ${one.address}`;
}

/**
 * Fills a list with what `fits`, after `others` that are no resources; it can be searched. What was saved stays, also when it is not
 * there now. `changed` hears which one is chosen (undefined: none that is there), by whom (true: by hand), and of what. `kind` is what
 * the list says it lacks when there is none; `none` is how the choice of nothing is called where that is a choice.
 */
export function picker(node, { list, hint, fits, kind, others = [], none, width = "wide", changed = () => {} }) {
  const { address = "", uniqueid = "", resourceName = "", house = "" } = node;
  const chosen = { address, uniqueid, resourceName, house };
  const field = $(list);
  let live = NOTHING;
  let gateway = "";
  let trouble = "";
  const tell = (byHand) => changed(field.find(":selected").data("resource"), byHand, live, gateway);
  const option = (parent, value, text) => $("<option>").val(value).text(text).appendTo(parent);
  const wordsOf = (one) => [textOf(one), say(`pick.${one.family}`), one.address, one.uniqueid].join(" ");
  const search = searched(field, () => fill());
  const fill = () => {
    field.empty();
    const offered = live.resources.filter(fits);
    const isBare = kind && trouble === "" && offered.length === 0 && gateway !== "";
    option(field, "", none ?? say(isBare ? `pick.empty.${kind}` : "pick.none"));
    let value = "";
    for (const other of others) {
      option(field, other.address, other.text).data("resource", other);
      if (other.address === chosen.address) value = other.address;
    }
    const shown = search.sift(offered, wordsOf, (one) => isSaved(one, live.house, chosen));
    for (const family of [...new Set(shown.map((resource) => resource.family))]) {
      const group = $("<optgroup>")
        .attr("label", say(`pick.${family}`))
        .appendTo(field);
      for (const resource of shown.filter((each) => each.family === family)) {
        option(group, resource.address, tellingApart(resource, offered, WAYS[width])).data("resource", resource);
        if (isSaved(resource, live.house, chosen)) value = resource.address;
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
    const resource = field.find(":selected").data("resource");
    if (field.val() !== "saved") {
      const { address = "", uniqueid = "", name = "" } = resource ?? {};
      Object.assign(chosen, { address, uniqueid, resourceName: name, house: resource?.id ? live.house : "" });
    }
    tell(true);
  });
  follow((model, text, id) => {
    live = model;
    gateway = id;
    trouble = text;
    $(hint).text(text);
    refill();
  });
  refill();
  return { save: () => Object.assign(node, chosen), refill, chosen };
}
