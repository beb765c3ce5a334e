/** The dialog of the event node: which changes of what become messages. */
import { fieldValue, isChecked, option, type Say } from "./editor.ts";
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

/** Of `panels/events/event-preview.tsx`. */
interface PreviewProps {
  readonly choice: Readonly<Record<string, string | boolean>>;
  readonly isWithin: boolean;
  readonly families: Readonly<Record<string, string>>; // by types
}

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

// ---- a room, and what is in it

const WITHIN = "#node-input-within";
const MEASURED = "#node-input-measured";

function isWithin(chosen: Resource | undefined): boolean {
  return chosen?.family === "groups" && isChecked($(WITHIN));
}

/** Of a room people mean what is in it; where only lights or sensors are wanted, nothing else can be meant. */
function askWithin(chosen: Resource | undefined, byHand: boolean): void {
  const isGroup = chosen?.family === "groups";
  const isOthers = isGroup && !["", "groups"].includes(fieldValue($("#node-input-family")));
  if (byHand || isOthers) $(WITHIN).prop("checked", isGroup);
  $(WITHIN).prop("disabled", isOthers).closest(".form-row").toggle(isGroup);
}

/** What is measured is left out only of many, and where no value is named. */
function askMeasured(chosen: Resource | undefined): void {
  const isOfOne = chosen !== undefined && !isWithin(chosen);
  $(MEASURED)
    .closest(".form-row")
    .toggle(!isOfOne && fieldValue($("#node-input-member")).trim() === "");
}

/** As the fields are now. */
function choiceNow(address = ""): PreviewProps["choice"] {
  const names = [...Object.keys(CHOICES), "member"];
  const fields = Object.fromEntries(names.map((name) => [name, fieldValue($(`#node-input-${name}`))]));
  return { ...fields, address, measured: isChecked($(MEASURED)) };
}

zigbeeGateway.registerType("zigbee-gateway-event", {
  color: "#C0DEED",
  defaults: {
    family: { value: "" },
    section: { value: "" },
    member: { value: "" },
    event: { value: "" },
    cause: { value: "" },
    within: { value: false },
    measured: { value: false },
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
    const live = part<PreviewProps>($("#zigbee-gateway-event-preview")[0] as HTMLElement, "event");
    const preview = () => {
      askMeasured(chosen);
      const families = Object.fromEntries(types.map((type) => [type.type, type.family]));
      live.show(gateway, { choice: choiceNow(this.picker?.chosen.address), isWithin: isWithin(chosen), families });
    };
    /** Of one resource they are few, and ticked; of many they are typed. */
    const members = () => {
      const one = isWithin(chosen) ? undefined : chosen;
      const proposed = fillMembers(types, one);
      const names = one ? proposed : [];
      const states = one?.members?.state ?? [];
      field.toggle(!one);
      place.toggle(one !== undefined);
      ofOne.show(gateway, {
        address: one?.address ?? "",
        names: names.filter((name) => states.includes(name)),
        rare: names.filter((name) => !states.includes(name)),
        chosen: listed(fieldValue(field)),
        label: say("label.member"),
        onChange: (ticked) => {
          field.val(ticked.join(","));
          members();
        },
      });
      preview();
    };
    pick(this, {
      none: say("any"),
      fits: (resource) => ["", resource.family].includes(fieldValue(family)) || resource.family === "groups",
      changed: (resource, byHand, model, now) => {
        [types, chosen, gateway] = [model.types, resource, now];
        askWithin(chosen, byHand);
        members();
      },
    });
    family.on("change", () => this.picker?.refill());
    $("#node-input-section, #node-input-within").on("change", members);
    $(`#node-input-event, #node-input-cause, ${MEASURED}`).on("change", preview);
    field.on("input", preview);
  },
});
