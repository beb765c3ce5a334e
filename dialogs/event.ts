/** The dialog of the event node: which changes of what become messages. */
import { fieldValue, option, type Say } from "./editor.ts";
import type { Resource, ResourceType } from "./gateway-queries.ts";
import type { MembersProps } from "./parts.ts";

const { pick, part, listed } = zigbeeGateway;
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

/** Proposes what is there; answers it, too. */
function fillMembers(types: readonly ResourceType[], resource: Resource | undefined): readonly string[] {
  const family = fieldValue($("#node-input-family"));
  const section = fieldValue($("#node-input-section"));
  const kinds = resource ? [resource] : types.filter((type) => !family || type.family === family);
  const names = kinds.flatMap(({ members = {} }) =>
    section ? (members[section] ?? []) : Object.values(members).flat(),
  );
  const list = $("#zigbee-gateway-event-members").empty();
  const sorted = [...new Set(names)].sort();
  for (const name of sorted) $("<option>").val(name).appendTo(list);
  return sorted;
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
  outputNames: ["answer", "output"],
  called: (node) =>
    node.resourceName || node.address || (node.family ? node._(`zigbee-gateway-event.family.${node.family}`) : ""),
  oneditprepare(say) {
    for (const [name, values] of Object.entries(CHOICES)) fill(name, values, this[name], say);
    const family = $("#node-input-family");
    let types: readonly ResourceType[] = [];
    let chosen: Resource | undefined;
    let gateway = "";
    const field = $("#node-input-member");
    const place = $("#zigbee-gateway-event-ticks");
    const ofOne = part<MembersProps>(place[0] as HTMLElement, "members");
    /** Of one resource they are few, and ticked; of many they are typed. */
    const members = () => {
      const proposed = fillMembers(types, chosen);
      const names = chosen ? proposed : [];
      const states = chosen?.members?.state ?? [];
      field.toggle(!chosen);
      place.toggle(chosen !== undefined);
      ofOne.show(gateway, {
        address: chosen?.address ?? "",
        names: names.filter((name) => states.includes(name)),
        rare: names.filter((name) => !states.includes(name)),
        chosen: listed(fieldValue(field)),
        label: say("label.member"),
        onChange: (ticked) => {
          field.val(ticked.join(","));
          members();
        },
      });
    };
    pick(this, {
      none: say("any"),
      fits: (resource) => !fieldValue(family) || resource.family === fieldValue(family),
      changed: (resource, _, model, now) => {
        [types, chosen, gateway] = [model.types, resource, now];
        members();
      },
    });
    family.on("change", () => this.picker?.refill());
    $("#node-input-section").on("change", members);
  },
});
