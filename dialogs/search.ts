/** A list that can be searched: a button beside it opens a field, and what is typed there sifts the list. */
import { fieldValue } from "./editor.ts";
import { type Resource, say } from "./gateway-queries.ts";

interface Search {
  /** Those that have every word; and what is chosen, so that nobody loses it by looking. */
  sift(all: readonly Resource[], wordsOf: (one: Resource) => string, isChosen: (one: Resource) => boolean): Resource[];
}

/** `fill` fills the list anew; it asks `sift` what to offer. */
export function searched(list: JQuery, fill: () => void): Search {
  const named = { "aria-label": say("pick.search"), title: say("pick.search") };
  const button = $('<button type="button" class="red-ui-button zigbee-gateway-search" aria-expanded="false">');
  button.attr(named).append($('<i class="fa fa-search" aria-hidden="true">')).insertAfter(list);
  const field = $('<input type="text" autocomplete="off" spellcheck="false">').attr(named);
  field.attr("placeholder", say("pick.search"));
  const count = $('<span role="status">');
  const place = $('<span class="zigbee-gateway-searching" hidden>').append(field, count).insertBefore(list);
  let words: string[] = [];
  let found: Resource[] = [];
  const read = () => {
    words = fieldValue(field).toLowerCase().split(/\s+/).filter(Boolean);
    fill();
  };
  const turn = (isOpen: boolean) => {
    place.prop("hidden", !isOpen);
    button.attr("aria-expanded", String(isOpen));
    field.val("");
    read();
    (isOpen ? field : list).trigger("focus");
  };
  const take = () => {
    const [first] = found;
    if (!first || words.length === 0) return;
    list.val(first.address).trigger("change");
    turn(false);
  };
  const KEYS: Readonly<Record<string, () => void>> = {
    Escape: () => turn(false),
    Enter: take,
    ArrowDown: () => list.trigger("focus"),
  };
  button.on("click", () => turn(place.prop("hidden") === true));
  field.on("input", read);
  field.on("keydown", (event) => {
    const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // the editor ends its dialogs by the same keys
    act();
  });
  return {
    sift: (all, wordsOf, isChosen) => {
      const fits = (one: Resource) => words.every((word) => wordsOf(one).toLowerCase().includes(word));
      found = all.filter(fits);
      count.text(words.length > 0 ? say("pick.found", { count: found.length, all: all.length }) : "");
      return all.filter((one) => found.includes(one) || isChosen(one));
    },
  };
}
