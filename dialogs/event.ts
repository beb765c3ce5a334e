/** The dialog of the event node: which changes of what become messages. */
import { fieldValue, option, type Say } from "./editor.ts";
import type { Resource, ResourceType } from "./gateway-queries.ts";

const { pick } = zigbeeGateway;
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  family: [
    "sensors",
    "lights",
    "groups",
    "scenes",
    "rules",
    "schedules",
    "resourcelinks",
    "jobs",
    "devices",
    "config",
    "gateway",
  ],
  section: ["state", "config", "attr", "action"],
  event: ["changed", "added", "deleted"],
  cause: ["rest", "flow", "radio", "clock", "rules", "schedules", "editor", "gateway"],
};

/** What was saved stays, also when this list does not know it. */
function fill(name: string, values: readonly string[], saved: unknown, say: Say): void {
  const list = $(`#node-input-${name}`).empty();
  const kept = typeof saved === "string" ? saved : "";
  option(list, "", say("any"));
  for (const value of values) option(list, value, say(`${name}.${value}`));
  if (kept && !values.includes(kept)) option(list, kept);
  list.val(kept);
}

function fillMembers(types: readonly ResourceType[], resource: Resource | undefined): void {
  const family = fieldValue($("#node-input-family"));
  const section = fieldValue($("#node-input-section"));
  const kinds = resource ? [resource] : types.filter((type) => !family || type.family === family);
  const names = kinds.flatMap(({ members = {} }) =>
    section ? (members[section] ?? []) : Object.values(members).flat(),
  );
  const list = $("#zigbee-gateway-event-members").empty();
  for (const name of [...new Set(names)].sort()) $("<option>").val(name).appendTo(list);
}

zigbeeGateway.registerType("zigbee-gateway-event", {
  color: "#C0DEED",
  defaults: {
    family: { value: "" },
    section: { value: "" },
    member: { value: "" },
    event: { value: "" },
    cause: { value: "" },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-event.svg",
  outputNames: ["output"],
  called: (node) =>
    node.resourceName || node.address || (node.family ? node._(`zigbee-gateway-event.family.${node.family}`) : ""),
  oneditprepare(say) {
    for (const [name, values] of Object.entries(CHOICES)) fill(name, values, this[name], say);
    const family = $("#node-input-family");
    let types: readonly ResourceType[] = [];
    let chosen: Resource | undefined;
    const members = () => fillMembers(types, chosen);
    pick(this, {
      none: say("any"),
      fits: (resource) => !fieldValue(family) || resource.family === fieldValue(family),
      changed: (resource, _, model) => {
        types = model.types;
        chosen = resource;
        members();
      },
    });
    family.on("change", () => this.picker?.refill());
    $("#node-input-section").on("change", members);
  },
});
