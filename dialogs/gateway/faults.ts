/** What does not fit in a field of the gateway's dialog stands below it, as a sentence: the editor itself only makes its frame red. */
import { type EditedNode, fieldValue, type Property } from "../editor.ts";

/** Its own place tells these. */
const TOLD_ELSEWHERE: readonly string[] = ["radio", "network", "latitude", "longitude"];

export function showFaults(node: EditedNode, defaults: Readonly<Record<string, Property>>): void {
  for (const [name, { validate }] of Object.entries(defaults)) {
    const field = $(`#node-config-input-${name}`);
    if (!validate || TOLD_ELSEWHERE.includes(name) || field.length === 0) continue;
    const id = `zigbee-gateway-fault-${name}`;
    const fault = $("<div>").attr({ id, role: "status" }).addClass("zigbee-gateway-hint zigbee-gateway-trouble");
    fault.insertAfter(field.closest(".form-row"));
    field.attr("aria-describedby", [field.attr("aria-describedby"), id].filter(Boolean).join(" "));
    const said = () => {
      const answer = validate.call(node, fieldValue(field) as never, {});
      return typeof answer === "string" ? answer : "";
    };
    const tell = () => void fault.text(said());
    field.on("change", tell);
    field.on("input", () => void (said() === "" && fault.text(""))); // what is half typed is not wrong yet
    tell();
  }
}
