/** The folds of the gateway's dialog, with settings that few users need. */
import { say } from "../gateway-dialog.ts";
import { portTrouble } from "./own-ports.ts";

interface Note {
  readonly text: string;
  readonly isTrouble?: boolean;
}

const DRAWN = 300; // milliseconds until the editor has moved the dialog to its place

/** A fold with a fault stays open; each other fold says the values that the user entered in it, and which of them do not work. */
export function unfold(): void {
  for (const fold of $(".zigbee-gateway-form > details:not(#zigbee-gateway-where)").get()) {
    const said = $("<span>").addClass("zigbee-gateway-set").appendTo($(fold).children("summary"));
    const tell = () => {
      const typed = $(fold).find<HTMLInputElement>(
        "input[id^=node-config-input]:not([type=password], [type=checkbox])",
      );
      const inSight = typed.filter((_, { parentElement }) => !parentElement?.closest("[hidden]")); // the others do nothing
      const notes = inSight.get().flatMap(({ id, value }) => noteOf(id, value.trim()) ?? []);
      const trouble = $(fold).find("[data-trouble]:not([hidden] *)").attr("data-trouble") ?? "";
      show(said, trouble === "" ? notes : [...notes, { text: trouble, isTrouble: true }]);
      if ($(fold).find(".input-error").length > 0) $(fold).prop("open", true);
    };
    $(fold).on("toggle change tried", tell);
    setTimeout(tell); // the editor marks the faults after this
  }
}

/** A trouble has a sign, too: a color alone is not seen by all. */
function show(place: JQuery, notes: readonly Note[]): void {
  place.empty();
  for (const { text, isTrouble = false } of notes) {
    const note = $("<span>").toggleClass("zigbee-gateway-trouble", isTrouble);
    if (isTrouble) note.append('<i class="fa fa-exclamation-triangle" aria-hidden="true"></i> ');
    place.append(document.createTextNode(" · "), note.append(document.createTextNode(text)));
  }
}

/** Undefined of an empty field. */
function noteOf(id: string, value: string): Note | undefined {
  if (value === "") return undefined;
  const trouble = portTrouble(id.replace("node-config-input-", ""), value);
  return trouble === "" ? { text: value } : { text: say(`ports.${trouble}`, { port: value }), isTrouble: true };
}

/** A user who was led here for one fold finds it open, and in sight. */
export function openFold(name: string): void {
  if (name === "") return;
  const fold = $(`#zigbee-gateway-${name}`);
  fold.add(fold.parents("details")).prop("open", true);
  setTimeout(() => fold.get(0)?.scrollIntoView(), DRAWN);
}
