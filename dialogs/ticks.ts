/** Ticks whose names one hidden field keeps, with commas. */
import { fieldValue, isChecked } from "./editor.ts";

export function listed(text: unknown): string[] {
  return String(text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Ticks for what there is, and for what was ticked before; the field holds their names, in the order in which they were ticked. */
export function ticks(place: string, names: readonly string[], field: JQuery, textOf: (name: string) => string): void {
  const box = $(place).empty();
  for (const name of new Set([...names, ...listed(fieldValue(field))])) {
    const id = `${place.slice(1)}-${name}`;
    const tick = $('<input type="checkbox" style="width: auto; margin: 0">').attr("id", id);
    tick.prop("checked", listed(fieldValue(field)).includes(name)).on("change", () => {
      const others = listed(fieldValue(field)).filter((each) => each !== name);
      field.val((isChecked(tick) ? [...others, name] : others).join(",")).trigger("change");
    });
    const label = $('<label class="zigbee-gateway-tick">').attr("for", id);
    label.append(tick, document.createTextNode(textOf(name))).appendTo(box);
  }
}
