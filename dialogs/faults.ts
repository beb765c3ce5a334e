/** The fault of a field in a dialog stands below the field, as a sentence: the editor itself only makes its frame red. */
import { type EditedNode, fieldValue, type Property } from "./editor.ts";

interface Place {
  readonly prefix: "node-input" | "node-config-input";
  readonly hint: string; //                  the class of the sentence below a row
  readonly elsewhere: readonly string[]; //  their own place tells these
  readonly trouble?: (name: string, text: string) => string; // why a value does not work although it is no fault; ""
}

export function showFaults(node: EditedNode, defaults: Readonly<Record<string, Property>>, place: Place): void {
  for (const [name, { validate }] of Object.entries(defaults)) {
    const field = $(`#${place.prefix}-${name}`);
    const row = field.closest(".form-row"); // a hidden field has none
    if (!validate || place.elsewhere.includes(name) || row.length === 0) continue;
    const id = `zigbee-gateway-fault-${name}`;
    const fault = $("<div>").attr({ id, role: "status" }).addClass(`${place.hint} zigbee-gateway-trouble`);
    fault.insertAfter(row);
    field.attr("aria-describedby", [field.attr("aria-describedby"), id].filter(Boolean).join(" "));
    const said = () => {
      const answer = validate.call(node, fieldValue(field) as never, {});
      return typeof answer === "string" ? answer : (place.trouble?.(name, fieldValue(field)) ?? "");
    };
    const show = (text: string) => {
      fault.text(text);
      if (place.trouble) field.attr("aria-invalid", String(text !== "")); // the editor frames a fault alone
    };
    const tell = () => show(said());
    field.on("change tried", tell);
    field.on("input", () => void (said() === "" && show(""))); // a half-typed value is not wrong yet
    tell();
  }
}
